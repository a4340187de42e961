"""Grossman's game with any set of multipliers that holds 1."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from math import sqrt

from farstar.games import bulk
from farstar.impartial.number_sets import Multipliers, as_multipliers
from farstar.papers import _cases as cases
from farstar.papers._claim import compared, same, true
from farstar.papers._ranges import Cases, fixed, numbers
from farstar.papers.beyond import densities
from farstar.papers.beyond.claims import proved
from farstar.papers.euclid.theory import quotient_actions

_SETS = (
    *("{1,3}", "{1,4}", "{1,3,4}", "{1,2,4}", "{1,2,3,5}", "{1,6,9}", "{1,5,16,24}", "k=3"),
    *("odd", "all", "{1,3..}", "{1,2,4..}", "{1,2..+4}", "{1,5..+3,7..+4}"),
)


class _Play:
    """Winners, lengths and winning multipliers by the rules, for a <= b <= bound."""

    def __init__(self, allowed: Multipliers, bound: int) -> None:
        self.wins: dict[tuple[int, int], bool] = {}
        self.moves: dict[tuple[int, int], int] = {}
        self.winning: dict[tuple[int, int], set[int]] = {}
        for b in range(1, bound + 1):
            for a in range(1, b + 1):
                after = {
                    m: (min(a, b - m * a), max(a, b - m * a))
                    for m in range(1, (b - 1) // a + 1)
                    if m in allowed
                }
                winning = {m for m, to in after.items() if not self.wins[to]}
                self.winning[a, b], self.wins[a, b] = winning, bool(winning)
                lengths = [self.moves[to] for m, to in after.items() if m in winning or not winning]
                best = min(lengths) if winning else max(lengths, default=-1)
                self.moves[a, b] = 1 + best


@cache
def _play(text: str, bound: int) -> _Play:
    return _Play(as_multipliers(text), bound)


@proved("Every set of multipliers", numbers("14 sets, `a <= b <= {}`", 60, 20))
@compared("winners, winning multipliers and goals with brute force")
def _every_set(bound: int) -> Cases:
    """With a set of multipliers that holds 1, let `Z` be the heaps that the player to move loses in
    the subtraction game with that set. A quotient `q` keeps the winner of the rest if `q` is in
    `Z`, turns it if `q - 1` does, and wins otherwise; the end counts as won. Collins
    (2005) plays such games as take-away games in sequence."""
    for text in _SETS:
        play = _play(text, bound)
        table = quotient_actions.actions(text)
        for (a, b), won in play.wins.items():
            cases.ASKED.note("outcome", "Grossman({},{}; {})", a, b, text)
            yield same(f"`({a},{b})` with `{text}`", quotient_actions.wins(a, b, text), won)
            winning = set(quotient_actions.winning_multipliers(a, b, text))
            yield same(f"winning at `({a},{b})` with `{text}`", winning, play.winning[a, b])
            first = quotient_actions.goals(a, b, text)[0]
            for m in play.winning[a, b]:
                left = first.quotient - m - first.leave
                yield true(f"goal at `({a},{b})` with `{text}`", table.is_lost(left))


@proved("Lengths with every set of multipliers", numbers("14 sets, `a <= b <= {}`", 60, 20))
@compared("lengths with brute force")
def _lengths(bound: int) -> Cases:
    """How long the game lasts if the winner is fast and the loser slow is a sum over the quotients,
    each by its own table, which rises periodically for finite sets."""
    for text in _SETS:
        for (a, b), moves in _play(text, bound).moves.items():
            cases.ASKED.note("moves", "Grossman({},{}; {})", a, b, text)
            yield same(f"`({a},{b})` with `{text}`", quotient_actions.length(a, b, text), moves)


@proved("Periods of lost heaps", numbers("14 sets, heaps up to {}", 600, 60))
@compared("heaps by the rules")
def _periods(bound: int) -> Cases:
    """The lost heaps are periodic from some heap on for finite sets, and for sets that are whole
    classes from some number on; not from the beginning for `{1,6,9}`, which has preperiod 10 and
    period 5."""
    for text in _SETS:
        allowed, table = as_multipliers(text), quotient_actions.actions(text)
        takes = [n for n in range(1, bound + 1) if n in allowed]
        lost: list[bool] = []
        for heap in range(bound + 1):
            lost.append(not any(lost[heap - n] for n in takes if n <= heap))
            cases.ASKED.note("outcome", "Subtraction({};{})", heap, ",".join(map(str, takes)))
            yield same(f"heap {heap} with `{text}`", table.is_lost(heap), lost[heap])
    yield same("`{1,6,9}`", quotient_actions.actions("{1,6,9}")[:2], (10, 5))


_LIMITS = {
    "{1,4}": "0.51854566465352034621",
    "{1,3,4}": "0.53507933824856137380",
    "{1,2,4}": "0.56813216709232386528",
    "{1,2,3,5}": "0.59067412737882204480",
}
_SHORTER = {"{1,6,9}": "0.513654005161604", "{1,3..}": "0.552964053274819"}
_SHORTER["{1,2,4..}"] = "0.587369226939817"
_WINS = {
    "{1,4}": 25_948_789,
    "{1,3,4}": 26_745_812,
    "{1,2,4}": 28_404_596,
    "{1,2,3,5}": 29_531_762,
    "{1,3}": 25_002_106,
}


_ACTIONS = {
    "{1,4}": "turn same turn win same",
    "{1,3,4}": "turn same turn win win win same",
    "{1,2,4}": "turn win same",
    "{1,2,3,5}": "turn win win same",
    "{1,3}": "turn same",
}
"""What the quotients 1, 2, ... of a period do."""
_SHARES = {
    ("{1,4}", 100_000): ".518541894",
    ("{1,3,4}", 100_000): ".534970120",
    ("{1,2,4}", 100_000): ".568134791",
    ("{1,2,3,5}", 100_000): ".590677066",
    ("{1,3}", 100_000): ".499996467",
    ("{1,3,4}", 20_000): ".53464",
    ("{1,3,4}", 30_000): ".53542",
    ("{1,3,4}", 50_000): ".53487",
    ("{1,3,4}", 70_000): ".53527",
}
"""Shares of wins among the pairs up to a bound."""


@proved("Win probabilities with every set", fixed("8 sets"))
@compared(
    "the digits and their bounds; what quotients do; wins counted for `a < b <= 10000` and shares "
    "up to 100000"
)
def _limits(_: int) -> Cases:
    """The share of the pairs that the first player wins tends to a limit for every set with 1 in
    it: `1/2` if all members are odd, `1/phi` if the set is everything, and strictly between them
    otherwise; bounds are the sums of `V(z + 1)` and `V(z)` over the lost heaps `z > 0`."""
    golden = Decimal(str((sqrt(5) - 1) / 2))
    for text, known in {**_LIMITS, **_SHORTER}.items():
        digits = len(known) - 2
        limit = densities.set_win_probability(text, digits=digits)
        yield same(f"P with `{text}`", str(limit.value), known)
        yield same(f"P with `{text}`", limit.status, "proved")
        low, high = densities.set_gap_bounds(text, digits=12)
        yield true(f"bounds with `{text}`", low < golden - limit.value < high)
        yield true(f"P with `{text}`", Decimal("0.5") < limit.value < golden)
    yield same("odd", densities.set_win_probability("odd").value, Decimal("0.5"))
    for text, wins in _WINS.items():
        yield same(f"wins with `{text}`", bulk.winner_counts(10_000, multipliers=text).wins, wins)
    for text, known in _ACTIONS.items():
        words, table = known.split(), quotient_actions.actions(text)
        # Twice the period, to see that it is one.
        did = [table.action(q) for q in range(1, 2 * len(words) + 1)]
        yield same(f"quotients with `{text}`", did, words * 2)
    for (text, most), known in _SHARES.items():
        wins, losses = bulk.winner_counts(most, multipliers=text)
        share = round(Decimal(wins) / (wins + losses), len(known) - 1)
        yield same(f"share with `{text}` up to {most}", f"{share}"[1:], known)
    yield from _growth_of_the_derivative()


def _growth_of_the_derivative() -> Cases:
    """Check the two estimates in the proof of Theorem M3 on a fine grid."""
    above, below = [], []
    for i in range(1001):
        x = i / 1000
        odd, even = (sum((2 * k + first + x) ** -4 for k in range(50)) for first in (1, 2))
        rest = (98 + x) ** -3 / 6  # more than what these sums leave out
        above.append(6 + 18 * x * (1 + x) ** -3 + 9 * x * x * (even + rest))
        below.append(6 * (2 + x) / (1 + x) ** 2 - 9 * x * (odd + rest))
    # Their derivatives are at most 50, so that they change by less than 0.05 from point to point.
    yield true("the upper bound of Theorem M3", max(above) + 0.05 < 8.81)
    yield true("the lower bound of Theorem M3", min(below) - 0.05 > 0)
