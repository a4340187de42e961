"""Text to a game: a value, a position, or a sum of positions and values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, final

from farstar.errors import IllegalPositionError, NotationError
from farstar.expressions._echo import echo
from farstar.rules import Position
from farstar.sums import Sum
from farstar.values import Value, syntax, wrap
from farstar.values.evaluation import children, evaluate
from farstar.values.tree import Named, Negation, Node
from farstar.values.tree import Sum as SumNode

Game: TypeAlias = Value | Position | Sum
"""What an expression stands for."""


def parse(text: str) -> Game:
    """Read a value, a position, or a sum of positions and values.

    A position is written as its game with what its rules read between parentheses, such as
    ``E(11,8)`` or ``SerialNim(3,1,2)``. In a sum with a position, and in the negative of one,
    every term stays a term, positions and values; inside braces, multiples, ordinal sums and so on
    a position counts by its value. Values alone, also in parentheses, are added up.

    Parameters
    ----------
    text : str
        The expression.

    Returns
    -------
    Value, Position or Sum
        A Sum if a position is added to anything, or negated.

    Raises
    ------
    NotationError
        If the text cannot be read; the error knows the column.
    IllegalPositionError
        If it names a position that the rules of its game do not allow.

    Examples
    --------
    >>> import farstar as fs
    >>> fs.parse("E(11,8)"), fs.parse("{E(11,8)|0}"), fs.parse("+-1 + *2")
    (PartizanEuclid(11, 8), Value('v3'), Value('+-(1*2)'))
    >>> fs.parse("E(lrlle) + A(3,2,1) - *2 + 1"), fs.parse("E(3,2) + (1 + *2)")
    (PartizanEuclid(19, 11) + GeographyA(3, 2, 1) + Value('*2') + Value('1'), \
PartizanEuclid(3, 2) + Value('1*2'))
    >>> fs.parse("E(11,0)")
    Traceback (most recent call last):
    ...
    farstar.errors.IllegalPositionError: column 3: expected each number of a position to be an \
integer of at least 1, got 0
    """
    return read(text).game


def read(text: str) -> Expression:
    """Read an expression, without working out any value yet.

    Examples
    --------
    >>> read("E( 11, 8 )-3+-1").normalised
    'E(11,8) - 3 + +-1'
    """
    tree = syntax.parse(text)
    return Expression(tree, _positions(tree, text))


@final
class Expression:
    """An expression that was read: how it was understood, its terms, and its game.

    Use `read` to make one.

    Parameters
    ----------
    tree : Node
        The syntax tree.
    positions : mapping
        The position that each name in the tree stands for.

    Examples
    --------
    >>> e = read("{1|0}+(^-*2)-E(3,2)")
    >>> [term.normalised for term in e.terms]
    ['{1|0}', '^ - *2', '-E(3,2)']
    >>> e.game
    Sum(Value('{1|0}')) + Value('^*2') - PartizanEuclid(3, 2)
    """

    __slots__ = ("_game", "_positions", "_tree")

    def __init__(self, tree: Node, positions: Mapping[Named, Position]) -> None:
        self._tree = tree
        self._positions = positions
        self._game: Game | None = None

    def __repr__(self) -> str:
        return f"<Expression {self.normalised}>"

    @property
    def normalised(self) -> str:
        """The expression as it was understood; reading it gives the same game.

        Every bracket that the rules of precedence supply is written out, bars of several lengths
        become nested braces, and positions are written in their usual form.

        Examples
        --------
        >>> [read(text).normalised for text in ("3+-1", "{3||2|1}-^*2", "2*^+-(1*)", "E(re)")]
        ['3 + +-1', '{3|{2|1}} - ^*2', '2*(^) + +-(1*)', 'E(4,3)']
        """
        return echo(self._tree, lambda named: str(self._positions[named]))

    @property
    def terms(self) -> tuple[Expression, ...]:
        """The terms of the sum, each with its sign; an expression that is no sum is its own."""
        tree = self._tree
        if not isinstance(tree, SumNode):
            return (self,)
        return tuple(
            Expression(node if sign > 0 else Negation(node), self._positions)
            for sign, node in tree.terms
        )

    @property
    def has_positions(self) -> bool:
        """Whether a position is named anywhere."""
        return bool(self._positions)

    @property
    def game(self) -> Game:
        """The value, position or sum that the expression stands for."""
        if self._game is None:
            self._game = self._build()
        return self._game

    def _build(self) -> Game:
        if not self._positions:
            return self._value(self._tree)
        leaves = _leaves(self._tree)
        if not any(isinstance(node, Named) for _, node in leaves):
            return self._value(self._tree)
        if len(leaves) == 1 and leaves[0][0] > 0:
            return self._component(leaves[0][1])
        return Sum(*(self._component(g) if s > 0 else -self._component(g) for s, g in leaves))

    def _component(self, node: Node) -> Position | Value:
        return self._positions[node] if isinstance(node, Named) else self._value(node)

    def _value(self, tree: Node) -> Value:
        return wrap(evaluate(tree, named=lambda named: self._positions[named].value._handle))


def _positions(tree: Node, text: str) -> dict[Named, Position]:
    """Read every position in a tree, from left to right."""
    found: dict[Named, Position] = {}
    todo = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, Named):
            found[node] = _position(node, text)
        else:
            todo.extend(reversed(children(node)))
    return found


def _position(named: Named, text: str) -> Position:
    """Read one position, and let an error speak of the whole text."""
    # Plain values must not wait for the games to be imported.
    from farstar.expressions._registry import game

    start = named.column + len(named.name) + 1
    try:
        return game(named.name).read(named.raw)
    except (NotationError, IllegalPositionError) as error:
        kind = NotationError if isinstance(error, NotationError) else IllegalPositionError
        inside = error.text == named.raw and error.column is not None
        if error.text is None:
            column = start
        else:
            column = start + (error.column or 0) if inside else named.column
        raise kind(f"column {column + 1}: {error.message}", text, column) from None


def _leaves(tree: Node) -> list[tuple[int, Node]]:
    """Return the signed terms of a tree; sums and negatives with a position in them are opened."""
    opened = _with_positions(tree)
    leaves: list[tuple[int, Node]] = []
    todo = [(1, tree)]
    while todo:
        sign, node = todo.pop()
        if id(node) not in opened:
            leaves.append((sign, node))
        elif isinstance(node, SumNode):
            todo.extend((sign * s, term) for s, term in reversed(node.terms))
        elif isinstance(node, Negation):
            todo.append((-sign, node.argument))
    return leaves


def _with_positions(tree: Node) -> set[int]:
    """Return the sums and negatives that have a position among their terms, by `id`."""
    met: list[tuple[Node, tuple[Node, ...]]] = []
    todo = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, SumNode):
            terms = tuple(term for _, term in node.terms)
        elif isinstance(node, Negation):
            terms = (node.argument,)
        else:
            continue
        met.append((node, terms))
        todo.extend(terms)
    found: set[int] = set()
    for node, terms in reversed(met):
        if any(isinstance(term, Named) or id(term) in found for term in terms):
            found.add(id(node))
    return found
