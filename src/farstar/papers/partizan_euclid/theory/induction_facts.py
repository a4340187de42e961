"""What is known about a state ``(a, b)`` of a word, and what follows for the next one.

The facts compare 0, ``*``, and the positions that can be reached from a or b in at most four moves,
each named by its path: ``bRL`` is Left's option of Right's option of b. A letter in front makes
``G = {x|y}``, with ``x = b, y = a`` for ``l`` and ``x = a, y = b`` for ``r``; it is compared with
``H = {0|y}`` too.

A fact is ``X >= Y`` or ``X |> Y``, which means that X is greater than Y or confused with it: Left,
moving first, wins X - Y. Facts are bits of integers, one row for each game and, transposed, one
column; they are kept closed under transitivity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeAlias

from farstar._walk import bits
from farstar.papers.partizan_euclid.theory.words import Letter


class Zero:
    """The shape of a game without options; `NO_OPTIONS` is the only instance."""

    def __repr__(self) -> str:
        return "NO_OPTIONS"


NO_OPTIONS: Final = Zero()

Shape: TypeAlias = "Zero | tuple[int, int] | None"
"""What is known of a form: no options, one Left and one Right option, or nothing."""


class Order:
    """A closed set of facts, to which facts can be added.

    Parameters
    ----------
    at_least, beyond : sequence of int
        Row i has the bit j if i >= j, or if i |> j. They must be closed, each i >= i included.
    """

    __slots__ = ("_above", "_before", "at_least", "beyond")

    def __init__(self, at_least: Sequence[int], beyond: Sequence[int]) -> None:
        self.at_least = list(at_least)
        self.beyond = list(beyond)
        self._above = _transposed(self.at_least)
        self._before = _transposed(self.beyond)

    def is_at_least(self, x: int, y: int) -> bool:
        """Return whether x >= y is known."""
        return self.at_least[x] >> y & 1 == 1

    def is_beyond(self, x: int, y: int) -> bool:
        """Return whether x |> y is known."""
        return self.beyond[x] >> y & 1 == 1

    def is_equal(self, x: int, y: int) -> bool:
        """Return whether x = y is known."""
        return self.is_at_least(x, y) and self.is_at_least(y, x)

    def above(self, x: int) -> int:
        """Return the games that are known to be at least x, as bits."""
        return self._above[x]

    def before(self, x: int) -> int:
        """Return the games y for which y |> x is known, as bits."""
        return self._before[x]

    def add_at_least(self, x: int, y: int) -> bool:
        """Record that x >= y, with all that follows; return whether that is new.

        From w >= x >= y >= z follows w >= z; from w >= x >= y |> z, and from w |> x >= y >= z,
        follows w |> z.
        """
        if self.is_at_least(x, y):
            return False
        above, before = self._above[x], self._before[x]
        below, after = self.at_least[y], self.beyond[y]
        for w in bits(above):
            self.at_least[w] |= below
            self.beyond[w] |= after
        for w in bits(before):
            self.beyond[w] |= below
        for z in bits(below):
            self._above[z] |= above
            self._before[z] |= before
        for z in bits(after):
            self._before[z] |= above
        return True

    def add_beyond(self, x: int, y: int) -> bool:
        """Record that x |> y, with all that follows; return whether that is new.

        From w >= x |> y >= z follows w |> z.
        """
        if self.is_beyond(x, y):
            return False
        above, below = self._above[x], self.at_least[y]
        for w in bits(above):
            self.beyond[w] |= below
        for z in bits(below):
            self._before[z] |= above
        return True


def _transposed(rows: Sequence[int]) -> list[int]:
    columns = [0] * len(rows)
    for i, row in enumerate(rows):
        for j in bits(row):
            columns[j] |= 1 << i
    return columns


DEPTH = 4
"""How many moves from a or b the games are at most."""

PATHS: tuple[str, ...] = (
    *("0", "*"),
    *(
        side + "".join(moves)
        for side in "ab"
        for length in range(DEPTH + 1)
        for moves in product("LR", repeat=length)
    ),
)
PLACES = {path: place for place, path in enumerate(PATHS)}
ZERO, STAR, A, B = (PLACES[path] for path in ("0", "*", "a", "b"))
G, H = len(PATHS), len(PATHS) + 1

Form: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts between the games of `PATHS` that hold for all states of a kind."""

    at_least: tuple[int, ...]
    beyond: tuple[int, ...]
    shapes: tuple[Shape, ...]
    """The canonical forms, as far as they are the same for all of them."""

    def common(self, other: Facts) -> Facts:
        """Return the facts that are in both."""
        return Facts(
            tuple(x & y for x, y in zip(self.at_least, other.at_least, strict=True)),
            tuple(x & y for x, y in zip(self.beyond, other.beyond, strict=True)),
            tuple(x if x == y else None for x, y in zip(self.shapes, other.shapes, strict=True)),
        )

    def __len__(self) -> int:
        return sum(row.bit_count() for row in (*self.at_least, *self.beyond))


def first_facts() -> Facts:
    """Return all facts of the state ``(0, *)`` of the word e."""
    zeros = [ZERO, A, PLACES["bL"], PLACES["bR"]]
    stars = [STAR, B]
    zero, star = (sum(1 << i for i in places) for places in (zeros, stars))
    at_least = [1 << i for i in range(len(PATHS))]
    beyond = [0] * len(PATHS)
    shapes: list[Shape] = [None] * len(PATHS)
    for i in zeros:
        at_least[i], beyond[i], shapes[i] = zero, star, NO_OPTIONS
    for i in stars:
        at_least[i], beyond[i] = star, zero
    shapes[STAR] = ZERO, ZERO
    shapes[B] = PLACES["bL"], PLACES["bR"]
    return Facts(tuple(at_least), tuple(beyond), tuple(shapes))


class AfterLetter:
    """What follows from the facts of a state for the game G that a letter makes.

    Inference uses the transitivity of the order and

    - x <| G <| y, and 0 <| H <| y;
    - G >= X if y |> X and G |> X^L; X >= G if X |> x and X^R |> G; the same for H;
    - G = H if x >= 0 and H |> x;
    - a reversible option: if G >= x^R, then x may be replaced by x^RL, and so for Right.
    """

    def __init__(self, facts: Facts, letter: Letter) -> None:
        self.letter = letter
        self.x, self.y = (B, A) if letter == "l" else (A, B)
        self.order = Order(
            (*facts.at_least, 1 << G, 1 << H),
            (*facts.beyond, 0, 0),
        )
        self._forms: list[Form] = []
        """Forms of G; the first is the literal one."""
        self.shapes: list[Shape] = [*facts.shapes, (self.x, self.y), (ZERO, self.y)]
        self._add_form((self.x, self.y))
        self.order.add_beyond(H, ZERO)
        self.order.add_beyond(self.y, H)
        self._infer()

    def _add_form(self, form: Form) -> bool:
        if form in self._forms:
            return False
        self._forms.append(form)
        self.order.add_beyond(G, form[0])
        self.order.add_beyond(form[1], G)
        return True

    def _infer(self) -> None:
        news = True
        while news:
            news = self._compare(H, (ZERO, self.y))
            for form in tuple(self._forms):
                news |= self._compare(G, form)
            if self.order.is_at_least(self.x, ZERO) and self.order.is_beyond(H, self.x):
                news |= self.order.add_at_least(G, H)
                news |= self.order.add_at_least(H, G)
            for form in self._more_forms():
                news |= self._add_form(form)

    def _compare(self, g: int, form: Form) -> bool:
        """Use the definition of >= on g, which has this form, and every other game."""
        order, shapes = self.order, self.shapes
        left, right = form
        news = False
        for other in bits(order.beyond[right] & ~order.at_least[g]):
            shape = shapes[other]
            if shape is NO_OPTIONS or (isinstance(shape, tuple) and order.is_beyond(g, shape[0])):
                news |= order.add_at_least(g, other)
        for other in bits(order.before(left) & ~order.above(g)):
            shape = shapes[other]
            if shape is NO_OPTIONS or (isinstance(shape, tuple) and order.is_beyond(shape[1], g)):
                news |= order.add_at_least(other, g)
        return news

    def _more_forms(self) -> list[Form]:
        """Return forms of games that equal G, and those without a reversible option."""
        order = self.order
        equal = order.at_least[G] & order.above(G)
        forms = [shape for i in bits(equal) if isinstance(shape := self.shapes[i], tuple)]
        for left, right in self._forms:
            through, answer = self._option(left, 1), self._option(right, 0)
            if through is not None and order.is_at_least(G, through):
                forms.extend((x, right) for x in self._options(through, 0))
            if answer is not None and order.is_at_least(answer, G):
                forms.extend((left, y) for y in self._options(answer, 1))
        return forms

    def _options(self, game: int, side: int) -> list[int]:
        option = self._option(game, side)
        return [] if option is None else [option]

    def _option(self, game: int, side: int) -> int | None:
        shape = self.shapes[game]
        return shape[side] if isinstance(shape, tuple) else None

    def _is_kept(self, option: int, side: int) -> bool:
        """Return whether an option of G cannot be reversible (side 0: Left's).

        It is enough that its answer is not <= G (not >= G), since what is asked of the canonical
        form follows from any form.
        """
        if self.shapes[option] is NO_OPTIONS:
            return True
        answer = self._option(option, 1 - side)
        if answer is None:
            return False
        if side == 0:
            return self.order.is_beyond(answer, G)
        return self.order.is_beyond(G, answer)

    def proves(self, action: str) -> bool:
        """Return whether the canonical form of G is proved to be the one that the action names.

        The actions are those of `canonical`.
        """
        if action == "K":
            return self._is_kept(self.x, 0) and self._is_kept(self.y, 1)
        if action == "U":
            return self.order.is_equal(G, H) and self._is_kept(self.y, 1)
        target = self._target(action)
        return target is not None and self.order.is_equal(G, target)

    def _target(self, action: str) -> int | None:
        """Return the game that G is after this action, None if that is not known."""
        known = {"0": ZERO, "*": STAR, "K": G, "U": H}
        if action in known:
            return known[action]
        return self._option(B, 1) if action == "B" else self._option(A, 0)

    def after(self, action: str) -> Facts:
        """Return the facts of the next state, with G as the action says."""
        places: list[int | None] = [None] * len(PATHS)
        places[ZERO], places[STAR] = ZERO, STAR
        places[A] = B if self.letter == "l" else A
        places[B] = self._target(action)
        for place, path in enumerate(PATHS):
            if len(path) > 1:
                parent = places[PLACES[path[:-1]]]
                side = "LR".index(path[-1])
                places[place] = None if parent is None else self._option(parent, side)
        return self._renamed(places)

    def _renamed(self, places: Sequence[int | None]) -> Facts:
        """Return the facts of games that have got new names: path i is the game places[i]."""
        names: dict[int, int] = {}
        for place, game in enumerate(places):
            if game is not None:
                names[game] = names.get(game, 0) | 1 << place
        named = sum(1 << game for game in names)
        at_least = {game: self._names(self.order.at_least[game] & named, names) for game in names}
        beyond = {game: self._names(self.order.beyond[game] & named, names) for game in names}
        return Facts(
            tuple(1 << i if game is None else at_least[game] for i, game in enumerate(places)),
            tuple(0 if game is None else beyond[game] for game in places),
            tuple(self._shape(i, game) for i, game in enumerate(places)),
        )

    def _names(self, games: int, names: dict[int, int]) -> int:
        union = 0
        for game in bits(games):
            union |= names[game]
        return union

    def _shape(self, place: int, game: int | None) -> Shape:
        if game is None or place == STAR:
            return None if game is None else (ZERO, ZERO)
        path = PATHS[place]
        shape = self.shapes[game]
        if isinstance(shape, tuple):
            return (PLACES[path + "L"], PLACES[path + "R"]) if len(path) <= DEPTH else None
        return shape
