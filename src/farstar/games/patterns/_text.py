"""Rules as text: what stands, what comes instead, for whom, and in which directions.

The text is read line by line. Errors give the line and the column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, NoReturn, TypeAlias

from farstar.errors import NotationError

MOST_CHARACTERS = 20_000
MOST_RULES = 200
"""Bounds of a text, so that one from a stranger does no harm."""

MOST_PATTERN_CELLS = 64

EDGE = "$"
"""What stands outside the board."""

ANYTHING = "?"
"""Matches whatever stands there, also the outside; after the arrow, it leaves the cell alone."""

Atom: TypeAlias = frozenset[str] | None
"""The marks that may stand in a cell of a pattern; None for anything."""

WAYS = ("rows", "columns", "both", "diagonals", "lines", "all")
"""How a pattern may be laid on a board; without a word it lies as it is written."""

_SPECIAL = set("[]()+?$=|/#;>-")
_WORD = re.compile(r"\S+")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")


class Item(NamedTuple):
    """One cell of a row, or a group of cells that may be repeated."""

    atoms: tuple[Atom, ...]
    repeated: bool


Row: TypeAlias = tuple[Item, ...]


class Near(NamedTuple):
    """A condition on the neighbours of the cells that change."""

    marks: frozenset[str]
    wanted: bool
    """True for ``if near``, False for ``unless near``."""


class Rule(NamedTuple):
    """One rule, as it was written."""

    before: tuple[Row, ...]
    after: tuple[Row, ...]
    way: str
    conditions: tuple[Near, ...]
    text: str

    @property
    def has_repeats(self) -> bool:
        """Whether a part of the pattern may be repeated."""
        return any(item.repeated for row in self.before for item in row)


class Written(NamedTuple):
    """The rules of a game as they were written."""

    name: str
    title: str
    marks: dict[str, str]
    """The marks of a cell, with what each means; the blank one first."""
    pairs: dict[str, str]
    """Left's marks and Right's, each with that of the other player."""
    ring: bool
    """Whether the ends of a strip meet."""
    start: str
    """What a board of a given size is filled with."""
    left: tuple[Rule, ...]
    right: tuple[Rule, ...] | str
    """Right's rules, or how they follow from Left's: 'mirror', 'turn', 'swap' or 'same'."""
    how_to_play: str


class _Line(NamedTuple):
    number: int
    words: list[tuple[int, str]]
    text: str

    def fail(self, column: int, message: str) -> NoReturn:
        place = f"line {self.number}, column {column + 1}"
        raise NotationError(f"{place}: {message}", self.text, column)


def read(text: str) -> Written:
    """Return the rules that a text describes.

    Raises
    ------
    NotationError
        If the text cannot be read; the message names line and column.

    Examples
    --------
    >>> toads = read('''
    ... game Toads
    ... cells T/F .
    ... left  T. -> .T   TF. -> .FT
    ... right = mirror of left
    ... ''')
    >>> toads.name, list(toads.marks), toads.right
    ('Toads', ['.', 'T', 'F'], 'mirror')
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            f"expected rules of at most {MOST_CHARACTERS} characters, got {len(text)}"
        )
    reader = _Reader()
    for line in _lines(text):
        reader.take(line)
    return reader.finish()


def _lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(text.splitlines(), start=1):
        kept = re.split(r"(?:^|\s)//", line, maxsplit=1)[0]
        words = [(match.start(), match[0]) for match in _WORD.finditer(kept)]
        if words:
            yield _Line(number, words, line)


class _Reader:
    """Collects what the lines say."""

    def __init__(self) -> None:
        self.title = "Game"
        self.marks: dict[str, str] = {}
        self.pairs: dict[str, str] = {}
        self.ring = False
        self.start = ""
        self.how_to_play = ""
        self.rules: dict[str, list[Rule]] = {"left": [], "right": []}
        self.derived = ""

    def take(self, line: _Line) -> None:
        column, word = line.words[0]
        match word.lower():
            case "game":
                self.title = " ".join(text for _, text in line.words[1:])
                if not _NAME.match(self.title):
                    line.fail(column, f"expected a name such as Toads, got {self.title!r}")
            case "cells":
                self._take_cells(line)
            case "board":
                self._take_board(line)
            case "start":
                self._take_start(line)
            case "play":
                self.how_to_play = line.text.split(None, 1)[1].strip() if line.words[1:] else ""
            case "left" | "right" | "both" | "either":
                self._take_rules(line)
            case _:
                line.fail(
                    column,
                    f"expected game, cells, board, start, play, left, right or both, got {word!r}",
                )

    def finish(self) -> Written:
        if not self.marks:
            raise NotationError("expected a line such as 'cells x/o .', which names the marks")
        if not self.rules["left"] and not self.rules["right"]:
            raise NotationError("expected a rule such as 'left xo -> .x', got none")
        right: tuple[Rule, ...] | str = self.derived or tuple(self.rules["right"])
        if self.derived and not self.pairs and self.derived != "same":
            letters = [mark for mark in self.marks if mark.isalpha()]
            if len(letters) >= 2:
                self.pairs = {letters[0]: letters[1], letters[1]: letters[0]}
        ordered = {mark: self.marks[mark] for mark in sorted(self.marks, key=self._place)}
        name = "".join(word[:1].upper() + word[1:] for word in _NAME.findall(self.title))
        return Written(
            name,
            self.title,
            ordered,
            self.pairs,
            self.ring,
            self.start,
            tuple(self.rules["left"]),
            right,
            self.how_to_play,
        )

    def _place(self, mark: str) -> tuple[int, int]:
        """Order the marks: the blank one first, the others as they were named."""
        blank = "." if "." in self.marks else next(iter(self.marks))
        return (mark != blank, list(self.marks).index(mark))

    def _take_cells(self, line: _Line) -> None:
        for column, word in line.words[1:]:
            mark, _, other = word.partition("/")
            for at, one in ((column, mark), (column + len(mark) + 1, other)):
                if not one and one is other:
                    continue
                if len(one) != 1 or (one in _SPECIAL and one != "#"):
                    line.fail(at, f"expected a mark of one character, got {one!r}")
                self.marks[one] = _meaning(one)
            if other:
                self.pairs |= {mark: other, other: mark}
                self.marks[mark] = "a piece of Left"
                self.marks[other] = "a piece of Right"

    def _take_board(self, line: _Line) -> None:
        kinds = [word for _, word in line.words[1:]]
        if kinds not in (["grid"], ["strip"], ["ring"]):
            line.fail(line.words[0][0], f"expected board grid, strip or ring, got {kinds}")
        self.ring = kinds == ["ring"]

    def _take_start(self, line: _Line) -> None:
        if len(line.words) != 2 or set(line.words[1][1]) - set(self.marks):
            line.fail(line.words[0][0], "expected start and the marks that fill a board, as in xo")
        self.start = line.words[1][1]

    def _take_rules(self, line: _Line) -> None:
        (_, player), *words = line.words
        player = player.lower()
        texts = [text.lower() for _, text in words]
        if player == "right" and texts[:1] in (["="], ["mirror"], ["turn"], ["swap"]):
            said = [text for text in texts if text not in ("=", "of", "left")]
            derived = said[0] if said else "same"
            if len(said) > 1 or derived not in ("mirror", "turn", "swap", "same"):
                line.fail(words[0][0], "expected right = left, or = mirror, turn or swap of left")
            self.derived = derived
            return
        rules = list(_rules(line, words, self.marks))
        for side in ("left", "right") if player in ("both", "either") else (player,):
            self.rules[side] += rules
            if len(self.rules[side]) > MOST_RULES:
                line.fail(0, f"expected at most {MOST_RULES} rules for a player")


def _meaning(mark: str) -> str:
    return {".": "empty", "#": "taken"}.get(mark, f"a piece {mark}")


def _rules(line: _Line, words: list[tuple[int, str]], marks: dict[str, str]) -> Iterator[Rule]:
    """Yield the rules of a line: each a pattern, an arrow, what comes instead, and conditions."""
    arrows = [i for i, (_, word) in enumerate(words) if word in ("->", "→")]
    if not arrows or arrows[0] == 0:
        line.fail(words[0][0] if words else 0, "expected a rule such as xo -> .x")
    if arrows[0] > 1:
        line.fail(words[0][0], f"expected a pattern before the arrow, got {words[0][1]!r}")
    for number, arrow in enumerate(arrows):
        end = arrows[number + 1] - 1 if number + 1 < len(arrows) else len(words)
        if arrow + 1 >= end:
            line.fail(words[arrow][0], "expected what comes instead after the arrow")
        before_at, before = words[arrow - 1]
        after_at, after = words[arrow + 1]
        way, conditions = _conditions(line, words[arrow + 2 : end], marks)
        rule = Rule(
            _pattern(line, before_at, before, marks, is_result=False),
            _pattern(line, after_at, after, marks, is_result=True),
            way,
            conditions,
            f"{before} -> {after}",
        )
        _check(line, after_at, rule)
        yield rule


def _conditions(
    line: _Line, words: Sequence[tuple[int, str]], marks: dict[str, str]
) -> tuple[str, tuple[Near, ...]]:
    way, conditions = "", list[Near]()
    position = 0
    while position < len(words):
        column, word = words[position]
        if word in WAYS and not way:
            way, position = word, position + 1
        elif word in ("unless", "if"):
            rest = words[position + 1 : position + 3]
            if len(rest) < 2 or rest[0][1] != "near" or set(rest[1][1]) - set(marks):
                line.fail(column, f"expected {word} near and marks, as in {word} near x")
            conditions.append(Near(frozenset(rest[1][1]), word == "if"))
            position += 3
        else:
            ways = ", ".join(WAYS)
            line.fail(column, f"expected {ways}, if near or unless near, got {word!r}")
    return way, tuple(conditions)


def _pattern(
    line: _Line, column: int, text: str, marks: dict[str, str], *, is_result: bool
) -> tuple[Row, ...]:
    rows = []
    for row in re.split(r"[|/]", text):
        rows.append(tuple(_row(line, column, row, marks, is_result=is_result)))
        column += len(row) + 1
    return tuple(rows)


def _row(
    line: _Line, column: int, text: str, marks: dict[str, str], *, is_result: bool
) -> Iterator[Item]:
    place = 0
    while place < len(text):
        start = place
        if text[place] == "(":
            end = text.find(")", place)
            if end < 0 or text[end + 1 : end + 2] != "+":
                line.fail(column + place, "expected a group such as (o.)+, which is repeated")
            inner: list[Atom] = []
            place += 1
            while place < end:
                atom, place = _atom(line, column, text, place, marks, is_result=is_result)
                inner.append(atom)
            if not inner:
                line.fail(column + start, "expected cells between the parentheses")
            yield Item(tuple(inner), repeated=True)
            place = end + 2
            continue
        atom, place = _atom(line, column, text, place, marks, is_result=is_result)
        repeated = text[place : place + 1] == "+"
        place += repeated
        yield Item((atom,), repeated)
    if not text:
        line.fail(column, "expected a pattern without empty rows")


def _atom(
    line: _Line, column: int, text: str, place: int, marks: dict[str, str], *, is_result: bool
) -> tuple[Atom, int]:
    mark = text[place]
    if mark == ANYTHING or (mark in ("=", EDGE) and is_result):
        return None, place + 1
    if mark == "[" and not is_result:
        end = text.find("]", place)
        inside = text[place + 1 : end]
        if end < 0 or not inside or set(inside) - set(marks) - {EDGE}:
            line.fail(column + place, "expected marks between brackets, as in [xo]")
        return frozenset(inside), end + 1
    if mark not in marks and mark != EDGE:
        names = " ".join(marks)
        line.fail(column + place, f"expected one of the marks {names}, got {mark!r}")
    return frozenset(mark), place + 1


def _check(line: _Line, column: int, rule: Rule) -> None:
    """See to it that both sides have the same shape and that the rule does something."""

    def shape(rows: tuple[Row, ...], times: int) -> list[int]:
        return [sum(len(i.atoms) * (times if i.repeated else 1) for i in row) for row in rows]

    for times in (1, 2):
        if shape(rule.before, times) != shape(rule.after, times):
            line.fail(column, "expected as many cells after the arrow as before it")
    if sum(shape(rule.before, 1)) > MOST_PATTERN_CELLS:
        line.fail(column, f"expected a pattern of at most {MOST_PATTERN_CELLS} cells")
    if rule.way in ("diagonals", "lines") and len(rule.before) > 1:
        line.fail(column, "expected a pattern of one row, which alone can lie along a diagonal")
