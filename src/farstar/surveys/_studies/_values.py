"""Values and atomic weights of Partizan Euclid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Any

from farstar.errors import BudgetExceeded
from farstar.games import bulk
from farstar.surveys._plan import Chunk, block_chunks, number_of_chunks, triangular_blocks
from farstar.surveys._study import Study
from farstar.surveys._work import Rows, is_out_of_time
from farstar.values import Value
from farstar.values._print import ascii_text

if TYPE_CHECKING:
    from farstar.surveys._survey import Survey

_LONGEST = 500
"""Characters."""

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
    """How often each value of a table occurs: one chunk, since the table is made in one walk."""

    meaning = "coprime q < p < 2q, p up to"
    least = 3
    most = 30_000

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Take all in one."""
        size = int(_SHARE * parameters["bound"] ** 2)
        return [Chunk(0, {}, {"block": 0}, max(size, 1))]


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

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """List the values, the most frequent first, each with its first position."""
        first: dict[Value, tuple[int, ...]] = {}
        counts: dict[Value, int] = {}
        for position, value in bulk.partizan_euclid_values(parameters["bound"]).items():
            first.setdefault(value, position)
            counts[value] = counts.get(value, 0) + 1
        ordered = sorted(counts, key=lambda v: (-counts[v], first[v]))
        return {
            "value": [text_of(v) for v in ordered],
            "positions": [counts[v] for v in ordered],
            "p": [first[v][0] for v in ordered],
            "q": [first[v][1] for v in ordered],
            "followers": [v.follower_count for v in ordered],
            "birthday": [v.birthday for v in ordered],
        }

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return how many values there are, and the most frequent."""
        frame = survey.frame()
        most = frame.head(10)
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
        "mean": "String",
        "temperature": "String",
        "is_integer": "Boolean",
        "is_number": "Boolean",
    }

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """List the weights, the most frequent first."""
        counts = bulk.partizan_euclid_atomic_weights(parameters["bound"]).counts()
        facts = {w: (-n, w.mean, w.temperature, text_of(w) or "") for w, n in counts.items()}
        weights = sorted(counts, key=facts.__getitem__)
        return {
            "weight": [facts[w][3] or None for w in weights],
            "positions": [counts[w] for w in weights],
            "mean": [str(w.mean) for w in weights],
            "temperature": [str(w.temperature) for w in weights],
            "is_integer": [w.is_integer for w in weights],
            "is_number": [w.is_number for w in weights],
        }

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return how many weights there are, and the most frequent."""
        frame = survey.frame()
        most = frame.head(10)
        positions = int(frame["positions"].sum())
        integers = int(frame.filter(frame["is_integer"])["positions"].sum())
        return {
            "positions": positions,
            "distinct": frame.height,
            "integer_positions": integers,
            "integer_share": round(integers / positions, 9),
            "most_frequent": dict(zip(most["weight"], most["positions"], strict=True)),
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
        count = number_of_chunks(_SHARE * bound**2 * 3e-6, wanted)
        blocks = triangular_blocks(bound, count, first=3)
        sizes = [int(_SHARE * (b**2 - (a - 1) ** 2)) + 1 for a, b in blocks]
        return block_chunks(blocks, sizes, ("first", "last"))

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """List the weights of some rows."""
        weights = _weights(parameters["bound"])
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


@lru_cache(maxsize=1)
def _weights(bound: int) -> bulk.Bulk:
    """Return the table that all chunks of a process share."""
    return bulk.partizan_euclid_atomic_weights(bound)


def _standard(first: int, last: int) -> Iterator[tuple[int, int]]:
    for p in range(first, last + 1):
        for q in range(p // 2 + 1, p):
            if gcd(p, q) == 1:
                yield p, q
