"""The museum of Fox and Geese: the value of every position on a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any, ClassVar

from farstar.engine import active
from farstar.errors import SurveyError
from farstar.games import bulk
from farstar.loopy import Loopy
from farstar.surveys._manifest import Chunk, block_chunks, even_blocks, number_of_chunks
from farstar.surveys._study import Study, read_numbers, schema
from farstar.surveys._work import Rows

if TYPE_CHECKING:
    from farstar.surveys._survey import Survey

_SECONDS_A_SET = 3e-4
_LARGEST = 16
_FOXES = {"ordinary": False, "ceylonese": True}


class FoxAndGeeseMuseum(Study):
    """A row for each position of Fox and Geese."""

    name = "fox-and-geese-museum"
    title = "value and outcome of every position of Fox and Geese on a board of N rows"
    meaning = "rows of the board"
    least = 2
    most = _LARGEST
    default = 8
    columns = schema(
        "geese String, fox_row Int64, fox_column Int64, value String, outcome String, kind String"
    )
    options: ClassVar = {
        "columns": "columns of the board, 8 by default; there are half as many geese",
        "fox": "ordinary, or ceylonese for a fox that may go two squares",
    }

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the width of the board and which fox is meant."""
        columns = read_numbers("columns", given.get("columns", 8), 2, _LARGEST)
        if len(columns) != 1:
            raise SurveyError(f"expected one number of columns, got {len(columns)}")
        fox = given.get("fox", "ordinary")
        if fox not in _FOXES:
            raise SurveyError(f"expected the fox ordinary or ceylonese, got {fox!r}")
        return {"columns": columns[0], "fox": fox}

    def parameters(self, bound: int | None, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all parameters; the table of the board has to fit into memory."""
        known = super().parameters(bound, given)
        _values(known["bound"], known["columns"], known["fox"], active().name)
        return known

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the list of sets of geese into blocks."""
        squares = (parameters["bound"] * parameters["columns"] + 1) // 2
        geese = parameters["columns"] // 2
        sets = comb(squares, geese)
        count = min(sets, number_of_chunks(sets * _SECONDS_A_SET, wanted))
        blocks = even_blocks(sets, count)
        sizes = [(end - first) * (squares - geese) for first, end in blocks]
        return block_chunks(blocks, sizes, ("first", "end"))

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """List the positions with some sets of geese; what they lead to is solved before."""
        values = _values(
            parameters["bound"], parameters["columns"], parameters["fox"], active().name
        )
        facts = lru_cache(None)(_facts)
        return self.by_columns(
            ("".join(f"({r},{c})" for r, c in geese), *fox, *facts(value))
            for (geese, fox), value in values.block(arguments["first"], arguments["end"])
        )

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return how many values there are, the outcomes, and the loopy values with a pass."""
        (row,) = survey.sql("select count(*), count(distinct value) from survey").rows
        outcomes = survey.sql("select outcome, count(*) from survey group by outcome order by 1")
        passes = survey.sql(
            "select value, count(*) from survey where kind = 'pass' group by value "
            "order by 2 desc, 1"
        )
        named = zip(("positions", "distinct"), row, strict=True)
        return {**dict(named), "counts": dict(outcomes.rows), "passes": dict(passes.rows)}


def _facts(value: Loopy) -> tuple[str, str, str]:
    """Return the text of a value, its outcome, and whether it is short or has a pass itself."""
    graph = value.graph()
    loops = any(0 in side for side in graph[0])
    kind = "short" if value.is_short else "pass" if loops else "loopy"
    return str(value), str(value.outcome), kind


@lru_cache(maxsize=1)
def _values(rows: int, columns: int, fox: str, _engine: str) -> bulk.FoxAndGeeseValues:
    """Return the table that all chunks of a process share; values belong to one engine."""
    return bulk.fox_and_geese_values(rows, columns, ceylonese=_FOXES[fox])
