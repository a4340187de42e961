"""What values, forms, words, positions and sums have in common: they never change."""

from __future__ import annotations

from farstar._lazy import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import ClassVar, Self


class Immutable:
    """Something that never changes, and is its own copy."""

    __slots__ = ()

    _noun: ClassVar[str] = "value"
    """What the message calls it."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {self._noun} cannot be changed: {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {self._noun} cannot be changed: {name!r}")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self
