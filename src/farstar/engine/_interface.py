"""The interface that both engines implement.

An engine hands out opaque *handles*. Two handles of one engine are equal exactly when the games
have the same value: every handle stands for a canonical form. Handles are hashable and keep their
games alive.

Numbers cross this border as :data:`Dyadic` pairs ``(numerator, exponent)``, meaning
``numerator / 2**exponent``, in lowest terms (``exponent == 0`` or an odd numerator).
"""

from __future__ import annotations

from farstar._lazy import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
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
