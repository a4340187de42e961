"""Theorems about heaps of every size: proved, refused, and compared with brute force."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import seal, theorem_checker
from farstar.errors import IllegalPositionError, NotationError
from farstar.learn._automata import Machine, ObservationTable, Plan, counterexample
from farstar.prove._heap_games import HeapGame, p_positions, read_heap_game
from farstar.prove._heaps import (
    accepted_positions,
    certificate_data,
    check_play_ends,
    decide_p_positions,
    learned_p_positions,
    move_relation,
    numeration_of,
)
from farstar.prove._numeration import Arithmetic, Numeration
from farstar.prove._theorem import Unproved

TWO = "heaps a b; both a -> a-k; both b -> b-k; both a,b -> "
ZECKENDORF = Numeration(2, is_zeckendorf=True)

PROVED = [
    (TWO + "a-k,b-k", "zeckendorf", 8),
    ("heaps a b c; both a -> a-k; both b -> b-k; both c -> c-k", 2, 2),
    ("heaps a b c; both a,b -> a-j,b-k; both b,c -> b-j,c-k; both c,a -> c-j,a-k", 2, 2),
    (TWO + "a-k,b-k if k is odd", 2, 7),
    (TWO + "a-k,b-k if k is a power of 2", 2, 8),
    (TWO + "a-k,b-k if k = 2 mod 4", 2, 6),
    (TWO + "a-k,b-k if k = 1", 2, 8),
    (TWO + "a-3,b-3", 2, 14),
    ("heaps a; both a -> a-1 | a-2", 3, 2),
    ("heaps a; both a -> m if 2m >= a and m < a", 2, 3),
]


@pytest.mark.parametrize(("rules", "numeration", "states"), PROVED)
def test_games_that_are_proved(rules: str, numeration: str | int, states: int) -> None:
    theorem = fs.prove.heaps(rules, numeration=numeration, digits=8)
    assert isinstance(theorem, fs.prove.Theorem)
    assert theorem.automaton is not None
    assert len(theorem.automaton) == states
    assert theorem.certificate().check() == [theorem.statement]
    game = read_heap_game(rules)
    below = 24 if len(game.heaps) > 2 else 130
    table = p_positions(game, below)
    for index, position in enumerate(product(range(below), repeat=len(game.heaps))):
        assert (theorem.value(position) is fs.Outcome.P) == bool(table[index]), position


def test_wythoff_by_its_formula() -> None:
    """The P-positions are (floor(n phi), floor(n phi) + n), the larger heap first or last."""
    theorem = fs.prove.heaps(TWO + "a-k,b-k", numeration="zeckendorf", digits=6)
    assert isinstance(theorem, fs.prove.Theorem)
    used: set[int] = set()
    pairs = set()
    for difference in range(200):
        small = next(n for n in range(10**4) if n not in used)
        used |= {small, small + difference}
        pairs |= {(small, small + difference), (small + difference, small)}
    for position in product(range(200), repeat=2):
        assert (theorem.value(position) is fs.Outcome.P) == (position in pairs)
    with pytest.raises(IllegalPositionError, match="expected 2 heaps"):
        theorem.value((1, 2, 3))


@pytest.mark.parametrize("condition", ["k is even", "k = 1 mod 4"])
def test_games_without_a_small_automaton(condition: str) -> None:
    result = fs.prove.heaps(f"{TWO}a-k,b-k if {condition}", digits=7)
    assert isinstance(result, fs.prove.NotProved)
    assert "no automaton" in result.reason
    assert "proved" not in str(result)


@pytest.mark.parametrize("results", ["a-1,b-1 | a-3,b-3", "a-2,b-2 | a-3,b-3", "a-3,b-3"])
def test_automata_learned_from_too_few_words_are_refused(results: str) -> None:
    """Every automaton on the way of the learner is wrong somewhere, and is refused."""
    game, base = read_heap_game(TWO + results), Numeration(2)
    below = 512
    table = p_positions(game, below)

    def ask(word: tuple[str, ...]) -> str:
        a, b = (int("0" + "".join(letter[place] for letter in word), 2) for place in (0, 1))
        return "P" if table[a * below + b] else "N"

    observations = ObservationTable(["00", "01", "10", "11"], ask, 40)
    refused = 0
    for _ in range(4):
        machine = observations.close()
        wrong = counterexample(machine, machine.letters, ask, Plan(5, 0, 0, 0))
        if wrong is None:
            break
        accepted = accepted_positions(Arithmetic(base), game, machine)
        with pytest.raises(theorem_checker.Refused):
            _check(certificate_data(game, base, machine))
        if accepted.rows[0][0] == 0:
            refused += 1
            with pytest.raises(Unproved, match="is wrong"):
                decide_p_positions(game, base, machine)
        observations.refine(machine, wrong)
    assert refused > 1


def _check(data: dict[str, Any]) -> theorem_checker.Statement:
    return theorem_checker.check(seal(data).data)


def test_play_must_end() -> None:
    result = fs.prove.heaps("heaps a b; both a,b -> a-1,b+1")
    assert isinstance(result, fs.prove.NotProved)
    assert result.reason == (
        "the rule a,b -> a-1,b+1 lets heap b grow, from (1, 0) to (0, 1): play might not end"
    )
    game = read_heap_game("heaps a b; both a,b -> a-1,b+1")
    machine = Machine(dict.fromkeys(("00", "01", "10", "11"), (0,)), ("P",))
    with pytest.raises(theorem_checker.Refused, match="must not make heap b larger"):
        _check(certificate_data(game, Numeration(2), machine))


def test_powers_need_their_base() -> None:
    result = fs.prove.heaps(TWO + "a-k,b-k if k is a power of 3", numeration=2)
    assert isinstance(result, fs.prove.NotProved)
    assert result.reason == "powers of 3 are recognised in base 3 only, not in base 2"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected rules such as"),
        ("both a -> a-1", "expected the names of the heaps first"),
        ("heaps a a; both a -> a-1", "expected different letters"),
        ("heaps a; both b -> b-1", "line 2, column 7: expected one of the heaps, got 'b'"),
        ("heaps a; both a -> a-1,a", "expected 1 heaps after the arrow, got 2"),
        ("heaps a; both a -> a-k if j < k", "expected conditions on known letters, got 'j'"),
        ("heaps a; both a -> a-k if k is prime", "expected odd, even, a power of 2"),
        ("heaps a; both a -> a-k if k = 1 mod 0", "expected a modulus from 1"),
        ("heaps a; both a -> a-k if k = 1 mod 99", "expected a number up to 12"),
        ("heaps a; both a -> a-50k", "expected factors up to 12"),
        ("heaps a; both a -> a & k", "expected a rule such as"),
        ("heaps a; left a -> a-1", "expected game, heaps or both, got 'left'"),
    ],
)
def test_rules_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_heap_game(text)


def test_a_numeration_that_is_not_known() -> None:
    with pytest.raises(NotationError, match="expected zeckendorf or a base from 2 to 10, got '1'"):
        fs.prove.heaps("heaps a; both a -> a-1", numeration="1")
    assert numeration_of("Zeckendorf") == ZECKENDORF


def test_a_limit_of_the_method_is_no_answer() -> None:
    answer = fs.prove.heaps("heaps a b; both a -> a-k; both b -> b-k", numeration=10)
    assert isinstance(answer, fs.prove.NotProved)
    assert answer.is_out_of_budget
    assert "more than 20000 letters" in answer.reason


# The two decisions, each against plain arithmetic.


@pytest.mark.parametrize("notation", [Numeration(2), Numeration(3), Numeration(10), ZECKENDORF])
def test_digits(notation: Numeration) -> None:
    for number in range(300):
        word = notation.word(number)
        assert notation.number(word) == number
        assert word[:1] != [0]
        if notation.is_zeckendorf:
            assert not any(x and y for x, y in pairwise(word))


@pytest.mark.parametrize("notation", [Numeration(2), Numeration(3), ZECKENDORF])
def test_linear_relations_of_prover_and_checker(notation: Numeration) -> None:
    """All triples of numbers up to 12, for random combinations."""
    random = Random(5)
    arithmetic = Arithmetic(notation)
    numbers = theorem_checker.Numbers(
        notation.digits, notation.is_zeckendorf, theorem_checker.Budget()
    )
    for _ in range(5):
        factors = {x: random.choice([-3, -2, -1, 1, 2]) for x in "xyz"}
        constant = random.randint(-5, 5)
        sign = random.choice(theorem_checker.COMPARISONS)
        relation = arithmetic.linear(factors, constant)
        form = [constant, [list(item) for item in factors.items()]]
        compared = numbers.compare(form, sign, [0, []])
        for triple in product(range(13), repeat=3):
            total = sum(map(int.__mul__, factors.values(), triple)) + constant
            state = place = 0
            for digits in notation.words(triple):
                state = relation.rows[state][
                    sum(d * notation.digits**i for i, d in enumerate(digits))
                ]
                place = compared.table[place][digits]
            assert relation.accepting[state] == (total == 0)
            python_sign = "==" if sign == "=" else sign
            assert (place in compared.accepting) == eval(f"{total} {python_sign} 0")


CONDITIONS = [
    *("", "if k is odd", "if k = a mod 3", "if k < 3", "if k <= b", "if a = b", "if a != b"),
    *("if k >= 2 and k is even", "if a-k >= b", "if a > 2b", "if 1 < k < a"),
]


def random_game(random: Random) -> HeapGame:
    shapes = ["a -> a-k", "b -> b-k", "a,b -> a-k,b-k", "a,b -> a-2k,b-k", "a -> a-2", "a -> a-k-1"]
    rules = [
        f"both {shape} {random.choice(CONDITIONS) if 'k' in shape else ''}"
        for shape in random.choices(shapes, k=random.randint(1, 4))
    ]
    return read_heap_game("heaps a b; " + "; ".join(rules))


def plain_p_positions(game: HeapGame, below: int) -> dict[tuple[int, ...], bool]:
    """By the definition, from the listed options."""
    table: dict[tuple[int, ...], bool] = {}
    for position in product(range(below), repeat=len(game.heaps)):
        table[position] = not any(table[option] for option in game.options(position))
    return table


def test_moves_and_tables_of_random_games() -> None:
    """The relation of each rule lists the options; the fast table is the plain one, to 9."""
    random = Random(7)
    for _ in range(25):
        game = random_game(random)
        notation = random.choice([Numeration(2), Numeration(3), ZECKENDORF])
        arithmetic = Arithmetic(notation)
        relations = [move_relation(arithmetic, game, move) for move in game.moves]
        for before in product(range(5), repeat=2):
            options = game.options(before)
            for after in product(range(6), repeat=2):
                numbers = dict(zip(("a", "b", "a'", "b'"), before + after, strict=True))
                assert (after in options) == any(
                    _accepts(notation, relation, numbers) for relation in relations
                )
        plain = plain_p_positions(game, 9)
        assert bytes(plain.values()) == bytes(p_positions(game, 9))


def _accepts(notation: Numeration, relation: Any, numbers: dict[str, int]) -> bool:
    state = 0
    for digits in notation.words([numbers[name] for name in relation.names]):
        state = relation.rows[state][sum(d * notation.digits**i for i, d in enumerate(digits))]
    return bool(relation.accepting[state])


def check_random_games(seed: int, games: int) -> None:
    """A theorem holds for all heaps below 60; what is not proved is refused by the checker."""
    random = Random(seed)
    proved = refused = 0
    for _ in range(games):
        game = random_game(random)
        notation = random.choice([Numeration(2), ZECKENDORF])
        check_play_ends(game, notation)
        for digits in (2, 3, 4):
            try:
                machine = learned_p_positions(game, notation, digits, 12)
            except Unproved:
                continue
            try:
                decide_p_positions(game, notation, machine)
            except Unproved:
                refused += 1
                with pytest.raises(theorem_checker.Refused):
                    _check(certificate_data(game, notation, machine))
                continue
            proved += 1
            _check(certificate_data(game, notation, machine))
            _compare(game, notation, machine, 60)
            break
    assert proved
    assert refused


def _compare(game: HeapGame, notation: Numeration, machine: Machine, below: int) -> None:
    table = p_positions(game, below)
    for index, position in enumerate(product(range(below), repeat=2)):
        answer = machine.answer(["".join(map(str, d)) for d in notation.words(position)])
        assert (answer == "P") == bool(table[index])


def test_random_games() -> None:
    check_random_games(seed=11, games=5)


@pytest.mark.long
def test_many_random_games() -> None:
    check_random_games(seed=12, games=120)


# False statements.


def mutated(machine: Machine, random: Random) -> Machine:
    """Return the automaton with one answer or one transition changed."""
    answers = list(machine.answers)
    transitions = {letter: list(targets) for letter, targets in machine.transitions.items()}
    state = random.randrange(len(machine))
    if random.random() < 0.3:
        answers[state] = "P" if answers[state] == "N" else "N"
    else:
        letter = random.choice(machine.letters)
        others = [s for s in range(len(machine)) if s != transitions[letter][state]]
        transitions[letter][state] = random.choice(others)
    return Machine({x: tuple(to) for x, to in transitions.items()}, tuple(answers))


def check_mutants(
    rules: str, numeration: str | int, seed: int, count: int, digits: int = 6
) -> None:
    """Automata with another language are refused by the prover and by the checker."""
    game, notation = read_heap_game(rules), numeration_of(numeration)
    arithmetic = Arithmetic(notation)
    machine = learned_p_positions(game, notation, digits, 40)
    decide_p_positions(game, notation, machine)
    right = accepted_positions(arithmetic, game, machine)
    random = Random(seed)
    refused = 0
    for _ in range(count):
        mutant = mutated(machine, random)
        accepted = accepted_positions(arithmetic, game, mutant)
        if (accepted.rows, accepted.accepting) == (right.rows, right.accepting):
            # Only words that are no numbers, or none, are treated differently.
            continue
        refused += 1
        with pytest.raises(theorem_checker.Refused):
            _check(certificate_data(game, notation, mutant))
        if accepted.rows[0][0] == 0:
            with pytest.raises(Unproved):
                decide_p_positions(game, notation, mutant)
    assert refused > count // 2


def test_mutants_of_automata() -> None:
    check_mutants(TWO + "a-k,b-k", "zeckendorf", seed=3, count=8)
    check_mutants(TWO + "a-k,b-k if k is odd", 2, seed=4, count=25)


@pytest.mark.long
def test_many_mutants_of_automata() -> None:
    check_mutants(TWO + "a-k,b-k", "zeckendorf", seed=5, count=200)
    check_mutants(TWO + "a-k,b-k if k is a power of 2", 2, seed=6, count=600)
    check_mutants(TWO + "a-3,b-3", 2, seed=7, count=600, digits=8)


def test_mutants_of_rules() -> None:
    """The P-positions of Wythoff's game are not those of a game with other diagonal moves."""
    game = read_heap_game(TWO + "a-k,b-k")
    machine = learned_p_positions(game, ZECKENDORF, 6, 40)
    for result in ("a-k,b-k if k is odd", "a-k,b-k if k < 5", "a-k,b-2k", "a-k,b-k if a != b"):
        other = read_heap_game(TWO + result)
        with pytest.raises(Unproved):
            decide_p_positions(other, ZECKENDORF, machine)
        with pytest.raises(theorem_checker.Refused):
            _check(certificate_data(other, ZECKENDORF, machine))


def test_certificates_out_of_shape() -> None:
    game = read_heap_game(TWO + "a-k,b-k if k is odd")
    data = certificate_data(game, Numeration(2), learned_p_positions(game, Numeration(2), 6, 40))
    assert _check(data).lines
    move = data["moves"][2]
    shapes: list[tuple[dict[str, Any], str]] = [
        ({"numeration": "11"}, "the numeration must be"),
        ({"numeration": "zeckendorf"}, "must"),
        ({"heaps": ["a", "a"]}, "different letters"),
        ({"heaps": ["a", "b'"]}, "different letters"),
        ({"heaps": []}, "there must be 1 to 4 heaps"),
        ({"moves": []}, "there must be moves"),
        ({"accepting": [99]}, "accepting states"),
        ({"next": [*data["next"][:-1], [0]]}, "a next state"),
        ({"next": [[1, *data["next"][0][1:]], *data["next"][1:]]}, "zeros in front"),
        ({"moves": [{**move, "after": move["after"][:1]}]}, "what every heap becomes"),
        ({"moves": [{**move, "if": [["near", [0, []], [0, []]]]}]}, "unknown condition"),
        ({"moves": [{**move, "if": [["mod", [0, []], [0, []], 0]]}]}, "a modulus"),
        ({"moves": [{**move, "if": [["<", [0, [["z", 1]]], [0, []]]]}]}, "unknown letters"),
    ]
    for changes, message in shapes:
        with pytest.raises(theorem_checker.Refused, match=message):
            _check({**data, **changes})


@pytest.mark.parametrize("zeckendorf", [False, True])
def test_an_adder_that_is_wrong_is_refused(
    zeckendorf: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    theorem_checker.Numbers(2, zeckendorf, theorem_checker.Budget()).check_place_values()
    monkeypatch.setattr(theorem_checker, "ADDER_STATES", 0)
    with pytest.raises(theorem_checker.Refused, match="the adder must satisfy"):
        theorem_checker.Numbers(2, zeckendorf, theorem_checker.Budget())


def test_the_checker_stops_at_its_budget() -> None:
    theorem = fs.prove.heaps(TWO + "a-k,b-k if k is odd", digits=5)
    assert isinstance(theorem, fs.prove.Theorem)
    with pytest.raises(theorem_checker.OutOfBudget):
        theorem_checker.check(theorem.certificate().data, theorem_checker.Budget(1000))
