"""Rules as text: what stands, what comes instead, for whom, and in which directions.

The text is read line by line. Errors give the line and the column.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from farstar.errors import NotationError
from farstar.games.patterns._heap_text import HeapRule, heap_rules_of_line
from farstar.games.patterns._rows import (
    EDGE,
    Line,
    Rule,
    exchanged,
    lines,
    marks_asked_for,
    rules_of_line,
    steps_of,
    written_out,
)

MOST_CHARACTERS = 20_000
MOST_RULES = 200
"""Bounds of a text, so that one from a stranger does no harm."""

MOST_MARKS = 32

BOARDS = ("grid", "strip", "ring", "graph", "heaps")
"""What a game may be played on."""

VARIANTS = ("impartial", "dicotic", "twisted")

_DERIVED = ("mirror", "turn", "swap")
_SPECIAL = set("[]()+*?$=|/;>-")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_MOST_LETTERS = 60
_FILLERS = "#~%&_:" + "".join(map(chr, range(ord("0"), ord("z"))))


class Written(NamedTuple):
    """The rules of a game as they were written."""

    name: str
    title: str
    board: str
    """One of `BOARDS`."""
    marks: dict[str, str]
    """The marks of a cell, with what each means; the blank one first."""
    pairs: dict[str, str]
    """Left's marks and Right's, each with that of the other player."""
    start: str
    """What a board of a given size is filled with."""
    left: tuple[Rule, ...]
    right: tuple[Rule, ...] | str
    """Right's rules, or how they follow from Left's: 'mirror', 'turn', 'swap' or 'same'."""
    heaps: tuple[tuple[HeapRule, ...], tuple[HeapRule, ...]]
    """The rules of Left and of Right of a game on heaps."""
    variant: str
    """One of `VARIANTS`, or empty."""
    how_to_play: str

    @property
    def ring(self) -> bool:
        """Whether the ends of a strip meet."""
        return self.board == "ring"

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of both players, as far as they are written."""
        return self.left + (() if isinstance(self.right, str) else self.right)

    @property
    def sides(self) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
        """The rules of Left and of Right, those that are derived and the variant included."""
        left = right = self.left
        if not isinstance(self.right, str):
            right = self.right
        elif self.right != "same":
            right = tuple(exchanged(rule, self.pairs, self.right) for rule in left)
        if self.variant == "impartial":
            left = right = tuple(dict.fromkeys((*left, *right)))
        return (right, left) if self.variant == "twisted" else (left, right)

    @property
    def filler(self) -> str:
        """A mark that no pattern asks for, for cells that do not matter."""
        asked = self.marks_asked_for
        free = [mark for mark in self.marks if mark not in asked]
        return free[0] if free else next(m for m in _FILLERS if m not in self.marks)

    @property
    def alphabet(self) -> dict[str, str]:
        """The marks of a board, the filler among them."""
        return {**self.marks, self.filler: self.marks.get(self.filler, "not part of the board")}

    @property
    def has_repeats(self) -> bool:
        """Whether a part of some pattern may be repeated."""
        return any(rule.has_repeats for rule in self.rules)

    @property
    def has_edges(self) -> bool:
        """Whether a pattern looks at what lies outside the board."""
        return EDGE in marks_asked_for(self.rules)

    @property
    def marks_asked_for(self) -> frozenset[str]:
        """The marks that some pattern looks at."""
        asked = marks_asked_for(self.rules)
        if isinstance(self.right, str) and self.right != "same":
            asked |= {self.pairs.get(mark, mark) for mark in asked}
        return asked

    @property
    def is_flat(self) -> bool:
        """Whether all patterns lie in one row, and look at nothing beside it."""
        return self.right != "turn" and all(
            len(step.before) == 1 and step.way in ("", "rows") and not step.conditions
            for step in steps_of(self.rules)
        )

    @property
    def shortest(self) -> int:
        """A length of lines on which every rule shows what it does."""
        lengths = [len(written_out(row, 2)) for s in steps_of(self.rules) for row in s.before]
        return max(8, *(length + 1 for length in lengths))


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
    for line in lines(text):
        reader.take(line)
    return reader.finish()


class _Reader:
    """Collects what the lines say."""

    def __init__(self) -> None:
        self.title = "Game"
        self.board = "grid"
        self.marks: dict[str, str] = {}
        self.pairs: dict[str, str] = {}
        self.start = ""
        self.how_to_play = ""
        self.variant = ""
        self.rules: dict[str, list[Rule]] = {"left": [], "right": []}
        self.heap_rules: dict[str, list[HeapRule]] = {"left": [], "right": []}
        self.derived = ""

    def take(self, line: Line) -> None:
        column, word = line.words[0]
        match word.lower():
            case "game":
                self._take_title(line)
            case "cells":
                self._take_cells(line)
            case "board":
                self.board = self._one_of(line, BOARDS)
                if any(self.rules.values()) or any(self.heap_rules.values()):
                    line.fail(column, "expected the board before the rules")
            case "variant":
                if self.variant:
                    line.fail(column, "expected one line with a variant, got another")
                self.variant = self._one_of(line, VARIANTS)
            case "start":
                self._take_start(line)
            case "play":
                self.how_to_play = line.text.split(None, 1)[1].strip() if line.words[1:] else ""
            case "left" | "right" | "both" | "either":
                self._take_rules(line)
            case _:
                line.fail(
                    column,
                    "expected game, cells, board, start, play, variant, left, right or both, "
                    f"got {word!r}",
                )

    def finish(self) -> Written:
        on_heaps = self.board == "heaps"
        if not self.marks and not on_heaps:
            raise NotationError("expected a line such as 'cells x/o .', which names the marks")
        if not any((*self.rules.values(), *self.heap_rules.values())):
            raise NotationError("expected a rule such as 'left xo -> .x', got none")
        if self.derived and self.rules["right"]:
            raise NotationError("expected Right's rules, or how they follow from Left's, not both")
        right: tuple[Rule, ...] | str = self.derived or tuple(self.rules["right"])
        if self.derived and not self.pairs and self.derived != "same":
            letters = [mark for mark in self.marks if mark.isalpha()]
            if len(letters) >= 2:
                self.pairs = {letters[0]: letters[1], letters[1]: letters[0]}
        heaps = tuple(self.heap_rules["left"]), tuple(self.heap_rules["right"])
        if on_heaps and self.derived:
            heaps = heaps[0], heaps[0]
        if self.variant == "impartial":
            heaps = heaps[0] + heaps[1], heaps[0] + heaps[1]
        if self.variant == "twisted":
            heaps = heaps[1], heaps[0]
        return Written(
            "".join(word[:1].upper() + word[1:] for word in _NAME.findall(self.title)),
            self.title,
            self.board,
            {mark: self.marks[mark] for mark in sorted(self.marks, key=self._place)},
            self.pairs,
            self.start,
            tuple(self.rules["left"]),
            right,
            heaps,
            self.variant,
            self.how_to_play,
        )

    def _place(self, mark: str) -> tuple[int, int]:
        """Order the marks: the blank one first, the others as they were named."""
        blank = "." if "." in self.marks else next(iter(self.marks))
        return (mark != blank, list(self.marks).index(mark))

    def _take_title(self, line: Line) -> None:
        self.title = " ".join(text for _, text in line.words[1:])
        if not _NAME.match(self.title) or len(self.title) > _MOST_LETTERS:
            column = line.words[1][0] if line.words[1:] else line.words[0][0]
            line.fail(column, f"expected a name such as Toads, got {self.title[:80]!r}")

    def _one_of(self, line: Line, choices: tuple[str, ...]) -> str:
        given = [word.lower() for _, word in line.words[1:]]
        if len(given) != 1 or given[0] not in choices:
            word, names = line.words[0][1], ", ".join(choices[:-1])
            line.fail(
                line.words[1][0] if given else line.words[0][0],
                f"expected {word} {names} or {choices[-1]}, got {' '.join(given)[:60]!r}",
            )
        return given[0]

    def _take_cells(self, line: Line) -> None:
        for column, word in line.words[1:]:
            mark, _, other = word.partition("/")
            for at, one in ((column, mark), (column + len(mark) + 1, other)):
                if not one and one is other:
                    continue
                if len(one) != 1 or not one.isprintable():
                    line.fail(at, f"expected a mark of one character, got {one[:60]!r}")
                if one in _SPECIAL:
                    line.fail(at, f"expected a mark that has no meaning in patterns, got {one!r}")
                if one in self.marks:
                    line.fail(at, f"expected each mark once, got {one!r} again")
                self.marks[one] = _meaning(one)
            if other:
                self.pairs |= {mark: other, other: mark}
                self.marks[mark] = "a piece of Left"
                self.marks[other] = "a piece of Right"
        if len(self.marks) > MOST_MARKS:
            line.fail(line.words[0][0], f"expected at most {MOST_MARKS} marks")

    def _take_start(self, line: Line) -> None:
        if len(line.words) != 2 or set(line.words[1][1]) - set(self.marks):
            line.fail(line.words[0][0], "expected start and the marks that fill a board, as in xo")
        self.start = line.words[1][1]

    def _take_rules(self, line: Line) -> None:
        (_, player), *words = line.words
        player = player.lower()
        texts = [text.lower() for _, text in words]
        if player == "right" and texts[:1] in (["="], ["mirror"], ["turn"], ["swap"]):
            said = [text for text in texts if text not in ("=", "of", "left")]
            derived = said[0] if said else "same"
            if self.board == "heaps" and (len(said) > 1 or derived != "same"):
                line.fail(
                    words[0][0],
                    "expected right = left: on heaps there is no mirror, turn or swap",
                )
            if len(said) > 1 or derived not in (*_DERIVED, "same"):
                line.fail(words[0][0], "expected right = left, or = mirror, turn or swap of left")
            self.derived = derived
            return
        sides = ("left", "right") if player in ("both", "either") else (player,)
        if self.board == "heaps":
            heap_rules = heap_rules_of_line(line)
            for side in sides:
                self.heap_rules[side] += heap_rules
                _limit(line, len(self.heap_rules[side]))
            return
        rules = list(rules_of_line(line, words, self.marks))
        if self.board == "graph":
            _check_for_graph(line, rules)
        for side in sides:
            self.rules[side] += rules
            _limit(line, len(self.rules[side]))


def _limit(line: Line, rules: int) -> None:
    if rules > MOST_RULES:
        line.fail(0, f"expected at most {MOST_RULES} rules for a player")


def _check_for_graph(line: Line, rules: list[Rule]) -> None:
    """Refuse what has no meaning on a graph: rows, directions and edges of a board."""
    for rule in rules:
        if len(rule.before) > 1 or rule.way or "$" in rule.text or rule.following is not None:
            line.fail(
                line.words[0][0],
                "expected patterns of one row, which lie along paths of the graph, without "
                f"directions, then or $, got {rule.text!r}",
            )


def _meaning(mark: str) -> str:
    return {".": "empty", "#": "taken"}.get(mark, f"a piece {mark}")
