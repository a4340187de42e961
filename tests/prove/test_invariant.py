"""Regular invariants: the rows of docs/prove.md, truth, and forgeries."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest

import farstar as fs
from farstar.games.patterns import pattern_rules
from farstar.prove import NotProved, Theorem
from tests.prove.games import CLOBBER, CRAM, changed, is_accepted, words_up_to

DOMINEERING = "cells . #\nleft .. -> ## rows\nright .. -> ## columns"
"""Left places horizontal dominoes."""

ROWS: list[tuple[str, list[str], dict[str, Any], int]] = [
    (CLOBBER, ["xxo^n"], {}, 4),
    (CLOBBER, ["xxo^n", "xxoo^n"], {}, 4),
    (CLOBBER, ["oox^n"], {"player": "right"}, 4),
    (CLOBBER, ["xxo^n"], {"wins": "first"}, 6),
    (CRAM, ["(..|..)^n"], {"height": 2}, 3),
    (DOMINEERING, ["(....|....)^n"], {"height": 2}, 13),
    (DOMINEERING, ["(....|....)^n"], {"height": 2, "wins": "first"}, 18),
]


def proved(text: str, families: list[str], options: dict[str, Any]) -> Theorem:
    theorem = fs.prove.invariant(text, families, **options)
    assert isinstance(theorem, Theorem), theorem
    return theorem


@pytest.mark.parametrize(("text", "families", "options", "states"), ROWS)
def test_rows_of_the_table(
    text: str, families: list[str], options: dict[str, Any], states: int
) -> None:
    theorem = proved(text, families, options)
    assert theorem.automaton is not None
    assert len(theorem.automaton) == states
    assert "; ".join(theorem.certificate().check()) == theorem.statement


def test_statements() -> None:
    assert proved(*ROWS[0][:3]).statement == "Left, moving second, wins (xxo)^n for all n >= 1"
    assert proved(*ROWS[4][:3]).statement == "the second player wins (..|..)^n for all n >= 1"
    with_ends = proved(CLOBBER, ["xxo(xxo)^noxx"], {"start": 0})
    assert with_ends.statement == "Left, moving second, wins xxo (xxo)^n oxx for all n >= 0"


def test_every_accepted_word_is_won() -> None:
    theorem = proved(*ROWS[0][:3])
    game: Any = pattern_rules(CLOBBER)
    accepted = 0
    assert theorem.automaton is not None
    for word in words_up_to("xo.", 7):
        if word and theorem.automaton.answer(word) == "yes":
            accepted += 1
            assert str(game(word).outcome) in "LP", word
    assert accepted > 20


def test_blocks_that_are_answered_one_by_one() -> None:
    """Who wins is found by search too, for both players; other lengths have no such blocks."""
    for columns in range(1, 6):
        board = "|".join(["." * columns] * 2)
        horizontal_wins = fs.Domineering(board).outcome is fs.Outcome.R
        for wins in ("first", "second"):
            answer = fs.prove.invariant(DOMINEERING, f"({board})^n", height=2, wins=wins, states=1)
            assert bool(answer) == (horizontal_wins and columns == 4), (columns, wins)
        assert not fs.prove.invariant(
            DOMINEERING, f"({board})^n", height=2, player="right", states=1
        )


def test_a_false_claim_has_a_counterexample() -> None:
    answer = fs.prove.invariant(CLOBBER, "xxo^n", player="right")
    assert isinstance(answer, NotProved)
    assert answer.counterexample == "xxo"
    answer = fs.prove.invariant(CLOBBER, "xo^n")
    assert isinstance(answer, NotProved)
    assert answer.counterexample == "xo"


def test_too_few_states_are_no_proof() -> None:
    answer = fs.prove.invariant(CLOBBER, "xxo^n", states=3)
    assert isinstance(answer, NotProved)
    assert answer.reason == "there is no invariant with at most 3 states"


@pytest.mark.parametrize(
    ("families", "options", "message"),
    [
        ("xxo", {}, r"such as xxo\^n"),
        ("xxa^n", {}, "marks"),
        ([], {}, "got none"),
        ("xxo^n", {"wins": "third"}, "first or second"),
        ("(x|o)^n", {}, "board of 1 rows"),
    ],
)
def test_bad_questions_get_one_line(families: Any, options: Any, message: str) -> None:
    with pytest.raises(fs.NotationError, match=message):
        fs.prove.invariant(CLOBBER, families, **options)


def test_without_the_solver_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    with pytest.raises(fs.MissingExtraError, match=r"farstar\[prove\]"):
        fs.prove.invariant(CLOBBER, "xxo^n")


@pytest.mark.parametrize("row", range(len(ROWS)))
def test_forged_invariants_are_refused_unless_true(row: int) -> None:
    """Prover and checker agree about changed automata; some of them are still invariants."""
    from farstar.prove._game import WordGame
    from farstar.prove._invariant import Automaton, Search, _family

    text, families, options, states = ROWS[row]
    certificate = proved(text, families, options).certificate()
    game = WordGame(text, height=options.get("height", 1))
    player = options.get("player", "left")
    is_second = options.get("wins") != "first"
    search = Search(game, [_family(f, game, 1) for f in families], player, is_second=is_second)
    chance = Random(row)
    refused = 0
    for _ in range(60):
        machine = certificate.data["machine"]
        state, letter = chance.randrange(states), chance.randrange(len(game.letters))
        if chance.random() < 0.3:
            forged = changed(
                certificate, ["machine", "accepts", state], 1 - machine["accepts"][state]
            )
        else:
            target = (machine["next"][state][letter] + chance.randrange(1, states)) % states
            forged = changed(certificate, ["machine", "next", state, letter], target)
        data = forged.data["machine"]
        automaton = Automaton(data["next"], [bool(x) for x in data["accepts"]])
        is_invariant = search.unanswered(automaton) is None
        if is_accepted(forged):
            assert is_invariant
        else:
            refused += 1
    assert refused > 20
    forgeries: list[tuple[list[Any], Any]] = [
        (["rank"], []),
        (["wins"], "never"),
        (["player"], "both"),
        (["families"], []),
        (["families", 0, "period"], ""),
        (["families", 0, "from"], -1),
        (["machine", "accepts"], [0] * states),
        (["machine", "accepts"], [1] * states),
        (["machine", "accepts", 0], 2),
    ]
    for path, value in forgeries:
        assert not is_accepted(changed(certificate, path, value)), (path, value)
