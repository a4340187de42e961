"""Who wins a large board, or its nimber, by a search that survives its process.

The core answers questions about sums within a limit of nodes. A sum that it does not decide is
replaced by the sums that its moves lead to. Each answer is appended to a file; a later search of
the same board goes on from all that are there. Several processes may work on it.

>>> from farstar.certificates.board_search import BoardSearch
>>> with BoardSearch(fs.Cram("4x4"), nodes=20) as search:
...     search.run()
0
"""

from __future__ import annotations

import json
import os
import pickle
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, TypeAlias

from farstar._arguments import integer
from farstar._files import locked, write_whole
from farstar._outcome import Outcome
from farstar._processes import ProcessPool
from farstar.certificates import board_checker
from farstar.certificates._boards import (
    SMALL_CELLS,
    CoreSums,
    RuleData,
    Strategy,
    StrategyWriter,
    rule_data,
)
from farstar.certificates.board_checker import Boards, Rules, Sum
from farstar.engine import budget, is_out_of_time, rulesets
from farstar.errors import BudgetExceeded, FarstarError, SurveyError
from farstar.rules import Position

__all__ = ["BoardSearch", "SearchProgress"]

SCHEMA = "farstar.board-search/1"
NODES = 2_000_000
"""How many nodes the core may take for one question."""

_CLAIM = "search.json"
_ANSWERS = "answers.bin"
_DIGEST = board_checker.DIGEST
_RECORD = _DIGEST + 1 + 4
_HARD = 2
"""What is said of a sum: 0 or 1, whether it is lost, or that so many bits of nodes (and this more)
were not enough to tell."""

_SECONDS_BETWEEN_SYNCS = 5.0

Progress: TypeAlias = "Callable[[SearchProgress], object]"


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """How far a search is."""

    question: str
    """What is being asked."""

    answers: int
    """How many sums are decided."""

    resumed: int
    """How many of them an earlier run decided."""

    asked: int
    """How many questions this run has put to the core."""

    path: tuple[tuple[int, int], ...]
    """For each move down to the sum in hand: how many of its siblings are decided, and how many
    there are."""

    seconds: float
    """How long this run has taken."""

    @property
    def share(self) -> float:
        """The share that is done if every move has to be searched and all are equally hard.

        The search may end much earlier, since a single reply can decide.
        """
        done, width = 0.0, 1.0
        for decided, siblings in self.path:
            done += width * decided / siblings
            width /= siblings
        return done


@dataclass(eq=False, slots=True)
class _Question:
    """Whether Left loses a sum by moving first."""

    given: Sum
    is_lost: bool | None = None
    is_asked: bool = False
    is_hard: bool = False
    followers: list[_Question] | None = None
    parents: list[_Question] = field(default_factory=list)

    def __str__(self) -> str:
        return f"a question about {len(self.given.components)} boards"

    @property
    def is_open(self) -> bool:
        return self.is_lost is None and not self.is_asked and not self.is_hard


class BoardSearch:
    """A search of one board, with a table of answers that may be kept in a folder.

    Parameters
    ----------
    position : Position
        A board of a game whose rules are patterns, of at most 128 cells, or of Konane, of 64.
    folder : str or path, optional
        Where the answers are kept. A later search of the same board goes on from them.
    nodes : int
        How many nodes the core may take for one question before its moves are looked at one by
        one. The result does not depend on it.
    jobs : int
        How many processes put questions to the core. Each has memory of its own.

    Raises
    ------
    FarstarError
        If the rules cannot be written as patterns that lie on the board.
    SurveyError
        If the folder has another search, or is damaged, or another process works on it.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with BoardSearch(fs.Clobber("3x4"), folder, nodes=50) as search:
    ...         outcome = search.run()
    ...     with BoardSearch(fs.Clobber("3x4"), folder) as search:
    ...         str(outcome), str(search.run()), search.asked
    ('P', 'P', 0)
    """

    def __init__(
        self,
        position: Position,
        folder: str | os.PathLike[str] | None = None,
        *,
        nodes: int = NODES,
        jobs: int = 1,
    ) -> None:
        if not rulesets.available():
            raise FarstarError("expected the native engine, which is asked, got the reference one")
        if position.ruleset.may_loop:
            raise FarstarError(f"expected a game without loops, got {position.ruleset.name}")
        self._position = position
        self._data = rule_data(position)
        self._rules = Rules(self._data)
        self._is_impartial = position.ruleset.is_impartial
        self._boards = Boards(self._rules, SMALL_CELLS)
        board = str(position.state)
        self._root = self._boards.of_board(*self._rules.read_board(board))
        self._nodes = integer(nodes, 1, "the number of nodes")
        self._jobs = integer(jobs, 1, "the number of processes")
        self._asker = _Asker(self._data)
        self._known: dict[bytes, bool] = {}
        self._hard: set[bytes] = set()
        self._questions: dict[bytes, _Question] = {}
        self._resumed = self._asked = self._waiting = 0
        self._text = ""
        self._file: BinaryIO | None = None
        self._synced = time.monotonic()
        self._resources = ExitStack()
        if folder is not None:
            claim = {"schema": SCHEMA, "game": position.ruleset.name, "board": board}
            with ExitStack() as opened:
                self._open(Path(folder), claim, opened)
                self._resources = opened.pop_all()

    def __enter__(self) -> BoardSearch:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file of answers."""
        self._resources.close()
        self._file = None

    @property
    def answers(self) -> int:
        """How many sums are decided."""
        return len(self._known)

    @property
    def resumed(self) -> int:
        """How many of them an earlier run decided."""
        return self._resumed

    @property
    def asked(self) -> int:
        """How many questions this run has put to the core."""
        return self._asked

    def run(self, progress: Progress = lambda _: None) -> Outcome | int:
        """Search until the board is decided; return who wins, or the nimber if it is impartial.

        Parameters
        ----------
        progress : callable, optional
            Called after each answer of the core with a `SearchProgress`.

        Raises
        ------
        BudgetExceeded
            If the time of a budget is over, or the disk is full; the answers so far are kept.
        """
        began = time.monotonic()
        tasks = self._tasks()
        results: Iterator[tuple[_Question, bool | None]]
        try:
            with ExitStack() as stack:
                if self._jobs == 1:
                    results = ((task[0], self._asker(task[1])) for task in tasks if task)
                elif self._undecided() is None:
                    results = iter(())
                else:
                    pool = ProcessPool(self._jobs, pickle.dumps(self._asker), tasks)
                    results = stack.enter_context(closing(pool.results()))
                for question, is_lost in results:
                    self._take(question, is_lost)
                    root = self._undecided()
                    if root is None:
                        break
                    progress(self._progress(root, began))
                    _require_time()
        finally:
            for question in self._questions.values():
                question.is_asked = False
            self._waiting = 0
            self._sync()
        return self._result()

    def write_strategy(
        self,
        path: str | os.PathLike[str],
        progress: Callable[[int, int], object] = lambda done, waiting: None,
    ) -> Strategy:
        """Write a certificate of the result, as `farstar.certificates.write_strategy` does.

        The board is searched first, if it is not decided. What else has to be known is searched in
        this process, and kept as well, so that writing may be broken off and begun again.

        Parameters
        ----------
        path : path
            The file to write.
        progress : callable, optional
            Called now and then with how many sums are written, and how many wait.

        Examples
        --------
        >>> import tempfile
        >>> from farstar.certificates import check_strategy
        >>> with tempfile.TemporaryDirectory() as folder, BoardSearch(fs.Cram("3x5")) as search:
        ...     strategy = search.write_strategy(f"{folder}/cram.strategy")
        ...     check_strategy(strategy.path).nimber
        1
        """
        result = self.run()
        board, heap = str(self._position.state), result if isinstance(result, int) else 0
        writer = StrategyWriter(self._position, self._data, self._loses, progress)
        try:
            return writer.write(Path(path), board, heap)
        finally:
            self._sync()

    def _loses(self, given: Sum) -> bool:
        """Return whether Left loses a sum by moving first, by what is known or by a search."""
        root = self._question(given)
        while root.is_lost is None:
            question = self._next(root, set())
            if question is not None:
                self._waiting += 1
                self._take(question, self._asker((question.given, self._nodes)))
                _require_time()
        return root.is_lost

    # ---- what has to be decided

    def _start(self, place: int) -> Sum:
        """Return the sums to be decided: beside the heaps 0, 1, ..., or for each player."""
        if self._is_impartial:
            return self._root._replace(heap=self._root.heap ^ place)
        return board_checker.negative(self._root) if place else self._root

    def _undecided(self) -> _Question | None:
        """Return the first of them that is not decided; nothing if the result is known."""
        for place in count():
            root = self._question(self._start(place))
            if root.is_lost is None:
                who = "Right" if place else "Left"
                self._text = (
                    f"is the nimber {place}?"
                    if self._is_impartial
                    else f"does {who} win by moving first?"
                )
                return root
            if root.is_lost if self._is_impartial else place == 1:
                return None
        raise AssertionError

    def _result(self) -> Outcome | int:
        lost = (self._question(self._start(place)).is_lost for place in count())
        if self._is_impartial:
            return next(heap for heap, is_lost in enumerate(lost) if is_lost)
        left_wins, right_wins = not next(lost), not next(lost)
        outcomes = {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}
        return Outcome(outcomes[left_wins, right_wins])

    # ---- the tree of questions

    def _tasks(self) -> Iterator[tuple[_Question, tuple[Sum, int]] | None]:
        while (root := self._undecided()) is not None:
            question = self._next(root, set())
            if question is not None:
                question.is_asked = True
                self._waiting += 1
                yield question, (question.given, self._nodes)
            elif self._waiting:
                yield None  # all that could be asked is being answered
            # Otherwise sums were decided by what is known, and there are others to ask about.

    def _question(self, given: Sum) -> _Question:
        key = board_checker.digest(given)
        found = self._questions.get(key)
        if found is None:
            found = self._questions[key] = _Question(given)
            if not given.components:
                found.is_lost = given.number < 0 or (given.number == 0 and given.heap == 0)
            else:
                found.is_lost = self._known.get(key)
                found.is_hard = key in self._hard
        return found

    def _next(self, question: _Question, seen: set[int]) -> _Question | None:
        """Return the next question for the core below one that is not decided."""
        if question.is_lost is not None or question.is_asked or id(question) in seen:
            return None
        seen.add(id(question))
        if not question.is_hard:
            return question
        if question.followers is None:
            self._expand(question)
        followers = question.followers or []
        # First each is tried; only then those are taken apart that were too hard.
        for follower in followers:
            if follower.is_open:
                return follower
        for follower in followers:
            found = self._next(follower, seen)
            if found is not None:
                return found
        return None

    def _take(self, question: _Question, is_lost: bool | None) -> None:
        """Note what the core said: nothing, if it took too many nodes."""
        if is_lost is None:
            _require_time()  # it may have been that which was not enough
        question.is_asked = False
        self._waiting -= 1
        self._asked += 1
        if question.is_lost is not None:
            return
        if is_lost is not None:
            self._settle(question, is_lost)
            return
        question.is_hard = True
        self._write(board_checker.digest(question.given), _HARD + self._nodes.bit_length())
        self._expand(question)

    def _expand(self, question: _Question) -> None:
        """Find what the moves lead to, with the fewest cells first."""
        found = {
            board_checker.negative(after): None
            for after in self._boards.moves(question.given, left=True)
        }
        self._boards.forget()
        question.followers = [self._question(given) for given in sorted(found, key=_size)]
        for follower in question.followers:
            follower.parents.append(question)
        answers = [follower.is_lost for follower in question.followers]
        if True in answers or None not in answers:
            self._settle(question, True not in answers)

    def _settle(self, question: _Question, is_lost: bool) -> None:
        pending = [(question, is_lost)]
        while pending:
            settled, answer = pending.pop()
            if settled.is_lost is not None:
                continue
            key = board_checker.digest(settled.given)
            self._write(key, answer)
            self._known[key] = settled.is_lost = answer
            settled.followers = None
            parents, settled.parents = settled.parents, []
            for parent in parents:
                answers = [follower.is_lost for follower in parent.followers or ()]
                if parent.is_lost is None and (answer or None not in answers):
                    pending.append((parent, not answer))

    def _progress(self, root: _Question, began: float) -> SearchProgress:
        path = []
        place = root
        while place.is_lost is None and place.followers:
            decided = sum(follower.is_lost is not None for follower in place.followers)
            path.append((decided, len(place.followers)))
            if any(follower.is_open for follower in place.followers):
                break
            place = next(f for f in place.followers if f.is_lost is None)
        return SearchProgress(
            self._text,
            self.answers,
            self._resumed,
            self._asked,
            tuple(path),
            time.monotonic() - began,
        )

    # ---- the file

    def _open(self, folder: Path, claim: dict[str, Any], opened: ExitStack) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        opened.enter_context(locked(folder / "lock", "search"))
        rules = json.dumps(self._data, sort_keys=True).encode()
        claim = {**claim, "rules": blake2b(rules, digest_size=16).hexdigest()}
        if (folder / _CLAIM).exists():
            try:
                found = json.loads((folder / _CLAIM).read_text("ascii"))
            except ValueError:
                found = None
            if found != claim:
                raise SurveyError(
                    f"expected a search of {_name(claim)} in {str(folder)!r}, got {_name(found)}"
                )
        else:
            write_whole(folder / _CLAIM, json.dumps(claim, indent=1) + "\n")
        # Every record goes to the file at once, so that a killed process loses none.
        self._file = opened.enter_context((folder / _ANSWERS).open("a+b", buffering=0))
        self._file.seek(0)
        whole = self._read(self._file.read(), folder)
        self._file.truncate(whole)
        self._resumed = len(self._known)

    def _read(self, data: bytes, folder: Path) -> int:
        """Take the answers of a file; return the length of what is whole.

        A process that was killed while it wrote may leave a part of a record at the end.
        """
        for at in range(0, len(data) - len(data) % _RECORD, _RECORD):
            record = data[at : at + _RECORD]
            if zlib.crc32(record[:-4]) != int.from_bytes(record[-4:], "big"):
                raise SurveyError(
                    f"expected answers with their checksums in {str(folder / _ANSWERS)!r}, got a "
                    f"damaged one at byte {at}"
                )
            key, said = record[:_DIGEST], record[_DIGEST]
            if said < _HARD:
                self._known[key] = bool(said)
            elif said >= _HARD + self._nodes.bit_length():
                self._hard.add(key)
        return len(data) - len(data) % _RECORD

    def _write(self, key: bytes, said: int) -> None:
        if self._file is not None:
            record = key + bytes([said])
            record += zlib.crc32(record).to_bytes(4, "big")
            size = os.fstat(self._file.fileno()).st_size
            try:
                while record:
                    record = record[self._file.write(record) :]
            except OSError as error:
                self._file.truncate(size)
                raise BudgetExceeded(
                    f"no room on the disk for {size + _RECORD:,} bytes: {error.strerror}"
                ) from None
            if time.monotonic() - self._synced > _SECONDS_BETWEEN_SYNCS:
                self._sync()

    def _sync(self) -> None:
        if self._file is not None:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()


class _Asker:
    """Puts a question to the core; travels to other processes, where it starts afresh."""

    def __init__(self, data: RuleData) -> None:
        self._data = data
        self._core: CoreSums | None = None

    def __reduce__(self) -> tuple[type[_Asker], tuple[RuleData]]:
        return _Asker, (self._data,)

    def __call__(self, task: tuple[Sum, int]) -> bool | None:
        given, nodes = task
        if self._core is None:
            self._core = CoreSums(Rules(self._data), self._data)
        try:
            with budget(nodes=nodes):
                return self._core.loses(given)
        except BudgetExceeded:
            return None


def _require_time() -> None:
    if is_out_of_time():
        raise BudgetExceeded("out of budget: the time limit has passed")


def _size(given: Sum) -> tuple[int, Sum]:
    return sum(map(len, given.components)), given


def _name(claim: Any) -> str:
    if isinstance(claim, dict) and {"game", "board", "rules"} <= claim.keys():
        return f"{claim['game']}({claim['board']}) with the rules {claim['rules'][:8]}"
    return "a damaged file"
