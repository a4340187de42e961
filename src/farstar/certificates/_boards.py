"""Strategies on large boards: who wins, or the nimber, with the winner's reply to every move.

The core says who wins the sums on the way. The reply that is written is, if possible, one that
leads to a sum that is in the proof already. What comes out does not depend on trust in the core:
the checker makes all moves again.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Callable, Iterable
from hashlib import file_digest
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from farstar._files import is_special
from farstar._outcome import Outcome
from farstar.certificates import board_checker
from farstar.certificates._certificate import Refused
from farstar.certificates.board_checker import Boards, Component, Proof, Rules, Sum, Walls
from farstar.engine import is_out_of_time, rulesets
from farstar.engine import state as engine_state
from farstar.errors import BudgetExceeded, FarstarError, IllegalPositionError, NotationError
from farstar.rules import Position
from farstar.rules.variants import impartial

__all__ = ["Strategy", "check_strategy", "is_strategy", "write_strategy"]

RuleData: TypeAlias = dict[str, Any]
SMALL_CELLS = 12
WALL_CELLS = 12


class Strategy(NamedTuple):
    """What a file of a strategy proves, and its size."""

    path: Path
    """The file."""
    claim: str
    """What is proved, such as ``"Clobber on the board xo|ox has outcome N"``."""
    sums: int
    """How many sums the file claims to be lost for the player who moves first."""
    replies: int
    """How many replies it has."""
    size: int
    """The size of the file in bytes."""
    digest: str
    """The SHA-256 digest of the file, in hexadecimal digits."""

    def save_checker(self) -> Path:
        """Write the program that checks the strategy beside the file, and return its path."""
        target = self.path.with_name("board_checker.py")
        target.write_bytes(files("farstar.certificates").joinpath(target.name).read_bytes())
        return target


def write_strategy(
    position: Position,
    path: str | os.PathLike[str],
    *,
    nimber: int | None = None,
    progress: Callable[[int, int], object] = lambda done, waiting: None,
) -> Strategy:
    """Write a certificate of who wins a board, and return what was written.

    The outcome is found first, by the search for large boards. For an impartial board `nimber`
    says which nimber is to be proved; without it, the nimber is found.

    Parameters
    ----------
    position : Position
        A board of a game whose rules are patterns, of at most 128 cells, or of Konane, of 64.
    path : path
        The file to write.
    nimber : int, optional
        The nimber of an impartial board, if it is known.
    progress : function, optional
        Called now and then with how many sums are written, and how many wait.

    Raises
    ------
    FarstarError
        If the rules cannot be written as patterns that lie on the board.
    BudgetExceeded
        If time or memory run out.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "cram.strategy"
    ...     print(write_strategy(fs.Cram("3x4"), file).claim)
    ...     print(check_strategy(file).nimber)
    Cram on the board ....|....|.... has nimber 1
    1
    """
    if not rulesets.available():
        raise FarstarError("expected the native engine, which says who wins, got the reference one")
    data = rule_data(position)
    board = str(position.state)
    if position.ruleset.is_impartial:
        heap = int(position.grundy or 0) if nimber is None else nimber
    elif nimber is not None:
        raise ValueError(f"expected no nimber for a partizan game, got {nimber}")
    else:
        heap = 0
    core = CoreSums(Rules(data), data)
    return StrategyWriter(position, data, core.loses, progress).write(Path(path), board, heap)


def check_strategy(path: str | os.PathLike[str]) -> Proof:
    """Check a file of a strategy, and return what it proves.

    The last of its `lines` says whether Farstar knows a game of this name; such a game must have
    the same rules.

    Raises
    ------
    Refused
        If the strategy does not prove what it claims.
    """
    try:
        proof = board_checker.Checker(Path(path), poll=_poll).check()
    except board_checker.Refused as refusal:
        raise Refused(str(refusal)) from None
    is_ours = _has_our_rules(proof)
    note = (
        "the same rules as the game of Farstar" if is_ours else "a name that Farstar does not know"
    )
    return proof._replace(lines=[*proof.lines, f"{note}: {json.dumps(proof.game)}"])


def _poll() -> None:
    if is_out_of_time():
        raise BudgetExceeded("out of budget: the strategy takes too long")


def is_strategy(path: str | os.PathLike[str]) -> bool:
    """Return whether a file begins as a strategy on a board does."""
    with open(path, "rb") as file:
        return file.read(len(board_checker.MAGIC)) == board_checker.MAGIC


def _has_our_rules(proof: Proof) -> bool:
    """Return whether Farstar has a game of this name; refuse a proof about other rules."""
    from farstar.expressions import parse

    name = proof.game.removeprefix("Impartial")
    if not re.fullmatch("[A-Za-z]+", name):
        return False  # an expression is not evaluated
    try:
        position = parse(f"{name}({proof.board})")
    except NotationError:
        return False
    except IllegalPositionError as error:
        raise Refused(f"expected a board of {name}, got {proof.board!r}: {error}") from None
    if not isinstance(position, Position):
        return False
    if name != proof.game:
        position = impartial(position)(proof.board)
    try:
        ours = rule_data(position)
    except BudgetExceeded:
        raise
    except FarstarError:  # our rules cannot be written in such a file
        ours = {"left": [], "right": []}
    if any(_unordered(ours[side]) != _unordered(proof.rules[side]) for side in ("left", "right")):
        raise Refused(f"expected the rules of {proof.game}, got others")
    return True


def _unordered(patterns: Iterable[Any]) -> set[str]:
    return {json.dumps(pattern) for pattern in patterns}


# The rules as data.


def rule_data(position: Position) -> RuleData:
    ruleset = position.ruleset
    base = getattr(ruleset, "base", ruleset)
    plain = base.plain_rules(position.state)
    if plain is None or not {"board", "left", "right"} <= plain.keys():
        raise FarstarError(
            f"expected a board of a game whose rules are patterns, or of Konane, got {position!r}"
        )
    if ruleset.native_board(position.state) is None:
        cells = len(str(position.state).replace("|", ""))
        raise FarstarError(
            f"expected a board of at most {rulesets.MOST_CELLS} cells, or of "
            f"{rulesets.MOST_WIDE_CELLS} if the patterns ask for at most "
            f"{rulesets.MOST_WIDE_MARKS} marks, got one of {cells}"
        )
    sides = [[_pattern(text) for text in plain[side]] for side in ("left", "right")]
    if ruleset.is_impartial:
        both = {json.dumps(pattern): pattern for side in sides for pattern in side}
        sides = [[*both.values()], [*both.values()]]
    needed = {mark for side in sides for needs, _ in side for *_, each in needs for mark in each}
    if BLANK in needed:
        raise FarstarError(f"expected patterns that do not need {BLANK}, got those of {base.name}")
    marks = sorted(needed)
    return {
        "marks": "".join(marks),
        "weights": _weights(marks, sides),
        "left": sides[0],
        "right": sides[1],
    }


def _pattern(text: str) -> list[Any]:
    """Return what a pattern such as ``xo -> .x`` needs and writes, by row and column."""
    if "$" in text or "[^" in text:
        raise FarstarError(
            f"expected patterns that look at cells of the board and forbid nothing, got {text!r}"
        )
    stands, _, becomes = text.partition(" -> ")
    cells: list[list[Any]] = []
    written = iter(becomes.replace("|", ""))
    writes = []
    for r, row in enumerate(stands.split("|")):
        for c, token in enumerate(re.findall(r"\[.*?\]|.", row)):
            if token != "?":
                cells.append([r, c, token.strip("[]")])
            if (mark := next(written)) != "=":
                writes.append([r, c, mark])
    return [cells, writes]


def _weights(marks: list[str], sides: Iterable[Any]) -> dict[str, int]:
    """Return weights of the marks that every move makes smaller."""
    changes = []
    for side in sides:
        for needs, writes in side:
            before = {(r, c): every for r, c, every in needs}
            if not all((r, c) in before for r, c, _ in writes):
                raise FarstarError("expected patterns that write only on cells they look at")
            changes.append(([before[r, c] for r, c, _ in writes], [mark for *_, mark in writes]))
    for weights in sorted(product(range(4), repeat=len(marks)), key=sum):
        weight = dict(zip(marks, weights, strict=True))
        if all(
            sum(min(weight[mark] for mark in every) for every in before)
            > sum(weight.get(mark, 0) for mark in after)
            for before, after in changes
        ):
            return weight
    raise FarstarError("expected moves that take away stones or free cells")


def _stays_in_line(patterns: Iterable[Any], axis: str) -> bool:
    place = "rc".index(axis)
    return all(len({need[place] for need in needs}) == 1 for needs, _ in patterns)


# The proof.


class StrategyWriter:
    """Follows the moves of the loser, and looks for replies; `loses` says who wins a sum."""

    def __init__(
        self,
        position: Position,
        data: RuleData,
        loses: Callable[[Sum], bool],
        progress: Callable[[int, int], object],
    ) -> None:
        self.data = data
        # Cutting helps only where a player has no moves across some lines.
        sides = ("left", "right")
        has_walls = any(_stays_in_line(data[side], axis) for side in sides for axis in "rc")
        is_impartial = position.ruleset.is_impartial
        self.lemmas = lemmas = {
            "small_cells": SMALL_CELLS if is_impartial else 0,
            "wall_cells": WALL_CELLS if has_walls and not is_impartial else 0,
        }
        self.rules = Rules(data)
        self.boards = Boards(self.rules, lemmas["small_cells"])
        self.walls = Walls(self.boards, lemmas["wall_cells"])
        self._name = position.ruleset.name
        self._progress = progress
        self._loses = loses
        self._known: set[Sum] = set()
        self._tries = 8 if lemmas["wall_cells"] else 1
        self.sums = self.replies = 0

    def write(self, path: Path, board: str, heap: int) -> Strategy:
        root = self.boards.of_board(*self.rules.read_board(board))
        root = Sum(root.components, root.number, root.heap ^ heap)
        todo: list[Sum] = []
        start: dict[str, int | None] = {}
        for player in ("left", "right"):
            given = root if player == "left" else board_checker.negative(root)
            start[player] = None
            if not self._is_lost(given):
                start[player], after = self._move_to_lost(given, left=True)
                given = board_checker.negative(after)
            self._add(given, todo)
        name = self._name
        claim = {"board": board, "heap": heap, "start": start}
        header = {"game": name, "rules": self.data, "lemmas": self.lemmas, "claim": claim}
        if is_special(path):
            raise FarstarError(f"expected a file for a strategy, got {str(path)!r}, which is none")
        scratch = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        try:
            with open(scratch, "wb") as file:
                file.write(board_checker.MAGIC)
                pack = zlib.compressobj(9)
                file.write(pack.compress(json.dumps(header, ensure_ascii=True).encode() + b"\n"))
                while todo:
                    file.write(pack.compress(self._written(todo.pop(), todo)))
                    self.boards.forget()
                    if self.sums % 64 == 0:
                        self._progress(self.sums, len(todo))
                        _poll()
                file.write(pack.compress(b"\0" + board_checker.put_number(self.sums)))
                file.write(pack.flush())
            os.replace(scratch, path)
        finally:
            scratch.unlink(missing_ok=True)
        wins = start["left"] is not None, start["right"] is not None
        outcomes = {(1, 1): "N", (1, 0): "L", (0, 1): "R", (0, 0): "P"}
        outcome = Outcome(outcomes[wins])
        what = (
            f"nimber {heap}" if self.rules.is_impartial and outcome == "P" else f"outcome {outcome}"
        )
        return Strategy(
            path,
            f"{name} on the board {board} has {what}",
            self.sums,
            self.replies,
            path.stat().st_size,
            _sha256(path),
        )

    def _add(self, given: Sum, todo: list[Sum]) -> None:
        if given not in self._known and not board_checker.is_lost_at_once(given, self.walls):
            self._known.add(given)
            todo.append(given)

    def _written(self, given: Sum, todo: list[Sum]) -> bytes:
        """Return a sum with the replies to all moves; note the sums that they lead to."""
        self.sums += 1
        data = bytearray(board_checker.write_sum(given))
        for after in self.boards.moves(given, left=True):
            self.replies += 1
            number, lost = self._move_to_lost(after, left=False)
            data += board_checker.put_number(number)
            self._add(lost, todo)
        return bytes(data)

    def _move_to_lost(self, given: Sum, *, left: bool) -> tuple[int, Sum]:
        """Return a winning move, by its number, and what it leads to.

        After a move of Right's, Left loses; after one of Left's, Right.
        """
        moves = list(self.boards.moves(given, left=left))
        for number, after in enumerate(moves):
            if (board_checker.negative(after) if left else after) in self._known:
                return number, after
        order = sorted(range(len(moves)), key=lambda i: self._size(moves[i]))
        winning: list[int] = []
        for number in order:
            after = board_checker.negative(moves[number]) if left else moves[number]
            if self._is_lost(after):
                if board_checker.is_lost_at_once(after, self.walls):
                    return number, moves[number]
                winning.append(number)
                if len(winning) == self._tries:
                    break
        return winning[0], moves[winning[0]]

    @staticmethod
    def _size(given: Sum) -> int:
        return sum(map(len, given.components))

    def _is_lost(self, given: Sum) -> bool:
        """Return whether Left loses by moving first, by the core."""
        if not given.components:
            return board_checker.is_lost_at_once(given, self.walls)
        return self._loses(given)


class CoreSums:
    """What the core says of the sums of one game; it remembers what it found."""

    def __init__(self, rules: Rules, data: RuleData) -> None:
        self._marks = BLANK + data["marks"]
        self._rules = _core_rules(rules, data)
        self._native: dict[Component, Any] = {}

    def loses(self, given: Sum) -> bool:
        """Return whether Left loses a sum by moving first."""
        engine = engine_state.engine
        summands = [self._summand(component) for component in given.components]
        if given.number or given.heap:
            summands.append((1, engine.compact(given.number, 0, 0, given.heap)))
        return not rulesets.wins(summands, left_moves=True)

    def _summand(self, component: Component) -> tuple[int, Any]:
        known = self._native.get(component)
        if known is None:
            _, columns, *codes = component[1:]
            text = "".join(self._marks[code] for code in codes)
            rows = "|".join(text[i : i + columns] for i in range(0, len(text), columns))
            known = -1 if component[0] == board_checker.MINUS else 1, self._rules.board(rows)
            self._native[component] = known
        return known


BLANK = "#"
"""A cell that no pattern can use."""

_TURNS = (0, 2, 1, 3, 4, 5, 6, 7)
"""The core's numbers of the checker's turns."""


def _core_rules(rules: Rules, data: RuleData) -> rulesets.BoardSolver:
    """Return the same rules for the core."""
    number = {mark: place for place, mark in enumerate(data["marks"])}

    def pattern(needs: Any, writes: Any) -> rulesets.PatternCells:
        return (
            [(r, c, sum(1 << number[mark] for mark in marks)) for r, c, marks in needs],
            [],
            [(r, c, number.get(mark, -1)) for r, c, mark in writes],
        )

    sides = [[pattern(*entry) for entry in data[side]] for side in ("left", "right")]
    if rules.is_impartial:
        sides[1] = sides[0]
    turns = [
        (_TURNS[turn], [code - 1 for code in exchange[1:]], is_negative)
        for turn, exchange, is_negative in rules.symmetries
        if not (rules.is_impartial and is_negative)
    ]
    return rulesets.pattern_solver(data["marks"], sides[0], sides[1], turns)


def _sha256(path: Path) -> str:
    with open(path, "rb") as file:
        return file_digest(file, "sha256").hexdigest()
