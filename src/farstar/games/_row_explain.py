"""Steps of an explanation that all games on a row of heaps share."""

from __future__ import annotations

from collections.abc import Iterable

from farstar._digits import to_text
from farstar.games._wording import count, number, numbers
from farstar.rules import Reason
from farstar.theory import restricted, serial_nim
from farstar.theory.multipliers import Multipliers
from farstar.theory.quotient_matrices import product

_PLAIN_BITS = 4096
_SHOWN_HEAPS = 12


def plain_number(n: int) -> int | str:
    """Return a number as data: huge ones as text, which every JSON reader accepts."""
    return n if n.bit_length() <= _PLAIN_BITS else to_text(n)


def plain(items: Iterable[int]) -> list[int | str]:
    """Return numbers as data."""
    return [plain_number(n) for n in items]


def grossman_pair(row: tuple[int, ...]) -> tuple[int, int]:
    """Return the position of Grossman's game that is equivalent to this row of heaps."""
    quotients = [*row[:-1], row[-1] + 1] if row else [1]
    large, _, small, _ = product(quotients)
    return small, large


def first_choice(row: tuple[int, ...]) -> Reason:
    """Explain who wins a row of heaps without a limit on the takes."""
    place = next((i for i, heap in enumerate(row) if heap > 1), None)
    if place is None:
        won = len(row) % 2 == 1
        text = (
            f"All heaps are 1, so every move is forced and the game lasts {count(len(row), 'move')}"
            f": the player to move {'makes' if won else 'does not make'} the last one."
        )
    else:
        won = place % 2 == 0
        before = f"the {count(place, 'heap')} before it are 1, so" if place > 1 else ""
        before = "the heap before it is 1, so" if place == 1 else before
        text = (
            f"The first heap that is not 1 is {number(row[place])}, at place {place}"
            f"{f'; {before} play up to there is forced' if place else ''}. Whoever meets it can "
            f"take all of it or all but one, and so decides who must begin the rest. Place {place} "
            f"is {'even: that is the player to move' if won else 'odd: that is the opponent'}."
        )
    return Reason("First heap that is not 1", text, (), {"place": place, "wins": won})


def parity(row: tuple[int, ...]) -> Reason:
    """Explain a row where every take is odd and 1 is always legal."""
    total = sum(row)
    verdict = "odd: the player to move wins" if total % 2 else "even: the player to move loses"
    text = (
        f"Every move takes an odd number of counters and 1 is always legal, so all plays have the "
        f"same parity. The heaps hold {number(total)} counters, which is {verdict}."
    )
    return Reason("Parity", text, (), {"counters": plain_number(total)})


def residues(row: tuple[int, ...], limit: int) -> Reason:
    """Explain a row where a move takes at most `limit` counters."""
    period = limit + 1
    items = []
    for i in range(min(len(row), _SHOWN_HEAPS)):
        rest = serial_nim.wins(row[i + 1 :], limit=limit)
        goal = 1 if rest else 0
        won = row[i] % period != goal
        items.append(
            f"heap {number(row[i])}: the rest is {'won' if rest else 'lost'} for whoever begins "
            f"it, so the winner leaves {goal} modulo {number(period)}, and the player who meets "
            f"{number(row[i] % period)} {'wins' if won else 'loses'}"
        )
    if len(row) > _SHOWN_HEAPS:
        items.append(f"... and {count(len(row) - _SHOWN_HEAPS, 'heap')} more")
    text = f"Modulo {number(period)} the heaps are {numbers([h % period for h in row])}."
    return Reason("Residues", text, tuple(items), {"residues": plain(h % period for h in row)})


def subtraction(row: tuple[int, ...], takes: Multipliers) -> Reason:
    """Explain a row where the takes come from a set without a closed form."""
    first = max(0, len(row) - _SHOWN_HEAPS)
    items = []
    for i in range(len(row) - 1, first - 1, -1):
        value = restricted.grundy(*grossman_pair(row[i:]), takes)
        items.append(f"from heap {number(row[i])} at place {i} on: {number(value)}")
    if first:
        items.append(f"... and {count(first, 'heap')} before these")
    text = (
        f"Each heap is a subtraction game with takes {takes} that stands in front of what follows "
        f"it. From the last heap to the first the Grundy values are:"
    )
    return Reason("Subtraction games", text, tuple(items), {})
