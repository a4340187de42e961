"""Impartial games on named heaps, written as rules, and tables of their P-positions.

::

    game Wythoff
    heaps a b
    both a -> a-k
    both b -> b-k
    both a,b -> a-k,b-k if k is odd

The rules are those of games on heaps as patterns, except that heaps have names, so that a move may
change several of them. Letters that are not heaps are numbers from 0, chosen by the player; a
choice that changes nothing is no move, and neither is one that would leave a negative heap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from farstar import engine
from farstar.errors import BudgetExceeded, NotationError
from farstar.games.patterns import Comparison, Line, Linear, LineReader, lines

MOST_HEAPS = 4
MOST_LETTERS = 3
MOST_RULES = 60
LARGEST_NUMBER = 1_000
LARGEST_FACTOR = 12
LARGEST_TABLE = 4_000_000

Heaps: TypeAlias = tuple[int, ...]

_TOKEN = re.compile(r"\s*(\d+|[a-z]+|[A-Z][a-z]+|->|→|<=|>=|!=|[<>=+\-|,])")
_SIGNS = ("<", "<=", ">", ">=", "=", "!=")


class Congruence(NamedTuple):
    """The condition that two numbers differ by a multiple of a modulus."""

    first: Linear
    second: Linear
    modulus: int

    def holds(self, letters: dict[str, int]) -> bool:
        """Return whether the condition holds for given numbers."""
        return (self.first.at(letters) - self.second.at(letters)) % self.modulus == 0


class PlaceValue(NamedTuple):
    """The condition that a number is a power of a base, or, for base 0, a Fibonacci number."""

    number: Linear
    base: int

    def holds(self, letters: dict[str, int]) -> bool:
        """Return whether the condition holds for given numbers."""
        n = self.number.at(letters)
        if self.base:
            while n > 1 and n % self.base == 0:
                n //= self.base
            return n == 1
        first, second = 1, 2
        while first < n:
            first, second = second, first + second
        return first == n


Condition: TypeAlias = Comparison | Congruence | PlaceValue


class HeapMove(NamedTuple):
    """One rule: what becomes of every heap, for numbers of the player's choice."""

    letters: tuple[str, ...]
    """The numbers that the player chooses."""
    after: tuple[Linear, ...]
    """What every heap becomes."""
    conditions: tuple[Condition, ...]
    text: str


class HeapGame(NamedTuple):
    """An impartial game on named heaps."""

    name: str
    heaps: tuple[str, ...]
    moves: tuple[HeapMove, ...]

    def options(self, position: Sequence[int]) -> set[Heaps]:
        """Return the positions after one move, found by trying every choice of letters."""
        options = set()
        largest = max(position, default=0)
        for move in self.moves:
            for numbers in product(range(largest + 1), repeat=len(move.letters)):
                letters = dict(zip(self.heaps, position, strict=True))
                letters |= zip(move.letters, numbers, strict=True)
                after = tuple(form.at(letters) for form in move.after)
                if (
                    min(after) >= 0
                    and after != tuple(position)
                    and all(condition.holds(letters) for condition in move.conditions)
                ):
                    options.add(after)
        return options


# Reading the text.


class _Reader(LineReader):
    """Reads the moves of a line."""

    token = _TOKEN
    expected = "a rule such as a,b -> a-k,b-k"

    def __init__(self, line: Line, heaps: tuple[str, ...]) -> None:
        column, word = line.words[0]
        last, end = line.words[-1]
        super().__init__(line, column + len(word), last + len(end))
        self.heaps = heaps

    def number(self, most: int) -> int:
        column, token = self.column(), self.next()
        if not token.isdecimal() or len(token) > 6 or int(token) > most:
            self.line.fail(
                column, f"expected a number up to {most}, got {token[:20] or 'the end'!r}"
            )
        return int(token)

    def linear(self) -> Linear:
        """Read a sum such as ``a-2k+3``."""
        form = self.term(1)
        while self.peek() in ("+", "-"):
            form = form.plus(self.term(1 if self.next() == "+" else -1))
        return form

    def term(self, sign: int) -> Linear:
        column = self.column()
        number = 1
        if self.peek().isdecimal():
            number = self.number(LARGEST_NUMBER)
            if not _is_letter(self.peek()):
                return Linear(sign * number)
            if number > LARGEST_FACTOR:
                self.line.fail(column, f"expected factors up to {LARGEST_FACTOR}, got {number}")
        letter = self.next()
        if not _is_letter(letter):
            self.line.fail(column, f"expected a number or a letter, got {letter or 'the end'!r}")
        return Linear(0, ((letter, sign * number),)) if number else Linear(0)

    def condition(self) -> list[Condition]:
        """Read ``0 < k < a``, ``k = 1 mod 4``, ``k is odd`` or ``k is a power of 2``."""
        first = self.linear()
        if self.skip("is"):
            return [self.predicate(first)]
        conditions: list[Condition] = []
        while True:
            sign = self.expect("a comparison such as k < a, or is", *_SIGNS)
            second = self.linear()
            if sign == "=" and self.skip("mod"):
                column, modulus = self.column(), self.number(LARGEST_FACTOR)
                if not modulus:
                    self.line.fail(column, "expected a modulus from 1, got 0")
                conditions.append(Congruence(first, second, modulus))
            else:
                conditions.append(Comparison(first, sign, second))
            if self.peek() not in _SIGNS:
                return conditions
            first = second

    def predicate(self, number: Linear) -> Condition:
        column = self.column()
        if self.skip("odd", "even"):
            odd = self.tokens[self.place - 1][1] == "odd"
            return Congruence(number, Linear(int(odd)), 2)
        self.skip("a")
        if self.skip("power"):
            self.expect("a power of a number", "of")
            base = self.number(10)
            if base < 2:
                self.line.fail(column, f"expected a power of 2 to 10, got a power of {base}")
            return PlaceValue(number, base)
        if self.skip("Fibonacci"):
            self.expect("a Fibonacci number", "number")
            return PlaceValue(number, 0)
        self.line.fail(
            column,
            "expected odd, even, a power of 2, or a Fibonacci number, "
            f"got {self.peek() or 'the end'!r}",
        )
        return None

    def moves(self) -> list[HeapMove]:
        """Read a rule, which may have several results separated by bars."""
        start = self.column()
        changed = [self.expect("one of the heaps", *self.heaps)]
        while self.skip(","):
            changed.append(self.expect("one of the heaps", *self.heaps))
        if len(set(changed)) < len(changed):
            self.line.fail(start, "expected each heap once before the arrow")
        self.expect("an arrow, as in a -> a-k", "->", "→")
        results = [self.result(changed)]
        while self.skip("|"):
            results.append(self.result(changed))
        conditions: list[Condition] = []
        if self.skip("if"):
            conditions += self.condition()
            while self.skip("and"):
                conditions += self.condition()
        if self.peek():
            self.line.fail(self.column(), f"expected | or if or and, got {self.peek()!r}")
        text = self.line.text[start : self.end].strip()
        return [self.made(start, after, conditions, text) for after in results]

    def result(self, changed: list[str]) -> dict[str, Linear]:
        column = self.column()
        forms = [self.linear()]
        while self.skip(","):
            forms.append(self.linear())
        if len(forms) != len(changed):
            self.line.fail(
                column, f"expected {len(changed)} heaps after the arrow, got {len(forms)}"
            )
        return dict(zip(changed, forms, strict=True))

    def made(
        self, start: int, after: dict[str, Linear], conditions: list[Condition], text: str
    ) -> HeapMove:
        forms = tuple(after.get(heap, Linear(0, ((heap, 1),))) for heap in self.heaps)
        letters = sorted({x for form in forms for x, _ in form.letters} - {*self.heaps})
        if len(letters) > MOST_LETTERS:
            self.line.fail(start, f"expected at most {MOST_LETTERS} letters besides the heaps")
        known = {*letters, *self.heaps}
        for condition in conditions:
            sides = [side for side in condition if isinstance(side, Linear)]
            for letter in (x for side in sides for x, _ in side.letters):
                if letter not in known:
                    self.line.fail(start, f"expected conditions on known letters, got {letter!r}")
        return HeapMove(tuple(letters), forms, tuple(conditions), text)


def _is_letter(token: str) -> bool:
    return len(token) == 1 and token.isalpha()


def read_heap_game(text: str) -> HeapGame:
    """Return the game of a text.

    Raises
    ------
    NotationError
        If a line cannot be read; the error gives the line and the column.

    Examples
    --------
    >>> game = read_heap_game("heaps a b; both a -> a-1 | a-2; both a,b -> a-k,b-k")
    >>> sorted(game.options((1, 1)))
    [(0, 0), (0, 1)]
    """
    name = ""
    heaps: tuple[str, ...] = ()
    moves: list[HeapMove] = []
    for line in lines(text.replace(";", "\n")):
        column, word = line.words[0]
        rest = [w for _, w in line.words[1:]]
        if word == "game":
            name = " ".join(rest)
        elif word == "heaps":
            heaps = tuple(",".join(rest).replace(",", " ").split())
            if not all(map(_is_letter, heaps)) or len(set(heaps)) < len(heaps):
                line.fail(column, f"expected different letters for the heaps, got {heaps}")
            if not 1 <= len(heaps) <= MOST_HEAPS:
                line.fail(column, f"expected 1 to {MOST_HEAPS} heaps, got {len(heaps)}")
        elif word == "both":
            if not heaps:
                line.fail(column, "expected the names of the heaps first, as in heaps a b")
            moves += _Reader(line, heaps).moves()
        else:
            line.fail(column, f"expected game, heaps or both, got {word!r}")
    if not moves:
        raise NotationError("expected rules such as 'heaps a b; both a -> a-k', got none")
    if len(moves) > MOST_RULES:
        raise NotationError(f"expected at most {MOST_RULES} rules, got {len(moves)}")
    return HeapGame(name, heaps, tuple(moves))


# The table of P-positions.


def p_positions(game: HeapGame, below: int) -> bytearray:
    """Return for every position with heaps smaller than `below` whether it is a P-position.

    The positions are in lexicographic order. No move may make a heap larger, so that the options
    of a position come before it. A P-position marks the positions with a move to it: most
    rules subtract numbers that do not depend on the position. Of other rules the options are
    listed.
    """
    count = len(game.heaps)
    if below**count > LARGEST_TABLE:
        raise BudgetExceeded(
            f"expected a table of at most {LARGEST_TABLE} positions, got {below}^{count}; "
            "take fewer digits"
        )
    steps, conditional, general = _shifts(game, below)
    rest = HeapGame(game.name, game.heaps, tuple(general))
    weights = [below**i for i in reversed(range(count))]
    table = bytearray(below**count)
    has_move = bytearray(below**count)
    for index, position in enumerate(product(range(below), repeat=count)):
        if has_move[index]:
            continue
        if engine.is_out_of_time():
            raise BudgetExceeded(f"out of time in the table of P-positions at {position}")
        if general and any(
            table[sum(n * w for n, w in zip(option, weights, strict=True))]
            for option in rest.options(position)
        ):
            continue
        table[index] = 1
        for step in steps:
            if all(n + s < below for n, s in zip(position, step, strict=True)):
                has_move[index + sum(s * w for s, w in zip(step, weights, strict=True))] = 1
        for step, letters, conditions in conditional:
            before = tuple(n + s for n, s in zip(position, step, strict=True))
            if max(before) < below:
                letters |= zip(game.heaps, before, strict=True)
                if all(condition.holds(letters) for condition in conditions):
                    has_move[sum(n * w for n, w in zip(before, weights, strict=True))] = 1
    return table


_Conditional: TypeAlias = tuple[Heaps, dict[str, int], tuple[Condition, ...]]


def _shifts(game: HeapGame, below: int) -> tuple[list[Heaps], list[_Conditional], list[HeapMove]]:
    """Return what moves subtract: always, or under conditions on the heaps; and other rules."""
    steps: set[Heaps] = set()
    conditional: list[_Conditional] = []
    general: list[HeapMove] = []
    for move in game.moves:
        taken = [
            Linear(0, ((heap, 1),)).plus(form, -1)
            for heap, form in zip(game.heaps, move.after, strict=True)
        ]
        if any(letter in game.heaps for form in taken for letter, _ in form.letters):
            general.append(move)
            continue
        asks_heaps = any(
            letter in game.heaps
            for condition in move.conditions
            for side in condition
            if isinstance(side, Linear)
            for letter, _ in side.letters
        )
        for letters in _choices(move, below):
            step = tuple(form.at(letters) for form in taken)
            if min(step) < 0 or max(step) >= below or not any(step):
                continue
            if asks_heaps:
                conditional.append((step, letters, move.conditions))
            elif all(condition.holds(letters) for condition in move.conditions):
                steps.add(step)
    return sorted(steps), conditional, general


def _choices(move: HeapMove, below: int) -> Iterator[dict[str, int]]:
    for numbers in product(range(below), repeat=len(move.letters)):
        yield dict(zip(move.letters, numbers, strict=True))
