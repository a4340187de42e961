"""The lines of a text with rules, and the rules of a board: marks before and after an arrow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import ClassVar, NamedTuple, NoReturn, TypeAlias

from farstar.errors import NotationError

MOST_PATTERN_CELLS = 64
MOST_STEPS = 4
"""How many steps, joined by ``then``, a move may have."""

EDGE = "$"
"""What stands outside the board."""

ANYTHING = "?"
"""Matches whatever stands there, also the outside; after the arrow, it leaves the cell alone."""

Atom: TypeAlias = frozenset[str] | None
"""The marks that may stand in a cell of a pattern; None for anything."""

WAYS = ("rows", "columns", "both", "diagonals", "lines", "all")
"""How a pattern may be laid on a board; without a word it lies as it is written."""

_NEIGHBOURS = ("near", "touching")
_WORD = re.compile(r"\S+")
_COMMENT = re.compile(r"(?:^|\s)//")


class Line(NamedTuple):
    """A line with something on it: its words, each with its column counted from 0."""

    number: int
    words: list[tuple[int, str]]
    text: str

    def fail(self, column: int, message: str) -> NoReturn:
        """Raise an error at a column of this line."""
        place = f"line {self.number}, column {column + 1}"
        raise NotationError(f"{place}: {message}", self.text, column)


def lines(text: str) -> Iterator[Line]:
    """Yield the lines that say something, without their comments."""
    for number, line in enumerate(text.splitlines(), start=1):
        kept = _COMMENT.split(line, maxsplit=1)[0]
        words = [(match.start(), match[0]) for match in _WORD.finditer(kept)]
        if words:
            yield Line(number, words, line)


class LineReader:
    """Reads the tokens of a line from left to right.

    Subclasses say what a token is, the first group of `token` behind any blanks, and what they
    read, for the error if there is something else.
    """

    token: ClassVar[re.Pattern[str]]
    expected: ClassVar[str]

    def __init__(self, line: Line, start: int, stop: int) -> None:
        self.line = line
        self.tokens: list[tuple[int, str]] = []
        self.place = 0
        column, text = start, line.text[:stop].rstrip()
        self.end = len(text)
        while column < self.end:
            match = self.token.match(text, column)
            if match is None:
                rest = text[column:].lstrip()
                line.fail(self.end - len(rest), f"expected {self.expected}, got {rest[:20]!r}")
            self.tokens.append((match.start(1), match[1]))
            column = match.end()

    def peek(self) -> str:
        """Return the next token; empty at the end."""
        return self.tokens[self.place][1] if self.place < len(self.tokens) else ""

    def column(self) -> int:
        """Return where the next token begins."""
        return self.tokens[self.place][0] if self.place < len(self.tokens) else self.end

    def next(self) -> str:
        """Return the next token, and go on behind it."""
        token = self.peek()
        self.place += 1
        return token

    def skip(self, *tokens: str) -> bool:
        """Go on if the next token is one of these; return whether it is."""
        if self.peek() in tokens:
            self.place += 1
            return True
        return False

    def fail(self, what: str) -> NoReturn:
        """Raise an error: something else was expected in place of the next token."""
        self.line.fail(self.column(), f"expected {what}, got {self.peek() or 'the end'!r}")

    def expect(self, what: str, *tokens: str) -> str:
        """Return the next token, which has to be one of these, and go on behind it."""
        if self.peek() not in tokens:
            self.fail(what)
        return self.next()


class Item(NamedTuple):
    """One cell of a row, or a group of cells that may be repeated."""

    atoms: tuple[Atom, ...]
    repeat: str
    """``+`` for once or more, ``*`` for any number of times, empty for exactly once."""


Row: TypeAlias = tuple[Item, ...]


class Near(NamedTuple):
    """A condition on the neighbours of the cells that change."""

    marks: frozenset[str]
    wanted: bool
    """True for ``if``, False for ``unless``."""
    diagonal: bool
    """Whether cells that touch at a corner count: ``touching`` instead of ``near``."""


class Rule(NamedTuple):
    """One rule, as it was written."""

    before: tuple[Row, ...]
    after: tuple[Row, ...]
    way: str
    conditions: tuple[Near, ...]
    text: str
    following: Rule | None = None
    """What is done next in the same move, beginning where this step ends."""
    derived: str = ""
    """'mirror', 'turn' or 'swap' if this is Right's rule, made of Left's; it is laid so."""

    @property
    def repeats(self) -> frozenset[str]:
        """The signs of repetition in this step."""
        return frozenset(item.repeat for row in self.before for item in row) - {""}

    @property
    def has_repeats(self) -> bool:
        """Whether a part of some step may be repeated."""
        return bool(self.repeats) or (self.following is not None and self.following.has_repeats)


def steps_of(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Yield the steps of all rules."""
    for rule in rules:
        step: Rule | None = rule
        while step is not None:
            yield step
            step = step.following


def marks_asked_for(rules: Iterable[Rule]) -> frozenset[str]:
    """Return the marks that some rule looks at; all others are the same to every player."""
    asked: set[str] = set()
    for step in steps_of(rules):
        atoms = [atom for row in step.before for item in row for atom in item.atoms]
        asked = asked.union(*(atom for atom in atoms if atom), *(n.marks for n in step.conditions))
    return frozenset(asked)


def exchanged(rule: Rule, pairs: Mapping[str, str], derived: str) -> Rule:
    """Return Right's rule that is derived from one of Left's: its marks are exchanged."""

    def swapped(marks: frozenset[str]) -> frozenset[str]:
        return frozenset(pairs.get(mark, mark) for mark in marks)

    def rows(given: tuple[Row, ...]) -> tuple[Row, ...]:
        return tuple(
            tuple(
                item._replace(atoms=tuple(a if a is None else swapped(a) for a in item.atoms))
                for item in row
            )
            for row in given
        )

    return rule._replace(
        before=rows(rule.before),
        after=rows(rule.after),
        conditions=tuple(near._replace(marks=swapped(near.marks)) for near in rule.conditions),
        following=rule.following and exchanged(rule.following, pairs, derived),
        derived=derived,
    )


def written_out(row: Row, times: int, once: int = 1) -> list[Atom]:
    """Return the cells of a row whose repeated parts stand so many times, and the others `once`."""
    return [a for item in row for a in item.atoms * (times if item.repeat else once)]


def rules_of_line(
    line: Line, words: Sequence[tuple[int, str]], marks: Mapping[str, str]
) -> Iterator[Rule]:
    """Yield the rules of a line: each a pattern, an arrow, what comes instead, and conditions."""
    arrows = [i for i, (_, word) in enumerate(words) if word in ("->", "→")]
    if not arrows or arrows[0] == 0:
        line.fail(words[0][0] if words else 0, "expected a rule such as xo -> .x")
    if arrows[0] > 1:
        line.fail(words[0][0], f"expected a pattern before the arrow, got {words[0][1]!r}")
    steps: list[Rule] = []
    for number, arrow in enumerate(arrows):
        end = arrows[number + 1] - 1 if number + 1 < len(arrows) else len(words)
        if arrow + 1 >= end:
            line.fail(words[arrow][0], "expected what comes instead after the arrow")
        rest = words[arrow + 2 : end]
        goes_on = bool(rest) and rest[-1][1] == "then"
        steps.append(
            _step(line, words[arrow - 1], words[arrow + 1], rest[: -goes_on or None], marks)
        )
        if goes_on and number + 1 == len(arrows):
            line.fail(rest[-1][0], "expected a rule after then, as in x. -> .x then x. -> x#")
        if goes_on and len(steps) == MOST_STEPS:
            line.fail(rest[-1][0], f"expected a move of at most {MOST_STEPS} steps")
        if not goes_on:
            yield _joined(steps)
            steps = []


def _joined(steps: Sequence[Rule]) -> Rule:
    """Return the steps as one rule."""
    *earlier, rule = steps
    for step in reversed(earlier):
        rule = step._replace(following=rule, text=f"{step.text} then {rule.text}")
    return rule


def _step(
    line: Line,
    before: tuple[int, str],
    after: tuple[int, str],
    words: Sequence[tuple[int, str]],
    marks: Mapping[str, str],
) -> Rule:
    way, conditions = _conditions(line, words, marks)
    rule = Rule(
        _pattern(line, *before, marks, is_result=False),
        _pattern(line, *after, marks, is_result=True),
        way,
        conditions,
        f"{before[1]} -> {after[1]}",
    )
    _check(line, after[0], rule)
    return rule


def _conditions(
    line: Line, words: Sequence[tuple[int, str]], marks: Mapping[str, str]
) -> tuple[str, tuple[Near, ...]]:
    way, conditions = "", list[Near]()
    position = 0
    while position < len(words):
        column, word = words[position]
        if word in WAYS and not way:
            way, position = word, position + 1
        elif word in ("unless", "if"):
            rest = words[position + 1 : position + 3]
            if len(rest) < 2 or rest[0][1] not in _NEIGHBOURS or set(rest[1][1]) - set(marks):
                line.fail(column, f"expected {word} near and marks, as in {word} near x")
            near, named = rest[0][1], rest[1][1]
            conditions.append(Near(frozenset(named), word == "if", near == "touching"))
            position += 3
        else:
            ways = ", ".join(WAYS)
            line.fail(column, f"expected {ways}, if near, unless near or then, got {word!r}")
    return way, tuple(conditions)


def _pattern(
    line: Line, column: int, text: str, marks: Mapping[str, str], *, is_result: bool
) -> tuple[Row, ...]:
    rows = []
    for row in re.split(r"[|/]", text):
        rows.append(tuple(_row(line, column, row, marks, is_result=is_result)))
        column += len(row) + 1
    return tuple(rows)


def _row(
    line: Line, column: int, text: str, marks: Mapping[str, str], *, is_result: bool
) -> Iterator[Item]:
    place = 0
    while place < len(text):
        start = place
        if text[place] == "(":
            end = text.find(")", place)
            sign = text[end + 1 : end + 2]
            if end < 0 or sign not in ("+", "*"):
                line.fail(column + place, "expected a group such as (o.)+, which is repeated")
            inner: list[Atom] = []
            place += 1
            while place < end:
                atom, place = _atom(line, column, text, place, marks, is_result=is_result)
                inner.append(atom)
            if not inner:
                line.fail(column + start, "expected cells between the parentheses")
            yield Item(tuple(inner), sign)
            place = end + 2
            continue
        atom, place = _atom(line, column, text, place, marks, is_result=is_result)
        sign = text[place : place + 1]
        sign = sign if sign in ("+", "*") else ""
        place += len(sign)
        yield Item((atom,), sign)
    if not text:
        line.fail(column, "expected a pattern without empty rows")


def _atom(
    line: Line, column: int, text: str, place: int, marks: Mapping[str, str], *, is_result: bool
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
        if not marks:
            line.fail(
                column + place,
                f"expected a line with the marks first, such as cells x/o ., got {mark!r}",
            )
        line.fail(column + place, f"expected one of the marks {names}, got {mark!r}")
    return frozenset(mark), place + 1


def _check(line: Line, column: int, rule: Rule) -> None:
    """See to it that both sides have the same shape and that no mark is written outside."""
    cells = sum(len(written_out(row, 1)) for row in rule.before)
    if cells > MOST_PATTERN_CELLS:
        line.fail(column, f"expected a pattern of at most {MOST_PATTERN_CELLS} cells")
    # If both sides are repeated in different places, it takes many times to see what meets what.
    for times in range(1, cells + 3 if rule.repeats else 3):
        before, after = ([written_out(row, times) for row in s] for s in (rule.before, rule.after))
        if [*map(len, before)] != [*map(len, after)]:
            line.fail(column, "expected as many cells after the arrow as before it")
        for old, new in zip(chain(*before), chain(*after), strict=True):
            if new is not None and (old is None or EDGE in old):
                line.fail(column, f"expected a mark before the arrow where {min(new)!r} is written")
    if rule.way in ("diagonals", "lines") and len(rule.before) > 1:
        line.fail(column, "expected a pattern of one row, which alone can lie along a diagonal")
