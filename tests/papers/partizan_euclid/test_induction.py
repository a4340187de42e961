"""The proofs by program: they go through, they agree with games, and they find broken tables."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from farstar.errors import CertificateError
from farstar.papers.partizan_euclid.theory import canonical, induction_facts, normal_form
from farstar.papers.partizan_euclid.theory import induction as certificates
from farstar.papers.partizan_euclid.theory.induction import Invariant, Rule
from farstar.papers.partizan_euclid.theory.normal_form import state_number
from farstar.papers.partizan_euclid.theory.words import Word

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.papers.partizan_euclid.conftest import ThinGames


def test_everything_is_proved() -> None:
    certificate = certificates.prove()
    statements = [one.statement for one in certificate.obligations]
    # Every state but that of Right's region, after each letter.
    assert sum(text.startswith("state") and "in front: " in text for text in statements) >= 60
    # The order of a and b, in the states of Theorem 7.
    less, confused = (9, 14, 15, 17, 20, 21, 24, 25, 26, 27, 29), (12, 19, 23, 28)
    for states, sign in ((less, "<"), (confused, "||")):
        for state in states:
            assert f"state {state}: a {sign} b, and both > 0" in statements
    assert {f"R{i}" for i in range(1, 11)} <= {text.split(":")[0] for text in statements}


def places(games: ThinGames, word: Word) -> list[int | None]:
    """Return the games that the paths stand for, by comparison of games."""
    a, b = games.state(word)
    values: dict[str, int | None] = {"0": 0, "*": games.star, "a": a, "b": b}
    for path in induction_facts.PATHS:
        if path not in values:
            parent = values[path[:-1]]
            options = games.left if path[-1] == "L" else games.right
            values[path] = None if not parent else options[parent]
    return [values[path] for path in induction_facts.PATHS]


def test_facts_are_true(games: ThinGames, words_of_length: Callable[[int], list[Word]]) -> None:
    kinds = certificates.invariant().kinds
    seen = 0
    for word in (word for n in range(9) for word in words_of_length(n)):
        state = state_number(word)
        kind = 30 if word == Word("l2re") else state, word.letters()[:-1][:7]
        if state in (None, 8):
            continue
        facts = kinds[kind]  # type: ignore[index]
        values = places(games, word)
        seen += 1
        for i, x in enumerate(values):
            for j, y in enumerate(values):
                if i != j and facts.at_least[i] >> j & 1:
                    assert x is not None
                    assert y is not None
                    assert games.geq(x, y)
                if facts.beyond[i] >> j & 1:
                    assert x is not None
                    assert y is not None
                    assert not games.geq(y, x)
    assert seen == 175


@pytest.mark.parametrize(
    ("state", "row"),
    [
        (9, (12, "K", 15, "U")),  # keeps an option that is reversible
        (13, (18, "*", 14, "K")),  # names a game of another value
        (21, (23, "K", 24, "U")),  # goes to the wrong state
        pytest.param(29, (28, "U", 24, "U"), marks=pytest.mark.long),  # a refused letter
        pytest.param(15, (12, "U", 21, "U"), marks=pytest.mark.long),  # drops one that is not
    ],
)
def test_a_broken_table_is_found(state: int, row: tuple[int, str, int, str]) -> None:
    automaton = canonical.complete_automaton()
    assert automaton[state] != row
    automaton[state] = row
    with pytest.raises(CertificateError, match="not proved: "):
        certificates.prove(automaton)


def test_a_wrong_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Rule("R4", 10, "lll", "r")
    monkeypatch.setattr(certificates, "rules", lambda: iter([wrong]))
    obligations = {str(one) for one in certificates.rule_obligations(certificates.invariant())}
    assert "R4: lll W[10] -> r W[10]: not proved" in obligations
    # The other rules are missing, so refused letters are not covered.
    assert "state 3, l in front: some rule applies: not proved" in obligations


def test_nothing_is_taken_for_granted() -> None:
    # The induction starts from e alone, so nothing is known of
    # states that are not reached.
    automaton = [(0, "0", 0, "0")] * 31
    assert not all(one.proved for one in Invariant(automaton).obligations())


def test_transitions_are_those_of_the_completed_automaton() -> None:
    for state, (after_l, _, after_r, _) in enumerate(canonical.complete_automaton()[:30]):
        for target, after in zip(normal_form.TRANSITIONS[state], (after_l, after_r), strict=True):
            assert target in (after, None) or (state, after) == (4, 30)


def test_an_option_that_is_kept_is_not_reversible(
    games: ThinGames, words_of_length: Callable[[int], list[Word]]
) -> None:
    """All normal words of up to 8 letters, with games: the rule says yes only where that is so.

    A rule that always says yes, or looks at the wrong side, is caught by the options that are
    reversible.
    """
    kinds = certificates.invariant().kinds
    answers = Counter[tuple[bool, bool]]()
    for word in (word for n in range(9) for word in words_of_length(n)):
        state = state_number(word)
        if state in (None, 8):
            continue
        kind: Any = (30 if word == Word("l2re") else state, word.letters()[:-1][:7])
        a, b = games.state(word)
        letter: Any
        for letter in ("l", "r"):
            after = induction_facts.AfterLetter(kinds[kind], letter)
            x, y = (b, a) if letter == "l" else (a, b)
            g = games.intern(x, y)  # {x|y} as it is written
            for side, option in ((0, x), (1, y)):
                is_kept = after._is_kept(after.x if side == 0 else after.y, side)
                if not option:
                    is_reversible = False
                elif side == 0:
                    is_reversible = games.geq(g, games.right[option])
                else:
                    is_reversible = games.geq(games.left[option], g)
                assert not (is_kept and is_reversible), (word, letter, side)
                answers[is_kept, is_reversible] += 1
    assert answers[True, False] > 100
    assert answers[False, True] > 100
