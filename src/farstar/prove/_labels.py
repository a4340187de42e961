"""The largest labels of the words of a family that the Lemma of the checker gives.

A label ``(q, j0, j1)`` claims that a word is at least q + j0.up and at least q + j1.up + star; the
number is in units of 2^-exponent. The labels of longer and longer words are computed from those
of shorter ones, natively if possible; the plain version here is also what tests compare with.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, TypeAlias

from farstar.certificates.theorem_checker import Bounds, Label
from farstar.engine import kernels
from farstar.prove._game import WordGame, look_at_the_clock

Claim: TypeAlias = tuple[int, int]
"""A number and a multiple of up, for e = 0 or 1."""
Entry: TypeAlias = tuple[bool, Label, tuple[Claim, Claim]]
"""Whether a word has moves, its label, and what the Lemma gives for e = 0 and for e = 1 alone."""

_ENDLESS = 1 << 50
_BELOW_ALL, _ABOVE_ALL = (-_ENDLESS, 0), (_ENDLESS, 0)
_DEAD_WORD: Entry = (False, (0, 0, -2), ((0, 0), (0, -2)))


class Leaves(NamedTuple):
    """Which bounds are tried."""

    exponent: int | None
    """Numbers with denominators up to 2^exponent; None for the number 0 only."""
    has_ups: bool
    """Whether multiples of up and star are added to the numbers."""


class Labels(Protocol):
    """Labels of all words of a family, row by row; rows of long words are in the same order."""

    def extend(self) -> int | None:
        """Label the words of one letter more; return the number of one without a bound."""

    def row(self, length: int, /) -> list[Entry]:
        """Return the labels of a length."""


def labels_of(game: WordGame, word: str, leaves: Leaves, *, is_negative: bool) -> Labels:
    """Return labels of the words of a family, so far of none."""
    family = Bounds(game.data, word, is_negative=is_negative)
    if not kernels.available():
        return PlainLabels(family, leaves)
    number = {mark: i for i, mark in enumerate(family.letters)} | {family.dead: 255}
    left, right = (
        [([number[x] for x in before], [number[x] for x in after]) for before, after in side]
        for side in family.rules
    )
    period = [number[x] for x in word]
    return kernels.WordLabels(
        len(family.letters), left, right, period, leaves.exponent, leaves.has_ups
    )


def word_at(family: Bounds, length: int, number: int) -> str:
    """Return a word of a family by its number: (a * ends + b) * period + start."""
    if length < 2 * family.end:
        return _digits(family, number, length)
    both, start = divmod(number, len(family.period))
    a, b = divmod(both, len(family.letters) ** family.end)
    inside = length - 2 * family.end
    endless = family.period * (inside // len(family.period) + 2)
    return (
        _digits(family, a, family.end)
        + endless[start : start + inside]
        + _digits(family, b, family.end)
    )


def _digits(family: Bounds, number: int, count: int) -> str:
    base, marks = len(family.letters), ""
    for _ in range(count):
        number, digit = divmod(number, base)
        marks = family.letters[digit] + marks
    return marks


def words_of(family: Bounds, length: int) -> int:
    """Return how many words of a length are numbered."""
    base = len(family.letters)
    if length < 2 * family.end:
        return int(base**length)
    return int(base ** (2 * family.end)) * len(family.period)


class PlainLabels:
    """The labels by plain Python."""

    def __init__(self, family: Bounds, leaves: Leaves) -> None:
        self._family, self._leaves = family, leaves
        self._rows: list[list[Entry]] = [[_DEAD_WORD]]
        family.exponent = leaves.exponent or 0

    def extend(self) -> int | None:
        """Label the words of one letter more; return the number of one without a bound."""
        length = len(self._rows)
        row = []
        for number in range(words_of(self._family, length)):
            look_at_the_clock()
            word = word_at(self._family, length, number)
            entry = self.entry(word)
            if entry is None:
                return number
            row.append(entry)
            if entry[0]:
                self._family.table[self._family.same(word)] = entry[1]
        self._rows.append(row)
        return None

    def row(self, length: int) -> list[Entry]:
        """Return the labels of a length."""
        return self._rows[length]

    def entry(self, word: str) -> Entry | None:
        """Return the label of a word from those of its options."""
        family, leaves = self._family, self._leaves
        if not family.has_moves(word):
            return _DEAD_WORD
        right, left = family.right_options(word), family.left_options(word)
        if leaves.exponent is None and not (right and left):
            return None
        below = [
            min((_answer(e, own, replies) for own, replies in right), default=_ABOVE_ALL)
            for e in (0, 1)
        ]
        ahead = [max((_claim(label, e) for label in left), default=_BELOW_ALL) for e in (0, 1)]
        first, second = (self._verified(e, below, ahead) for e in (0, 1))
        zero = max(first, (second[0], second[1] - 2))
        one = max(second, (first[0], first[1] - 2))
        return True, (zero[0], zero[1], one[1]), (first, second)

    def _verified(self, e: int, below: list[Claim], ahead: list[Claim]) -> Claim:
        """Return the largest claim that the Lemma gives, among the leaves that are tried."""
        has_numbers = self._leaves.exponent is not None
        best = _BELOW_ALL
        if has_numbers and e == 0:
            best = (self._best_number(below[0], ahead[0]), 0)
        if not self._leaves.has_ups:
            return best
        limit = below[e]
        if not has_numbers and e == 0 and limit >= (0, 0):
            best = (0, 0)
        plain = (limit[0], 0)
        if limit != _ABOVE_ALL and ahead[0] >= plain:
            if (limit[1], e) == (1, 1) and below[0] < plain and ahead[1] < plain:
                best = max(best, plain)
            elif limit[1] >= 1 or (limit[1], e) == (0, 1):
                best = max(best, limit)
        other = ahead[1 - e]
        if other != _BELOW_ALL:
            number, ups = min(limit[0], other[0]), -1
            if number == other[0]:
                ups = min(ups, other[1] - 1)
            if number == limit[0]:
                ups = min(ups, limit[1])
            best = max(best, (number, ups))
        return best

    def _best_number(self, below: Claim, ahead: Claim) -> int:
        """Return the largest number that the Lemma gives, by trying all of each denominator."""
        best = -_ENDLESS
        unit = 1 << (self._leaves.exponent or 0)
        step = unit
        while step:
            most = _ENDLESS if below == _ABOVE_ALL else _at_most(below, step)
            number = -_ENDLESS if ahead == _BELOW_ALL else _at_most(ahead, step) + step
            if step == unit:
                number = max(number, 0)
            best = max(best, min(number, most))
            step //= 2
        return best


def _claim(label: Label, e: int) -> Claim:
    return label[0], max(label[1 + e], label[2 - e] - 2)


def _answer(e: int, own: Label, replies: frozenset[Label]) -> Claim:
    """Return the largest claim that (R) allows for a Right option."""
    itself = own[0], max(own[2 - e] + 1, own[1 + e] - 1)
    return max([itself, *(_claim(reply, e) for reply in replies)])


def _at_most(claim: Claim, step: int) -> int:
    """Return the largest multiple of a step that a claim covers."""
    number = claim[0] if claim[1] >= 0 else claim[0] - 1
    return number - number % step
