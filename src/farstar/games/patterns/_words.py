"""Rules for boards of every length: plain patterns in which a group may be repeated.

A board of fixed height is a word whose letters are its columns. The rules of a text become plain
patterns, as certificates have them, which are right for words of every length. What cannot be
written in this way is refused.

Cells before and after the arrow correspond by their place in the row. So ``x(o.)+ -> (..)+x`` means
``xo. -> ..x``, ``xo.o. -> ....x`` and so on: from the first on, each is the one before with
two more columns, ``o`` and ``.`` that become ``.`` and ``.``, in the same place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from farstar.errors import NotationError
from farstar.games.patterns._compiled import placements, written_rules
from farstar.games.patterns._patterns import (
    Offset,
    Pattern,
    Turn,
    around,
    patterns,
    spread,
    turns_of,
)
from farstar.games.patterns._placements import Placement
from farstar.games.patterns._plain import plain_text, token_of
from farstar.games.patterns._rows import EDGE, Rule
from farstar.games.patterns._steps import Placed, placed_on

MOST_RULES = 2000
"""How many plain patterns a player may have."""

_NO_MARKS = "^"
_MORE_TIMES = 4
"""How often a group is repeated beyond what its cells need, to see what is repeated."""

Column: TypeAlias = tuple[str, str]
"""A token before the arrow, and what comes instead."""


class WordRules(NamedTuple):
    """The rules for words of every length."""

    marks: str
    height: int
    ring: bool
    left: tuple[str, ...]
    right: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the rules as certificates have them."""
        return {
            "height": self.height,
            "left": list(self.left),
            "marks": self.marks,
            "ring": int(self.ring),
            "right": list(self.right),
        }


def word_rules(source: str, *, height: int = 1) -> WordRules:
    r"""Return the rules of a text for boards of a height and of every length.

    Raises
    ------
    NotationError
        If they cannot be written as plain patterns with at most one group that is repeated.

    Examples
    --------
    >>> konane = "cells x/o .\nleft x(o.)+ -> (..)+x both\nright = swap of left"
    >>> word_rules(konane).left
    ('xo. -> ..x', 'x(o.)+o. -> .(.=)+.x', '.ox -> x..', '.(o.)+ox -> x(.=)+..')
    """
    written = written_rules(source)
    if written.board in ("graph", "heaps"):
        raise NotationError(f"expected rules for strips, rings or grids, got board {written.board}")
    if written.variant == "dicotic":
        raise NotationError("expected rules without variant dicotic, got it")
    if written.ring and EDGE in source:
        raise NotationError(f"expected rules for a ring without {EDGE}, which has no outside")
    marks = "".join(written.marks)
    if set(marks) & set(_NO_MARKS):
        raise NotationError(f"expected marks other than {_NO_MARKS}, got {marks!r}")
    if written.board != "grid" and height != 1:
        raise NotationError(f"expected one row on a {written.board}, got {height}")
    left, right = (
        tuple(dict.fromkeys(_side(source, rules, side, height)))
        for side, rules in enumerate(written.sides)
    )
    if max(len(left), len(right)) > MOST_RULES:
        raise NotationError(f"expected at most {MOST_RULES} plain patterns, got more")
    return WordRules(marks, height, written.ring, left, right)


def _side(source: str, rules: Sequence[Rule], side: int, height: int) -> Iterator[str]:
    written = written_rules(source)
    every = frozenset(written.marks)
    widest = 0
    for rule in rules:
        if rule.has_repeats:
            yield from _repeated(rule, height, every, is_ring=written.ring)
        elif not written.ring:
            yield from (
                plain_text(pattern)
                for pattern in patterns([rule], 1, every)
                if _has_room(pattern.on_board, height)
            )
        elif rule.following is not None:
            raise NotationError(f"expected moves of one step on a ring, got {rule.text!r}")
        else:
            for columns in _on_row(rule, 1, every):
                widest = max(widest, len(columns))
                yield _text(columns)
    # On a ring that is shorter than a pattern with its neighbours, a cell may be met twice.
    if written.ring and any(rule.conditions for rule in rules):
        for length in range(1, widest):
            for place in placements(source, 1, length, side):
                yield _whole_ring(place, length, every)


def _whole_ring(place: Placement, length: int, every: frozenset[str]) -> str:
    """Return a pattern for a ring of this length; all of its cells lie on the ring."""
    needs, forbids, writes = dict(place.needs), dict(place.forbids), dict(place.writes)
    columns = [
        (token_of(needs.get(i, every) & every, forbids.get(i)), writes.get(i, "="))
        for i in range(length)
    ]
    return _text([(EDGE, "="), *columns, (EDGE, "=")])


def _has_room(cells: Sequence[Offset], height: int) -> bool:
    return not cells or max(r for r, _ in cells) - min(r for r, _ in cells) < height


def _text(columns: Sequence[Column], group: tuple[int, int] | None = None) -> str:
    """Return a plain pattern of one row."""
    sides = []
    for side in (0, 1):
        tokens = [column[side] for column in columns]
        if group is not None:
            first, end = group
            tokens[first:end] = [f"({''.join(tokens[first:end])})+"]
        sides.append("".join(tokens))
    return " -> ".join(sides)


# Rules of one row on the row of a word.


def _on_row(
    rule: Rule, times: int, every: frozenset[str], turns: Sequence[Turn] | None = None
) -> Iterator[list[Column]]:
    """Yield the columns of a rule, in all its directions, that lie in one row of a strip or ring.

    Cells above or below must fit the outside.
    """
    before, after = spread(rule.before, times), spread(rule.after, times)
    images: dict[tuple[Offset, ...], None] = {}
    for turn in turns_of(rule) if turns is None else turns:
        offsets = tuple(turn(*at) for at in before)
        if offsets in images or not offsets:
            continue
        images[offsets] = None
        cells = list(zip(offsets, before.values(), after.values(), strict=True))
        for placed in placed_on(rule, cells, around, offsets[-1]):
            for row in sorted({r for r, _ in offsets}):
                yield from _columns_in_row(placed, offsets, row, every)


def _columns_in_row(
    placed: Placed[Offset], offsets: Sequence[Offset], row: int, every: frozenset[str]
) -> Iterator[list[Column]]:
    """Yield the columns of one row, if what lies above and below fits the outside."""
    if any(r != row and EDGE not in marks for (r, _), marks in placed.needs.items()):
        return
    inside = [c for r, c in offsets if r == row]
    places = {*inside, *(c for r, c in (*placed.needs, *placed.forbids) if r == row)}
    span = range(min(places), max(places) + 1)
    plain = {
        c: (
            token_of(placed.needs.get((row, c)), placed.forbids.get((row, c))),
            placed.writes.get((row, c), "="),
        )
        for c in span
    }
    if any(r == row and EDGE not in marks for (r, _), marks in placed.needs.items()):
        yield [plain[c] for c in span]
        return
    # Some cell must lie on the board: each of them in turn.
    for c in inside:
        needs = placed.needs.get((row, c), every) - {EDGE}
        if needs:
            yield [(token_of(needs, None), "=") if i == c else plain[i] for i in span]


# Rules in which a part is repeated.


def _repeated(rule: Rule, height: int, every: frozenset[str], *, is_ring: bool) -> Iterator[str]:
    if rule.following is not None:
        raise NotationError(f"expected a move of one step if a part repeats, got {rule.text!r}")
    if len(rule.before) > 1:
        raise NotationError(f"expected one row if a part is repeated, got {rule.text!r}")
    if rule.conditions and (height > 1 or is_ring):
        raise NotationError(
            "expected no condition on neighbours beside a repeated part on a ring or on several "
            f"rows, got {rule.text!r}"
        )
    turns = turns_of(rule)
    along = [turn for turn in turns if turn(0, 1)[0] == 0]
    across = [turn for turn in turns if turn(0, 1)[0] != 0]
    for turn in along:
        yield from _along_row(rule, every, turn)
    if across:
        yield from _across_rows(rule, height, every, across)


def _along_row(rule: Rule, every: frozenset[str], turn: Turn) -> Iterator[str]:
    """Yield patterns for all numbers of repetitions of a rule that lies along the row.

    From some number of repetitions on, one more only puts a copy of some columns in the same place.
    """
    cells = len(spread(rule.before, 1))
    least = 0 if rule.repeats == {"*"} else 1
    counts = range(least, cells + _MORE_TIMES + 1)
    found = [list(_on_row(rule, times, every, [turn])) for times in counts]
    last = found[-1]
    same = len(found)
    while same > 0 and len(found[same - 1]) == len(last):
        same -= 1
    for variants in found[:same]:
        yield from map(_text, variants)
    for which in range(len(last)):
        rows = [variants[which] for variants in found[same:]]
        yield from _with_group(rule, rows)


def _with_group(rule: Rule, rows: Sequence[list[Column]]) -> Iterator[str]:
    """Yield patterns for rows with more and more repetitions, the last of them with a group."""
    for start in range(len(rows) - _MORE_TIMES + 1):
        first, second = rows[start], rows[start + 1]
        size = len(second) - len(first)
        for at in range(len(first) + 1):
            copies = second[at : at + size]
            if size > 0 and all(
                row == first[:at] + copies * more + first[at:]
                for more, row in enumerate(rows[start:])
            ):
                yield from map(_text, rows[: start + 1])
                yield _text(second, (at, at + size))
                return
    raise NotationError(
        f"expected one group of cells that is repeated, got {rule.text!r}, whose parts are "
        "repeated equally often in several places"
    )


def _across_rows(
    rule: Rule, height: int, every: frozenset[str], turns: Sequence[Turn]
) -> Iterator[str]:
    """Yield patterns for a rule that does not lie along the row: it crosses each row once.

    What is repeated more often than the board has rows only hangs over the edge.
    """
    cells = len(spread(rule.before, 1))
    least = 0 if rule.repeats == {"*"} else 1
    for times in range(least, height + cells + 2):
        before, after = spread(rule.before, times), spread(rule.after, times)
        images: dict[tuple[Offset, ...], None] = {}
        for turn in turns:
            offsets = tuple(turn(*at) for at in before)
            if offsets in images or not offsets:
                continue
            images[offsets] = None
            cells_of = list(zip(offsets, before.values(), after.values(), strict=True))
            for placed in placed_on(rule, cells_of, around, offsets[-1]):
                yield from _placed_texts(placed, offsets, height, every)


def _placed_texts(
    placed: Placed[Offset], offsets: Sequence[Offset], height: int, every: frozenset[str]
) -> Iterator[str]:
    choices = [placed.needs]
    if all(EDGE in marks for marks in placed.needs.values()):
        choices = [
            {**placed.needs, at: marks}
            for at in offsets
            if (marks := placed.needs.get(at, every) - {EDGE})
        ]
    for needs in choices:
        if _has_room([at for at, marks in needs.items() if EDGE not in marks], height):
            yield plain_text(_pattern(needs, placed))


def _pattern(needs: dict[Offset, frozenset[str]], placed: Placed[Offset]) -> Pattern:
    entries = tuple(needs.items()), tuple(placed.forbids.items()), tuple(placed.writes.items())
    return Pattern(*entries)
