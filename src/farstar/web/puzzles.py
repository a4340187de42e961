"""Puzzles: positions in which exactly one move wins, by date and by theme.

A puzzle is made from its name alone, so that everybody has the same one, and nothing is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from random import Random

import farstar as fs
from farstar.errors import BudgetExceeded, NotationError
from farstar.expressions import read
from farstar.plugins import PluginError, load_reference, merged, plugins
from farstar.reports import unfolded

NUMBERED = 48
"""Puzzles of each theme."""

_PARTS = 3
_FEWEST_MOVES = 5
"""Moves among which the winning one is to be found, in a puzzle of a day."""

_MOST_AT_LEVELS = (5, 8, 12, 20)
"""How many moves there are at most to choose from, at the levels 1 to 4."""

_FEW_MOVES = 4
_MOST_MOVES = 60
_NODES = 400_000
"""What the solution of a candidate may cost."""

_FIRST_YEAR, _LAST_YEAR = 2020, 2100

Part = Callable[[Random], str]


VALUES = ("*", "*2", "*3", "^", "^*", "+-1", "+-1/2", "{1|0}", "{2|-1}", "{2|0}")
"""Values that stand beside positions."""


# Parts of puzzles.


def heaps_of(names: Sequence[str], sizes: tuple[int, int], counts: tuple[int, int]) -> Part:
    """Return what makes a position of one of some games, with heaps of random sizes."""

    def heaps(random: Random) -> str:
        name = random.choice(names) if len(names) > 1 else names[0]
        heaps = (str(random.randint(*sizes)) for _ in range(random.randint(*counts)))
        return f"{name}({','.join(heaps)})"

    return heaps


_heaps = heaps_of(["Nim"], (1, 12), (3, 4))
_pins = heaps_of(["Kayles", "DawsonsKayles"], (2, 9), (2, 3))


def _word_of(name: str, letters: str, lengths: tuple[int, int]) -> Part:
    def word(random: Random) -> str:
        length = random.randint(*lengths)
        return f"{name}({''.join(random.choice(letters) for _ in range(length))})"

    return word


_strip = _word_of("ToadsAndFrogs", "TF..", (5, 8))
_dominoes_in_a_row = _word_of("TopplingDominoes", "lre", (4, 7))


def _cells(random: Random, sizes: Sequence[tuple[int, int]], marks: str) -> str:
    rows, columns = random.choice(sizes)
    return "|".join("".join(random.choice(marks) for _ in range(columns)) for _ in range(rows))


def _board(name: str, sizes: Sequence[tuple[int, int]], marks: str) -> Part:
    return lambda random: f"{name}({_cells(random, sizes, marks)})"


_domineering = _board("Domineering", ((2, 2), (2, 3), (3, 2), (3, 3)), "....#")
_large_domineering = _board("Domineering", ((3, 4), (4, 4), (4, 3), (3, 5)), ".....#")
_cram = _board("Cram", ((3, 3), (3, 4), (2, 5)), "....#")
_clobber = _board("Clobber", ((2, 2), (2, 3), (2, 4)), "xo.")
_large_clobber = _board("Clobber", ((3, 3), (3, 4), (2, 5)), "xoxo.")
_konane = _board("Konane", ((3, 4), (4, 4), (3, 5)), "xo.")
_snort = _board("Snort", ((3, 3), (2, 5), (3, 4)), ".....xo#")
_col = _board("Col", ((3, 3), (2, 5), (3, 4)), ".....xo#")


def _wythoff(random: Random) -> str:
    return f"Wythoff({random.randint(2, 9)},{random.randint(4, 13)})"


def _stalk(random: Random) -> str:
    return "".join(random.choice("llrre") for _ in range(random.randint(2, 4)))


def _hackenbush(random: Random) -> str:
    shapes = [f"{random.choice('lr')}({_stalk(random)};{_stalk(random)})", _stalk(random)]
    return f"Hackenbush({';'.join([*shapes, _stalk(random)][: random.randint(2, 3)])})"


def _switch(random: Random) -> str:
    low = random.randint(-3, 2)
    return f"{{{low + random.randint(1, 5)}|{low}}}"


def _amazons(random: Random) -> str:
    rows = list(_cells(random, ((2, 3), (3, 2), (2, 4)), "...#"))
    empty = [place for place, mark in enumerate(rows) if mark == "."]
    for mark, place in zip("xo", random.sample(empty, min(2, len(empty))), strict=False):
        rows[place] = mark
    return f"Amazons({''.join(rows)})"


def _value(random: Random) -> str:
    return random.choice(VALUES)


_COOL, _HOT = "cool sums", "hot sums"
"""What plugins call the sums of the puzzles of a day."""


def _plugged_parts(theme: str) -> list[Part]:
    """Return the parts that plugins add to a theme."""
    return [load_reference(part) for plugin in plugins() for part in plugin.puzzles.get(theme, ())]


# Themes.


@dataclass(frozen=True)
class Theme:
    """A kind of puzzle: what its positions consist of."""

    title: str
    words: str
    """What is to be learnt from it."""
    parts: tuple[Part, ...]
    counts: tuple[int, ...] = (1,)
    """How many parts a puzzle has."""
    misere: bool = False


@cache
def themes() -> dict[str, Theme]:
    """Return all themes by name, those of plugins last."""
    own = {
        "heaps": Theme(
            "Heaps and pins",
            "Nim, Kayles and Wythoff's game: find the move that makes the nim-sum zero.",
            (_heaps, _pins, _wythoff),
        ),
        "dominoes": Theme(
            "Dominoes",
            "Domineering, Cram and Toppling Dominoes: keep room for yourself.",
            (_large_domineering, _cram, _dominoes_in_a_row),
        ),
        "stones": Theme(
            "Stones",
            "Clobber, Konane, Snort and Col: the last stone that can move decides.",
            (_large_clobber, _konane, _snort, _col),
        ),
        "hackenbush": Theme(
            "Hackenbush", "Cut the right edge: count the moves that are left.", (_hackenbush,)
        ),
        "toads": Theme(
            "Toads and Frogs", "Two or three strips: which toad should go?", (_strip,), (2, 3)
        ),
        "hot": Theme(
            "Hot games",
            "Switches and hot boards: where is a move worth most?",
            (_switch, _domineering, _amazons),
            (2, 3),
        ),
        "misere": Theme(
            "Misère play",
            "Whoever cannot move wins: the same games, turned around.",
            (_heaps, _pins),
            misere=True,
        ),
    }
    known = own | _plugged_themes() | own
    for plugin in plugins():
        for name in plugin.puzzles.keys() - known.keys() - {_COOL, _HOT}:
            raise PluginError(f"expected the plugin {plugin.name!r} to name a theme, got {name!r}")
    return {
        name: replace(theme, parts=(*theme.parts, *_plugged_parts(name)))
        for name, theme in known.items()
    }


def _plugged_themes() -> dict[str, Theme]:
    return {name: load_reference(theme) for name, theme in merged("themes").items()}


@dataclass(frozen=True)
class Puzzle:
    """A position in which Left is to move, and exactly one move wins.

    Examples
    --------
    >>> puzzle = fs.puzzle("dominoes-1")
    >>> len(fs.parse(puzzle.expression).winning_moves(fs.Left, misere=puzzle.misere))
    1
    """

    name: str
    title: str
    expression: str
    misere: bool = False


def level_of(puzzle: Puzzle) -> int:
    """Return how hard a puzzle is, from 1 to 5, by the number of moves to choose from.

    Examples
    --------
    >>> level_of(puzzle("heaps-1")) in range(1, 6)
    True
    """
    count = len(unfolded(read(puzzle.expression)).moves(fs.Left))
    return 1 + sum(count > most for most in _MOST_AT_LEVELS)


def puzzle(name: str) -> Puzzle:
    """Return the puzzle of a date, such as ``2026-11-16``, or of a theme, such as ``stones-3``.

    Raises
    ------
    NotationError
        If there is no such puzzle.

    Examples
    --------
    >>> fs.puzzle("heaps-1").title, fs.parse(fs.puzzle("heaps-1").expression).outcome.name
    ('Heaps and pins, puzzle 1', 'N')
    """
    theme, _, number = name.rpartition("-")
    if theme in themes() and number.isdecimal() and len(number) < 4:
        if not 1 <= int(number) <= NUMBERED:
            raise NotationError(f"expected a puzzle from 1 to {NUMBERED}, got {number}")
        return _of_theme(theme, int(number))
    try:
        day = date.fromisoformat(name[:10])
    except ValueError:
        raise NotationError(
            "expected a date such as 2026-11-16, or a theme with a number such as heaps-1 "
            f"(themes: {', '.join(themes())}), got {name[:40]!r}"
        ) from None
    if not _FIRST_YEAR <= day.year <= _LAST_YEAR or len(name) != len("2026-11-16"):
        raise NotationError(
            f"expected a date from {_FIRST_YEAR} to {_LAST_YEAR}, got {name[:40]!r}"
        )
    return Puzzle(day.isoformat(), f"The puzzle of {day.isoformat()}", _of_day(day.isoformat()))


def _of_theme(name: str, number: int) -> Puzzle:
    theme = themes()[name]
    random = Random(f"farstar puzzle {name} {number}")
    while True:
        count = random.choice(theme.counts)
        text = _joined(random, [random.choice(theme.parts)(random) for _ in range(count)])
        try:
            with fs.engine.budget(nodes=_NODES):
                if _has_one_solution(text, misere=theme.misere):
                    return Puzzle(
                        f"{name}-{number}", f"{theme.title}, puzzle {number}", text, theme.misere
                    )
        except (BudgetExceeded, fs.IllegalPositionError):
            continue


def _has_one_solution(text: str, *, misere: bool) -> bool:
    """Return whether Left has several moves, of which exactly one wins, and Right a move too."""
    game = unfolded(read(text))
    moves = game.moves(fs.Left)
    if not _FEW_MOVES <= len(moves) <= _MOST_MOVES or not game.moves(fs.Right):
        return False
    winning = game.winning_moves(fs.Left, misere=misere)
    # Nobody should win at once: the answer would be seen at a glance.
    return len(winning) == 1 and bool(winning[0].after.moves(fs.Right))


def _joined(random: Random, parts: list[str]) -> str:
    signs = ["", *(random.choice((" + ", " + ", " - ")) for _ in parts[1:])]
    return "".join(sign + part for sign, part in zip(signs, parts, strict=True))


# The puzzle of a day: a contested sum of three.


def _of_day(day: str) -> str:
    random = Random(f"farstar puzzle {day}")
    while True:
        text = _candidate(random)
        game = fs.parse(text)
        if isinstance(game, fs.Sum) and _is_puzzle(game):
            return text


def _candidate(random: Random) -> str:
    cool, hot = (
        (*_plugged_parts(_COOL), _clobber),
        (*_plugged_parts(_HOT), _domineering),
    )
    mixtures = [m for m in (cool, (*hot, *cool[:1]), (*cool, *hot)) if len(m) >= _PARTS]
    # Without plugins there are too few of them.
    everything = (*cool, *hot, _strip, _dominoes_in_a_row, _hackenbush)
    kinds = random.sample(random.choice(mixtures or [everything]), _PARTS)
    if random.random() < 0.4:
        kinds[-1] = _value
    return _joined(random, [kind(random) for kind in kinds])


def _is_puzzle(game: fs.Sum) -> bool:
    """Return whether whoever moves wins, and Left by one of several moves only."""
    moves = {player: game.moves(player) for player in (fs.Left, fs.Right)}
    places = [{move.component for move in moves[player]} for player in moves]
    if len(game.terms) < _PARTS or any(len(components) < _PARTS for components in places):
        return False
    if len(moves[fs.Left]) < _FEWEST_MOVES or game.outcome is not fs.Outcome.N:
        return False
    winning = game.winning_moves(fs.Left)
    # A hot value would be too easy an answer.
    return len(winning) == 1 and not isinstance(winning[0].move.before, fs.Value)
