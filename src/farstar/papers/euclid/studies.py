"""Surveys of Euclid and Grossman's game: counts and lengths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

from farstar.errors import BudgetExceeded, IllegalPositionError, NotationError, SurveyError
from farstar.impartial.number_sets import as_multipliers, up_to
from farstar.papers.euclid import bulk
from farstar.papers.euclid.theory.densities.win_probabilities import set_win_probability
from farstar.papers.euclid.theory.quotient_actions import actions
from farstar.surveys.studies import (
    Chunk,
    Rows,
    Study,
    even_blocks,
    number_of_chunks,
    pair_chunks,
    pair_count,
    read_numbers,
    schema,
)

if TYPE_CHECKING:
    from farstar.surveys import Survey

_ALL = 0
"""Stands for k = infinity: every multiplier is allowed."""

_MOST_K = 10_000
_MOST_COUNTED = 20_000_000
"""Beyond this a count takes more than a gigabyte."""


def _multipliers(k: int) -> Any:
    return None if k == _ALL else up_to(k)


class EuclidGrundy(Study):
    """Counts of Grundy values."""

    name = "euclid-grundy"
    title = "how many pairs 1 <= a < b <= N of Euclid have each Grundy value"
    most = 10**6
    columns = schema("grundy Int64, positions Int64")
    options: ClassVar = {"game": "euclid, or grossman for the game that stops at a = b"}

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return which game is meant."""
        game = given.get("game", "euclid")
        if game not in ("euclid", "grossman"):
            raise SurveyError(f"expected the game euclid or grossman, got {game!r}")
        return {"game": game}

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the rows b into blocks with about as many pairs each."""
        return pair_chunks(parameters["bound"], 3e-9, wanted)

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Count the Grundy values of some rows."""
        rows = arguments["first"], arguments["last"] + 1
        return self.by_columns(bulk.grundy_histogram(rows, parameters["game"]).items())

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return the most frequent Grundy values."""
        counts = survey.totals("grundy", "positions")
        first = {str(g): counts[g] for g in sorted(counts)[:10]}
        return {"counts": first, "distinct": len(counts), "largest": max(counts, default=None)}


def _some_of_each(parameters: Mapping[str, Any], wanted: int | None, what: str) -> list[Chunk]:
    """Share out the sets of multipliers: one count goes over all pairs at once."""
    sets, bound = parameters[what], parameters["bound"]
    seconds = 2.5 * (bound / 1e6) ** (4 / 3)
    count = min(number_of_chunks(seconds * len(sets), wanted), len(sets))
    return [
        Chunk(i, {what: sets[a:b]}, {"block": i}, (b - a) * pair_count(2, bound))
        for i, (a, b) in enumerate(even_blocks(len(sets), count))
    ]


class _ForEachK(Study):
    """One number for each set of multipliers 1..k, over all pairs at once."""

    most = _MOST_COUNTED
    options: ClassVar = {"k": "the largest multipliers, such as k=1..20; 0 for no restriction"}

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the largest multipliers."""
        return {"k": read_numbers("k", given.get("k", range(21)), _ALL, _MOST_K)}

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Share out the k."""
        return _some_of_each(parameters, wanted, "k")


class GrossmanWinners(_ForEachK):
    """Counts of wins."""

    name = "grossman-winners"
    title = "how often the player to move wins Grossman's game with multipliers 1..k, a < b <= N"
    columns = schema("k Int64, wins Int64, losses Int64")

    def asked_by(self, given: Mapping[str, Any]) -> Study:
        """Return the survey of any sets if sets are given in place of k."""
        return GrossmanSetWinners() if "multipliers" in given else self

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Count for some k."""
        ks, bound = arguments["k"], parameters["bound"]
        counts = [bulk.winner_counts(bound, multipliers=_multipliers(k)) for k in ks]
        return {"k": ks, "wins": [c.wins for c in counts], "losses": [c.losses for c in counts]}

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return wins, losses and shares for each k."""
        counted = survey.sql("select k, wins, wins + losses from survey order by k").rows
        return {
            "winners": [
                {"k": k or None, "wins": w, "losses": n - w, "share": round(w / n, 9)}
                for k, w, n in counted
            ]
        }


class GrossmanSetWinners(Study):
    """Counts of wins for any sets of multipliers with 1 in them."""

    name = "grossman-set-winners"
    title = "how often the player to move wins Grossman's game with any multipliers, a < b <= N"
    most = _MOST_COUNTED
    columns = schema("multipliers String, wins Int64, losses Int64")
    options: ClassVar = {
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


class GrossmanMeanLengths(_ForEachK):
    """Sums of optimal lengths."""

    name = "grossman-mean-lengths"
    title = "the mean optimal length of Grossman's game with multipliers 1..k over all a < b <= N"
    columns = schema("k Int64, moves Int64, pairs Int64")

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Add up the lengths for some k."""
        ks, bound = arguments["k"], parameters["bound"]
        moves = [bulk.length_sum(bound, multipliers=_multipliers(k)) for k in ks]
        return {"k": ks, "moves": moves, "pairs": [pair_count(2, bound)] * len(ks)}

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return the sum and the mean for each k."""
        sums = survey.sql("select k, moves, pairs from survey order by k").rows
        return {
            "lengths": [
                {"k": k or None, "moves": moves, "mean": round(moves / pairs, 9)}
                for k, moves, pairs in sums
            ]
        }


class GrossmanLengths(Study):
    """Counts of optimal lengths."""

    name = "grossman-lengths"
    title = "how many pairs a < b <= N of Grossman's game last so many moves under optimal play"
    most = 10**6
    columns = schema("length Int64, positions Int64")
    options: ClassVar = {"k": "the largest multipliers, such as k=1..20; 0, the default, for all"}

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the largest multipliers."""
        return {"k": read_numbers("k", given.get("k", _ALL), _ALL, _MOST_K)}

    def chunks(self, parameters: Mapping[str, Any], wanted: int | None) -> Sequence[Chunk]:
        """Cut the rows b into blocks with about as many pairs each, for each k."""
        blocks = pair_chunks(parameters["bound"], 1e-8, wanted)
        return [
            Chunk(i, {"k": k, **block.arguments}, {"k": k, **block.keys}, block.positions)
            for i, (k, block) in enumerate(product(parameters["k"], blocks))
        ]

    def rows(self, parameters: Mapping[str, Any], arguments: Mapping[str, Any]) -> Rows:
        """Count the lengths of some rows."""
        rows = arguments["first"], arguments["last"] + 1
        totals = bulk.length_totals(rows, multipliers=_multipliers(arguments["k"]))
        return self.by_columns(totals.histogram.items())

    def summary(self, survey: Survey) -> dict[str, Any]:
        """Return the mean and the largest length for each k."""
        sums = survey.sql(
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
                for k, moves, positions, longest in sums
            ]
        }
