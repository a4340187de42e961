"""The survey of octal games: which short codes have a proved period, and how far others got."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from farstar.games.heap_records import HeapRecord
from farstar.surveys._manifest import Chunk, block_chunks, even_blocks, number_of_chunks
from farstar.surveys._studies._misere import codes
from farstar.surveys._study import Study, read_number, schema
from farstar.surveys._work import Rows

if TYPE_CHECKING:
    from farstar.surveys._survey import Survey

_HEAPS = 1_000_000
_STEPS = 300_000_000
_SECONDS_A_STEP = 3e-9


class OctalStatus(Study):
    """A row for each code: its proved period, or how far it got."""

    name = "octal-status"
    title = "proved period of Grundy values, or how far they got, of octal codes of up to N digits"
    meaning = "digits up to"
    least = 1
    most = 3
    default = 2
    columns = schema(
        "code String, status String, heaps Int64, preperiod Int64, period Int64, checked Int64, "
        "mask Int64, by_place Boolean, rare Int64, last_rare Int64, largest Int64, "
        "largest_at Int64, digest String"
    )
    options: ClassVar = {
        "values": f"how many Grundy values are wanted, {_HEAPS:,} by default",
        "steps": f"how many pairs with a rare heap are looked at, {_STEPS:,} by default",
    }

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return how far to go."""
        return {
            "values": read_number("values", given.get("values", _HEAPS), 1, 1 << 40),
            "steps": read_number("steps", given.get("steps", _STEPS), 1, 1 << 60),
        }

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the list of codes into blocks."""
        size = len(codes("octal", parameters["bound"]))
        seconds = size * parameters["steps"] * _SECONDS_A_STEP / 4
        blocks = even_blocks(size, min(size, number_of_chunks(seconds, wanted)))
        return block_chunks(blocks, [b - a for a, b in blocks], ("first", "end"))

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Look at some codes."""
        chosen = codes("octal", parameters["bound"])[arguments["first"] : arguments["end"]]
        return self.by_columns(
            _row(code, parameters["values"], parameters["steps"]) for code in chosen
        )

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return how many codes have a proved period, and how far the others got."""
        counts = survey.sql("select status, count(*) from survey group by status order by status")
        ends = survey.sql(
            "select count(*), min(heaps), max(heaps) from survey where status = 'open'"
        )
        longest = survey.sql(
            "select code, preperiod, period from survey where status = 'proved' "
            "order by period desc, code limit 1"
        )
        number, least, most = ends.rows[0]
        return {
            "codes": dict(counts.rows),
            "open": {"codes": number, "least_heaps": least, "most_heaps": most},
            "longest_period": list(longest.rows[0]) if longest.rows else None,
        }


def _row(code: str, heaps: int, steps: int) -> tuple[Any, ...]:
    """Return what is known about a code within the bounds."""
    with HeapRecord(code) as record:
        period = record.extend(heaps, steps=steps)
        facts = record.facts()
    status = "open" if period is None else "proved"
    proof = (None,) * 3 if period is None else (period.preperiod, period.period, period.checked)
    space = facts.mask, facts.by_place, facts.rare, facts.last_rare
    return code, status, facts.heaps, *proof, *space, *facts.largest, facts.digest
