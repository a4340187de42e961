"""Products of impartial games whose positions fall into parts: acrostic, cake and direct ones.

A position is a sum of pairs, each of a part of one game and a part of the other, such as a heap of
each: think of a coin in a row and a column, or of a cake with rows and columns. A move in a game
replaces a part x by parts x', x'', ... The products differ in what it does to a pair (x, y).

- *Acrostic*: a move in one of the games, and the other part stays: (x', y) + (x'', y) + ...
- *Cake*: the same, but Left moves only among the columns and Right only among the rows.
- *Direct*: a move in both games. A coin turned in x and in y is turned in all places where one of
  the rows meets one of the columns: (x', y) + (x, y') + (x', y') + ... By the Tartan theorem a pair
  is worth the nim product of its parts.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   A K Peters (2003), chapter 14.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import product as choices
from typing import Any, TypeAlias

from farstar.errors import IllegalPositionError, NotationError
from farstar.impartial.grundy import nim_product
from farstar.rules._position import Position
from farstar.rules._ruleset import ImpartialRuleset, Ruleset
from farstar.rules.variants import Game, as_ruleset, state_after

__all__ = ["acrostic_product", "cake_product", "direct_product"]

Pair: TypeAlias = tuple[Any, Any]


class Pairs(tuple[Pair, ...]):
    """The pairs of a position; a type of its own, since a state may be a tuple of two tuples."""

    __slots__ = ()


def acrostic_product(first: Game, second: Game) -> Ruleset:
    """Return the game on pairs of parts of two games, where a move is made in one of them.

    Positions are made of a position of each game. An empty one makes no pair.

    Examples
    --------
    >>> turtles = fs.Spawning("1-2")
    >>> [fs.rules.acrostic_product(turtles, turtles)(3, n).grundy for n in range(1, 8)]
    [3, 4, 1, 2, 7, 8, 5]
    """
    return AcrosticProduct(_impartial(first), _impartial(second))


def cake_product(first: Game, second: Game, *, turning: bool = False) -> Ruleset:
    """Return the game on cakes, where Left plays `first` on columns and Right `second` on rows.

    Positions are made of rows and columns, each a position of the game, such as a heap.

    Parameters
    ----------
    first, second : Ruleset
        Two impartial games; a class of positions will do, or a position.
    turning : bool
        Whether a player turns a piece by a quarter before the move.

    Examples
    --------
    >>> halves = fs.TakeAndBreak("4.0")
    >>> fs.rules.cake_product(halves, halves)(3, 8).value, fs.Cutcake(3, 8).value
    (Value('3'), Value('3'))
    """
    return CakeProduct(_impartial(first), _impartial(second), turning)


def direct_product(first: Game, second: Game) -> Ruleset:
    """Return the game on pairs of parts of two games, where a move is made in both.

    A coin-turning game on a board is the direct product of two on rows: the coins where a row that
    is turned meets a column that is turned. Values are nim products.

    Examples
    --------
    >>> ruler = fs.Spawning("1+C")
    >>> rugs = fs.rules.direct_product(ruler, ruler)
    >>> [rugs(4, n).grundy for n in range(1, 9)]
    [4, 8, 4, 6, 4, 8, 4, 11]
    """
    return DirectProduct(_impartial(first), _impartial(second))


def _impartial(game: Game) -> ImpartialRuleset:
    rules = as_ruleset(game)
    if not isinstance(rules, ImpartialRuleset) or rules.may_loop:
        raise TypeError(f"expected an impartial game that ends, got {rules.name}")
    return rules


def _parts(rules: Ruleset, state: Any) -> list[Hashable]:
    parts = rules.components(state)
    return [state] if parts is None else list(parts)


def _moves(rules: ImpartialRuleset, part: Any) -> Iterator[list[Hashable]]:
    """Return what the moves leave of a part: lists of parts."""
    return (_parts(rules, state_after(step)) for step in rules.moves(part))


class PairRules(Ruleset):
    """What the products share; a state is the tuple of pairs."""

    form = "one & another"

    def __init__(self, first: ImpartialRuleset, second: ImpartialRuleset) -> None:
        self.first = first
        self.second = second

    @property
    def sides(self) -> tuple[ImpartialRuleset, ImpartialRuleset]:
        """The games of the first and of the second part of a pair."""
        return self.first, self.second

    @classmethod
    def read(cls, text: str) -> Position:
        """Raise an error: the text does not say which games are multiplied."""
        raise NotationError(f"expected a product of games that is made in Python, got {text}", text)

    def check(self, position: Any) -> Pairs:
        """Return the pairs of parts of two positions."""
        if isinstance(position, Pairs):
            return position
        if not isinstance(position, tuple) or len(position) != 2:
            raise IllegalPositionError(f"expected two states, one for each game, got {position!r}")
        both = zip(self.sides, position, strict=True)
        one, other = (_parts(game, game.check(state)) for game, state in both)
        return Pairs(choices(one, other))

    def components(self, position: Pairs) -> list[Pairs]:
        """Return each pair on its own."""
        return [Pairs((pair,)) for pair in position]

    def replaced(self, position: Pairs, options: Any) -> Iterator[Pairs]:
        """Return the positions in which `options` of a pair replace it."""
        for place, pair in enumerate(position):
            for after in options(pair):
                yield Pairs((*position[:place], *after, *position[place + 1 :]))

    def text(self, position: Pairs) -> str:
        """Return the pairs."""
        one, other = self.sides
        pairs = [f"{one.text(x)} & {other.text(y)}" for x, y in position]
        return " + ".join(pairs) or "nothing"


class AcrosticProduct(PairRules, ImpartialRuleset):
    """A move is made in one of two games."""

    def moves(self, position: Pairs) -> Iterator[Pairs]:
        """Return the positions after a move in one part of a pair."""
        return self.replaced(position, self._options)

    def _options(self, pair: Pair) -> Iterator[Iterable[Pair]]:
        x, y = pair
        yield from ([(part, y) for part in left] for left in _moves(self.first, x))
        yield from ([(x, part) for part in left] for left in _moves(self.second, y))


class DirectProduct(PairRules, ImpartialRuleset):
    """A move is made in both of two games."""

    def moves(self, position: Pairs) -> Iterator[Pairs]:
        """Return the positions after a move in both parts of a pair."""
        return self.replaced(position, self._options)

    def _options(self, pair: Pair) -> Iterator[Iterable[Pair]]:
        x, y = pair
        columns = list(_moves(self.second, y))
        for rows in _moves(self.first, x):
            for left in columns:
                # The pair itself comes first, and is the one that goes.
                yield list(choices((x, *rows), (y, *left)))[1:]

    def closed_grundy(self, position: Pairs) -> int:
        """Return the sum of the nim products of the pairs: the Tartan theorem."""
        total = 0
        for x, y in position:
            total ^= nim_product(self.first.wrap(x).grundy, self.second.wrap(y).grundy)
        return total


class CakeProduct(PairRules):
    """Left moves among the columns of a piece, Right among its rows."""

    form = "rows & columns"

    def __init__(
        self, first: ImpartialRuleset, second: ImpartialRuleset, turning: bool = False
    ) -> None:
        super().__init__(first, second)
        self.turning = turning

    @property
    def sides(self) -> tuple[ImpartialRuleset, ImpartialRuleset]:
        """The games of rows and of columns."""
        return self.second, self.first

    def check(self, position: Any) -> Pairs:
        """Return the pieces; if they are turned, rows become columns."""
        pieces = super().check(position)
        if self.turning and not isinstance(position, Pairs):
            super().check(position[::-1])
        return pieces

    def left(self, position: Pairs) -> Iterator[Pairs]:
        """Return the positions after a move among the columns of a piece."""
        return self.replaced(position, self._among_columns)

    def right(self, position: Pairs) -> Iterator[Pairs]:
        """Return the positions after a move among the rows of a piece."""
        return self.replaced(position, self._among_rows)

    def _among_columns(self, piece: Pair) -> Iterator[Iterable[Pair]]:
        rows, columns = reversed(piece) if self.turning else piece
        return ([(rows, part) for part in left] for left in _moves(self.first, columns))

    def _among_rows(self, piece: Pair) -> Iterator[Iterable[Pair]]:
        rows, columns = reversed(piece) if self.turning else piece
        return ([(part, columns) for part in left] for left in _moves(self.second, rows))
