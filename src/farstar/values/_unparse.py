"""A syntax tree back to text, with every choice of the parser spelled out."""

from __future__ import annotations

from farstar.values._print import compact_text
from farstar.values._tree import (
    Braces,
    Compact,
    HigherUp,
    Miny,
    Multiple,
    Named,
    Negation,
    Node,
    OrdinalSum,
    PlusMinus,
    Sum,
    Tiny,
)


def unparse(node: Node) -> str:
    """Return the expression in a normal form, so that a reader sees how it was understood.

    Parsing the result gives the same tree.

    Examples
    --------
    >>> from farstar.values._syntax import parse
    >>> unparse(parse("3+-1"))
    '3 + (+-1)'
    >>> unparse(parse("-1^-2*^:*"))
    '-1^ - 2*(^):*'
    """
    pieces: list[str] = []
    todo: list[str | Node] = [node]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            pieces.append(item)
        else:
            todo.extend(reversed(_expand(item)))
    return "".join(pieces)


def _expand(node: Node) -> list[str | Node]:
    match node:
        case Compact(numerator, exponent, up, star):
            return [compact_text(numerator, exponent, up, star)]
        case HigherUp(order, sign, cumulative):
            arrow = "^" if sign > 0 else "v"
            return [f"{arrow}[{order}]" if cumulative else f"{arrow}<{order}>"]
        case Named(name, raw, _):
            return [f"{name}({raw})"]
        case Tiny(argument):
            return ["Tiny(", argument, ")"]
        case Miny(argument):
            return ["Miny(", argument, ")"]
        case Braces(left, right):
            return ["{", *_listed(left), "|", *_listed(right), "}"]
        case PlusMinus((option,)):
            bare = isinstance(option, Braces) or _is_one_atom(option)
            return ["+-", *([option] if bare else ["(", option, ")"])]
        case PlusMinus(options):
            return ["+-{", *_listed(options), "}"]
        case Negation(argument):
            return ["-", *_parenthesised(argument)]
        case Multiple(factor, argument):
            return [compact_text(factor, 0, 0, 0), "*", *_parenthesised(argument)]
        case OrdinalSum(parts):
            return _joined([(":", part) for part in parts], (Sum, OrdinalSum))
        case Sum(terms):
            return _joined(
                [(" + " if sign > 0 else " - ", term) for sign, term in terms], (Sum, PlusMinus)
            )


def _is_one_atom(node: Node) -> bool:
    """Tell whether ``+-`` may stand before the node without parentheses."""
    match node:
        case Compact(numerator, _, up, star):
            return bool(numerator) + bool(up) + bool(star) <= 1
        case _:
            return isinstance(node, HigherUp | Tiny | Miny | Named)


def _parenthesised(node: Node) -> list[str | Node]:
    return [node] if isinstance(node, Braces | Tiny | Miny | Named) else ["(", node, ")"]


def _listed(options: tuple[Node, ...]) -> list[str | Node]:
    listed: list[str | Node] = []
    for option in options:
        listed += [",", option] if listed else [option]
    return listed


def _joined(parts: list[tuple[str, Node]], parenthesised: tuple[type, ...]) -> list[str | Node]:
    """Join operands with the operator before each, but for the first."""
    joined: list[str | Node] = []
    for operator, part in parts:
        if joined:
            joined.append(operator)
        joined += ["(", part, ")"] if isinstance(part, parenthesised) else [part]
    return joined
