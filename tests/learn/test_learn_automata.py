"""Learned automata: those of the literature again, and nothing that was not tested."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

import farstar as fs
from farstar import learn
from farstar.errors import BudgetExceeded, NotationError
from farstar.papers.partizan_euclid.theory import automata, weights


def words(**options: Any) -> learn.Conjecture:
    return learn.automaton("E({w}e)", alphabet="lr", start="right", **options)


@pytest.mark.parametrize("by_search", [False, True])
def test_figure_2_is_found_again(by_search: bool) -> None:
    conjecture = words(options="left", by_search=by_search)
    known = automata.paired_outcome_automaton()
    assert conjecture.machine.transitions == known.transitions
    pairs = tuple(f"{state.left[0]}, {state.value[0]}" for state in known.states)
    assert conjecture.machine.answers == pairs
    # The outcome alone has as many states: it tells all paired outcomes apart.
    assert words(by_search=by_search).machine.transitions == known.transitions


def test_the_17_classes_are_found_again() -> None:
    conjecture = words(options="left", beside=["*", "*2"], by_search=True)
    known = automata.far_star_automaton()
    assert conjecture.machine.transitions == known.transitions
    assert conjecture.machine.answers == tuple(
        f"{''.join(state.left)}, {''.join(state.value)}" for state in known.states
    )


def test_the_19_states_of_integer_weights_are_found_again() -> None:
    conjecture = words(oracle="integrality", by_search=True)
    known = weights.integrality_automaton()
    assert conjecture.machine.transitions == {"l": known.l, "r": known.r}
    assert conjecture.machine.answers == tuple("yes" if w else "no" for w in known.is_integer)
    # Smaller automata were refuted on the way, each by a word.
    assert len(conjecture.counterexamples) > 5


def random_machine(random: Random, states: int) -> learn.Machine:
    transitions = {a: tuple(random.randrange(states) for _ in range(states)) for a in "abc"}
    return learn.Machine(transitions, tuple(random.choice("xyz") for _ in range(states)))


def least(machine: learn.Machine) -> int:
    """Return the number of states that words reach and tell apart, counted by brute force."""
    reached = {machine.read(word) for n in range(6) for word in product("abc", repeat=n)}
    tests = [word for n in range(6) for word in product("abc", repeat=n)]
    rows = {
        tuple(machine.answers[machine.read(test, state)] for test in tests) for state in reached
    }
    return len(rows)


@pytest.mark.parametrize("seed", range(25))
def test_a_random_automaton_is_learned_and_is_least(seed: int) -> None:
    random = Random(seed)
    machine = random_machine(random, random.randint(1, 7))
    conjecture = learn.automaton(alphabet="abc", oracle=machine.answer, length=6, samples=100)
    assert len(conjecture) == least(machine)
    for _ in range(200):
        word = random.choices("abc", k=random.randint(0, 40))
        assert conjecture.machine.answer(word) == machine.answer(word)
    assert conjecture.machine == conjecture.machine.renumbered()


def test_only_one_automaton_up_to_so_many_states_agrees_with_what_was_tested() -> None:
    # Chow's bound, by brute force: every automaton of four states over one letter.
    conjecture = learn.automaton(
        alphabet="a", oracle=lambda word: len(word) % 2, length=4, samples=0
    )
    assert conjecture.most_states == 4
    agreeing = 0
    for targets in product(range(4), repeat=4):
        for answers in product("01", repeat=4):
            machine = learn.Machine({"a": targets}, answers)
            if all(machine.answer("a" * n) == str(n % 2) for n in range(5)):
                agreeing += 1
                assert all(machine.answer("a" * n) == str(n % 2) for n in range(50))
    assert agreeing


def test_a_conjecture_says_how_far_it_was_tested() -> None:
    def count(word: str) -> bool:
        return len(word) < 9

    conjecture = learn.automaton(alphabet="ab", oracle=count, length=5, samples=0)
    assert len(conjecture) == 1
    assert "all 63 words of at most 5 letters" in str(conjecture)
    assert "Conjecture" in str(conjecture)
    assert conjecture.to_dict()["is_proved"] is False
    # Longer words, all or at random, refute it.
    assert len(learn.automaton(alphabet="ab", oracle=count, length=9, samples=0)) == 10
    assert len(learn.automaton(alphabet="ab", oracle=count, length=5, samples=50)) == 10


def test_what_no_finite_automaton_gives_is_given_up() -> None:
    with pytest.raises(BudgetExceeded, match="more than 8 states"):
        learn.automaton(alphabet="ab", oracle=lambda w: w.count("a") == w.count("b"), most_states=8)


def test_the_clock_ends_it() -> None:
    with fs.engine.budget(seconds=0), pytest.raises(BudgetExceeded, match="out of time"):
        words()


def test_rules_are_sound_and_complete() -> None:
    conjecture = words()
    rules = conjecture.rules()
    assert rules is not None

    def reduced(word: tuple[str, ...]) -> tuple[str, ...]:
        for rule in rules or ():
            size = len(rule.word)
            for i in range(len(word) - size + 1):
                if word[i : i + size] == rule.word:
                    return reduced(word[:i] + rule.replacement + word[i + size :])
        return word

    machine = conjecture.machine
    actions: dict[tuple[int, ...], tuple[str, ...]] = {}
    for n in range(9):
        for word in product("lr", repeat=n):
            action = tuple(machine.read(word, state) for state in range(len(machine)))
            assert actions.setdefault(action, reduced(word)) == reduced(word)
    # The shortest rules of the paper (Lemma 13) are among them.
    assert {("".join(a), "".join(b)) for a, b in rules} >= {("rr", "r"), ("lll", "")}
    for rule in conjecture.starting_rules():
        assert machine.read(rule.word) == machine.read(rule.replacement)


def test_the_program_in_python_gives_the_same_answers() -> None:
    for conjecture, words_to_try in (
        (words(), ["", "rll", "lrlrl"]),
        (learn.automaton("Grossman({p},{q}; k=2)", digits=[1, 2, 3]), ["1,2", "3,1,1", "2"]),
    ):
        names: dict[str, Any] = {}
        exec(conjecture.python(), names)
        for word in words_to_try:
            given = word if "," not in word and not word.isdigit() else eval(f"[{word}]")
            assert names["answer"](given) == conjecture.answer(word)


def test_digits_of_continued_fractions_and_of_numbers() -> None:
    grossman = learn.automaton("Grossman({p},{q}; k=2)", digits=[1, 2, 3])
    for p, q, digits in ((7, 5, "1,2,2"), (5, 3, "1,1,2"), (11, 4, "2,1,3")):
        assert grossman.answer(digits) == str(fs.Grossman(p, q, multipliers=fs.up_to(2)).outcome)
    heaps = learn.automaton("Subtraction({n}; 1,2)", base=3)
    assert len(heaps) == 2
    assert heaps.answer("1,2,0") == "P"


def test_words_that_are_no_positions_are_undefined() -> None:
    conjecture = learn.automaton("Grossman({p},{q}; k=2)", digits=[1, 2])
    assert conjecture.answer("") == "undefined"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"what": "E({w}e)"}, "expected one of an alphabet, digits and a base"),
        ({"what": "E({w}e)", "alphabet": "lr", "base": 2}, "got 2 of them"),
        ({"what": "E(11,8)", "alphabet": "lr"}, "with {w} in it"),
        ({"what": "E({w}e)", "alphabet": "ll"}, "different letters"),
        ({"what": "E({w}e)", "alphabet": "xy"}, "expected an expression that words make a game"),
        ({"what": "E({w}e)", "alphabet": "lr", "oracle": "outcom"}, "did you mean outcome"),
        ({"what": "E({w}e)", "alphabet": "lr", "start": "top"}, "left or right"),
        ({"what": "E({w}e)", "alphabet": "lr", "options": "both"}, "left or right"),
        ({"alphabet": "lr"}, "expected a game or a function of words"),
    ],
)
def test_questions_that_make_no_sense(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=message.replace("(", r"\(").replace("{", r"\{")):
        learn.automaton(**arguments)


@pytest.mark.long
def test_a_picture() -> None:
    pytest.importorskip("matplotlib")
    conjecture = words(oracle="integrality")
    figure = fs.plot(conjecture)
    assert "conjecture" in figure.caption.lower()
    assert "all 4095 words of at most 11 letters" in figure.caption
    svg = figure.svg()
    assert all(f'id="state-{number}"' in svg for number in range(19))
    assert svg == fs.plot(conjecture).svg()


def test_states_are_drawn_apart() -> None:
    pytest.importorskip("matplotlib")
    from farstar.figures._automaton import RADIUS, spread

    for conjecture in (
        words(oracle="integrality"),
        learn.automaton("Subtraction({n}; 1,3,4)", base=2),
    ):
        places = spread(conjecture.machine.transitions)
        for i, (a, b) in enumerate(places):
            for c, d in places[:i]:
                assert (a - c) ** 2 + (b - d) ** 2 > (2 * RADIUS) ** 2
