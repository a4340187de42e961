"""Certificates about many positions: families that are listed completely, and periods."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias, get_args

from farstar.certificates import checker
from farstar.certificates._certificate import Certificate
from farstar.certificates._games import Games, Rows, Work, label_of, options_of, start_of
from farstar.certificates._strategies import values_of
from farstar.errors import BudgetExceeded, NotAtomicError
from farstar.impartial.codes import Code
from farstar.impartial.periods import period
from farstar.rules import Position, meter
from farstar.values import Value

MOST_POSITIONS = 100_000
"""Positions of a family with all that follow them."""

MOST_HEAPS = 4_000
"""Heaps that are looked at to prove a period."""

FamilyKind: TypeAlias = Literal[
    "outcome", "misere", "grundy", "value", "weight", "moves", "tree", "lengths"
]
"""What can be proved about all positions of a family."""


class FamilyTooLarge(BudgetExceeded):
    """A family has too many followers; `fits` of its positions, the first ones, have few enough."""

    def __init__(self, message: str, fits: int) -> None:
        super().__init__(message)
        self.fits = fits
        self.looked_at = MOST_POSITIONS


def certify_family(
    positions: Iterable[Position], *, what: FamilyKind = "outcome", none: Iterable[str | int] = ()
) -> Certificate:
    """Return a certificate that lists the outcomes, values, ... of a family.

    Parameters
    ----------
    positions : iterable of Position
        The family. Moves are derived if the rules are patterns or arithmetic, and listed otherwise.
    what : str
        ``"outcome"``; ``"misere"`` for the outcome under misère play; ``"grundy"``; ``"value"``;
        ``"weight"`` for the atomic weights of all-small games; ``"moves"``, those of all followers
        included; ``"tree"``, which says which positions have equal trees; ``"lengths"`` of
        impartial games, if the winner makes winning moves.
    none : iterable of str or int
        Outcomes or Grundy values that no position of the family has.

    Raises
    ------
    ValueError
        If some position has one of the results in `none`.
    NotAtomicError
        If a game has no atomic weight.
    BudgetExceeded
        If there are too many positions.

    Examples
    --------
    >>> family = [fs.Clobber("xo" * n) for n in range(1, 4)]
    >>> certify_family(family, none=["L", "R"]).check()
    ['the outcomes of 3 positions, never L, R']
    >>> certify_family([fs.PartizanEuclid(5, 3)], what="weight").check()
    ['the atomic weights of 4 positions']
    """
    if what not in get_args(FamilyKind):
        raise ValueError(f"expected one of {', '.join(get_args(FamilyKind))}, got {what!r}")
    absent, asked = list(none), list(positions)
    if absent and what not in ("outcome", "misere", "grundy"):
        raise ValueError(f"expected no results that must not occur for a {what}, got {absent[0]!r}")
    if not asked:
        raise ValueError("expected at least one position of the family, got none")
    rules, listed = _described(asked, is_value=what not in ("moves", "tree", "lengths"))
    forms: Rows = []
    results: list[Any]
    if what in ("moves", "value", "weight"):
        try:
            listed, results, forms = _graph(rules, listed, what)
        except BudgetExceeded as error:
            raise FamilyTooLarge(str(error), len(asked) // 2) from None
    elif what == "tree":
        results = list(checker.first_equal_trees(checker.Family(rules, Work()), listed))
    elif what == "lengths":
        results = checker.Family(rules, Work()).results(listed, checker.lengths_of_play)
    else:
        results = [_result(position, what) for position in asked]
    for position, result in zip(asked, results, strict=False):
        if result in absent:
            raise ValueError(f"expected no {what} {result}, got {position!r}")
    return Certificate.sealed(
        {
            "forms": forms,
            "rules": rules,
            "positions": listed,
            "play": "misere" if what == "misere" else "normal",
            "what": "outcome" if what == "misere" else what,
            "results": results,
            "none": absent,
        }
    )


def _described(
    asked: Iterable[Position], *, is_value: bool
) -> tuple[list[dict[str, Any]], list[tuple[int, Any]]]:
    """Return the rules, and each position as the number of its rules and a board, heaps or row.

    If only values matter, moves are listed up to the symmetries that the ruleset knows.
    """
    same: dict[Any, Position] = {}

    def one_of_same(position: Position) -> Position:
        key = position.ruleset.key(position.state) if is_value else position.state
        return same.setdefault((position.ruleset, key), position)

    def options(position: Position) -> Iterable[Iterable[Position]]:
        return [map(one_of_same, side) for side in options_of(position)]

    games = Games(most=MOST_POSITIONS)
    listing = games.listing(options)
    rules: list[dict[str, Any]] = []
    places: list[tuple[int, Any]] = []
    names: dict[str, None] = {}
    for fits, position in enumerate(asked):
        try:
            described = games.derived(position)
            if described is None:
                names[position.ruleset.name] = None
                places.append((-1, listing.add(one_of_same(position))))
                continue
        except BudgetExceeded as error:
            raise FamilyTooLarge(str(error), fits) from None
        sides = {side: described[side] for side in checker.OTHER}
        if sides not in rules:
            rules.append(sides)
        places.append((rules.index(sides), start_of(described)))
    if names:
        rules.append({"moves": listing.rows, "name": label_of(", ".join(names))})
    return rules, [(number % len(rules), place) for number, place in places]


def _graph(
    rules: list[dict[str, Any]], asked: list[tuple[int, Any]], what: str
) -> tuple[list[tuple[int, Any]], list[Any], Rows]:
    """Return all followers, their moves with what is claimed of each, and the forms of that."""
    games = Games(most=2 * MOST_POSITIONS)  # the followers once more, and the forms
    family = checker.Family(rules, Work())
    rows, met = games.rows_from(asked, lambda at: [sorted(side) for side in family.moves(at)])
    if what == "moves":
        return met, rows, []
    values = values_of(rows)
    if what == "value":
        forms, known = games.form(values[: len(set(asked))])
        place = {value: i for i, value in enumerate(known)}
        claims = [[place[value]] for value in values[: len(set(asked))]]
        claims += [[] for _ in values[len(claims) :]]
    else:
        if not all(bool(left) == bool(right) for left, right in rows):
            raise NotAtomicError(f"expected all-small games, got one of value {values[0]}")
        weights = [value.atomic_weight() for value in values]
        forms, known = games.form([Value(0), *weights])
        place = {value: i for i, value in enumerate(known)}
        claims = [[place[weight]] for weight in weights]
    return met, [[*row, *claim] for row, claim in zip(rows, claims, strict=True)], forms


def _result(position: Position, what: str) -> str | int:
    if what == "grundy":
        grundy: int = position.value.nim_value
        return grundy
    return str(position.outcome if what == "outcome" else position.misere_outcome)


def certify_period(code: str | Code) -> Certificate:
    """Return a certificate that the Grundy values of a take-and-break game are periodic.

    Parameters
    ----------
    code : str
        A code such as ``"0.77"``.

    Raises
    ------
    ValueError
        If the code allows to take any number of counters.
    BudgetExceeded
        If no period is found in the first few thousand heaps.

    Examples
    --------
    >>> certify_period("0.77").check()
    ['the Grundy values of 0.77 have period 12 from 71']
    """
    code = Code.parse(code)
    if not code.is_finite:
        raise ValueError(f"expected a code with finitely many digits, got {code}")
    length = 64
    while length <= MOST_HEAPS:
        meter().charge(0)
        values = code.grundy_sequence(length)
        known = period(code, values)
        if known is not None and known.is_proved and not known.saltus:
            return Certificate.sealed(
                {
                    "code": str(code),
                    "preperiod": known.preperiod,
                    "period": known.period,
                    "grundy": values[: known.preperiod + known.period],
                }
            )
        length = min(2 * length, MOST_HEAPS) if length < MOST_HEAPS else MOST_HEAPS + 1
    raise BudgetExceeded(f"expected a period within {MOST_HEAPS} heaps of {code}, got none")
