"""Check a certificate about combinatorial games: ``python checker.py FILE [STEPS]``.

This one file needs nothing but Python. It reads a certificate in JSON, makes all moves again by the
rules that the file contains, follows every play, and prints what is proved: the claim in full, and
the games that it is about as they were checked. A name in the file is a label, not a fact.

The sections: 1. what a file contains; 2. what a game is (boards, heaps, listed moves); 3. sums;
4. strategies; 5. who wins a sum; 6. forms and their values; 7. lemmas and theorems for large sums;
8. games with loops; 9. families; 10. periods and misère quotients; 11. the answer.

The players are Left and Right. They move in turn; a player who cannot move loses, or wins under
misère play. The positions to which a player can move are that player's options. The outcome of a
game is L or R if this player wins whoever starts, N if the player who starts wins, and P if the
other one does. In a sum a player moves in one of the components; in the negative of a game the
players are exchanged. If play always ends, G >= H means that Left wins G - H if Right starts, and
G = H means that G >= H and H >= G.

The program ends with exit code 0 if the claim is proved, 1 if the certificate is refused, 2 if the
file cannot be read, and 3 if the check is longer than STEPS or beyond the limits of this program,
which says nothing about the certificate.
"""

import bisect
import graphlib
import hashlib
import json
import operator
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations, pairwise, permutations
from typing import Any, NamedTuple, NoReturn, TypeAlias, TypeVar

LEFT, RIGHT = "left", "right"
OTHER = {LEFT: RIGHT, RIGHT: LEFT}
STEPS = 100_000_000
MOST_POSITIONS = 30_000
MOST_IN_FAMILY = 300_000


class Refused(ValueError):
    """The certificate does not prove what it claims, or is not a certificate."""


class OutOfBudget(Exception):
    """The check is longer than allowed: nothing is known about the certificate."""


class NotSupported(OutOfBudget):
    """A rule is beyond the limits of this program: nothing is known about the certificate."""


def require(condition: object, message: str) -> None:
    if not condition:
        raise Refused(message)


class Budget:
    """Counts the steps of a check: cells that are looked at, words that are read, new heaps, turns,
    comparisons. A step takes about the same time whatever the file contains."""

    def __init__(self, steps: int | None = None) -> None:
        self.steps = self.left = STEPS if steps is None else steps

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            self.stop(f"the check takes more than {self.steps} steps")

    def stop(self, message: str) -> NoReturn:
        raise OutOfBudget(message)


def per_step(size: int) -> int:
    """Return how many steps are counted for copying or looking up something of this size."""
    return 1 + size // 16


# 1. What a file contains.
#
# A shape is int, str or object (anything), [shape] for a list, (shape, shape) for a list of that
# length, or {field: shape}. Numbers are integers: true, 1.0 and "1" are refused.

# Rows list all moves of a game whose positions have numbers, with the start as 0: row p has Left's
# options of position p and Right's. So [[[1], [1]], [[], []]] is *, a single move to 0.
Rows: TypeAlias = Sequence[Any]
ROWS = [([object], [object])]  # of integers, by check_rows
BOARD = {"name": str, "board": str, "left": [str], "right": [str]}
HEAPS = {"name": str, "heaps": [[int]], "left": [str], "right": [str]}
LISTED = {"name": str, "moves": [object]}  # rows, as in the others below, by check_rows
TWO_SIDED = {"name": str, "on": [object], "off": [object]}

STRATEGY = {"player": str, "starter": str, "replies": [object]}
SUM = {
    "claim": str, "digest": str, "games": [object], "parts": [(int, int)], "play": str,
    "start": [int], "strategies": [STRATEGY], "values": object,
}  # fmt: skip
PLAYED_SUM = {field: shape for field, shape in SUM.items() if field not in ("strategies", "values")}
PLAYED_SUM |= {"plays": [STRATEGY]}
LOOPY_SUM = {field: shape for field, shape in SUM.items() if field != "values"}
LOOPY_SUM |= {"h": [int], "strategies": [STRATEGY | {"reading": str}]}
WEIGHTS = {"weights": [object], "of": [int]}
LEMMAS = {
    "claim": str, "digest": str, "lemmas": [{"certificate": object, "uses": [object]}],
    "numbers": [object], "sum": [(int, int)], "theory": str, "weights": [WEIGHTS],
}  # fmt: skip
FAMILY = {
    "digest": str, "forms": [object], "none": [object], "play": str, "positions": [(int, object)],
    "results": [object], "rules": [object], "what": str,
}  # fmt: skip
PERIOD = {"code": str, "digest": str, "grundy": [int], "period": int, "preperiod": int}
QUOTIENT = {
    "digest": str, "format": str, "game": object, "images": [int], "losing": [int],
    "period": object, "table": [[int]], "version": int,
}  # fmt: skip
TYPES = {int: "an integer", str: "a text", dict: "an object", list: "a list"}


def text_of(data: Any) -> str:
    """Return data as JSON in the only way in which a certificate may be written."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)


def in_short(data: Any) -> str:
    text = text_of(data)
    return text if len(text) <= 60 else text[:57] + "..."


def expect(data: Any, shape: Any, what: str) -> None:
    """Refuse data of another shape."""
    if shape is object:
        return
    kind: Any = shape if isinstance(shape, type) else dict if isinstance(shape, dict) else list
    if type(data) is not kind:
        raise Refused(f"{what} must be {TYPES[kind]}, got {in_short(data)}")
    if isinstance(shape, dict):
        if data.keys() != shape.keys():
            raise Refused(f"{what} must have the fields {', '.join(sorted(shape))}")
        for field in shape:
            expect(data[field], shape[field], f"{field} of {what}")
    elif isinstance(shape, tuple):
        if len(data) != len(shape):
            raise Refused(f"{what} must have {len(shape)} entries, got {in_short(data)}")
        for entry, inner in zip(data, shape, strict=True):
            expect(entry, inner, what)
    elif isinstance(shape, list):
        inner = shape[0]
        if inner is object or (isinstance(inner, type) and set(map(type, data)) <= {inner}):
            return
        for entry in data:
            expect(entry, inner, what)


def check_digest(document: Any) -> None:
    text = text_of({**document, "digest": ""})
    digest = hashlib.sha256(text.encode()).hexdigest()
    require(document["digest"] == digest, "the digest does not fit the other fields")


# The characters that Unicode shows as nothing (Default_Ignorable_Code_Point), and an empty one.
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)


def is_visible(label: str) -> bool:
    """Return whether a text has a letter, number or sign, and nothing that is not shown."""
    has_sign = any(unicodedata.category(mark)[0] in "LNPS" for mark in label)
    return has_sign and label.isprintable() and not INVISIBLE.search(label)


def check_label(label: Any) -> None:
    if not isinstance(label, str) or not is_visible(label):
        raise Refused(f"a label must be text that can be seen, got {in_short(label)}")


def is_index(data: Any, entries: Sequence[Any]) -> bool:
    """Return whether data is the number of an entry; true is not 1."""
    return type(data) is int and 0 <= data < len(entries)


def check_rows(rows: Rows, what: str) -> None:
    """Refuse listed moves to positions that are not listed."""
    expect(rows, ROWS, what)
    require(rows, f"{what} must have a first position")
    for p, (left, right) in enumerate(rows):
        for option in (*left, *right):
            if type(option) is not int:
                raise Refused(f"a listed move must be an integer, got {in_short(option)}")
            if not 0 <= option < len(rows):
                raise Refused(f"{what}: position {p} leads to {option}, which is not listed")


# 2. What a game is.
#
# Rules say for each position to which positions Left and Right can move. They are of three kinds:
# patterns for boards, arithmetic for heaps, and lists of all moves.


# 2a. Boards.
#
# A board is a rectangle of marks, with | between its rows, in an endless plane of outside. A rule
# "before -> after" is a move wherever `before` fits; it lies as it is written and must touch the
# board. Before the arrow a mark fits itself, [xo] fits one of these marks, [^x] anything else, even
# the outside, ? fits anything, and $ only the outside. After the arrow a mark is written, and at =
# a cell stays as it is. What lies outside is never written.

OUTSIDE = "$"
NO_MARKS = set("^[]$?=|")


class Token(NamedTuple):
    """What one cell of a pattern fits: one of the members, or anything else if it is negated."""

    members: frozenset[str]
    is_negated: bool

    def fits(self, mark: str) -> bool:
        return (mark in self.members) != self.is_negated


def read_tokens(row: str) -> list[Token]:
    """Return the cells of one row before the arrow."""
    tokens, at = [], 0
    while at < len(row):
        end = at + 1
        if row[at] == "?":
            token = Token(frozenset(), is_negated=True)
        elif row[at] == "[":
            end = row.find("]", at) + 1
            require(end > 0, f"a class without ] in the pattern {row!r}")
            is_negated = row[at + 1] == "^"
            token = Token(frozenset(row[at + 1 + is_negated : end - 1]), is_negated)
        else:
            token = Token(frozenset(row[at]), is_negated=False)
        wrong = (token.members & NO_MARKS) - {OUTSIDE}
        require(not wrong, f"{''.join(sorted(wrong))!r} is no mark in the pattern {row!r}")
        tokens.append(token)
        at = end
    return tokens


def check_rectangle(rows: Sequence[Sequence[Any]], text: str) -> None:
    is_rectangle = len(rows[0]) > 0 and all(len(row) == len(rows[0]) for row in rows)
    require(is_rectangle, f"{text!r} has no cells, or rows of different lengths")


class Pattern:
    """A rule for boards."""

    def __init__(self, rule: str) -> None:
        sides = rule.split(" -> ")
        require(len(sides) == 2, f"{rule!r} is not of the form before -> after")
        self.before = [read_tokens(row) for row in sides[0].split("|")]
        self.after = sides[1].split("|")
        check_rectangle(self.before, sides[0])
        shapes = [[len(row) for row in rows] for rows in (self.before, self.after)]
        require(shapes[0] == shapes[1], f"the two sides of {rule!r} have different shapes")
        wrong = set("".join(self.after)) & (NO_MARKS - {"="})
        require(not wrong, f"{''.join(sorted(wrong))!r} cannot be written by {rule!r}")

    def placements(self, height: int, width: int, budget: Budget) -> Iterator[tuple[Any, Any]]:
        """Yield for each place what cells of the board it needs, and what it writes."""
        for top in range(1 - len(self.before), height):
            for first in range(1 - len(self.before[0]), width):
                budget.spend(len(self.before) * len(self.before[0]))
                needs, writes, is_possible = [], [], True
                for r, row in enumerate(self.before, top):
                    for c, token in enumerate(row, first):
                        if 0 <= r < height and 0 <= c < width:
                            index = r * (width + 1) + c  # in the text, with bars between rows
                            mark = self.after[r - top][c - first]
                            if token.members or not token.is_negated:
                                needs.append((index, *token))
                            if mark != "=":
                                writes.append((index, mark))
                        elif not token.fits(OUTSIDE):
                            is_possible = False
                if is_possible:
                    yield needs, writes


class BoardRules:
    """Rules for positions that are boards, as text."""

    def __init__(self, left: list[str], right: list[str], budget: Budget) -> None:
        budget.spend(sum(map(len, left + right)))
        self.patterns = [[Pattern(rule) for rule in rules] for rules in (left, right)]
        self.is_impartial = left == right
        self.budget = budget
        self.placements: dict[tuple[int, int], list[list[Any]]] = {}

    def moves(self, position: Any) -> tuple[set[str], set[str]]:
        left, right = self.placed(position)
        after = self.reached(position, left)
        return after, after if self.is_impartial else self.reached(position, right)

    def placed(self, board: Any) -> list[list[Any]]:
        """Return all placements of the patterns of both players on boards of this shape."""
        rows = board.split("|")
        shape = len(rows), len(rows[0])
        if shape not in self.placements:
            self.placements[shape] = [
                [
                    placement
                    for pattern in patterns
                    for placement in pattern.placements(*shape, self.budget)
                ]
                for patterns in self.patterns
            ]
        return self.placements[shape]

    def reached(self, board: str, placements: list[Any]) -> set[str]:
        steps, after = len(placements), set()
        for needs, writes in placements:
            for looked_at, (index, members, is_negated) in enumerate(needs):
                if (board[index] in members) == is_negated:  # the cell does not fit
                    steps += looked_at
                    break
            else:
                steps += len(needs) + len(writes) + per_step(len(board))
                if steps > 1000:  # large boards are counted before they are copied
                    self.budget.spend(steps)
                    steps = 0
                marks = list(board)
                for index, mark in writes:
                    marks[index] = mark
                after.add("".join(marks))
        self.budget.spend(steps)
        return after


def check_board(board: Any) -> None:
    expect(board, str, "a board")
    check_rectangle(board.split("|"), board)
    wrong = set(board) & (NO_MARKS - {"|"})
    require(not wrong, f"{''.join(sorted(wrong))!r} is no mark on the board {board!r}")


# 2b. Heaps.
#
# A position is a list of heaps, and a heap is a list of numbers. A rule says what one heap becomes:
# "n -> a, n-1-a for a in range(1, n-1)", "p, q -> (q, p % q) if p % q > 0". Left of the arrow stand
# letters for the numbers of the heap; right of it the new heaps, then loops and conditions. Heaps
# of zeros vanish, so no position has any. Arithmetic is that of Python's integers. The grammar is
#
#   rule       = letter {"," letter} "->" heap {"," heap} conditions {loop conditions}
#   heap       = sum | "(" sum {"," sum} ")"
#   loop       = "for" letter "in" ["range"] "(" sum {"," sum} [","] ")"
#   conditions = {"if" either}
#   either     = both {"or" both}
#   both       = comparison {"and" comparison}
#   comparison = sum ("<" | "<=" | ">" | ">=" | "==" | "!=") sum {...} | "(" either ")"
#   sum        = product {("+" | "-") product}
#   product    = factor {("%" | "//") factor}
#   factor     = number | letter | "-" factor | "(" sum ")"
#
# It is read by recursive descent into a tree: a number, a letter, or (operation, first, second).

WORD = re.compile(r"[a-z]+\b|[0-9]+\b|->|//|[<>=!]=|[-+%<>(),]")
OPERATIONS = {
    "+": operator.add, "-": operator.sub, "%": operator.mod, "//": operator.floordiv,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
LARGEST_NUMBER = 10**300
LARGEST_IN_RANGE = 1000
MOST_DIGITS, MOST_LOOPS, MOST_NESTED = 3, 2, 50

Tree: TypeAlias = Any
Letters: TypeAlias = dict[str, int]
Meaning: TypeAlias = Callable[[Letters], Any]


def meaning(tree: Tree) -> Meaning:
    """Return what a tree means: a function of the values of the letters.

    "and" and "or" look at their second branch only if they need it.
    """
    if isinstance(tree, str):
        return operator.itemgetter(tree)
    if isinstance(tree, int):
        return lambda _: tree
    operation, first, second = tree[0], meaning(tree[1]), meaning(tree[2])
    if operation == "and":
        return lambda letters: first(letters) and second(letters)
    if operation == "or":
        return lambda letters: first(letters) or second(letters)
    return lambda letters: operation(first(letters), second(letters))


def letters_in(tree: Tree) -> set[str]:
    if isinstance(tree, str):
        return {tree}
    branches = tree[1:] if isinstance(tree, tuple) else ()
    return {letter for branch in branches for letter in letters_in(branch)}


class Loop(NamedTuple):
    """A letter that runs over a range or over some numbers, and the condition after it."""

    letter: str
    is_range: bool
    numbers: list[Tree]
    condition: Tree


class Run(NamedTuple):
    """A loop with the meanings of its numbers and of its condition."""

    loop: Loop
    numbers: list[Meaning]
    holds: Meaning


class HeapRule:
    """A rule for heaps: letters, a condition, loops, and new heaps as lists of trees."""

    def __init__(self, rule: str, budget: Budget) -> None:
        budget.spend(len(rule))
        self.text = rule if len(rule) <= 200 else rule[:197] + "..."
        self.words: list[str] = WORD.findall(rule)
        self.at, self.depth, self.budget = 0, 0, budget
        is_read = "".join(self.words) == rule.replace(" ", "")
        require(is_read, f"the rule {self.text!r} is beyond arithmetic")
        is_closed = rule.count("(") == rule.count(")")
        require(is_closed, f"a parenthesis is not closed in the rule {self.text!r}")
        self.letters = [self.letter()]
        while self.accept(","):
            self.letters.append(self.letter())
        self.take("->")
        self.heaps = [self.heap()]
        while self.accept(","):
            self.heaps.append(self.heap())
        self.condition = self.conditions()
        self.loops: list[Loop] = []
        while self.at < len(self.words):
            self.loops.append(self.loop())
        self.check_letters()
        self.holds = meaning(self.condition)
        self.runs = [
            Run(loop, [meaning(tree) for tree in loop.numbers], meaning(loop.condition))
            for loop in self.loops
        ]
        self.new_heaps = [[meaning(tree) for tree in heap] for heap in self.heaps]
        self.steps = per_step(len(self.words))  # to use the rule once

    def check_letters(self) -> None:
        """Refuse letters that have no value, or two."""
        known, needed = [*self.letters], letters_in(self.condition) - set(self.letters)
        for loop in self.loops:
            needed |= {letter for tree in loop.numbers for letter in letters_in(tree)} - set(known)
            known.append(loop.letter)
            needed |= letters_in(loop.condition) - set(known)
        made = {letter for heap in self.heaps for tree in heap for letter in letters_in(tree)}
        require(not needed and made <= set(known), f"an unknown letter in the rule {self.text!r}")
        is_clear = len(set(known)) == len(known)
        require(is_clear, f"a letter has two meanings in the rule {self.text!r}")
        if len(self.loops) > MOST_LOOPS:
            raise NotSupported(f"more than {MOST_LOOPS} loops in the rule {self.text!r}")

    def next_word(self) -> str:
        """Return the next word, or an empty text at the end."""
        return self.words[self.at] if self.at < len(self.words) else ""

    def accept(self, *words: str) -> str:
        """Take the next word if it is one of these, and return it; otherwise an empty text."""
        word = self.next_word()
        if word not in words:
            return ""
        self.budget.spend(1)
        self.at += 1
        return word

    def take(self, word: str) -> None:
        if not self.accept(word):
            self.fail(f"expected {word!r}")

    def fail(self, message: str) -> NoReturn:
        rest = self.words[self.at : self.at + 10]
        place = f"before {' '.join(rest)!r}" if rest else "at the end"
        raise Refused(f"{message} {place} of the rule {self.text!r}")

    def letter(self) -> str:
        word = self.next_word()
        if len(word) != 1 or not word.isalpha():
            self.fail("expected a letter")
        self.at += 1
        return word

    def heap(self) -> list[Tree]:
        """Read a new heap: (a, b) has two numbers; (n-1) is the number n-1 in parentheses."""
        start = self.at
        if self.accept("("):
            numbers = self.numbers()
            if len(numbers) > 1:
                return numbers
            self.at = start
        return [self.sum()]

    def numbers(self) -> list[Tree]:
        """Read numbers with commas between them, and the parenthesis that closes them."""
        numbers = [self.sum()]
        while self.accept(",") and self.next_word() != ")":
            numbers.append(self.sum())
        self.take(")")
        return numbers

    def loop(self) -> Loop:
        self.take("for")
        letter = self.letter()
        self.take("in")
        is_range = self.accept("range") != ""
        self.take("(")
        numbers = self.numbers()
        if is_range and len(numbers) > 2:
            self.fail("a range has one or two bounds")
        return Loop(letter, is_range, numbers, self.conditions())

    def conditions(self) -> Tree:
        """Read conditions, all of which must hold; 1 if there is none."""
        tree: Tree = 1
        while self.accept("if"):
            tree = self.either() if tree == 1 else ("and", tree, self.either())
        return tree

    def either(self) -> Tree:
        first = self.both()
        return ("or", first, self.either()) if self.accept("or") else first

    def both(self) -> Tree:
        first = self.comparison()
        return ("and", first, self.both()) if self.accept("and") else first

    def comparison(self) -> Tree:
        """Read a comparison; a < b < c means a < b and b < c. A parenthesis may begin either a sum
        or a condition: if no comparison can be read, it is a condition."""
        start, depth = self.at, self.depth
        try:
            first = self.sum()
            tree: Tree = None
            while sign := self.accept("<", "<=", ">", ">=", "==", "!="):
                second = self.sum()
                one = (OPERATIONS[sign], first, second)
                tree, first = one if tree is None else ("and", tree, one), second
            if tree is None:
                self.fail("expected a comparison")
            return tree
        except Refused:
            self.at, self.depth = start, depth
            if not self.accept("("):
                raise
            return self.enclosed(self.either)

    def sum(self) -> Tree:
        tree = self.product()
        while sign := self.accept("+", "-"):
            tree = (OPERATIONS[sign], tree, self.product())
        return tree

    def product(self) -> Tree:
        tree = self.factor()
        while sign := self.accept("%", "//"):
            tree = (OPERATIONS[sign], tree, self.factor())
        return tree

    def factor(self) -> Tree:
        if self.accept("-"):
            return (operator.sub, 0, self.factor())
        if self.accept("("):
            return self.enclosed(self.sum)
        word = self.next_word()
        if not word.isdecimal():
            return self.letter()
        if len(word) > MOST_DIGITS:
            raise NotSupported(f"a number of more than {MOST_DIGITS} digits: {self.text!r}")
        self.at += 1
        return int(word)

    def enclosed(self, read: Callable[[], Tree]) -> Tree:
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise NotSupported(f"more than {MOST_NESTED} parentheses deep: {self.text!r}")
        tree = read()
        self.take(")")
        self.depth -= 1
        return tree

    def results(self, heap: tuple[int, ...], budget: Budget) -> Iterator[list[tuple[int, ...]]]:
        """Yield what a heap can become, without heaps of zeros."""
        size = len(self.letters)
        require(len(heap) == size, f"{self.text!r} is about {size} numbers, the heap is {heap}")
        letters = dict(zip(self.letters, heap, strict=True))
        budget.spend(self.steps)
        try:
            for _ in self.choices(self.runs, letters, budget) if self.holds(letters) else ():
                new = [tuple([n(letters) for n in numbers]) for numbers in self.new_heaps]
                for numbers in new:
                    if not 0 <= min(numbers) <= max(numbers) < LARGEST_NUMBER:
                        raise Refused(f"{self.text!r} makes a heap of {numbers} from {heap}")
                yield [numbers for numbers in new if any(numbers)]
        except ZeroDivisionError:
            raise Refused(f"{self.text!r} divides by zero if the heap is {heap}") from None

    def choices(self, runs: list[Run], letters: Letters, budget: Budget) -> Iterator[None]:
        """Give the letters of the loops all values for which the conditions hold."""
        if not runs:
            yield
            return
        (loop, numbers, holds), *rest = runs
        values: Sequence[int] = [number(letters) for number in numbers]
        if loop.is_range:
            largest = max(letters[letter] for letter in self.letters)
            if largest > LARGEST_IN_RANGE:
                message = f"a range in {self.text!r} for a heap of more than {LARGEST_IN_RANGE}"
                raise NotSupported(message)
            values = range(*values)
        budget.spend(len(values) * self.steps)
        for value in values:
            letters[loop.letter] = value
            if holds(letters):
                yield from self.choices(rest, letters, budget) if rest else (None,)


class HeapRules:
    """Rules for positions that are tuples of heaps, which are tuples of numbers."""

    def __init__(self, left: list[str], right: list[str], budget: Budget) -> None:
        self.rules = [[HeapRule(rule, budget) for rule in rules] for rules in (left, right)]
        self.is_impartial = left == right
        self.budget = budget
        self.known: list[dict[tuple[int, ...], list[Any]]] = [{}, {}]

    def moves(self, position: Any) -> tuple[set[Any], set[Any]]:
        after = self.reached(position, 0)
        return after, after if self.is_impartial else self.reached(position, 1)

    def reached(self, heaps: Any, side: int) -> set[Any]:
        after, known = set(), self.known[side]
        for i, heap in enumerate(heaps):
            if heap not in known:
                rules = self.rules[side]
                known[heap] = [new for rule in rules for new in rule.results(heap, self.budget)]
            self.budget.spend((1 + len(known[heap])) * per_step(len(heaps)))
            rest = heaps[:i] + heaps[i + 1 :]
            for new in known[heap]:
                after.add(tuple(sorted((*rest, *new))))
        return after


def heaps_of(data: Any) -> tuple[tuple[int, ...], ...]:
    expect(data, [[int]], "heaps")
    if not all(any(heap) and 0 <= min(heap) <= max(heap) < LARGEST_NUMBER for heap in data):
        wanted = "numbers from 0 to 10**300, not all of them 0"
        raise Refused(f"heaps must have {wanted}, got {in_short(data)}")
    return tuple(map(tuple, data))


def positions(game: Any, budget: Budget) -> Rows:
    """Return the moves of a game, with its positions numbered, the start first."""
    check_label(game.get("name"))
    if "moves" in game:
        expect(game, LISTED, "a game with listed moves")
        check_rows(game["moves"], "the listed moves")
        return list(game["moves"])
    moves, start = rules_and_start(game, budget)
    return numbered(moves, start, budget)


def rules_and_start(game: Any, budget: Budget) -> tuple[Callable[[Any], tuple[Any, Any]], Any]:
    """Return the moves that follow from the rules of a game, and its first position."""
    if "board" in game:
        expect(game, BOARD, "a game on a board")
        check_board(game["board"])
        return BoardRules(game["left"], game["right"], budget).moves, game["board"]
    expect(game, HEAPS, "a game with heaps")
    return HeapRules(game["left"], game["right"], budget).moves, heaps_of(game["heaps"])


def numbered(moves: Callable[[Any], Iterable[Iterable[Any]]], start: Any, budget: Budget) -> Rows:
    """Return the moves from all positions that can be reached, numbered as they are met.

    After each position come those that are new among Left's moves, in order, then among Right's.
    """
    met, number, rows = [start], {start: 0}, []
    for position in met:
        row = []
        for side in moves(position):
            after = sorted(side)
            fresh = [new for new in after if new not in number]
            for new in fresh:
                number[new] = len(met)
                met.append(new)
            row.append([number[new] for new in after])
        rows.append(row)
        if len(met) > MOST_POSITIONS:
            budget.stop(f"a game has more than {MOST_POSITIONS} positions")
    return rows


# 3. Sums.
#
# A sum consists of components. A part is a game with a sign; the players are exchanged if it is -1.
# `start` lists the part of every component, so a part that is listed twice is added twice. A state
# is what a player sees: the part and the position of every component, sorted. A turn is a state
# and the player who is to move.
#
# Most claims are about one sum. A relation between two sums g and h of games that may loop is about
# the sum g - h, and `h` lists the parts that come from h: section 8 has to know in which of the two
# a move was made. For other claims `h` is empty.

State: TypeAlias = tuple[tuple[int, int], ...]
Turn: TypeAlias = tuple[State, str]


class Sum:
    """The moves in a sum; `tables` has for each part the rows of its game."""

    def __init__(self, parts: Any, tables: Sequence[Rows], h: Iterable[int] = ()) -> None:
        sides = [(0, 1) if sign > 0 else (1, 0) for _, sign in parts]
        self.tables = {
            player: [
                ([set(row[side[i]]) for row in rows], part in h)
                for part, (side, rows) in enumerate(zip(sides, tables, strict=True))
            ]
            for i, player in enumerate((LEFT, RIGHT))
        }

    def count(self, state: State, player: str) -> int:
        """Return how many moves there are; those of equal components are counted for each."""
        tables, count = self.tables[player], 0
        for part, position in state:
            count += len(tables[part][0][position])
        return count

    def moves(self, state: State, player: str) -> set[tuple[State, bool]]:
        """Return the states after a move, each with whether the move was in h."""
        tables, after, last = self.tables[player], set(), None
        for i, component in enumerate(state):
            if component == last:
                continue
            last = component
            part, position = component
            options, is_in_h = tables[part]
            rest = state[:i] + state[i + 1 :]
            for option in options[position]:
                after.add((tuple(sorted((*rest, (part, option)))), is_in_h))
        return after

    def replies(self, data: Any) -> dict[State, State]:
        return states_of(data)


class PlayedSum:
    """The moves in a sum whose games may have too many positions to be numbered.

    Positions are written in full: a board, heaps, or the number of a row of listed moves. Moves are
    derived only in the positions that play leads to.
    """

    def __init__(self, document: Any, budget: Budget) -> None:
        self.parts, self.budget = document["parts"], budget
        self.rules: list[Callable[[Any], Any]] = []
        starts: list[Any] = []
        for game in document["games"]:
            check_label(game.get("name"))
            is_listed = "moves" in game
            rows = positions(game, budget) if is_listed else []
            moves, start = (rows.__getitem__, 0) if is_listed else rules_and_start(game, budget)
            self.rules.append(moves)
            starts.append(start)
        self.is_heaps = ["heaps" in game for game in document["games"]]
        self.start = tuple(
            sorted((part, starts[self.parts[part][0]]) for part in document["start"])
        )
        self.known: dict[tuple[int, Any], Any] = {}

    def options(self, part: int, position: Any, player: str) -> Any:
        """Return the positions after a player's moves in one component."""
        game, sign = self.parts[part]
        if (game, position) not in self.known:
            self.known[game, position] = self.rules[game](position)
            if len(self.known) > MOST_POSITIONS:
                self.budget.stop(f"play leads to more than {MOST_POSITIONS} positions")
        return self.known[game, position][(player == RIGHT) != (sign < 0)]

    def count(self, state: Any, player: str) -> int:
        """Return how many moves there are."""
        return sum(len(self.options(part, position, player)) for part, position in state)

    def moves(self, state: Any, player: str) -> set[tuple[Any, bool]]:
        """Return the states after a move; none is in h."""
        after = set()
        for i, (part, position) in enumerate(state):
            rest = state[:i] + state[i + 1 :]
            for option in self.options(part, position, player):
                after.add((tuple(sorted((*rest, (part, option)))), False))
        return after

    def replies(self, data: Any) -> dict[Any, Any]:
        expect(data, [([(int, object)], [(int, object)])], "replies")
        return {self.state(old): self.state(new) for old, new in data}

    def state(self, data: Any) -> Any:
        require(all(is_index(part, self.parts) for part, _ in data), "a part that is not listed")
        return tuple([(part, self.position(part, position)) for part, position in data])

    def position(self, part: int, data: Any) -> Any:
        if self.is_heaps[self.parts[part][0]]:
            return heaps_of(data)
        require(type(data) in (int, str), "a position must be a board, heaps or a row")
        return data


def start_of(document: Any) -> State:
    return tuple(sorted((part, 0) for part in document["start"]))


def check_parts(document: Any) -> None:
    parts, games = document["parts"], document["games"]
    require(all(sign in (1, -1) for _, sign in parts), "the sign of a part must be 1 or -1")
    is_used = {game for game, _ in parts} == set(range(len(games)))
    require(is_used, "every game must be that of a part, and every part must have a game")
    is_used = set(document["start"]) == set(range(len(parts)))
    require(is_used, "every part must be in the start, and nothing else")


# 4. Strategies.
#
# A strategy says who follows it, who starts, and the reply in every state that the player can face.
# To follow it through every play means: where its player is to move, make the reply; where the
# other one is to move, try all moves. The turns that can arise, and those after them, are a graph.


def states_of(replies: Any) -> dict[State, State]:
    try:
        numbers = chain.from_iterable(chain.from_iterable(chain.from_iterable(replies)))
        require(set(map(type, numbers)) <= {int}, "a state must consist of integers")
        return {tuple(map(tuple, old)): tuple(map(tuple, new)) for old, new in replies}
    except TypeError:
        raise Refused("a reply must be a pair of states, lists of [part, position]") from None


def walk(
    total: Sum | PlayedSum,
    start: State,
    play: str,
    strategy: Any,
    budget: Budget,
    mine: bool | None = None,
) -> dict[Turn, list[tuple[Turn, bool]]]:
    """Follow a strategy through every play, and return the turns that can arise.

    Each turn comes with the turns after it, each with whether that move counts for the player in
    endless play. Moves in h do if `mine` is true, and all others if it is false; if it is None, no
    move counts. A strategy by which its player loses a play that ends is refused.
    """
    player, starter = strategy["player"], strategy["starter"]
    require({player, starter} <= set(OTHER), "a player must be left or right")
    reply_to = total.replies(strategy["replies"])
    require(len(reply_to) == len(strategy["replies"]), "two replies in the same state")
    graph: dict[Turn, list[tuple[Turn, bool]]] = {}
    todo, used = [(start, starter)], 0
    for turn in todo:
        if turn in graph:
            continue
        state, mover = turn
        budget.spend((1 + total.count(state, mover)) * per_step(len(state)))
        moves = total.moves(state, mover)
        if not moves and (mover == player) != (play == "misere"):
            raise Refused(f"{player} loses by the strategy in {in_short(state)}")
        if moves and mover == player:
            if state not in reply_to:
                raise Refused(f"no reply of {player} in {in_short(state)}")
            reply = reply_to[state]
            moves = {move for move in moves if move[0] == reply}
            if not moves:
                raise Refused(f"{in_short(reply)} is not a move of {player} in {in_short(state)}")
            if len(moves) > 1:  # a pass in g or in h: the better one for the player
                moves = {move for move in moves if move[1] == mine}
            used += 1
        other = OTHER[mover]
        graph[turn] = [((after, other), is_in_h == mine) for after, is_in_h in moves]
        todo += [after for after, _ in graph[turn]]
    require(used == len(reply_to), "a reply to a state that cannot arise")
    return graph


def reachable(starts: Iterable[Any], onward: Callable[[Any], Iterable[Any]]) -> set[Any]:
    """Return everything that can be reached from the starts, these included."""
    reached = set(starts)
    todo = [*reached]
    for one in todo:
        fresh = set(onward(one)) - reached
        reached |= fresh
        todo += fresh
    return reached


def order_of(graph: Any, message: str) -> list[Any]:
    """Return the vertices of a graph, all after those to which they lead; refuse cycles."""
    try:
        return list(graphlib.TopologicalSorter(graph).static_order())
    except graphlib.CycleError:
        raise Refused(message) from None


def wins(
    total: Sum | PlayedSum,
    start: State,
    play: str,
    strategy: Any,
    budget: Budget,
    *,
    may_loop: bool,
) -> tuple[str, str]:
    """Return the player who wins by a strategy, and who starts.

    Theorem. If a strategy loses no play that ends, and every play ends, then it wins. Every play
    ends if no turn can come twice, since the turns are finitely many; in a sum of games without
    loops that is clear.
    """
    graph = walk(total, start, play, strategy, budget)
    if may_loop:
        onward = {turn: [after for after, _ in moves] for turn, moves in graph.items()}
        order_of(onward, "play can return to an earlier position, so the strategy need not win")
    return strategy["player"], strategy["starter"]


# 5. Who wins a sum.

# Who wins if Left starts, and who wins if Right starts; "" if nothing is claimed about that.
OUTCOMES = {"L": (LEFT, LEFT), "R": (RIGHT, RIGHT), "N": (LEFT, RIGHT), "P": (RIGHT, LEFT)}
RESULTS = OUTCOMES | {">=": ("", LEFT), "<=": (RIGHT, "")}
MEANINGS = {
    "L": "Left wins, whoever starts", "R": "Right wins, whoever starts",
    "N": "the player who starts wins", "P": "the player who does not start wins",
    ">=": "the sum is >= 0: Left wins if Right starts",
    "<=": "the sum is <= 0: Right wins if Left starts",
}  # fmt: skip


class Statement(NamedTuple):
    """What is proved: in short, and line by line with the games that were checked."""

    claims: list[str]
    lines: list[str]


def game_text(game: Any) -> str:
    """Return the rules of a game in full, and its label as a label."""
    rules = text_of({field: game[field] for field in game if field != "name"})
    kind = "" if "left" in game else ", moves listed and not derived"
    return f"{rules}{kind}, called {text_of(game['name'])} by the file"


def sum_lines(terms: Iterable[tuple[Any, int]]) -> list[str]:
    """Return the terms of a sum, each a game and how many times it is added or subtracted."""
    lines = [f"  {times:+} times {game_text(game)}" for game, times in terms]
    return lines or ["  nothing: the empty sum"]


def terms_of(document: Any, start: Iterable[int]) -> list[tuple[Any, int]]:
    terms = []
    for part, count in Counter(start).items():
        game, sign = document["parts"][part]
        terms.append((document["games"][game], sign * count))
    return terms


def check_outcome(document: Any, budget: Budget) -> str:
    """Check the strategies of a sum, and return its claim.

    Theorem. The outcome of a sum is L, R, N or P if the strategies win for the players who should,
    whoever starts. Under normal play a sum is >= 0 exactly if Left wins it when Right starts, and
    <= 0 exactly if Right wins it when Left starts.
    """
    expect(document, SUM, "a certificate of a sum")
    check_statement(document)
    rows = [positions(game, budget) for game in document["games"]]
    total = Sum(document["parts"], [rows[game] for game, _ in document["parts"]])
    start, may_loop = start_of(document), any(map(has_loop, rows))
    proved = [
        wins(total, start, document["play"], strategy, budget, may_loop=may_loop)
        for strategy in document["strategies"]
    ]
    check_winners(document["claim"], proved)
    return str(document["claim"])


def check_statement(document: Any) -> None:
    """Refuse a sum or a claim that means nothing."""
    check_digest(document)
    check_parts(document)
    claim, play = document["claim"], document["play"]
    require(claim in RESULTS, f"expected a claim among {', '.join(RESULTS)}, got {claim!r}")
    require(play in ("normal", "misere"), f"play must be normal or misere, got {play!r}")
    is_relation = claim not in OUTCOMES
    require(not is_relation or play == "normal", "a relation is about normal play")


def check_winners(claim: str, proved: list[tuple[str, str]]) -> None:
    """Refuse strategies that do not win for those who should win, whoever starts."""
    winners = zip(RESULTS[claim], OTHER, strict=True)
    needed = [(winner, starter) for winner, starter in winners if winner]
    fits = sorted(proved) == sorted(needed)
    require(fits, f"the strategies are not those that prove {claim}: {proved}")


def has_loop(rows: Rows) -> bool:
    try:
        options_first(rows)
    except Refused:
        return True
    return False


def check_sum(document: Any, budget: Budget) -> Statement:
    """Check who wins a sum, or the values of a form that is equal to a sum."""
    check_outcome(document, budget)
    expect(document["values"], dict.fromkeys(document["values"], object), "values")
    if document["values"]:
        return value_statement(document, terms_of(document, document["start"][:-1]), budget)
    return outcome_statement(document)


def check_played_sum(document: Any, budget: Budget) -> Statement:
    """Check who wins a sum of which only the positions that play leads to are looked at.

    The theorems are those of `wins` and `check_outcome`. Nothing is known about other positions, so
    that every strategy must show that its plays end.
    """
    expect(document, PLAYED_SUM, "a certificate of a sum that is played")
    check_statement(document)
    total = PlayedSum(document, budget)
    proved = [
        wins(total, total.start, document["play"], strategy, budget, may_loop=True)
        for strategy in document["plays"]
    ]
    check_winners(document["claim"], proved)
    return outcome_statement(document)


def outcome_statement(document: Any) -> Statement:
    claim, is_misere = document["claim"], document["play"] == "misere"
    if is_misere:
        short_claim = f"{claim} under misère play"
        where = " under misère play, where a player who cannot move wins,"
    else:
        short_claim, where = claim, ""
    head = f"{claim}: {MEANINGS[claim]},{where} in the sum of"
    return Statement([short_claim], [head, *sum_lines(terms_of(document, document["start"]))])


# 6. Forms and their values.
#
# A form is a game without loops whose moves are listed. If a sum minus a form has outcome P, then
# the sum is equal to the form, and what is computed from the form holds for the sum.


def form_of(document: Any) -> Rows:
    """Return the form whose negative is the last component of a sum that is P."""
    require(document["claim"] == "P", "a sum minus a form must have outcome P")
    require(document["play"] == "normal", "a value is about normal play")
    require(document["start"], "a sum minus a form must have components")
    number, sign = document["parts"][document["start"][-1]]
    game = document["games"][number]
    is_form = sign == -1 and "moves" in game
    require(is_form, "the last component must be the negative of a form with listed moves")
    options_first(game["moves"])
    return list(game["moves"])


def options_first(rows: Rows) -> list[int]:
    """Return the positions, all after their options; refuse loops and other positions."""
    graph = {p: [*left, *right] for p, (left, right) in enumerate(rows)}
    order = order_of(graph, "a form must not have loops")
    require(len(order) == len(rows), "a form with an option that is not listed")
    return order


class Order:
    """Compares games by Conway's rule: G >= H unless H >= some right option of G or some left
    option of H is >= G."""

    def __init__(self, options: Callable[[Any], Any], budget: Budget) -> None:
        self.options, self.budget = options, budget
        self.known: dict[Hashable, bool] = {}

    def at_least(self, g: Any, h: Any) -> bool:
        answer = self.known.get((g, h))
        if answer is None:
            right, left = self.options(g)[1], self.options(h)[0]
            self.budget.spend(per_step(len(right) + len(left)))
            answer = True
            for option in right:
                if self.at_least(h, option):
                    answer = False
                    break
            else:
                for option in left:
                    if self.at_least(option, g):
                        answer = False
                        break
            self.known[g, h] = answer
        return answer

    def equal(self, g: Any, h: Any) -> bool:
        return self.at_least(g, h) and self.at_least(h, g)


def check_canonical(form: Rows, budget: Budget) -> None:
    """Refuse a form that is not canonical.

    Theorem. Every short game is equal to exactly one form in which no position has a dominated or a
    reversible option. A left option is dominated if another one is >= it, and reversible if one of
    its right options is <= the position; the same for Right, with the order exchanged.
    """
    order = Order(form.__getitem__, budget)

    for p, sides in enumerate(form):
        for right, options in enumerate(sides):
            message = f"position {p} of the form has a dominated or reversible option"
            require(len(set(options)) == len(options), message)
            replies = ((reply, p) for option in options for reply in form[option][1 - right])
            pairs = chain(permutations(options, 2), replies)
            for a, b in pairs:  # a must not be as good or worse: Left prefers larger games
                budget.spend(1)
                is_worse = order.at_least(a, b) if right else order.at_least(b, a)
                require(not is_worse, message)


def grundy_value(form: Rows) -> int:
    """Return the Grundy value of a form.

    Theorem (Sprague, Grundy). If the options of both players are equal to the nimbers of the same
    sizes, the game is equal to the nimber whose size is the least number that is not among them.
    """
    known: dict[int, int] = {}
    for p in options_first(form):
        known[p] = grundy_of_options(*([known[option] for option in side] for side in form[p]))
    return known[0]


def mex(numbers: set[int]) -> int:
    """Return the least number that is not among these."""
    least = 0
    while least in numbers:
        least += 1
    return least


Wall: TypeAlias = list[tuple[Fraction, Fraction]]  # corners: temperature and value, from -1 up


def at(line: tuple[Wall, int], t: Fraction) -> Fraction:
    """Return the value of a wall plus slope * t at the temperature t. Above its last corner a wall
    is a mast: it keeps its value."""
    wall, slope = line
    for (low, x), (high, y) in pairwise(wall):
        if t <= high:
            return x + (y - x) * (t - low) / (high - low) + slope * t
    return wall[-1][1] + slope * t


def walls(form: Rows, budget: Budget) -> tuple[Wall, Wall]:
    """Return the left and the right wall of the thermograph of a canonical form.

    Theorem. At temperature t the left wall is the maximum of the right walls of Left's options,
    minus t, and the right wall is the minimum of the left walls of Right's options, plus t, until
    they meet; above there is a mast. If only one player can move, a canonical form is an integer:
    one more than its left option, or one less than its right option.
    """
    known: dict[int, tuple[Wall, Wall]] = {}
    for p in options_first(form):
        left, right = form[p]
        if not (left and right):
            integer = Fraction(0)
            for option in (*left, *right):
                integer = known[option][0][0][1] + (1 if left else -1)
            known[p] = [(Fraction(-1), integer)], [(Fraction(-1), integer)]
            continue
        from_left = [(known[option][1], -1) for option in left]
        from_right = [(known[option][0], 1) for option in right]
        lines = from_left + from_right
        ends = {t for wall, _ in lines for t, _ in wall}
        budget.spend(len(ends) * len(lines) ** 2)
        ends.add(max(ends) + 1 + sum(abs(wall[-1][1]) for wall, _ in lines))  # beyond the mast
        for low, high in pairwise(sorted(ends)):
            for one, two in combinations(lines, 2):
                below, above = (at(one, t) - at(two, t) for t in (low, high))
                if below * above < 0:  # the lines cross between these temperatures
                    ends.add(low + (high - low) * below / (below - above))
        left_wall, right_wall = [], []
        for t in sorted(ends):
            x, y = max(at(line, t) for line in from_left), min(at(line, t) for line in from_right)
            left_wall.append((t, x))
            right_wall.append((t, y))
            if x <= y:
                break
        known[p] = left_wall, right_wall
    return known[0]


def thermograph(form: Rows, budget: Budget) -> dict[str, list[list[str]]]:
    """Return the corners [temperature, value] of both walls, where the slope changes."""
    corners = {}
    for side, wall in zip((LEFT, RIGHT), walls(form, budget), strict=True):
        slopes = [(y - x) / (u - t) for (t, x), (u, y) in pairwise(wall)] + [Fraction(0)]
        turns = [True] + [below != above for below, above in pairwise(slopes)]
        corners[side] = [[str(t), str(x)] for (t, x), turn in zip(wall, turns, strict=True) if turn]
    return corners


def depths_of(rows: Rows) -> list[int]:
    """Return the length of the longest play from each position of a form."""
    depths = [0] * len(rows)
    for p in options_first(rows):
        depths[p] = 1 + max((depths[option] for side in rows[p] for option in side), default=-1)
    return depths


def check_weights(form: Rows, weights: Rows, of: Sequence[int], budget: Budget) -> Order:
    """Check the atomic weights of all positions of a form; position p has the weight of[p].

    Theorem (Winning Ways, chapter 8). Let G be all-small, and let W be the game whose left options
    are the weights of Left's options minus 2 and whose right options are the weights of Right's
    options plus 2. The weight of G is W, unless integers fit between the two: n with no left option
    of W that is >= n and no right option of W that is <= n. Then it is 0 if G is confused with a
    far star, the greatest such integer if G is above it, and the least one if G is below it. A
    nimber larger than all plays in G are long is a far star.
    """
    depths = depths_of(form)
    depths_of(weights)
    is_all_small = all(bool(left) == bool(right) for left, right in form)
    require(is_all_small, "a form that is not all-small has no atomic weight that can be checked")
    require([[], []] in [list(map(list, row)) for row in weights], "0 must be among the weights")
    is_weight = len(of) == len(form) and all(is_index(weight, weights) for weight in of)
    require(is_weight, "every position must have one of the weights")
    zero = [list(map(list, row)) for row in weights].index([[], []])

    # The games that are compared: ("form", p, 0) is position p of the form, ("star", size, 0) a
    # nimber, ("weight", p, n) a weight plus the integer n, and ("W", p, 0) the W of position p.
    def options(game: Any) -> Any:
        kind, p, n = game
        if kind == "form":
            return [[("form", option, 0) for option in side] for side in form[p]]
        if kind == "star":
            nimbers = [("star", size, 0) for size in range(p)]
            return nimbers, nimbers
        if kind == "W":
            sides = zip(form[p], (-2, 2), strict=True)
            return [[("weight", of[option], n) for option in side] for side, n in sides]
        # In the integer n Left can move to n - 1 if it is positive, Right to n + 1 if negative.
        left, right = ([("weight", option, n) for option in side] for side in weights[p])
        if n > 0:
            left.append(("weight", p, n - 1))
        if n < 0:
            right.append(("weight", p, n + 1))
        return left, right

    order = Order(options, budget)

    def fits_left(n: Any) -> bool:
        return not any(order.at_least(option, n) for option in left)

    def fails_right(n: Any) -> bool:
        return any(order.at_least(n, option) for option in right)

    for p, depth in enumerate(depths):
        budget.spend(1 + depth)
        integers = [("weight", zero, n) for n in range(-2 * depth - 2, 2 * depth + 3)]
        left, right = options(("W", p, 0))
        least = bisect.bisect(integers, False, key=fits_left)
        greatest = bisect.bisect(integers, False, key=fails_right) - 1
        weight: Any = ("W", p, 0)
        if least <= greatest:
            far_star, position = ("star", depth + 1, 0), ("form", p, 0)
            weight = ("weight", zero, 0)
            if order.at_least(position, far_star):
                weight = integers[greatest]
            elif order.at_least(far_star, position):
                weight = integers[least]
        is_right = order.equal(weight, ("weight", of[p], 0))
        require(is_right, f"position {p} of the form has another atomic weight")
    return order


LONGEST_FORM = 2_000
LISTED_FORM = "of these moves:"


def form_texts(rows: Rows, asked: Iterable[int]) -> dict[int, str]:
    """Return forms in braces, with integers as such; those that are too long are left out."""
    integers: dict[int, int] = {}
    lengths: dict[int, int] = {}
    order = options_first(rows)
    for p in order:
        left, right = rows[p]
        options = [*left, *right]
        if not options:
            integers[p] = 0
        elif len(options) == 1 and options[0] in integers:
            number = integers[options[0]] + (1 if left else -1)
            if (number > 0) == bool(left):
                integers[p] = number
        commas = max(len(left) - 1, 0) + max(len(right) - 1, 0)
        length = 3 + commas + sum(lengths[option] for option in options)
        lengths[p] = len(str(integers[p])) if p in integers else min(length, LONGEST_FORM + 1)
    short = [p for p in asked if lengths[p] <= LONGEST_FORM]
    needed = reachable(short, lambda p: () if p in integers else chain(*rows[p]))
    texts: dict[int, str] = {}
    for p in order:
        if p in integers:
            texts[p] = str(integers[p])
        elif p in needed:
            left, right = (",".join(texts[option] for option in side) for side in rows[p])
            texts[p] = f"{{{left}|{right}}}"
    return texts


def form_claim(what: str, rows: Rows, p: int) -> str:
    text = form_texts(rows, [p]).get(p)
    if text is None:
        return f"the {what} is position {p} {LISTED_FORM} {text_of(rows)}"
    return f"{what} {text}"


def value_statement(document: Any, terms: list[tuple[Any, int]], budget: Budget) -> Statement:
    """Check the values of a form, which are those of the terms of a sum that is equal to it."""
    form, claims = form_of(document), []
    for name, value in sorted(document["values"].items()):
        if name == "canonical":
            require(value is True, "canonical must be true")
            check_canonical(form, budget)
            claims.append(form_claim("canonical form", form, 0))
        elif name == "grundy":
            computed = grundy_value(form)
            is_right = type(value) is int and value == computed
            require(is_right, f"the Grundy value is {computed}, not {in_short(value)}")
            claims.append(f"Grundy value {value}")
        elif name == "thermograph":
            check_canonical(form, budget)
            corners = thermograph(form, budget)
            require(value == corners, f"the thermograph is {corners}, not {in_short(value)}")
            sides = " and ".join(f"{side} wall {text_of(value[side])}" for side in (LEFT, RIGHT))
            claims.append(f"thermograph with corners [temperature, value]: {sides}")
        else:
            require(name == "atomic_weight", f"an unknown value {name!r}")
            expect(value, WEIGHTS, "an atomic weight")
            check_rows(value["weights"], "the weights")
            check_weights(form, value["weights"], value["of"], budget)
            claims.append(form_claim("atomic weight", value["weights"], value["of"][0]))
    is_listed = any(LISTED_FORM in claim for claim in claims)
    head = " and ".join(claims) + (", for the sum of" if is_listed else " of the sum of")
    return Statement(claims, [head, *sum_lines(terms)])


# 7. Lemmas and theorems for large sums.
#
# A lemma is a certificate that a sum minus a form is P. `uses` says for each component but the form
# which earlier lemma's form it is, or null for a game. So every form is equal to a sum of games.
# `sum` lists [lemma, how many times], and the claim about that sum follows by a theorem.


def stops(form: Rows) -> tuple[Fraction, Fraction, bool]:
    """Return the right stop and the left stop of a form, and whether it is a number.

    Theorem. If the options are numbers, and those of Left are less than those of Right, the game is
    the simplest number between them. If a game is not a number, its left stop is the greatest right
    stop of Left's options, its right stop is the least left stop of Right's options, and the latter
    is not greater; a form for which it is greater is a number that is not in canonical form.
    """
    known: dict[int, tuple[Fraction, Fraction, bool]] = {}
    for p in options_first(form):
        left, right = ([known[option] for option in side] for side in form[p])
        low = max((right_stop for right_stop, _, _ in left), default=None)
        high = min((left_stop for _, left_stop, _ in right), default=None)
        are_numbers = all(is_number for _, _, is_number in left + right)
        if are_numbers and (low is None or high is None or low < high):
            number = simplest(low, high)
            known[p] = number, number, True
        else:
            if low is None or high is None or high > low:
                raise Refused("a number that is not in canonical form has no stops here")
            known[p] = high, low, False
    return known[0]


def simplest(low: Fraction | None, high: Fraction | None) -> Fraction:
    """Return the simplest number between two: 0, the nearest integer, or the least denominator."""
    if (low is None or low < 0) and (high is None or high > 0):
        return Fraction(0)
    if low is None or low < 0:
        assert high is not None
        return -simplest(-high, None if low is None else -low)
    step = Fraction(1)
    while high is not None and (low // step + 1) * step >= high:
        step /= 2
    return (low // step + 1) * step


Terms: TypeAlias = list[tuple[int, int]]  # lemma, how many times
Bounds: TypeAlias = Sequence[tuple[Any, Any]]


def total_of(terms: Terms, bounds: Bounds) -> tuple[Any, Any]:
    """Return bounds of a sum; those of a negative term change places."""
    low = high = 0
    for (_, times), (least, most) in zip(terms, bounds, strict=True):
        low += times * (least if times > 0 else most)
        high += times * (most if times > 0 else least)
    return low, high


def by_nim_sum(forms: Sequence[Rows], terms: Terms, sizes: Any) -> str:
    """Theorem (Bouton). A sum of nimbers is the nimber of the nim-sum of their sizes; it is P if
    that is 0, else N. A nimber plus itself is 0."""
    computed = [grundy_value(forms[lemma]) for lemma, _ in terms]
    require(text_of(sizes) == text_of(computed), "the nimbers have other sizes")
    total = 0
    for size, (_, times) in zip(computed, terms, strict=True):
        total ^= size if times % 2 else 0
    return "N" if total else "P"


def by_numbers(forms: Sequence[Rows], terms: Terms, numbers: Any) -> str:
    """Theorem. A sum of numbers is L, R or P if their sum is positive, negative or zero."""
    facts = [stops(forms[lemma]) for lemma, _ in terms]
    require(all(is_number for _, _, is_number in facts), "a form that is not a number")
    require(numbers == [[str(x), str(x)] for x, _, _ in facts], "the forms are other numbers")
    total, _ = total_of(terms, [fact[:2] for fact in facts])
    return "L" if total > 0 else "R" if total < 0 else "P"


def by_stops(forms: Sequence[Rows], terms: Terms, numbers: Any) -> str:
    """Theorem. The right stop of a sum is at least the sum of the right stops, and its left stop is
    at most the sum of the left stops. A game with a positive right stop is L, and a game with a
    negative left stop is R."""
    facts = [stops(forms[lemma])[:2] for lemma, _ in terms]
    require(numbers == [[str(x), str(y)] for x, y in facts], "the forms have other stops")
    low, high = total_of(terms, facts)
    require(low > 0 or high < 0, "the stops do not decide")
    return "L" if low > 0 else "R"


def by_two_ahead(
    forms: Sequence[Rows], terms: Terms, bounds: Any, weights: Any, budget: Budget
) -> str:
    """Theorem (two-ahead rule). Atomic weights of all-small games add up, and a game is L if its
    weight is at least 2, and R if it is at most -2. The bounds are integers."""
    expect(bounds, [(int, int)], "the bounds of the weights")
    require(len(bounds) == len(weights) == len(terms), "every term must have a weight and bounds")
    for (lemma, _), weight, (least, most) in zip(terms, weights, bounds, strict=True):
        check_rows(weight["weights"], "the weights")
        order = check_weights(forms[lemma], weight["weights"], weight["of"], budget)
        budget.spend(abs(least) + abs(most))
        zero, own = weight["weights"].index([[], []]), ("weight", weight["of"][0], 0)
        is_above = order.at_least(own, ("weight", zero, least))
        require(is_above, f"a weight is not at least {least}: the bound is too high")
        is_below = order.at_least(("weight", zero, most), own)
        require(is_below, f"a weight is not at most {most}: the bound is too low")
    low, high = total_of(terms, bounds)
    require(low >= 2 or high <= -2, "the weights do not decide")
    return "L" if low >= 2 else "R"


def components_of(lemma: Any, forms: Sequence[Rows], sums: Sequence[Counter[Any]]) -> Counter[Any]:
    """Return the games that a lemma is about, with how many are added and how many subtracted."""
    certificate, counts = lemma["certificate"], Counter[Any]()
    parts = [certificate["parts"][part] for part in certificate["start"]]
    if len(forms) > len(sums):
        parts.pop()  # the form of this lemma itself
    require(len(lemma["uses"]) == len(parts), "uses must have an entry for every component")
    for (number, sign), used in zip(parts, lemma["uses"], strict=True):
        game = certificate["games"][number]
        if used is None:
            counts[text_of(game), sign] += 1
            continue
        require(is_index(used, sums), f"a lemma uses {used!r}, which is not an earlier lemma")
        is_form = "moves" in game and game["moves"] == forms[used]
        require(is_form, f"a component is not the form of lemma {used}, which it uses")
        for (text, its_sign), count in sums[used].items():
            counts[text, sign * its_sign] += count
    return counts


def check_lemmas(document: Any, budget: Budget) -> Statement:
    """Check lemmas, and what follows from them.

    Theorem. Equal games can be exchanged in sums: if each form is equal to a sum of games, the
    claim about the forms holds for these games.
    """
    expect(document, LEMMAS, "a certificate by lemmas")
    check_digest(document)
    theory, terms, lemmas = document["theory"], document["sum"], document["lemmas"]
    is_direct = theory == "strategies"  # the last lemma is the claim itself
    require(lemmas or not is_direct, "a proof by strategies needs a lemma")
    forms, sums = list[Rows](), list[Counter[Any]]()
    for i, lemma in enumerate(lemmas):
        certificate = lemma["certificate"]
        check_outcome(certificate, budget)
        require(certificate["play"] == "normal", "a lemma is about normal play")
        if not is_direct or i + 1 < len(lemmas):
            require(certificate["values"] == {}, "a lemma must not have values of its own")
            forms.append(form_of(certificate))
        sums.append(components_of(lemma, forms, sums))
    is_term = all(0 <= lemma < len(forms) and times != 0 for lemma, times in terms)
    require(is_term, "a term must be a lemma and how many times, not 0")
    require(theory == "two-ahead" or document["weights"] == [], "weights that are not used")
    if is_direct:
        require(terms == document["numbers"] == [], "terms that are not used")
        terms, outcome = [(len(lemmas) - 1, 1)], lemmas[-1]["certificate"]["claim"]
    elif theory == "nim-sum":
        outcome = by_nim_sum(forms, terms, document["numbers"])
    elif theory == "numbers":
        outcome = by_numbers(forms, terms, document["numbers"])
    elif theory == "stops":
        outcome = by_stops(forms, terms, document["numbers"])
    else:
        require(theory == "two-ahead", f"an unknown theory {theory!r}")
        outcome = by_two_ahead(forms, terms, document["numbers"], document["weights"], budget)
    used = {k for lemma in lemmas for k in lemma["uses"]} | {lemma for lemma, _ in terms}
    require(used - {None} == set(range(len(lemmas))), "a lemma that is not used")
    counts = Counter[Any]()
    for lemma, times in terms:
        for (text, sign), count in sums[lemma].items():
            counts[text, sign if times > 0 else -sign] += count * abs(times)
    claim = document["claim"]
    implied = {"L": ["L", ">="], "R": ["R", "<="], "P": ["P", ">=", "<="]}.get(outcome, [outcome])
    require(claim in implied, f"the claim is {claim}, but {outcome} is proved")
    last = lemmas[-1]["certificate"] if is_direct else {"values": {}}
    if last["values"]:
        number, sign = last["parts"][last["start"][-1]]
        counts[text_of(last["games"][number]), sign] -= 1
        require(lemmas[-1]["uses"][-1] is None, "the form must not be that of a lemma")
        return value_statement(last, sum_of(counts), budget)
    head = f"{claim}: {MEANINGS[claim]}, by {theory}, in the sum of"
    return Statement([claim], [head, *sum_lines(sum_of(counts))])


def sum_of(counts: Counter[Any]) -> list[tuple[Any, int]]:
    return [(json.loads(text), sign * count) for (text, sign), count in counts.items() if count]


# 8. Games with loops.
#
# Endless play is a draw. Call it a win for Left in the reading "on" and a win for Right in the
# reading "off". Then a player wins if she wins even in the reading that is bad for her, and both
# draw if each of them wins in the reading that is good for her. An outcome has a letter for Left's
# start and one for Right's: the winner, L or R, or D for a draw.
#
# Some values have two sides, one game for each reading, with other moves `on` than `off`; the sides
# of a negative change places. A relation is about g - h, and `h` lists the parts of h. It says who
# succeeds (the theorem is that of `succeeds`) if Left starts and if Right starts, in this order.

LOOPY_OUTCOMES = {
    "L": "LL", "R": "RR", "N": "LR", "P": "RL", "D": "DD", "P^": "DL", "Pv": "RD", "N^": "LD",
    "Nv": "DR",
}  # fmt: skip
RELATIONS = {"g > h": "LL", "g < h": "RR", "g || h": "LR", "g == h": "RL"}
RELATIONS |= {"g >= h": "-L", "g <= h": "R-"}
LOOPY_RESULTS = LOOPY_OUTCOMES | RELATIONS  # "-" if nothing is claimed about that start
READINGS = ("on", "off")
WORDS = {"L": "Left wins", "R": "Right wins", "D": "a draw"}


def sides_of(game: Any, budget: Budget) -> tuple[Rows, Rows]:
    """Return the moves on the onside and on the offside; most games have the same on both."""
    if "on" not in game:
        rows = positions(game, budget)
        return rows, rows
    expect(game, TWO_SIDED, "a value with two sides")
    check_label(game["name"])
    for reading in READINGS:
        check_rows(game[reading], f"the moves {reading}")
    return game["on"], game["off"]


def sum_in_reading(document: Any, sides: Sequence[tuple[Rows, Rows]], reading: str) -> Sum:
    """Return the sum with the sides that count in a reading.

    The negative of a game has the negatives of its sides, exchanged; in g - h the sides of h are
    those of the reading.
    """
    tables = []
    for part, (game, sign) in enumerate(document["parts"]):
        is_exchanged = (sign == 1) == (part in document["h"])
        tables.append(sides[game][(reading == "off") != is_exchanged])
    return Sum(document["parts"], tables, document["h"])


def succeeds(
    total: Sum, start: State, play: str, strategy: Any, budget: Budget, *, is_relation: bool
) -> tuple[str, str, str]:
    """Return who succeeds by a strategy, who starts, and in which reading.

    Endless moves in a component of g count for the player to whom the reading gives them; those in
    a component of h for the other one. Theorem (Siegel). G >= H exactly if Left, moving second,
    does not lose G - H in both readings, that is, if she has a strategy by which she loses no play
    that ends, and by which every endless play has infinitely many moves that count for her. Right,
    moving first, refutes that by a strategy for one reading by which he loses no play that ends,
    and by which in every endless play all moves count for him from some time on. The same holds
    with the players exchanged. For outcomes, all moves are in g: a player wins by a strategy in
    the reading of the other one, where endless play does not count, and does not lose by one in the
    own reading.
    """
    player, starter, reading = strategy["player"], strategy["starter"], strategy["reading"]
    require(reading in READINGS, f"a reading must be on or off, got {reading!r}")
    # Moves in h count for Right in "on" and for Left in "off"; moves in g the other way round.
    mine = (player == RIGHT) == (reading == "on")
    graph = walk(total, start, play, strategy, budget, mine)
    # Every endless play must have infinitely many moves that count: the others make no cycle.
    theirs = {turn: [after for after, is_mine in graph[turn] if not is_mine] for turn in graph}
    order_of(theirs, "play can go on for ever without a move that counts for the player")
    if not (is_relation and player == starter):
        return player, starter, reading
    # All moves must count from some time on: no move that does not lies on a cycle.
    for turn, others in theirs.items():
        for after in others:
            reached = reachable([after], lambda one: [to for to, _ in graph[one]])
            budget.spend(len(reached))
            message = "play can go on for ever with moves that count for the other player"
            require(turn not in reached, message)
    return player, starter, "one"


def strategies_needed(claim: str, *, is_sided: bool) -> list[tuple[str, str, str]]:
    """Return player, starter and reading of the strategies that prove a claim.

    An outcome needs for each start the winner in the reading of the other player, or for a draw
    both players, each in the own reading. A game with two sides is another game in each reading,
    so there a winner must win in both. A relation needs for each start the player who succeeds:
    moving second in both readings, moving first in one.
    """
    needed = []
    for starter, result in zip(OTHER, LOOPY_RESULTS[claim], strict=True):
        players = {"L": [LEFT], "R": [RIGHT], "D": [LEFT, RIGHT], "-": []}[result]
        for player in players:
            good, bad = READINGS if player == LEFT else READINGS[::-1]
            readings = [good] if result == "D" else list(READINGS) if is_sided else [bad]
            if claim in RELATIONS:
                readings = ["one"] if player == starter else list(READINGS)
            needed += [(player, starter, reading) for reading in readings]
    return needed


def check_loopy_sum(document: Any, budget: Budget) -> Statement:
    """Check the outcome of a sum of games that may loop, or how two such sums compare."""
    expect(document, LOOPY_SUM, "a certificate with loops")
    check_digest(document)
    check_parts(document)
    claim, play, h = document["claim"], document["play"], document["h"]
    require(claim in LOOPY_RESULTS, f"an unknown claim {claim!r}")
    is_relation = claim in RELATIONS
    is_sided = any("on" in game for game in document["games"])
    require(play in ("normal", "misere"), f"play must be normal or misere, got {play!r}")
    is_right = play == "normal" or not (is_relation or is_sided)
    require(is_right, "relations and values with two sides are about normal play")
    require(set(h) <= set(document["start"]), "h lists a part that is not in the sum")
    require(is_relation or not h, "an outcome is about one sum, without h")
    sides = [sides_of(game, budget) for game in document["games"]]
    sums = {reading: sum_in_reading(document, sides, reading) for reading in READINGS}
    start, proved = start_of(document), []
    for strategy in document["strategies"]:
        require(strategy["reading"] in sums, "a reading must be on or off")
        total = sums[strategy["reading"]]
        proved.append(succeeds(total, start, play, strategy, budget, is_relation=is_relation))
    needed = strategies_needed(claim, is_sided=is_sided)
    require(sorted(proved) == sorted(needed), f"the strategies are not those that prove {claim}")
    in_g = [part for part in document["start"] if part not in h]
    lines = sum_lines(terms_of(document, in_g))
    if is_relation:
        in_h = [part for part in document["start"] if part in h]
        negatives = [(game, -times) for game, times in terms_of(document, in_h)]
        return Statement(
            [claim], [f"{claim}, where g is", *lines, "and h is", *sum_lines(negatives)]
        )
    first, second = (WORDS[result] for result in LOOPY_OUTCOMES[claim])
    misere = " under misère play" if play == "misere" else ""
    head = f"{claim}{misere}: {first} if Left starts, {second} if Right starts, in the sum of"
    return Statement([claim + misere], [head, *lines])


# 9. Families.
#
# The results of all listed positions are computed again, from the rules and by plain recursion.


class Family:
    """All positions that can be reached, as (number of the rules, position), with their moves."""

    def __init__(self, rules: list[Any], budget: Budget) -> None:
        self.texts, self.budget = rules, budget
        self.rules: dict[tuple[int, type], BoardRules | HeapRules] = {}
        self.known: dict[Any, list[list[Any]]] = {}
        for one in rules:
            if isinstance(one, dict) and "moves" in one:
                expect(one, LISTED, "rules with listed moves")
                check_label(one["name"])
                check_rows(one["moves"], "the listed moves")
            else:
                expect(one, {"left": [str], "right": [str]}, "rules")

    def position(self, number: int, data: Any) -> tuple[int, Any]:
        """Return a position of the file: a row of listed moves, a board, or heaps."""
        require(0 <= number < len(self.texts), f"a position with unknown rules {number}")
        rules = self.texts[number]
        if "moves" in rules:
            is_row = is_index(data, rules["moves"])
            require(is_row, f"{in_short(data)} is not a row of the listed moves")
        elif isinstance(data, str):
            check_board(data)
        else:
            data = heaps_of(data)
        return number, data

    def moves(self, position: tuple[int, Any]) -> list[list[Any]]:
        """Return the positions after Left's and after Right's moves."""
        if position not in self.known:
            if len(self.known) >= MOST_IN_FAMILY:
                self.budget.stop(f"a family has more than {MOST_IN_FAMILY} positions")
            self.budget.spend(1)
            number, at = position
            sides = self.sides(number, at)
            self.known[position] = [[(number, after) for after in side] for side in sides]
        return self.known[position]

    def sides(self, number: int, at: Any) -> Iterable[Iterable[Any]]:
        rules = self.texts[number]
        if "moves" in rules:
            return [set(side) for side in rules["moves"][at]]
        key = number, type(at)
        if key not in self.rules:
            kind = BoardRules if isinstance(at, str) else HeapRules
            self.rules[key] = kind(rules["left"], rules["right"], self.budget)
        return self.rules[key].moves(at)

    def results(self, asked: Iterable[Any], result: Callable[[Any, Any], Any]) -> list[Any]:
        """Return results of positions, each from those of Left's and of Right's options.

        This is recursion with a stack of its own: a position stays on it until its options are
        done. A position that is met again before that can be reached from itself.
        """
        results: dict[Any, Any] = {}
        todo = list(asked)[::-1]
        entered = set()
        while todo:
            position = todo[-1]
            sides = self.moves(position)
            missing = [after for side in sides for after in side if after not in results]
            if position in results or not missing:
                todo.pop()
                if position not in results:
                    results[position] = result(*([results[q] for q in side] for side in sides))
                continue
            require(position not in entered, "a position that can be reached from itself")
            entered.add(position)
            todo += missing
        return [results[position] for position in asked]


def normal_outcome(left: list[str], right: list[str]) -> str:
    """A player wins, moving first, exactly if a move leads to L or P (for Left), R or P (Right)."""
    left_wins = any(outcome in ("L", "P") for outcome in left)
    right_wins = any(outcome in ("R", "P") for outcome in right)
    return outcome_of_first_moves(left_wins, right_wins)


def misere_outcome(left: list[str], right: list[str]) -> str:
    """The same, except that a player who cannot move wins."""
    left_wins = not left or any(outcome in ("L", "P") for outcome in left)
    right_wins = not right or any(outcome in ("R", "P") for outcome in right)
    return outcome_of_first_moves(left_wins, right_wins)


def outcome_of_first_moves(left_wins: bool, right_wins: bool) -> str:
    """Return the outcome from whether each player wins by moving first."""
    if left_wins and right_wins:
        return "N"
    if left_wins:
        return "L"
    return "R" if right_wins else "P"


def grundy_of_options(left: list[int], right: list[int]) -> int:
    require(set(left) == set(right), "a game that is not impartial has no Grundy value")
    return mex(set(left))


def lengths_of_play(left: list[list[int]], right: list[list[int]]) -> list[int]:
    """Return how long an impartial game can last if a player who can win makes winning moves.

    A player wins if the number of moves to come is odd, so winning moves leave an even number.
    """
    require(sorted(left) == sorted(right), "lengths of play need an impartial game")
    onward = [lengths for lengths in left if lengths[0] % 2 == 0] or left
    return sorted({n + 1 for lengths in onward for n in lengths} or {0})


FOLDS = {"outcome": normal_outcome, "grundy": grundy_of_options, "lengths": lengths_of_play}


def first_equal_trees(family: Family, asked: list[Any]) -> list[int]:
    """Return for each position the first one with an equal tree; equal options count once."""
    numbers: dict[Any, int] = {}

    def number(left: list[int], right: list[int]) -> int:
        return numbers.setdefault((frozenset(left), frozenset(right)), len(numbers))

    trees = family.results(asked, number)
    first: dict[int, int] = {}
    return [first.setdefault(tree, i) for i, tree in enumerate(trees)]


def check_listed_moves(family: Family, asked: list[Any], results: Any) -> list[Any]:
    """Check the moves between listed positions, to which all options belong; return the rows."""
    place = {position: i for i, position in enumerate(asked)}
    rows = []
    for position, result in zip(asked, results, strict=True):
        sides = family.moves(position)
        family.budget.spend(1 + sum(map(len, sides)))
        if not all(after in place for side in sides for after in side):
            raise Refused(f"a move from {in_short(position)} leads to a position not listed")
        rows.append([sorted({place[after] for after in side}) for side in sides])
        if result[:2] != rows[-1]:
            raise Refused(f"{in_short(position)} has the moves {in_short(rows[-1])}")
    types = {type(number) for row in results for side in row[:2] for number in side}
    require(types <= {int}, "a move must be the number of a position")  # true equals 1 in Python
    return rows


def check_form_numbers(results: Any, forms: Rows) -> None:
    numbers = [number for row in results for number in row[2:]]
    is_form = all(is_index(number, forms) for number in numbers)
    require(is_form and all(len(row) <= 3 for row in results), "a result that names no form")


def check_forms_used(forms: Rows, numbers: Iterable[int]) -> None:
    """Refuse forms that are neither named nor options of such; 0 is used to compare weights."""
    ends = [p for p, (left, right) in enumerate(forms) if not (left or right)]
    used = reachable([*numbers, *ends], lambda p: chain(*forms[p]))
    require(len(used) == len(forms), "a form that nothing uses")


def check_values(rows: Rows, results: Any, forms: Rows, budget: Budget) -> None:
    """Check that positions are equal to the forms that are claimed, by Conway's rule."""
    size = len(rows)
    both = [*rows, *([[size + p for p in side] for side in row] for row in forms)]
    options_first(both)
    order = Order(both.__getitem__, budget)
    for p, row in enumerate(results):
        if row[2:]:
            require(order.equal(p, size + row[2]), f"position {p} has another value")


def check_family(document: Any, budget: Budget) -> Statement:
    """Check the results of a family, and that those in `none` do not occur."""
    expect(document, FAMILY, "a certificate of a family")
    check_digest(document)
    what, play, results, forms = (document[f] for f in ("what", "play", "results", "forms"))
    is_misere = play == "misere" and what == "outcome"
    require(play == "normal" or is_misere, f"{what!r} under {play!r} play is unknown")
    family = Family(document["rules"], budget)
    asked = [family.position(*position) for position in document["positions"]]
    require(asked, "a family must have positions")
    is_used = {number for number, _ in asked} == set(range(len(document["rules"])))
    require(is_used, "rules that no position has")
    require(len(results) == len(asked), "every position must have one result")
    require((forms != []) == (what in ("value", "weight")), "forms are for values and weights")
    printed = list(results)
    if what in FOLDS or what == "tree":
        if what == "tree":
            computed = first_equal_trees(family, asked)
        else:
            fold: Any = misere_outcome if is_misere else FOLDS[what]
            computed = family.results(asked, fold)
        if text_of(computed) != text_of(results):  # true is not 1
            pairs = enumerate(zip(results, computed, strict=True))
            wrong = next(i for i, (one, two) in pairs if text_of(one) != text_of(two))
            shown = f"{computed[wrong]}, not {in_short(results[wrong])}"
            raise Refused(f"the {what} of {in_short(asked[wrong])} is {shown}")
    else:
        require(what in ("moves", "value", "weight"), f"an unknown kind of results {what!r}")
        expect(results, [list], "results")
        rows = check_listed_moves(family, asked, results)
        if what == "moves":
            is_right = all(len(row) == 2 for row in results)
            require(is_right, "a result must be the moves of Left and of Right")
        else:
            check_rows(forms, "the forms")
            check_form_numbers(results, forms)
            if what == "value":
                check_values(rows, results, forms, budget)
            else:
                require(all(row[2:] for row in results), "a position without a weight")
                check_weights(rows, forms, [row[2] for row in results], budget)
            check_forms_used(forms, [number for row in results for number in row[2:]])
            printed = [row[2] if row[2:] else None for row in results]
    check_absent(document["none"], what, results)
    return family_statement(document, asked, printed, is_misere=is_misere)


def check_absent(none: list[Any], what: str, results: list[Any]) -> None:
    for result in none:
        is_outcome = what == "outcome" and type(result) is str and result in OUTCOMES
        is_grundy = what == "grundy" and type(result) is int and result >= 0
        require(is_outcome or is_grundy, f"{in_short(result)} is not a result that can be absent")
        require(result not in results, f"{result} occurs, although it should not")


RESULT_NAMES = {
    "outcome": ("outcome", "outcomes"), "grundy": ("Grundy value", "Grundy values"),
    "value": ("value", "values"), "weight": ("atomic weight", "atomic weights"),
    "moves": ("moves", "moves"), "tree": ("game tree", "game trees"),
    "lengths": ("lengths of play", "lengths of play"),
    "misere": ("misère outcome", "misère outcomes"),
}  # fmt: skip


def results_of(what: str, count: int) -> str:
    one, many = RESULT_NAMES[what]
    return f"{one} of 1 position" if count == 1 else f"{many} of {count} positions"


def family_statement(
    document: Any, asked: list[Any], results: list[Any], *, is_misere: bool
) -> Statement:
    what = "misere" if is_misere else document["what"]
    one, many = RESULT_NAMES[what]
    forms = document["forms"]
    texts = form_texts(forms, {p for p in results if p is not None}) if forms else {}
    groups: dict[str, list[Any]] = {}
    for position, result in zip(asked, results, strict=True):
        if result is None:
            continue
        if forms:
            text = texts.get(result, f"position {result} of the forms")
        else:
            text = result if isinstance(result, str) else text_of(result)
        groups.setdefault(text, []).append(position)
    count = sum(map(len, groups.values()))
    absent = dict.fromkeys(map(str, document["none"]))
    never = f", never {', '.join(absent)}" if absent else ""
    claim = f"the {results_of(what, count)}{never}"
    lines = [f"{claim}, with these rules"]
    for number, rules in enumerate(document["rules"]):
        is_listed = "moves" in rules
        lines.append(f"  rules {number}: {game_text(rules) if is_listed else text_of(rules)}")
    this = "these" if one == many else "this"
    lines.append(f"and for positions [rules, position] {this} {one}")
    if what == "moves":
        lines[-1] += ", to positions numbered from 0"
    if what == "tree":
        lines[-1] += ", the number of the first position with an equal tree"
    lines += [f"  {text}: {text_of(group)[1:-1]}" for text, group in groups.items()]
    if any(p is not None and p not in texts for p in results if forms):
        lines.append(f"where the forms are the positions of these moves: {text_of(forms)}")
    return Statement([claim], lines)


# 10. Periods and misère quotients.
#
# The k-th digit of a code such as 0.77 says what may be left of a heap when k counters are taken:
# it is the sum of 1 (nothing), 2 (one heap), 4 (two heaps) and 8 (three heaps). The 0-th digit is
# that before the point. Digits in brackets are repeated for ever: 0.1[30] is 0.1303030...

MOST_HEAPS = 10_000
CODE = re.compile(r"([048C])\.([0-9A-Fa-f]*)(?:\[([0-9A-Fa-f]+)\])?")


def digits_of(code: Any, most: int) -> list[int]:
    """Return the digits of a code for taking at most so many counters."""
    digits = CODE.fullmatch(code) if isinstance(code, str) else None
    if digits is None:
        raise Refused(f"expected a code such as 0.77 or 0.[3], got {in_short(code)}")
    text = digits[1] + digits[2]
    if digits[3]:
        text += digits[3] * (most // len(digits[3]) + 1)
    return [int(digit, 16) for digit in text[: most + 1]]


def divisions(rest: int, parts: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield the ways to divide counters into heaps that are not empty, the smallest heap first."""
    if parts == 0 and rest == 0:
        yield ()
    elif parts == 1 and rest >= least:
        yield (rest,)
    elif parts > 1:
        for first in range(least, rest // parts + 1):
            for others in divisions(rest - first, parts - 1, first):
                yield (first, *others)


def heap_options(game: str, heap: int) -> list[tuple[int, ...]]:
    """Return the heaps to which a heap of a code, or of Grundy's game, can be changed."""
    if game == "grundy":  # a heap is divided into two of different sizes
        return [(first, heap - first) for first in range(1, (heap + 1) // 2)]
    return [
        heaps
        for taken, digit in enumerate(digits_of(game, heap))
        for parts in range(4)
        if digit >> parts & 1
        for heaps in divisions(heap - taken, parts)
    ]


def heaps_needed(code: Any, preperiod: Any, period: Any) -> int:
    """Return how many heaps must be seen to repeat: up to there, and a period more.

    Theorem. Let at most k counters be taken and a heap become at most t heaps. If the values of the
    heaps n and n + p are equal for n0 <= n < t*n0 + (t-1)*p + k, then they are for all n >= n0: if
    a larger heap is divided, some part is longer than n0 + p, and a period can be taken from it.
    """
    is_right = type(preperiod) is type(period) is int and preperiod >= 0 and period >= 1
    require(is_right, "a preperiod and a period must be numbers, the period at least 1")
    digits = digits_of(code, len(code))
    require("[" not in code, "the theorem on periods needs a code with finitely many digits")
    taken = max((k for k, digit in enumerate(digits) if digit), default=0)
    parts = max(1, max(digits).bit_length() - 1)
    return int(parts * max(preperiod, 1) + (parts - 1) * period + taken)


def check_period(document: Any, budget: Budget) -> Statement:
    """Compute Grundy values of heaps again until the theorem on periods applies.

    The Grundy value of several heaps is the nim-sum of theirs, and that of a heap is the least
    number that is not the value of an option.
    """
    expect(document, PERIOD, "a certificate of a period")
    check_digest(document)
    code, preperiod, period = (document[field] for field in ("code", "preperiod", "period"))
    end = heaps_needed(code, preperiod, period)
    if end + period > MOST_HEAPS:
        budget.stop(f"the period needs more than {MOST_HEAPS} heaps")
    values: list[int] = []
    for heap in range(end + period):
        options = heap_options(code, heap)
        budget.spend(1 + len(options))
        reached = set()
        for heaps in options:
            total = 0
            for part in heaps:
                total ^= values[part]
            reached.add(total)
        values.append(mex(reached))
    is_right = document["grundy"] == values[: preperiod + period]
    require(is_right, "the Grundy values are others than those in the file")
    repeats = all(values[n] == values[n + period] for n in range(preperiod, end))
    require(repeats, f"the Grundy values do not have period {period} from {preperiod} on")
    claim = f"the Grundy values of {code} have period {period} from {preperiod}"
    return Statement([claim], [claim, f"  values from heap 0 on: {text_of(document['grundy'])}"])


def check_monoid(table: list[list[int]], images: list[int], budget: Budget) -> None:
    """Refuse a table that is not a commutative monoid with 1 as element 0, generated by images.

    It is enough to look at associativity with generators in the middle.
    """
    elements = range(len(table))
    require(all(len(row) == len(table) for row in table), "the table is not square")
    generated = reachable([0], lambda x: [table[x][y] for y in images])
    require(len(generated) == len(table), "the games do not generate the monoid")
    require(table[0] == [*elements], "element 0 is not neutral")
    is_symmetric = all(table[x][y] == table[y][x] for x in elements for y in range(x))
    require(is_symmetric, "the monoid is not commutative")
    for g in set(images):
        budget.spend(len(table) ** 2)
        for x in elements:
            xg, by_g = table[table[x][g]], table[g]
            is_associative = all(xg[y] == table[x][by_g[y]] for y in elements)
            require(is_associative, "the table is not associative")


def check_pairs(document: Any, budget: Budget) -> int:
    """Check a misère quotient, and return how many pairs were looked at.

    Theorem (Plambeck, Siegel). Let images in a commutative monoid with a set of losing elements be
    given for games whose options are sums of earlier ones. It is the misère quotient of their sums
    if the images generate it; if it is reduced, that is, for any two elements a third one makes
    exactly one of them losing; and if the outcomes are right: in every pair (x, E) that can be
    reached from (1, {}) by adding games, where a game with image y and images F of its options
    leads to (xy, yE + xF), except in (1, {}), x is losing exactly if no element of E is.
    """
    fields = {"labels": [str], "options": [[[int]]]} if document.get("game") is None else {}
    expect(document, QUOTIENT | fields, "a certificate of a misère quotient")
    check_digest(document)
    is_known = (document["format"], document["version"]) == ("farstar-misere-quotient", 2)
    require(is_known, "expected the format farstar-misere-quotient in version 2")
    game, images, table = document["game"], document["images"], document["table"]
    numbers = [*document["losing"], *images, *(x for row in table for x in row)]
    require(table and all(0 <= x < len(table) for x in numbers), "a number that is no element")
    losing = set(document["losing"])
    check_monoid(table, images, budget)
    columns = {tuple(x in losing for x in row) for row in table}
    require(len(columns) == len(table), "the monoid is not reduced")
    if game is None:
        listed = document["options"]
        is_right = len(images) == len(listed) == len(document["labels"])
        require(is_right, "every game must have a label and options")
        for label in document["labels"]:
            check_label(label)
    else:
        listed = (heap_options(game, heap) for heap in range(len(images)))
    pairs = set()
    for number, options in enumerate(listed):
        budget.spend(1 + len(options))
        require(options or images[number] == 0, "a game without moves must be 1")
        after = set()
        for parts in options:
            is_earlier = all(0 <= part < number for part in parts)
            require(is_earlier, f"an option of game {number} is not a sum of earlier games")
            product = 0
            for part in parts:
                product = table[product][images[part]]
            after.add(product)
        pairs.add((images[number], frozenset(after)))
    if document["period"] is not None:
        expect(document["period"], (int, int), "the period")
        preperiod, period = document["period"]
        end = heaps_needed(game, preperiod, period)
        is_long = preperiod >= 1 and end + period <= len(images)
        require(is_long, f"the period needs {end + period} heaps, the file has {len(images)}")
        repeats = all(images[n] == images[n + period] for n in range(preperiod, end))
        require(repeats, f"the images do not have period {period} from {preperiod} on")
    return check_outcomes(table, losing, pairs, budget)


def check_quotient(document: Any, budget: Budget) -> Statement:
    check_pairs(document, budget)
    game, images, table = document["game"], document["images"], document["table"]
    reach = "" if document["period"] else f" up to {len(images) - 1}"
    claim = f"the misère quotient of {game or 'these games'}{reach} has order {len(table)}"
    lines = [claim, f"  products: {text_of(table)}", f"  losing: {text_of(document['losing'])}"]
    if document["period"] is not None:
        lines.append(f"  [preperiod, period] of the images: {text_of(document['period'])}")
    lines.append(
        f"  images of {'the games' if game is None else 'heaps from 0 on'}: {text_of(images)}"
    )
    if game is None:
        lines.append(f"  options, as sums of earlier games: {text_of(document['options'])}")
        lines.append(f"  games called {text_of(document['labels'])} by the file")
    return Statement([claim], lines)


def check_outcomes(
    table: list[list[int]], losing: set[int], pairs: set[Any], budget: Budget
) -> int:
    """Refuse a quotient that has a wrong outcome in a pair that can be reached, and count them."""
    require(0 not in losing, "1 must not be losing: a player who cannot move wins")
    start: tuple[int, frozenset[int]] = (0, frozenset())
    reached, todo = {start}, [start]
    for x, others in todo:
        budget.spend(len(pairs))
        for y, options in pairs:
            after = frozenset([table[y][z] for z in others] + [table[x][z] for z in options])
            pair = table[x][y], after
            if pair not in reached:
                is_right = (pair[0] in losing) == losing.isdisjoint(after)
                require(is_right, f"element {pair[0]} has a wrong outcome")
                reached.add(pair)
                todo.append(pair)
    return len(reached)


# 11. The answer.

Result = TypeVar("Result")
KINDS = {
    "lemmas": check_lemmas, "positions": check_family, "code": check_period,
    "format": check_quotient, "h": check_loopy_sum, "plays": check_played_sum,
}  # fmt: skip


def check(document: Any, budget: Budget | None = None) -> Statement:
    """Check a certificate, and return what it proves.

    Raises Refused if it does not prove its claim, and OutOfBudget if that takes too long.
    """
    require(isinstance(document, dict), "a certificate must be an object")
    kinds = (check_kind for field, check_kind in KINDS.items() if field in document)
    return result_of(next(kinds, check_sum), document, budget or Budget())


def result_of(check_kind: Callable[[Any, Budget], Result], document: Any, budget: Budget) -> Result:
    """Return the result of a check; a document that it cannot read is refused."""
    try:
        return check_kind(document, budget)
    except Refused:
        raise
    except RecursionError:
        raise OutOfBudget("the games are too deep for Python") from None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        reason = error.args[0] if error.args else type(error).__name__
        raise Refused(f"a field is missing or has the wrong type: {reason}") from None


def refuse_number(text: str) -> None:
    raise Refused(f"numbers must be integers, got {text}")


def read(text: str) -> Any:
    """Return the document in the text of a file, which must be written in the only way."""
    text = text.strip()
    try:
        document = json.loads(text, parse_float=refuse_number, parse_constant=refuse_number)
        is_same = text_of(document) == text
    except RecursionError:
        raise Refused("JSON that is nested too deeply") from None
    except ValueError as error:
        raise Refused(f"not JSON: {error}") from None
    require(is_same, "JSON must be written with its fields in order, once each, without spaces")
    return document


def main(words: list[str]) -> int:
    """Check a file, print what is proved, and return the exit code."""
    if len(words) not in (1, 2) or not all(word.isdecimal() for word in words[1:]):
        print("usage: python checker.py FILE [STEPS]", file=sys.stderr)
        return 2
    try:
        with open(words[0], encoding="utf-8") as file:
            document = read(file.read())
        statement = check(document, Budget(int(words[1])) if words[1:] else None)
    except OSError as error:
        print(f"cannot be read: {error}", file=sys.stderr)
        return 2
    except ValueError as error:
        print(f"refused: {error}", file=sys.stderr)
        return 1
    except OutOfBudget as error:
        reason = "not supported" if isinstance(error, NotSupported) else "out of budget"
        print(f"{reason}, nothing is known: {error}", file=sys.stderr)
        return 3
    except MemoryError:
        print("out of memory: nothing is known", file=sys.stderr)
        return 3
    print("proved:", *statement.lines[:1])
    print(*statement.lines[1:], sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
