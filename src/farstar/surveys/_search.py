"""Looking for counterexamples: a user's claim over ranges, in parallel, with the smallest failure.

All points are tried in order, the last variable changing fastest. When a chunk fails, no further
chunks are begun, but those before it are finished; so the failure that is reported is the first
one in that order, whatever the number of processes, and every point that is smaller in each
coordinate satisfies the claim. A random sample is shrunk instead, one coordinate after the other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from random import Random
from typing import Any

from farstar import engine
from farstar.errors import BudgetExceeded, FarstarError, SurveyError
from farstar.surveys._drive import Progress, Report
from farstar.surveys._family import Family, Where, written_point
from farstar.surveys._make import _quiet
from farstar.surveys._plan import Chunk
from farstar.surveys._points import Points
from farstar.surveys._runners import choose
from farstar.surveys._source import Source
from farstar.surveys._work import FAILURES, is_out_of_time, portable
from farstar.tables._build import _parameters
from farstar.theory._arguments import integer

_MOST_SHRINKS = 20_000
_NEAR = 64


@dataclass(frozen=True)
class Counterexample:
    """A point at which a claim fails."""

    point: Mapping[str, Any]
    position: str | None
    """The position there, if the claim is about positions."""
    reason: str | None
    """What the claim itself said, if it raised an AssertionError."""

    def __str__(self) -> str:
        at = written_point(self.point, self.point.values())
        where = f"{self.position} ({at})" if self.position else at
        return f"{where}: {self.reason}" if self.reason else where


@dataclass(frozen=True)
class Verdict:
    """What a search came to."""

    claim: str
    """What was claimed, in the words of its docstring if it has one."""
    cases: int
    """How many points were tried that the condition lets through."""
    counterexample: Counterexample | None

    @property
    def holds(self) -> bool:
        """Whether no counterexample was found."""
        return self.counterexample is None


@dataclass(frozen=True)
class _Claim:
    """A claim with its family: what workers are sent."""

    family: Family
    function: Any
    """The function, or its name in the file."""
    about_positions: bool
    engine: str

    def __call__(self, arguments: Mapping[str, Any]) -> tuple[int, int | None]:
        """Return how many cases a chunk has, up to the first failure, and the number of that."""
        cases = 0
        with engine.use(self.engine):
            for number in _numbers(arguments):
                outcome = self.fails_at(number)
                if outcome is None:
                    continue
                cases += 1
                if outcome:
                    return cases, number
        return cases, None

    def fails_at(self, number: int) -> Counterexample | bool | None:
        """Return the failure at a point; False where the claim holds, None where nobody asks."""
        family = self.family
        if not self.about_positions:
            point = family.points[number]
            if not family.takes(point):
                return None
            return self._judge(point, None)
        for point, position in family.positions(number, number + 1):
            return self._judge(point, position)
        return None

    def _judge(self, point: Sequence[Any], position: Any) -> Counterexample | bool:
        claim = self.load()
        named = dict(zip(self.family.points.names, point, strict=True))
        reason = None
        try:
            result = claim(position) if self.about_positions else claim(**named)
        except AssertionError as error:
            result, reason = False, next(iter(str(error).splitlines()), None)
        except FAILURES as error:
            raise portable(error, [self.family.at(point)]) from error
        if is_out_of_time():
            # The claim may have caught what was raised when its time was over.
            raise BudgetExceeded(f"out of time after {self.family.at(point)}")
        if result is None:
            raise SurveyError(
                f"expected the claim to return True or False, got None at {self.family.at(point)}"
            )
        if result:
            return False
        return Counterexample(named, None if position is None else str(position), reason)

    def load(self) -> Callable[..., Any]:
        """Return the function."""
        found: Callable[..., Any] = self.function
        source = self.family.source
        return found if source is None else source.names()[self.function]


def search(
    claim: Callable[..., Any] | str | os.PathLike[str],
    /,
    game: Any = None,
    *,
    where: Where = None,
    jobs: int = 1,
    cluster: str | None = None,
    sample: int | None = None,
    seed: int = 0,
    progress: Report | None = None,
    **ranges: Any,
) -> Verdict:
    """Look for a counterexample to a claim.

    Parameters
    ----------
    claim : callable or path
        A predicate of the variables, or of one position of `game`. It fails where it returns
        False or an assertion in it fails. A file must define the function ``claim``, and may
        define ``game``, ``ranges`` and ``where``.
    game : optional
        For claims about positions: a class of positions, a ruleset, or an expression.
    where : callable or str, optional
        Which points to take.
    jobs, cluster, progress
        As in `fs.survey`.
    sample : int, optional
        Try so many points at random instead of all, and shrink what fails.
    seed : int
        Which random points.
    **ranges
        The range of each variable.

    Returns
    -------
    Verdict
        With the first counterexample in the order of the points.

    Examples
    --------
    >>> from farstar.surveys import search
    >>> verdict = search(lambda n: n * n + n + 41 != 41 * 41, n=range(1000))
    >>> verdict.holds, str(verdict.counterexample)
    (False, 'n=40')
    >>> import farstar as fs
    >>> verdict = search(lambda g: str(g.outcome) != "P", fs.PartizanEuclid,
    ...                  p=range(3, 20), q=range(2, 20), where="q < p and gcd(p, q) == 1")
    >>> print(verdict.counterexample)
    E(8,5) (p=8, q=5)
    """
    integer(jobs, 1, "the number of jobs")
    asked = _claimed(claim, game, where, ranges)
    report = progress or _quiet
    if sample is not None:
        cases, number = _sampled(asked, integer(sample, 1, "the size of the sample"), seed, report)
    else:
        cases, number = _exhausted(asked, jobs, cluster, report)
    found = None if number is None else asked.fails_at(number)
    if found is None or isinstance(found, bool):
        if number is not None:
            raise SurveyError(
                "expected a claim that gives one answer for each point, but it failed once and "
                f"held once at {asked.family.at(asked.family.points[number])}"
            )
        return Verdict(_text(asked), cases, None)
    return Verdict(_text(asked), cases, found)


def _claimed(claim: Any, game: Any, where: Where, ranges: Mapping[str, Any]) -> _Claim:
    source: Source | None = None
    function: Any = claim
    if isinstance(claim, str | os.PathLike):
        source = Source.read(claim)
        names = source.names()
        if not callable(names.get("claim")):
            raise SurveyError(f"expected a function called claim in {source.name!r}")
        function = "claim"
        ranges = {**source.ranges(), **ranges}
    elif not callable(claim):
        raise SurveyError(f"expected a function or a file with a claim, got {claim!r}")
    points = Points(ranges)
    given = _parameters(source.names()["claim"] if source is not None else claim)
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
    told = [
        f"{', '.join(names)} {what}"
        for names, what in (
            ([name for name in given if name not in ranges], "without a range"),
            ([name for name in ranges if name not in given], "not in the claim"),
        )
        if names
    ]
    return SurveyError(
        f"expected a claim about {', '.join(ranges)}, or about one position of a game, "
        f"got one about {', '.join(given) or 'nothing'}: {' and '.join(told)}"
    )


def _exhausted(
    claim: _Claim, jobs: int, cluster: str | None, report: Report
) -> tuple[int, int | None]:
    """Try all points; return how many cases there were, and the number of the first failure."""
    size = len(claim.family.points)
    chunks = _cut(size, _fair_size(claim, size))
    done, cases, points = set[int](), 0, 0
    first: int | None = None
    failing = len(chunks)

    def wanted() -> Iterator[Chunk]:
        for chunk in chunks:
            if chunk.number > failing:
                return
            yield chunk

    with closing(choose(jobs, cluster).run(claim, wanted())) as results:
        for chunk, (tried, failure) in results:
            done.add(chunk.number)
            cases += tried
            points += chunk.positions
            if failure is not None and chunk.number < failing:
                failing, first = chunk.number, failure
            report(Progress(len(done), len(chunks), points, size))
            if failing < len(chunks) and all(i in done for i in range(failing)):
                break
    return cases, first


def _fair_size(claim: _Claim, size: int) -> int:
    """Return how many points take about a second, judged by some that are spread out."""
    from time import perf_counter

    began, tried = perf_counter(), 0
    for number in range(0, size, max(1, size // 4096)):
        try:
            claim.fails_at(number)
        except FarstarError:
            if is_out_of_time():
                raise
            # The search itself will meet this, or a failure before it.
            break
        tried += 1
        if perf_counter() - began > 0.2:
            break
    seconds = max(perf_counter() - began, 1e-6)
    return max(1, int(tried / seconds))


def _cut(size: int, step: int) -> list[Chunk]:
    step = max(step, -(-size // 100_000))
    return [
        Chunk(i, {"start": a, "stop": min(a + step, size)}, {"block": i}, min(step, size - a))
        for i, a in enumerate(range(0, size, step))
    ]


def _numbers(arguments: Mapping[str, Any]) -> range:
    return range(arguments["start"], arguments["stop"])


def _sampled(claim: _Claim, sample: int, seed: int, report: Report) -> tuple[int, int | None]:
    """Try random points; return how many cases there were, and a failure that was shrunk."""
    chance, size, cases = Random(seed), len(claim.family.points), 0
    for i in range(sample if size else 0):
        number = chance.randrange(size)
        outcome = claim.fails_at(number)
        cases += outcome is not None
        if outcome:
            return cases, _shrunk(claim, number)
        if i % 256 == 0:
            report(Progress(i, sample, i, sample))
    return cases, None


def _shrunk(claim: _Claim, number: int) -> int:
    """Return a failure from which no coordinate can be lowered to where a few tries look."""
    sizes = [len(values) for values in claim.family.points.ranges.values()]
    tries = 0
    places = _places(number, sizes)
    better = True
    while better and tries < _MOST_SHRINKS:
        better = False
        for axis in range(len(sizes)):
            for lower in _lower(places[axis]):
                tries += 1
                other = [*places[:axis], lower, *places[axis + 1 :]]
                if claim.fails_at(_number(other, sizes)):
                    places, better = other, True
                    break
    return _number(places, sizes)


def _lower(place: int) -> list[int]:
    """Return smaller places to try: far ones first, then all the near ones."""
    steps, gap = [], place
    while gap > _NEAR:
        steps.append(place - gap)
        gap //= 2
    return [*steps, *range(max(0, place - _NEAR), place)]


def _places(number: int, sizes: Sequence[int]) -> list[int]:
    places = []
    for size in reversed(sizes):
        number, place = divmod(number, size)
        places.append(place)
    return places[::-1]


def _number(places: Sequence[int], sizes: Sequence[int]) -> int:
    number = 0
    for place, size in zip(places, sizes, strict=True):
        number = number * size + place
    return number


def _text(claim: _Claim) -> str:
    function = claim.load()
    lines = (function.__doc__ or "").strip().splitlines()
    return lines[0] if lines else getattr(function, "__name__", "claim")
