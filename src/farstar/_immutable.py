"""What values, forms, words, positions and sums have in common: they never change."""

from __future__ import annotations

from farstar._lazy import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, ClassVar, Self, dataclass_transform
else:

    def dataclass_transform(**_):
        return lambda cls: cls


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


@dataclass_transform(frozen_default=True)
class Record(Immutable):
    """Something that consists of its fields, which a class annotates as a dataclass does.

    A program's first value would wait longer for the module `dataclasses` than for all of ours.
    """

    _noun = "record"
    _names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls._names = (*cls._names, *cls.__annotations__)
        type.__setattr__(cls, "__match_args__", cls._names)

    if not TYPE_CHECKING:

        def __init__(self, *fields: Any, **named: Any) -> None:
            vars(self).update(zip(self._names, fields, strict=False), **named)

    def _fields(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self._names)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((type(self), self._fields()))

    def __repr__(self) -> str:
        fields = zip(self._names, self._fields(), strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={part!r}' for name, part in fields)})"
