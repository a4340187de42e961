"""Stoppers with names: on, off, over, under, upon and their like."""

from __future__ import annotations

from fractions import Fraction

from farstar.loopy._graph import Graph

CONSTANTS: dict[str, Graph] = {
    "on": (((0,), ()),),
    "off": (((), (0,)),),
    "dud": (((0,), (0,)),),
    "over": (((1,), (0,)), ((), ())),
    "under": (((0,), (1,)), ((), ())),
    "upon": (((0,), (1,)), ((2,), (2,)), ((), ())),
    "uponth": (((2,), (1,)), ((2,), (2, 1)), ((), ())),
    "tis": (((1,), ()), ((), (0,))),
    "tisn": (((), (1,)), ((0,), ())),
    "hot": (((1,), (2,)), ((1,), ()), ((), (2,))),
    "hi": (((1,), (2,)), ((1,), ()), ((), ())),
    "lo": (((2,), (1,)), ((), (1,)), ((), ())),
}
"""What can be written as a word, as graphs; dud, tis and tisn are not stoppers."""

ON, OFF = CONSTANTS["on"], CONSTANTS["off"]


KINDS = (
    *("on", "off", "over", "under"),
    *(arrow + order + star for order in ("[on]", "<on>") for star in ("", "*") for arrow in "^v"),
)
"""Stoppers that are printed by name, with a number before them if need be."""

_MIRROR = {"on": "off", "over": "under", "^": "v"}


class Shape:
    """A number plus one of the named stoppers, such as ``3/2under`` or ``-1/4v[on]*``."""

    __slots__ = ("kind", "number")

    def __init__(self, kind: str, number: Fraction = Fraction(0)) -> None:
        self.kind = kind
        self.number = number

    @property
    def is_over(self) -> bool:
        """Whether it is over itself."""
        return self.kind == "over" and not self.number

    def __neg__(self) -> Shape:
        kind = self.kind
        for one, other in ((k, v) for pair in _MIRROR.items() for k, v in (pair, pair[::-1])):
            if kind == one or (len(one) == 1 and kind[0] == one):
                return Shape(other + kind[len(one) :], -self.number)
        raise AssertionError(f"not the name of a stopper: {kind!r}")


class Shapes:
    """Finds the vertices of a canonical stopper that have names.

    Those that are a number x (`numbers`) or x + * (`stars`) are given, each with x.
    """

    def __init__(
        self, graph: Graph, numbers: dict[int, Fraction], stars: dict[int, Fraction]
    ) -> None:
        self.graph = graph
        self.numbers = numbers
        self.stars = stars

    def at(self, v: int) -> Shape | None:
        """Return what a vertex is called, or None if it has no name."""
        left, right = self.graph[v]
        if v in left or v in right:
            return self._with_pass(v, left, right)
        up = self._order_on(left, right, "^<on>", "v[on]")
        return up or self._order_on(right, left, "v<on>", "^[on]")

    def _with_pass(self, v: int, left: tuple[int, ...], right: tuple[int, ...]) -> Shape | None:
        own = (v,)
        if not right and left == own:
            return Shape("on")
        if not left and right == own:
            return Shape("off")
        if len(left) == 1 and right == own:
            return self._single(left[0], "over", "v[on]")
        if len(right) == 1 and left == own:
            return self._single(right[0], "under", "^[on]")
        if len(right) == 1 and right[0] in self.numbers and set(left) == {v, right[0]}:
            return Shape("^[on]*", self.numbers[right[0]])
        if len(left) == 1 and left[0] in self.numbers and set(right) == {v, left[0]}:
            return Shape("v[on]*", self.numbers[left[0]])
        return None

    def _single(self, w: int, side: str, up: str) -> Shape | None:
        """Return the name of {w|pass} or of {pass|w}."""
        if w in self.numbers:
            return Shape(side, self.numbers[w])
        return Shape(up, self.stars[w]) if w in self.stars else None

    def _order_on(
        self, near: tuple[int, ...], far: tuple[int, ...], kind: str, beyond: str
    ) -> Shape | None:
        """Return the name of {x|xv[on]*}, x plus upon-th, or of {x,x*|xv[on]}, that plus star."""
        numbers = [self.numbers[w] for w in near if w in self.numbers]
        stars = [self.stars[w] for w in near if w in self.stars]
        if len(far) != 1 or len(numbers) != 1 or len(near) != 1 + len(stars):
            return None
        if stars not in ([], numbers) or far[0] not in sum(self.graph[far[0]], ()):
            return None
        further = self._with_pass(far[0], *self.graph[far[0]])
        wanted = beyond if stars else f"{beyond}*"
        if further is None or (further.kind, further.number) != (wanted, numbers[0]):
            return None
        return Shape(f"{kind}*" if stars else kind, numbers[0])
