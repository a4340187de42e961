"""The interface of both engines, which of them is active, and the budget of the current thread.

An engine hands out opaque *handles*. Two handles of one engine are equal exactly when the games
have the same value: every handle stands for a canonical form. Handles are hashable and keep their
games alive.

Numbers cross this border as :data:`Dyadic` pairs ``(numerator, exponent)``, meaning
``numerator / 2**exponent``, in lowest terms (``exponent == 0`` or an odd numerator).
"""

from __future__ import annotations

import os
import time
import warnings
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.machinery import PathFinder

from farstar._lazy import TYPE_CHECKING
from farstar.errors import FarstarError
from farstar.fallback import NOTE, fell_back

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, NewType, Protocol, TypeAlias

    Handle = NewType("Handle", object)
    """A canonical game inside one engine; opaque to everybody else, and never a plain object."""
else:
    Handle = Protocol = object

Dyadic: TypeAlias = tuple[int, int]
"""``(numerator, exponent)``: the number ``numerator / 2**exponent`` in lowest terms."""

Wall: TypeAlias = tuple[Dyadic, tuple[Dyadic, ...], tuple[int, ...]]
"""One wall of a thermograph: mast value, critical temperatures from the top down, slopes from the
mast down (always one more slope than temperatures; the first slope, that of the mast, is 0). A
slope is the change of the value for one unit of *rising* temperature."""


class Engine(Protocol):
    """The operations that every engine provides."""

    name: str
    """``"native"`` or ``"reference"``."""

    def compact(self, numerator: int, exponent: int, up: int, star: int, /) -> Handle:
        """Return the value ``numerator/2**exponent + up.(up) + *star``."""

    def as_compact(self, g: Handle, /) -> tuple[int, int, int, int] | None:
        """Return ``(numerator, exponent, up, star)`` if `g` is number + ups + nimber, else None."""

    def construct(self, left: Sequence[Handle], right: Sequence[Handle], /) -> Handle:
        """Return the canonical form of ``{left | right}``."""

    def construct_known(
        self, table: dict[Any, Handle], left: list[Any], right: list[Any], /
    ) -> Handle | list[Any]:
        """Return the canonical form of ``{left | right}``, whose options `table` gives by key.

        If some keys are missing, return the list of those, in order.
        """

    def options(self, g: Handle, /) -> tuple[tuple[Handle, ...], tuple[Handle, ...]]:
        """Return the canonical Left and Right options, in no particular order.

        Raises `BudgetExceeded` for a nimber so large that its options cannot be listed.
        """

    def negate(self, g: Handle, /) -> Handle:
        """Return ``-g``."""

    def add(self, g: Handle, h: Handle, /) -> Handle:
        """Return ``g + h``."""

    def geq(self, g: Handle, h: Handle, /) -> bool:
        """Return whether ``g >= h``."""

    def stops(self, g: Handle, /) -> tuple[Dyadic, Dyadic]:
        """Return the Left and the Right stop."""

    def thermograph(self, g: Handle, /) -> tuple[Wall, Wall]:
        """Return the Left and the Right wall, from temperature -1 up."""

    def atomic_weight(self, g: Handle, /) -> Handle:
        """Return the atomic weight; raises `NotAtomicError` if there is none."""

    def set_budget(self, seconds: float | None, nodes: int | None, memory: int | None, /) -> None:
        """Bound the work of this thread from now on (None: no bound).

        `seconds` is counted from this call; `nodes` counts games constructed or compared from
        this call on; `memory` is a bound on the total bytes of the store. Work that would exceed
        a bound raises `BudgetExceeded` and leaves the engine usable.
        """

    def nodes_left(self) -> int | None:
        """Return how many nodes the budget of this thread has left, None without a bound."""

    def size(self) -> tuple[int, int]:
        """Return the number of games in the store, and its bytes; fast, and never refused."""

    def stats(self) -> dict[str, int]:
        """Return counters: at least ``games``, ``bytes``, ``pinned``."""

    def collect(self) -> int:
        """Forget every game that no live handle needs; return how many were forgotten."""


def available() -> tuple[str, ...]:
    """Return the names of the engines that can run here, the fastest first."""
    package = os.path.dirname(os.path.dirname(__file__))
    if PathFinder.find_spec("farstar._core", [package]) is None:
        return ("reference",)
    return ("native", "reference")


def _load(name: str) -> Engine:
    if name == "native":
        from farstar.engine.native import NativeEngine

        return NativeEngine()
    from farstar.engine.reference import ReferenceEngine

    return ReferenceEngine()  # type: ignore[return-value]


class _Unavailable:
    """Replaces an engine that was asked for but is not available; the first use says so.

    Failing on use rather than on import lets the command line answer in one line.
    """

    name = "unavailable"

    def __init__(self, reason: str) -> None:
        self._reason = reason

    def __getattr__(self, name: str) -> Any:
        raise FarstarError(self._reason)


def _first() -> Engine:
    wanted = os.environ.get("FARSTAR_ENGINE", "")
    names = available()
    if wanted and wanted not in names:
        expected = " or ".join(names)
        reason = f"expected FARSTAR_ENGINE to be {expected}, got {wanted!r}"
        return _Unavailable(reason)
    if names[0] == "reference" and fell_back():
        warnings.warn(NOTE, RuntimeWarning, stacklevel=2)
    return _load(wanted or names[0])


class _State:
    """Holds the active engine: one attribute look-up on the hot path of every operation."""

    __slots__ = ("engine",)

    def __init__(self) -> None:
        self.engine: Engine = _first()


state = _State()
_loaded: dict[str, Engine] = {state.engine.name: state.engine}

Bounds: TypeAlias = tuple[float | None, float | None, float | None]
"""Deadline on the clock of `time.monotonic`, number of nodes, bytes; None where unbounded."""

_bounds: ContextVar[Bounds] = ContextVar("bounds", default=(None, None, None))
"""Each thread begins without bounds."""


def active() -> Engine:
    """Return the engine that new values are computed with."""
    return state.engine


def owner_of(handle: object) -> str:
    """Return the name of the engine that a handle belongs to."""
    return "native" if type(handle).__module__ == "farstar._core" else "reference"


@contextmanager
def use(name: str) -> Iterator[Engine]:
    """Make the engine called `name` the active one inside a ``with`` block.

    For tests and comparisons. Values of either engine are printed, but those of one cannot be
    used by the other: pass text or saved graphs instead.
    """
    if name not in available():
        raise ValueError(f"expected an engine among {', '.join(available())}, got {name!r}")
    before = state.engine
    if name not in _loaded:
        _loaded[name] = _load(name)
    state.engine = _loaded[name]
    try:
        yield state.engine
    finally:
        state.engine = before


@contextmanager
def budget(
    *, seconds: float | None = None, nodes: int | None = None, memory: int | None = None
) -> Iterator[None]:
    """Bound the engine's work in this thread inside a ``with`` block.

    Parameters
    ----------
    seconds : float, optional
        Time from now on.
    nodes : int, optional
        Games constructed or compared from now on.
    memory : int, optional
        Bytes that the engine's store may hold in all.

    Raises
    ------
    BudgetExceeded
        By the operation that exceeds a bound. The engine stays usable.

    Examples
    --------
    >>> with fs.engine.budget(seconds=10):
    ...     fs.Value("{1|-1}") + fs.Value("*")
    Value('+-(1*)')
    """
    for what, bound in (("seconds", seconds), ("nodes", nodes), ("memory", memory)):
        if bound is not None and bound < 0:
            raise ValueError(f"expected a bound on {what} that is not negative, got {bound!r}")
    outer = bounds()
    deadline = None if seconds is None else time.monotonic() + seconds
    engine = state.engine
    # The work of the outer block so far counts, and so does that of this one.
    unused = engine.nodes_left()
    inner = (
        _tighter(outer[0], deadline),
        _tighter(unused, nodes),
        _tighter(outer[2], memory),
    )
    _apply(engine, inner)
    _bounds.set(inner)
    try:
        yield
    finally:
        if unused is not None:
            unused -= int(inner[1] or 0) - (engine.nodes_left() or 0)
        _bounds.set(outer)
        _apply(engine, (outer[0], unused, outer[2]))


def bounds() -> Bounds:
    """Return the bounds of this thread; each `budget` block has a tuple of its own.

    For work outside the engine that has the same budget.

    Examples
    --------
    >>> with budget(nodes=1000):
    ...     bounds()
    (None, 1000, None)
    >>> bounds()
    (None, None, None)
    """
    return _bounds.get()


def is_out_of_time() -> bool:
    """Return whether the time of this thread's budget is over.

    Examples
    --------
    >>> with budget(seconds=0):
    ...     is_out_of_time()
    True
    """
    deadline = bounds()[0]
    return deadline is not None and time.monotonic() >= deadline


def _tighter(a: float | None, b: float | None) -> float | None:
    if a is None or b is None:
        return b if a is None else a
    return min(a, b)


def _apply(engine: Engine, limits: Bounds) -> None:
    deadline, nodes, memory = limits
    seconds = None if deadline is None else max(0.0, deadline - time.monotonic())
    engine.set_budget(seconds, _counted(nodes), _counted(memory))


def _counted(bound: float | None) -> int | None:
    """Return a bound for the engines; more than 64 bits can count means no bound."""
    return None if bound is None or bound >= 2**64 else int(bound)


def stats() -> dict[str, int]:
    """Return the counters of the active engine."""
    return state.engine.stats()


def collect() -> int:
    """Forget every game that no live value needs; return how many were forgotten."""
    return state.engine.collect()
