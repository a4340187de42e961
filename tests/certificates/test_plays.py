"""Certificates of sums with too many positions to list, in which play is short."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import Certificate, Refused, certify, checker
from farstar.certificates._plays import by_plays, is_long, may_be_played
from farstar.errors import BudgetExceeded
from farstar.papers.partizan_euclid.theory import plain_sums
from tests.certificates.mutations import NOT_ACCEPTED, leaves, mutated, rearranged, resealed
from tests.certificates.truth import is_true

LARGE = "E(600000000000000000059,400000000000000000040)"


def random_word(generator: random.Random) -> str:
    """Return a word with few letters l and some long runs of r."""
    runs = [
        generator.choice(["l", "r", f"r{generator.randint(10**5, 10**18)}"])
        for _ in range(generator.randint(0, 4))
    ]
    return f"E({''.join(runs)}e)"


def test_a_sum_with_huge_numbers_is_certified() -> None:
    proof = certify(f"{LARGE} + E(33,23)")
    assert proof.check() == ["N"]
    assert "plays" in proof.data
    assert str(proof.data).count("9999") == 0  # only what is met is written
    assert proof.report()[-1] == f'the same moves as the games of Farstar: "{LARGE}", "E(33,23)"'
    assert repr(proof) == f"<Certificate of N: 2 strategies, {proof.replies} replies>"


@pytest.mark.parametrize("text", [f"{LARGE} + E(33,23) || 0", f"{LARGE} <= E(5,4)"])
def test_relations_are_certified(text: str) -> None:
    assert "plays" in certify(text).data
    certify(text).check()


def test_a_relation_that_does_not_hold_has_no_certificate() -> None:
    with pytest.raises(ValueError, match="expected a relation that holds"):
        certify(f"{LARGE} > 0")


@pytest.mark.parametrize("seed", range(3))
def test_random_sums_against_plain_play(seed: int) -> None:
    """The claim of each certificate is that of plain play, which uses nothing of Farstar."""
    generator = random.Random(seed)
    played = 0
    for _ in range(12):
        terms = [random_word(generator) for _ in range(generator.randint(1, 3))]
        terms += generator.choice([[], [], ["*2"], ["^"]])
        proof = certify(" + ".join(terms))
        proof.check()
        if "plays" in proof.data:
            played += 1
            assert is_true(json.loads(str(proof)))
    assert played > 3


def small_proof() -> Any:
    """Return a certificate of this kind about small games, of which everything is known."""
    terms: list[Any] = [
        (fs.PartizanEuclid(7, 4), 1),
        (fs.Clobber("xo.x"), -1),
        (fs.Value("^*2"), 1),
    ]
    return json.loads(str(by_plays(terms, None)))


def test_up_to_four_huge_positions_are_certified() -> None:
    """What is claimed is what the cut alone says, with numbers of up to 60 digits."""
    generator, replies = random.Random(8), 0
    for size in (2, 2, 3, 3, 3, 4):
        words = [long_word(generator) for _ in range(size)]
        proof = certify(" + ".join(f"E({word})" for word in words))
        assert proof.check() == [str(plain_sums.outcome(words))]
        replies = max(replies, proof.replies)
    assert replies > 100


def long_word(generator: random.Random) -> fs.Word:
    """Return a word with a run of up to 10^20 letters r."""
    runs = [
        generator.choice(["l", "lr", f"lr{generator.randint(2, 3)}"])
        for _ in range(generator.randint(0, 2))
    ]
    runs.insert(generator.randint(0, len(runs)), f"lr{generator.randint(10**19, 10**20)}")
    return fs.Word("".join(runs) + "e")


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (f"{LARGE} + E(33,23) + A(3,2,1)", "L"),
        (f"{LARGE} + E(33,23) + Domineering(2x3)", "N"),
        ("E(5,4) + E(360269,200149)", "L"),
    ],
)
def test_other_games_and_shorter_runs_are_certified(text: str, outcome: str) -> None:
    """Games that do not count their moves, and sums whose positions could just be listed."""
    assert str(fs.parse(text).outcome) == outcome
    proof = certify(text)
    assert "plays" in proof.data
    assert proof.check() == [outcome]


def test_a_certificate_that_meets_too_many_sums_is_not_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("farstar.certificates._plays.MOST_SUMS", 5)
    with pytest.raises(BudgetExceeded):
        certify(f"{LARGE} + E(33,23)")


def huge_proof() -> Any:
    """Return a certificate about numbers of 21 digits, which play never counts down."""
    return json.loads(str(certify(f"{LARGE} + E(33,23)")))


@pytest.mark.parametrize("proof", [small_proof, huge_proof], ids=["small", "huge"])
def test_changes_prove_nothing_false(proof: Callable[[], Any]) -> None:
    data = proof()
    assert is_true(data)
    generator, refused = random.Random(1), 0
    paths = [path for path in leaves(data) if path[-1] != "digest"]
    for _ in range(400):
        change = generator.choice([mutated, rearranged])
        changed = resealed(change(data, generator.choice(paths), generator))
        try:
            Certificate(changed).check()
        except NOT_ACCEPTED:
            refused += 1
        else:
            assert is_true(changed)
    assert refused > 300


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        (True, "list"),
        ([[True, 1]], "integer"),
        ([[2, -1]], "heaps"),
        ("xo", "list"),
        (None, "list"),
    ],
)
def test_a_position_must_be_written_as_the_game_has_it(place: Any, wrong: str) -> None:
    data = small_proof()
    reply = data["plays"][0]["replies"][0]
    reply[0][0][1] = place
    with pytest.raises(checker.Refused, match=wrong):
        checker.check(resealed(data))


def test_play_that_returns_is_no_proof() -> None:
    """Right passes for ever; a strategy of Left's that never loses does not win."""
    game = {"name": "a loop", "moves": [[[0], [0]]]}
    data = {
        "games": [game],
        "parts": [[0, 1]],
        "start": [0],
        "play": "normal",
        "claim": "L",
        "plays": [
            {"player": "left", "starter": "left", "replies": [[[[0, 0]], [[0, 0]]]]},
            {"player": "left", "starter": "right", "replies": [[[[0, 0]], [[0, 0]]]]},
        ],
    }
    with pytest.raises(Refused, match="return to an earlier position"):
        Certificate.sealed(data).check()


def test_rules_of_another_game_are_refused_or_not_called_the_same() -> None:
    data = json.loads(str(certify(f"{LARGE} + E(33,23)")))
    data["games"][1]["name"] = "E(34,23)"
    with pytest.raises(Refused, match="another game than E"):
        Certificate(resealed(data)).check()
    data["games"][1]["name"], data["games"][0]["name"] = "E(33,23)", f"E({10**16 + 1},{10**16})"
    last = Certificate(resealed(data)).report()[-1]
    assert last.startswith("games of Farstar that are too large to be compared")


def test_only_games_in_which_a_player_has_few_moves_are_played() -> None:
    huge = fs.PartizanEuclid(600000000000000000059, 400000000000000000040)
    assert is_long([(huge, 1), (fs.Value("^"), 1)])
    assert not is_long([(fs.PartizanEuclid(7, 4), 1), (fs.Value("^"), 1)])
    # Domineering does not count its moves: this is tried if the positions cannot be listed.
    assert not is_long([(huge, 1), (fs.Domineering("4x4"), 1)])
    assert may_be_played([(huge, 1), (fs.Domineering("4x4"), 1)])
    assert not may_be_played([(huge, 1), (huge, -1)])
    assert not may_be_played([(fs.Domineering("4x4"), 1)])
    # With both signs neither player has few moves.
    assert not is_long([(huge, 1), (huge, -1)])
    assert not is_long([(fs.Value("^"), 1)])
    with pytest.raises(BudgetExceeded, match="at most 20000 positions"):
        certify("Domineering(6x6)")
    with pytest.raises(BudgetExceeded, match="at most 20000 positions"):
        certify(LARGE, prove="canonical")
