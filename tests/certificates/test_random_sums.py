"""Every verdict on random small sums has a certificate, and agrees with brute force."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import certify, checker
from farstar.certificates._games import Games
from farstar.games import GAMES
from farstar.games.patterns import pattern_rules

TERMS = (
    "E(5,3)", "E(7,4)", "A(2,1,1)", "B(1,1,2)", "Domineering(2x2)", "Domineering(2x3)",
    "Clobber(xo.x)", "ToadsAndFrogs(TT.F)", "Kayles(4)", "Nim(3)", "Konane(xo.x)",
    "Hackenbush(bbr)", "Col(.|.)", "Snort(..)", "Cutcake(2,3)", "Wythoff(2,3)",
    "Amazons(x.o)", "Subtraction(5;1,3)", "PartizanSubtraction(5;1,3|2)", "Cram(2x3)",
    "TopplingDominoes(lre)", "GrundysGame(7)", "TakeAndBreak(0.137;5)", "Euclid(5,8)",
    "Grossman(5,8)", "SerialNim(3,1)", "MaundyCake(2,3)", "Eatcake(2,3)", "Board(2)",
    "Grossman(7,2; k=2)", "Grossman(9,2; {1,4})", "Euclid(9,2; odd)", "SerialNim(3,2; {1,3})",
    "ModularNim(5; 2,3)", "PartizanKayles(4)", "ThreeEuclid(1,2,3)", "CycleProduct(2,2)",
    "CompleteProduct(2,2)", "DawsonsKayles(6)", "Col(path 3)", "Snort(path 3)",
    "Hackenbush(lr(l;r))", "PartizanGeography([(0, 1), (1, 2)], [(0, 2), (2, 1)], 0)",
    "ChildishHackenbush(lr)", "Kings(xo.)", "Rooks(xo.)", "Queens(xo.)", "AntiClobber(x.)",
    "GeneralisedClobber(xo.; distance any)", "GeneralisedToadsAndFrogs(T.F; 2)", "NoGo(1x3)",
    "NodeKayles(path 4)", "ArcKayles(path 4)", "PartizanArcKayles(...; 0l1,1r2)", "Chomp(2x3)",
    "PosetGame(...; 0<1,0<2)", "PartizanTakeAndBreak(0.7 | 0.07; 4)", "Turning(1-3; hth)",
    "Spawning(1-3; 3)", "GeneralisedWythoff(2,3; 2)", "Mem(4,1)", "TakeAway(5,1; 2)",
    "FibonacciNim(5,2)", "TurnAndEatcake(2,3)", "HotClobber(xo.x)", "ElephantsAndRhinos(E.R)",
    "^", "v*", "*2", "1/2", "-1", "{1|-1}", "{2|1||0}", "Tiny(1)", "0",
)  # fmt: skip
LOOPY = (
    "FoxAndGeese(F..|...|G..)", "BackslidingToadsAndFrogs(T.F)", "BackslidingToadsAndFrogs(T..F)",
    "CeyloneseFoxAndGeese(F..|...|G..)", "Phutball(..B..)", "SurdEuclid((1+sqrt(5))/2,1)",
    "HareAndHounds(##.D#|##D.H|###D#)",
)  # fmt: skip
RULES = {
    "elephants-and-rhinos": "E.R",
    "hot-clobber": "xo.x",
    "twins": "THTH",
    "cannibal-clobber": "xox",
}
"""Examples of rules in files, with a board each."""


def from_files() -> list[Any]:
    """Return positions of rulesets in files."""
    folder = Path(__file__).parents[2] / "examples" / "rules"
    positions = []
    for name, board in RULES.items():
        rules: Any = pattern_rules((folder / f"{name}.rules").read_text(encoding="utf-8"))
        positions.append(rules(board))
    return positions


@cache
def short_games() -> list[Any]:
    """Return one or more small games of every family without loops."""
    return [*map(fs.parse, TERMS), *from_files()]


@cache
def loopy_games() -> list[Any]:
    """Return small games with loops."""
    return [fs.parse(text) for text in LOOPY]


def random_sum(generator: random.Random, games: list[Any], most: int = 3) -> list[tuple[Any, int]]:
    """Return random components with their signs."""
    count = generator.randint(1, most)
    return [(generator.choice(games), generator.choice((1, -1))) for _ in range(count)]


def added(components: list[tuple[Any, int]]) -> Any:
    """Return the sum of components."""
    total: Any = fs.Sum()
    for game, sign in components:
        total = total + game if sign > 0 else total - game
    return total


@cache
def all_games() -> Games:
    """Return the moves of all components, each derived once."""
    return Games()


def plain_outcome(components: list[tuple[Any, int]], *, misere: bool = False) -> str:
    """Return who wins a sum by working backwards from the ends of all plays.

    Plays that need not end are draws. Nothing is used but the moves of each component.
    """
    games = all_games()
    start = tuple(sorted((games.component(game, sign), 0) for game, sign in components))
    options: dict[Any, list[Any]] = {}
    todo = [(start, player) for player in ("left", "right")]
    for state, player in todo:
        if (state, player) not in options:
            other = "right" if player == "left" else "left"
            options[state, player] = [(after, other) for after in games.moves(state, player)]
            todo += options[state, player]
    winner: dict[Any, str] = {}
    waiting = list(options)
    while True:
        undecided = []
        for turn in waiting:
            mover, other = turn[1], "right" if turn[1] == "left" else "left"
            results = {winner.get(after) for after in options[turn]}
            if not results:
                winner[turn] = mover if misere else other
            elif mover in results or results == {other}:
                winner[turn] = mover if mover in results else other
            else:
                undecided.append(turn)
        if len(undecided) == len(waiting):
            break
        waiting = undecided
    reached = "".join(winner.get((start, player), "draw")[0] for player in ("left", "right"))
    return next(
        name for name, results in checker.LOOPY_RESULTS.items() if results == reached.upper()
    )


def agree(generator: random.Random, *, normal: int, misere: int, loopy: int) -> None:
    """Certify the outcomes of random sums, check them, and compare them with brute force."""
    for games, count, play in (
        (short_games(), normal, "outcome"),
        (short_games(), misere, "misere"),
        (loopy_games(), loopy, "outcome"),
        (loopy_games(), loopy // 3, "misere"),
    ):
        for _ in range(count):
            components = random_sum(generator, games, 3 if play == "outcome" else 2)
            if games is loopy_games():
                components = [components[0], (generator.choice(short_games()), 1)]
            certificate = certify(added(components), prove=play)  # type: ignore[arg-type]
            (proved,) = certificate.check()
            outcome = plain_outcome(components, misere=play == "misere")
            assert proved == outcome + " under misère play" * (play == "misere"), components


def test_every_game_is_among_them() -> None:
    games = [game for game in short_games() + loopy_games() if isinstance(game, fs.Position)]
    written = {str(game).partition("(")[0] for game in games}
    for name, (_, *aliases) in GAMES.items():
        rules: Any = fs.games.load(name)
        is_there = any(type(game.ruleset) is rules.rules for game in games)
        assert is_there or written & {name, *aliases}, name


@pytest.mark.parametrize("seed", range(6))
def test_random_sums_agree_with_brute_force(seed: int) -> None:
    agree(random.Random(seed), normal=25, misere=10, loopy=3)


@pytest.mark.long
def test_ten_thousand_random_sums_agree_with_brute_force() -> None:
    agree(random.Random(21), normal=5_600, misere=2_800, loopy=1_200)
