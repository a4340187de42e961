"""From text to a game: a value, a position, or a sum of positions and values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, final

from farstar._arguments import shown
from farstar._digits import to_text
from farstar.errors import IllegalPositionError, NotationError
from farstar.values import Value, notation, wrap
from farstar.values.notation import children, evaluate
from farstar.values.tree import (
    Braces,
    Compact,
    HigherUp,
    Labelled,
    Miny,
    Multiple,
    Named,
    Negation,
    Node,
    OrdinalSum,
    PlusMinus,
    Sides,
    Symbol,
    Tiny,
    comma_separated,
)
from farstar.values.tree import Sum as SumNode

if TYPE_CHECKING:
    # Plain values should not import the games, nor loopy values.
    from farstar.expressions._registry import KnownGame
    from farstar.loopy import Loopy
    from farstar.rules import Position
    from farstar.sums import Sum
    from farstar.transfinite import Nimber, Surreal, SurrealFraction


_QUOTED = re.compile(r"""\s*(["'])([^"']*)\1\s*""")

Game: TypeAlias = "Value | Position | Sum | Loopy"
"""What an expression stands for, unless it is a transfinite number."""

_NO_TREE = Compact(0, 0, 0, 0)
"""The tree of a transfinite number, which nothing reads."""

_OMEGA = ("w", "omega")
"""Names of omega that a user may have defined otherwise."""

_RELATION = re.compile(r"(==|!=|<=|>=|\|\||<\||\|>|<|>|=)")


def parse(text: str) -> Game:
    """Read a value, a position, or a sum of positions and values.

    A position is written as the name of its game with its notation in parentheses, such as
    ``E(11,8)`` or ``SerialNim(3,1,2)``. In a sum with a position, and in the negative of one,
    every term remains separate, positions and values; inside braces, multiples, ordinal sums and
    so on a position stands for its value. Values alone, also in parentheses, are added.

    Parameters
    ----------
    text : str
        The expression.

    Returns
    -------
    Value, Position, Sum or Loopy
        A Sum if a position is added to anything, or negated; otherwise a Loopy if a loopy game is
        named, or a position of a game that may loop inside braces and so on.

    Raises
    ------
    NotationError
        If the text cannot be read; the error gives the column.
    IllegalPositionError
        If it names a position that the rules of its game do not allow, or a transfinite number,
        which `farstar.transfinite.parse` reads.

    Examples
    --------
    >>> fs.parse("E(11,8)"), fs.parse("{E(11,8)|0}"), fs.parse("+-1 + *2")
    (PartizanEuclid(11, 8), Value('v3'), Value('+-(1*2)'))
    >>> fs.parse("E(lrlle) + A(3,2,1) - *2 + 1"), fs.parse("E(3,2) + (1 + *2)")
    (PartizanEuclid(19, 11) + GeographyA(3, 2, 1) + Value('*2') + Value('1'), \
PartizanEuclid(3, 2) + Value('1*2'))
    >>> fs.parse("on + off"), fs.parse("{E(11,8)|pass}"), str(fs.parse("over + E(11,8)").outcome)
    (Loopy('dud'), Loopy('{vv*|pass}'), 'L')
    >>> fs.parse("E(11,0)")
    Traceback (most recent call last):
    ...
    farstar.errors.IllegalPositionError: column 3: expected each number of a position to be an \
integer of at least 1, got 0
    """
    return read(text).game


def read(text: str, *, names: Mapping[str, Expression] | None = None) -> Expression:
    """Read an expression, without computing any value yet.

    Parameters
    ----------
    text : str
        The expression.
    names : mapping, optional
        The expressions that names without a parenthesis stand for.

    Examples
    --------
    >>> read("E( 11, 8 )-3+-1").normalised
    'E(11,8) - 3 + +-1'
    >>> read("G - 1", names={"G": read("{2|-1}")}).normalised
    '{2|-1} - 1'
    """
    number = _read_number(text, names)
    if number is not None:
        return number
    return _expression(notation.parse(text, names=_trees(names), games=_game_names), text, names)


class Statement(NamedTuple):
    """What a text says: a game, or a relation between two games."""

    left: Expression
    """The game, or the one before the relation."""
    relation: str | None = None
    """One of ``==``, ``!=``, ``<``, ``<=``, ``>``, ``>=``, ``||``, ``<|`` and ``|>``; or None."""
    right: Expression | None = None
    """The game after the relation."""
    notes: tuple[str, ...] = ()
    """What the writer may have meant otherwise, such as ``2*3``."""


def read_statement(text: str, *, names: Mapping[str, Expression] | None = None) -> Statement:
    """Read an expression, or a relation between two such as ``E(11,8) < 0``.

    Examples
    --------
    >>> statement = read_statement("{1|-1} + 2*3 >= ^")
    >>> statement.relation, statement.right.normalised, statement.notes
    ('>=', '^', ('2*3 is read as 2 + *3; a multiple is written 2*(3)',))
    """
    number = _read_number(text, names)
    if number is not None:
        return Statement(number)
    sides = _RELATION.split(str(text))
    if len(sides) == 3 and any(_read_number(side, names) for side in (sides[0], sides[2])):
        relation = "==" if sides[1] == "=" else sides[1]
        return Statement(read(sides[0], names=names), relation, read(sides[2], names=names))
    said = notation.parse_statement(text, names=_trees(names), games=_game_names)
    left = _expression(said.left, text, names)
    if said.right is None:
        return Statement(left, notes=said.notes)
    right = _expression(said.right, text, names)
    return Statement(left, said.relation, right, said.notes)


def _game_names() -> tuple[str, ...]:
    # Plain values should not import the games.
    from farstar.expressions._registry import names_of_games

    return names_of_games()


def _trees(names: Mapping[str, Expression] | None) -> dict[str, Node]:
    return {name: e._tree for name, e in (names or {}).items() if e.number is None}


def _read_number(text: str, names: Mapping[str, Expression] | None) -> Expression | None:
    """Return the expression of a transfinite number, None for all other texts."""
    from farstar import transfinite

    if not transfinite.is_transfinite(text) or any(name in (names or {}) for name in _OMEGA):
        return None
    return Expression(_NO_TREE, {}, number=transfinite.parse(text))


def _expression(tree: Node, text: str, names: Mapping[str, Expression] | None) -> Expression:
    positions, loopy = _read_names(tree, text, names)
    return Expression(tree, positions, loopy=loopy)


@final
class Expression:
    """An expression: how it was understood, its terms, and its game.

    Use `read` to get one.

    Parameters
    ----------
    tree : Node
        The syntax tree.
    positions : mapping
        The position of each name in the tree.
    loopy : bool
        Whether a loopy game is named in the tree, or a game that may loop.
    number : Surreal, SurrealFraction or Nimber, optional
        The transfinite number that the expression stands for, instead of a tree.

    Examples
    --------
    >>> e = read("{1|0}+(^-*2)-E(3,2)")
    >>> [term.normalised for term in e.terms]
    ['{1|0}', '^ - *2', '-E(3,2)']
    >>> e.game
    Sum(Value('{1|0}')) + Value('^*2') - PartizanEuclid(3, 2)
    """

    __slots__ = ("_game", "_loopy", "_positions", "_tree", "number")

    number: Surreal | SurrealFraction | Nimber | None
    """The transfinite number that it stands for; None for games."""

    def __init__(
        self,
        tree: Node,
        positions: Mapping[Named, Position],
        *,
        loopy: bool = False,
        number: Surreal | SurrealFraction | Nimber | None = None,
    ) -> None:
        self.number = number
        self._tree = tree
        self._loopy = loopy
        self._positions = positions
        self._game: Game | None = None

    def __repr__(self) -> str:
        return f"<Expression {self.normalised}>"

    @property
    def normalised(self) -> str:
        """The expression as it was understood; reading it gives the same game.

        All brackets implied by the rules of precedence are printed, bars of several lengths
        become nested braces, and positions have their usual form.

        Examples
        --------
        >>> [read(text).normalised for text in ("3+-1", "{3||2|1}-^*2", "2*^+-(1*)", "E(re)")]
        ['3 + +-1', '{3|{2|1}} - ^*2', '2*(^) + +-(1*)', 'E(4,3)']
        """
        if self.number is not None:
            return str(self.number)
        return echo(self._tree, lambda named: str(self._positions[named]))

    @property
    def terms(self) -> tuple[Expression, ...]:
        """The terms of the sum, each with its sign; one term if the expression is not a sum."""
        tree = self._tree
        if not isinstance(tree, SumNode):
            return (self,)
        return tuple(
            Expression(node if sign > 0 else Negation(node), self._positions, loopy=self._loopy)
            for sign, node in tree.terms
        )

    @property
    def game(self) -> Game:
        """The value, position or sum that the expression describes.

        Raises
        ------
        IllegalPositionError
            If it describes a transfinite number, which is in `number`.
        """
        if self.number is not None:
            raise IllegalPositionError(
                f"expected a short or a loopy game, got {str(self.number)!r}, which is a "
                f"fs.{type(self.number).__name__}"
            )
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
        from farstar.sums import Sum

        return Sum(*(self._signed(sign, node) for sign, node in leaves))

    def _signed(self, sign: int, node: Node) -> Position | Value | Loopy | Sum:
        game = self._component(node)
        if sign > 0:
            return game
        if not self._loopy:
            return -game
        from farstar.sums import Sum

        # The negative of a loopy value is written with its sign, like that of a position.
        return -Sum(game)

    def _component(self, node: Node) -> Position | Value | Loopy:
        return self._positions[node] if isinstance(node, Named) else self._value(node)

    def _loopy_value(self, named: Named) -> Value | Loopy:
        position = self._positions[named]
        return position.loopy_value if position.ruleset.may_loop else position.value

    def _value(self, tree: Node) -> Value | Loopy:
        if self._loopy:
            from farstar.loopy.evaluation import evaluate_loopy

            return evaluate_loopy(tree, named=self._loopy_value)
        return wrap(evaluate(tree, named=lambda named: self._positions[named].value._handle))


def _read_names(
    tree: Node, text: str, names: Mapping[str, Expression] | None = None
) -> tuple[dict[Named, Position], bool]:
    """Read every position in a tree, from left to right; tell whether anything may loop.

    The positions of names are known already.
    """
    known = {id(node): g for e in (names or {}).values() for node, g in e._positions.items()}
    positions: dict[Named, Position] = {}
    loopy = False
    todo = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, Named):
            positions[node] = known.get(id(node)) or _position(node, text)
            loopy = loopy or positions[node].ruleset.may_loop
        else:
            loopy = loopy or isinstance(node, Symbol | Sides)
            todo.extend(reversed(children(node)))
    return positions, loopy


def _position(named: Named, text: str) -> Position:
    """Read one position; errors give the column in the whole text."""
    from farstar.expressions._registry import known_game

    try:
        return _unquoted(known_game(named.name), named)
    except (NotationError, IllegalPositionError) as error:
        kind = NotationError if isinstance(error, NotationError) else IllegalPositionError
        inside = error.text == named.raw and error.column is not None
        if error.text is None:
            column = named.start
        else:
            column = named.start + (error.column or 0) if inside else named.column
        raise kind(f"column {column + 1}: {error.message}", text, column) from None


def _unquoted(known: KnownGame, named: Named) -> Position:
    """Read a position whose rules may not want the quotes that CGSuite and Python need."""
    try:
        return _read_by_rules(known, named.raw)
    except (NotationError, IllegalPositionError):
        quoted = _QUOTED.fullmatch(named.raw)
        if quoted is None:
            raise
    try:
        return _read_by_rules(known, quoted[2])
    except (NotationError, IllegalPositionError) as error:
        column = None if error.column is None else quoted.start(2) + error.column
        raise type(error)(error.message, named.raw, column) from None


def _read_by_rules(known: KnownGame, text: str) -> Position:
    from farstar.rules import Position

    position: object = known.read(text)
    if not isinstance(position, Position):
        raise NotationError(
            f"expected the rules of {known.name} to return a position, "
            f"got {type(position).__name__} {shown(position)}"
        )
    return position


def _leaves(tree: Node) -> list[tuple[int, Node]]:
    """Return the signed terms of a tree; sums and negatives that contain positions are expanded."""
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
    ids: set[int] = set()
    for node, terms in reversed(met):
        if any(isinstance(term, Named) or id(term) in ids for term in terms):
            ids.add(id(node))
    return ids


_CLOSED = (Compact, HigherUp, Tiny, Miny, Braces, Named, Symbol, Labelled)
"""What needs no parentheses before ``:``."""


def echo(node: Node, spell: Callable[[Named], str]) -> str:
    """Return a syntax tree as text, which can be read back; `spell` writes a position."""
    pieces: list[str] = []
    todo: list[str | Node] = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, Named):
            pieces.append(spell(part))
        elif isinstance(part, str):
            pieces.append(part)
        else:
            todo.extend(reversed(_parts(part)))
    return "".join(pieces)


def _parts(node: Node) -> list[str | Node]:
    """Return the parts of the text of `node`, from left to right."""
    match node:
        case Compact():
            return [_compact(node)]
        case HigherUp(order, sign, cumulative):
            inner = f"[{order}]" if cumulative else f"<{order}>"
            return ["^" if sign > 0 else "v", inner]
        case Tiny(argument):
            return ["Tiny(", argument, ")"]
        case Miny(argument):
            return ["Miny(", argument, ")"]
        case Braces(left, right):
            return ["{", *comma_separated(left), "|", *comma_separated(right), "}"]
        case Symbol(name):
            return [{"upon": "^[on]", "uponth": "^<on>"}.get(name, name)]
        case Labelled(name, game):
            return [name, game]
        case Sides(on, off):
            return ["(", on, " & ", off, ")"]
        case PlusMinus(options):
            if len(options) == 1:
                bare = isinstance(options[0], Compact) and _is_number(options[0])
                return ["+-", options[0]] if bare else ["+-(", options[0], ")"]
            return ["+-{", *comma_separated(options), "}"]
        case Negation(argument):
            if isinstance(argument, Named):
                return ["-", argument]
            return ["-(", argument, ")"]
        case Multiple(factor, argument):
            return [to_text(factor), "*(", argument, ")"]
        case OrdinalSum(parts):
            return _joined(parts)
        case SumNode(terms):
            return _summed(terms)
        case Named():
            return [node]


def _compact(node: Compact) -> str:
    up = ("^" if node.up > 0 else "v") if node.up else ""
    if abs(node.up) == 2:
        up *= 2
    elif abs(node.up) > 2:
        up += to_text(abs(node.up))
    star = "" if not node.star else "*" if node.star == 1 else "*" + to_text(node.star)
    if not node.numerator and (up or star):
        return up + star
    below = "/" + to_text(1 << node.exponent) if node.exponent else ""
    return to_text(node.numerator) + below + up + star


def _is_number(node: Compact) -> bool:
    return not node.up and not node.star


def _joined(nodes: tuple[Node, ...]) -> list[str | Node]:
    written: list[str | Node] = []
    for node in nodes:
        bare = isinstance(node, _CLOSED)
        written += [*([":"] if written else []), *([node] if bare else ["(", node, ")"])]
    return written


def _summed(terms: tuple[tuple[int, Node], ...]) -> list[str | Node]:
    written: list[str | Node] = []
    for sign, node in terms:
        closed = not isinstance(node, SumNode) and not (sign < 0 and not written)
        operator = (" + " if sign > 0 else " - ") if written else ("" if sign > 0 else "-")
        written += [operator, node] if closed else [operator, "(", node, ")"]
    return written
