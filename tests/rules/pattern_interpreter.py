"""What rules written as patterns mean, in plain Python: the definition of docs/patterns.md.

This shares no code with Farstar. It reads a text by itself, lays every pattern in every way on
every place, and looks cell by cell whether it fits. It is slow, and meant to be read.

A board is a dictionary from cells to marks. It lies in an endless plane: a cell that is not in the
dictionary is outside, and `content` gives ``$`` for it. The steps of a move are made one after
the other, so that nothing has to be joined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any, TypeAlias

Cell: TypeAlias = tuple[int, int]
Token: TypeAlias = str
"""Before the arrow ``?`` or the contents that fit, ``$`` among them; after it a mark or ``=``."""
Image: TypeAlias = Callable[[int, int], Cell]
Graph: TypeAlias = tuple[str, tuple[tuple[int, int], ...]]

AS_WRITTEN: Image = lambda r, c: (r, c)  # noqa: E731
MIRRORED: Image = lambda r, c: (r, -c)  # noqa: E731
TRANSPOSED: Image = lambda r, c: (c, r)  # noqa: E731
UPWARDS: Image = lambda r, c: (-c, r)  # noqa: E731
OTHER_TURNS: list[Image] = [
    lambda r, c: (-r, c),
    lambda r, c: (-r, -c),
    lambda r, c: (c, -r),
    lambda r, c: (-c, -r),
]
DIAGONALS: list[Image] = [
    lambda r, c: (c, c),
    lambda r, c: (c, -c),
    lambda r, c: (-c, c),
    lambda r, c: (-c, -c),
]
STRAIGHT = [AS_WRITTEN, MIRRORED, TRANSPOSED, UPWARDS, *OTHER_TURNS]
IMAGES: dict[str, list[Image]] = {
    "": [AS_WRITTEN],
    "rows": [AS_WRITTEN, MIRRORED],
    "columns": [TRANSPOSED, UPWARDS],
    "both": STRAIGHT,
    "all": STRAIGHT,
    "diagonals": DIAGONALS,
    "lines": STRAIGHT + DIAGONALS,
}
"""How a word lays a pattern; of one row, several of the images may be the same."""

SIDES: list[Cell] = [(-1, 0), (1, 0), (0, -1), (0, 1)]
CORNERS: list[Cell] = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


@dataclass
class Step:
    """One pattern with its words: what stands, what comes instead, and how it may lie."""

    before: list[list[tuple[list[Token], str]]]
    """For each row its items: some tokens, and ``+``, ``*`` or nothing."""
    after: list[list[tuple[list[Token], str]]]
    word: str = ""
    conditions: list[tuple[bool, bool, str]] = field(default_factory=list)
    """Whether it is wanted, whether corners count, and the marks."""


@dataclass
class Rules:
    """The rules of a game: a move of a player is a list of steps, or a text about heaps."""

    board: str
    pairs: dict[str, str]
    variant: str
    left: list[Any]
    right: list[Any]

    def moves(self, position: Any, player: int) -> set[Any]:
        """Return the positions after the moves of Left (0) or Right (1)."""
        if self.variant == "twisted":
            player = 1 - player
        moves = [self._moves(position, rules) for rules in (self.left, self.right)]
        if self.variant == "impartial":
            return moves[0] | moves[1]
        if self.variant == "dicotic" and not (moves[0] and moves[1]):
            return set()
        return moves[player]

    def _moves(self, position: Any, rules: Iterable[Any]) -> set[Any]:
        if self.board == "heaps":
            return {after for rule in rules for after in heap_moves(position, rule)}
        if self.board == "graph":
            return {after for steps in rules for after in graph_moves(position, steps[0])}
        return {after for steps in rules for after in board_moves(position, steps, self.board)}


# Boards: grids, strips and rings.


def board_moves(text: str, steps: list[Step], kind: str) -> set[str]:
    """Return the boards after a move of the given steps, each from where the last one ended."""
    rows = text.split("|")
    start = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    ring = len(rows[0]) if kind == "ring" else 0
    # What is repeated more often hangs so far over the edge that fewer times do the same.
    most = max(len(rows), len(rows[0])) + sum(map(size, steps)) + 3
    reached: set[tuple[str, Cell | None]] = {(text, None)}
    for step in steps:
        after: set[tuple[str, Cell | None]] = set()
        patterns = [(p, by) for p in written_out(step, most) for by in images_of(p, step.word)]
        for now, begin in reached:
            board = dict(zip(start, now.replace("|", ""), strict=True))
            for pattern, offsets in patterns:
                corners = corners_of(board, offsets) if begin is None else {begin}
                for corner in corners:
                    cells = fitting_cells(board, pattern, offsets, corner, ring)
                    if cells is not None and conditions_hold(board, pattern, cells, step, ring):
                        new = board | {
                            cells[at]: result
                            for at, (_, result) in pattern.items()
                            if result != "=" and cells[at] in board
                        }
                        after.add((as_text(new), cells[max(pattern)]))
        reached = after
    return {now for now, _ in reached}


def images_of(pattern: Iterable[Cell], word: str) -> list[dict[Cell, Cell]]:
    """Return where the cells of a pattern come to lie, in all the different ways of a word."""
    images: list[dict[Cell, Cell]] = []
    for image in IMAGES[word]:
        offsets = {at: image(*at) for at in pattern}
        if offsets not in images:
            images.append(offsets)
    return images


def corners_of(board: dict[Cell, str], offsets: dict[Cell, Cell]) -> set[Cell]:
    """Return where the corner of a pattern may lie so that one of its cells is on the board."""
    return {(r - down, c - along) for r, c in board for down, along in offsets.values()}


def moved(corner: Cell, by: Cell, ring: int) -> Cell:
    """Return the cell at an offset from another; on a ring columns are counted round it."""
    row, column = corner[0] + by[0], corner[1] + by[1]
    return row, column % ring if ring else column


def fitting_cells(
    board: dict[Cell, str],
    pattern: dict[Cell, tuple[Token, Token]],
    offsets: dict[Cell, Cell],
    corner: Cell,
    ring: int,
) -> dict[Cell, Cell] | None:
    """Return the cells on which a pattern lies; None if it does not fit there."""
    cells = {}
    for at, (token, _) in pattern.items():
        cells[at] = moved(corner, offsets[at], ring)
        if token != "?" and board.get(cells[at], "$") not in token:
            return None
    on_board = [cell for cell in cells.values() if cell in board]
    # At least one cell lies on the board, and on a short ring none is met twice.
    return cells if on_board and len(set(on_board)) == len(on_board) else None


def conditions_hold(
    board: dict[Cell, str],
    pattern: dict[Cell, tuple[Token, Token]],
    cells: dict[Cell, Cell],
    step: Step,
    ring: int,
) -> bool:
    """Return whether what is near a pattern that fits allows the move."""

    def neighbours(cell: Cell, corners: bool) -> Iterator[Cell]:
        for by in SIDES + CORNERS if corners else SIDES:
            yield moved(cell, by, ring)

    named = {cells[at] for at, (token, _) in pattern.items() if token != "?"}
    written = [cells[at] for at, tokens in pattern.items() if is_written(*tokens)]
    return all(
        holds(condition, named, written, neighbours, lambda cell: board.get(cell, "$"))
        for condition in step.conditions
    )


def is_written(token: Token, result: Token) -> bool:
    """Return whether a mark is written, other than the only one that may stand there."""
    return result not in ("=", token)


def holds(
    condition: tuple[bool, bool, str],
    named: set[Any],
    written: Iterable[Any],
    neighbours: Callable[[Any, bool], Iterable[Any]],
    content: Callable[[Any], str],
) -> bool:
    """Return whether some, or no, neighbour of a written cell has one of the marks.

    Cells that the pattern names by marks or ``$`` do not count; others do, also those of ``?``.
    """
    wanted, corners, marks = condition
    around = {near for cell in written for near in neighbours(cell, corners)} - named
    return wanted == any(content(near) in marks for near in around)


def as_text(board: dict[Cell, str]) -> str:
    """Return a board as text."""
    rows = sorted({r for r, _ in board})
    return "|".join("".join(board[at] for at in sorted(board) if at[0] == r) for r in rows)


# Patterns with repeated parts written out.


def size(step: Step) -> int:
    """Return the number of cells of a pattern whose parts stand once."""
    return sum(len(tokens) for row in step.before for tokens, _ in row)


def written_out(step: Step, most: int) -> Iterator[dict[Cell, tuple[Token, Token]]]:
    """Yield the pattern with its repeated parts written out: cells, each with both tokens."""
    signs = {sign for row in step.before for _, sign in row} - {""}
    least = 0 if signs == {"*"} else 1
    for times in range(least, most + 1) if signs else [1]:
        before, after = (
            {
                (r, c): token
                for r, row in enumerate(side)
                for c, token in enumerate(
                    [t for tokens, sign in row for t in tokens * (times if sign else 1)]
                )
            }
            for side in (step.before, step.after)
        )
        if before:
            yield {at: (token, after[at]) for at, token in before.items()}


# Graphs.


def graph_moves(graph: Graph, step: Step) -> set[Graph]:
    """Return the graphs after a move: the pattern lies on a path of different vertices."""
    marks, edges = graph
    reached = set()

    def neighbours(vertex: int, corners: bool = False) -> set[int]:
        return {w for edge in edges if vertex in edge for w in edge} - {vertex}

    for pattern in written_out(step, len(marks)):
        tokens = [pattern[at] for at in sorted(pattern)]
        paths = [[v] for v in range(len(marks))]
        for _ in tokens[1:]:
            paths = [[*path, w] for path in paths for w in neighbours(path[-1]) if w not in path]
        for path in paths:
            named = {v for v, (token, _) in zip(path, tokens, strict=True) if token != "?"}
            written = [v for v, pair in zip(path, tokens, strict=True) if is_written(*pair)]
            if all(
                token == "?" or marks[v] in token
                for v, (token, _) in zip(path, tokens, strict=True)
            ) and all(
                holds(condition, named, written, neighbours, marks.__getitem__)
                for condition in step.conditions
            ):
                new = list(marks)
                for v, (_, result) in zip(path, tokens, strict=True):
                    new[v] = marks[v] if result == "=" else result
                reached.add(("".join(new), edges))
    return reached


# Heaps.

Form: TypeAlias = dict[str, int]
"""A number plus multiples of letters; the number stands under the empty name."""


def heap_moves(heaps: tuple[int, ...], rule: str) -> set[tuple[int, ...]]:
    """Return the heaps after one of them is replaced by a rule; empty heaps vanish."""
    return {
        tuple(sorted([*heaps[:i], *after, *heaps[i + 1 :]]))
        for i, heap in enumerate(heaps)
        if heap
        for after in replacements(heap, rule)
    }


@cache
def replacements(heap: int, rule: str) -> list[list[int]]:
    """Return what a rule leaves of a heap."""
    reached = []
    first, rest = rule.split("->")
    results, _, asked = rest.partition(" if ")
    before = form(first)
    for result in results.split("|"):
        after = [form(part) for part in re.split(r"\+", result)]
        old = set(before) - {""}
        new = sorted({x for part in after for x in part} - {""} - old)
        letters = sorted(old) + new
        whole = {x: sum(part.get(x, 0) for part in after) for x in letters}
        shares = len(after) > 1 and any(whole[x] for x in new)
        for numbers in product(range(heap + 1), repeat=len(letters)):
            chosen = dict(zip(letters, numbers, strict=True))
            left = [at(part, chosen) for part in after]
            if (
                at(before, chosen) == heap
                and min(left) >= 0
                # New letters share out the letter before the arrow.
                and (not shares or sum(left) == sum(chosen[x] for x in old))
                # A new letter alone is any smaller heap.
                and (not (new and len(after) == 1) or left[0] < heap)
                and all(comparison(text, chosen) for text in asked.split(" and ") if asked)
                and [n for n in left if n] != [heap]
            ):
                reached.append([n for n in left if n])
    return reached


def form(text: str) -> Form:
    """Read a sum such as ``2a-b+3``."""
    total: Form = {}
    for sign, number, letter in re.findall(r"([+-]?)\s*(\d*)\s*([a-z]?)", text):
        if number or letter:
            total[letter] = total.get(letter, 0) + int(sign + (number or "1"))
    return total


def at(linear: Form, letters: dict[str, int]) -> int:
    """Return the number that a form stands for."""
    return sum(n * (letters[x] if x else 1) for x, n in linear.items())


def comparison(text: str, letters: dict[str, int]) -> bool:
    """Return whether a chain such as ``0 < a <= b`` holds."""
    parts = re.split(r"(<=|>=|!=|==|<|>|=)", text)
    numbers = [at(form(part), letters) for part in parts[::2]]
    tests: dict[str, Callable[[int, int], bool]] = {
        "<": lambda a, b: a < b,
        "<=": lambda a, b: a <= b,
        ">": lambda a, b: a > b,
        ">=": lambda a, b: a >= b,
        "=": lambda a, b: a == b,
        "==": lambda a, b: a == b,
        "!=": lambda a, b: a != b,
    }
    return all(
        tests[sign](a, b) for a, sign, b in zip(numbers, parts[1::2], numbers[1:], strict=False)
    )


# The reader: it takes correct texts only.


def read(text: str) -> Rules:
    """Return the rules in a text."""
    rules = Rules("grid", {}, "", [], [])
    marks: list[str] = []
    derived = ""
    for line in text.splitlines():
        word, _, rest = line.split("//")[0].strip().partition(" ")
        if word == "board":
            rules.board = rest.strip()
        elif word == "variant":
            rules.variant = rest.strip()
        elif word == "cells":
            for named in rest.split():
                marks += named.split("/")
                if "/" in named:
                    rules.pairs |= {named[0]: named[2], named[2]: named[0]}
        elif word == "right" and rest.split()[0] == "=":
            derived = rest.split()[1]
        elif word in ("left", "right", "both"):
            read_rule = heap_rules if rules.board == "heaps" else moves_of_line
            for side, given in (("left", rules.left), ("right", rules.right)):
                if word in (side, "both"):
                    given += read_rule(rest)
    if derived:
        letters = [mark for mark in marks if mark.isalpha()]
        if derived != "left" and not rules.pairs and len(letters) > 1:
            rules.pairs = dict(zip(letters[:2], letters[1::-1], strict=True))
        rules.right = rules.left if derived == "left" else [
            [derived_step(step, derived, rules.pairs) for step in steps] for steps in rules.left
        ]  # fmt: skip
    return rules


def heap_rules(text: str) -> list[str]:
    return [rule.strip() for rule in text.split(",")]


def moves_of_line(text: str) -> list[list[Step]]:
    """Return the moves of a line, each as its steps."""
    words = text.split()
    moves: list[list[Step]] = []
    goes_on = False
    while words:
        before, _, after, *words = words
        step = Step(read_pattern(before), read_pattern(re.sub(r"[?$]", "=", after)))
        while words and words[0] in {*IMAGES, "if", "unless"}:
            if words[0] in IMAGES:
                step.word, *words = words
            else:
                wanted, near, named, *words = words
                step.conditions.append((wanted == "if", near == "touching", named))
        if goes_on:
            moves[-1].append(step)
        else:
            moves.append([step])
        goes_on = words[:1] == ["then"]
        words = words[goes_on:]
    return moves


def read_pattern(text: str) -> list[list[tuple[list[Token], str]]]:
    """Return the rows of a pattern: items, each with its sign of repetition."""
    return [
        [
            (read_tokens(group or token), sign)
            for group, token, sign in re.findall(r"(?:\((.*?)\)|(\[.*?\]|.))([+*]?)", row)
        ]
        for row in text.split("|")
    ]


def read_tokens(text: str) -> list[Token]:
    """Return the contents that fit each cell, without brackets and none of them twice."""
    return ["".join(dict.fromkeys(token.strip("[]"))) for token in re.findall(r"\[.*?\]|.", text)]


def derived_step(step: Step, how: str, pairs: dict[str, str]) -> Step:
    """Return Right's step: Left's with the pairs exchanged, and turned as a word says."""

    def swapped(side: list[list[tuple[list[Token], str]]]) -> list[list[tuple[list[Token], str]]]:
        return [[([exchanged(t) for t in tokens], sign) for tokens, sign in row] for row in side]

    def exchanged(token: str) -> str:
        return "".join(pairs.get(mark, mark) for mark in token)

    conditions = [(wanted, corners, exchanged(marks)) for wanted, corners, marks in step.conditions]
    turned: dict[str, Image] = {"mirror": MIRRORED, "turn": TRANSPOSED, "swap": AS_WRITTEN}
    name = f"{how} {step.word}"
    if name not in IMAGES:
        IMAGES[name] = [composed(turned[how], image) for image in IMAGES[step.word]]
    return Step(swapped(step.before), swapped(step.after), name, conditions)


def composed(last: Image, first: Image) -> Image:
    """Return one image after another."""
    return lambda r, c: last(*first(r, c))


# Plain patterns, as certificates have them: each lies as it is written, on a board of any size.


def plain_board_moves(text: str, rules: Iterable[str]) -> set[str]:
    """Return the boards after a move by plain rules such as ``x[^o]? -> .x=``."""
    rows = text.split("|")
    board = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    reached = set()
    for rule in rules:
        sides = [
            {
                (r, c): token
                for r, row in enumerate(re.split(r"\|", side))
                for c, token in enumerate(re.findall(r"\[.*?\]|.", row))
            }
            for side in rule.split(" -> ")
        ]
        before, after = sides
        for top, first in corners_of(board, {at: at for at in before}):
            if all(
                plain_fits(token, board.get((top + r, first + c), "$"))
                for (r, c), token in before.items()
            ):
                reached.add(
                    as_text(
                        board | {(top + r, first + c): m for (r, c), m in after.items() if m != "="}
                    )
                )
    return reached


def plain_fits(token: str, content: str) -> bool:
    if token.startswith("[^"):
        return content not in token[2:-1]
    return token == "?" or content in token.strip("[]")
