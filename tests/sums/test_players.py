"""The perfect player never loses a won game; who has won is told by plain recursion."""

from __future__ import annotations

from math import gcd
from random import Random
from typing import Any

import pytest

import farstar as fs
from farstar import engine
from farstar.sums.matches import Match, wins
from farstar.sums.players import PLAYERS, PerfectPlayer, RandomPlayer, ThermalPlayer

from .plain import Plain

GAMES = [
    *("Euclid(21,8)", "Grossman(17,5)", "Euclid(19,4; k=2)", "SerialNim(2,3,1)", "E(19,11)"),
    *("Board(4)", "A(2,3,1)", "ModularNim(9; 2,3)", "CycleProduct(3,3)"),
    *("E(11,8) + ^^ + *2", "E(19,11) + E(7,5) - E(12,7)", "E(11,8) - E(11,8) + *"),
    *("A(2,3,1) + A(1,3,2) - A(2,2,2)", "Euclid(5,3) + SerialNim(2,1) + *3"),
    *("Board(3) + E(5,3) + +-1", "SerialNim(3) + SerialNim(5) + SerialNim(6)"),
    *("A(1,2,0) - Board(3) + E(8,5) + ^", "E(5,3) + {3||2|1} - {5/2|2}"),
]

SLOW = ("A(2,3,1) + A(1,3,2) - A(2,2,2)", "A(1,2,0) - Board(3) + E(8,5) + ^")
"""Misere play of sums has to be searched."""

PARTS = [
    *("E(5,3)", "E(7,5)", "E(12,7)", "A(1,2,1)", "A(0,3,1)", "B(1,1,1)", "Euclid(5,2)", "*3", "^"),
    *("SerialNim(2,1)", "+-1", "{2|-1}", "{1||0|-1}", "1/2", "-1", "v*"),
]

GAMES_EACH = 3


class Adversary:
    """Wins what can be won by plain recursion, and leaves as few winning answers as can be."""

    def __init__(self, seed: int, plain: Plain) -> None:
        self._random = Random(seed)
        self._plain = plain

    def choose(self, game: Any, player: fs.Player, *, misere: bool) -> fs.Move:
        def answers(move: fs.Move) -> int:
            if not self._plain.wins(move.after, -player):
                return 0
            return 1 + sum(
                not self._plain.wins(after, player) for after in move.after.options(-player)
            )

        counted = [(answers(move), move) for move in game.moves(player)]
        least = min(count for count, _ in counted)
        best: fs.Move = self._random.choice([move for count, move in counted if count == least])
        return best


def finish(match: Match, players: dict[fs.Player, Any]) -> fs.Player:
    """Play to the end; return the winner."""
    while not match.is_over:
        player = match.to_move
        match.play(players[player].choose(match.game, player, misere=match.misere))
    assert match.winner is not None
    return match.winner


def never_loses(start: Any, plain: Plain, *, misere: bool = False, seed: int = 1) -> int:
    """Play the perfect player wherever it has won; return how many games were played."""
    played = 0
    for perfect in (fs.Left, fs.Right):
        for first in (fs.Left, fs.Right):
            if plain.wins(start, first) != (first is perfect):
                continue
            for number in range(seed, seed + GAMES_EACH):
                for other in (RandomPlayer(number), Adversary(number, plain)):
                    match = Match(start, first, misere=misere)
                    us = PerfectPlayer(number)
                    assert finish(match, {perfect: us, -perfect: other}) is perfect, (
                        f"{start}, {perfect} against {type(other).__name__}, {match.record()}"
                    )
                    played += 1
    return played


def test_a_random_player_does_lose_won_games() -> None:
    start = fs.Euclid(21, 8)
    assert wins(start, fs.Left)
    winners = {
        finish(Match(start), {fs.Left: RandomPlayer(seed), fs.Right: PerfectPlayer(seed)})
        for seed in range(10)
    }
    assert fs.Right in winners


def as_game(text: str) -> Any:
    parsed = fs.parse(text)
    return fs.Sum(parsed) if isinstance(parsed, fs.Value) else parsed


@pytest.mark.parametrize("text", GAMES)
def test_the_perfect_player_never_loses_a_won_game(text: str) -> None:
    # Each of the two starters is won by one player or the other.
    assert never_loses(as_game(text), Plain()) == 2 * 2 * GAMES_EACH


@pytest.mark.parametrize("text", [text for text in GAMES if text not in SLOW])
def test_nor_under_misere_play(text: str) -> None:
    games = never_loses(as_game(text), Plain(misere=True), misere=True)
    assert games == 2 * 2 * GAMES_EACH


@pytest.mark.long
def test_nor_in_hundreds_of_games() -> None:
    assert play_random_sums(range(12)) == 12 * 2 * 2 * GAMES_EACH


@pytest.mark.long
def test_nor_in_thousands_of_games() -> None:
    assert play_random_sums(range(12, 1000)) == 988 * 2 * 2 * GAMES_EACH


def play_random_sums(seeds: range) -> int:
    plain, played = Plain(), 0
    for seed in seeds:
        random = Random(seed)
        text = " + ".join(random.choices(PARTS, k=random.choice([2, 3, 3])))
        text += f" - {random.choice(PARTS[:9])}"
        played += never_loses(as_game(text), plain, seed=seed)
    return played


def test_perfect_players_agree_with_theory_on_large_numbers() -> None:
    numbers = [1, 2]
    for _ in range(60):
        numbers.append(numbers[-1] + numbers[-2])
    start = fs.Euclid(3 * numbers[-1] + numbers[-2], numbers[-1]) + fs.SerialNim(7, 9)
    perfect = fs.Left if wins(start, fs.Left) else fs.Right
    players: dict[fs.Player, Any] = {perfect: PerfectPlayer(5), -perfect: RandomPlayer(5)}
    assert finish(Match(start), players) is perfect


def test_where_every_move_loses_the_hardest_is_made() -> None:
    start = fs.parse("SerialNim(1) + SerialNim(2) + SerialNim(3)")
    assert isinstance(start, fs.Sum)
    assert start.winning_moves(fs.Left) == ()
    move = PerfectPlayer(0).choose(start, fs.Left)

    def share(move: fs.Move) -> float:
        return len(move.after.winning_moves(fs.Right)) / len(move.after.moves(fs.Right))

    assert share(move) == min(share(other) for other in start.moves(fs.Left))


def test_the_thermal_player_moves_where_it_is_hottest() -> None:
    start = fs.GeographyA(3, 2, 1) + fs.Euclid(9, 2) + fs.Value("+-4")
    for player, after in ((fs.Left, "4"), (fs.Right, "-4")):
        assert ThermalPlayer(1).choose(start, player).text == f"in +-4: to {after}"


def test_the_thermal_player_sees_negative_components_from_the_other_side() -> None:
    start = fs.GeographyA(1, 2, 1) - fs.GeographyA(6, 2, 0)
    hot = -fs.GeographyA(6, 2, 0)
    best = {move.after.value for move in hot.moves(fs.Right)}
    assert hot.temperature > fs.GeographyA(1, 2, 1).temperature
    move = ThermalPlayer(0).choose(start, fs.Right)
    assert move.after.value == min(v + fs.GeographyA(1, 2, 1).value for v in best)


def test_the_thermal_player_copes_with_what_has_no_thermograph() -> None:
    start = fs.PartizanEuclid(10**401 + 1, 7 * 10**400 + 3) + fs.Value("+-4")
    assert ThermalPlayer(1).choose(start, fs.Left).text == "in +-4: to 4"


def test_the_thermal_player_declines_misere_play() -> None:
    with pytest.raises(ValueError, match="expected normal play"):
        ThermalPlayer().choose(fs.Euclid(9, 2), fs.Left, misere=True)


@pytest.mark.parametrize("kind", PLAYERS.values())
def test_equal_seeds_make_equal_games(kind: Any) -> None:
    def record(seed: int) -> list[dict[str, str]]:
        match = Match(as_game("Euclid(34,13) + SerialNim(4,3) + E(19,11)"))
        finish(match, {fs.Left: kind(seed), fs.Right: RandomPlayer(seed)})
        return match.record()

    assert record(7) == record(7)
    assert len({str(record(seed)) for seed in range(5)}) > 1


@pytest.mark.parametrize("kind", PLAYERS.values())
def test_no_move_and_no_game(kind: Any) -> None:
    with pytest.raises(ValueError, match="expected a game in which Left can move, got E"):
        kind().choose(fs.Euclid(3, 0), fs.Left)
    with pytest.raises(TypeError, match="expected a Position or a Sum"):
        kind().choose(fs.Value("^"), fs.Left)


@pytest.mark.skipif(engine.active().name != "native", reason="the reference engine is too slow")
def test_a_large_sum_is_played_to_the_end_without_an_error() -> None:
    rng = Random(3)
    pairs = [(p, q) for p in range(150, 200) for q in range(p // 2 + 1, p) if gcd(p, q) == 1]
    for _ in range(2):
        positions = [fs.PartizanEuclid(*pair) for pair in rng.sample(pairs, 12)]
        total = fs.Sum(*(g if rng.random() < 0.5 else -g for g in positions))
        player = fs.Left
        winner = player if total.outcome.wins(player, first=True) else -player
        while moves := total.moves(player):
            move = total.best_move(player) if player is winner else rng.choice(moves)
            assert move is not None
            total, player = move.after, -player
            assert total.outcome.wins(player, first=True) == (player is winner)
        assert player is not winner
