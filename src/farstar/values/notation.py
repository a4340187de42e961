"""From text in value notation to a syntax tree, and from the tree to a value.

Text may come from anywhere: length and nesting are bounded.
"""

from __future__ import annotations

from collections.abc import Callable

from farstar._arguments import clip
from farstar._immutable import Record
from farstar._lazy import TYPE_CHECKING
from farstar.engine import Engine, Handle, state
from farstar.errors import IllegalPositionError, NotationError
from farstar.values._operations import multiple, ordinal_sum
from farstar.values._parser import Parser
from farstar.values.tree import (
    MAX_LENGTH,
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
    Sum,
    Symbol,
    Tiny,
    fault,
    nimber_and_multiple,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from farstar.values._parser import GameNames


class Statement(Record):
    """What `parse_statement` reads: a game, or two games and a relation between them."""

    left: Node
    relation: str | None
    """One of ``==``, ``!=``, ``<``, ``<=``, ``>``, ``>=``, ``||``, ``<|`` and ``|>``."""
    right: Node | None
    notes: tuple[str, ...]
    """What a reader may have meant otherwise."""


def parse(text: str, *, names: Mapping[str, Node] | None = None, games: GameNames = tuple) -> Node:
    """Read a value, or an expression with values and positions, as a syntax tree.

    Parameters
    ----------
    text : str
        At most `MAX_LENGTH` characters, nested at most `MAX_DEPTH` deep.
    names : mapping, optional
        The trees that names without a parenthesis stand for.
    games : callable, optional
        Returns the names of games, of which a message suggests the nearest one.

    Raises
    ------
    NotationError
        If the text is not in the notation; :func:`caret` draws the place.

    Examples
    --------
    >>> parse("{1|0}")
    Braces(left=(Compact(numerator=1, exponent=0, up=0, star=0),), \
right=(Compact(numerator=0, exponent=0, up=0, star=0),))
    >>> parse("1 +")
    Traceback (most recent call last):
    ...
    farstar.errors.NotationError: column 4: expected a value, found the end of the text
    """
    return _parser(text, names, games).run()


def parse_statement(
    text: str, *, names: Mapping[str, Node] | None = None, games: GameNames = tuple
) -> Statement:
    """Read an expression, or a relation between two, such as ``{1|-1} + * >= ^``.

    Examples
    --------
    >>> statement = parse_statement("^ > 0")
    >>> statement.relation, statement.right
    ('>', Compact(numerator=0, exponent=0, up=0, star=0))
    """
    parser = _parser(text, names, games)
    parser.takes_relations = True
    node = parser.run()
    notes = (
        *(nimber_and_multiple(number, heap) for number, heap in parser.doubtful),
        *(f"{number}{up} is read as {number} plus {up[1:]} ups" for number, up in parser.powers),
    )
    if parser.left is None:
        return Statement(node, None, None, notes)
    return Statement(parser.left, parser.relation, node, notes)


def _parser(text: str, names: Mapping[str, Node] | None, games: GameNames) -> Parser:
    if not isinstance(text, str):
        raise TypeError(f"expected text in value notation, got {text!r}")
    if len(text) > MAX_LENGTH:
        raise NotationError(f"expected at most {MAX_LENGTH} characters, got {len(text)}")
    return Parser(text, names or {}, games)


def caret(error: NotationError | IllegalPositionError, *, width: int = 72) -> str:
    """Draw the text around a mistake, with a caret below it; empty if the place is unknown.

    Examples
    --------
    >>> from farstar.errors import NotationError
    >>> try:
    ...     parse("{1|0|-1}")
    ... except NotationError as error:
    ...     print(caret(error))
    {1|0|-1}
        ^
    """
    if error.text is None or error.column is None:
        return ""
    start = max(0, min(error.column - width // 2, len(error.text) + 1 - width))
    clip = error.text[start : start + width]
    before = "..." if start else ""
    after = "..." if start + width < len(error.text) else ""
    line = "".join(c if c.isprintable() else " " for c in clip)
    return f"{before}{line}{after}\n{' ' * (len(before) + error.column - start)}^"


NamedReader = Callable[[Named], Handle]
"""Gives the value of a position ``Name(raw)``."""


def evaluate(node: Node, *, named: NamedReader | None = None, text: str | None = None) -> Handle:
    """Return the value of a syntax tree, on the active engine.

    `named` reads positions; without it every name but Tiny and Miny is a `NotationError`, which
    shows the `text`. The depth of the tree does not matter: the walk keeps its own stack.

    Examples
    --------
    >>> from farstar.values.notation import parse
    >>> from farstar.engine import active
    >>> active().as_compact(evaluate(parse("{0|^*5}")))
    (0, 0, 2, 4)
    """
    engine = state.engine
    values: list[Handle] = []
    todo: list[tuple[Node, bool]] = [(node, False)]
    while todo:
        current, ready = todo.pop()
        if type(current) is Compact:
            values.append(engine.compact(*current))
            continue
        inside = children(current)
        if not inside:
            values.append(_leaf(current, engine, named, text))
        elif not ready:
            todo.append((current, True))
            todo.extend((child, False) for child in reversed(inside))
        else:
            inner = values[len(values) - len(inside) :]
            del values[len(values) - len(inside) :]
            values.append(_combine(current, inner, engine))
    return values.pop()


def children(node: Node) -> tuple[Node, ...]:
    """Return the parts of a node, which have to be evaluated first."""
    match node:
        case Compact() | HigherUp() | Named() | Symbol():
            return ()
        case Tiny(argument) | Miny(argument) | Negation(argument) | Multiple(_, argument):
            return (argument,)
        case Labelled(_, game):
            return (game,)
        case Sides(on, off):
            return on, off
        case Braces(left, right):
            return left + right
        case PlusMinus(options):
            return options
        case OrdinalSum(parts):
            return parts
        case Sum(terms):
            return tuple(term for _, term in terms)


def _leaf(node: Node, engine: Engine, named: NamedReader | None, text: str | None) -> Handle:
    match node:
        case HigherUp(order, sign, cumulative):
            return higher_up(order, sign, cumulative=cumulative)
        case Named():
            if named is not None:
                return named(node)
            raise fault(
                f"unknown name {node.name!r} in a value: expected one of Tiny, Miny",
                text,
                node.column,
            )
        case Symbol(name, column):
            raise fault(
                f"{clip(name, 20)!r} makes this a loopy game: expected a short one; "
                "farstar.Loopy reads loopy games",
                text,
                column,
            )
    return engine.construct((), ())


def _combine(node: Node, inner: list[Handle], engine: Engine) -> Handle:
    match node:
        case Tiny():
            return tiny(inner[0])
        case Miny():
            return engine.negate(tiny(inner[0]))
        case Labelled():
            return inner[0]
        case Sides():
            raise NotationError(
                "expected a short game, got one with two sides; farstar.Loopy reads loopy games"
            )
        case Negation():
            return engine.negate(inner[0])
        case Multiple(factor, _):
            return multiple(factor, inner[0])
        case PlusMinus():
            return engine.construct(inner, [engine.negate(g) for g in inner])
        case Braces(left, _):
            return engine.construct(inner[: len(left)], inner[len(left) :])
        case OrdinalSum():
            total = inner[0]
            for part in inner[1:]:
                total = ordinal_sum(total, part)
            return total
        case Sum(terms):
            return _sum(
                [g if s > 0 else engine.negate(g) for (s, _), g in zip(terms, inner, strict=True)]
            )
    raise AssertionError(f"not a node with children: {node!r}")


def _sum(summands: list[Handle]) -> Handle:
    """Add up: compact values first, then every other value as often as it occurs."""
    engine = state.engine
    total = engine.compact(0, 0, 0, 0)
    others: dict[Handle, int] = {}
    for g in summands:
        if engine.as_compact(g) is not None:
            total = engine.add(total, g)
        else:
            others[g] = others.get(g, 0) + 1
    for g, count in others.items():
        total = engine.add(total, multiple(count, g))
    return total


def tiny(g: Handle) -> Handle:
    """Return tiny-G, ``{0||0|-G}``."""
    engine = state.engine
    zero = engine.compact(0, 0, 0, 0)
    return engine.construct([zero], [engine.construct([zero], [engine.negate(g)])])


def higher_up(order: int, sign: int, *, cumulative: bool) -> Handle:
    """Return the up of order n, or the sum of those of order 1 to n; for sign -1 its negative.

    The sums are built one from the other, ``^[n] = {^[n-1]|*}``; then ``^<n> = {0|v[n-1]*}``.
    """
    engine = state.engine
    zero, star = engine.compact(0, 0, 0, 0), engine.compact(0, 0, 0, 1)
    total = engine.compact(0, 0, 1, 0)
    for _ in range(order - 1 if cumulative else order - 2):
        total = engine.construct([total], [star])
    if not cumulative and order > 1:
        total = engine.construct([zero], [engine.add(engine.negate(total), star)])
    return total if sign > 0 else engine.negate(total)
