"""Misère quotients: how the sums of some games behave under misère play, exactly.

References
----------
.. [1] T. E. Plambeck, Taming the wild in impartial combinatorial games, INTEGERS 5 (2005) G05.
.. [2] T. E. Plambeck, A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A
   115 (2008) 593-622.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from farstar._arguments import integer, shown
from farstar._outcome import Outcome
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.impartial.codes import GRUNDYS_GAME
from farstar.impartial.grundy import mex, nim_sum
from farstar.misere._games import HeapGames, PositionGames, summands
from farstar.misere._monoid import Letters, Monoid, Quotient

if TYPE_CHECKING:
    import os

    from farstar.certificates import Certificate

Games: TypeAlias = HeapGames | PositionGames

_MOST_LISTED = 100_000
"""Moves of a heap that are listed."""
_COLUMNS = 10


class HeapPeriod(NamedTuple):
    """How the images of heaps repeat, proved for heaps of all sizes."""

    preperiod: int
    """The least heap from which on they repeat."""
    period: int
    """After how many heaps."""


class MisereQuotient(Quotient):
    """The misère quotient of all sums of some games; `misere_quotient` makes them.

    Two sums are equivalent if they may be exchanged in every sum of the games without changing who
    wins when a player who cannot move wins. The classes form a commutative monoid, written as words
    in generators a, b, c, ...: the games that are not equivalent to sums of earlier ones.

    Examples
    --------
    >>> q = fs.misere_quotient("0.77")
    >>> print(q)
    misère quotient of 0.77: order 40, |P| = 9, preperiod 71, period 12 (proved for all heaps)
    >>> q.generators, q.p_portion
    ((1, 2, 5, 9, 12, 25, 27), ('a', 'b^2', 'ac', 'ac^2', 'd', 'ad^2', 'e', 'ade', 'adf'))
    >>> q.image(10**100), str(q.outcome(10**100, 5)), q.winning_moves(5, 7)
    ('ab^2', 'N', [(1, 3, 7), (1, 5, 5)])
    """

    def __init__(
        self,
        games: Games,
        monoid: Monoid,
        images: Sequence[int],
        period: HeapPeriod | None = None,
        growth: Sequence[tuple[int, int]] = (),
    ) -> None:
        super().__init__(monoid, images)
        self._games = games
        self._period = period
        self._growth = tuple(growth)

    # What it is.

    @property
    def game(self) -> str:
        """The code of the game, or its name."""
        return self._games.name

    @property
    def p_portion(self) -> tuple[str, ...]:
        """The elements that are P-positions: the player to move loses."""
        return tuple(e for x, e in enumerate(self.elements) if self._monoid.is_losing(x))

    @property
    def generators(self) -> tuple[Any, ...]:
        """The games behind the letters a, b, c, ...: heaps, or positions."""
        if isinstance(self._games, PositionGames):
            return tuple(map(self._games.position, self._presentation.games))
        return tuple(self._presentation.games)

    @property
    def games_count(self) -> int:
        """How many games were looked at: positions, or heaps with that of size 0."""
        return len(self._images)

    @property
    def has_heaps(self) -> bool:
        """Whether the games are heaps; otherwise they are positions."""
        return isinstance(self._games, HeapGames)

    @property
    def preperiod(self) -> int | None:
        """The least heap from which on the images repeat; None if the heaps did not prove it."""
        return self._period.preperiod if self._period else None

    @property
    def period(self) -> int | None:
        """After how many heaps the images repeat; None if the heaps did not prove it."""
        return self._period.period if self._period else None

    @property
    def is_proved(self) -> bool:
        """Whether the quotient is that of the whole game, not only of the heaps looked at."""
        return self._period is not None

    @property
    def growth(self) -> tuple[tuple[int, int], ...]:
        """The games at which the quotient grew, each with the order from there on."""
        return self._growth

    @cached_property
    def kernel(self) -> tuple[str, ...]:
        """The maximal subgroup that is an ideal, whose identity is a multiple of every element.

        Under normal play only this part matters: large sums behave as in normal play if it is the
        group of the Grundy values; see `kernel_values`.
        """
        identity = self._kernel_identity()
        return tuple(self.elements[x] for x in sorted(set(self._monoid.table[identity])))

    @cached_property
    def kernel_values(self) -> dict[str, int] | None:
        """The Grundy value of each element of the kernel; None if an element has several."""
        grundy: list[int] = []
        for game in range(len(self._images)):
            options = [[grundy[part] for part in word] for word in self._games.options(game)]
            grundy.append(mex(nim_sum(*parts) for parts in options))
        row = self._monoid.table[self._kernel_identity()]
        pairs = {(row[image], value) for image, value in zip(self._images, grundy, strict=True)}
        values, waiting = {row[0]: 0}, [row[0]]
        while waiting:
            x = waiting.pop()
            for y, value in sorted(pairs):
                product, total = self._monoid.table[x][y], values[x] ^ value
                if product not in values:
                    values[product] = total
                    waiting.append(product)
                elif values[product] != total:
                    return None
        return {self.elements[x]: values[x] for x in sorted(values)}

    def _kernel_identity(self) -> int:
        """Return the product of all idempotents, which is the least of them."""
        table = self._monoid.table
        return self._monoid.product(x for x in range(self.order) if table[x][x] == x)

    # What it answers.

    def image(self, *games: Any) -> str:
        """Return the element of a sum of games: heaps of any size, or positions.

        The games may also be given as one list, here and in `outcome` and `winning_moves`.
        """
        return self.elements[self._element(games)]

    def pretending_function(self, heaps: int) -> list[str]:
        """Return the elements of the heaps 0, 1, ..., `heaps`."""
        return [self.image(heap) for heap in range(integer(heaps, 0, "the last heap") + 1)]

    def outcome(self, *games: Any) -> Outcome:
        """Return who wins a sum of games when a player who cannot move wins."""
        return Outcome.P if self._monoid.is_losing(self._element(games)) else Outcome.N

    def winning_moves(self, *games: Any) -> list[tuple[Any, ...]]:
        """Return the sums that remain after each winning move, each once; heaps are sorted.

        Raises
        ------
        BudgetExceeded
            If there are too many moves to list; `some_winning_moves` needs no list of all moves.

        Examples
        --------
        >>> len(fs.misere_quotient("0.107").winning_moves(9, 15))
        11
        """
        return self._winning(games, self._all_moves)

    def some_winning_moves(self, *games: Any) -> list[tuple[Any, ...]]:
        """Return sums that remain after winning moves: at least one if there is one.

        Of a heap beyond those looked at, only moves that leave a small heap are listed: one of each
        kind, since a larger heap may be replaced by one that is smaller by the period. So heaps may
        have any size.

        Examples
        --------
        >>> min(fs.misere_quotient("0.77").some_winning_moves(10**100)[0])
        1
        """
        return self._winning(games, self._some_moves)

    def _winning(
        self, games: Sequence[Any], moves: Callable[[int], Iterable[Letters]]
    ) -> list[tuple[Any, ...]]:
        """Return the sums after the winning ones of some moves."""
        numbers = [self._games.number(game) for game in summands(games)]
        after = dict.fromkeys(
            tuple(sorted((*numbers[:i], *numbers[i + 1 :], *left)))
            for i, number in enumerate(numbers)
            if number not in numbers[:i]
            for left in moves(number)
            if self._is_won_by(numbers, i, left)
        )
        sums = [tuple(part for part in word if part or not self.has_heaps) for word in after]
        if isinstance(self._games, PositionGames):
            place = self._games.position
            return [tuple(place(part) for part in word) for word in sums]
        return list(sums)

    def _is_won_by(self, numbers: list[int], place: int, left: Letters) -> bool:
        rest = numbers[:place] + numbers[place + 1 :]
        return self._monoid.is_losing(self._element_of((*rest, *left)))

    def _all_moves(self, number: int) -> Iterable[Letters]:
        """Return all moves of a game."""
        code = self._games.code
        has_few = code is not None and code.parts == 1 and not code.repeated
        # A heap of n falls into two heaps in about n / 2 ways, into three in about n ** 2 / 12.
        most = number if code is None else number ** max(1, code.parts - 1)
        if self.has_heaps and not has_few and most > _MOST_LISTED:
            raise BudgetExceeded(
                f"expected a heap with at most {_MOST_LISTED} moves, got one of {shown(number)}; "
                "some_winning_moves lists moves of each kind"
            )
        return self._games.options(number)

    def _some_moves(self, number: int) -> Iterator[Letters]:
        """Yield the moves of a game; for large heaps of a code, one of each kind at least."""
        code = self._games.code
        if number < len(self._images) or code is None or code.parts == 1:
            yield from self._all_moves(number)
            return
        # All heaps but the largest may be taken below preperiod + period: the images stay.
        assert self._period is not None
        small = sum(self._period)
        for taken, digit in enumerate(code.digits):
            rest = number - taken
            if digit & 2:
                yield (rest,)
            if digit & 4:
                yield from ((i, rest - i) for i in range(1, small))
            if digit & 8:
                yield from ((i, j, rest - i - j) for j in range(1, small) for i in range(1, j + 1))

    def _element(self, games: Sequence[Any]) -> int:
        return self._element_of(self._games.number(game) for game in summands(games))

    def _element_of(self, numbers: Iterable[int]) -> int:
        return self._monoid.product(self._images[self._reduced(number)] for number in numbers)

    def _reduced(self, number: int) -> int:
        if number < len(self._images):
            return number
        if self._period is None:
            raise IllegalPositionError(
                f"expected heaps of at most {len(self._images) - 1}, up to which this quotient is "
                f"proved, got {number}"
            )
        start, length = self._period
        return start + (number - start) % length

    # Output.

    def certificate(self) -> dict[str, Any]:
        """Return all that proves the quotient, for `check_certificate`, as plain data."""
        return dict(self._sealed().data)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate as JSON; the file appears whole or not at all."""
        self._sealed().save(path)

    def _sealed(self) -> Certificate:
        from farstar.certificates import Certificate

        document: dict[str, Any] = {"format": "farstar-misere-quotient", "version": 2, "game": None}
        if self._games.code is not None or self.game == GRUNDYS_GAME:
            document["game"] = self.game
        else:
            games = range(len(self._images))
            document["options"] = [[list(w) for w in self._games.options(g)] for g in games]
            document["labels"] = [self._games.label(g) for g in games]
        losing = [x for x in range(self.order) if self._monoid.is_losing(x)]
        document |= {
            "table": [list(row) for row in self._monoid.table],
            "losing": losing,
            "images": list(self._images),
            "period": list(self._period) if self._period else None,
        }
        return Certificate.sealed(document)

    def as_json(self) -> dict[str, Any]:
        """Return what is known of the quotient as plain data."""
        values = self.kernel_values
        return {
            "game": self.game,
            "games": len(self._images),
            "order": self.order,
            "p_positions": list(self.p_portion),
            "generators": [self._games.label(game) for game in self._presentation.games],
            "relations": list(self.relations),
            "elements": list(self.elements),
            "pretending_function": [self.elements[image] for image in self._images],
            "preperiod": self.preperiod,
            "period": self.period,
            "proved_for_all_heaps": self.is_proved,
            "growth": [list(step) for step in self._growth],
            "kernel": list(self.kernel),
            "kernel_values": values,
            "cayley_table": [list(row) for row in self._monoid.table],
        }

    def latex(self) -> str:
        r"""Return presentation, P-positions and images as LaTeX.

        Examples
        --------
        >>> print(fs.misere_quotient("0.3", heaps=3).latex())
        \mathcal{Q} = \langle a \mid a^2 = 1 \rangle, \qquad \mathcal{P} = \{a\}
        \[
        \begin{array}{r|rrrrrrrrrr}
         & 1 & 2 & 3 & 4 & 5 & 6 & 7 & 8 & 9 & 10 \\ \hline
        0+ & a & 1 \\
        \end{array}
        \]
        """
        p = self._presentation
        relations = [
            f"{p.text(word, latex=True)} = {p.text(least, latex=True)}"
            for word, least in p.relations()
        ]
        names = [p.text(word, latex=True) for word in p.words]
        losing = [name for x, name in enumerate(names) if self._monoid.is_losing(x)]
        lines = [
            rf"\mathcal{{Q}} = \langle {', '.join(p.names(latex=True))} \mid "
            rf"{', '.join(relations)} \rangle, \qquad \mathcal{{P}} = \{{{', '.join(losing)}\}}"
        ]
        if self.has_heaps:
            lines += self._latex_table(names)
        return "\n".join(lines)

    def _latex_table(self, names: Sequence[str]) -> list[str]:
        width = self.period if self.period and self.period <= 12 else _COLUMNS
        width = max(width, _COLUMNS) if width < 4 else width
        last = sum(self._period) - 1 if self._period else len(self._images) - 1
        head = " & ".join(map(str, range(1, width + 1)))
        lines = [r"\[", rf"\begin{{array}}{{r|{'r' * width}}}", rf" & {head} \\ \hline"]
        for start in range(1, last + 1, width):
            row = [names[self._images[n]] for n in range(start, min(start + width, last + 1))]
            lines.append(rf"{start - 1}+ & {' & '.join(row)} \\")
        return [*lines, r"\end{array}", r"\]"]

    def __str__(self) -> str:
        size = f"order {self.order}, |P| = {self._monoid.losing.bit_count()}"
        if self._period:
            start, length = self._period
            reach = f"preperiod {start}, period {length} (proved for all heaps)"
        elif self.has_heaps:
            reach = f"heaps up to {len(self._images) - 1}"
        else:
            reach = f"{len(self._images)} positions"
        return f"misère quotient of {self.game}: {size}, {reach}"
