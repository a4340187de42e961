"""Conditions on the variables of a table, such as ``q < p < 2*q and gcd(p, q) == 1``.

They may come from a command line, so they are read and worked out here, never by ``eval``.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import gcd
from typing import Any, TypeGuard

from farstar.errors import NotationError

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


class Condition:
    """A condition on named integers: comparisons of sums, products, remainders and gcds.

    Raises
    ------
    NotationError
        If the text cannot be read, or has other names in it.

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
        self._tree = tree
        self(*[1] * len(self.names))

    def __call__(self, *point: Any) -> bool:
        """Tell whether the condition holds for these values."""
        return bool(self._work_out(self._tree, dict(zip(self.names, point, strict=True))))

    def _work_out(self, node: ast.expr, values: Mapping[str, Any]) -> Any:
        # The text is short, so the recursion is shallow.
        try:
            return self._of(node, values)
        except ZeroDivisionError:
            return False

    def _of(self, node: ast.expr, values: Mapping[str, Any]) -> Any:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        if isinstance(node, ast.Name) and node.id in values:
            return values[node.id]
        if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
            return _BINARY[type(node.op)](self._of(node.left, values), self._of(node.right, values))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not):
            inner = self._of(node.operand, values)
            return not inner if isinstance(node.op, ast.Not) else -inner
        if isinstance(node, ast.BoolOp):
            every = isinstance(node.op, ast.And)
            return (all if every else any)(self._of(part, values) for part in node.values)
        if isinstance(node, ast.Compare):
            return self._compared(node, values)
        if _is_gcd(node):
            return gcd(*(self._of(argument, values) for argument in node.args))
        raise NotationError(
            f"expected a condition on {', '.join(self.names)} such as 'q < p', got {self.text!r}"
        )

    def _compared(self, node: ast.Compare, values: Mapping[str, Any]) -> bool:
        sides = [self._of(side, values) for side in (node.left, *node.comparators)]
        compare = [_COMPARISONS.get(type(op)) for op in node.ops]
        for (left, right), holds in zip(pairwise(sides), compare, strict=True):
            if holds is None:
                raise NotationError(f"expected < <= > >= == or != in {self.text!r}")
            if not holds(left, right):
                return False
        return True


def _is_gcd(node: ast.expr) -> TypeGuard[ast.Call]:
    if not isinstance(node, ast.Call) or node.keywords:
        return False
    return isinstance(node.func, ast.Name) and node.func.id == "gcd"
