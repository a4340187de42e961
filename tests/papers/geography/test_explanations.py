"""Every sentence of the explanations of Partizan Geography on two rows is true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import farstar as fs
from tests.papers.sentences import Reader, with_groups

BOUND = 7
WINNERS = {
    "L": "Left wins",
    "R": "Right wins",
    "N": "the player to move wins",
    "P": "the player who moved last wins",
}


def options(state: Any, player: fs.Player) -> Iterator[Any]:
    """Yield the positions after a move: the token's column is A's if both of its cells are open."""
    kind, x, y, z = state
    if kind == "B":
        if player is fs.Left and x > 1:
            yield ("B", x - 1, y, z)
        if player is fs.Left and y:
            yield ("A", x - 1, y, z)
        return
    if player is fs.Left:
        if x:
            yield ("B", x, y - 1, z + 1)
        if y > 1:
            yield ("A", x, y - 1, z + 1)
    else:
        yield ("B", z + 1, y - 1, x)


VALUES: dict[Any, fs.Value] = {}


def value(state: Any) -> fs.Value:
    """Return the value of a position by its moves alone."""
    if state not in VALUES:
        sides = [[value(after) for after in options(state, player)] for player in fs.Player]
        VALUES[state] = fs.Value.of(*sides)
    return VALUES[state]


def text_of(state: Any) -> str:
    return f"{state[0]}({state[1]},{state[2]},{state[3]})"


class Facts:
    """A position, and what its moves say about it."""

    def __init__(self, *state: Any) -> None:
        self.state = state
        self.kind, self.x, self.y, self.z = state
        self.value = value(state)
        self.left, self.right = ([*options(state, player)] for player in fs.Player)

    def __repr__(self) -> str:
        return text_of(self.state)


def winning(f: Facts, player: fs.Player) -> str:
    """Return how an explanation names the moves that win."""
    moves = f.left if player is fs.Left else f.right
    good = [m for m in moves if not value(m).outcome.wins(-player, first=True)]
    if not good:
        return "has no winning move"
    return f"wins by moving to {' or '.join(map(text_of, good))}"


def compared(f: Facts) -> str:
    to_b, to_a = map(value, f.left)
    if to_b == to_a:
        return "the two are equal"
    if to_b > to_a:
        return "the move to B is better"
    return "the move to A is better" if to_a > to_b else "neither is better: the two are confused"


def case(f: Facts) -> tuple[Any, ...]:
    """Return the comparisons, worked out here, and the case of Theorem 7 that they give."""
    x, y, z = f.x, f.y, f.z
    high, wide = z >= y - 2, x > y - 2
    letter = {(1, 1): "(A)", (1, 0): "(B)", (0, 1): "(C)"}.get((high, wide), "D")
    more: tuple[Any, ...] = (None, None, None)
    if letter == "D":
        letter = "D(i)" if 2 * x < y + z else "D(ii)"
        more = "<" if letter == "D(i)" else ">=", 2 * x, y + z
    signs = ">=" if high else "<", ">" if wide else "<="
    return signs[0], z, y - 2, signs[1], x, y - 2, *more, letter


def nested(core: fs.Value, layers: list[tuple[int | None, int]]) -> fs.Value:
    """Return a game with layers {n, .|m} around it, the first one innermost; None: no such n."""
    for own, right in layers:
        core = fs.Value.of([core] if own is None else [own, core], [right])
    return core


def formula(f: Facts) -> Any:
    """Return the value that the formula of the case states, with the layers as they are told."""
    x, y, z = f.x, f.y, f.z
    name = case(f)[-1]
    top, low = y + z - 1, x + z
    if name in ("(A)", "(B)"):
        return fs.Value.of([y + x - 2], [top if name == "(A)" else low])
    k = (y - z - 1) // 2
    if name == "(C)":
        core = fs.Value.of([y + x - k - 2], [top])
        return nested(core, [(low + i, top) for i in range(k - 1, -1, -1)])
    if name == "D(i)":
        half = fs.Value(low + k) + (fs.Value(Fraction(-1, 2)) if (y - z) % 2 else fs.Value("*"))
        return nested(half, [(None, low + i) for i in range(k - 1, -1, -1)])
    k = (2 * x - y - z + 1) // 2
    core = fs.Value.of([2 * x - k - 1], [top])
    inner = nested(core, [(top + i, top) for i in range(k - 1, -1, -1)])
    return nested(inner, [(None, low + i) for i in range(y - x - 2, -1, -1)])


def braces(text: str) -> str:
    """Return a form in Notation 1 with all braces, by expanding it as the paper defines it."""
    pattern = re.compile(
        r"<(?:(\d+)\+[ij],)?<([^<>]*(?:\{.*\})?[^<>]*)>\|(\d+)(\+[ij])?>\^(\d+)_[ij]=0"
    )
    while match := pattern.search(text):
        left, inner, right, grows, most = match.groups()
        form = inner if re.fullmatch(r"-?\d+(/\d+)?", inner) or inner[0] == "{" else f"{{{inner}}}"
        for i in range(int(most), -1, -1):
            own = "" if left is None else f"{int(left) + i},"
            form = f"{{{own}{form}|{int(right) + (i if grows else 0)}}}"
        text = text[: match.start()] + form + text[match.end() :]
    return text


@with_groups
def two_sided(asked: Any) -> bool:
    f, printed, left, name, right = asked
    case_b = case(f)[-1] == "(B)"
    assert printed == ("x + z" if case_b else "y + z - 1") == name
    assert (int(left), int(right)) == (f.y + f.x - 2, f.x + f.z if case_b else f.y + f.z - 1)
    return bool(formula(f) == f.value)


@with_groups
def layers_c(asked: Any) -> bool:
    f, k, low, top = asked
    assert (int(k), int(low), int(top)) == ((f.y - f.z - 1) // 2, f.x + f.z, f.y + f.z - 1)
    return bool(formula(f) == f.value)


@with_groups
def layers_d1(asked: Any) -> bool:
    f, core, k, low = asked
    assert core == ("- 1/2" if (f.y - f.z) % 2 else "+ *")
    assert (int(k), int(low)) == ((f.y - f.z - 1) // 2, f.x + f.z)
    return bool(formula(f) == f.value)


@with_groups
def layers_d2(asked: Any) -> bool:
    f, outer, k, top, low = asked
    numbers = f.y - f.x - 1, (2 * f.x - f.y - f.z + 1) // 2, f.y + f.z - 1, f.x + f.z
    assert tuple(map(int, (outer, k, top, low))) == numbers
    return bool(formula(f) == f.value)


CERTIFICATE = fs.prove.known("geography").certificate
DIGEST = str(CERTIFICATE.data["digest"])
EQUATIONS = {claim for claim in CERTIFICATE.check() if " = " in claim}
"""What is proved for all parameters; that it gives the values is tested with the theorem."""

SENTENCES = {
    r"([AB]\(\d+,\d+,\d+\)): (.*wins)$": lambda f: (f, WINNERS[str(f.value.outcome)]),
    r"(?:Case|Value|Left's moves|Right's move|Mean and temperature|Winning moves|Board)$": (
        lambda f: True
    ),
    r"z (>=|<) y - 2 \((\d+) against (-?\d+)\) and x (>|<=) y - 2 \((\d+) against (-?\d+)\)"
    r"(?: and 2x (<|>=) y \+ z \((\d+) against (\d+)\))?: this is case (\([ABC]\)|D\(i+\))\.": case,
    r"Left has no move and Right moves to 0\.": lambda f: (
        not f.left and [value(m) for m in f.right] == [0]
    ),
    r"\{y \+ x - 2 \| (y \+ z - 1|x \+ z)\}, where y \+ x - 2 = (-?\d+) and (.*?) = (\d+)\.": (
        two_sided
    ),
    r"\{y \+ x - k - 2 \| y \+ z - 1\} inside k layers \{x \+ z \+ i, \. \| y \+ z - 1\}, where k "
    r"= floor\(\(y - z - 1\) / 2\) = (\d+), x \+ z = (\d+) and y \+ z - 1 = (\d+)\.": layers_c,
    r"x \+ z \+ k (- 1/2|\+ \*) inside k layers \{\. \| x \+ z \+ i\}, where k = floor\(\(y - z - "
    r"1\) / 2\) = (\d+) and x \+ z = (\d+)\.": layers_d1,
    r"\{2x - k - 1 \| y \+ z - 1\} inside k layers \{y \+ z - 1 \+ i, \. \| y \+ z - 1\} and (\d+) "
    r"layers? \{\. \| x \+ z \+ i\}, where k = floor\(\(2x - y - z \+ 1\) / 2\) = (\d+), y \+ z - "
    r"1 = (\d+) and x \+ z = (\d+)\.": layers_d2,
    r"Layers of one kind are counted from the outside, beginning with i = 0\.": lambda f: (
        formula(f) == f.value and case(f)[-1] not in ("(A)", "(B)")
    ),
    r"The value is (\S+)\.": with_groups(lambda asked: fs.Value(asked[1]) == asked[0].value),
    r"In the notation of the paper it is (\S+)\.$": with_groups(
        lambda asked: fs.Value(braces(asked[1])) == asked[0].value
    ),
    r"The token's column has no other open cell, so Right has no move, and the value is an integer:"
    r" x \+ min\(y, z\) - 1 = (\d+) \+ min\((\d+), (\d+)\) - 1 = (-?\d+)\.": lambda f: (
        (*f.state[1:], int(f.value)) if not f.right else ("Right", "has", "a", "move")
    ),
    r"Left has no move\.": lambda f: not f.left,
    r"Left has only one kind of move\.": lambda f: len(f.left) == 1,
    r"Left has two kinds of moves; (.*?)\.$": lambda f: compared(f),
    r"to ([AB]\(\d+,\d+,\d+\)), value (\S+)$": with_groups(
        lambda asked: any(
            text_of(move) == asked[1] and value(move) == fs.Value(asked[2])
            for move in asked[0].left
        )
    ),
    r"Right can only move to ([AB]\(\d+,\d+,\d+\)), value (\S+)\.": with_groups(
        lambda asked: (
            [text_of(move) for move in asked[0].right] == [asked[1]]
            and value(asked[0].right[0]) == fs.Value(asked[2])
        )
    ),
    r"The mean is (\S+) and the temperature (\S+)\.": lambda f: (
        f.value.mean,
        f.value.temperature,
    ),
    r"Left, moving first, (.*)$": lambda f: winning(f, fs.Left),
    r"Right, moving first, (.*)$": lambda f: winning(f, fs.Right),
    r"([AB]\(x,y,z\) = .*)$": with_groups(lambda asked: asked[1] in EQUATIONS),
    r"By a theorem$": lambda f: True,
    r"its name in the library is geography$": lambda f: True,
    r"its certificate has the SHA-256 digest ([0-9a-f]{64})$": lambda f: DIGEST,
}  # fmt: skip


def test_every_sentence_is_true() -> None:
    """All positions with x, y and z up to 7."""
    reader = Reader(SENTENCES)
    for x, y, z in product(range(BOUND + 1), repeat=3):
        for kind, make in (("A", fs.GeographyA), ("B", fs.GeographyB)):
            if (y if kind == "A" else x) > 0:
                reader.check(make(x, y, z).explain(), Facts(kind, x, y, z))
    assert not reader.unused


def test_what_is_said_about_a_board_is_true() -> None:
    """All boards of three columns, counted cell by cell; the moves are those of the board."""
    seen = set()
    for cells in product(".#", repeat=6):
        for token in range(6):
            marks = [*cells]
            marks[token] = "@"
            board = fs.GeographyBoard("".join(marks[:3]) + "|" + "".join(marks[3:]))
            row, other = (marks[:3], marks[3:]) if token < 3 else (marks[3:], marks[:3])
            columns = list(zip(row, other, strict=True))
            x = sum(mine != "#" and theirs == "#" for mine, theirs in columns)
            y = sum("#" not in column for column in columns)
            z = sum(mine == "#" and theirs != "#" for mine, theirs in columns)
            kind = "A" if columns[token % 3][1] == "." else "B"
            where = "columns open in both" if kind == "A" else "cells without a partner"
            step = board.explain().steps[0]
            assert str(step.text) == (
                f"In the token's row {x} open cells have no open partner, {y} columns are open in "
                f"both rows, {z} cells are open in the other row only, and the token is in one of "
                f"the {where}: the board is {kind}({x},{y},{z})."
            )
            assert board.search_value() == value((kind, x, y, z))
            seen.add((kind, x, y, z))
    assert len(seen) == 20


def test_a_wrong_sentence_fails() -> None:
    with pytest.raises(AssertionError):
        Reader(SENTENCES).check_text("Left has no move.", Facts("A", 3, 2, 1))
