"""Expressions with variables, such as ``E(p,q) + *n``, and conditions such as ``q < p < 2*q``.

Conditions may come from a command line, so they are parsed and evaluated here, never by ``eval``.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import gcd
from typing import Any, TypeAlias, TypeGuard

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


_LONGEST = 200
_BINARY: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_COMPARISONS: Mapping[type[ast.AST], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


Reader: TypeAlias = Callable[[Sequence[Any]], Any]
"""Evaluates a part of a condition for the values of the variables."""


class Condition:
    """A condition on named integers: comparisons of sums, products, remainders and gcds.

    Raises
    ------
    NotationError
        If the text cannot be read, or contains other names.

    Examples
    --------
    >>> coprime = Condition("q < p < 2*q and gcd(p, q) == 1", ["p", "q"])
    >>> coprime(11, 8), coprime(12, 8), coprime(11, 3)
    (True, False, False)
    """

    def __init__(self, text: str, names: Sequence[str]) -> None:
        self.text = text
        self.names = tuple(names)
        try:
            tree = ast.parse(text.strip()[: _LONGEST + 1], mode="eval").body
        except (SyntaxError, ValueError):
            tree = None
        if tree is None or len(text) > _LONGEST:
            raise NotationError(f"expected a condition such as 'q < p', got {text[:_LONGEST]!r}")
        self._work_out = self._reader(tree)
        self(*[1] * len(self.names))

    def __call__(self, *point: Any) -> bool:
        """Return whether the condition holds for these values."""
        try:
            return bool(self._work_out(point))
        except ZeroDivisionError:
            return False

    def _reader(self, node: ast.expr) -> Reader:
        """Return a function that evaluates a part of the condition for a point."""
        # The text is short, so the recursion is shallow.
        if isinstance(node, ast.Constant) and type(node.value) is int:
            number = node.value
            return lambda point: number
        if isinstance(node, ast.Name) and node.id in self.names:
            return operator.itemgetter(self.names.index(node.id))
        if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
            combine = _BINARY[type(node.op)]
            left, right = self._reader(node.left), self._reader(node.right)
            return lambda point: combine(left(point), right(point))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not):
            inner = self._reader(node.operand)
            turn = operator.not_ if isinstance(node.op, ast.Not) else operator.neg
            return lambda point: turn(inner(point))
        if isinstance(node, ast.BoolOp):
            parts = [self._reader(part) for part in node.values]
            settle = all if isinstance(node.op, ast.And) else any
            return lambda point: settle(part(point) for part in parts)
        if isinstance(node, ast.Compare):
            return self._comparison(node)
        if _is_gcd(node):
            arguments = [self._reader(argument) for argument in node.args]
            return lambda point: gcd(*[argument(point) for argument in arguments])
        raise NotationError(
            f"expected a condition on {', '.join(self.names)} such as 'q < p', got {self.text!r}"
        )

    def _comparison(self, node: ast.Compare) -> Reader:
        sides = [self._reader(side) for side in (node.left, *node.comparators)]
        signs = [_COMPARISONS.get(type(op)) for op in node.ops]
        holds = [sign for sign in signs if sign is not None]
        if len(holds) < len(signs):
            raise NotationError(f"expected < <= > >= == or != in {self.text!r}")
        if len(holds) == 1:
            (left, right), sign = sides, holds[0]
            return lambda point: sign(left(point), right(point))

        def compared(point: Sequence[Any]) -> bool:
            values = [side(point) for side in sides]
            return all(
                sign(left, right)
                for sign, (left, right) in zip(holds, pairwise(values), strict=True)
            )

        return compared


_ARITHMETIC = (ast.BinOp, ast.UnaryOp, ast.Constant, ast.Name, ast.operator, ast.USub, ast.Load)


def arithmetic(text: str, names: Sequence[str]) -> Reader | None:
    """Return a function that evaluates arithmetic on named integers; None for other text.

    Examples
    --------
    >>> twice = arithmetic("2*k + 1", ["k"])
    >>> twice([5]), arithmetic("k", ["k"]), arithmetic("l2re", ["k"]), arithmetic("5+1", ["k"])
    (11, None, None, None)
    >>> arithmetic("gcd(p, q)", ["p", "q"])([12, 8])
    4
    """
    try:
        tree = ast.parse(text.strip()[: _LONGEST + 1], mode="eval").body
    except (SyntaxError, ValueError):
        return None
    nodes = list(ast.walk(tree))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    functions = [node.func for node in calls]
    nodes = [node for node in nodes if node not in calls and node not in functions]
    if not all(map(_is_gcd, calls)):
        return None
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    simple = isinstance(tree, ast.Name) or len(text) > _LONGEST
    if simple or not used or not used <= set(names):
        return None
    if not all(isinstance(node, _ARITHMETIC) for node in nodes):
        return None
    try:
        return Condition(text, names)._work_out
    except NotationError:
        return None


def _is_gcd(node: ast.expr) -> TypeGuard[ast.Call]:
    if not isinstance(node, ast.Call) or node.keywords:
        return False
    return isinstance(node.func, ast.Name) and node.func.id == "gcd"
