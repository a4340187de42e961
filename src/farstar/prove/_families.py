"""Theorems about families of games with parameters: bounds and values for all parameters.

The claims are proved together, by induction along the moves: each says what follows from the claims
about positions two moves later. What has to be true is linear arithmetic, made by the stand-alone
checker itself; here the refutations are found that it then checks.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from farstar._arguments import integer, shown
from farstar.certificates import theorem_checker
from farstar.certificates.theorem_checker import Claim, Families
from farstar.certificates.theorem_work import TheoremWork
from farstar.errors import BudgetExceeded, NotationError
from farstar.games.patterns import lines
from farstar.prove._family_text import _Reader, read_families
from farstar.prove._linear import Solution, refuted
from farstar.prove._theorem import NotProved, Theorem, answers
from farstar.values import Value, star, up


@answers
def family(families: str, lemmas: str = "", *, fit: int | None = None) -> Theorem | NotProved:
    """Prove claims about families of games, for all values of their parameters.

    Parameters
    ----------
    families : str
        The families with their options, line by line, and claims about them. The page on proofs
        for all sizes describes the language.
    lemmas : str
        Further lines, for claims that are kept in another file.
    fit : int, optional
        Propose claims from the members with parameters up to this number, instead of reading them,
        and keep those that prove each other.

    Returns
    -------
    Theorem or NotProved
        The `value` of the theorem is the value of a member, such as ``"D(3,0)"``, by the claims
        with ``=``. If a claim does not follow, the result has the parameters for which
        the induction fails; then the claim is false, or the other claims are too weak.

    Raises
    ------
    NotationError
        If a line cannot be read.

    See Also
    --------
    farstar.prove.heaps : Prove the P-positions of games on heaps.

    Examples
    --------
    Left can move a heap of n to n-1, Right cannot move at all:

    >>> heap = "family H(n) if n >= 0 rank n" + chr(10) + "left H(n-1) if n >= 1"
    >>> theorem = fs.prove.family(heap, "lemma H(n) = n")
    >>> theorem, theorem.value("H(7)")
    (<Theorem: 1 claim for all parameters: H(n) = n>, Value('7'))
    >>> fs.prove.family(heap, "lemma H(n) <= n-1").counterexample
    'n = 0'
    """
    data = read_families(f"{families}\n{lemmas}", needs_claims=fit is None)
    if fit is not None:
        if data["claims"]:
            raise NotationError("expected families without lemmas to propose them, got lemmas")
        data = _fitted(data, integer(fit, 1, "the largest parameter"))
        if not data["claims"]:
            return NotProved("no claim that was proposed from data proves itself")
    try:
        system = Families(data, TheoremWork())
    except theorem_checker.Refused as refusal:
        raise NotationError(f"expected families and lemmas that fit together: {refusal}") from None
    proofs = []
    for what, formula in system.obligations():
        try:
            result = refuted(formula)
        except BudgetExceeded as error:
            raise BudgetExceeded(f"{error}: {what}") from None
        if isinstance(result, Solution):
            place = str(result) or "all parameters"
            return NotProved(f"the induction fails for {place}: {what}", place)
        proofs.append(result)
    return Theorem(
        {"kind": "families", **data, "proofs": proofs},
        method="parametric families",
        latex=_latex(system),
        value=lambda member: value_of_member(system, member),
    )


def _fitted(data: dict[str, Any], bound: int) -> dict[str, Any]:
    """Return families with claims that were proposed from data."""
    from farstar.prove._fit import fitted

    try:
        return fitted(data, bound)
    except theorem_checker.Refused as refusal:
        raise NotationError(f"expected families that fit together: {refusal}") from None


def value_of_member(system: Families, text: object) -> Value:
    """Return the value of a member of a family, by the equations among the claims."""
    if not isinstance(text, str):
        raise NotationError(f"expected a member of a family as text, got {shown(text)}")
    sizes = {name: len(family.parameters) for name, family in system.families.items()}
    reader = _Reader(next(lines(f"value {text}")), sizes)
    cases = reader.term()
    if reader.peek() or len(cases) != 1:
        reader.fail("a member of a family with numbers, such as A(3,4,5)")
    return _value(system, cases[0][1], {})


def _value(system: Families, term: Any, known: dict[Any, Value]) -> Value:
    if term in known:
        return known[term]
    if term[0] == "form":
        sides = [[_value(system, option, known) for option in side] for side in term[1:]]
        return Value.of(left=sides[0], right=sides[1])
    if any(form[1] for form in _linear_parts(term)):
        raise NotationError(
            f"expected numbers for the parameters, got {theorem_checker.term_text(term)}"
        )
    if term[0] == "mixed":
        return Value(term[1][0]) + _value(system, ("up", *term[2:]), known)
    if term[0] == "number":
        return Value(term[1][0])
    if term[0] == "up":
        return up(term[1][0]) + star(term[2])
    known[term] = result = _value(system, _equal_term(system, term), known)
    return result


def _linear_parts(term: Any) -> Any:
    if term[0] == "family":
        return term[2]
    return term[1:3] if term[0] == "mixed" else term[1:2]


def _equal_term(system: Families, member: Any) -> Any:
    """Return what an equation says about a member of a family, or its options if none does."""
    if system.in_domain(member) != theorem_checker.TRUE:
        raise NotationError(
            f"expected parameters in the domain, got {theorem_checker.term_text(member)}"
        )
    equation = equation_for(system, member)
    if equation is not None:
        return equation[1]
    sides = (system.options(member, side) for side in (0, 1))
    left, right = (
        tuple(option for guard, option in side if guard == theorem_checker.TRUE) for side in sides
    )
    return "form", left, right


def equation_for(system: Families, member: Any) -> tuple[Claim, Any] | None:
    """Return the equation about a member of a family, and what it is equal to; None if none is."""
    for claim, converse in pairwise(system.claims):
        if converse == claim._replace(first=claim.second, second=claim.first):
            values = _instance(claim, member)
            if values is not None:
                return claim, theorem_checker.term_with_values(claim.second, values)
    return None


def closed_value(system: Families, term: Any, depth: int = 4) -> Value | None:
    """Return the value of a term if equations give it in a few steps, whatever its parameters."""
    if term[0] == "form":
        sides = [[closed_value(system, option, depth) for option in side] for side in term[1:]]
        left, right = ([value for value in side if value is not None] for side in sides)
        is_complete = len(left) == len(term[1]) and len(right) == len(term[2])
        return Value.of(left=left, right=right) if is_complete else None
    if term[0] != "family":
        return _value(system, term, {})
    equation = equation_for(system, term) if depth else None
    return None if equation is None else closed_value(system, equation[1], depth - 1)


def _instance(claim: Claim, member: Any) -> dict[str, Any] | None:
    """Return the parameters for which a claim is about a member; None if it is not."""
    if claim.first[:2] != member[:2]:
        return None
    values: dict[str, Any] = {}
    for form, argument in zip(claim.first[2], member[2], strict=True):
        if form[0] == 0 and len(form[1]) == 1 and form[1][0][1] == 1:
            values.setdefault(form[1][0][0], argument)
    pairs = zip(claim.first[2], member[2], strict=True)
    fits = all(theorem_checker.substitute(form, values) == value for form, value in pairs)
    holds = theorem_checker.with_values(claim.condition, values) == theorem_checker.TRUE
    return values if fits and holds else None


def _latex(system: Families) -> str:
    texts = theorem_checker.claim_lines(system.claims)
    signs = {">=": r"\ge", "<=": r"\le", "{": r"\{", "}": r"\}"}
    signs |= {" if ": r"\text{ if }", " and ": r"\text{ and }", " or ": r"\text{ or }"}
    signs |= {"|": r"\mid", ".up*": r"{\uparrow}{*}", ".up": r"{\uparrow}"}
    claims = []
    for text in texts:
        for sign, latex in signs.items():
            text = text.replace(sign, latex + " " if latex.startswith("\\") else latex)
        claims.append(text)
    return r"\begin{gathered}" + r" \\ ".join(claims) + r"\end{gathered}"
