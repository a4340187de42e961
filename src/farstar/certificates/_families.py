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

MOST_HEAPS = 4_000
"""Heaps that are looked at to prove a period."""


def certify_family(
    positions: Iterable[Position],
    *,
    what: Literal["outcome", "misere", "grundy"] = "outcome",
    none: Iterable[str | int] = (),
    name: str = "",
) -> Certificate:
    """Return a certificate that lists the outcomes or Grundy values of a family.

    Parameters
    ----------
    positions : iterable of Position
        The family; the rules of each position must be patterns or arithmetic.
    what : str
        ``"outcome"``, ``"misere"`` for the outcome under misère play, or ``"grundy"``.
    none : iterable of str or int
        Results that no position of the family has.
    name : str
        A description of the family, for people.

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
    if what not in ("outcome", "misere", "grundy"):
        raise ValueError(f"expected outcome, misere or grundy, got {what!r}")
    absent = list(none)
    games = Games()
    rules: list[dict[str, Any]] = []
    listed, results = [], []
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
    return sealed(
        {
            "name": name,
            "rules": rules,
            "positions": listed,
            "play": "misere" if what == "misere" else "normal",
            "what": "grundy" if what == "grundy" else "outcome",
            "results": results,
            "none": absent,
        }
    )


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
