"""Partizan Euclid: outcomes, values, atomic weights, and how the number of states grows."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Any, ClassVar

from farstar.engine import active
from farstar.errors import SurveyError
from farstar.games.bulk.mappings import Bulk, Occurrence
from farstar.papers.partizan_euclid import bulk, kernels
from farstar.papers.partizan_euclid.theory.normal_form import normal_word_counts
from farstar.surveys.studies import (
    Chunk,
    Rows,
    Study,
    block_chunks,
    need,
    number_of_chunks,
    pair_chunks,
    schema,
    text_of,
    triangular_blocks,
)
from farstar.values import Value

if TYPE_CHECKING:
    from farstar.surveys import Survey

_OUTCOMES = "PLRN"
_MOST_PARTS = 4096

_SHOWN = 10
"""Values in a summary."""

_SHARE = 3 / 3.141592653589793**2 / 2
"""The coprime pairs q < p < 2q, as a share of the square of the bound."""


class Census(Study):
    """Counts, by the walk over words that takes whole subtrees at once."""

    name = "partizan-euclid-census"
    title = "how many positions q < p <= N of Partizan Euclid have each outcome"
    default = 100_000
    columns = schema("outcome String, positions Int64")

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the tree of words into parts of about the same size."""
        bound = parameters["bound"]
        parts = number_of_chunks(0.7 * (bound / 1e5) ** 1.67, wanted, _MOST_PARTS)
        whole = bound * (bound - 1) // 2
        sizes = [whole * (i + 1) // parts - whole * i // parts for i in range(parts)]
        return [
            Chunk(i, {"part": i, "parts": parts}, {"part": i}, size) for i, size in enumerate(sizes)
        ]

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Count the outcomes of one part."""
        counts = bulk.partizan_euclid_census(
            parameters["bound"], part=arguments["part"], parts=arguments["parts"]
        )
        return {"outcome": [str(o) for o in counts], "positions": list(counts.values())}

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return the counts and the shares of the outcomes."""
        counts = dict.fromkeys(_OUTCOMES, 0) | survey.totals("outcome", "positions")
        whole = sum(counts.values()) or 1
        return {
            "counts": counts,
            "shares": {letter: round(count / whole, 9) for letter, count in counts.items()},
        }


class Outcomes(Study):
    """A row for each position."""

    name = "partizan-euclid-outcomes"
    title = "the outcome of every position q < p <= N of Partizan Euclid"
    most = 10**6
    columns = schema("p UInt32, q UInt32, outcome String")
    options: ClassVar = {"only": "outcomes to keep, such as P or PN; all if left out"}

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return which outcomes are kept."""
        only = str(given.get("only", _OUTCOMES)).upper()
        if not only or set(only) - set(_OUTCOMES):
            raise SurveyError(f"expected only to be letters of {_OUTCOMES}, got {only!r}")
        return {"only": "".join(letter for letter in _OUTCOMES if letter in only)}

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the rows p into blocks with about as many positions each."""
        return pair_chunks(parameters["bound"], 1e-7, wanted)

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """List the positions of some rows."""
        numpy = need("numpy")
        first, last = arguments["first"], arguments["last"]
        table = bulk.partizan_euclid_outcomes((first, last + 1))
        codes = numpy.frombuffer(table.data, dtype=numpy.uint8)
        rows = numpy.arange(first, last + 1, dtype=numpy.uint32)
        starts = numpy.concatenate(([0], numpy.cumsum(rows.astype(numpy.int64) - 1)))
        only = parameters["only"]
        places = (
            numpy.arange(len(codes))
            if len(only) == len(_OUTCOMES)
            else numpy.flatnonzero(numpy.isin(codes, list(only.encode()), kind="table"))
        )
        row = numpy.searchsorted(starts, places, side="right") - 1
        letters = numpy.array([chr(code) for code in range(128)])
        return {
            "p": rows[row],
            "q": (places - starts[row] + 1).astype(numpy.uint32),
            "outcome": letters[codes[places]],
        }

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return how many rows there are of each outcome."""
        counted = survey.sql("select outcome, count(*) from survey group by outcome").rows
        return {"counts": dict.fromkeys(survey.parameters["only"], 0) | dict(counted)}


class _Standard(Study):
    """A study of the coprime positions q < p < 2q."""

    meaning = "coprime q < p < 2q, p up to"
    least = 3
    most = 30_000

    @abstractmethod
    def seconds(self, bound: int) -> float:
        """Return about how long it takes up to a bound."""

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the rows p into blocks with about as many positions each."""
        bound = parameters["bound"]
        count = number_of_chunks(self.seconds(bound), wanted)
        blocks = triangular_blocks(bound, count, first=3)
        sizes = [int(_SHARE * (b**2 - (a - 1) ** 2)) + 1 for a, b in blocks]
        return block_chunks(blocks, sizes, ("first", "last"))


# Counting is one walk over all positions, quick, and done once in each process. What takes long is
# to write the values down; so they are shared out, by where they occur first.


class Values(_Standard):
    """Distinct values and how often they occur."""

    name = "partizan-euclid-values"
    title = "which values the coprime positions q < p < 2q, p <= N have, and how often"
    columns = schema(
        "value String, positions Int64, p UInt32, q UInt32, followers Int64, birthday Int64"
    )

    def seconds(self, bound: int) -> float:
        """Return about how long it takes to write all values down."""
        return 7e-5 * bound**2

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """List the values that occur first in some rows."""
        occurrences = _value_occurrences(parameters["bound"], active().name)
        return self.by_columns(
            (text_of(v.value), v.positions, *v.first, v.value.follower_count, v.value.birthday)
            for v in _first_in(occurrences, arguments)
        )

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return how many values there are, and the most frequent."""
        frame = survey.to_polars()
        most = frame.sort("positions", "p", "q", descending=[True, False, False]).head(_SHOWN)
        return {
            "positions": int(frame["positions"].sum()),
            "distinct": frame.height,
            "most_frequent": dict(zip(most["value"], most["positions"], strict=True)),
        }


class AtomicWeights(_Standard):
    """Distinct atomic weights and how often they occur."""

    name = "partizan-euclid-atomic-weights"
    title = "which atomic weights the coprime positions q < p < 2q, p <= N have, and how often"
    columns = schema(
        "weight String, positions Int64, p UInt32, q UInt32, mean Rational, temperature Rational, "
        "is_integer Boolean, is_number Boolean"
    )

    def seconds(self, bound: int) -> float:
        """Return about how long it takes to write all weights down."""
        return float(2.2e-5 * bound**1.43)

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """List the weights that occur first in some rows."""
        occurrences = _weight_occurrences(parameters["bound"], active().name)
        rows = []
        for occurrence in _first_in(occurrences, arguments):
            w = occurrence.value
            facts = str(w.mean), str(w.temperature), w.is_integer, w.is_number
            rows.append((text_of(w), occurrence.positions, *occurrence.first, *facts))
        return self.by_columns(rows)

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return how many weights there are, and the most frequent."""
        frame = survey.to_polars()
        positions = int(frame["positions"].sum())
        integers = int(frame.filter(frame["is_integer"])["positions"].sum())
        # As often as the last that is shown, or more often.
        most = frame.filter(frame["positions"] >= frame["positions"].top_k(_SHOWN).min())
        facts = most.select("positions", "mean", "temperature", "weight").rows()
        frequent = sorted(facts, key=lambda w: (-w[0], w[1], w[2], w[3] or ""))
        return {
            "positions": positions,
            "distinct": frame.height,
            "integer_positions": integers,
            "integer_share": round(integers / positions, 9),
            "most_frequent": {w[3]: w[0] for w in frequent[:_SHOWN]},
        }


class MeanWeights(_Standard):
    """The atomic weight of every position, with its mean: the data of a scatter plot."""

    name = "partizan-euclid-mean-weights"
    title = "the atomic weight and its mean at every coprime position q < p < 2q, p <= N"
    columns = schema("p UInt32, q UInt32, weight String, mean Float64, temperature Float64")

    def seconds(self, bound: int) -> float:
        """Return about how long it takes to list all positions."""
        return 3e-6 * _SHARE * bound**2

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """List the weights of some rows."""
        weights = _weights(parameters["bound"], active().name)
        facts = lru_cache(None)(lambda w: (text_of(w), float(w.mean), float(w.temperature)))
        pairs = _coprime_pairs(arguments["first"], arguments["last"])
        return self.by_columns((*pair, *facts(weights[pair])) for pair in pairs)

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return how many means are positive, zero and negative, and the extremes."""
        (row,) = survey.sql(
            "select count(*), count(*) filter (mean > 0), count(*) filter (mean = 0), "
            "count(*) filter (mean < 0), min(mean), max(mean) from survey"
        ).rows
        names = ("positions", "positive", "zero", "negative", "lowest", "highest")
        return dict(zip(names, row, strict=True))


# What all chunks of a process share; values belong to one engine.


@lru_cache(maxsize=1)
def _value_occurrences(bound: int, _engine: str) -> list[Occurrence]:
    return bulk.partizan_euclid_value_occurrences(bound)


@lru_cache(maxsize=1)
def _weight_occurrences(bound: int, _engine: str) -> list[Occurrence]:
    return bulk.partizan_euclid_atomic_weight_occurrences(bound)


@lru_cache(maxsize=1)
def _weights(bound: int, _engine: str) -> Bulk:
    return bulk.partizan_euclid_atomic_weights(bound)


def _first_in(every: list[Occurrence], arguments: Mapping[str, Any]) -> list[Occurrence]:
    """Return those that occur first in the rows of a chunk."""
    start = bisect_left(every, arguments["first"], key=lambda v: v.first[0])
    stop = bisect_right(every, arguments["last"], key=lambda v: v.first[0])
    return every[start:stop]


def _coprime_pairs(first: int, last: int) -> Iterator[tuple[int, int]]:
    for p in range(first, last + 1):
        for q in range(p // 2 + 1, p):
            if gcd(p, q) == 1:
                yield p, q


class WordGrowth(Study):
    """New states and values for each length of words: counted, and by the recurrence.

    Behind a word stands its state, the values of Left's option and of the position. The count
    makes every state and compares values; the recurrence counts the words that the automaton of
    normal forms accepts. They share nothing but the words.
    """

    name = "partizan-euclid-growth"
    title = "how many states and values appear first at words of n letters before e, n <= N"
    meaning = "letters up to"
    least = 1
    most = 24
    default = 14
    columns = schema(
        "length UInt32, words Int64, new_states Int64, new_values Int64, normal_words Int64"
    )

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Take all in one: what is new at a length depends on all that is shorter."""
        return [Chunk(0, {}, {"block": 0}, 2 ** (parameters["bound"] + 1))]

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Count for each length."""
        bound = parameters["bound"]
        count = kernels.euclid_growth if kernels.available() else counted_plainly
        states, values = count(bound)
        return {
            "length": list(range(1, bound + 1)),
            "words": [2**n for n in range(1, bound + 1)],
            "new_states": states,
            "new_values": values,
            "normal_words": normal_word_counts(bound)[1:],
        }

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return the counts, and whether they are what the recurrence says."""
        frame = survey.to_polars()
        return {
            "new_states": frame["new_states"].to_list(),
            "new_values": frame["new_values"].to_list(),
            "agrees": bool((frame["new_states"] == frame["normal_words"]).all()),
            "states_over_words": round(frame["new_states"][-1] / frame["words"][-1], 9),
        }


def counted_plainly(longest: int) -> tuple[list[int], list[int]]:
    """Return how many states and how many values are new at each length from 1 on."""
    # Of the word e: Left's option is 0, the position is *. The empty word has the value 0.
    zero, star = Value(0), Value("*")
    fresh = {(zero, star)}
    seen, known = set(fresh), {zero, star}
    states, values = [], []
    for _ in range(longest):
        after = {(b, Value.of([b], [a])) for a, b in fresh}
        fresh = (after | {(a, Value.of([a], [b])) for a, b in fresh}) - seen
        new_values = {b for _, b in fresh} - known
        seen |= fresh
        known |= new_values
        states.append(len(fresh))
        values.append(len(new_values))
    return states, values
