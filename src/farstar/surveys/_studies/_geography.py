"""Values of Geography on two rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from farstar.engine import active
from farstar.games import bulk
from farstar.surveys._plan import Chunk, block_chunks, even_blocks, number_of_chunks
from farstar.surveys._studies._values import text_of
from farstar.surveys._study import Study
from farstar.surveys._work import Rows
from farstar.values import Value

if TYPE_CHECKING:
    from farstar.surveys._survey import Survey


class GeographyValues(Study):
    """A row for each position A(x, y, z)."""

    name = "geography-values"
    title = "value, mean and temperature of the Geography positions A(x, y, z), all up to N"
    least = 1
    most = 400
    default = 20
    columns = {  # noqa: RUF012
        "x": "UInt32",
        "y": "UInt32",
        "z": "UInt32",
        "value": "String",
        "mean": "String",
        "temperature": "String",
        "outcome": "String",
    }

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the range of x."""
        bound = parameters["bound"]
        layer = bound * (bound + 1)
        count = number_of_chunks((bound + 1) * layer * 4e-6, wanted)
        blocks = even_blocks(bound + 1, count)
        return block_chunks(blocks, [(b - a) * layer for a, b in blocks], ("first", "stop"))

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """List the positions with some x."""
        bound = parameters["bound"]
        values = _values(bound, active().name)
        known = dict[Value, tuple[str | None, str, str, str]]()
        found: dict[str, list[Any]] = {name: [] for name in self.columns}
        for x in range(arguments["first"], arguments["stop"]):
            for y in range(1, bound + 1):
                for z in range(bound + 1):
                    v = values[x, y, z]
                    if v not in known:
                        facts = str(v.mean), str(v.temperature), str(v.outcome)
                        known[v] = (text_of(v), *facts)
                    for name, cell in zip(found, (x, y, z, *known[v]), strict=True):
                        found[name].append(cell)
        return found

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return how many values there are, and the outcomes."""
        (row,) = survey.sql(
            "select count(*), count(distinct value), max(num(temperature)) from survey"
        ).rows
        counts = survey.sql("select outcome, count(*) from survey group by outcome order by 1")
        return {
            "positions": row[0],
            "distinct": row[1],
            "hottest": row[2],
            "counts": dict(counts.rows),
        }


@lru_cache(maxsize=1)
def _values(bound: int, _engine: str) -> bulk.Bulk:
    """Return the table that all chunks of a process share; values belong to one engine."""
    return bulk.geography_values(bound)
