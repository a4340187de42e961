"""Looking for counterexamples: a user's claim over ranges, in parallel, with the smallest failure.

All points are tried in order, the last variable changing fastest. When a chunk fails, no further
chunks are begun, but those before it are finished; so the failure that is reported is the first
one in that order, whatever the number of processes, and it is minimal: no single coordinate can be
lowered with the claim still failing. A random sample is tried in the order in which it was drawn,
and what fails is lowered coordinate by coordinate.

A position that satisfies a condition is a counterexample to the claim that there is none.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from farstar import engine
from farstar._arguments import integer
from farstar.errors import BudgetExceeded, FarstarError, SurveyError
from farstar.surveys._drive import Progress, Report, Runner, Watcher, choose, drive
from farstar.surveys._family import Family, Where, notations, source_of, written_point
from farstar.surveys._identity import Identity, digest
from farstar.surveys._libraries import need
from farstar.surveys._make import check_options, quiet, read_source
from farstar.surveys._manifest import Chunk, slices
from farstar.surveys._position_condition import PositionCondition
from farstar.surveys._positions import Points
from farstar.surveys._source import Source
from farstar.surveys._store import Store
from farstar.surveys._work import FAILURES, Computed, portable
from farstar.tables import parameters

_CONDITION = re.compile(r".*[=<>].*(?<!\.py)", re.DOTALL)
"""What is no name of a Python file, but compares something."""


@dataclass(frozen=True)
class Counterexample:
    """A point at which a claim fails."""

    point: Mapping[str, Any]
    position: str | None
    """The position there, if the claim is about positions."""
    reason: str | None
    """What the claim itself said, if it raised an AssertionError."""
    is_minimal: bool = True
    """Whether the claim is known to hold wherever a single coordinate is lower."""

    def __str__(self) -> str:
        at = written_point(self.point, self.point.values())
        where = f"{self.position} ({at})" if self.position else at
        return f"{where}: {self.reason}" if self.reason else where


@dataclass(frozen=True)
class SearchResult:
    """The result of a search for a counterexample."""

    claim: str
    """What was claimed, in the words of its docstring if it has one."""
    cases: int
    """How many points that satisfy the condition were tried."""
    counterexample: Counterexample | None

    @property
    def holds(self) -> bool:
        """Whether no counterexample was found."""
        return self.counterexample is None

    def __str__(self) -> str:
        if self.counterexample is None:
            return f"no counterexample in {self.cases:,} cases: {self.claim}"
        return f"counterexample: {self.counterexample}"

    def __repr__(self) -> str:
        return f"<SearchResult: {self}>"


@dataclass(frozen=True)
class _RandomNumbers:
    """Random points, each known by its number in the sample alone."""

    size: int
    seed: int

    def __getitem__(self, i: int) -> int:
        """Return 16 random bytes as a number."""
        text = f"{self.seed} {i}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=16).digest(), "big")


@dataclass(frozen=True)
class _Claim:
    """A claim with its family: what workers are sent."""

    family: Family
    function: Any
    """The function, or its name in the file."""
    about_positions: bool
    engine: str
    find: str | None = None
    """A condition; the claim is then that no position satisfies it."""
    sample: _RandomNumbers | None = None

    kind: ClassVar[str] = "search"
    columns: ClassVar[Mapping[str, str]] = {"cases": "Int64", "failure": "Int64"}

    def __len__(self) -> int:
        """Return how many points are to be tried."""
        size = len(self.family.points)
        return size if self.sample is None or not size else self.sample.size

    def compute(self, arguments: Mapping[str, Any]) -> Computed:
        """Try a chunk; return how many cases it has and where it fails."""
        cases, failure = self(arguments)
        return Computed({"cases": [cases], "failure": [failure]})

    def identity(self) -> Identity:
        around = self.family.identity()
        own = digest(claim=self.function, find=self.find, notations=notations(self.find))
        whole = hashlib.sha256(f"{around.digest} {own.digest}".encode()).hexdigest()
        return Identity(whole, {**around.parts, **own.parts})

    def __call__(self, arguments: Mapping[str, Any]) -> tuple[int, int | None]:
        """Return how many cases a chunk has, up to the first failure, and the number of that."""
        cases = 0
        with engine.use(self.engine):
            for i in range(arguments["start"], arguments["stop"]):
                number = self.number(i)
                outcome = self.fails_at(number)
                if outcome is None:
                    continue
                cases += 1
                if outcome:
                    return cases, number
        return cases, None

    def number(self, i: int) -> int:
        """Return the number of the point that is tried as number `i`."""
        return i if self.sample is None else self.sample[i] % len(self.family.points)

    def fails_at(self, number: int) -> Counterexample | bool | None:
        """Return the failure at a point, False if the claim holds, None if it says nothing."""
        point = self.family.points[number]
        is_taken, position = self.family.position(point, make=self.about_positions)
        return self._judge(point, position) if is_taken else None

    def _judge(self, point: Sequence[Any], position: Any) -> Counterexample | bool:
        named = dict(zip(self.family.points.names, point, strict=True))
        reason = None
        try:
            result = self._holds(named, position)
        except AssertionError as error:
            result, reason = False, next(iter(str(error).splitlines()), None)
        except FAILURES as error:
            raise portable(error, self.family.at(point)) from error
        if engine.is_out_of_time():
            # The claim may have caught what was raised when its time was over.
            raise BudgetExceeded(f"out of time after {self.family.at(point)}")
        if result is None:
            raise SurveyError(
                f"expected the claim to return True or False, got None at {self.family.at(point)}"
            )
        if result:
            return False
        return Counterexample(named, None if position is None else str(position), reason)

    def _holds(self, named: Mapping[str, Any], position: Any) -> Any:
        if self.find is not None:
            return not _condition(
                self.find, self.family.points.names, self.family.source, engine.active().name
            )(position, named)
        claim = self.load()
        return claim(position) if self.about_positions else claim(**named)

    def load(self) -> Callable[..., Any]:
        """Return the function."""
        function: Callable[..., Any] = self.function
        source = self.family.source
        return function if source is None else source.names()[self.function]

    def named(self) -> str:
        """Return what is claimed, in the words of its docstring if it has one."""
        if self.find is not None:
            return f"no position satisfies {self.find}"
        function = self.load()
        lines = (function.__doc__ or "").strip().splitlines()
        return lines[0] if lines else getattr(function, "__name__", "claim")

    def chunks(self, wanted: int | None) -> list[Chunk]:
        """Cut the points into slices: so many, or such that each is worth a second or two."""

        def try_point(number: int) -> bool:
            try:
                self.fails_at(self.number(number))
            except FarstarError:
                if engine.is_out_of_time():
                    raise
                # The search itself will meet this, or a failure before it.
                return False
            return True

        return slices(len(self), wanted, try_point)

    def failure(self, number: int) -> Counterexample:
        """Return the failure at a point that failed before."""
        outcome = self.fails_at(number)
        if isinstance(outcome, Counterexample):
            return outcome
        raise SurveyError(
            "expected a claim that gives one answer for each point, but it failed once and "
            f"held once at {self.family.at(self.family.points[number])}"
        )

    def parameters(self) -> dict[str, Any]:
        """Return what distinguishes the search from all others, as JSON data."""
        sample = self.sample
        return {
            **self.family.question(),
            "game": self.family.named() if self.about_positions else None,
            "find": self.find,
            "sample": None if sample is None else sample.size,
            "seed": None if sample is None else sample.seed,
        }

    def texts(self) -> dict[str, str]:
        own = None if self.find or self.family.source else source_of(self.function)
        return {**self.family.texts(), **({} if own is None else {"claim": own})}


@lru_cache(maxsize=8)
def _condition(
    text: str, names: tuple[str, ...], source: Source | None, _engine: str
) -> PositionCondition:
    own = {} if source is None else source.names()
    functions = {name: thing for name, thing in own.items() if callable(thing)}
    return PositionCondition(text, names, functions)


def search(
    claim: Callable[..., Any] | str | os.PathLike[str] | None = None,
    /,
    game: Any = None,
    *,
    find: str | None = None,
    where: Where = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    accept_changes: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
    chunks: int | None = None,
    sample: int | None = None,
    seed: int = 0,
    progress: Report | None = None,
    **ranges: Any,
) -> SearchResult:
    """Look for a counterexample to a claim, or for a position that satisfies a condition.

    Parameters
    ----------
    claim : callable or path, optional
        A predicate of the variables, or of one position of `game`. It fails where it returns
        False or an assertion in it fails. A file must define the function ``claim``, and may
        define ``game``, ``ranges`` and ``where``.
    game : optional
        For claims about positions, and with `find`: a class of positions, a ruleset, or an
        expression; with `find` also a file, as in `fs.survey`.
    find : str, optional
        Instead of a claim: a condition on positions of `game`, such as ``"value == {2|-1}"``.
        The claim is that no position satisfies it, so the counterexample is the first that does.
    where : callable or str, optional
        Which points to take.
    out, resume, accept_changes, jobs, cluster, chunks, progress
        As in `fs.survey`; the folder holds which points were tried.
    sample : int, optional
        Try so many points at random instead of all, and lower the coordinates of what fails.
    seed : int
        Which random points.
    **ranges
        The range of each variable.

    Returns
    -------
    SearchResult
        With the first counterexample in the order of the points. It is minimal: the claim holds
        wherever a single coordinate is lower. For a sample, `Counterexample.is_minimal` tells
        whether all of these points could be tried.

    Examples
    --------
    >>> from farstar.surveys import search
    >>> verdict = search(lambda n: n * n + n + 41 != 41 * 41, n=range(1000))
    >>> verdict.holds, str(verdict.counterexample)
    (False, 'n=40')
    >>> verdict = search(lambda g: str(g.outcome) != "P", fs.PartizanEuclid,
    ...                  p=range(3, 20), q=range(2, 20), where="q < p and gcd(p, q) == 1")
    >>> print(verdict.counterexample)
    E(8,5) (p=8, q=5)
    >>> hot = search(game="A(x,y,0)", find="temperature > 1", x=range(9), y=range(9))
    >>> print(hot.counterexample)
    A(4,1,0) (x=4, y=1)
    """
    check_options(resume, accept_changes, jobs=jobs, chunks=chunks)
    if resume and out is None:
        raise SurveyError("expected a folder to resume, got none")
    asked = (
        _claimed(claim, game, where, ranges)
        if find is None
        else _sought(claim, game, find, where, ranges)
    )
    if sample is not None:
        drawn = _RandomNumbers(integer(sample, 1, "the size of the sample"), seed)
        asked = replace(asked, sample=drawn)
    report = progress or quiet
    runner = choose(jobs, cluster)
    if out is None:
        tally = _tried(asked, asked.chunks(chunks), runner, report)
    else:
        tally = _Tally()
        drive(
            asked,
            Store(Path(out)),
            runner,
            chunks=chunks,
            resume=resume,
            accept_changes=accept_changes,
            report=report,
            watcher=tally,
        )
    cases, number = tally.total()
    if number is None:
        return SearchResult(asked.named(), cases, None)
    failure = asked.failure(number)
    return SearchResult(
        asked.named(), cases, _lowered(asked, number, failure) if sample else failure
    )


def _sought(claim: Any, game: Any, find: str, where: Where, ranges: Mapping[str, Any]) -> _Claim:
    if claim is not None:
        raise SurveyError("expected a claim or a condition to find, got both")
    if game is None:
        raise SurveyError("expected a game such as 'E(p,q)', got none")
    source, thing = read_source(game)
    points = Points({**({} if source is None else source.mapping("ranges")), **ranges})
    family = Family(thing, points, where=where, source=source)
    family.named()
    asked = _Claim(family, None, True, engine.active().name, find)
    # Report at once what cannot be read.
    _condition(find, points.names, source, asked.engine)
    return asked


def _claimed(claim: Any, game: Any, where: Where, ranges: Mapping[str, Any]) -> _Claim:
    source: Source | None = None
    function: Any = claim
    if isinstance(claim, str | os.PathLike):
        if isinstance(claim, str) and _CONDITION.fullmatch(claim):
            raise SurveyError(
                f"expected a function or a file with a claim, got {claim[:80]!r}: "
                "a condition is written find=..., with a game"
            )
        source = Source.read(claim)
        names = source.names()
        if not callable(names.get("claim")):
            raise SurveyError(f"expected a function called claim in {source.name!r}")
        function = "claim"
        ranges = {**source.mapping("ranges"), **ranges}
    elif not callable(claim):
        raise SurveyError(f"expected a function or a file with a claim, got {claim!r}")
    points = Points(ranges)
    given = parameters(source.names()["claim"] if source is not None else claim)
    about_positions = not set(points.names) <= set(given) and len(given) == 1
    has_game = game is not None or (source is not None and source.has_game())
    if not (has_game if about_positions else set(given) == set(points.names)):
        raise _other_variables(points.names, given)
    family = Family(game, points, where=where, source=source)
    if about_positions and game is None and source is not None:
        source.game()
    return _Claim(family, function, about_positions, engine.active().name)


def _other_variables(ranges: Sequence[str], given: Sequence[str]) -> SurveyError:
    """Return what to say of a claim whose arguments are not the variables that have ranges."""
    faults = [
        f"{', '.join(names)} {what}"
        for names, what in (
            ([name for name in given if name not in ranges], "without a range"),
            ([name for name in ranges if name not in given], "not in the claim"),
        )
        if names
    ]
    return SurveyError(
        f"expected a claim about {', '.join(ranges)}, or about one position of a game, "
        f"got one about {', '.join(given) or 'nothing'}: {' and '.join(faults)}"
    )


class _Tally(Watcher):
    """What is known of the chunks that were tried; those after a failure are not needed."""

    def __init__(self) -> None:
        self.chunks: dict[int, tuple[int, int | None]] = {}

    def add(self, number: int, cases: int, failure: int | None) -> None:
        """Take note of a chunk."""
        self.chunks[number] = cases, failure
        if failure is not None and (self.last is None or number < self.last):
            self.last = number

    def note(self, number: int, data: bytes) -> None:
        """Take note of a chunk as it stands in its file."""
        ((cases, failure),) = need("polars").read_parquet(io.BytesIO(data)).rows()
        self.add(number, cases, failure)

    def total(self) -> tuple[int, int | None]:
        """Return how many cases there were, and the number of the first failure."""
        last = max(self.chunks, default=0) if self.last is None else self.last
        cases = sum(self.chunks[number][0] for number in self.chunks if number <= last)
        return cases, None if self.last is None else self.chunks[last][1]


def _tried(claim: _Claim, chunks: Sequence[Chunk], runner: Runner, report: Report) -> _Tally:
    """Try all points, up to the first failure."""
    tally, points = _Tally(), 0
    with closing(runner.run(claim, tally.wanted(chunks, ()))) as results:
        for chunk, outcome in results:
            tally.add(chunk.number, *outcome)
            points += chunk.positions
            report(Progress(len(tally.chunks), len(chunks), points, len(claim)))
            if tally.is_enough(tally.chunks):
                break
    return tally


def _lowered(claim: _Claim, number: int, failure: Counterexample) -> Counterexample:
    """Return a failure that is minimal, or as low as it could be brought."""

    def fails(other: int) -> Counterexample | None:
        outcome = claim.fails_at(other)
        return outcome if isinstance(outcome, Counterexample) else None

    sizes = [len(values) for values in claim.family.points.ranges.values()]
    lowest, is_minimal = shrunk(failure, number, sizes, fails)
    return replace(lowest, is_minimal=is_minimal)


MOST_TRIES = 100_000

F = TypeVar("F")


def shrunk(
    failure: F, number: int, sizes: Sequence[int], fails: Callable[[int], F | None]
) -> tuple[F, bool]:
    """Lower the coordinates of a failure until it is minimal, or the tries are used up.

    Points are known by their numbers, the last coordinate changing fastest; `sizes` says how many
    values each has. `fails` returns the failure at a point, or None where there is none. Returned
    are the lowest failure, and whether all earlier values of each coordinate were tried.
    """
    places = list[int]()
    for size in reversed(sizes):
        number, place = divmod(number, size)
        places.insert(0, place)
    tries, knows_all = iter(range(MOST_TRIES)), True
    # A few far jumps first: where they succeed, less is left to try.
    for earlier in (_jumps, range):
        is_lowered = True
        while is_lowered:
            # Only the last round counts, in which nothing could be lowered.
            is_lowered, knows_all = False, True
            for axis in range(len(sizes)):
                for place in earlier(places[axis]):
                    if next(tries, None) is None:
                        return failure, False
                    other = [*places[:axis], place, *places[axis + 1 :]]
                    try:
                        outcome = fails(_number(other, sizes))
                    except FarstarError:
                        if engine.is_out_of_time():
                            return failure, False
                        # What the claim would say there is unknown.
                        knows_all = False
                        continue
                    if outcome is not None:
                        places, failure, is_lowered = other, outcome, True
                        break
    return failure, knows_all


def _jumps(place: int) -> Iterator[int]:
    """Yield smaller places: 0, the half, three quarters, and so on."""
    gap = place
    while gap:
        yield place - gap
        gap //= 2


def _number(places: Sequence[int], sizes: Sequence[int]) -> int:
    number = 0
    for place, size in zip(places, sizes, strict=True):
        number = number * size + place
    return number
