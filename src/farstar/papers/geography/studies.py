"""A survey of Partizan Geography on two rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

from farstar.engine import active
from farstar.games.bulk.mappings import Bulk
from farstar.papers.geography.bulk import geography_values
from farstar.surveys.studies import (
    Chunk,
    Rows,
    Study,
    block_chunks,
    even_blocks,
    number_of_chunks,
    schema,
    text_of,
)

if TYPE_CHECKING:
    from farstar.surveys import Survey


class GeographyValues(Study):
    """A row for each position A(x, y, z)."""

    name = "geography-values"
    title = "value, mean and temperature of the Geography positions A(x, y, z), all up to N"
    least = 1
    most = 400
    default = 20
    columns = schema(
        "x UInt32, y UInt32, z UInt32, value String, mean Rational, temperature Rational, "
        "outcome String"
    )

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the range of x."""
        bound = parameters["bound"]
        layer = bound * (bound + 1)
        blocks = even_blocks(bound + 1, number_of_chunks((bound + 1) * layer * 4e-6, wanted))
        return block_chunks(blocks, [(b - a) * layer for a, b in blocks], ("first", "stop"))

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """List the positions with some x."""
        bound = parameters["bound"]
        values = _geography(bound, active().name)
        facts = lru_cache(None)(
            lambda v: (text_of(v), str(v.mean), str(v.temperature), str(v.outcome))
        )
        xs = range(arguments["first"], arguments["stop"])
        points = product(xs, range(1, bound + 1), range(bound + 1))
        return self.by_columns((*point, *facts(values[point])) for point in points)

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return how many values there are, and the outcomes."""
        (row,) = survey.sql(
            "select count(*), count(distinct value), max(temperature) from survey"
        ).rows
        counts = survey.sql("select outcome, count(*) from survey group by outcome order by 1")
        named = zip(("positions", "distinct", "hottest"), row, strict=True)
        return {**dict(named), "counts": dict(counts.rows)}


@lru_cache(maxsize=1)
def _geography(bound: int, _engine: str) -> Bulk:
    """Return the table that all chunks of a process share; values belong to one engine."""
    return geography_values(bound)
