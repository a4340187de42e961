"""Variants of Clobber: other directions, longer moves, other stones to take or to leave behind.

As in Clobber Left owns the stones ``x`` and Right the stones ``o``, and a player who cannot move
loses. In *Kings* a stone also moves diagonally; in *Rooks* it takes the next stone in its row or
column, however far away; *Queens* do both. In *Anti-Clobber* a stone moves to an adjacent empty
cell and leaves a stone of the opponent behind. In *Hot Clobber* it takes an adjacent stone of
either player. *Generalised Clobber* has all these choices, and others, as options. A cell ``#`` is
blocked.

References
----------
.. [1] M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber,
   Integers 5(2) (2005) A1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from farstar._arguments import as_index, integer, shown
from farstar.errors import IllegalPositionError
from farstar.games._boards import Board
from farstar.games.grids import BOARD, GridPosition, StoneRules
from farstar.games.patterns import DeclaredPatterns
from farstar.rules import Field, Position, TextPart

__all__ = ["AntiClobber", "GeneralisedClobber", "HotClobber", "Kings", "Queens", "Rooks"]

_HEAD = "cells x/o . #\n"
_TAIL = "\nright = swap of left"


class ClobberVariantRules(DeclaredPatterns, StoneRules):
    """What the variants of Clobber share."""

    misere_universe: ClassVar[str] = "dicot"
    alphabet = {**StoneRules.alphabet, "#": "blocked"}
    joint: ClassVar[str] = " takes "


class KingsRules(ClobberVariantRules):
    """The rules of Kings."""

    name = "Kings"
    title = "Kings' Clobber"
    how_to_play = (
        "A player moves one of their stones onto a stone of the opponent in one of the eight "
        "adjacent cells, which is removed. A player who cannot move loses."
    )
    source = _HEAD + "left xo -> .x lines" + _TAIL
    starts = {"Kings(xox|ox.)": "N", "Kings(2x4)": "P"}
    theory = "All values are infinitesimal: both players can move or neither can."
    has_infinitesimal_values = True


class RooksRules(ClobberVariantRules):
    """The rules of Rooks."""

    name = "Rooks"
    title = "Rooks' Clobber"
    how_to_play = (
        "A player moves one of their stones along a row or column, across empty cells, onto a "
        "stone of the opponent, which is removed. A player who cannot move loses."
    )
    source = _HEAD + "left x.*o -> ..*x both" + _TAIL
    starts = {"Rooks(3x3)": "L", "Rooks(xox|ox.)": "N"}
    theory = "All values are infinitesimal: both players can move or neither can."
    has_infinitesimal_values = True


class QueensRules(ClobberVariantRules):
    """The rules of Queens."""

    name = "Queens"
    title = "Queens' Clobber"
    how_to_play = (
        "A player moves one of their stones along a row, a column or a diagonal, across empty "
        "cells, onto a stone of the opponent, which is removed. A player who cannot move loses."
    )
    source = _HEAD + "left x.*o -> ..*x lines" + _TAIL
    starts = {"Queens(xoxo|oxxo)": "N", "Queens(xox|ox.)": "L"}
    theory = "All values are infinitesimal: both players can move or neither can."
    has_infinitesimal_values = True


class AntiClobberRules(ClobberVariantRules):
    """The rules of Anti-Clobber."""

    misere_universe = ""
    name = "AntiClobber"
    title = "Anti-Clobber"
    how_to_play = (
        "A player moves one of their stones to an adjacent empty cell and leaves a stone of the "
        "opponent behind. A player who cannot move loses."
    )
    start = ""
    example = "xo.|.ox"
    source = _HEAD + "left x. -> ox both" + _TAIL
    starts = {"AntiClobber(xo..|..xx)": "L", "AntiClobber(xoxo|oo..)": "R"}
    theory = "Every move fills an empty cell, so play ends when the board is full."
    joint = "-"


class HotClobberRules(ClobberVariantRules):
    """The rules of Hot Clobber."""

    misere_universe = "dead-ending"
    name = "HotClobber"
    title = "Hot Clobber"
    how_to_play = (
        "A player moves one of their stones onto an adjacent stone of either player, which is "
        "removed. A player who cannot move loses."
    )
    source = _HEAD + "left x[xo] -> .x both" + _TAIL
    starts = {"HotClobber(xxo|x.o)": "L", "HotClobber(xox|xo.)": "L"}
    theory = "A group of one colour is worth as many moves as it can make."


_DIRECTIONS = {"orthogonal": "both", "diagonal": "diagonals", "compass": "lines"}
_STONES = {"opponent": "o", "own": "x", "empty": "."}
_DEFAULTS: dict[str, Any] = {
    "directions": "orthogonal",
    "takes": "opponent",
    "leaves": "empty",
    "distance": 1,
}
_LONGEST = 64


class GeneralisedClobberRules(ClobberVariantRules):
    """The rules of Generalised Clobber."""

    misere_universe = ""
    name = "GeneralisedClobber"
    title = "Generalised Clobber"
    how_to_play = (
        "A player moves one of their stones onto a stone of the opponent; the options say in which "
        "directions, how far, what may be taken instead and what is left behind. A player who "
        "cannot move loses."
    )
    form = f"{BOARD}; options such as diagonal, distance 2, takes own+opponent, leaves opponent"
    source = _HEAD + "left xo -> .x both" + _TAIL
    template = "GeneralisedClobber({rows}x{columns}; {directions})"
    fields = {
        "rows": Field("Rows", "3"),
        "columns": Field("Columns", "3"),
        "directions": Field("Directions", "diagonal", choices={w: w for w in _DIRECTIONS}),
    }
    starts = {
        "GeneralisedClobber(xoxo|oox.|xxx.; diagonal)": "N",
        "GeneralisedClobber(xox|ox.; distance any)": "N",
    }
    theory = "Where only stones of the opponent are taken, all values are infinitesimal."

    def __init__(
        self,
        directions: str = "orthogonal",
        takes: str = "opponent",
        leaves: str = "empty",
        distance: int | str = 1,
    ) -> None:
        taken = [word.strip() for word in str(takes).split("+")]
        words = ((directions, _DIRECTIONS), (leaves, _STONES), *((t, _STONES) for t in taken))
        for word, known in words:
            if word not in known:
                raise IllegalPositionError(f"expected one of {', '.join(known)}, got {shown(word)}")
        if distance != "any" and integer(distance, 1, "the distance") > _LONGEST:
            raise IllegalPositionError(f"expected a distance of at most {_LONGEST} or any")
        self.options = {
            "directions": directions,
            "takes": "+".join(word for word in _STONES if word in taken),
            "leaves": leaves,
            "distance": distance,
        }
        self.source = _source(directions, taken, leaves, distance)  # type: ignore[misc]

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position with a board and options."""
        board, options = TextPart(text).before_semicolon("options such as diagonal")
        named = {} if options is None else dict(map(_option, options.split(",")))
        return board.placed(lambda: GeneralisedClobber(board.text, **named))

    def check(self, position: Any) -> Board:
        """Return the board in normal form."""
        from farstar.games.patterns._compiled import compiled

        if not compiled(self.source, 2).is_finite:
            raise IllegalPositionError(
                f"expected options with which play ends, got {_options_text(self.options)}"
            )
        return super().check(position)

    def text(self, position: Board) -> str:
        """Return the board, and after a semicolon the options that are not those of Clobber."""
        options = _options_text(self.options)
        return f"{position}; {options}" if options else position

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(self.options.values())


def _source(directions: str, takes: Sequence[str], leaves: str, distance: int | str) -> str:
    """Return the patterns of the options."""
    taken = "".join(mark for word, mark in _STONES.items() if word in takes)
    taken = f"[{taken}]" if len(taken) > 1 else taken
    left, way = _STONES[leaves], _DIRECTIONS[directions]
    if distance == "any":
        rules = [f"x.*{taken} -> {left}.*x {way}"]
    else:
        gaps = ("." * gap for gap in range(int(distance)))
        rules = [f"x{gap}{taken} -> {left}{gap}x {way}" for gap in gaps]
    return _HEAD + "\n".join(f"left {rule}" for rule in rules) + _TAIL


def _option(part: TextPart) -> tuple[str, Any]:
    words = part.text.split()
    if len(words) == 1 and words[0] in _DIRECTIONS:
        return "directions", words[0]
    if len(words) == 2 and words[0] in ("takes", "leaves"):
        return words[0], words[1]
    if len(words) == 2 and words[0] == "distance" and (words[1] == "any" or words[1].isdigit()):
        return "distance", words[1] if words[1] == "any" else int(words[1])
    raise part.fault(
        "expected options such as diagonal, distance 2, takes own+opponent or leaves opponent, "
        f"got {shown(part.text)}"
    )


def _options_text(options: dict[str, Any]) -> str:
    chosen = [(name, word) for name, word in options.items() if word != _DEFAULTS[name]]
    return ", ".join(
        f"{word}" if name == "directions" else f"{name} {word}" for name, word in chosen
    )


class Kings(GridPosition, rules=KingsRules):
    """A position of Clobber in which stones also move diagonally.

    The board is written as for `Clobber`.

    Examples
    --------
    >>> fs.Kings("xox|ox.").value
    Value('{^^*|*,v[2]}')
    """

    __slots__ = ()


class Rooks(GridPosition, rules=RooksRules):
    """A position of Clobber in which stones move any distance along rows and columns.

    The board is written as for `Clobber`.

    Examples
    --------
    >>> fs.Rooks("xox|ox.").value
    Value('{^^*|0,*}')
    """

    __slots__ = ()


class Queens(GridPosition, rules=QueensRules):
    """A position of Clobber in which stones move any distance in all eight directions.

    The board is written as for `Clobber`.

    Examples
    --------
    >>> fs.Queens("xox|ox.").value
    Value('^')
    """

    __slots__ = ()


class AntiClobber(GridPosition, rules=AntiClobberRules):
    """Stones that move to empty cells and leave a stone of the opponent behind.

    The board is written as for `Clobber`.

    Examples
    --------
    >>> fs.AntiClobber("xoxo|oo..").value
    Value('{*|-1}')
    """

    __slots__ = ()


class HotClobber(GridPosition, rules=HotClobberRules):
    """A position of Clobber in which stones may also take stones of their own colour.

    The board is written as for `Clobber`.

    Examples
    --------
    >>> fs.HotClobber("xxo|x.o").value
    Value('{1*|^}')
    """

    __slots__ = ()


class GeneralisedClobber(GridPosition, rules=GeneralisedClobberRules):
    """A position of Clobber with other directions, distances, or stones to take and to leave.

    Parameters
    ----------
    board : str or sequence of str
        The board, written as for `Clobber`.
    directions : str
        ``"orthogonal"``, ``"diagonal"`` or ``"compass"``.
    takes : str
        What a stone may be moved onto: ``"opponent"``, ``"own"``, ``"empty"``, or several of them
        as in ``"opponent+own"``.
    leaves : str
        What is left behind: ``"empty"``, ``"opponent"`` or ``"own"``.
    distance : int or "any"
        How far a stone moves at most; the cells between are empty.

    Examples
    --------
    >>> fs.GeneralisedClobber("xoxo|oox.|xxx.", directions="diagonal").value
    Value('{0,v*|vv}')
    """

    __slots__ = ()
    _ruleset: GeneralisedClobberRules

    def __init__(
        self,
        board: str | Sequence[str],
        directions: str = "orthogonal",
        takes: str = "opponent",
        leaves: str = "empty",
        distance: int | str = 1,
    ) -> None:
        if as_index(board) is not None:
            raise IllegalPositionError(f"expected a board such as xo|ox, got {shown(board)}")
        Position.__init__(self, GeneralisedClobberRules(directions, takes, leaves, distance), board)

    def __repr__(self) -> str:
        chosen = self._ruleset.options.items()
        options = "".join(f", {k}={v!r}" for k, v in chosen if v != _DEFAULTS[k])
        return f"GeneralisedClobber({self.board!r}{options})"
