"""The reference engine: canonical forms in plain Python, short enough to be read and checked.

A *game* is ``{left | right}``; it is *canonical* when no option is dominated or reversible, and two
games are equal in value exactly when their canonical forms are identical [1]_. Canonical forms are
interned, so equal values are one object. Numbers, multiples of up and nimbers are *compact*:
``x + n.up + *m`` is a record of ``x``, ``n`` and ``m``, never a chain of options.

The mathematics is in ``_reference``: the store, order, canonical forms, thermographs and atomic
weights, one file each. This file is the interface.

References
----------
.. [1] E. Berlekamp, J. Conway, R. Guy, *Winning Ways for Your Mathematical Plays*; A. Siegel,
   *Combinatorial Game Theory*, chapters II.2 (canonical forms), II.3 (numbers), II.5
   (temperature), II.7 (atomic weight).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from weakref import WeakValueDictionary

from farstar.engine._interface import Dyadic, Wall
from farstar.engine._reference.canonical import add, construct, geq, negate, stops
from farstar.engine._reference.store import (
    Game,
    Question,
    answers,
    budget,
    bytes_held,
    collect,
    compact,
    games,
    left_of,
    lock,
    right_of,
    run,
    using,
)
from farstar.engine._reference.thermograph import as_wall, dyadic, thermograph
from farstar.engine._reference.weight import atomic_weight
from farstar.errors import BudgetExceeded, NotAtomicError

_LARGEST_LISTED_NIMBER = 1 << 20


class Handle:
    """What the engine hands out: it keeps its game, and there is one for each game."""

    __slots__ = ("__weakref__", "game")

    def __init__(self, game: Game) -> None:
        self.game = game


def _game(handle: Handle) -> Game:
    try:
        return handle.game
    except AttributeError:
        raise TypeError(
            "expected a value of the reference engine, which is active, got one of the native "
            "engine: pass its text or a saved graph"
        ) from None


_handles: WeakValueDictionary[Game, Handle] = WeakValueDictionary()


class ReferenceEngine:
    """The :class:`~farstar.engine.Engine` made of the functions above."""

    name = "reference"

    def _pin(self, game: Game) -> Handle:
        """Return the handle of a game; the lock must be held since the game was found."""
        handle = _handles.get(game)
        if handle is None:
            handle = _handles[game] = Handle(game)
        return handle

    def _ask(self, question: Question) -> Handle:
        with lock, using(_handles):
            return self._pin(run(question))

    def _ask_plainly(self, question: Question) -> Any:
        with lock, using(_handles):
            return run(question)

    def compact(self, numerator: int, exponent: int, up: int, star: int, /) -> Handle:
        """Return the value ``numerator/2**exponent + up.(up) + *star``."""
        if exponent < 0:
            raise ValueError(f"expected an exponent that is not negative, got {exponent!r}")
        if star < 0:
            raise ValueError(f"expected a nimber that is not negative, got {star!r}")
        with lock, using(_handles):
            return self._pin(compact(Fraction(numerator, 1 << exponent), up, star))

    def as_compact(self, g: Handle, /) -> tuple[int, int, int, int] | None:
        """Return ``(numerator, exponent, up, star)`` if `g` is number + ups + nimber, else None."""
        record = _game(g).compact
        return None if record is None else (*dyadic(record.number), record.up, record.star)

    def construct(self, left: Sequence[Handle], right: Sequence[Handle], /) -> Handle:
        """Return the canonical form of ``{left | right}``."""
        sides = (frozenset(_game(o) for o in side) for side in (left, right))
        return self._ask(construct(*sides))

    def construct_known(
        self, table: dict[Any, Handle], left: list[Any], right: list[Any], /
    ) -> Handle | list[Any]:
        """Return the canonical form of ``{left | right}`` by what `table` has for these keys."""
        missing = [key for key in (*left, *right) if key not in table]
        return missing or self.construct([table[k] for k in left], [table[k] for k in right])

    def options(self, g: Handle, /) -> tuple[tuple[Handle, ...], tuple[Handle, ...]]:
        """Return the canonical Left and Right options."""
        record = _game(g).compact
        if record is not None and record.star > _LARGEST_LISTED_NIMBER and record.up == 0:
            raise BudgetExceeded(
                f"expected a nimber up to *{_LARGEST_LISTED_NIMBER} to list the options of, "
                f"got one of {record.star.bit_length()} bits"
            )
        with lock, using(_handles):
            left, right = (tuple(map(self._pin, of(_game(g)))) for of in (left_of, right_of))
        return left, right

    def negate(self, g: Handle, /) -> Handle:
        """Return ``-g``."""
        return self._ask(negate(_game(g)))

    def add(self, g: Handle, h: Handle, /) -> Handle:
        """Return ``g + h``."""
        return self._ask(add(_game(g), _game(h)))

    def geq(self, g: Handle, h: Handle, /) -> bool:
        """Return whether ``g >= h``."""
        return bool(self._ask_plainly(geq(_game(g), _game(h))))

    def stops(self, g: Handle, /) -> tuple[Dyadic, Dyadic]:
        """Return the Left and the Right stop."""
        left, right = self._ask_plainly(stops(_game(g)))
        return dyadic(left), dyadic(right)

    def thermograph(self, g: Handle, /) -> tuple[Wall, Wall]:
        """Return the Left and the Right wall, from temperature -1 up."""
        left, right = self._ask_plainly(thermograph(_game(g)))
        return as_wall(left), as_wall(right)

    def atomic_weight(self, g: Handle, /) -> Handle:
        """Return the atomic weight; raises `NotAtomicError` if there is none."""
        with lock, using(_handles):
            weight = run(atomic_weight(_game(g)))
            if weight is None:
                raise NotAtomicError("expected a game that has an atomic weight, this one has none")
            return self._pin(weight)

    def set_budget(self, seconds: float | None, nodes: int | None, memory: int | None, /) -> None:
        """Bound the work of this thread from now on (None: no bound)."""
        budget.deadline = None if seconds is None else time.monotonic() + seconds
        budget.nodes, budget.memory, budget.spent = nodes, memory, 0

    def nodes_left(self) -> int | None:
        """Return how many nodes the budget of this thread has left, None without a bound."""
        return None if budget.nodes is None else max(0, budget.nodes - budget.spent)

    def size(self) -> tuple[int, int]:
        """Return how many games the store holds, and its estimated bytes."""
        return len(games), bytes_held()

    def stats(self) -> dict[str, int]:
        """Return counters: games and answers in the store, their estimated bytes, live handles."""
        with lock, using(_handles):
            return {
                "games": len(games),
                "answers": len(answers),
                "bytes": bytes_held(),
                "pinned": len(_handles),
            }

    def collect(self) -> int:
        """Forget every answer, and every game that no live handle needs; return how many games."""
        with lock:
            return collect(_handles, keep_answers=False)
