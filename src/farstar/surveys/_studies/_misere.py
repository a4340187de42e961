"""The survey of misère quotients of short take-and-break codes, each with its certificate."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

from farstar.engine import budget
from farstar.errors import BudgetExceeded, SurveyError
from farstar.games.grundy_sequences import grundy_sequence
from farstar.impartial.codes import Code
from farstar.impartial.periods import period, values_needed
from farstar.misere import QuotientTooLarge
from farstar.misere.finding import HeapQuotients, heap_games
from farstar.surveys._manifest import Chunk, block_chunks, even_blocks, number_of_chunks
from farstar.surveys._study import Study, read_number, schema
from farstar.surveys._work import Rows

if TYPE_CHECKING:
    from farstar.surveys._survey import Survey

_HEAPS = 256
"""The largest heap that is looked at under misère play, unless normal play suggests more."""

_MOST_HEAPS = 1024
"""The largest heap that is looked at where the normal period would need so many for a proof."""

_NORMAL_HEAPS = 16_384
"""How many heaps are looked at for the period under normal play."""

_MOST_DIGITS = {"octal": 3, "quaternary": 4}
_ELEMENTS = 64
_STEPS = 300_000


class MisereAtlas(Study):
    """Normal period and misère quotient of every code."""

    name = "misere-atlas"
    title = "normal period and misère quotient, with a certificate, of all codes of up to N digits"
    meaning = "digits up to"
    least = 1
    most = 4
    default = 2
    columns = schema(
        "code String, normal_preperiod Int64, normal_period Int64, status String, order Int64, "
        "losing Int64, heaps Int64, preperiod Int64, period Int64, generators String, "
        "certificate String"
    )
    options: ClassVar = {
        "kind": "octal (up to 3 digits) or quaternary (up to 4)",
        "elements": f"how many elements a quotient may have, {_ELEMENTS} by default",
        "steps": f"how many words and pairs are worked out for a code, {_STEPS:,} by default",
    }

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the kind of codes and the largest quotient."""
        kind = given.get("kind", "octal")
        if kind not in _MOST_DIGITS:
            raise SurveyError(f"expected the kind octal or quaternary, got {kind!r}")
        return {
            "kind": kind,
            "elements": read_number("elements", given.get("elements", _ELEMENTS), 1, 1000),
            "steps": read_number("steps", given.get("steps", _STEPS), 1, 10**9),
        }

    def parameters(self, bound: int | None, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all parameters; octal codes may have three digits."""
        known = super().parameters(bound, given)
        most = _MOST_DIGITS[known["kind"]]
        if known["bound"] > most:
            raise SurveyError(
                f"expected at most {most} digits of {known['kind']} codes, got {known['bound']}"
            )
        return known

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the list of codes into blocks."""
        size = len(codes(parameters["kind"], parameters["bound"]))
        blocks = even_blocks(size, min(size, number_of_chunks(size * 0.5, wanted)))
        return block_chunks(blocks, [b - a for a, b in blocks], ("first", "end"))

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Look at some codes."""
        block = slice(arguments["first"], arguments["end"])
        chosen = codes(parameters["kind"], parameters["bound"])[block]
        return self.by_columns(
            _row(code, parameters["elements"], parameters["steps"]) for code in chosen
        )

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return how many codes have which status, and how many finite orders there are."""
        frame = survey.to_polars()
        proved = frame.filter(frame["status"] == "proved")
        return {
            "codes": len(frame),
            "proved": len(proved),
            "without_certificate_for_all_heaps": len(frame) - len(proved),
            "orders": sorted(set(proved["order"].to_list())),
        }


def codes(kind: str, digits: int) -> list[str]:
    """Return the codes of at most this many digits that allow a move, each once, in order.

    Examples
    --------
    >>> codes("quaternary", 1), len(codes("octal", 1)), len(codes("octal", 2))
    (['0.1', '0.2', '0.3'], 15, 127)
    """
    size, firsts = (8, "04") if kind == "octal" else (4, "0")
    tails = ("".join(map(str, tail)) for tail in product(range(size), repeat=digits))
    names = (str(Code.parse(f"{first}.{tail}")) for tail in tails for first in firsts)
    known = dict.fromkeys(name for name in names if name != "0.0")
    return sorted(known, key=lambda name: (len(name), name))


def _normal_period(code: Code) -> tuple[int | None, int | None]:
    """Return the proved preperiod and period under normal play, looking at few heaps first."""
    for heaps in (_HEAPS, 2 * _MOST_HEAPS, _NORMAL_HEAPS):
        normal = period(code, grundy_sequence(code, heaps))
        if normal is not None and normal.is_proved:
            return normal.preperiod, normal.period
    return None, None


def _last_heap(code: Code, normal: tuple[int | None, int | None]) -> int:
    """Return the largest heap to look at: enough to prove the period of normal play, if it may."""
    preperiod, length = normal
    if preperiod is None or length is None:
        return _HEAPS
    return max(_HEAPS, min(values_needed(code, max(1, preperiod), length), _MOST_HEAPS))


def _row(name: str, elements: int, steps: int) -> tuple[Any, ...]:
    """Return what is known about a code within the bounds."""
    code = Code.parse(name)
    normal = _normal_period(code)
    last = _last_heap(code, normal)
    quotients = HeapQuotients(heap_games(code), elements)
    status = "heaps"
    try:
        with budget(nodes=steps):
            while quotients.period is None and quotients.heaps <= last:
                quotients.extend()
    except QuotientTooLarge:
        status = "larger"
    except BudgetExceeded:
        status = "stopped"
    if quotients.period is not None:
        status = "proved"
    quotient = quotients.quotient()
    misere = quotient.preperiod, quotient.period
    sizes = quotient.order, len(quotient.p_portion), quotients.heaps - 1
    generators = " ".join(map(str, quotient.generators))
    certificate = json.dumps(quotient.certificate(), separators=(",", ":"))
    return name, *normal, status, *sizes, *misere, generators, certificate
