"""Partizan games under misère play, modulo a universe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from farstar._arguments import integer, shown
from farstar._equality import is_number_or_text, refuse_equality
from farstar._outcome import Left, Outcome, Relation, Right
from farstar._walk import settle
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.misere._universe import STORE, UNIVERSES, Node, Universe, Witnesses, is_dead_end_if_end
from farstar.rules import Position, Ruleset, meter

if TYPE_CHECKING:
    from farstar.misere._partizan_quotient import PartizanQuotient
    from farstar.values import Form


@runtime_checkable
class SumOfGames(Protocol):
    """A sum of positions and values, as the room of sums makes it, which comes after this one."""

    @property
    def terms(self) -> Sequence[Any]:
        """The terms, each with a component and a sign."""


GameLike: TypeAlias = "str | int | Form | Position | SumOfGames | MisereGame"
"""What can be read as a game: text such as ``{0|*}``, a form, a position, a sum, or a game."""

_MOST_FORMS = 300_000
_WITNESSES: dict[Universe, Witnesses] = {}


class MisereGame:
    """A game modulo a universe; `Misere.value` makes them.

    Examples
    --------
    >>> dicots = fs.Misere("dicot")
    >>> star = dicots.value("*")
    >>> star + star == dicots.value(0), str(star.outcome), star.is_invertible
    (True, 'P', True)
    """

    __slots__ = ("_node", "_universe")

    def __init__(self, universe: Universe, node: Node) -> None:
        self._universe = universe
        self._node = node

    @property
    def universe(self) -> str:
        """The name of the universe."""
        return self._universe.name

    @property
    def left_options(self) -> tuple[MisereGame, ...]:
        """The Left options of the form."""
        return tuple(MisereGame(self._universe, node) for node in STORE.left(self._node))

    @property
    def right_options(self) -> tuple[MisereGame, ...]:
        """The Right options of the form."""
        return tuple(MisereGame(self._universe, node) for node in STORE.right(self._node))

    @property
    def birthday(self) -> int:
        """The depth of the form."""
        return STORE.depth(self._node)

    @property
    def outcome(self) -> Outcome:
        """Who wins under misère play."""
        return _outcome(self._node)

    @property
    def conjugate(self) -> MisereGame:
        """The game with the players exchanged."""
        return MisereGame(self._universe, STORE.conjugate(self._node))

    @property
    def is_invertible(self) -> bool:
        """Whether its sum with its conjugate is 0.

        Modulo dicots and modulo dead-ending games no other game can be its inverse.
        """
        total = STORE.add(self._node, STORE.conjugate(self._node))
        return self._universe.are_equal(total, 0)

    def inverse(self) -> MisereGame:
        """Return the game that adds up to 0 with it: the conjugate.

        Raises
        ------
        IllegalPositionError
            If it is not invertible.
        """
        if not self.is_invertible:
            raise IllegalPositionError(
                f"expected an invertible game modulo the {self.universe} universe, got {self}"
            )
        return self.conjugate

    @property
    def is_p_free(self) -> bool:
        """Whether no follower of the form is a P-position."""
        return all(_outcome(node) is not Outcome.P for node in STORE.followers(self._node))

    def simplest(self) -> MisereGame:
        """Return an equal game with a form as simple as we can find, each step being proved."""
        return MisereGame(self._universe, self._universe.simplest(self._node))

    def compare(self, other: MisereGame) -> Relation:
        """Return how it compares with another game of the universe."""
        above, below = self >= other, self <= other
        if above and below:
            return Relation.EQUAL
        if above or below:
            return Relation.GREATER if above else Relation.LESS
        return Relation.CONFUSED

    def distinguisher(self, other: MisereGame) -> MisereGame | None:
        """Return a game of the universe that shows why this one is not at least `other`.

        With it, either Left, moving first, loses the sum with this game and wins that with the
        other; or Right, moving first, wins the sum with this one and loses that with the other.
        None if this game is at least the other.

        Examples
        --------
        >>> modulo = fs.Misere("dead-ending")
        >>> star, zero = modulo.value("*"), modulo.value(0)
        >>> x = (star + star).distinguisher(zero)
        >>> str((star + star + x).outcome), str(x.outcome)
        ('P', 'L')
        """
        node = self._other(other)
        if node is None:
            raise IllegalPositionError(f"expected a game modulo {self.universe}, got {other!r}")
        if self._universe.is_at_least(self._node, node):
            return None
        witnesses = _WITNESSES.setdefault(self._universe, Witnesses(self._universe))
        return MisereGame(self._universe, witnesses.find(self._node, node))

    def _other(self, other: object) -> Node | None:
        if isinstance(other, MisereGame) and other._universe is self._universe:
            return other._node
        return None

    def __add__(self, other: object) -> MisereGame:
        node = self._other(other)
        if node is None:
            return NotImplemented
        return MisereGame(self._universe, STORE.add(self._node, node))

    def __ge__(self, other: object) -> bool:
        node = self._other(other)
        return NotImplemented if node is None else self._universe.is_at_least(self._node, node)

    def __le__(self, other: object) -> bool:
        node = self._other(other)
        return NotImplemented if node is None else self._universe.is_at_least(node, self._node)

    def __gt__(self, other: object) -> bool:
        if self._other(other) is None:
            return NotImplemented
        return self >= other and not self <= other

    def __lt__(self, other: object) -> bool:
        if self._other(other) is None:
            return NotImplemented
        return self <= other and not self >= other

    def __eq__(self, other: object) -> bool:
        node = self._other(other)
        if node is not None:
            return self._universe.are_equal(self._node, node)
        if is_number_or_text(other):
            raise refuse_equality(
                "a game of the same universe", other, "game == universe.value({})"
            )
        return NotImplemented

    def __hash__(self) -> int:
        # Equal games have equal outcomes; which form is simplest need not be unique.
        strong = [self._universe.wins_strongly(self._node, is_left=side) for side in (True, False)]
        return hash((self.universe, *strong, self.outcome))

    def __str__(self) -> str:
        return STORE.text(self._node)

    def __repr__(self) -> str:
        return f"<{self} modulo {self.universe}>"


class Misere:
    """Misère play modulo a universe: games are equal if no game of the universe tells them apart.

    Parameters
    ----------
    universe : str, Universe, Ruleset or class of positions
        ``"dicot"``: both players can move, or neither can. ``"dead-ending"``: a player who cannot
        move never can again. ``"impartial"``. Or one made by `universe_of_ends`, or rules that say
        where they live (`Ruleset.misere_universe`).

    Examples
    --------
    >>> dead_ending = fs.Misere("dead-ending")
    >>> one = dead_ending.value(1)
    >>> one + one.conjugate == dead_ending.value(0)
    True
    >>> dead_ending.value(fs.Domineering("2x2")).simplest()
    <{1|-1} modulo dead-ending>
    >>> len(dead_ending.born_by_day(2))
    196
    """

    def __init__(self, universe: str | Universe | Ruleset | type[Position]) -> None:
        name: object = universe
        if isinstance(universe, type) and issubclass(universe, Position):
            name = universe.rules.misere_universe
        elif isinstance(universe, Ruleset):
            name = universe.misere_universe
        if name == "":
            raise IllegalPositionError(
                f"expected a game that lives in a universe, got {shown(universe)}, which names no "
                "universe"
            )
        known = UNIVERSES.get(name) if isinstance(name, str) else name
        if not isinstance(known, Universe):
            raise IllegalPositionError(
                f"expected a universe among {', '.join(UNIVERSES)}, got {shown(name)}"
            )
        self._universe = known

    @property
    def name(self) -> str:
        """The name of the universe."""
        return self._universe.name

    def value(self, game: GameLike) -> MisereGame:
        """Return a game modulo the universe.

        Raises
        ------
        IllegalPositionError
            If a follower does not belong to the universe; the message names it.
        """
        node = node_of(game)
        intruder = self._universe.intruder(node)
        if intruder is not None:
            raise IllegalPositionError(
                f"expected a game of the {self.name} universe, got the follower "
                f"{STORE.text(intruder)} of {shown(str(game))}"
            )
        return MisereGame(self._universe, node)

    def contains(self, game: GameLike) -> bool:
        """Return whether a game and all its followers belong to the universe."""
        return self._universe.intruder(node_of(game)) is None

    def compare(self, g: GameLike, h: GameLike) -> Relation:
        """Return how two games compare."""
        return self.value(g).compare(self.value(h))

    def equal(self, g: GameLike, h: GameLike) -> bool:
        """Return whether two games may be exchanged in all sums of the universe."""
        return self.value(g) == self.value(h)

    def simplest(self, game: GameLike) -> MisereGame:
        """Return an equal game with a form as simple as we can find."""
        return self.value(game).simplest()

    def invert(self, game: GameLike) -> MisereGame:
        """Return the inverse of a game, if it is its conjugate.

        Raises
        ------
        IllegalPositionError
            If the game and its conjugate do not add up to 0.
        """
        return self.value(game).inverse()

    def monoid(self, games: Iterable[GameLike], *, most: int = 64) -> PartizanQuotient:
        """Return the misère quotient of all sums of some games of the universe.

        Games that are equal modulo the universe have the same element.

        Examples
        --------
        >>> fs.Misere("dead-ending").monoid([fs.Domineering("1x4")]).order
        2
        """
        from farstar.misere._partizan_quotient import partizan_quotient

        return partizan_quotient([self.value(game) for game in games], most=most)

    def born_by_day(self, day: int) -> list[MisereGame]:
        """Return the games of the universe born by a day, of each class of equal ones one.

        Examples
        --------
        >>> [len(Misere("dicot").born_by_day(day)) for day in range(3)]
        [1, 2, 9]
        """
        born = [0]
        for _ in range(integer(day, 0, "the day")):
            born = self._next_day(born)
        return [MisereGame(self._universe, node) for node in born]

    def _next_day(self, born: list[Node]) -> list[Node]:
        sides: list[tuple[Node, ...]] = []
        for side in self._antichains(born):
            sides.append(side)
            if len(sides) ** 2 > _MOST_FORMS:
                raise BudgetExceeded(f"expected at most {_MOST_FORMS} forms of a day, got more")
        forms = {STORE.make(left, right) for left in sides for right in sides}
        allowed = [g for g in forms if self._universe.intruder(g) is None]
        allowed.sort(key=lambda g: (STORE.depth(g), g))
        classes: dict[tuple[bool, ...], list[Node]] = {}
        for g in allowed:
            tests = [STORE.wins_sum(g, x, is_left=side) for x in born for side in (True, False)]
            alike = classes.setdefault(tuple(tests), [])
            if not any(self._universe.are_equal(g, h) for h in alike):
                alike.append(g)
        return sorted(g for alike in classes.values() for g in alike)

    def _antichains(self, born: Sequence[Node]) -> Iterator[tuple[Node, ...]]:
        """Yield the sets of games none of which is at least another."""
        above = self._universe.is_at_least
        waiting: list[tuple[tuple[Node, ...], int]] = [((), 0)]
        while waiting:
            chosen, first = waiting.pop()
            meter().tick()
            yield chosen
            for place in range(first, len(born)):
                x = born[place]
                if not any(above(x, y) or above(y, x) for y in chosen):
                    waiting.append(((*chosen, x), place + 1))

    def __repr__(self) -> str:
        return f"Misere({self.name!r})"


def universe_of_ends(name: str, ends: Callable[[int], Iterable[GameLike]]) -> Universe:
    """Return the universe of dead-ending games in which only certain ends occur.

    Parameters
    ----------
    name : str
        What it is called.
    ends : callable
        ``ends(n)`` are the Left ends of depth at most n: games in which Left never has a move. They
        have to be closed under options and sums. Their conjugates are the Right ends.

    Examples
    --------
    >>> integers = universe_of_ends("integer ends", lambda n: range(0, -n - 1, -1))
    >>> modulo = Misere(integers)
    >>> modulo.contains("{0|1}"), modulo.contains("{|0,-1}")
    (True, False)
    """

    def nodes(depth: int) -> list[Node]:
        return [node_of(end) for end in ends(depth)]

    def allows(g: Node) -> bool:
        if not is_dead_end_if_end(g):
            return False
        known = nodes(STORE.depth(g))
        is_left_end, is_right_end = not STORE.left(g), not STORE.right(g)
        return (not is_left_end or g in known) and (not is_right_end or STORE.conjugate(g) in known)

    return Universe(name, allows, nodes)


def _outcome(node: Node) -> Outcome:
    return Outcome.of(
        left_wins_first=STORE.wins(node, is_left=True),
        right_wins_first=STORE.wins(node, is_left=False),
    )


def node_of(game: GameLike) -> Node:
    """Return the form of a game; its followers are read first, without recursion."""
    from farstar.values import Form

    if isinstance(game, MisereGame):
        return game._node
    if isinstance(game, int) and not isinstance(game, bool):
        return STORE.integer(game)
    if isinstance(game, SumOfGames):
        total = 0
        for term in game.terms:
            part = node_of(term.component)
            total = STORE.add(total, part if term.sign > 0 else STORE.conjugate(part))
        return total
    nodes: dict[Any, Node] = {}

    def node(g: Any, _: object) -> Node:
        meter().tick()
        return STORE.make(*([nodes[x] for x in g.options(side)] for side in (Left, Right)))

    root: Any = game if isinstance(game, Position | Form) else Form(game)
    return settle(root, nodes, lambda g: [*g.options(Left), *g.options(Right)], node)
