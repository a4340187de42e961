"""Certificates of what a verdict rests on: brute force, position by position, or a counterexample.

The check of a claim is a program, and a certificate does not prove that this program says what the
paper says. It proves what was computed by brute force, and compared with the claim.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, TypeAlias

from farstar import engine
from farstar.certificates import Certificate, certify, certify_family, checker
from farstar.errors import BudgetExceeded, FarstarError, IllegalPositionError
from farstar.expressions import parse
from farstar.papers._ranges import Check
from farstar.papers._verify import Result
from farstar.papers.cases import ASKED
from farstar.rules import Position
from farstar.values import Value

_COUNTEREXAMPLE = re.compile(r"(.+): (.+), not (.+)", re.DOTALL)
_MOST_LOOKED_AT = 300_000
"""How many followers are examined of positions that are too large one by one."""

_Question: TypeAlias = tuple[str, str, tuple[object, ...]]
"""What was asked, and of which position: a template and the values to fill in."""


class Certified(NamedTuple):
    """What a certificate proves about a verdict, or why there is none.

    Examples
    --------
    >>> Certified("no certificate: it compares trees", None).certificate is None
    True
    """

    what: str
    """What is proved, or the reason why there is no certificate."""
    certificate: Certificate | None


def certify_verdict(result: Result) -> list[Certified]:
    """Return certificates of what a verdict rests on, or the reason why there is none.

    All positions that were played out by brute force have certificates of their outcomes, Grundy
    values, values, atomic weights, trees, lengths or moves, whichever was asked for. If a statement
    is corrected, so have the positions up to its counterexample, or the counterexample itself. A
    claim has no certificate if it plays no game: because it is about words, numbers or limits.

    Raises
    ------
    BudgetExceeded
        If the time or memory of the caller's budget is used up.

    Examples
    --------
    >>> import farstar as fs
    >>> result, = fs.verify("partizan-euclid", claim="Observation 5, values", bound=8)
    >>> for certified in fs.papers.certify_verdict(result):
    ...     print(certified.what)
    E(5,3) < ^
    values of 4 positions
    """
    claim, certified = result.claim, []
    asked = _asked(claim.check, result.bound)
    if result.counterexample is not None:
        counterexample = _certify_counterexample(result.counterexample)
        if counterexample.certificate is not None:
            certified.append(counterexample)
        else:
            asked |= _asked(claim.printed or claim.check, result.bound)
    questions: dict[str, list[_Question]] = {}
    for question in asked:
        questions.setdefault(question[0], []).append(question)
    for what, alike in questions.items():
        certified += (
            _certify_sums(alike)
            if what == "sum"
            else _certify_positions(what, _parsed_positions(alike))
        )
    nothing = f"no certificate, as no game is played: it compares {claim.compared}"
    return certified or [Certified(nothing, None)]


def _asked(check: Check, bound: int) -> dict[_Question, None]:
    """Return what brute force is asked for, up to the first case that disagrees."""
    with ASKED.noted() as notes:
        for fault in check(bound):
            if fault is not None:
                break
        return dict(notes)


def _certify_counterexample(text: str) -> Certified:
    """Return a certificate that a position does not have the claimed value or outcome."""
    match = _COUNTEREXAMPLE.fullmatch(text)
    nothing = Certified(f"no certificate of the counterexample {text}", None)
    if match is None:
        return nothing
    position, actual, wrong = (_read(part) for part in match.groups())
    try:
        if isinstance(position, Position) and match[2] in ("L", "R", "N", "P"):
            certificate = certify(position)
            if certificate.claims != [actual]:
                return nothing
            return Certified(f"outcome {actual} of {position}", certificate)
        if isinstance(position, Position) and match[2].isdecimal() and match[3].isdecimal():
            if not position.value.is_nimber or position.value.nim_value != int(match[2]):
                return nothing
            return Certified(
                f"Grundy value {match[2]} of {position}", certify(position, prove="grundy")
            )
        if isinstance(position, Position) and isinstance(wrong, Value):
            relation = str(position.value.compare(wrong))
            if relation == "=" or not isinstance(actual, Value) or position.value != actual:
                return nothing
            what = f"{position} {relation} {wrong}"
            return Certified(what, certify(position, relation, wrong))
    except FarstarError as error:
        _raise_if_out_of_time(error)
        return Certified(f"no certificate of the counterexample: {error}", None)
    return nothing


def _read(text: str) -> Any:
    if text in ("L", "R", "N", "P"):
        return text
    try:
        return parse(text)
    except FarstarError:
        return None


def _parsed_positions(questions: list[_Question]) -> list[Any]:
    positions: list[Any] = []
    for _, template, arguments in questions:
        try:
            positions.append(parse(template.format(*arguments)))
        except IllegalPositionError:  # brute force may go beyond the rules
            continue
    return positions


def _certify_positions(what: Any, positions: list[Any]) -> list[Certified]:
    """Return the certificate of a family, or those of its parts if it is too large.

    A position that is too large by itself is refused; after a few of them, so are all that follow.
    """
    certified: list[Certified] = []
    looked_at = 0
    most = len(positions)
    while positions:
        family = positions[:most]
        try:
            certificate = certify_family(family, what=what)
        except BudgetExceeded as error:
            _raise_if_out_of_time(error)
            most = getattr(error, "fits", 0)  # how many positions are few enough
            if most:
                continue
            looked_at += getattr(error, "looked_at", _MOST_LOOKED_AT)
            is_last = looked_at >= _MOST_LOOKED_AT
            names = f"{len(positions)} positions" if is_last else str(positions[0])
            reason = f"no certificate of the {checker.RESULT_NAMES[what][1]} of {names}: {error}"
            certified.append(Certified(reason, None))
            positions = [] if is_last else positions[1:]
        else:
            name = checker.results_of(what, len(family))
            certified.append(Certified(name, certificate))
            positions = positions[len(family) :]
        most = len(positions)
    return certified


def _certify_sums(questions: list[_Question]) -> list[Certified]:
    certified = []
    for _, template, arguments in questions:
        text = template.format(*arguments)
        try:
            certificate = certify(text)
        except BudgetExceeded as error:
            _raise_if_out_of_time(error)
            certified.append(Certified(f"no certificate of {text}: {error}", None))
        else:
            certified.append(Certified(f"outcome {certificate.claims[0]} of {text}", certificate))
    return certified


def _raise_if_out_of_time(error: Exception) -> None:
    """Raise the error again if time is up, and not only a certificate too large."""
    if isinstance(error, BudgetExceeded) and engine.is_out_of_time():
        raise error
