"""Finding a misère quotient: game after game, until the whole game is proved."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from farstar._arguments import integer, shown
from farstar.errors import BudgetExceeded, CertificateError, IllegalPositionError, NotationError
from farstar.impartial.codes import Code
from farstar.impartial.periods import overlaps, values_needed
from farstar.misere._games import (
    HeapGames,
    HeapRules,
    PositionGames,
    heap_games,
    positions_of,
)
from farstar.misere._monoid import Monoid
from farstar.misere._quotient import HeapPeriod, MisereQuotient
from farstar.misere._solver import MOST_ELEMENTS, TooManyElements, new_solver
from farstar.rules import Position, meter

__all__ = [
    "Checked",
    "HeapGames",
    "HeapQuotients",
    "QuotientTooLarge",
    "check_certificate",
    "heap_games",
    "load_quotient",
    "misere_quotient",
    "proved_period",
]


MOST_HEAPS = 512
"""How many heaps are tried for a period unless more are asked for."""


class QuotientTooLarge(BudgetExceeded):
    """No quotient of the allowed size was found: it may be larger, or infinite."""

    def __init__(self, message: str, quotient: MisereQuotient) -> None:
        super().__init__(message)
        self.quotient = quotient
        """The quotient of the games before the one that was too much."""


class HeapQuotients:
    """The quotients of a game on heaps, heap by heap, with a bound on the number of elements."""

    def __init__(self, game: HeapGames, most: int = MOST_ELEMENTS) -> None:
        self._game = game
        self._solver = new_solver(most)
        self.period: HeapPeriod | None = None

    @property
    def heaps(self) -> int:
        """How many heaps are known, that of size 0 included."""
        return len(self._solver.images)

    def extend(self) -> None:
        """Add the next heap, and see whether a period is proved now."""
        solver = self._solver
        try:
            solver.add(self._game.options(self.heaps))
        except TooManyElements:
            known = self.quotient()
            raise QuotientTooLarge(
                f"no misère quotient of {self._game.name} with at most {solver.most} elements was "
                f"found for heaps up to {self.heaps}: it may be larger, or infinite; that of heaps "
                f"up to {self.heaps - 1} has {known.order}",
                known,
            ) from None
        if self._game.code is not None:
            self.period = proved_period(self._game.code, solver.images)

    def quotient(self) -> MisereQuotient:
        """Return the quotient of the heaps added so far."""
        solver = self._solver
        return MisereQuotient(self._game, solver.monoid, solver.images, self.period, solver.growth)

    def is_losing(self, heaps: Sequence[int]) -> bool:
        """Return whether the player to move loses a sum of heaps that are known."""
        monoid, images = self._solver.monoid, self._solver.images
        return monoid.is_losing(monoid.product(images[self._reduced(heap)] for heap in heaps))

    def _reduced(self, heap: int) -> int:
        if heap < self.heaps or self.period is None:
            return heap
        start, length = self.period
        return start + (heap - start) % length


def misere_quotient(
    game: Any,
    positions: Iterable[Any] | None = None,
    *,
    heaps: int | None = None,
    most: int = MOST_ELEMENTS,
) -> MisereQuotient:
    """Return the misère quotient of a game on heaps, or of all followers of some positions.

    The answer is exact: the transition algebra has confirmed the outcome of every sum. For finite
    codes heaps are added until the periodicity theorem proves the quotient for heaps of all sizes.

    Parameters
    ----------
    game : str, Code, ruleset, Position or list of Position
        The code of a take-and-break game such as ``"0.77"``, ``"grundy"``, a game on heaps, or
        positions of one impartial ruleset.
    positions : iterable, optional
        Positions of the ruleset `game`, or what describes them.
    heaps : int, optional
        The largest heap to look at. Without it as many as a proof needs, 512 at most.
    most : int
        How many elements the quotient may have.

    Raises
    ------
    QuotientTooLarge
        If no quotient with at most `most` elements was found. That does not mean that it is
        infinite. The error has the quotient of the smaller heaps.

    Examples
    --------
    >>> print(fs.misere_quotient("0.123"))
    misère quotient of 0.123: order 20, |P| = 5, preperiod 5, period 5 (proved for all heaps)
    >>> print(fs.misere_quotient("0.07", heaps=24))
    misère quotient of 0.07: order 24, |P| = 5, heaps up to 24
    >>> print(fs.misere_quotient([fs.Cram("2x3")]))
    misère quotient of Cram: order 6, |P| = 2, 18 positions
    >>> fs.misere_quotient(fs.Cram, ["2x3", "1x4"]).order
    6
    """
    bound = integer(most, 1, "the number of elements")
    if positions is not None:
        game = positions_of(game, positions)
    elif isinstance(game, Position) and not isinstance(game.ruleset, HeapRules):
        game = [game]
    if _is_positions(game):
        if heaps is not None:
            raise IllegalPositionError("expected heaps= with a game on heaps only, got positions")
        return _of_positions(game, bound)
    quotients = HeapQuotients(heap_games(game), bound)
    last = MOST_HEAPS if heaps is None else integer(heaps, 0, "the largest heap")
    while quotients.heaps <= last:
        quotients.extend()
        if heaps is None and quotients.period is not None:
            break
    return quotients.quotient()


def proved_period(code: Code, images: Sequence[int]) -> HeapPeriod | None:
    """Return the period of the images of heaps 0, 1, ..., if they prove it for all heaps."""
    count = len(images)
    if not code.is_finite:
        return None
    for length, same in enumerate(overlaps(images[::-1])):
        start = max(1, count - length - same)
        if length and count >= values_needed(code, start, length):
            return HeapPeriod(start, length)
    return None


class Checked(NamedTuple):
    """What a certificate proves."""

    order: int
    """How many elements the quotient has."""
    games: int
    """How many games, or heaps with that of size 0, were checked."""
    pairs: int
    """How many pairs the transition algebra has."""
    period: tuple[int, int] | None
    """Preperiod and period, if the quotient is proved for heaps of all sizes."""


def check_certificate(certificate: str | os.PathLike[str] | dict[str, Any]) -> Checked:
    """Check a certificate, a file or the data of one, and return what it proves.

    The checker, `farstar.certificates.checker`, computes with the products, the P-positions and the
    images that it is given, and takes the moves from the rules of the game. It needs nothing that
    found the quotient.

    Raises
    ------
    CertificateError
        If the certificate does not prove what it says.
    NotationError
        If the file is not JSON.

    Examples
    --------
    >>> document = fs.misere_quotient("0.75").certificate()
    >>> check_certificate(document)
    Checked(order=8, games=22, pairs=33, period=(8, 2))
    >>> document["losing"] = [1, 5]
    >>> check_certificate(document)
    Traceback (most recent call last):
    ...
    farstar.errors.CertificateError: certificate refused: ...
    """
    import json

    from farstar.certificates import checker

    class Steps(checker.Budget):
        """The steps of the checker, which only the caller's budget bounds."""

        def spend(self, steps: int) -> None:
            meter().charge(0)

    document: Any = certificate
    if not isinstance(certificate, dict):
        try:
            document = json.loads(Path(certificate).read_text(encoding="utf-8"))
        except (ValueError, RecursionError) as error:
            name = shown(os.fspath(certificate))
            raise NotationError(f"expected a certificate in JSON, got {name}: {error}") from None
    try:
        pairs = checker.result_of(checker.check_pairs, document, Steps())
    except checker.Refused as error:
        raise CertificateError(f"certificate refused: {error}") from None
    period = document["period"] and tuple(document["period"])
    return Checked(len(document["table"]), len(document["images"]), pairs, period)


def load_quotient(document: dict[str, Any]) -> MisereQuotient:
    """Return the quotient of a certificate, which is checked first."""
    proved = check_certificate(document)
    if document["game"] is None:
        raise IllegalPositionError("expected the certificate of a game with a code, got positions")
    losing = sum(1 << x for x in document["losing"])
    monoid = Monoid(tuple(map(tuple, document["table"])), losing)
    period = HeapPeriod(*proved.period) if proved.period else None
    return MisereQuotient(heap_games(document["game"]), monoid, document["images"], period)


def _is_positions(game: object) -> bool:
    return isinstance(game, Iterable) and not isinstance(game, str | type | Position)


def _of_positions(positions: Iterable[Position], most: int) -> MisereQuotient:
    games = PositionGames(positions)
    solver = new_solver(most)

    def quotient() -> MisereQuotient:
        return MisereQuotient(games, solver.monoid, solver.images, None, solver.growth)

    for game in range(len(games)):
        try:
            solver.add(games.options(game))
        except TooManyElements:
            raise QuotientTooLarge(
                f"no misère quotient with at most {most} elements was found for "
                f"{games.label(game)} and its followers: it may be larger, or infinite",
                quotient(),
            ) from None
    return quotient()
