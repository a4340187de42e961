"""Take-and-break games by their codes, and their sequences of Grundy values.

A code such as ``0.137`` says what may be done with a heap: the digit at place k after the point is
about taking k counters. Its part 1 allows to leave nothing, 2 to leave one heap, 4 to leave two
heaps and 8 to leave three, none of them empty. The digit before the point is about taking nothing,
so it can only be 0, 4, 8 or C. Digits up to 7 make an octal game, those up to F a hexadecimal one.
Digits in brackets at the end are repeated for ever: ``0.[3]`` is Nim.

Digits of other kinds, such as the 4! of Grundy's game, are in `farstar.impartial.general_codes`.

Kayles is 0.77, Dawson's Kayles 0.07, Dawson's Chess 0.137, Treblecross 0.007, Guiles 0.15, Officers
0.6. Grundy's game, where a heap is split into two unequal heaps, has no such code but its own
function here.

References
----------
.. [1] R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52
   (1956) 514-526.
.. [2] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2001), chapter 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TypeVar

from farstar._arguments import integer, shown
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.impartial.grundy import mex

_CODE = re.compile(r"([0-9A-Fa-f]?)\.([0-9A-Fa-f]*)(?:\[([0-9A-Fa-f]+)\])?")
_MOST_DIGITS = 1000

T = TypeVar("T")

GRUNDYS_GAME = "grundy"
"""Stands for Grundy's game, which has no code."""

MOST_PLAIN = 1_000_000
"""The longest sequence that is worked out here."""


@dataclass(frozen=True, slots=True)
class Code:
    """The rules of a take-and-break game.

    Examples
    --------
    >>> kayles = Code.parse("0.77")
    >>> list(kayles.moves(3))
    [(2,), (1, 1), (1,)]
    >>> kayles.grundy_sequence(10)
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    """

    digits: tuple[int, ...]
    """The digits, that before the point first; without zeros at the end."""

    repeated: tuple[int, ...] = ()
    """The digits that come again and again after those."""

    @classmethod
    def parse(cls, text: str | Code) -> Code:
        """Read a code such as ``0.77``, ``.137``, ``4.3F`` or ``0.1[30]``.

        Raises
        ------
        IllegalPositionError
            If it is not a code.
        """
        if isinstance(text, Code):
            return text
        given: object = text
        match = _CODE.fullmatch(given.strip()) if isinstance(given, str) else None
        if match is None:
            raise IllegalPositionError(
                f"expected a code such as 0.77, 4.3F or 0.[3], got {shown(text)}"
            )
        first = int(match[1] or "0", 16)
        if first & 3:
            raise IllegalPositionError(
                f"expected 0, 4, 8 or C before the point (a player who takes nothing "
                f"must split a heap), got {match[1]!r}"
            )
        if len(match[2]) + len(match[3] or "") > _MOST_DIGITS:
            raise IllegalPositionError(f"expected a code of at most {_MOST_DIGITS} digits")
        digits = [first, *(int(digit, 16) for digit in match[2])]
        repeated = shortest_block(tuple(int(digit, 16) for digit in match[3] or ""))
        if not any(repeated):
            repeated = ()
            while len(digits) > 1 and digits[-1] == 0:
                digits.pop()
        while repeated and len(digits) > 1 and digits[-1] == repeated[-1]:
            repeated = (digits.pop(), *repeated[:-1])
        return cls(tuple(digits), repeated)

    @classmethod
    def taking(cls, takes: Iterable[int], digit: int = 3, *, all_but: bool = False) -> Code:
        """Return the code that has the same digit for each number that may be taken.

        Parameters
        ----------
        takes : iterable of int
            The numbers that may be taken; with `all_but` those that may not.
        digit : int
            What may be left: 3 for a subtraction game, 7 if the rest may also be split.
        all_but : bool
            Whether all other numbers may be taken.

        Examples
        --------
        >>> str(Code.taking([2, 3, 7])), str(Code.taking([2, 3, 7], all_but=True))
        ('0.0330003', '0.3003330[3]')
        """
        numbers = {integer(take, 1, "each number") for take in takes}
        if max(numbers, default=0) > _MOST_DIGITS:
            raise IllegalPositionError(f"expected numbers up to {_MOST_DIGITS}")
        written = range(1, max(numbers, default=0) + 1)
        text = "".join(f"{digit if (n in numbers) != all_but else 0:X}" for n in written)
        return cls.parse(f"0.{text}[{digit:X}]" if all_but else f"0.{text}")

    def __str__(self) -> str:
        plain = "".join(f"{digit:X}" for digit in self.digits)
        again = f"[{''.join(f'{digit:X}' for digit in self.repeated)}]" if self.repeated else ""
        return f"{plain[0]}.{plain[1:]}{again}" if plain[1:] or again else f"{plain[0]}.0"

    def digit(self, taken: int) -> int:
        """Return the digit that is about taking so many counters.

        Examples
        --------
        >>> [Code.parse("0.1[30]").digit(k) for k in range(6)]
        [0, 1, 3, 0, 3, 0]
        """
        if taken < len(self.digits):
            return self.digits[taken]
        return (
            self.repeated[(taken - len(self.digits)) % len(self.repeated)] if self.repeated else 0
        )

    @property
    def is_finite(self) -> bool:
        """Whether the most that may be taken is bounded."""
        return not self.repeated

    @property
    def length(self) -> int | None:
        """The most that may be taken at once; None if there is no bound."""
        return len(self.digits) - 1 if self.is_finite else None

    @property
    def parts(self) -> int:
        """The greatest number of heaps that a heap may become.

        Examples
        --------
        >>> [Code.parse(text).parts for text in ("0.33", "0.77", "0.3F")]
        [1, 2, 3]
        """
        return max(1, max((*self.digits, *self.repeated)).bit_length() - 1)

    def moves(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Yield the heaps that may be left of a heap, in order of size within a move."""
        for taken in range(min(heap, heap if self.repeated else len(self.digits) - 1) + 1):
            digit, rest = self.digit(taken), heap - taken
            if digit & 1 and rest == 0:
                yield ()
            if digit & 2 and rest > 0:
                yield (rest,)
            if digit & 4:
                yield from ((i, rest - i) for i in range(1, rest // 2 + 1))
            if digit & 8:
                yield from (
                    (i, j, rest - i - j)
                    for i, j in combinations_with_replacement(range(1, rest // 2 + 1), 2)
                    if rest - i - j >= j
                )

    def grundy_sequence(self, length: int) -> list[int]:
        """Return the Grundy values of the heaps 0, 1, ..., `length` - 1, by the definition.

        Raises
        ------
        BudgetExceeded
            If `length` is more than `MOST_PLAIN`.

        Examples
        --------
        >>> Code.parse("0.07").grundy_sequence(15)
        [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4]
        """
        return list(self.grundy_values(checked_length(length)))

    def grundy_values(self, length: int) -> Iterator[int]:
        """Yield the Grundy values one by one, each by the definition."""
        values: list[int] = []
        # Of three heaps, the first two make a sum whose values for a given size are remembered.
        pairs: list[set[int]] = []
        for heap in range(length):
            values.append(mex(self._excluded(heap, values, pairs)))
            yield values[-1]

    def _excluded(self, heap: int, values: list[int], pairs: list[set[int]]) -> set[int]:
        excluded: set[int] = set()
        most = heap if self.repeated else min(heap, len(self.digits) - 1)
        for taken in range(most + 1):
            digit, rest = self.digit(taken), heap - taken
            if digit & 1 and rest == 0:
                excluded.add(0)
            if digit & 2 and rest > 0:
                excluded.add(values[rest])
            if digit & 4 and rest > 1:
                excluded |= _of_two(values, rest)
            if digit & 8 and rest > 2:
                while len(pairs) < rest:
                    pairs.append(_of_two(values, len(pairs)))
                for third in range(1, rest // 3 + 1):
                    value = values[third]
                    excluded.update(value ^ pair for pair in pairs[rest - third])
        return excluded


KAYLES = Code((0, 7, 7))
DAWSONS_KAYLES = Code((0, 0, 7))


def grundys_game(length: int) -> list[int]:
    """Return the values of Grundy's game for the heaps 0, 1, ..., `length` - 1.

    A move splits a heap into two heaps of different sizes.

    Examples
    --------
    >>> grundys_game(16)
    [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1]
    """
    return list(grundys_game_values(checked_length(length)))


def grundys_game_values(length: int) -> Iterator[int]:
    """Yield the values of Grundy's game one by one, each by the definition."""
    values: list[int] = []
    for heap in range(length):
        half = (heap + 1) // 2
        values.append(mex({values[i] ^ values[heap - i] for i in range(1, half)}))
        yield values[-1]


def checked_length(length: int) -> int:
    """Return a length for which the sequence can be worked out here."""
    if integer(length, 0, "the number of heaps") > MOST_PLAIN:
        raise BudgetExceeded(f"expected at most {MOST_PLAIN} heaps, got {shown(length)}")
    return length


def _of_two(values: list[int], size: int) -> set[int]:
    """Return the values of all pairs of heaps, none empty, of a total size."""
    half = size // 2
    return {
        a ^ b
        for a, b in zip(values[1 : half + 1], values[size - 1 : size - half - 1 : -1], strict=True)
    }


def shortest_block(block: tuple[T, ...]) -> tuple[T, ...]:
    """Return the shortest block that, repeated, is this one."""
    for size in range(1, len(block)):
        if len(block) % size == 0 and block[:size] * (len(block) // size) == block:
            return block[:size]
    return block
