"""The expression as it was understood, so that a misreading is noticed.

All brackets implied by the rules of precedence are printed, bars of several lengths become
nested braces, and sums get spaces: ``3+-1`` is echoed as ``3 + +-1``.
"""

from __future__ import annotations

from collections.abc import Callable

from farstar._digits import to_text
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
    Sum,
    Symbol,
    Tiny,
)

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
            return ["{", *_listed(left), "|", *_listed(right), "}"]
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
            return ["+-{", *_listed(options), "}"]
        case Negation(argument):
            if isinstance(argument, Named):
                return ["-", argument]
            return ["-(", argument, ")"]
        case Multiple(factor, argument):
            return [to_text(factor), "*(", argument, ")"]
        case OrdinalSum(parts):
            return _joined(parts)
        case Sum(terms):
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


def _listed(nodes: tuple[Node, ...]) -> list[str | Node]:
    written: list[str | Node] = []
    for node in nodes:
        written += [",", node] if written else [node]
    return written


def _joined(nodes: tuple[Node, ...]) -> list[str | Node]:
    written: list[str | Node] = []
    for node in nodes:
        bare = isinstance(node, _CLOSED)
        written += [*([":"] if written else []), *([node] if bare else ["(", node, ")"])]
    return written


def _summed(terms: tuple[tuple[int, Node], ...]) -> list[str | Node]:
    written: list[str | Node] = []
    for sign, node in terms:
        closed = not isinstance(node, Sum) and not (sign < 0 and not written)
        operator = (" + " if sign > 0 else " - ") if written else ("" if sign > 0 else "-")
        written += [operator, node] if closed else [operator, "(", node, ")"]
    return written
