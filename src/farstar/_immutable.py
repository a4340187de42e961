"""What values, forms, words, positions and sums have in common: they never change."""

from __future__ import annotations

from operator import itemgetter

from farstar._lazy import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, ClassVar, Self, dataclass_transform


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


if TYPE_CHECKING:

    @dataclass_transform(frozen_default=True)
    class Record(Immutable):
        """Something that consists of its fields, which a class annotates as a dataclass does."""

        def __iter__(self) -> Iterator[Any]: ...

else:

    class Record(Immutable, tuple):
        """Something that consists of its fields, which a class annotates as a dataclass does.

        Loading the module `dataclasses` takes longer than all that a first value needs of ours.
        """

        _noun = "record"
        __match_args__ = ()

        def __init_subclass__(cls):
            cls.__match_args__ = (*cls.__match_args__, *cls.__annotations__)
            cls._defaults = {n: vars(cls)[n] for n in cls.__annotations__ if n in vars(cls)}
            for place, name in enumerate(cls.__match_args__):
                setattr(cls, name, property(itemgetter(place)))

        def __new__(cls, *fields, **named):
            rest = cls.__match_args__[len(fields) :]
            if rest:
                given = {**cls._defaults, **named}
                fields += tuple(given[name] for name in rest)
            return tuple.__new__(cls, fields)

        def __getnewargs__(self):
            return tuple(self)

        def __eq__(self, other):
            return type(other) is type(self) and tuple.__eq__(self, other)

        __hash__ = tuple.__hash__

        def __repr__(self):
            fields = zip(self.__match_args__, self, strict=True)
            return (
                f"{type(self).__name__}({', '.join(f'{name}={part!r}' for name, part in fields)})"
            )
