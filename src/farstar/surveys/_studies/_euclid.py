"""Euclid and Grossman's game: Grundy values, winners and lengths, counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from farstar.errors import BudgetExceeded, IllegalPositionError, NotationError, SurveyError
from farstar.games import bulk
from farstar.surveys._plan import (
    Chunk,
    block_chunks,
    even_blocks,
    number_of_chunks,
    triangular_blocks,
)
from farstar.surveys._study import Study, read_numbers
from farstar.surveys._work import Rows
from farstar.theory.densities import set_win_probability
from farstar.theory.multipliers import as_multipliers, up_to
from farstar.theory.quotient_actions import actions

if TYPE_CHECKING:
    from farstar.surveys._survey import Survey

_ALL = 0
"""Stands for k = infinity: every multiplier is allowed."""

_MOST_K = 10_000
_MOST_COUNTED = 20_000_000
"""Beyond this a count takes more than a gigabyte."""


def _pairs(first: int, last: int) -> int:
    """Return how many pairs a < b have first <= b <= last."""
    return (last * (last - 1) - (first - 1) * (first - 2)) // 2


def _multipliers(k: int) -> Any:
    return None if k == _ALL else up_to(k)


def _read_k(given: Any) -> list[int]:
    return read_numbers("k", given, _ALL, _MOST_K)


class EuclidGrundy(Study):
    """Counts of Grundy values."""

    name = "euclid-grundy"
    title = "how many pairs 1 <= a < b <= N of Euclid have each Grundy value"
    most = 10**6
    columns = {"grundy": "Int64", "positions": "Int64"}  # noqa: RUF012
    options = {"game": "euclid, or grossman for the game that stops at a = b"}  # noqa: RUF012

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return which game is meant."""
        game = given.get("game", "euclid")
        if game not in ("euclid", "grossman"):
            raise SurveyError(f"expected the game euclid or grossman, got {game!r}")
        return {"game": game}

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the rows b into blocks with about as many pairs each."""
        return _blocks(parameters["bound"], 3e-9, wanted)

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Count the Grundy values of some rows."""
        counts = bulk.grundy_histogram(
            (arguments["first"], arguments["last"] + 1), parameters["game"]
        )
        return {"grundy": list(counts), "positions": list(counts.values())}

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return the most frequent Grundy values."""
        counts = survey.totals("grundy", "positions")
        first = {str(g): counts[g] for g in sorted(counts)[:10]}
        return {"counts": first, "distinct": len(counts), "largest": max(counts, default=None)}


class GrossmanWinners(Study):
    """Counts of wins for each set of multipliers 1..k."""

    name = "grossman-winners"
    title = "how often the player to move wins Grossman's game with multipliers 1..k, a < b <= N"
    most = _MOST_COUNTED
    columns = {"k": "Int64", "wins": "Int64", "losses": "Int64"}  # noqa: RUF012
    options = {"k": "the largest multipliers, such as k=1..20; 0 for no restriction"}  # noqa: RUF012

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the largest multipliers."""
        return {"k": _read_k(given.get("k", [_ALL, *range(1, 21)]))}

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Share out the k: one count goes over all pairs at once."""
        return _some_of_each(parameters, wanted)

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Count for some k."""
        ks, bound = arguments["k"], parameters["bound"]
        counts = [bulk.winner_counts(bound, multipliers=_multipliers(k)) for k in ks]
        return {"k": ks, "wins": [c.wins for c in counts], "losses": [c.losses for c in counts]}

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return wins, losses and shares for each k."""
        wins, losses = survey.totals("k", "wins"), survey.totals("k", "losses")
        return {
            "winners": [
                {
                    "k": k or None,
                    "wins": wins[k],
                    "losses": losses[k],
                    "share": round(wins[k] / (wins[k] + losses[k]), 9),
                }
                for k in survey.parameters["k"]
            ]
        }


class GrossmanSetWinners(Study):
    """Counts of wins for any sets of multipliers with 1 in them."""

    name = "grossman-set-winners"
    title = "how often the player to move wins Grossman's game with any multipliers, a < b <= N"
    most = _MOST_COUNTED
    columns = {"multipliers": "String", "wins": "Int64", "losses": "Int64"}  # noqa: RUF012
    options = {  # noqa: RUF012
        "multipliers": "sets with 1 in them, joined by /: '{1,4}/{1,3,4}/{1,3..}/odd/k=2'"
    }

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the sets, as they are written."""
        wanted = given.get("multipliers", "{1,4}/{1,3,4}")
        texts = wanted.split("/") if isinstance(wanted, str) else list(wanted)
        try:
            sets = [as_multipliers(text) for text in texts]
            for one in sets:
                actions(one)
        except (BudgetExceeded, IllegalPositionError, NotationError) as fault:
            raise SurveyError(str(fault)) from None
        return {"multipliers": list(dict.fromkeys(map(str, sets)))}

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Share out the sets: one count goes over all pairs at once."""
        return _some_of_each(parameters, wanted, "multipliers")

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Count for some sets."""
        texts, bound = arguments["multipliers"], parameters["bound"]
        counts = [bulk.winner_counts(bound, multipliers=text) for text in texts]
        wins, losses = [c.wins for c in counts], [c.losses for c in counts]
        return {"multipliers": texts, "wins": wins, "losses": losses}

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return wins, losses and shares for each set, with the limits of the shares."""
        wins, losses = survey.totals("multipliers", "wins"), survey.totals("multipliers", "losses")
        return {
            "winners": [
                {
                    "multipliers": text,
                    "wins": wins[text],
                    "losses": losses[text],
                    "share": round(wins[text] / (wins[text] + losses[text]), 9),
                    "limit": float(set_win_probability(text, digits=9).value),
                }
                for text in survey.parameters["multipliers"]
            ]
        }


def _some_of_each(
    parameters: Mapping[str, Any], wanted: int | None, what: str = "k"
) -> list[Chunk]:
    ks, bound = parameters[what], parameters["bound"]
    seconds = 2.5 * (bound / 1e6) ** (4 / 3)
    count = min(number_of_chunks(seconds * len(ks), wanted), len(ks))
    return [
        Chunk(i, {what: ks[a:b]}, {"block": i}, (b - a) * _pairs(2, bound))
        for i, (a, b) in enumerate(even_blocks(len(ks), count))
    ]


class GrossmanMeanLengths(Study):
    """Sums of optimal lengths."""

    name = "grossman-mean-lengths"
    title = "the mean optimal length of Grossman's game with multipliers 1..k over all a < b <= N"
    most = _MOST_COUNTED
    columns = {"k": "Int64", "moves": "Int64", "pairs": "Int64"}  # noqa: RUF012
    options = GrossmanWinners.options

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the largest multipliers."""
        return {"k": _read_k(given.get("k", [_ALL, *range(1, 21)]))}

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Share out the k: one sum goes over all pairs at once."""
        return _some_of_each(parameters, wanted)

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Add up the lengths for some k."""
        ks, bound = arguments["k"], parameters["bound"]
        moves = [bulk.length_sum(bound, multipliers=_multipliers(k)) for k in ks]
        return {"k": ks, "moves": moves, "pairs": [_pairs(2, bound)] * len(ks)}

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return the sum and the mean for each k."""
        found = survey.sql("select k, moves, pairs from survey order by k").rows
        return {
            "lengths": [
                {"k": k or None, "moves": moves, "mean": round(moves / pairs, 9)}
                for k, moves, pairs in found
            ]
        }


class GrossmanLengths(Study):
    """Counts of optimal lengths."""

    name = "grossman-lengths"
    title = "how many pairs a < b <= N of Grossman's game last so many moves under optimal play"
    most = 10**6
    columns = {"length": "Int64", "positions": "Int64"}  # noqa: RUF012
    options = {"k": "the largest multipliers, such as k=1..20; 0, the default, for all"}  # noqa: RUF012

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the largest multipliers."""
        return {"k": _read_k(given.get("k", _ALL))}

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the rows b into blocks with about as many pairs each, for each k."""
        found = list[Chunk]()
        for k in parameters["k"]:
            for chunk in _blocks(parameters["bound"], 1e-8, wanted):
                arguments = {"k": k, **chunk.arguments}
                keys = {"k": k, **chunk.keys}
                found.append(Chunk(len(found), arguments, keys, chunk.positions))
        return found

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Count the lengths of some rows."""
        totals = bulk.length_totals(
            (arguments["first"], arguments["last"] + 1), multipliers=_multipliers(arguments["k"])
        )
        return {
            "length": list(totals.histogram),
            "positions": list(totals.histogram.values()),
        }

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return the mean and the largest length for each k."""
        found = survey.sql(
            "select k, sum(length * positions), sum(positions), max(length) "
            "from survey group by k order by k"
        ).rows
        return {
            "lengths": [
                {
                    "k": k or None,
                    "moves": int(moves),
                    "positions": int(positions),
                    "mean": round(int(moves) / int(positions), 9),
                    "longest": longest,
                }
                for k, moves, positions, longest in found
            ]
        }


def _blocks(bound: int, seconds_a_pair: float, wanted: int | None) -> list[Chunk]:
    count = number_of_chunks(_pairs(2, bound) * seconds_a_pair, wanted)
    blocks = triangular_blocks(bound, count, first=2)
    return block_chunks(blocks, [_pairs(*block) for block in blocks], ("first", "last"))
