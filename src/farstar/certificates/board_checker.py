"""Check a winner's strategy on a board: ``python board_checker.py FILE [FOLDER]``.

This one file needs nothing but Python. It reads a strategy in compact binary form, makes all moves
again by the rules in the file, and prints what is proved: who wins, or the nimber, with the board
and the rules that were checked. A name in the file is a label, not a fact: it is printed as what
the file calls the game.

The players are Left and Right. They move in turn, and a player who cannot move loses. A rule
"before -> after" is a move wherever `before` fits on the board, as it is written. Before the arrow
a mark fits itself, [xo] fits one of these marks, and ? fits anything, even outside the board; after
it a mark is written, and at = a cell stays as it is.

The file is a line that says so, then compressed data: a line of JSON with the rules and the claim,
and *sums*. A sum consists of components of boards, an integer and a nim-heap, and the file claims
that Left loses it if she moves first. For each of her moves the file has Right's reply, which leads
to another such sum. Every move makes a weight smaller, so the claims follow from each other by
induction, once every sum that is reached has been found in the file.

What this program does by itself: it splits boards into components, cancels a component with its
negative, and replaces a component in which only one player can ever move by an integer. Small
components of impartial games are replaced by their nimbers. If the file allows it, a sum is also
lost if bounds of its cooled stops say so: see `Walls`.

The file is read as a stream. The sums that have to be found are sorted into files by their digests,
so memory does not grow with the proof. The program ends with exit code 0 if the claim is proved, 1
if the strategy is refused, 2 if the file cannot be read.
"""

import json
import sys
import tempfile
import zlib
from bisect import insort
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from operator import itemgetter
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, NoReturn, TypeAlias

MAGIC = b"Farstar strategy on boards 1\n"
MOST_CELLS = 128
MOST_HEAP = 64
MOST_SMALL = 12
"""The largest components, in cells, that are computed from all their moves."""

NO_MARKS = set("^[]$?=|")
MOST_REMEMBERED = 200_000
"""Components whose moves are remembered, before they are forgotten and found again."""

BUCKETS = 64
DIGEST = 16
SIDES = "left", "right"

SELF_NEGATIVE, PLUS, MINUS = 0, 1, 2
Component: TypeAlias = bytes
"""A sign, the numbers of rows and columns, and the code of each cell; 0 is a cell without use."""

Placed: TypeAlias = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
"""Cells with the codes that may stand there, as bits; and cells with the codes that are written."""


class Refused(ValueError):
    """The strategy does not prove what it claims, or is not a strategy."""


def refuse(message: str) -> NoReturn:
    raise Refused(message)


def require(condition: object, message: str) -> None:
    if not condition:
        refuse(message)


def require_fields(data: Any, *fields: str) -> None:
    is_right = isinstance(data, dict) and data.keys() == set(fields)
    require(is_right, f"expected an object with the fields {', '.join(fields)}")


def is_mark(text: Any) -> bool:
    """Return whether a text is one character that can be printed and is no sign of patterns."""
    is_character = isinstance(text, str) and len(text) == 1
    return is_character and text.isprintable() and text not in NO_MARKS | {" "}


class Sum(NamedTuple):
    """Components in order, an integer, and the size of a nim-heap."""

    components: tuple[Component, ...]
    number: int = 0
    heap: int = 0


def negative_of(component: Component) -> Component:
    sign = component[0]
    return component if sign == SELF_NEGATIVE else bytes([PLUS + MINUS - sign]) + component[1:]


def negative(given: Sum) -> Sum:
    return Sum(tuple(sorted(map(negative_of, given.components))), -given.number, given.heap)


def joined(rest: Iterable[Component], part: Sum, number: int, heap: int) -> Sum:
    """Return a sum of components and another sum; what cancels is left out."""
    components = list(rest)
    for component in part.components:
        opposite = negative_of(component)
        if opposite in components:
            components.remove(opposite)
        else:
            insort(components, component)
    return Sum(tuple(components), number + part.number, heap ^ part.heap)


def digest(given: Sum) -> bytes:
    text = b"".join(given.components)
    return blake2b(f"{given.number} {given.heap} ".encode() + text, digest_size=DIGEST).digest()


# 1. The rules.


class Rules:
    """Patterns: cells that must hold certain marks, and the marks that are written there."""

    def __init__(self, data: dict[str, Any]) -> None:
        require_fields(data, "marks", "weights", "left", "right")
        self.marks: str = data["marks"]
        require(
            isinstance(self.marks, str) and len(set(self.marks)) == len(self.marks) < 8,
            "expected less than 8 different marks",
        )
        require(all(map(is_mark, self.marks)), "expected marks that are no signs of patterns")
        self.code = {mark: number for number, mark in enumerate(self.marks, 1)}
        weights = data["weights"]
        require(
            isinstance(weights, dict)
            and weights.keys() == set(self.marks)
            and all(type(weight) is int and weight >= 0 for weight in weights.values()),
            "expected a weight for each mark",
        )
        self._weights = [0, *(weights[mark] for mark in self.marks)]
        self.sides = tuple(
            tuple(self._pattern(pattern) for pattern in data[side]) for side in SIDES
        )
        self.texts = [[pattern_text(*pattern) for pattern in data[side]] for side in SIDES]
        """The rules that were read, as they are printed."""
        self.is_impartial = set(self.sides[0]) == set(self.sides[1])
        self.symmetries = list(self._symmetries())
        self._placed: dict[tuple[int, int], tuple[tuple[Placed, ...], int]] = {}
        self._images: dict[tuple[int, int], list[Any]] = {}

    def _pattern(self, data: Any) -> Any:
        needs, writes = data
        wanted = sorted(((r, c), self._bits(marks)) for r, c, marks in needs)
        require(all(is_mark(mark) for *_, mark in writes), "expected a pattern to write marks")
        written = sorted(((r, c), self.code.get(mark, 0)) for r, c, mark in writes)
        cells = dict(wanted)
        require(len(cells) == len(wanted) > 0, "expected different cells in a pattern")
        require(
            len(dict(written)) == len(written) and dict(written).keys() <= cells.keys(),
            "expected a pattern to write on cells that it needs",
        )
        require(all(type(x) is int and abs(x) < MOST_CELLS for at in cells for x in at), "too far")
        before = sum(
            min(self._weights[code] for code in range(8) if cells[at] >> code & 1)
            for at, _ in written
        )
        after = sum(self._weights[code] for _, code in written)
        require(after < before, "expected every move to make the weight smaller")
        return _normal(wanted, written)

    def _bits(self, marks: Any) -> int:
        is_known = isinstance(marks, str) and marks and set(marks) <= set(self.marks)
        require(is_known, "expected known marks in a pattern")
        return sum(1 << self.code[mark] for mark in set(marks))

    def read_board(self, text: str) -> tuple[int, int, bytes]:
        rows = text.split("|")
        require(
            len(set(map(len, rows))) == 1 and 0 < len(text) - len(rows) + 1 <= MOST_CELLS,
            "expected a board with rows of one length and at most 128 cells",
        )
        require(
            all(map(is_mark, "".join(rows))), "expected a board of marks, got a sign of patterns"
        )
        return len(rows), len(rows[0]), bytes(self.code.get(mark, 0) for mark in "".join(rows))

    def placed(self, rows: int, columns: int) -> tuple[tuple[Placed, ...], int]:
        """Return all ways to lay the patterns on a board, Left's first, and how many are hers."""
        known = self._placed.get((rows, columns))
        if known is not None:
            return known
        sides: list[list[Placed]] = []
        for side in self.sides:
            sides.append([])
            for needs, writes in side:
                for top in range(rows):
                    for first in range(columns):
                        if all(
                            0 <= top + r < rows and 0 <= first + c < columns for (r, c), _ in needs
                        ):
                            start = top * columns + first
                            wanted = tuple(
                                (start + r * columns + c, bits) for (r, c), bits in needs
                            )
                            written = tuple(
                                (start + r * columns + c, code) for (r, c), code in writes
                            )
                            sides[-1].append((wanted, written))
        self._placed[rows, columns] = (*sides[0], *sides[1]), len(sides[0])
        return self._placed[rows, columns]

    def _symmetries(self) -> Iterator[tuple[int, list[int], bool]]:
        """Yield turns with exchanges of marks that keep the rules, or exchange the players."""
        codes = list(range(len(self.marks) + 1))
        exchanges = [codes]
        for a in codes[1:]:
            for b in codes[a + 1 :]:
                swapped = list(codes)
                swapped[a], swapped[b] = b, a
                exchanges.append(swapped)
        left, right = (set(side) for side in self.sides)
        for turn in range(8):
            for exchange in exchanges:
                images = [
                    {_turned_pattern(pattern, turn, exchange) for pattern in side}
                    for side in self.sides
                ]
                if images == [left, right]:
                    yield turn, exchange, False
                if images == [right, left]:
                    yield turn, exchange, True

    def component(self, rows: int, columns: int, board: bytes) -> Component:
        """Return the one of the images of a component that stands for all of them."""
        images = self._images.get((rows, columns))
        if images is None:
            images = self._images[rows, columns] = list(self._images_of(rows, columns))
        best: bytes | None = None
        signs: set[int] = set()
        for head, order, exchange, sign in images:
            image = head + bytes(order(board)).translate(exchange)
            if best is None or image < best:
                best, signs = image, {sign}
            elif image == best:
                signs.add(sign)
        assert best is not None
        return bytes([signs.pop() if len(signs) == 1 else SELF_NEGATIVE]) + best

    def _images_of(self, rows: int, columns: int) -> Iterator[tuple[bytes, Any, bytes, int]]:
        for turn, exchange, is_negative in self.symmetries:
            high, wide = (columns, rows) if turn >= 4 else (rows, columns)
            order = [0] * (rows * columns)
            for cell in range(rows * columns):
                r, c = _turned(divmod(cell, columns), turn)
                order[r % high * wide + c % wide] = cell
            table = bytes(exchange) + bytes(range(len(exchange), 256))
            getter: Callable[[bytes], Iterable[int]] = itemgetter(*order)
            if len(order) == 1:
                getter = bytes
            yield bytes([high, wide]), getter, table, MINUS if is_negative else PLUS


def _turned(at: tuple[int, int], turn: int) -> tuple[int, int]:
    """Return the image of a cell; row -1 is the last one."""
    r, c = at
    r, c = (-1 - r if turn & 1 else r), (-1 - c if turn & 2 else c)
    return (c, r) if turn & 4 else (r, c)


def _normal(needs: Iterable[Any], writes: Iterable[Any]) -> Any:
    needs = list(needs)
    top, first = min(r for (r, _), _ in needs), min(c for (_, c), _ in needs)
    return tuple(
        tuple(sorted(((r - top, c - first), what) for (r, c), what in entries))
        for entries in (needs, writes)
    )


def pattern_text(needs: list[Any], writes: list[Any]) -> str:
    """Return a pattern as text, such as ``xo -> .x``; its cells have been checked."""
    wanted = {(r, c): "".join(sorted(set(marks))) for r, c, marks in needs}
    written = {(r, c): mark for r, c, mark in writes}
    rows, columns = ({at[axis] for at in wanted} for axis in (0, 1))
    sides: list[list[str]] = [[], []]
    for r in range(min(rows), max(rows) + 1):
        cells = [(r, c) for c in range(min(columns), max(columns) + 1)]
        marks = [wanted.get(cell, "?") for cell in cells]
        sides[0].append("".join(mark if len(mark) == 1 else f"[{mark}]" for mark in marks))
        sides[1].append("".join(written.get(cell, "=") for cell in cells))
    return " -> ".join("|".join(rows) for rows in sides)


def _turned_pattern(pattern: Any, turn: int, exchange: list[int]) -> Any:
    needs, writes = pattern
    return _normal(
        (
            (
                _turned(at, turn),
                sum(1 << to for code, to in enumerate(exchange) if bits >> code & 1),
            )
            for at, bits in needs
        ),
        ((_turned(at, turn), exchange[code]) for at, code in writes),
    )


# 2. Boards: components and moves.


class Boards:
    """The moves of components. What is remembered is forgotten before it grows too large."""

    def __init__(self, rules: Rules, small_cells: int) -> None:
        self.rules = rules
        self._small_cells = small_cells if rules.is_impartial else 0
        self._moves: dict[Component, tuple[list[Sum], list[Sum]]] = {}
        self._numbers: dict[Component, int] = {}
        self.walls: dict[Component, Any] = {}

    def forget(self) -> None:
        """Forget what was found, if it is much. Not to be called while something is sought."""
        for remembered in (self._moves, self._numbers, self.walls):
            if len(remembered) > MOST_REMEMBERED:
                remembered.clear()

    def of_board(self, rows: int, columns: int, board: bytes) -> Sum:
        placed, lefts = self.rules.placed(rows, columns)
        return self._split(rows, columns, board, placed, range(len(placed)), lefts)

    def _split(
        self,
        rows: int,
        columns: int,
        board: bytes | bytearray,
        placed: tuple[Placed, ...],
        candidates: Iterable[int],
        lefts: int,
    ) -> Sum:
        """Return the components of a board: cells of one move that may ever be possible belong
        together."""
        possible = _possible(board, placed, candidates)
        group: dict[int, list[int]] = {}
        for number in possible:
            needs = placed[number][0]
            merged = group.get(needs[0][0])
            if merged is None:
                merged = group[needs[0][0]] = [needs[0][0]]
            for cell, _ in needs[1:]:
                other = group.get(cell)
                if other is None:
                    merged.append(cell)
                    group[cell] = merged
                elif other is not merged:
                    merged.extend(other)
                    for moved in other:
                        group[moved] = merged
        movers: dict[int, int] = {}
        for number in possible:
            key = id(group[placed[number][0][0][0]])
            movers[key] = movers.get(key, 0) | (1 if number < lefts else 2)
        total = Sum(())
        for cells in {id(cells): cells for cells in group.values()}.values():
            part = self._part(columns, board, cells, movers[id(cells)])
            total = joined(total.components, part, total.number, total.heap)
        return total

    def _part(self, columns: int, board: bytes | bytearray, cells: list[int], movers: int) -> Sum:
        """Return a component as a sum: itself, an integer or a heap."""
        top, bottom = min(cells) // columns, max(cells) // columns
        first = min(cell % columns for cell in cells)
        wide = max(cell % columns for cell in cells) - first + 1
        cut = bytearray((bottom - top + 1) * wide)
        for cell in cells:
            r, c = divmod(cell, columns)
            cut[(r - top) * wide + c - first] = board[cell]
        component = self.rules.component(bottom - top + 1, wide, bytes(cut))
        if movers != 3:
            sign = 1 if movers == 1 else -1
            return Sum((), sign * self._number(component, bottom - top + 1, wide, bytes(cut), sign))
        if len(cells) <= self._small_cells:
            return Sum((), 0, self._nimber(component))
        return Sum((component,))

    def _number(self, key: Component, rows: int, columns: int, board: bytes, sign: int) -> int:
        """Return how often the only player who can ever move here can do so."""
        known = self._numbers.get(key)
        if known is None:
            placed, lefts = self.rules.placed(rows, columns)
            known = 0
            numbers = range(lefts) if sign > 0 else range(lefts, len(placed))
            for after in _moves(board, placed, numbers):
                rest = self._split(rows, columns, after, placed, numbers, lefts)
                known = max(known, 1 + sign * rest.number)
            self._numbers[key] = known
        return known

    def _nimber(self, component: Component) -> int:
        known = self._numbers.get(component)
        if known is None:
            options = {option.heap for option in self.options(component, left=True)}
            known = next(n for n in range(len(options) + 1) if n not in options)
            self._numbers[component] = known
        return known

    def options(self, component: Component, *, left: bool) -> list[Sum]:
        """Return what the moves of a player in a component lead to, each once."""
        known = self._moves.get(component)
        if known is None:
            rows, columns, board = component[1], component[2], component[3:]
            placed, lefts = self.rules.placed(rows, columns)
            possible = _possible(board, placed, range(len(placed)))
            sides: tuple[list[Sum], list[Sum]] = ([], [])
            for side, numbers in enumerate(
                ([n for n in possible if n < lefts], [n for n in possible if n >= lefts])
            ):
                found = {
                    self._split(rows, columns, after, placed, possible, lefts): None
                    for after in _moves(board, placed, numbers)
                }
                sides[side].extend(found)
                if self.rules.is_impartial:
                    sides[1].extend(found)
                    break
            if component[0] == MINUS:
                sides = [*map(negative, sides[1])], [*map(negative, sides[0])]
            known = self._moves[component] = sides
        return known[0 if left else 1]

    def moves(self, given: Sum, *, left: bool) -> Iterator[Sum]:
        """Yield what the moves of a player lead to: in components, the integer and the heap."""
        components, number, heap = given
        last = b""
        for place, component in enumerate(components):
            if component != last:
                rest = components[:place] + components[place + 1 :]
                for option in self.options(component, left=left):
                    yield joined(rest, option, number, heap)
            last = component
        if (number > 0) if left else (number < 0):
            yield Sum(components, number - (1 if left else -1), heap)
        for smaller in range(heap):
            yield Sum(components, number, smaller)

    def move(self, given: Sum, wanted: int, *, left: bool) -> Sum:
        """Return what one move leads to, by its number among `moves`."""
        components, number, heap = given
        last = b""
        for place, component in enumerate(components):
            if component != last:
                options = self.options(component, left=left)
                if wanted < len(options):
                    rest = components[:place] + components[place + 1 :]
                    return joined(rest, options[wanted], number, heap)
                wanted -= len(options)
            last = component
        if (number > 0) if left else (number < 0):
            if wanted == 0:
                return Sum(components, number - (1 if left else -1), heap)
            wanted -= 1
        require(wanted < heap, "expected a reply that is a move")
        return Sum(components, number, wanted)


def _moves(board: bytes, placed: tuple[Placed, ...], numbers: Iterable[int]) -> Iterator[bytearray]:
    for number in numbers:
        needs, writes = placed[number]
        for cell, bits in needs:
            if not bits >> board[cell] & 1:
                break
        else:
            after = bytearray(board)
            for cell, code in writes:
                after[cell] = code
            yield after


def _possible(
    board: bytes | bytearray, placed: tuple[Placed, ...], candidates: Iterable[int]
) -> list[int]:
    """Return the moves that may ever be possible, as if all moves could be made at once."""
    may = [1 << code for code in board]
    possible = []
    pending = list(candidates)
    grown = True
    while grown:
        grown = False
        rest = []
        for number in pending:
            needs, writes = placed[number]
            for cell, bits in needs:
                if not may[cell] & bits:
                    rest.append(number)
                    break
            else:
                possible.append(number)
                for cell, code in writes:
                    if not may[cell] >> code & 1:
                        may[cell] |= 1 << code
                        grown = True
        pending = rest
    return sorted(possible)


# 3. Bounds of cooled stops.

UNIT = 64
QUARTER = UNIT // 4
TEMPERATURES = (0, 16, 32, 48, 64, 80, 96, 128)
"""In units of 1/64 of a move."""


class Bounds(NamedTuple):
    """What a player gets at least from a game, in units."""

    right: tuple[int, ...]
    """At each temperature, a number that is at most the right stop of the cooled game."""
    left: tuple[int, ...]
    """The same for its left stop; never smaller than the former."""
    number: int
    """A number that is at most the game itself."""


class Walls:
    """Lower bounds of cooled stops.

    Let G be cooled by t. Its left stop is at least RS(X) - t for each of Left's options X. Its
    right stop is the least LS(Y) + t of Right's options Y, unless that exceeds the largest such
    RS(X) - t: then both stops are one number that is at least the latter. As t grows, the right
    stop never falls, and it never exceeds the left one. The right stop of a sum is at least the sum
    of the right stops, and its left stop exceeds this by at least the widest gap of one component.
    The right stop of a game is at least that of the cooled game, less t.

    G >= x, for a number x, if Left wins G - x by moving second: if no option of Right's has a left
    stop of x or less, and either x <= 0 is an integer or some option of Left's is at least the
    largest number below x that is simpler than x.

    A player may renounce moves. If the opponent has none that cross a line between two rows, or
    between two columns, the board falls apart there for a lower bound.
    """

    def __init__(self, boards: Boards, cells: int) -> None:
        self.boards = boards
        self._cells = cells
        self._stays_in_line = [
            [all(at[axis] == 0 for needs, _ in side for at, _ in needs) for axis in (0, 1)]
            for side in boards.rules.sides
        ]
        """Of each player: whether no move leaves a row, and whether none leaves a column."""

    def left_loses(self, given: Sum) -> bool:
        """Return whether the bounds show that Left loses by moving first."""
        if self._cells == 0:
            return False
        bounds = self._of_sum(negative(given))
        if bounds.number >= 0 and given.heap == 0:
            return True
        return any(
            bound > temperature
            for bound, temperature in zip(bounds.right, TEMPERATURES, strict=True)
        )

    def _of_sum(self, given: Sum) -> Bounds:
        number = given.number * UNIT
        right = [number] * len(TEMPERATURES)
        gap = [0] * len(TEMPERATURES)
        for component in given.components:
            bounds = self._of_component(component)
            number += bounds.number
            for i, low in enumerate(bounds.right):
                right[i] += low
                gap[i] = max(gap[i], bounds.left[i] - low)
        return Bounds(tuple(right), tuple(map(sum, zip(right, gap, strict=True))), number)

    def _of_component(self, component: Component) -> Bounds:
        known = self.boards.walls.get(component)
        if known is None:
            if sum(map(bool, component[3:])) <= self._cells:
                known = self._by_moves(component)
            else:
                known = self._by_cuts(component)
            self.boards.walls[component] = known
        return known

    def _by_moves(self, component: Component) -> Bounds:
        lefts = [self._of_sum(x) for x in self.boards.options(component, left=True)]
        rights = [self._of_sum(y) for y in self.boards.options(component, left=False)]
        if not lefts:
            # An integer: the largest n <= 0 that no move of Right makes n or less.
            return _integer(min(0, min((-(-y.left[0] // UNIT) - 1 for y in rights), default=0)))
        if not rights:
            # An integer n >= 0 that is at least each right stop of Left's options.
            return _integer(max(0, max(-(-x.right[0] // UNIT) for x in lefts)))
        number = self._number(lefts, min(y.left[0] for y in rights))
        right: list[int] = []
        left: list[int] = []
        for i, temperature in enumerate(TEMPERATURES):
            after_left = max(x.right[i] for x in lefts) - temperature
            after_right = min(y.left[i] for y in rights) + temperature
            low = max(min(after_left, after_right), number, right[-1] if right else number)
            right.append(low)
            left.append(max(after_left, low))
        return Bounds(tuple(right), tuple(left), number)

    @staticmethod
    def _number(lefts: list[Bounds], least: int) -> int:
        """Return a number that is at most the game, given its options and the least left stop of
        Right's."""
        most = max(max(x.number, x.right[0] - 1) for x in lefts)
        x = (least - 1) // QUARTER * QUARTER
        x = min(x, max(0, (most // UNIT + 2) * UNIT))
        while x > 0 or x % UNIT:
            # Half and quarters are simpler the larger their unit is.
            size = UNIT if x % UNIT == 0 else UNIT // 2 if x % (UNIT // 2) == 0 else QUARTER
            if most >= x - size:
                return x
            x -= QUARTER
        return x

    def _by_cuts(self, component: Component) -> Bounds:
        """Return the bounds of the best way to cut a component in two."""
        rows, columns, board = component[1], component[2], component[3:]
        opponent = self._stays_in_line[0 if component[0] == MINUS else 1]
        best: Bounds | None = None
        for axis in (0, 1):
            if not opponent[axis]:
                continue
            for line in range(1, (rows, columns)[axis]):
                cells = [
                    (cell // columns, cell % columns)[axis] < line for cell in range(rows * columns)
                ]
                total = Sum(())
                for side in (True, False):
                    part = bytes(
                        code if keep is side else 0 for code, keep in zip(board, cells, strict=True)
                    )
                    strip = self.boards.of_board(rows, columns, part)
                    if component[0] == MINUS:
                        strip = negative(strip)
                    total = joined(total.components, strip, total.number, total.heap)
                best = _better(best, self._of_sum(total))
        if best is None:
            best = _integer(-(2**20))
        return best


def _integer(n: int) -> Bounds:
    walls = (n * UNIT,) * len(TEMPERATURES)
    return Bounds(walls, walls, n * UNIT)


def _better(a: Bounds | None, b: Bounds) -> Bounds:
    if a is None:
        return b
    return Bounds(
        tuple(map(max, a.right, b.right)), tuple(map(max, a.left, b.left)), max(a.number, b.number)
    )


# 4. The file.


def put_number(number: int) -> bytes:
    """Return a number that is not negative as bytes of seven bits, the lowest first."""
    data = bytearray()
    while number > 0x7F:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    data.append(number)
    return bytes(data)


class Stream:
    """Bytes of a compressed file, as they come."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._inflate = zlib.decompressobj()
        self._data = b""
        self._at = 0
        require(file.read(len(MAGIC)) == MAGIC, "expected a strategy on boards")

    def _more(self) -> bool:
        while not self._inflate.eof:
            packed = self._inflate.unconsumed_tail or self._file.read(1 << 16)
            try:
                data = self._inflate.decompress(packed, 1 << 18)
            except zlib.error:
                refuse("expected compressed data")
            if data:
                self._data, self._at = self._data[self._at :] + data, 0
                return True
            if not packed:
                return False
        return False

    def take(self, count: int) -> bytes:
        while len(self._data) - self._at < count:
            require(self._more(), "expected more data: the file is not complete")
        self._at += count
        return self._data[self._at - count : self._at]

    def line(self, most: int) -> bytes:
        line = bytearray()
        while (byte := self.take(1)) != b"\n":
            line += byte
            require(len(line) < most, "expected a shorter description of the rules")
        return bytes(line)

    def number(self) -> int:
        number = shift = 0
        while True:
            byte = self.take(1)[0]
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number
            shift += 7
            require(shift < 63, "expected a number below 2^63")

    def ends(self) -> bool:
        return self._at == len(self._data) and not self._more() and self._inflate.eof


def write_sum(given: Sum) -> bytes:
    data = bytearray(put_number(len(given.components) + 1))
    for component in given.components:
        data += component[:3]
        data += _packed(component[3:])
    data += put_number(2 * given.number if given.number >= 0 else -2 * given.number - 1)
    return bytes(data) + put_number(given.heap)


def _packed(codes: bytes) -> bytes:
    """Return codes in three bits each."""
    number = 0
    for code in codes:
        number = number << 3 | code
    return number.to_bytes((3 * len(codes) + 7) // 8, "big")


class Proof(NamedTuple):
    """What was proved, and how much was looked at."""

    lines: list[str]
    """What is proved in full, with the board and the rules that were checked."""
    game: str
    """What the file calls the game."""
    board: str
    outcome: str
    nimber: int | None
    sums: int
    replies: int
    rules: dict[str, Any]


MEANINGS = {
    "L": "Left wins, whoever starts",
    "R": "Right wins, whoever starts",
    "N": "the player who starts wins",
    "P": "the player who does not start wins",
}


def proved_lines(
    outcome: str, nimber: int | None, heap: int, rules: Rules, board: str, game: str
) -> list[str]:
    """Return what is proved, from what was checked."""
    left, right = rules.texts
    fields = {"board": board, "left": left, "right": right}
    terms = [f"{json.dumps(fields, separators=(',', ':'))}, called {json.dumps(game)} by the file"]
    if nimber is not None:
        what, where = f"nimber {nimber}", "of the game"
    else:
        what, where = f"{outcome}: {MEANINGS[outcome]},", "in the game"
        if heap:
            where = "in the sum of"
            terms.append(f"a heap of Nim of size {heap}")
    return [f"{what} {where}", *(f"  {term}" for term in terms)]


class Checker:
    """Checks one file."""

    def __init__(
        self, path: Path, folder: Path | None = None, poll: Callable[[], object] = lambda: None
    ) -> None:
        self._path = path
        self._folder = folder
        self._poll = poll
        self.sums = self.replies = 0

    def check(self) -> Proof:
        """Check the file; return what it proves, or raise `Refused`."""
        with open(self._path, "rb") as file, tempfile.TemporaryDirectory(dir=self._folder) as place:
            return self._check(Stream(file), Path(place))

    def _check(self, stream: Stream, folder: Path) -> Proof:
        try:
            header = json.loads(stream.line(1 << 20))
            require_fields(header, "game", "rules", "lemmas", "claim")
            rules = Rules(header["rules"])
            game, claim, lemmas = header["game"], header["claim"], header["lemmas"]
            is_label = isinstance(game, str) and game.isprintable() and game.strip() != ""
            require(is_label, "expected a label that can be printed")
            require_fields(claim, "board", "heap", "start")
            require_fields(lemmas, "small_cells", "wall_cells")
            require_fields(claim["start"], *SIDES)
            board, heap, start = claim["board"], claim["heap"], claim["start"]
            small, walls = lemmas["small_cells"], lemmas["wall_cells"]
            require(isinstance(board, str), "expected the board as text")
            require(type(heap) is int and 0 <= heap < MOST_HEAP, "expected a heap below 64")
            is_small = all(type(n) is int and 0 <= n <= MOST_SMALL for n in (small, walls))
            require(is_small, f"expected small components to have at most {MOST_SMALL} cells")
        except Refused:
            raise
        except (KeyError, TypeError, IndexError, ValueError) as error:
            refuse(f"expected a description of the rules and the claim: {error!r}")
        boards = Boards(rules, small)
        self._boards, self._walls = boards, Walls(boards, walls)
        root = joined((), boards.of_board(*rules.read_board(board)), 0, 0)
        root = Sum(root.components, root.number, root.heap ^ heap)
        names = [f"{kind}{number}" for kind in ("claimed", "wanted") for number in range(BUCKETS)]
        files = {name: open(folder / name, "wb") for name in names}  # noqa: SIM115
        try:
            outcome = self._outcome(root, start, files)
            while (count := stream.number()) != 0:
                self._check_sum(stream, count - 1, files)
            require(stream.number() == self.sums and stream.ends(), "expected the end of the file")
        finally:
            for file in files.values():
                file.close()
        for number in range(BUCKETS):
            claimed = _digests(folder / f"claimed{number}")
            require(
                _digests(folder / f"wanted{number}") <= claimed,
                "expected every sum that a reply leads to among the sums of the file",
            )
        nimber = heap if outcome == "P" and rules.is_impartial else None
        lines = proved_lines(outcome, nimber, heap, rules, board, game)
        return Proof(lines, game, board, outcome, nimber, self.sums, self.replies, header["rules"])

    def _outcome(self, root: Sum, start: Any, files: dict[str, Any]) -> str:
        """Return who is claimed to win, and note what has to be found for that."""
        wins = []
        for player in SIDES:
            given = root if player == "left" else negative(root)
            first = start[player]
            wins.append(first is not None)
            if first is not None:
                require(type(first) is int and first >= 0, "expected the number of a first move")
                given = negative(self._boards.move(given, first, left=True))
            self._want(given, files)
        return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[
            wins[0], wins[1]
        ]

    def _check_sum(self, stream: Stream, count: int, files: dict[str, Any]) -> None:
        given = Sum(())
        rules = self._boards.rules
        for _ in range(count):
            sign, rows, columns = stream.take(3)
            cells = rows * columns
            require(sign <= MINUS and 0 < cells <= MOST_CELLS, "expected a board of 1 to 128 cells")
            number = int.from_bytes(stream.take((3 * cells + 7) // 8), "big")
            codes = bytes(number >> 3 * i & 7 for i in reversed(range(cells)))
            require(max(codes) <= len(rules.marks), "expected known marks")
            part = self._boards.of_board(rows, columns, codes)
            given = joined(
                given.components,
                negative(part) if sign == MINUS else part,
                given.number,
                given.heap,
            )
        number, heap = stream.number(), stream.number()
        require(heap < 1 << 16, "expected a smaller heap")
        number = -(number + 1) // 2 if number & 1 else number // 2
        given = Sum(given.components, given.number + number, given.heap ^ heap)
        self.sums += 1
        name = digest(given)
        files[f"claimed{name[0] % BUCKETS}"].write(name)
        for after in self._boards.moves(given, left=True):
            self.replies += 1
            self._want(self._boards.move(after, stream.number(), left=False), files)
        self._boards.forget()
        self._poll()

    def _want(self, given: Sum, files: dict[str, Any]) -> None:
        if not is_lost_at_once(given, self._walls):
            name = digest(given)
            files[f"wanted{name[0] % BUCKETS}"].write(name)


def is_lost_at_once(given: Sum, walls: Walls) -> bool:
    """Return whether Left loses a sum by moving first, as this program sees without a strategy."""
    if not given.components:
        return given.number < 0 or (given.number == 0 and given.heap == 0)
    return walls.left_loses(given)


def _digests(path: Path) -> set[bytes]:
    data = path.read_bytes()
    return {data[at : at + DIGEST] for at in range(0, len(data), DIGEST)}


def main(words: list[str]) -> int:
    if len(words) not in (1, 2):
        print("expected: python board_checker.py FILE [FOLDER]", file=sys.stderr)
        return 2
    try:
        proof = Checker(Path(words[0]), Path(words[1]) if words[1:] else None).check()
    except Refused as refusal:
        print(f"refused: {refusal}")
        return 1
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    print("proved:", *proof.lines[:1])
    print(*proof.lines[1:], sep="\n")
    print(f"checked: {proof.sums} sums, {proof.replies} replies")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
