"""A survey with a name: the value of every step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from farstar.surveys.studies import Chunk, Rows, Study, block_chunks, even_blocks, schema
from farstar_stairs.game import Stairs


class StairsValues(Study):
    """A row for each step."""

    name = "stairs-values"
    title = "the value of Stairs(n), n <= N"
    default = 100
    columns = schema("n UInt32, value String")

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the steps into blocks."""
        blocks = even_blocks(parameters["bound"] + 1, wanted or 1)
        return block_chunks(blocks, [stop - first for first, stop in blocks], ("first", "stop"))

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """List some steps."""
        steps = range(arguments["first"], arguments["stop"])
        return self.by_columns((n, str(Stairs(n).value)) for n in steps)

    def summary(self, survey: Any) -> dict[str, Any]:
        """Return how often each value occurs."""
        return {"counts": survey.to_polars()["value"].value_counts(sort=True).rows()}
