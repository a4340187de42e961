"""Universes of partizan games, and the order of games modulo a universe.

A universe is a set of games that is closed under options, sums and conjugates. Modulo a universe U,
G >= H if G + X is at least as good for Left as H + X for every X in U. In the universes here that
can be decided by options: G >= H exactly if (1) every G^R has an H^R <= G^R or a G^RL >= H, (2)
every H^L has a G^L >= H^L or an H^LR <= G, and (3) the *strong outcomes* are ordered likewise. Left
wins G strongly, moving first, if she wins G + X for every Left end X of U; a Left end is a game in
which Left has no move, now and later.

A *witness* X of "G is not >= H" belongs to the universe, and either Left, moving first, loses G + X
and wins H + X, or Right, moving first, wins G + X and loses H + X. It is built from the reason for
which the comparison by options fails, so that every answer "no" can be checked by play. The
*adjoint* of G adds up to a P-position with it: the adjoint of 0 is *, and otherwise the adjoints of
the Right options become Left options and conversely, where 0 takes the place of none.

References
----------
.. [1] U. Larsson, R. J. Nowakowski, C. P. Santos, Absolute combinatorial game theory,
   arXiv:1606.01975.
.. [2] U. Larsson, R. Milley, R. J. Nowakowski, G. Renault, C. P. Santos, Progress on misère dead
   ends: game comparison, canonical form, and conjugate inverses, arXiv:1807.11297.
.. [3] A. N. Siegel, Misère canonical forms of partizan games, Games of No Chance 4 (2015) 225-239.
.. [4] A. N. Siegel, On the general dead-ending universe of partizan games, arXiv:2312.16259.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from farstar._walk import reached
from farstar.errors import BudgetExceeded
from farstar.rules import meter

Node: TypeAlias = int
"""The number of a form."""

DEEPEST = 120
"""How deep forms may be; comparing them recurses as deep as both together."""


class FormStore:
    """Forms by their Left and Right options; equal forms have equal numbers."""

    def __init__(self) -> None:
        empty = ((), ())
        self._options: list[tuple[tuple[Node, ...], tuple[Node, ...]]] = [empty]
        self._nodes: dict[tuple[tuple[Node, ...], tuple[Node, ...]], Node] = {empty: 0}
        self._depths = [0]
        self._sums: dict[tuple[Node, Node], Node] = {}
        self._conjugates: dict[Node, Node] = {0: 0}
        self._winners: dict[tuple[Node, bool], bool] = {}
        self._sum_winners: dict[tuple[Node, Node, bool], bool] = {}

    def make(self, left: Iterable[Node], right: Iterable[Node]) -> Node:
        """Return the form with these options."""
        key = tuple(sorted(set(left))), tuple(sorted(set(right)))
        node = self._nodes.get(key)
        if node is None:
            meter().tick()
            depth = 1 + max((self._depths[x] for side in key for x in side), default=-1)
            if depth > DEEPEST:
                raise BudgetExceeded(f"expected games of depth at most {DEEPEST}, got {depth}")
            node = self._nodes[key] = len(self._options)
            self._options.append(key)
            self._depths.append(depth)
        return node

    def left(self, g: Node) -> tuple[Node, ...]:
        """Return the Left options."""
        return self._options[g][0]

    def right(self, g: Node) -> tuple[Node, ...]:
        """Return the Right options."""
        return self._options[g][1]

    def depth(self, g: Node) -> int:
        """Return the length of the longest play, by moves of either player."""
        return self._depths[g]

    def conjugate(self, g: Node) -> Node:
        """Return the form with the players exchanged."""
        known = self._conjugates.get(g)
        if known is None:
            left, right = self._options[g]
            known = self.make(map(self.conjugate, right), map(self.conjugate, left))
            self._conjugates[g] = known
            self._conjugates[known] = g
        return known

    def add(self, g: Node, h: Node) -> Node:
        """Return the form of a sum."""
        if g > h:
            g, h = h, g
        if g == 0:
            return h
        known = self._sums.get((g, h))
        if known is None:
            sides = []
            for place in (0, 1):
                moves = [self.add(x, h) for x in self._options[g][place]]
                sides.append(moves + [self.add(g, x) for x in self._options[h][place]])
            known = self._sums[g, h] = self.make(*sides)
        return known

    def wins(self, g: Node, *, is_left: bool) -> bool:
        """Return whether a player wins, moving first: also if there is no move."""
        known = self._winners.get((g, is_left))
        if known is None:
            after = self._options[g][0 if is_left else 1]
            known = not after or any(not self.wins(x, is_left=not is_left) for x in after)
            self._winners[g, is_left] = known
        return known

    def wins_sum(self, g: Node, h: Node, *, is_left: bool) -> bool:
        """Return whether a player wins a sum, moving first, without making the sum."""
        if g > h:
            g, h = h, g
        key = g, h, is_left
        known = self._sum_winners.get(key)
        if known is None:
            meter().tick()
            place = 0 if is_left else 1
            after = [(x, h) for x in self._options[g][place]]
            after += [(g, x) for x in self._options[h][place]]
            known = not after or any(not self.wins_sum(*x, is_left=not is_left) for x in after)
            self._sum_winners[key] = known
        return known

    def followers(self, g: Node) -> list[Node]:
        """Return all followers, the form itself among them, the simplest first."""
        followers = reached([g], lambda x: (*self._options[x][0], *self._options[x][1]))
        return sorted(followers, key=lambda x: (self._depths[x], x))

    def text(self, g: Node) -> str:
        """Return a form in braces; integers and nim-heaps by their names."""
        texts: dict[Node, str] = {}
        for node in self.followers(g):
            texts[node] = self._name(node) or (
                "{"
                + "|".join(",".join(sorted(texts[x] for x in s)) for s in self._options[node])
                + "}"
            )
        return texts[g]

    def _name(self, g: Node) -> str | None:
        depth = self._depths[g]
        if g == 0:
            return "0"
        if g == self.integer(depth):
            return str(depth)
        if g == self.integer(-depth):
            return str(-depth)
        if g == self.heap(depth):
            return "*" if depth == 1 else f"*{depth}"
        return None

    def integer(self, n: int) -> Node:
        """Return the form in which one player has n moves in a row and the other none."""
        node = 0
        for _ in range(abs(n)):
            node = self.make([node], []) if n > 0 else self.make([], [node])
        return node

    def heap(self, n: int) -> Node:
        """Return a nim-heap."""
        nodes: list[Node] = []
        for _ in range(n + 1):
            nodes.append(self.make(nodes, nodes))
        return nodes[-1]


STORE = FormStore()
"""The forms of this process."""


def perfect_murders(most: int) -> list[Node]:
    """Return the games M(0) = 0 and M(n) = { | 0, M(n-1)} up to n = `most`."""
    murders = [0]
    for _ in range(most):
        murders.append(STORE.make([], [0, murders[-1]]))
    return murders


def is_dicot(g: Node) -> bool:
    """Return whether both players can move, or neither can; in this game, not in its followers."""
    return bool(STORE.left(g)) == bool(STORE.right(g))


def is_dead_end_if_end(g: Node) -> bool:
    """Return whether a player who has no move here has none in any follower."""
    left, right = STORE.left(g), STORE.right(g)
    if left and right:
        return True
    after = STORE.followers(g)
    return (bool(left) or not any(STORE.left(x) for x in after)) and (
        bool(right) or not any(STORE.right(x) for x in after)
    )


def is_impartial(g: Node) -> bool:
    """Return whether both players have the same moves."""
    return STORE.left(g) == STORE.right(g)


class Universe:
    """A universe: `allows` says whether a form may occur, apart from its followers.

    `ends` gives the Left ends that matter for games of a depth: all sums with longer ones are
    decided alike. Their conjugates are the Right ends.
    """

    def __init__(
        self,
        name: str,
        allows: Callable[[Node], bool],
        ends: Callable[[int], Sequence[Node]],
    ) -> None:
        self.name = name
        self._allows = allows
        self.ends = ends
        """The Left ends that matter for games of a depth."""
        self._allowed: dict[Node, bool] = {0: True}
        self._strong: dict[tuple[Node, bool], bool] = {}
        self._order: dict[tuple[Node, Node], bool] = {}
        self._simplest: dict[Node, Node] = {0: 0}

    def intruder(self, g: Node) -> Node | None:
        """Return the simplest follower that does not belong to the universe, if there is one."""
        for node in STORE.followers(g):
            if node not in self._allowed:
                self._allowed[node] = self._allows(node)
            if not self._allowed[node]:
                return node
        return None

    def wins_strongly(self, g: Node, *, is_left: bool) -> bool:
        """Return whether a player wins a sum with any end of their own, moving first."""
        known = self._strong.get((g, is_left))
        if known is None:
            ends = self.ends(STORE.depth(g) + 1)
            known = all(
                STORE.wins_sum(g, end if is_left else STORE.conjugate(end), is_left=is_left)
                for end in ends
            )
            self._strong[g, is_left] = known
        return known

    def is_at_least(self, g: Node, h: Node) -> bool:
        """Return whether G >= H modulo the universe."""
        if g == h:
            return True
        known = self._order.get((g, h))
        if known is None:
            meter().tick()
            known = self._order[g, h] = self._compare(g, h)
        return known

    def _compare(self, g: Node, h: Node) -> bool:
        if self.wins_strongly(h, is_left=True) and not self.wins_strongly(g, is_left=True):
            return False
        if self.wins_strongly(g, is_left=False) and not self.wins_strongly(h, is_left=False):
            return False
        for x in STORE.right(g):
            if not any(self.is_at_least(x, y) for y in STORE.right(h)) and not any(
                self.is_at_least(y, h) for y in STORE.left(x)
            ):
                return False
        for x in STORE.left(h):
            if not any(self.is_at_least(y, x) for y in STORE.left(g)) and not any(
                self.is_at_least(g, y) for y in STORE.right(x)
            ):
                return False
        return True

    def are_equal(self, g: Node, h: Node) -> bool:
        """Return whether two games may be exchanged in all sums of the universe."""
        return self.is_at_least(g, h) and self.is_at_least(h, g)

    # Simplest forms.

    def simplest(self, g: Node) -> Node:
        """Return an equal form from which no option can be left out or replaced by simpler ones.

        Every step is confirmed by comparing, so the form is equal to G whatever is tried.
        """
        for node in STORE.followers(g):
            if node not in self._simplest:
                left = map(self._simplest.__getitem__, STORE.left(node))
                right = map(self._simplest.__getitem__, STORE.right(node))
                self._simplest[node] = self._shrunk(STORE.make(left, right))
        return self._simplest[g]

    def _shrunk(self, g: Node) -> Node:
        while True:
            smaller = next(
                (
                    h
                    for h in self._attempts(g)
                    if self._rank(h) < self._rank(g)
                    and self.intruder(h) is None
                    and self.are_equal(g, h)
                ),
                None,
            )
            if smaller is None:
                return g
            g = smaller

    def _attempts(self, g: Node) -> list[Node]:
        """Return forms with an option left out, bypassed or replaced by something simple."""
        attempts = []
        for is_left in (True, False):
            own, other = (STORE.left(g), STORE.right(g))[:: 1 if is_left else -1]
            for option in own:
                rest = [x for x in own if x != option]
                sides = [rest]
                answers = STORE.right(option) if is_left else STORE.left(option)
                for answer in answers:
                    through = STORE.left(answer) if is_left else STORE.right(answer)
                    sides.append([*rest, *through])
                sides += [[*rest, x] for x in self._simple(option, is_left=is_left)]
                attempts += [
                    STORE.make(side, other) if is_left else STORE.make(other, side)
                    for side in sides
                ]
        # A form may also be equal to one of its own followers.
        return [*STORE.followers(g)[:-1], *attempts]

    def _simple(self, option: Node, *, is_left: bool) -> list[Node]:
        star = STORE.make([0], [0])
        ends = self.ends(STORE.depth(option))
        own = [end if is_left else STORE.conjugate(end) for end in ends]
        others = [STORE.conjugate(end) for end in own]
        return [0, star, *own, *others]

    def _rank(self, g: Node) -> tuple[int, int, int]:
        size = sum(len(STORE.left(x)) + len(STORE.right(x)) for x in STORE.followers(g))
        return STORE.depth(g), size, g


DICOT = Universe("dicot", is_dicot, lambda _: [0])
DEAD_ENDING = Universe("dead-ending", is_dead_end_if_end, perfect_murders)
IMPARTIAL = Universe("impartial", is_impartial, lambda _: [0])

UNIVERSES = {universe.name: universe for universe in (DICOT, DEAD_ENDING, IMPARTIAL)}


class Witnesses:
    """Witnesses of one universe, each remembered; it has to contain {A|B} with A and B."""

    def __init__(self, universe: Universe) -> None:
        self._universe = universe
        self._adjoints: dict[Node, Node] = {0: STORE.make([0], [0])}
        self._known: dict[tuple[Node, Node], tuple[Node, bool]] = {}

    def find(self, g: Node, h: Node) -> Node:
        """Return a witness; G must not be at least H."""
        return self._witness(g, h)[0]

    def adjoint(self, g: Node) -> Node:
        """Return the game that adds up to a P-position with G."""
        known = self._adjoints.get(g)
        if known is None:
            left = [self.adjoint(x) for x in STORE.right(g)] or [0]
            right = [self.adjoint(x) for x in STORE.left(g)] or [0]
            known = self._adjoints[g] = STORE.make(left, right)
        return known

    def _witness(self, g: Node, h: Node) -> tuple[Node, bool]:
        """Return a witness, and whether it is about Left moving first."""
        known = self._known.get((g, h))
        if known is None:
            known = self._known[g, h] = self._build(g, h)
        return known

    def _build(self, g: Node, h: Node) -> tuple[Node, bool]:
        universe = self._universe
        for end in universe.ends(max(STORE.depth(g), STORE.depth(h)) + 1):
            other = STORE.conjugate(end)
            if STORE.wins_sum(h, end, is_left=True) and not STORE.wins_sum(g, end, is_left=True):
                return end, True
            if STORE.wins_sum(g, other, is_left=False) and not STORE.wins_sum(
                h, other, is_left=False
            ):
                return other, False
        for x in STORE.right(g):
            if self._can_be_linked(x, h):
                return self._link(x, h), False
        for x in STORE.left(h):
            if self._can_be_linked(g, x):
                return self._link(g, x), True
        raise AssertionError("a comparison that fails has a reason")

    def _can_be_linked(self, a: Node, b: Node) -> bool:
        above = self._universe.is_at_least
        return not any(above(x, b) for x in STORE.left(a)) and not any(
            above(a, x) for x in STORE.right(b)
        )

    def _link(self, a: Node, b: Node) -> Node:
        """Return a T for which Left loses A + T and Right loses B + T, each moving first."""
        right = [self._for_left(x, b) for x in STORE.left(a)]
        left = [self._for_right(a, x) for x in STORE.right(b)]
        return STORE.make(
            left or [STORE.make([0], [self.adjoint(a)])],
            right or [STORE.make([self.adjoint(b)], [0])],
        )

    def _for_left(self, g: Node, h: Node) -> Node:
        """Return a witness about Left moving first."""
        x, is_left = self._witness(g, h)
        return x if is_left else STORE.make([x], [self.adjoint(y) for y in STORE.left(g)] or [0])

    def _for_right(self, g: Node, h: Node) -> Node:
        """Return a witness about Right moving first."""
        x, is_left = self._witness(g, h)
        if not is_left:
            return x
        return STORE.make([self.adjoint(y) for y in STORE.right(h)] or [0], [x])
