"""What the parser has read inside one open bracket."""

from __future__ import annotations

from farstar.values.tree import (
    Compact,
    Miny,
    Negation,
    Node,
    OrdinalSum,
    PlusMinus,
    Sides,
    Sum,
    Tiny,
)


def signed(signs: list[str], node: Node) -> Node:
    """Return a node under the signs that stand before it."""
    for sign in reversed(signs):
        if sign == "-":
            node = Negation(node)
        elif sign == "+-":
            node = PlusMinus((node,))
        else:
            node = Tiny(node) if sign == "Tiny" else Miny(node)
    return node


class Level:
    """What has been read inside one open bracket."""

    __slots__ = (
        "column",
        "factor",
        "glued",
        "kind",
        "label",
        "may_be_set",
        "onside",
        "ordinals",
        "prefixes",
        "runs",
        "sign",
        "spans",
        "terms",
    )

    def __init__(self, kind: str, column: int) -> None:
        self.kind = kind
        self.column = column
        self.label = ""
        self.may_be_set = False
        self.onside: Node | None = None
        self.prefixes: list[str] = []
        self.factor: int | None = None
        self.glued: tuple[Compact, int] | None = None
        """A number before a tiny, and how many signs stood before it."""
        self.ordinals: list[Node] = []
        self.sign = 1
        self.terms: list[tuple[int, Node]] = []
        self.spans: list[list[Node]] = [[]]
        self.runs: list[tuple[int, int]] = []

    def at_start_of_span(self) -> bool:
        """Whether nothing has been read since the last bar (or the bracket)."""
        before = self.spans[-1] or self.terms or self.ordinals or self.prefixes or self.onside
        return not before

    def end_term(self, next_sign: int) -> None:
        """Close the current term; the next one will be added or subtracted."""
        parts = tuple(self.ordinals)
        self.terms.append((self.sign, parts[0] if len(parts) == 1 else OrdinalSum(parts)))
        self.ordinals.clear()
        self.sign = next_sign

    def end_expression(self) -> Node:
        """Close the current expression and return it."""
        self.end_term(1)
        terms = tuple(self.terms)
        self.terms.clear()
        whole = terms[0][1] if len(terms) == 1 else Sum(terms)
        if self.onside is not None:
            whole, self.onside = Sides(self.onside, whole), None
        return whole
