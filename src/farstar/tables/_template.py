"""Expressions with variables, such as ``E(p,q) + *n``, and arithmetic on the variables.

They may come from a command line, so they are parsed and evaluated here, never by ``eval``.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import gcd
from typing import Any, TypeAlias

from farstar._digits import to_text
from farstar.errors import IllegalPositionError, NotationError
from farstar.tables._cells import written

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_WORDS = re.compile(r"[A-Za-z0-9]+")
_POSITION = re.compile(
    r"\b(?!tiny\b|miny\b)([A-Z][A-Z_]*)\s*\(((?:[^()]|\([^()]*\))*)\)", re.IGNORECASE
)
"""A position, with brackets perhaps, one inside the other."""
_SEPARATOR = re.compile(r"([,;|]| x |=)")


class Template:
    """An expression that is read again for each choice of its variables.

    A variable is a name that stands alone in the expression. The arguments of a position are
    numbers, so sums, products and remainders are computed there.

    Examples
    --------
    >>> Template("{n|-n} + *", ["n"]).text(3)
    '{3|-3} + *'
    >>> Template("E(p,q)", ["p", "q"]).text(11, 8)
    'E(11,8)'
    >>> Template("E(2*k+1, k+1) + *k", ["k"]).text(5)
    'E(11,6) + *5'
    """

    def __init__(self, expression: str, names: Sequence[str]) -> None:
        words = set(_WORDS.findall(expression))
        for name in names:
            if not _NAME.fullmatch(name) or name not in words:
                raise NotationError(
                    f"expected a variable of the expression {expression!r}, got {name!r}"
                    f"{_advice(name, words)}"
                )
        self.expression = expression
        self.names = tuple(names)
        pieces = _pieces(expression)
        # A name before = is that of an option, not a variable.
        options = {i for i, (_, sign) in enumerate(pairwise(pieces)) if sign == "="}
        self._pieces = [
            (piece, arithmetic(piece, names), i not in options) for i, piece in enumerate(pieces)
        ]

    def text(self, *point: Any) -> str:
        """Return the expression with the variables replaced."""
        values = dict(zip(self.names, map(written, point), strict=True))
        whole = all(type(value) is int for value in point)

        def filled(piece: str, work_out: Reader | None, is_open: bool) -> str:
            if not is_open:
                return piece
            if work_out is None or not whole:
                return _WORDS.sub(lambda match: values.get(match[0], match[0]), piece)
            try:
                return to_text(work_out(point))
            except ZeroDivisionError:
                raise NotationError(
                    f"expected a number in {self.expression!r}, got a division by zero in "
                    f"{piece.strip()!r}"
                ) from None

        return "".join(filled(*piece) for piece in self._pieces)

    def __call__(self, *point: Any) -> Any:
        """Return the game that the expression is."""
        from farstar.expressions import parse

        try:
            return parse(self.text(*point))
        except (NotationError, IllegalPositionError):
            free = unassigned(self.expression, self.names)
            if not free or not _is_position(self.expression, (*self.names, *free), point):
                raise
            raise NotationError(
                f"expected a range for {' and '.join(free)} too in {self.expression!r}, "
                f"got ranges for {', '.join(self.names)}"
            ) from None


def _pieces(expression: str) -> list[str]:
    """Return the expression in pieces: what stands between the commas of a position is one."""
    pieces, start = [], 0
    for call in _POSITION.finditer(expression):
        pieces.append(expression[start : call.start(2)])
        pieces += _SEPARATOR.split(call[2])
        start = call.end(2)
    return [*pieces, expression[start:]]


def unassigned(expression: str, names: Sequence[str]) -> list[str]:
    """Return the letters in an expression that may be variables without a range.

    Examples
    --------
    >>> unassigned("Domineering(m x n)", ["m"]), unassigned("Euclid(a,b; k=2)", ["a", "b"])
    (['n'], [])
    """
    pieces = [*_pieces(expression), ""]
    pieces = [piece for piece, sign in pairwise(pieces) if sign != "="]
    words = [word for piece in pieces for word in _WORDS.findall(piece)]
    letters = [word for word in words if len(word) == 1 and word.islower() and word not in "vx"]
    return [word for word in dict.fromkeys(letters) if word not in names]


def _is_position(expression: str, names: Sequence[str], point: Sequence[Any]) -> bool:
    """Return whether the expression can be read with a number for each variable without a range."""
    missing = len(names) - len(point)
    try:
        Template(expression, names)(*point, *[1] * missing)
    except (NotationError, IllegalPositionError):
        return False
    return True


def _advice(name: str, words: set[str]) -> str:
    """Return what to do about a name that sticks to the x of a size."""
    for word in sorted(words):
        rows, _, columns = word.partition("x")
        if name in (rows, columns) and rows and columns:
            return f"; a name next to x needs a space: {rows} x {columns}"
    return ""


LONGEST = 200
"""Characters of a condition, or of arithmetic in an expression."""

_BINARY: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}

Reader: TypeAlias = Callable[[Sequence[Any]], Any]
"""Evaluates arithmetic for the values of the variables."""


def arithmetic(text: str, names: Sequence[str]) -> Reader | None:
    """Return a function that evaluates arithmetic on named integers; None for other text.

    A name or a number by itself is not arithmetic.

    Examples
    --------
    >>> twice = arithmetic("2*k + 1", ["k"])
    >>> twice([5]), arithmetic("k", ["k"]), arithmetic("l2re", ["k"]), arithmetic("5+1", ["k"])
    (11, None, None, None)
    >>> arithmetic("gcd(p, q)", ["p", "q"])([12, 8])
    4
    """
    tree = _tree(text)
    if tree is None or isinstance(tree, ast.Name):
        return None
    has_variables = any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(tree))
    return _evaluator(tree, names) if has_variables else None


def number_reader(text: str, names: Sequence[str]) -> Reader | None:
    """Return a function that evaluates a name, a number or arithmetic; None for other text.

    Examples
    --------
    >>> number_reader("k", ["k"])([5]), number_reader("5+1", ["k"])([0]), number_reader("x", ["k"])
    (5, 6, None)
    """
    tree = _tree(text)
    return None if tree is None else _evaluator(tree, names)


def _tree(text: str) -> ast.expr | None:
    """Return the syntax tree of an expression; None for text that Python cannot read."""
    if len(text) > LONGEST:
        return None
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return None


def _evaluator(node: ast.expr, names: Sequence[str]) -> Reader | None:
    """Return a function that evaluates sums, products, remainders and gcds; None for the rest."""
    # The text is short, so the recursion is shallow.
    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return lambda point: number
        case ast.Name(id=name) if name in names:
            return operator.itemgetter(names.index(name))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _evaluator(operand, names)
            return None if inner is None else lambda point: -inner(point)
        case ast.BinOp(left=first, op=op, right=second) if type(op) in _BINARY:
            combine = _BINARY[type(op)]
            left, right = _evaluator(first, names), _evaluator(second, names)
            if left is None or right is None:
                return None
            return lambda point: combine(left(point), right(point))
        case ast.Call(func=ast.Name(id="gcd"), args=arguments, keywords=[]):
            readers = [_evaluator(argument, names) for argument in arguments]
            known = [reader for reader in readers if reader is not None]
            if len(known) < len(readers):
                return None
            return lambda point: gcd(*[reader(point) for reader in known])
        case _:
            return None
