"""Labels of all words by automata: the tables of docs/prove.md, truth, and forgeries."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import theorem_checker
from farstar.games.patterns import pattern_rules
from farstar.learn import Machine
from farstar.prove import NotProved, Theorem
from farstar.prove._answers import MooreMachine
from tests.prove.games import (
    CLOBBER,
    CRAM,
    PEGS,
    STRIP,
    TOPPLING,
    changed,
    colouring,
    covering,
    is_accepted,
    taking,
    words_up_to,
)

# Rules, options, and the number of states of the least automaton.
PROVED: dict[str, tuple[str, dict[str, Any], int]] = {
    "Kayles": (taking([1, 2]), {"what": "grundy", "parts": "#"}, 83),
    "Cram on a strip": (taking([2]), {"what": "grundy", "parts": "#"}, 87),
    "Left 2, Right 3": (covering([2], [3]), {}, 21),
    "Left 1, Right 2": (covering([1], [2]), {}, 4),
    "Left 1, Right 3": (covering([1], [3]), {}, 5),
    "Left 2, Right 4": (covering([2], [4]), {}, 8),
    "Left 3, Right 4": (covering([3], [4]), {}, 45),
    "Left 3, Right 5": (covering([3], [5]), {}, 33),
    "Left 4, Right 5": (covering([4], [5]), {}, 59),
    "Left 1 or 2, Right 3": (covering([1, 2], [3]), {}, 5),
    "pegs": (PEGS, {"what": "grundy"}, 12),
    "pegs, misere": (PEGS, {"what": "misere"}, 12),
    "Left 1 or 2, Right 1, misere": (covering([1, 2], [1]), {"what": "misere"}, 9),
    "take 1 or 3, misere": (taking([1, 3]), {"what": "misere"}, 2),
    "pegs on rings": (PEGS.replace("strip", "ring"), {"what": "grundy"}, 62),
    "step or remove": ("cells o .\nboth o. -> .o oo -> ..", {"what": "grundy"}, 4),
    "step": ("cells o .\nboth .o -> o.", {"what": "grundy"}, 4),
    "coins": ("cells h t\nboth ht -> tt th -> tt", {"what": "grundy"}, 4),
    "three coins": ("cells h t\nboth hht -> tth", {"what": "grundy"}, 12),
    "pairs of letters": ("cells a b\nleft ab -> bb\nright ba -> aa", {}, 5),
    "Toppling Dominoes": (TOPPLING, {"words": ".*[xo]*.*"}, 9),
    "Toppling Dominoes, all that arises": (TOPPLING, {"words": "[xo]*"}, 9),
    "Col on paths": (
        colouring(col=True),
        {"what": "value", "parts": "#", "words": "[.lr]?.*[.lr]?"},
        13,
    ),
}
PROVED |= {
    "Toads and Frogs, one blank": (
        "cells T/F .\nleft T. -> .T TF. -> .FT\nright = mirror of left",
        {"words": "[TF]*.[TF]*"},
        9,
    ),
    "Left 1, Right 2, rings": (covering([1], [2]).replace("strip", "ring"), {}, 10),
    "columns and cells": ("cells . #\nleft .|. -> #|#\nright . -> #", {"height": 2}, 3),
    "columns of three": ("cells . #\nleft .|.|. -> #|#|#\nright . -> #", {"height": 3}, 3),
}
SLOW: dict[str, tuple[str, dict[str, Any], int]] = {
    "Left 2, Right 3, rings": (covering([2], [3]).replace("strip", "ring"), {}, 111),
    "Left 6, Right 7": (covering([6], [7]), {}, 87),
    "0.077": (taking([2, 3]), {"what": "grundy", "parts": "#"}, 166),
    "Left 2, Right 2 or 3": (covering([2], [2, 3]), {}, 187),
}


def theorem_of(name: str) -> Theorem:
    text, options, states = (PROVED | SLOW)[name]
    theorem = fs.prove.outcomes(text, **options)
    assert isinstance(theorem, Theorem), theorem
    assert theorem.automaton is not None
    assert len(theorem.automaton) == states
    return theorem


@pytest.mark.parametrize("name", PROVED)
def test_rows_of_the_table(name: str) -> None:
    theorem = theorem_of(name)
    assert theorem.certificate().check() == [theorem.statement]


@pytest.mark.long
@pytest.mark.parametrize("name", SLOW)
def test_slow_rows_of_the_table(name: str) -> None:
    assert theorem_of(name)


REFUSED: dict[str, tuple[str, dict[str, Any]]] = {
    "Snort on paths": (
        colouring(col=False),
        {"what": "value", "parts": "#", "words": "[.lr]?.*[.lr]?", "states": 60},
    ),
    "Clobber": (CLOBBER, {"states": 80}),
    "Toads and Frogs": (
        "cells T/F .\nleft T. -> .T TF. -> .FT\nright = mirror of left",
        {"states": 80},
    ),
    "Domineering, two rows": (
        "cells . #\nleft .|. -> #|#\nright .. -> ##",
        {"height": 2, "states": 80},
    ),
    "Cram, two rows": (CRAM, {"what": "grundy", "height": 2, "states": 80}),
    "values of sums": (covering([1], [2]), {"what": "value", "states": 80}),
    "0.007": (taking([3]), {"what": "grundy", "parts": "#", "states": 120}),
}


@pytest.mark.parametrize("name", REFUSED)
def test_games_without_a_small_automaton(name: str) -> None:
    text, options = REFUSED[name]
    answer = fs.prove.outcomes(text, **options)
    assert isinstance(answer, NotProved)
    assert not answer
    assert "states are needed" in answer.reason


def test_play_that_may_not_end_is_not_proved() -> None:
    answer = fs.prove.outcomes("cells x .\nleft x. -> .x\nright .x -> x.")
    assert isinstance(answer, NotProved)
    assert "falls with every move" in answer.reason


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("board heaps\nboth n -> n-1", {}, "strips, rings or grids"),
        ("cells x .\nleft x. -> .x", {"what": "grundy"}, "same rules for both"),
        (taking([1]), {"parts": "#"}, "grundy or value"),
        (STRIP + "both .# -> ##", {"what": "grundy", "parts": "#"}, "tells '#' from the outside"),
        (STRIP + "both $. -> =#", {"what": "grundy", "parts": "#"}, "from the outside"),
        ("cells x y\nboth x+y+ -> y+x+", {}, "equally often in several places"),
        ("cells x y\nvariant dicotic\nboth x -> y", {}, "dicotic"),
        (taking([1]), {"words": "[.#"}, "expression"),
        (taking([1]), {"what": "height"}, "outcome, misere, grundy, value"),
    ],
)
def test_bad_questions_get_one_line(text: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(fs.NotationError, match=message) as caught:
        fs.prove.outcomes(text, **options)
    assert "\n" not in str(caught.value)


def test_an_expression_that_moves_leave_is_not_proved_by_parts() -> None:
    answer = fs.prove.outcomes(taking([1, 2]), what="grundy", parts="#", words="(..)*")
    assert isinstance(answer, NotProved)
    assert "leaves the words" in answer.reason
    assert answer.counterexample == ".."


LABELS: dict[str, Callable[[Any], object]] = {
    "outcome": lambda position: str(position.outcome),
    "misere": lambda position: str(position.misere_outcome),
    "grundy": lambda position: position.grundy,
    "value": lambda position: position.value,
}


def agree(name: str, length: int) -> int:
    """Compare a theorem with search on all boards up to so many cells; return how many."""
    text, options, _ = (PROVED | SLOW)[name]
    theorem = theorem_of(name)
    rules: Any = pattern_rules(text)
    marks = "".join(rules.written.marks)
    expression = theorem_checker.Expression(options.get("words", f"[{marks}]*"), marks)
    height = options.get("height", 1)
    compared = 0
    for word in words_up_to(marks, length):
        if word and expression.matches(word) and len(word) % height == 0:
            width = len(word) // height
            board = "|".join(word[i : i + width] for i in range(0, len(word), width))
            with fs.prove.without_theorems():
                searched = LABELS[options.get("what", "outcome")](rules(board))
            assert theorem.value(board) == searched, board
            compared += 1
    return compared


@pytest.mark.parametrize(
    "name",
    [
        "Left 2, Right 3",
        "Left 1 or 2, Right 1, misere",
        "pegs on rings",
        "Toppling Dominoes",
        "Kayles",
    ],
)
def test_labels_are_those_of_search(name: str) -> None:
    assert agree(name, 7) > 200


@pytest.mark.long
@pytest.mark.parametrize("name", [*PROVED, *SLOW])
def test_labels_are_those_of_search_up_to_twelve_letters(name: str) -> None:
    rules: Any = pattern_rules((PROVED | SLOW)[name][0])
    assert agree(name, {2: 12, 3: 9, 4: 7}[len(rules.written.marks)]) > 50


FORGED = ["Left 2, Right 3", "pegs, misere", "three coins", "pegs on rings"]


@pytest.mark.parametrize("name", FORGED)
def test_forged_automata_are_refused_by_checker_and_prover(name: str) -> None:
    """The automaton is the least one, so any other label or successor is wrong for some word."""
    from farstar.learn import Machine
    from farstar.prove._game import Oracle, WordGame
    from farstar.prove._moore import Product

    text, options, states = PROVED[name]
    certificate = theorem_of(name).certificate()
    machine = certificate.data["machine"]
    what = options.get("what", "outcome")
    game = WordGame(text)
    oracle = Oracle(game, what, None, lambda _: True)
    chance = Random(name)
    for _ in range(60):
        state, letter = chance.randrange(states), chance.randrange(len(game.letters))
        if chance.random() < 0.5:
            others = [x for x in dict.fromkeys(machine["labels"]) if x != machine["labels"][state]]
            path, value = ["machine", "labels", state], chance.choice(others)
        else:
            path = ["machine", "next", state, letter]
            value = (machine["next"][state][letter] + chance.randrange(1, states)) % states
        forged = changed(certificate, path, value)
        assert not is_accepted(forged)
        rows = forged.data["machine"]["next"]
        transitions = {x: tuple(row[a] for row in rows) for a, x in enumerate(game.letters)}
        labels = forged.data["machine"]["labels"]
        product = Product(game, oracle, Machine(transitions, tuple(map(str, labels))), labels)
        assert product.first_wrong_word(range(len(game.letters))) is not None


@pytest.mark.parametrize("name", ["Left 2, Right 3", "Kayles", "Col on paths", "pairs of letters"])
def test_forged_certificates_are_refused(name: str) -> None:
    certificate = theorem_of(name).certificate()
    data = certificate.data
    forgeries: list[tuple[list[Any], Any]] = [
        (["rank"], []),
        (["rank", 0, "weights"], [[window, -n] for window, n in data["rank"][0]["weights"]]),
        (["rank", 0, "moment"], 2),
        (["what"], "misere" if data["what"] == "outcome" else "outcome"),
        (["words"], "" if data["words"] else "x"),
        (["rules", "left"], data["rules"]["left"][:-1]),
        (["rules", "left"], [*data["rules"]["left"], f"{data['rules']['marks'][0]} -> ="]),
        (["rules", "ring"], 2),
        (["rules", "height"], 0),
        (["machine", "next"], []),
        (["machine", "next", 0], [len(data["machine"]["next"])] * len(data["machine"]["next"][0])),
        (["machine", "labels", 0], "?"),
        (["machine", "labels", 0], True),
        (["kind"], "proof"),
    ]
    for path, value in forgeries:
        assert not is_accepted(changed(certificate, path, value)), (path, value)


def test_parts_of_outcomes_are_refused_by_the_checker() -> None:
    certificate = theorem_of("Left 2, Right 3").certificate()
    assert not is_accepted(changed(certificate, ["parts"], "#"))


def test_random_rules_are_labelled_correctly() -> None:
    """What is proved of random rules agrees with search on all words of at most seven letters."""
    chance = Random(5)
    proved = 0
    for _ in range(60):
        rules = []
        for size in chance.choices([1, 2, 2], k=3):
            before = chance.choices("ab", k=size)
            # No mark becomes an earlier one, so that play ends unless nothing changes.
            after = [chance.choice("ab."["ab".index(mark) :]) for mark in before]
            if before != after:
                rules.append(f"{''.join(before)} -> {''.join(after)}")
        if not rules:
            continue
        text = f"board strip\ncells a b .\nleft {rules[0]}\nright {' '.join(rules[1:] or rules)}"
        theorem = fs.prove.outcomes(text, states=12)
        if isinstance(theorem, Theorem):
            proved += 1
            game: Any = pattern_rules(text)
            for word in words_up_to("ab.", 5):
                assert not word or theorem.value(word) == str(game(word).outcome), (text, word)
    assert proved > 20


@pytest.mark.parametrize("words", ["xx", "x.*x", "x.", "x(x.)*x"])
def test_expressions_without_short_words(words: str) -> None:
    theorem = fs.prove.outcomes("cells . x\nboth x -> .", words=words, what="grundy")
    assert isinstance(theorem, Theorem)
    word = words.replace("(x.)*", "").replace("*", "")
    assert theorem.value(word) == word.count("x") % 2


def test_a_moment_that_must_rise_is_called_minus_the_moment() -> None:
    theorem = fs.prove.outcomes("cells a b\nleft ba -> bb\nright ab -> aa")
    assert isinstance(theorem, Theorem)
    signs = [level["moment"] for level in theorem.certificate().data["rank"]]
    ends = next(line for line in theorem.lines if line.startswith("play ends"))
    assert ("minus the moment" in ends) == (-1 in signs)


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("board ring\ncells . x\nboth $x$ -> =.=", {}, "no outside"),
        (taking([1, 2]), {"what": "grundy", "parts": "#", "words": "..*"}, "empty word with parts"),
        (taking([1, 2]), {"words": "(" * 3000 + "." + ")" * 3000}, "fewer nested groups"),
    ],
)
def test_questions_that_strangers_asked(text: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(fs.NotationError, match=message):
        fs.prove.outcomes(text, **options)


def test_ranks_and_states_that_mean_nothing_are_refused() -> None:
    theorem = fs.prove.outcomes("cells . x\nboth x -> .", what="grundy")
    assert isinstance(theorem, Theorem)
    certificate = theorem.certificate()
    machine = certificate.data["machine"]
    unreached = {"labels": [*machine["labels"], 99], "next": [*machine["next"], machine["next"][0]]}
    twice = [{"moment": 0, "weights": [[["x"], 5], [["x"], 1]]}]
    for path, value in ((["machine"], unreached), (["rank"], twice), (["rules", "height"], 10**6)):
        assert not is_accepted(changed(certificate, path, value))


def test_long_forms_are_written_in_short() -> None:
    """Each form has the one before on both sides, twice as long in notation."""
    theorem = fs.prove.outcomes("cells . x\nboth x -> .", what="value")
    assert isinstance(theorem, Theorem)
    rows = [[[], []], *([[i], [i]] for i in range(60))]
    forms = theorem_checker.Forms(rows)
    assert len(forms.text(60)) <= theorem_checker.LONGEST_FORM
    assert [forms.text(i) for i in range(3)] == ["0", "*", "{*|*}"]


def test_automata_that_are_given() -> None:
    """A learned automaton is proved again; with any answer changed it is refused with a word."""
    text = covering([1, 2], [3])
    learned = theorem_of("Left 1 or 2, Right 3")
    machine = learned.automaton
    assert machine is not None
    again = fs.prove.outcomes(text, automaton=machine)
    assert isinstance(again, Theorem)
    assert str(again.certificate()) == str(learned.certificate())
    for state, answer in enumerate(machine.answers):
        for other in {*"LRNP"} - {answer}:
            answers = (*machine.answers[:state], other, *machine.answers[state + 1 :])
            refusal = fs.prove.outcomes(text, automaton=Machine(machine.transitions, answers))
            assert isinstance(refusal, NotProved)
            assert refusal.counterexample is not None
    for letter, row in machine.transitions.items():
        for state, after in enumerate(row):
            changed_row = (*row[:state], (after + 1) % len(machine), *row[state + 1 :])
            wrong = Machine({**machine.transitions, letter: changed_row}, machine.answers)
            assert isinstance(fs.prove.outcomes(text, automaton=wrong), NotProved)
    for answers in (("1",) * len(machine), ("x",) * len(machine)):
        with pytest.raises(fs.NotationError, match="labels of the kind outcome"):
            fs.prove.outcomes(text, automaton=Machine(machine.transitions, answers))
    with pytest.raises(fs.NotationError, match="automaton that reads"):
        fs.prove.outcomes(text, automaton=Machine({"x": (0,)}, ("P",)))


def test_values_by_a_star_beside_the_board() -> None:
    """T^a . F^b = * in Toads and Frogs for all a, b >= 2."""
    theorem = fs.prove.known("toads-beside-star")
    machine = MooreMachine(theorem.certificate.data)
    data = theorem.certificate.data
    number = {mark: i for i, mark in enumerate(data["rules"]["marks"])}

    def state(word: str) -> int:
        at = 0
        for mark in word:
            at = data["machine"]["next"][at][number[mark]]
        return at

    # More toads, or more frogs, lead to the same state: so two of each stand for all numbers.
    assert state("TT") == state("TTT")
    assert state("TT.FF") == state("TT.FFF")
    assert data["machine"]["labels"][state("TT.FFs")] == "P"
    for a in range(2, 6):
        for b in range(2, 6):
            word = f"{'T' * a}.{'F' * b}"
            assert machine.facts(f"{word}s").outcome is fs.Outcome.P
            with fs.prove.without_theorems():
                assert fs.ToadsAndFrogs(word).search_value() == fs.Value("*")
