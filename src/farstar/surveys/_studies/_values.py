"""Values and atomic weights of Partizan Euclid."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Any

from farstar.engine import active
from farstar.errors import BudgetExceeded
from farstar.games import bulk
from farstar.surveys._plan import Chunk, block_chunks, number_of_chunks, triangular_blocks
from farstar.surveys._study import Study
from farstar.surveys._work import Rows, is_out_of_time
from farstar.values import Value, ascii_text

if TYPE_CHECKING:
    from farstar.surveys._survey import Survey

_LONGEST = 500
"""Characters."""

_SHOWN = 10
"""Values in a summary."""

_SHARE = 3 / 3.141592653589793**2 / 2
"""The coprime pairs q < p < 2q, as a share of the square of the bound."""


def text_of(value: Value) -> str | None:
    """Return a value as text, or None if that is long: texts can be exponentially longer.

    Examples
    --------
    >>> text_of(Value("{3||2|1}"))
    '{3||2|1}'
    """
    try:
        return ascii_text(value._handle, limit=_LONGEST)
    except BudgetExceeded:
        if is_out_of_time():
            raise
        return None


class _Frequencies(Study):
    """How often each value occurs, in the order of first positions.

    Counting is one walk over all positions, quick, and done once in each process. What takes long
    is to write the values down; so they are shared out, by where they occur first.
    """

    meaning = "coprime q < p < 2q, p up to"
    least = 3
    most = 30_000

    @abstractmethod
    def seconds(self, bound: int) -> float:
        """Return about how long it takes to write all values down."""

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the rows p into blocks with about as many positions each."""
        return _row_chunks(parameters["bound"], self.seconds(parameters["bound"]), wanted)


class Values(_Frequencies):
    """Distinct values and how often they occur."""

    name = "partizan-euclid-values"
    title = "which values the coprime positions q < p < 2q, p <= N have, and how often"
    columns = {  # noqa: RUF012
        "value": "String",
        "positions": "Int64",
        "p": "UInt32",
        "q": "UInt32",
        "followers": "Int64",
        "birthday": "Int64",
    }

    def seconds(self, bound: int) -> float:
        """Return about how long it takes to write all values down."""
        return 7e-5 * bound**2

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """List the values that occur first in some rows."""
        found = _first_in(_value_occurrences(parameters["bound"], active().name), arguments)
        return {
            "value": [text_of(v.value) for v in found],
            "positions": [v.positions for v in found],
            "p": [v.first[0] for v in found],
            "q": [v.first[1] for v in found],
            "followers": [v.value.follower_count for v in found],
            "birthday": [v.value.birthday for v in found],
        }

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return how many values there are, and the most frequent."""
        frame = survey.frame()
        most = frame.sort("positions", "p", "q", descending=[True, False, False]).head(_SHOWN)
        return {
            "positions": int(frame["positions"].sum()),
            "distinct": frame.height,
            "most_frequent": dict(zip(most["value"], most["positions"], strict=True)),
        }


class AtomicWeights(_Frequencies):
    """Distinct atomic weights and how often they occur."""

    name = "partizan-euclid-atomic-weights"
    title = "which atomic weights the coprime positions q < p < 2q, p <= N have, and how often"
    columns = {  # noqa: RUF012
        "weight": "String",
        "positions": "Int64",
        "p": "UInt32",
        "q": "UInt32",
        "mean": "String",
        "temperature": "String",
        "is_integer": "Boolean",
        "is_number": "Boolean",
    }

    def seconds(self, bound: int) -> float:
        """Return about how long it takes to write all weights down."""
        return float(2.2e-5 * bound**1.43)

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """List the weights that occur first in some rows."""
        found = _first_in(_weight_occurrences(parameters["bound"], active().name), arguments)
        return {
            "weight": [text_of(w.value) for w in found],
            "positions": [w.positions for w in found],
            "p": [w.first[0] for w in found],
            "q": [w.first[1] for w in found],
            "mean": [str(w.value.mean) for w in found],
            "temperature": [str(w.value.temperature) for w in found],
            "is_integer": [w.value.is_integer for w in found],
            "is_number": [w.value.is_number for w in found],
        }

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return how many weights there are, and the most frequent."""
        frame = survey.frame()
        positions = int(frame["positions"].sum())
        integers = int(frame.filter(frame["is_integer"])["positions"].sum())
        # As often as the last that is shown, or more often.
        most = frame.filter(frame["positions"] >= frame["positions"].top_k(_SHOWN).min())
        facts = most.select("positions", "mean", "temperature", "weight").rows()
        shown = sorted(facts, key=lambda w: (-w[0], Fraction(w[1]), Fraction(w[2]), w[3] or ""))
        return {
            "positions": positions,
            "distinct": frame.height,
            "integer_positions": integers,
            "integer_share": round(integers / positions, 9),
            "most_frequent": {w[3]: w[0] for w in shown[:_SHOWN]},
        }


class MeanWeights(Study):
    """The atomic weight of every position, with its mean: the data of a scatter plot."""

    name = "partizan-euclid-mean-weights"
    title = "the atomic weight and its mean at every coprime position q < p < 2q, p <= N"
    meaning = "coprime q < p < 2q, p up to"
    least = 3
    most = 30_000
    columns = {  # noqa: RUF012
        "p": "UInt32",
        "q": "UInt32",
        "weight": "String",
        "mean": "Float64",
        "temperature": "Float64",
    }

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the rows p into blocks with about as many positions each."""
        bound = parameters["bound"]
        return _row_chunks(bound, 3e-6 * _SHARE * bound**2, wanted)

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """List the weights of some rows."""
        weights = _weights(parameters["bound"], active().name)
        known = dict[Value, tuple[str | None, float, float]]()
        pairs = list(_standard(arguments["first"], arguments["last"]))
        cells = []
        for pair in pairs:
            weight = weights[pair]
            if weight not in known:
                mean, heat = float(weight.mean), float(weight.temperature)
                known[weight] = text_of(weight), mean, heat
            cells.append(known[weight])
        return {
            "p": [p for p, _ in pairs],
            "q": [q for _, q in pairs],
            "weight": [cell[0] for cell in cells],
            "mean": [cell[1] for cell in cells],
            "temperature": [cell[2] for cell in cells],
        }

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return how many means are positive, zero and negative, and the extremes."""
        (row,) = survey.sql(
            "select count(*), count(*) filter (mean > 0), count(*) filter (mean = 0), "
            "count(*) filter (mean < 0), min(mean), max(mean) from survey"
        ).rows
        names = ("positions", "positive", "zero", "negative", "lowest", "highest")
        return dict(zip(names, row, strict=True))


def _row_chunks(bound: int, seconds: float, wanted: int | None) -> list[Chunk]:
    blocks = triangular_blocks(bound, number_of_chunks(seconds, wanted), first=3)
    sizes = [int(_SHARE * (b**2 - (a - 1) ** 2)) + 1 for a, b in blocks]
    return block_chunks(blocks, sizes, ("first", "last"))


@lru_cache(maxsize=1)
def _value_occurrences(bound: int, _engine: str) -> list[bulk.Occurrence]:
    """Return what all chunks of a process share; values belong to one engine."""
    return bulk.partizan_euclid_value_occurrences(bound)


@lru_cache(maxsize=1)
def _weight_occurrences(bound: int, _engine: str) -> list[bulk.Occurrence]:
    return bulk.partizan_euclid_atomic_weight_occurrences(bound)


def _first_in(found: list[bulk.Occurrence], arguments: Mapping[str, Any]) -> list[bulk.Occurrence]:
    """Return those that occur first in the rows of a chunk."""
    start = bisect_left(found, arguments["first"], key=lambda v: v.first[0])
    stop = bisect_right(found, arguments["last"], key=lambda v: v.first[0])
    return found[start:stop]


@lru_cache(maxsize=1)
def _weights(bound: int, _engine: str) -> bulk.Bulk:
    return bulk.partizan_euclid_atomic_weights(bound)


def _standard(first: int, last: int) -> Iterator[tuple[int, int]]:
    for p in range(first, last + 1):
        for q in range(p // 2 + 1, p):
            if gcd(p, q) == 1:
                yield p, q
