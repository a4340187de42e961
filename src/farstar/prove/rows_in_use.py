"""Theorems in use for rows of Toads and Frogs with one or two blanks: what they are worth.

Rows with one frog are members of families, with the numbers of toads between the blanks as
parameters; rows with one toad are their negatives. A row with one blank is * exactly if the second
player wins it beside *, which an automaton decides.
"""

from __future__ import annotations

import re
from functools import lru_cache

from farstar import engine
from farstar._outcome import Outcome
from farstar.prove._answers import MooreMachine
from farstar.prove.in_use import are_off, checked_data, index
from farstar.prove.members_in_use import MemberFacts, member_facts
from farstar.rules import CitedTheorem
from farstar.values import star

_FAMILIES = {
    "DE": (r"(T*)\.(T*)F", r"(T*)F(T*)\."),
    "PQR": (r"(T*)\.(T*)\.(T*)F", r"(T*)\.(T*)F(T*)\.", r"(T*)F(T*)\.(T*)\."),
}
"""The rows of each family; toads behind the last blank, which never move, are left out."""

_BESIDE_STAR = "toads-beside-star"
_MIRROR = str.maketrans("TF", "FT")
_NUMBER = re.compile("T{2,}|F{2,}")


def row_facts(row: str) -> MemberFacts | None:
    """Return the value of a row of Toads and Frogs by a theorem, if one gives it.

    Parameters
    ----------
    row : str
        The row, without animals at its ends that can never move.

    Examples
    --------
    >>> facts = row_facts("T" * 1000 + ".F")
    >>> facts.value, facts.theorem.name
    (Value('{998|1||0}'), 'toads-one-frog')
    >>> row_facts("TTT.FFFF").value, row_facts("TT...FF")
    (Value('*'), None)
    """
    blanks, toads, frogs = map(row.count, ".TF")
    if are_off() or not 1 <= blanks <= 2 or blanks + toads + frogs < len(row):
        return None
    if min(toads, frogs) == 1:
        # Values belong to an engine.
        return _of_family(row, engine.active().name)
    return _star(row) if blanks == 1 and min(toads, frogs) > 1 else None


@lru_cache(maxsize=1024)
def _of_family(row: str, engine_name: str) -> MemberFacts | None:
    is_negative = row.count("F") > 1
    reading = row[::-1].translate(_MIRROR) if is_negative else row
    for names, patterns in _FAMILIES.items():
        for name, pattern in zip(names, patterns, strict=True):
            fits = re.fullmatch(pattern, reading)
            if fits is not None:
                numbers = tuple(map(len, fits.groups()))
                facts = member_facts(names, name, numbers, f"the row {_powers(reading)}")
                return facts.negative() if facts is not None and is_negative else facts
    return None


def _star(row: str) -> MemberFacts | None:
    machine, cited = _beside_star()
    return MemberFacts(star(1), cited) if machine.facts(f"{row}s").outcome is Outcome.P else None


@lru_cache(maxsize=1)
def _beside_star() -> tuple[MooreMachine, CitedTheorem]:
    (cited,) = (one for known in index().values() for one in known if one.name == _BESIDE_STAR)
    statement = "the second player wins the row beside *, by an automaton for all rows: it is *"
    return MooreMachine(checked_data(cited)), cited._replace(statement=statement)


def _powers(row: str) -> str:
    """Return a row with the numbers of equal animals."""
    return _NUMBER.sub(lambda run: f"{run[0][0]}^{len(run[0])}", row)
