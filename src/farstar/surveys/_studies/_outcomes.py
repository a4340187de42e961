"""Outcomes of Partizan Euclid: counted, and listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from farstar.errors import SurveyError
from farstar.games import bulk
from farstar.surveys._extras import need
from farstar.surveys._plan import Chunk, block_chunks, number_of_chunks, triangular_blocks
from farstar.surveys._study import Study
from farstar.surveys._work import Rows

if TYPE_CHECKING:
    from farstar.surveys._survey import Survey

_OUTCOMES = "PLRN"
_MOST_PARTS = 4096


class Census(Study):
    """Counts, by the walk over words that takes whole subtrees at once."""

    name = "partizan-euclid-census"
    title = "how many positions q < p <= N of Partizan Euclid have each outcome"
    default = 100_000
    columns = {"outcome": "String", "positions": "Int64"}  # noqa: RUF012 - never written to

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the tree of words into parts of about the same size."""
        bound = parameters["bound"]
        seconds = 0.7 * (bound / 1e5) ** 1.67
        parts = number_of_chunks(seconds, wanted, _MOST_PARTS)
        whole = bound * (bound - 1) // 2
        return [
            Chunk(
                part,
                {"part": part, "parts": parts},
                {"part": part},
                whole * (part + 1) // parts - whole * part // parts,
            )
            for part in range(parts)
        ]

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Count the outcomes of one part."""
        counts = bulk.partizan_euclid_census(
            parameters["bound"], part=arguments["part"], parts=arguments["parts"]
        )
        return {"outcome": [str(o) for o in counts], "positions": list(counts.values())}

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return the counts and the shares of the outcomes."""
        counts = dict.fromkeys(_OUTCOMES, 0)
        counts.update(survey.totals("outcome", "positions"))
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
    columns = {"p": "UInt32", "q": "UInt32", "outcome": "String"}  # noqa: RUF012
    options = {"only": "outcomes to keep, such as P or PN; all if left out"}  # noqa: RUF012

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return which outcomes are kept."""
        only = str(given.get("only", _OUTCOMES)).upper()
        if not only or set(only) - set(_OUTCOMES):
            raise SurveyError(f"expected only to be letters of {_OUTCOMES}, got {only!r}")
        return {"only": "".join(letter for letter in _OUTCOMES if letter in only)}

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the rows p into blocks with about as many positions each."""
        bound = parameters["bound"]
        count = number_of_chunks(bound * (bound - 1) / 2 * 1e-7, wanted)
        blocks = triangular_blocks(bound, count, first=2)
        sizes = [(b * (b - 1) - (a - 1) * (a - 2)) // 2 for a, b in blocks]
        return block_chunks(blocks, sizes, ("first", "last"))

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
        found = survey.sql("select outcome, count(*) from survey group by outcome").rows
        counts = dict.fromkeys(survey.parameters["only"], 0)
        counts.update(dict(found))
        return {"counts": counts}
