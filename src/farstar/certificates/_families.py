"""Certificates about many positions: families that are listed completely, and periods."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from farstar.certificates._certificate import Certificate, sealed
from farstar.certificates._games import Games
from farstar.errors import BudgetExceeded
from farstar.rules import Position
from farstar.theory.impartial_codes import Code
from farstar.theory.impartial_periods import period
from farstar.values import Value

MOST_HEAPS = 4_000
"""Heaps that are looked at to prove a period."""


def certify_family(
    positions: Iterable[Position],
    *,
    what: Literal["outcome", "misere", "grundy", "value"] = "outcome",
    none: Iterable[str | int] = (),
) -> Certificate:
    """Return a certificate that lists the outcomes or Grundy values of a family.

    Parameters
    ----------
    positions : iterable of Position
        The family; the rules of each position must be patterns or arithmetic.
    what : str
        ``"outcome"``, ``"misere"`` for the outcome under misère play, ``"grundy"`` or ``"value"``.
    none : iterable of str or int
        Results that no position of the family has.

    Raises
    ------
    ValueError
        If some position has one of the results in `none`, or rules that cannot be derived.
    BudgetExceeded
        If there are too many positions.

    Examples
    --------
    >>> family = [fs.Clobber("xo" * n) for n in range(1, 4)]
    >>> certify_family(family, none=["L", "R"]).check()
    ['outcome of 3 positions, never L, R']
    """
    if what not in ("outcome", "misere", "grundy", "value"):
        raise ValueError(f"expected outcome, misere, grundy or value, got {what!r}")
    absent = list(none)
    if absent and what == "value":
        raise ValueError(f"expected no results that must not occur for values, got {absent[0]!r}")
    games = Games()
    rules: list[dict[str, Any]] = []
    listed: list[Any] = []
    results: list[Any] = []
    for position in positions:
        described = games.derived(position)
        if described is None:
            raise ValueError(
                f"expected rules that are patterns or arithmetic for a family, got {position!r}"
            )
        start = described.get("board", described.get("heaps"))
        sides = {side: described[side] for side in ("left", "right")}
        if sides not in rules:
            rules.append(sides)
        listed.append([rules.index(sides), start])
        results.append(_result(position, what))
        if results[-1] in absent:
            raise ValueError(f"expected no {what} {results[-1]}, got {position!r}")
    if not listed:
        raise ValueError("expected at least one position of the family, got none")
    forms: list[Any] = []
    if what == "value":
        forms, values = games.form(results)
        place = {value: i for i, value in enumerate(values)}
        results = [place[value] for value in results]
    return sealed(
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


def _result(position: Position, what: str) -> str | int | Value:
    if what == "value":
        return position.value
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
        values = code.grundy_sequence(length)
        known = period(code, values)
        if known is not None and known.is_proved and not known.saltus:
            return sealed(
                {
                    "code": str(code),
                    "preperiod": known.preperiod,
                    "period": known.period,
                    "grundy": values[: known.preperiod + known.period],
                }
            )
        length = min(2 * length, MOST_HEAPS) if length < MOST_HEAPS else MOST_HEAPS + 1
    raise BudgetExceeded(f"expected a period within {MOST_HEAPS} heaps of {code}, got none")
