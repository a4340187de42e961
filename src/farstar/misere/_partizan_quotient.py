"""Misère quotients of partizan games: which sums of some games may be exchanged in all others.

Let A be all sums of some games and of their followers. Two of them are equivalent if they have the
same outcome together with every member of A. The classes are a commutative monoid, and each has an
outcome. What proves a quotient is the same as for impartial games, with two sets of options: a sum
is described by its element x and the elements E, F of its Left and Right options. Adding a game
(y, G, H) gives (xy, yE + xG, yF + xH). Left wins moving first exactly if E is empty, or contains an
element with which Right, moving first, loses.

References
----------
.. [1] M. R. Allen, Peeking at partizan misère quotients, Games of No Chance 4 (2015) 1-12.
.. [2] S. Rubinstein-Salzedo, S. Zhou, arXiv:2603.18244: every finite order but 3 occurs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from farstar._arguments import integer
from farstar._outcome import Outcome
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.misere._games import summands
from farstar.misere._modulo import GameLike, node_of
from farstar.misere._monoid import Letters, Monoid, Quotient
from farstar.misere._solver import Packed, Table, TooLarge, letters, pack
from farstar.misere._universe import STORE, Node
from farstar.rules import meter

Wins: TypeAlias = tuple[bool, bool]
"""Whether Left wins moving first, and whether Right does."""

MOST_ELEMENTS = 64
"""How many elements a quotient may have unless more are allowed."""


def _outcome(wins: Wins) -> Outcome:
    return Outcome.of(left_wins_first=wins[0], right_wins_first=wins[1])


class Sums:
    """Sums of some forms and their followers, as sorted words of their numbers, and who wins."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        reached = {x for node in nodes for x in STORE.followers(node)} - {0}
        self.nodes = sorted(reached, key=lambda x: (STORE.depth(x), x))
        """All forms but 0, the simplest first."""
        self.letter = {node: i for i, node in enumerate(self.nodes)}
        self._wins: dict[Letters, Wins] = {}

    def options(self, letter: int) -> tuple[list[Letters], list[Letters]]:
        """Return the Left and Right options of a form as words."""

        def words(side: Iterable[Node]) -> list[Letters]:
            return [(self.letter[x],) if x else () for x in side]

        node = self.nodes[letter]
        return words(STORE.left(node)), words(STORE.right(node))

    def moves(self, word: Letters) -> tuple[list[Letters], list[Letters]]:
        """Return the Left and Right options of a sum."""
        sides: tuple[list[Letters], list[Letters]] = ([], [])
        for place, letter in enumerate(word):
            rest = word[:place] + word[place + 1 :]
            for side, words in zip(sides, self.options(letter), strict=True):
                side.extend(tuple(sorted(rest + after)) for after in words)
        return sides

    def wins(self, word: Letters) -> Wins:
        """Return who wins a sum moving first; no recursion, whatever its size."""
        known = self._wins
        stack = [tuple(sorted(word))]
        while stack:
            top = stack[-1]
            if top in known:
                stack.pop()
                continue
            left, right = self.moves(top)
            missing = [after for after in {*left, *right} if after not in known]
            if missing:
                stack += missing
                continue
            meter().tick()
            known[top] = (
                not left or any(not known[after][1] for after in left),
                not right or any(not known[after][0] for after in right),
            )
        return known[tuple(sorted(word))]


class PartizanQuotient(Quotient):
    """The misère quotient of all sums of some games; `partizan_quotient` makes them.

    Examples
    --------
    >>> from farstar.misere import partizan_quotient
    >>> q = partizan_quotient(["{*|0}"])
    >>> print(q)
    misère quotient of 2 games: order 9, outcomes 1:N a:P b:L ab:N b^2:P ab^2:N b^3:R ab^3:N b^4:R
    >>> q.generators, str(q.outcome("{*|0}", "{*|0}", "*"))
    (('*', '{*|0}'), 'N')
    """

    def __init__(self, sums: Sums, monoid: Monoid, images: list[int], wins: list[Wins]) -> None:
        super().__init__(monoid, images)
        self._sums = sums
        self._wins = [wins[x] for x in self._earlier]

    @property
    def generators(self) -> tuple[str, ...]:
        """The games behind the letters a, b, c, ..."""
        return tuple(STORE.text(self._sums.nodes[i]) for i in self._presentation.games)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcome of each element."""
        return tuple(map(_outcome, self._wins))

    def image(self, *games: GameLike) -> str:
        """Return the element of a sum of games, which may also be given as one list."""
        return self.elements[self._element(games)]

    def outcome(self, *games: GameLike) -> Outcome:
        """Return who wins a sum of games when a player who cannot move wins."""
        return _outcome(self._wins[self._element(games)])

    def _element(self, games: Sequence[Any]) -> int:
        total = 0
        for game in summands(games):
            node = node_of(game)
            if node and node not in self._sums.letter:
                raise IllegalPositionError(
                    f"expected games of this quotient, got {STORE.text(node)}"
                )
            factor = self._images[self._sums.letter[node]] if node else 0
            total = self._monoid.table[total][factor]
        return total

    def __str__(self) -> str:
        outcomes = " ".join(f"{e}:{o}" for e, o in zip(self.elements, self.outcomes, strict=True))
        games = len(self._sums.nodes)
        count = f"{games} game{'s' if games != 1 else ''}"
        return f"misère quotient of {count}: order {self.order}, outcomes {outcomes}"


def _learned(sums: Sums, most: int) -> tuple[Monoid, list[int], list[Wins]]:
    """Return the quotient, the elements of the games and who wins its elements.

    It is what a table of outcomes says once the transition algebra finds no sum that it misjudges.
    """

    def outcome(word: Packed) -> int:
        left, right = sums.wins(tuple(letters(word)))
        return 2 * left + right

    table = Table(outcome, len(sums.nodes), (), most, bits=2)
    while True:
        try:
            monoid = table.monoid()
        except TooLarge:
            raise BudgetExceeded(
                f"no partizan misère quotient with at most {most} elements was found: it may be "
                "larger, or infinite"
            ) from None
        images, wins = table.steps[0], [(o > 1, o % 2 == 1) for o in table.outcomes]
        word = next(_contradictions(sums, monoid, images, wins), None)
        if word is None:
            return monoid, images, wins
        left, right = sums.moves(word)
        if not any(table.refine(pack(sum_)) for sum_ in (word, *left, *right)):
            raise AssertionError("a contradiction comes from a misjudged sum")


class _Triple(NamedTuple):
    element: int
    left: frozenset[int]
    right: frozenset[int]


def _contradictions(
    sums: Sums, monoid: Monoid, images: Sequence[int], wins: Sequence[Wins]
) -> Iterator[Letters]:
    """Yield sums whose element has another outcome than their options say; none if all is right."""
    table = monoid.table
    games = []
    for letter, image in enumerate(images):
        left, right = (
            frozenset(monoid.image(word, images) for word in side) for side in sums.options(letter)
        )
        games.append(_Triple(image, left, right))
    start = _Triple(0, frozenset(), frozenset())
    reached: dict[_Triple, Letters] = {start: ()}
    waiting = [start]
    for x, e, f in waiting:  # it grows
        before = reached[_Triple(x, e, f)]
        for letter, (y, g, h) in enumerate(games):
            triple = _Triple(
                table[x][y],
                frozenset([*(table[y][z] for z in e), *(table[x][z] for z in g)]),
                frozenset([*(table[y][z] for z in f), *(table[x][z] for z in h)]),
            )
            if triple in reached:
                continue
            meter().tick()
            reached[triple] = (*before, letter)
            waiting.append(triple)
            by_options = (
                not triple.left or any(not wins[z][1] for z in triple.left),
                not triple.right or any(not wins[z][0] for z in triple.right),
            )
            if by_options != wins[triple.element]:
                yield tuple(sorted(reached[triple]))


def partizan_quotient(games: Iterable[GameLike], *, most: int = MOST_ELEMENTS) -> PartizanQuotient:
    """Return the misère quotient of all sums of some partizan games and their followers.

    The answer is exact: the transition algebra has confirmed the outcome of every sum.

    Parameters
    ----------
    games : iterable
        Forms, text such as ``"{*|0}"``, numbers, or positions of any ruleset without loops.
    most : int
        How many elements the quotient may have.

    Raises
    ------
    BudgetExceeded
        If no quotient with at most `most` elements was found. That does not mean that it is
        infinite.

    Examples
    --------
    >>> from farstar.misere import partizan_quotient
    >>> print(partizan_quotient([1]))
    misère quotient of 1 game: order 2, outcomes 1:N a:R
    >>> [partizan_quotient([g]).order for g in (0, "*", "{|{*|}}", "{0,*|}", "{*|0}")]
    [1, 2, 4, 5, 9]
    """
    bound = integer(most, 1, "the number of elements")
    sums = Sums(node_of(game) for game in games)
    return PartizanQuotient(sums, *_learned(sums, bound))
