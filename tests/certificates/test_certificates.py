"""Certificates: the stand-alone checker accepts what is true."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import Certificate, certify, checker, load_certificate
from farstar.errors import BudgetExceeded, FarstarError, LoopyError, NotAtomicError
from tests.certificates.mutations import resealed
from tests.certificates.plain_rules import rows_of
from tests.certificates.test_random_sums import LOOPY, loopy_games, short_games


def plain_outcome(data: Any) -> str:
    """Return who wins the sum of a certificate by plain recursion over its games."""
    rows, parts = [rows_of(game) for game in data["games"]], data["parts"]

    @cache
    def wins(state: tuple[tuple[int, int], ...], left: bool) -> bool:
        can_move = False
        for i, (part, position) in enumerate(state):
            game, sign = parts[part]
            for option in rows[game][position][0 if left == (sign > 0) else 1]:
                can_move = True
                if not wins((*state[:i], (part, option), *state[i + 1 :]), not left):
                    return True
        return not can_move and data["play"] == "misere"

    start = tuple((part, 0) for part in data["start"])
    return {(1, 1): "N", (0, 0): "P", (1, 0): "L", (0, 1): "R"}[
        wins(start, True), wins(start, False)
    ]


@pytest.mark.parametrize("text", [*LOOPY, "over", "on", "upon", "over - *", "1 + over"])
def test_loopy_games(text: str) -> None:
    game = fs.parse(text)
    certificate = certify(game)
    assert certificate.check() == [str(game.outcome)]


class Walk(fs.Ruleset):
    """A token on a graph with arcs for Left and arcs for Right."""

    may_loop = True

    def __init__(self, arcs: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]) -> None:
        self.arcs = arcs

    def left(self, position: int) -> tuple[int, ...]:
        return self.arcs[position][0]

    def right(self, position: int) -> tuple[int, ...]:
        return self.arcs[position][1]


def test_all_outcomes_of_games_with_draws() -> None:
    generator = random.Random(9)
    outcomes = set()
    for _ in range(300):
        size = generator.randint(2, 5)
        arcs = tuple(
            tuple(
                tuple(v for v in range(size) if generator.random() < 0.35)
                for _ in ("left", "right")
            )
            for _ in range(size)
        )
        game = Walk(arcs)(0)  # type: ignore[arg-type]
        certificate = certify(game)
        assert certificate.check() == [str(game.outcome)]
        outcomes.add(str(game.outcome))
    assert outcomes == {"L", "R", "N", "P", "D", "P^", "Pv", "N^", "Nv"}


def random_walk(generator: random.Random) -> fs.Position:
    """Return a token on a random graph with at most four vertices."""
    size = generator.randint(1, 4)
    sides = [
        [tuple(v for v in range(size) if generator.random() < 0.35) for _ in range(2)]
        for _ in range(size)
    ]
    return Walk(tuple((left, right) for left, right in sides))(0)


def test_relations_of_random_graphs_are_those_of_their_values() -> None:
    """Also of games that are no stoppers; the values are compared by their sides."""
    generator = random.Random(5)
    relations = set()
    for _ in range(200):
        g, h = random_walk(generator), random_walk(generator)
        relation = relation_of(g, h)
        relations.add(relation)
        assert certify(g, relation, h).check() == [f"g {relation} h"]
        for false in {"==", ">", "<", "||"} - {relation}:
            with pytest.raises(ValueError, match="a relation that holds"):
                certify(g, false, h)
    assert relations == {"==", ">", "<", "||"}


SIDED = (
    "dud", "over - over", "1 & *", "tis", "tisn", "upon + ^<on>", "{0|{dud|},*}", "^ & v*",
    "{on||0|-1/2} & {1/2|0||off}", "a{0,{1|1,{*,{1*|1*,a}|*}}|0}",
)  # fmt: skip
"""Values with two sides; the sides of the last one are no stoppers."""


@pytest.mark.parametrize("text", SIDED)
def test_values_with_two_sides(text: str) -> None:
    value = fs.Loopy(text)
    assert not value.is_stopper
    certificate = certify(value)
    assert certificate.check() == [str(value.outcome)]
    assert "on" in certificate.data["games"][0]
    for other in (fs.Loopy(0), fs.Loopy("over"), -value, value, *map(fs.Loopy, SIDED[:4])):
        relation = str(value.compare(other)).replace("=", "==")
        assert certify(value, relation, other).check() == [f"g {relation} h"]
        for false in {"==", ">", "<", "||"} - {relation}:
            with pytest.raises(ValueError, match="a relation that holds"):
                certify(value, false, other)


def test_values_with_two_sides_next_to_positions() -> None:
    """The value of a position with loops is equal to it, whatever its sides are."""
    generator = random.Random(8)
    sided = 0
    for _ in range(60):
        position = random_walk(generator)
        value = position.loopy_value
        sided += not value.is_stopper
        assert certify(value).check() == certify(position).check()
        assert certify(value, "==", position).check() == ["g == h"]
    assert sided > 10


def relation_of(loopy: Any, short: Any) -> str:
    """Return how a position with loops compares with another game, by their values."""
    value = loopy.loopy_value
    other = fs.Loopy(short) if isinstance(short, fs.Value) else short.loopy_value
    signs = {(True, True): "==", (True, False): ">", (False, True): "<", (False, False): "||"}
    return signs[value >= other, other >= value]


@pytest.mark.parametrize("seed", range(20))
def test_relations_with_loops_are_those_of_the_values(seed: int) -> None:
    generator = random.Random(seed)
    loopy, short = generator.choice(loopy_games()), generator.choice(short_games())
    relation = relation_of(loopy, short)
    assert certify(loopy, relation, short).check() == [f"g {relation} h"]
    false = next(sign for sign in ("==", ">", "<", "||") if sign != relation)
    with pytest.raises(ValueError, match="a relation that holds"):
        certify(loopy, false, short)


@pytest.mark.parametrize(
    ("g", "relation", "h", "claims"),
    [
        ("^", "||", "*", ["N"]),
        ("^^", ">", "*", ["L"]),
        ("{1|-1} + {1|-1}", "==", "0", ["P"]),
        ("Domineering(2x2)", ">=", "-2 + *", [">="]),
        ("v", "<", "0", ["R"]),
        ("-1", "<=", "*", ["<="]),
    ],
)
def test_relations(g: str, relation: str, h: str, claims: list[str]) -> None:
    first, second = fs.parse(g), fs.parse(h)
    certificate = certify(first, relation, second)
    assert certificate.check() == certificate.claims == claims


def test_text() -> None:
    assert certify("E(5,3) + ^").check() == certify(fs.parse("E(5,3) + ^")).check()
    assert certify("^ || *").check() == ["N"]
    with pytest.raises(ValueError, match="one relation"):
        certify("^ || *", ">=")
    with pytest.raises(ValueError, match="to prove, got 'value'"):
        certify("^", prove="value")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a relation or a value"):
        certify("^ || *", prove="canonical")


def test_false_relations_have_no_certificate() -> None:
    with pytest.raises(ValueError, match="a relation that holds"):
        certify(fs.Value("^"), "==", fs.Value("*"))
    with pytest.raises(ValueError, match="expected a relation"):
        certify(fs.Value("^"), "=>", 0)


FORMS = (
    "Domineering(2x3)",
    "E(5,3)",
    "ToadsAndFrogs(TT.F)",
    "+-1 + *",
    "{3|{1|-1/2}}",
    "-3",
    "3/8",
)


@pytest.mark.parametrize("text", FORMS)
def test_canonical_forms(text: str) -> None:
    game = fs.parse(text)
    certificate = certify(game, prove="canonical")
    (proved,) = certificate.check()
    part = certificate.data["start"][-1]
    rows = certificate.data["games"][certificate.data["parts"][part][0]]["moves"]

    def value(p: int) -> fs.Value:
        return fs.Value.of(map(value, rows[p][0]), map(value, rows[p][1]))

    canonical = game if isinstance(game, fs.Value) else game.value
    assert value(0) == canonical == fs.Value(proved.removeprefix("canonical form "))


@pytest.mark.parametrize("text", FORMS)
def test_thermographs(text: str) -> None:
    certificate = certify(text, prove="thermograph")
    (proved,) = certificate.check()
    for side, corners in certificate.data["values"]["thermograph"].items():
        assert f"{side} wall {checker.text_of(corners)}" in proved
    game = fs.parse(text)
    graph = (game if isinstance(game, fs.Value) else game.value).thermograph()
    claimed = certificate.data["values"]["thermograph"]
    assert claimed["left"][-1] == [str(graph.temperature), str(graph.mean)] or (
        claimed["right"][-1] == [str(graph.temperature), str(graph.mean)]
    )


def test_thermographs_of_games_born_by_day_three() -> None:
    generator = random.Random(3)
    values = fs.born_by_day(2)
    for _ in range(150):
        sides = [generator.sample(values, generator.randint(1, 3)) for _ in range(2)]
        certificate = certify(fs.Value.of(*sides), prove="thermograph")
        (proved,) = certificate.check()
        assert proved.startswith("thermograph with corners")


@pytest.mark.parametrize(
    ("text", "weight"),
    [("^", "1"), ("E(17,10)", "2"), ("E(5,3)", "-1"), ("*2", "0"), ("{0|||0||0|v*}", "1/2"),
     ("Kayles(5)", "0"), ("E(211,121)", "8Tiny(3)"), ("E(31,12) + E(11,3)", None)],
)  # fmt: skip
def test_atomic_weights(text: str, weight: str | None) -> None:
    certificate = certify(text, prove="atomic_weight")
    (proved,) = certificate.check()
    assert proved.startswith("atomic weight ")
    claimed = certificate.data["values"]["atomic_weight"]
    rows = claimed["weights"]

    def value(p: int) -> fs.Value:
        return fs.Value.of(map(value, rows[p][0]), map(value, rows[p][1]))

    game = fs.parse(text)
    total = game if isinstance(game, fs.Value) else game.value
    assert value(claimed["of"][0]) == total.atomic_weight()
    assert fs.Value(proved.removeprefix("atomic weight ")) == total.atomic_weight()


def test_games_without_a_value() -> None:
    with pytest.raises(NotAtomicError, match="all-small"):
        certify("1/2", prove="atomic_weight")
    with pytest.raises(ValueError, match="nimber"):
        certify(fs.Value("^"), prove="grundy")


@pytest.mark.parametrize(("text", "grundy"), [("Kayles(6)", 3), ("Nim(1,2,5)", 6), ("Nim(3,3)", 0)])
def test_grundy_values(text: str, grundy: int) -> None:
    certificate = certify(fs.parse(text), prove="grundy")
    assert certificate.check() == [f"Grundy value {grundy}"]
    assert certificate.data["values"] == {"grundy": grundy}


def test_loops_and_large_games_are_refused() -> None:
    for loopy in (fs.Loopy("over"), fs.FoxAndGeese("F...|....|G.G.")):
        with pytest.raises(LoopyError, match="without loops"):
            certify(loopy, prove="canonical")
    with pytest.raises(BudgetExceeded, match="positions"):
        certify(fs.Nim(200, 200))
    data: dict[str, Any] = {
        "games": [{"name": "loop", "moves": [[[0], [0]]]}], "parts": [[0, 1]], "start": [0],
        "play": "normal", "claim": "P", "values": {},
        "strategies": [{"player": player, "starter": starter,
                        "replies": [[[[0, 0]], [[0, 0]]]]}
                       for player, starter in (("left", "right"), ("right", "left"))],
    }  # fmt: skip
    with pytest.raises(ValueError, match="return to an earlier position"):
        checker.check(resealed(data))


def test_files(tmp_path: Path) -> None:
    certificate = certify(fs.Value("^*"))
    certificate.save(tmp_path / "a.json")
    assert load_certificate(tmp_path / "a.json").data == certificate.data
    assert isinstance(certificate, Certificate)
    for text in ("{", "3", "[" * 100_000, '{"a":1.50}'):
        (tmp_path / "b.json").write_text(text, encoding="utf-8")
        with pytest.raises(FarstarError, match="expected a certificate in JSON"):
            load_certificate(tmp_path / "b.json")
    for text in ('{"claim": "P"}', '{"claim":"P","claim":"N"}', '{"b":1,"a":2}'):
        (tmp_path / "b.json").write_text(text, encoding="utf-8")
        with pytest.raises(FarstarError, match="fields in order, once each, without spaces"):
            load_certificate(tmp_path / "b.json")


@pytest.mark.parametrize("text", ["Domineering(3x3)", "Nim(2,3)", "Clobber(xoxo)"])
def test_the_moves_of_each_position_are_derived_once(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    derived: list[Any] = []
    for kind in (checker.BoardRules, checker.HeapRules):

        def moves(rules: Any, position: Any, moves: Any = kind.moves) -> Any:
            derived.append(position)
            return moves(rules, position)

        monkeypatch.setattr(kind, "moves", moves)
    certificate = certify(text)
    assert len(derived) == len({*derived}) > 1
    assert certificate.check()
