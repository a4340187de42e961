"""Codes of take-and-break games beyond octal and hexadecimal ones, as CGSuite writes them.

A digit is a sum of powers of two: 2^k allows to leave exactly k heaps, none of them empty. Digits
from 10 on are letters up to Z, and larger ones are written ``&100;``. Further forms of a digit:

- ``*``: any number of heaps. ``{2+}``: two heaps or more. ``{0,1,3+}``: none, one, or three or
  more.
- ``!`` after a digit: all heaps have different sizes; ``?``: they are not all equal; ``=``: they
  are all equal. Inside braces a number may have its own mark: ``{2,3?+}``.
- Before the point there may be several digits: the last one is about taking nothing, the one before
  about *adding* a counter, and so on. Such a digit must split a heap into smaller ones.

``4!.0`` is Grundy's game, ``{2+}=.0`` splits a heap into equal heaps, ``80.0`` adds a counter and
splits into three. A code whose digits are all plain is a `Code`; `parse_code` returns what fits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from farstar._arguments import shown
from farstar.errors import IllegalPositionError
from farstar.impartial.codes import Code, checked_length, shortest_block
from farstar.impartial.grundy import mex

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PLAIN = re.compile(r"[0-9A-Fa-f]?\.[0-9A-Fa-f]*(\[[0-9A-Fa-f]+\])?")
_TOKEN = re.compile(r"([0-9A-Za-z]|\*|\{[^{}]*\}|&[0-9]{1,3};)([!?=]?)")
_MOST_DIGITS = 1000
_MOST_NAMED = 63
"""The greatest number of heaps that a digit may name."""

ANY, DIFFERENT, NOT_EQUAL, EQUAL, NEVER = "", "!", "?", "=", "-"


@dataclass(frozen=True, slots=True)
class Digit:
    """What may be left when a certain number of counters is taken.

    Examples
    --------
    >>> digit = Digit.parse("{2,3?+}")
    >>> list(digit.splits(6))[:4]
    [(1, 5), (2, 4), (3, 3), (1, 1, 4)]
    """

    marks: tuple[str, ...]
    """For each number of heaps its mark, or ``-`` where that number is not allowed."""

    goes_on: bool = False
    """Whether larger numbers of heaps have the last mark."""

    @classmethod
    def parse(cls, text: str) -> Digit:
        """Read one digit with its mark, in normal form."""
        match = _TOKEN.fullmatch(text)
        if match is None:
            raise IllegalPositionError(f"expected a digit of a code, got {shown(text)}")
        body, mark = match[1], match[2]
        if body == "*":
            return _normal([mark], goes_on=True)
        if body[0] == "{":
            return _of_list(body[1:-1], mark)
        number = int(body[1:-1]) if body[0] == "&" else _LETTERS.index(body.upper())
        bits = range(number.bit_length())
        return _normal([mark if number >> heaps & 1 else NEVER for heaps in bits], goes_on=False)

    def __str__(self) -> str:
        if not self.marks:
            return "0"
        last = self.marks[-1]
        is_uniform = all(mark in (last, NEVER) for mark in self.marks)
        if is_uniform and not self.goes_on:
            number = sum(1 << heaps for heaps, mark in enumerate(self.marks) if mark != NEVER)
            return (_LETTERS[number] if number < len(_LETTERS) else f"&{number};") + last
        if is_uniform and len(self.marks) == 1:
            return "*" + last
        allowed = [(heaps, mark) for heaps, mark in enumerate(self.marks) if mark != NEVER]
        listed = ",".join(f"{heaps}{'' if is_uniform else mark}" for heaps, mark in allowed)
        return f"{{{listed}{'+' if self.goes_on else ''}}}{last if is_uniform else ''}"

    @property
    def plain(self) -> int | None:
        """The digit of a `Code`, if it is one."""
        if self.goes_on or len(self.marks) > 4 or any(mark in "!?=" for mark in self.marks if mark):
            return None
        return sum(1 << heaps for heaps, mark in enumerate(self.marks) if mark != NEVER)

    @property
    def parts(self) -> int | None:
        """The greatest number of heaps; None if there is none."""
        return None if self.goes_on else max(0, len(self.marks) - 1)

    def mark(self, heaps: int) -> str:
        """Return the mark of a number of heaps."""
        if heaps < len(self.marks):
            return self.marks[heaps]
        return self.marks[-1] if self.goes_on else NEVER

    def counts(self, total: int) -> Iterator[int]:
        """Yield the numbers of heaps into which `total` counters may be split."""
        most = total if self.goes_on else min(total, len(self.marks) - 1)
        yield from (heaps for heaps in range(most + 1) if self.mark(heaps) != NEVER)

    def splits(self, total: int) -> Iterator[tuple[int, ...]]:
        """Yield the heaps that may be left of `total` counters, the smallest heap first."""
        for heaps in self.counts(total):
            mark = self.mark(heaps)
            if mark == EQUAL and heaps:
                if total and total % heaps == 0:
                    yield (total // heaps,) * heaps
                continue
            for split in partitions(total, heaps, distinct=mark == DIFFERENT):
                if mark != NOT_EQUAL or heaps < 2 or split[0] != split[-1]:
                    yield split


@dataclass(frozen=True, slots=True)
class GeneralCode:
    """The rules of a take-and-break game with such digits.

    Examples
    --------
    >>> grundys_game = parse_code("4!.0")
    >>> list(grundys_game.moves(7))
    [(1, 6), (2, 5), (3, 4)]
    >>> grundys_game.grundy_sequence(10), str(grundys_game)
    ([0, 0, 0, 1, 0, 2, 1, 0, 2, 1], '4!.0')
    """

    digits: tuple[Digit, ...]
    """The digits from the last one before the point on, without zeros at the end."""

    repeated: tuple[Digit, ...] = ()
    """The digits that come again and again after those."""

    added: tuple[Digit, ...] = ()
    """The digits about adding 1, 2, ... counters."""

    def __str__(self) -> str:
        before = "".join(map(str, [*reversed(self.added), self.digits[0]]))
        after = "".join(map(str, self.digits[1:]))
        again = f"[{''.join(map(str, self.repeated))}]" if self.repeated else ""
        return f"{before}.{after}{again}" if after or again else f"{before}.0"

    def digit(self, taken: int) -> Digit:
        """Return the digit that is about taking so many counters; a negative number adds."""
        if taken < 0:
            return self.added[-taken - 1] if -taken <= len(self.added) else _ZERO
        if taken < len(self.digits):
            return self.digits[taken]
        if not self.repeated:
            return _ZERO
        return self.repeated[(taken - len(self.digits)) % len(self.repeated)]

    @property
    def is_finite(self) -> bool:
        """Whether the most that may be taken is bounded."""
        return not self.repeated

    @property
    def parts(self) -> int | None:
        """The greatest number of heaps that a heap may become; None if there is none."""
        parts = [digit.parts for digit in (*self.added, *self.digits, *self.repeated)]
        return None if None in parts else max(1, *(part or 0 for part in parts))

    def moves(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Yield the heaps that may be left of a heap."""
        most = heap if self.repeated else min(heap, len(self.digits) - 1)
        for taken in range(-len(self.added), most + 1):
            yield from self.digit(taken).splits(heap - taken)

    def grundy_sequence(self, length: int) -> list[int]:
        """Return the Grundy values of the heaps 0, 1, ..., `length` - 1."""
        return list(self.grundy_values(checked_length(length)))

    def grundy_values(self, length: int) -> Iterator[int]:
        """Yield the Grundy values one by one."""
        sums = _Sums()
        for heap in range(length):
            most = heap if self.repeated else min(heap, len(self.digits) - 1)
            excluded: set[int] = set()
            for taken in range(-len(self.added), most + 1):
                excluded |= sums.of_digit(self.digit(taken), heap - taken)
            sums.values.append(mex(excluded))
            yield sums.values[-1]


AnyCode: TypeAlias = Code | GeneralCode


def parse_code(text: str | AnyCode) -> AnyCode:
    """Read a code; one with plain digits only, up to F, is a `Code`.

    Raises
    ------
    IllegalPositionError
        If it is not a code, or a digit before the point does not make heaps smaller.

    Examples
    --------
    >>> [str(parse_code(text)) for text in ("04.30", "0.{0!,2!,3!}", "0.{0,1,2!,3!,4!+}")]
    ['4.3', '0.D!', '0.*!']
    """
    if isinstance(text, Code | GeneralCode):
        return text
    given: object = text
    if not isinstance(given, str) or _PLAIN.fullmatch(given.strip()):
        return Code.parse(text)
    before, point, after = given.strip().partition(".")
    after, bracket, again = after.partition("[")
    if not point or bool(bracket) != again.endswith("]"):
        raise IllegalPositionError(f"expected a code such as 0.77 or 4!.0, got {shown(text)}")
    first = _digits(before, text)
    digits, repeated = _digits(after, text), shortest_block(_digits(again[:-1], text))
    if not first or (bracket and not repeated):
        raise IllegalPositionError(f"expected a code such as 0.77 or 4!.0, got {shown(text)}")
    if len(first) + len(digits) + len(repeated) > _MOST_DIGITS:
        raise IllegalPositionError(f"expected a code of at most {_MOST_DIGITS} digits")
    added = list(reversed(first[:-1]))
    digits = (first[-1], *digits)
    if all(digit == _ZERO for digit in repeated):
        repeated = ()
    code = GeneralCode(
        digits if repeated else _without_zeros(digits, 1), repeated, _without_zeros(added, 0)
    )
    for more, digit in enumerate((code.digits[0], *code.added)):
        _check_shrinks(digit, more)
    return _as_plain(code) or code


def _as_plain(code: GeneralCode) -> Code | None:
    plain = [digit.plain for digit in code.digits]
    again = [digit.plain for digit in code.repeated]
    if code.added or None in plain or None in again:
        return None
    written = [
        "".join(f"{digit:X}" for digit in part if digit is not None) for part in (plain, again)
    ]
    return Code.parse(f"{written[0][0]}.{written[0][1:]}" + (f"[{written[1]}]" if again else ""))


def _digits(text: str, code: object) -> tuple[Digit, ...]:
    digits, place = [], 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise IllegalPositionError(
                f"expected a digit of a code, *, a list such as {{2+}} or &100;, "
                f"got {text[place:][:20]!r} in {shown(code)}"
            )
        digits.append(Digit.parse(match[0]))
        place = match.end()
    return tuple(digits)


def _of_list(text: str, mark: str) -> Digit:
    goes_on = text.endswith("+")
    marks: dict[int, str] = {}
    for part in text.removesuffix("+").split(","):
        match = re.fullmatch(r"\s*([0-9]{1,2})([!?=]?)\s*", part)
        if match is None or int(match[1]) > _MOST_NAMED or (match[2] and mark):
            raise IllegalPositionError(
                f"expected numbers of heaps up to {_MOST_NAMED} such as {{0,2!,3+}}, "
                f"got {{{text}}}{mark}"
            )
        marks[int(match[1])] = match[2] or mark
    return _normal([marks.get(heaps, NEVER) for heaps in range(max(marks) + 1)], goes_on=goes_on)


def _normal(marks: list[str], *, goes_on: bool) -> Digit:
    """Return a digit whose marks are as few as possible: those of 0 and 1 heap say nothing."""
    while marks and marks[-1] == NEVER:
        marks.pop()
    while goes_on and len(marks) < 4:
        marks.append(marks[-1])
    telling = {mark for mark in marks[2:] if mark != NEVER}
    for heaps, mark in enumerate(marks):
        if mark != NEVER and (heaps < 2 or len(telling) == 1):
            marks[heaps] = next(iter(telling)) if len(telling) == 1 else ANY
    while goes_on and len(marks) > 1 and marks[-2] == marks[-1]:
        marks.pop()
    return Digit(tuple(marks), goes_on)


_ZERO = Digit(())


def _without_zeros(digits: tuple[Digit, ...] | list[Digit], least: int) -> tuple[Digit, ...]:
    kept = list(digits)
    while len(kept) > least and kept[-1] == _ZERO:
        kept.pop()
    return tuple(kept)


def _check_shrinks(digit: Digit, added: int) -> None:
    """Refuse a digit that may leave a heap as large as before."""
    for heaps in range(added + 2):
        mark = digit.mark(heaps)
        grows = heaps * (heaps - 1) // 2 <= added if mark == DIFFERENT else True
        if mark != NEVER and grows:
            what = f"adds {added}" if added else "takes nothing"
            raise IllegalPositionError(
                f"expected a digit before the point that splits into at least {added + 2} heaps "
                f"(a player who {what} must leave smaller heaps), got {digit}"
            )


def partitions(total: int, heaps: int, *, distinct: bool = False) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write `total` as a sum of positive numbers in order of size.

    Examples
    --------
    >>> list(partitions(6, 3)), list(partitions(6, 2, distinct=True))
    ([(1, 1, 4), (1, 2, 3), (2, 2, 2)], [(1, 5), (2, 4)])
    """
    step = 1 if distinct else 0

    def extend(rest: int, left: int, least: int) -> Iterator[tuple[int, ...]]:
        if left == 1:
            if rest >= least:
                yield (rest,)
            return
        first = least
        while first * left + step * left * (left - 1) // 2 <= rest:
            for others in extend(rest - first, left - 1, first + step):
                yield (first, *others)
            first += 1

    if heaps == 0:
        if total == 0:
            yield ()
        return
    yield from extend(total, heaps, 1)


class _Sums:
    """The Grundy values of the ways to split a number of counters, remembered."""

    def __init__(self) -> None:
        self.values: list[int] = []
        self._of_some: dict[tuple[int, int], set[int]] = {}
        self._of_any: list[set[int]] = [{0}]

    def of_digit(self, digit: Digit, total: int) -> set[int]:
        """Return the values of everything that a digit allows to leave of `total` counters."""
        found: set[int] = set()
        if digit.goes_on and digit.marks[-1] == ANY and total >= len(digit.marks) - 1:
            found |= self._at_least(len(digit.marks) - 1, total)
            counts = [heaps for heaps in digit.counts(total) if heaps < len(digit.marks) - 1]
        else:
            counts = list(digit.counts(total))
        for heaps in counts:
            found |= self._of_heaps(digit.mark(heaps), heaps, total)
        return found

    def _of_heaps(self, mark: str, heaps: int, total: int) -> set[int]:
        if heaps < 2 or mark == ANY:
            return self._unmarked(heaps, total)
        if mark == EQUAL:
            if total % heaps or not total:
                return set()
            return {self.values[total // heaps] if heaps % 2 else 0}
        found = set()
        for split in partitions(total, heaps, distinct=mark == DIFFERENT):
            if split[0] != split[-1]:
                value = 0
                for heap in split:
                    value ^= self.values[heap]
                found.add(value)
        return found

    def _unmarked(self, heaps: int, total: int) -> set[int]:
        if heaps == 0:
            return {0} if total == 0 else set()
        if heaps == 1:
            return {self.values[total]} if total else set()
        key = (heaps, total)
        if key not in self._of_some:
            self._of_some[key] = {
                self.values[first] ^ other
                for first in range(1, total // heaps + 1)
                for other in self._unmarked(heaps - 1, total - first)
            }
        return self._of_some[key]

    def _at_least(self, heaps: int, total: int) -> set[int]:
        """Return the values of all ways to leave so many heaps or more."""
        if heaps == 0:
            return {0} if total == 0 else self._at_least(1, total)
        if heaps == 1:
            return {self.values[total]} | self._at_least(2, total) if total else set()
        if heaps == 2:
            self._extend(total)
        key = (-heaps, total)
        if key not in self._of_some:
            found: set[int] = set()
            for first in range(1, total - heaps + 2):
                rest = total - first
                others = self._of_any[rest] if heaps == 2 else self._at_least(heaps - 1, rest)
                found |= {self.values[first] ^ other for other in others}
            self._of_some[key] = found
        return self._of_some[key]

    def _extend(self, total: int) -> None:
        """Find the values of all ways to split fewer than `total` counters."""
        while len(self._of_any) < total:
            size = len(self._of_any)
            firsts = range(1, size + 1)
            sums = {self.values[i] ^ other for i in firsts for other in self._of_any[size - i]}
            self._of_any.append(sums)
