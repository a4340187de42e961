"""Theorems about games on heaps: the P-positions are the words of a finite automaton.

The P-positions with small heaps are computed, and an automaton is learned that reads the heaps
digit by digit. That it is right for all heaps is then decided: no move leads from an accepted
position to an accepted one, and every other position has a move to an accepted one.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, TypeAlias

from farstar import engine
from farstar._arguments import integer, shown
from farstar._outcome import Outcome
from farstar.errors import BudgetExceeded, IllegalPositionError, NotationError
from farstar.games.patterns import Comparison, Linear
from farstar.learn import Machine, ObservationTable
from farstar.prove._heap_games import (
    Condition,
    Congruence,
    HeapGame,
    HeapMove,
    PlaceValue,
    p_positions,
    read_heap_game,
)
from farstar.prove._numeration import Arithmetic, Numeration, Relation
from farstar.prove._theorem import NotProved, Theorem, Unproved, answers, give_up

_TABLE = 300_000
"""How many positions are computed, if the number of digits is not given."""
_LARGEST_BASE = 10

Reading: TypeAlias = tuple[str, ...]
"""The letters of a word in the order in which they are read."""


@answers
def heaps(
    rules: str, *, numeration: str | int = 2, digits: int | None = None, states: int = 60
) -> Theorem | NotProved:
    """Find the P-positions of a game on heaps of every size, and prove them.

    Parameters
    ----------
    rules : str
        The names of the heaps and the moves, such as
        ``"heaps a b; both a -> a-k; both b -> b-k; both a,b -> a-k,b-k"``.
        The page on proofs for all sizes describes the language.
    numeration : str or int
        How the automaton reads the heaps: ``"zeckendorf"``, or the base, 2 to 10.
    digits : int, optional
        The automaton is learned from the heaps with 3 digits, then 4, and so on up to this number;
        by default up to 300,000 positions.
    states : int
        Learning stops at an automaton with more states.

    Returns
    -------
    Theorem or NotProved
        The theorem knows the `automaton`, and its `value` is the outcome of a position.

    Raises
    ------
    NotationError
        If the rules cannot be read.

    See Also
    --------
    farstar.learn.automaton : Learn an automaton without a proof.

    Examples
    --------
    >>> wythoff = "heaps a b; both a -> a-k; both b -> b-k; both a,b -> a-k,b-k"
    >>> theorem = fs.prove.heaps(wythoff, numeration="zeckendorf", digits=8)
    >>> len(theorem.automaton), theorem.value((6, 10)), theorem.value((10**20, 10**20))
    (8, <Outcome.P: 'P'>, <Outcome.N: 'N'>)
    """
    game = read_heap_game(rules)
    notation = numeration_of(numeration)
    integer(states, 1, "the number of states")
    most = _most_digits(game, notation) if digits is None else integer(digits, 1, "the digits")
    check_play_ends(game, notation)
    # Few digits are often enough: whether the automaton is right is decided, not tested.
    for length in range(min(3, most), most + 1):
        try:
            machine = learned_p_positions(game, notation, length, states)
            decide_p_positions(game, notation, machine)
            break
        except Unproved:
            if length == most:
                raise
    return Theorem(
        certificate_data(game, notation, machine),
        method="numeration system",
        latex=_latex(game, notation, machine),
        automaton=machine,
        value=lambda position: outcome(game, notation, machine, position),
    )


def numeration_of(name: str | int) -> Numeration:
    """Return the notation that a user names."""
    if isinstance(name, str) and name.lower() == "zeckendorf":
        return Numeration(2, is_zeckendorf=True)
    text = str(name)
    if text.isdecimal() and len(text) < 4 and 2 <= int(text) <= _LARGEST_BASE:
        return Numeration(int(text))
    raise NotationError(f"expected zeckendorf or a base from 2 to 10, got {shown(name)}")


def letter_of(digits: Sequence[int]) -> str:
    """Return the letter of the automaton for one digit of each heap."""
    return "".join(map(str, digits))


def outcome(
    game: HeapGame, notation: Numeration, machine: Machine, position: Sequence[int]
) -> Outcome:
    """Return what the automaton says about a position."""
    count = len(game.heaps)
    if len(position) != count or min(position) < 0:
        raise IllegalPositionError(
            f"expected {count} heaps, each a number from 0, got {shown(position)}"
        )
    return Outcome(machine.answer([letter_of(d) for d in notation.words(position)]))


# Learning.


def _most_digits(game: HeapGame, notation: Numeration) -> int:
    digits = 1
    while notation.below(digits + 1) ** len(game.heaps) <= _TABLE:
        digits += 1
    return digits


def learned_p_positions(
    game: HeapGame, notation: Numeration, length: int, most_states: int
) -> Machine:
    """Return the least automaton that is right for all heaps with so many digits."""
    count = len(game.heaps)
    below = notation.below(length)
    table = p_positions(game, below)
    letters = [letter_of(d) for d in Arithmetic(notation).letters(count)]

    def ask(word: Reading) -> str:
        if len(word) > length:
            give_up(
                f"no automaton was found that fits the P-positions with heaps below {below} "
                f"({length} digits); try more digits, or another numeration"
            )
        columns = [[int(letter[place]) for letter in word] for place in range(count)]
        if notation.is_zeckendorf and any(
            x and y for column in columns for x, y in itertools.pairwise(column)
        ):
            return "N"
        index = 0
        for column in columns:
            index = index * below + notation.number(column)
        return "P" if table[index] else "N"

    observations = ObservationTable(letters, ask, most_states)
    try:
        while True:
            machine = observations.close().renumbered()
            wrong = _wrong_word(notation, machine, table, below, length, count)
            if wrong is None:
                return _valid_machine(game, notation, machine)
            observations.refine(observations.close(), wrong)
    except BudgetExceeded:
        if engine.is_out_of_time():
            raise
        give_up(
            f"no automaton with at most {most_states} states fits the P-positions "
            f"with heaps below {below}; allow more states, or try another numeration"
        )


def _valid_machine(game: HeapGame, notation: Numeration, machine: Machine) -> Machine:
    """Return the automaton restricted to valid words; give up if it reads zeros in front."""
    arithmetic = Arithmetic(notation)
    accepted = accepted_positions(arithmetic, game, machine)
    if accepted.rows[0][0] != 0:
        give_up(f"the automaton with {len(machine)} states that fits small heaps counts digits")
    transitions = {
        letter_of(digits): tuple(row[place] for row in accepted.rows)
        for place, digits in enumerate(arithmetic.letters(len(game.heaps)))
    }
    return Machine(transitions, tuple("P" if x else "N" for x in accepted.accepting))


def _wrong_word(
    notation: Numeration, machine: Machine, table: bytearray, below: int, length: int, count: int
) -> Reading | None:
    """Return a word for which an automaton differs from the table; short words come first."""
    weights = [below ** (count - 1 - place) for place in range(count)]
    letters = [(letter, [int(d) for d in letter]) for letter in machine.letters]
    # Each word with its state, its last digits, and for every heap the last two partial values,
    # from which a further digit gives the next one.
    layer: list[tuple[Reading, int, list[int], list[int], list[int]]]
    layer = [((), 0, [0] * count, [0] * count, [0] * count)]
    for size in range(length + 1):
        following = []
        for word, state, last, values, before in layer:
            if engine.is_out_of_time():
                raise BudgetExceeded(f"out of time while testing words of {size} digits")
            index = sum(map(int.__mul__, values, weights))
            if (machine.answers[state] == "P") != bool(table[index]):
                return word
            if size == length:
                continue
            for letter, digits in letters:
                if notation.is_zeckendorf:
                    if any(map(int.__mul__, last, digits)):
                        continue
                    # Shifting a word adds the value of the word without its last digit.
                    shifted = [v + b + x for v, b, x in zip(values, before, last, strict=True)]
                else:
                    shifted = [v * notation.digits for v in values]
                target = machine.transitions[letter][state]
                numbers = list(map(int.__add__, shifted, digits))
                following.append(((*word, letter), target, digits, numbers, values))
        layer = following
    return None


# Deciding.


def check_play_ends(game: HeapGame, notation: Numeration) -> None:
    """Give up unless no move makes a heap larger."""
    arithmetic = Arithmetic(notation)
    for move in game.moves:
        relation = move_relation(arithmetic, game, move)
        for heap in game.heaps:
            grows = arithmetic.both(relation, arithmetic.less(heap, heap + "'"))
            numbers = arithmetic.example(grows)
            if numbers is not None:
                before, after = _positions(game, numbers)
                give_up(
                    f"the rule {move.text} lets heap {heap} grow, from {before} to {after}: play "
                    "might not end",
                    str(before),
                )


def decide_p_positions(game: HeapGame, notation: Numeration, machine: Machine) -> None:
    """Give up unless the automaton accepts exactly the P-positions.

    It does if no move leads from an accepted position to an accepted one and every other position
    has a move to one, since play ends.
    """
    arithmetic = Arithmetic(notation)
    accepted = accepted_positions(arithmetic, game, machine)
    primed = {heap: heap + "'" for heap in game.heaps}
    reached = arithmetic.renamed(accepted, primed)
    to_accepted = None
    for move in game.moves:
        step = arithmetic.both(move_relation(arithmetic, game, move), reached)
        numbers = arithmetic.example(arithmetic.both(step, accepted))
        if numbers is not None:
            before, after = _positions(game, numbers)
            give_up(
                f"the automaton with {len(machine)} states that fits small heaps is wrong: it "
                f"accepts {before} and {after}, but there is a move from one to the other",
                str(before),
            )
        has_move = arithmetic.without(step, *primed.values())
        to_accepted = has_move if to_accepted is None else arithmetic.either(to_accepted, has_move)
    if to_accepted is None:
        raise NotationError("expected a game with moves, got none")
    settled = arithmetic.either(accepted, to_accepted)
    numbers = arithmetic.example(arithmetic.negation(settled))
    if numbers is not None:
        position = tuple(numbers[heap] for heap in game.heaps)
        give_up(
            f"the automaton with {len(machine)} states that fits small heaps is wrong: it "
            f"rejects {position}, from which no move leads to an accepted position",
            str(position),
        )


def _positions(game: HeapGame, numbers: dict[str, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (
        tuple(numbers[heap] for heap in game.heaps),
        tuple(numbers[heap + "'"] for heap in game.heaps),
    )


def accepted_positions(arithmetic: Arithmetic, game: HeapGame, machine: Machine) -> Relation:
    """Return the positions that an automaton accepts."""
    steps = {tuple(map(int, letter)): targets for letter, targets in machine.transitions.items()}
    return arithmetic.relation(
        game.heaps,
        0,
        lambda state, digits: steps[digits][state],
        lambda state: machine.answers[state] == "P",
    )


def move_relation(arithmetic: Arithmetic, game: HeapGame, move: HeapMove) -> Relation:
    """Return the relation between a position and the positions after a move by one rule."""
    after = [heap + "'" for heap in game.heaps]
    relation = arithmetic.valid(())
    for name, form in zip(after, move.after, strict=True):
        relation = arithmetic.both(relation, _equals_zero(arithmetic, form, {name: -1}))
    for condition in move.conditions:
        relation = arithmetic.both(relation, _condition(arithmetic, condition))
    relation = arithmetic.without(relation, *move.letters)
    unchanged = [arithmetic.same(heap, heap + "'") for heap in game.heaps]
    return arithmetic.both(relation, arithmetic.negation(arithmetic.both(*unchanged)))


def _equals_zero(arithmetic: Arithmetic, form: Linear, more: dict[str, int]) -> Relation:
    factors = dict(form.letters)
    for name, factor in more.items():
        factors[name] = factors.get(name, 0) + factor
    return arithmetic.linear(factors, form.number)


def _condition(arithmetic: Arithmetic, condition: Condition) -> Relation:
    new = arithmetic.fresh()
    if isinstance(condition, PlaceValue):
        base = 0 if arithmetic.notation.is_zeckendorf else arithmetic.notation.digits
        if condition.base != base:
            wanted = f"powers of {condition.base}" if condition.base else "Fibonacci numbers"
            numeration = f"base {condition.base}" if condition.base else "Zeckendorf"
            give_up(f"{wanted} are recognised in {numeration} only, not in {arithmetic.notation}")
        same = _equals_zero(arithmetic, condition.number, {new: -1})
        return arithmetic.without(arithmetic.both(same, arithmetic.place_value(new)), new)
    difference = condition.first.plus(condition.second, -1)
    if isinstance(condition, Congruence):
        multiples = [
            arithmetic.without(_equals_zero(arithmetic, difference, {new: sign}), new)
            for sign in (condition.modulus, -condition.modulus)
        ]
        return arithmetic.either(*multiples)
    return _comparison(arithmetic, condition, difference, new)


def _comparison(
    arithmetic: Arithmetic, condition: Comparison, difference: Linear, new: str
) -> Relation:
    if condition.sign in ("=", "!="):
        same = _equals_zero(arithmetic, difference, {})
        return same if condition.sign == "=" else arithmetic.negation(same)
    sign = 1 if condition.sign in ("<", "<=") else -1
    strict = Linear(sign if condition.sign in ("<", ">") else 0)
    # The comparison holds exactly if a number from 0 fills the gap.
    return arithmetic.without(_equals_zero(arithmetic, difference.plus(strict), {new: sign}), new)


# The theorem.


def certificate_data(game: HeapGame, notation: Numeration, machine: Machine) -> dict[str, Any]:
    """Return the fields of the certificate."""
    letters = sorted(machine.letters)
    return {
        "kind": "numeration",
        "numeration": "zeckendorf" if notation.is_zeckendorf else str(notation.digits),
        "name": game.name,
        "heaps": list(game.heaps),
        "moves": [
            {
                "letters": list(move.letters),
                "after": [_linear_data(form) for form in move.after],
                "if": [_condition_data(condition) for condition in move.conditions],
            }
            for move in game.moves
        ],
        "next": [[machine.transitions[x][state] for x in letters] for state in range(len(machine))],
        "accepting": [s for s, answer in enumerate(machine.answers) if answer == "P"],
    }


def _linear_data(form: Linear) -> list[Any]:
    return [form.number, [list(pair) for pair in form.letters]]


def _condition_data(condition: Condition) -> list[Any]:
    if isinstance(condition, PlaceValue):
        return ["place value", _linear_data(condition.number)]
    first, second = _linear_data(condition.first), _linear_data(condition.second)
    if isinstance(condition, Congruence):
        return ["mod", first, second, condition.modulus]
    return [condition.sign, first, second]


def _latex(game: HeapGame, notation: Numeration, machine: Machine) -> str:
    name = f" of {game.name}" if game.name else ""
    return (
        rf"\text{{The P-positions{name} are the words in {notation} that an automaton with "
        rf"{len(machine)} states accepts.}}"
    )
