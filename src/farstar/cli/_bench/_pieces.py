"""More pieces of work for the race: games by their rules alone, and starting up.

Like ``_race``, whose libraries it is handed, this file stands alone and is run where Farstar is not
installed. A library that has no rulesets of its own gets a memoised search in Python.
"""

from __future__ import annotations

import random
import resource
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any

Options = Callable[[Any], Iterable[Hashable]]
Report = tuple[float, list[str]]
SEED = 20130412


def searched(
    lib: Any,
    start: Hashable,
    left: Options,
    right: Options,
    known: dict[Hashable, Any] | None = None,
) -> Any:
    """Return the value of a position by a search that remembers what it has seen, in `known`."""
    values: dict[Hashable, Any] = {} if known is None else known
    stack = [start]
    while stack:
        position = stack[-1]
        if position in values:
            stack.pop()
            continue
        sides = list(left(position)), list(right(position))
        missing = [g for side in sides for g in side if g not in values]
        if missing:
            stack += missing
        else:
            values[position] = lib.make(*([values[g] for g in side] for side in sides))
    return values[start]


def replaced(text: str, old: str, new: str) -> list[str]:
    """Return the texts with one occurrence of `old` changed.

    Examples
    --------
    >>> replaced("T.T.", "T.", ".T")
    ['.TT.', 'T..T']
    """
    places = [i for i in range(len(text)) if text.startswith(old, i)]
    return [text[:i] + new + text[i + len(old) :] for i in places]


def toad_moves(strip: str) -> list[str]:
    """Return where Left can go in Toads and Frogs."""
    return replaced(strip, "T.", ".T") + replaced(strip, "TF.", ".FT")


def frog_moves(strip: str) -> list[str]:
    """Return where Right can go in Toads and Frogs."""
    return replaced(strip, ".F", "F.") + replaced(strip, ".TF", "FT.")


def toads(lib: Any, size: int) -> Report:
    """Solve Toads and Frogs with so many of each and two cells between them."""
    strip = "T" * size + ".." + "F" * size
    seconds, g = lib.timed(lambda: lib.by_rules("ToadsAndFrogs", strip, toad_moves, frog_moves))
    return seconds, [lib.text(g) if size <= 4 else lib.mean(g)]


def covered(board: str, step: int) -> list[str]:
    """Return the boards after a domino on a cell and the one `step` further on.

    Examples
    --------
    >>> covered("..|..", 1), covered("..|..", 3)
    (['##|..', '..|##'], ['#.|#.', '.#|.#'])
    """
    cells = [i for i in range(len(board) - step) if board[i] == board[i + step] == "."]
    return [board[:i] + "#" + board[i + 1 : i + step] + "#" + board[i + step + 1 :] for i in cells]


def dominoes(lib: Any, cells: int) -> Report:
    """Solve an empty Domineering board with rows of four by its rules, without any more theory."""
    board = "|".join(["...."] * (cells // 4))
    seconds, g = lib.timed(
        lambda: lib.by_rules("Domineering", board, lambda b: covered(b, 5), lambda b: covered(b, 1))
    )
    return seconds, [lib.text(g) if cells <= 16 else lib.mean(g)]


def left_on_two_rows(position: Any) -> list[Any]:
    """Return where Left can go from A(x, y, z) or B(x, y, z) in Partizan Geography."""
    kind, x, y, z = position
    x, y, z = (x, y - 1, z + 1) if kind == "A" else (x - 1, y, z)
    return [(name, x, y, z) for name, open_cells in (("B", x), ("A", y)) if open_cells > 0]


def right_on_two_rows(position: Any) -> list[Any]:
    """Return where Right can go."""
    kind, x, y, z = position
    return [("B", z + 1, y - 1, x)] if kind == "A" else []


def geography_values(lib: Any, bound: int) -> Report:
    """Find the values of A(x, y, z) for all numbers up to `bound`."""
    numbers = [
        (x, y, z) for x in range(bound + 1) for y in range(1, bound + 1) for z in range(bound + 1)
    ]
    seconds, games = lib.timed(lambda: lib.geography(numbers))
    return seconds, [lib.mean(g) for g in games[:: max(1, len(games) // 40)]]


def geography_board(lib: Any, columns: int) -> Report:
    """Find the value of the board of so many columns from its start, which only Farstar does."""
    seconds, g = lib.timed(lambda: lib.fs.GeographyBoard.start(columns).value)
    return seconds, [lib.mean(g)]


def euclid_outcomes(lib: Any, bound: int) -> Report:
    """Tell who wins each standard position of Partizan Euclid."""
    seconds, outcomes = lib.timed(lambda: lib.euclid_outcomes(bound))
    counts = Counter(outcomes)
    sample = outcomes[:: max(1, len(outcomes) // 40)]
    return seconds, ["".join(sample), *(f"{name} {counts[name]}" for name in "LRNP")]


def euclid_weights(lib: Any, bound: int) -> Report:
    """Find the atomic weight of each standard position of Partizan Euclid."""
    seconds, weights = lib.timed(lambda: lib.euclid_weights(bound))
    return seconds, [lib.text(g) for g in weights[:: max(1, len(weights) // 40)]]


def random_word(letters: int) -> str:
    """Return a word of Partizan Euclid with so many letters before its end.

    Examples
    --------
    >>> len(random_word(10)), random_word(10)[-1]
    (11, 'e')
    """
    rng = random.Random(SEED)
    return "".join(rng.choice("lr") for _ in range(letters)) + "e"


def word_outcome(lib: Any, letters: int) -> Report:
    """Tell who wins a position that is given by its word."""
    word = random_word(letters)
    seconds, outcome = lib.timed(lambda: lib.fs.Word(word).outcome)
    return seconds, [str(outcome)]


def word_weight(lib: Any, letters: int) -> Report:
    """Find the atomic weight of a position that is given by its word."""
    word = random_word(letters)
    seconds, weight = lib.timed(lambda: lib.fs.Word(word).position.atomic_weight())
    return seconds, [str(weight.mean)]


def importing(lib: Any, rounds: int) -> Report:
    """Import the library in a fresh interpreter."""
    return _start([sys.executable, "-c", f"import {lib.module}"], rounds)


def first_value(lib: Any, rounds: int) -> Report:
    """Import the library and make a value: what is loaded only when it is used counts as well."""
    return _start([sys.executable, "-c", f"import {lib.module}; {lib.first}"], rounds)


def helping(lib: Any, rounds: int) -> Report:
    """Run ``farstar --help``."""
    del lib
    return _start([sys.executable, "-m", "farstar", "--help"], rounds)


def _start(command: list[str], rounds: int) -> Report:
    """Return the median of the CPU seconds of a program."""
    seconds = []
    for _ in range(rounds):
        before = _children()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        seconds.append(_children() - before)
    return statistics.median(seconds), ["started"]


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


WORK: dict[str, Callable[[Any, int], Report]] = {
    "euclid-outcomes": euclid_outcomes,
    "euclid-weights": euclid_weights,
    "word-outcome": word_outcome,
    "word-weight": word_weight,
    "geography-values": geography_values,
    "geography-board": geography_board,
    "toads": toads,
    "dominoes": dominoes,
    "import": importing,
    "first-value": first_value,
    "help": helping,
}
"""What is done, by library and size."""
