"""Sets of multipliers: which multiples of the smaller number may be subtracted.

A set is all positive integers, those up to some ``k``, the odd ones, finitely many, finitely many
with some arithmetic progressions, or those that pass a test; each may be cut off at a greatest
member. It is kept as a description, never as a list, so that numbers of any size cost nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from farstar._arguments import integer, integers, shown
from farstar._digits import from_text, to_text
from farstar.errors import BudgetExceeded, IllegalPositionError, NotationError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Multipliers", "MultipliersLike", "as_multipliers", "odd", "unrestricted", "up_to"]


_FORMS = "all, k=3, odd, odd<=7, {1,4} or {1,4,6..+3}"
_MEMBER = r"[0-9]+(?:\s*\.\.(?:\s*\+\s*[0-9]+)?)?"
_TEXT = re.compile(
    rf"""\s*(?:
        k\s*=\s*(?P<limit>[0-9]+)
        | \{{\s*(?P<set>(?:{_MEMBER}\s*(?:,\s*{_MEMBER}\s*)*)?)\}}(?:\s*<=\s*(?P<cut>[0-9]+))?
        | (?P<word>all | odd(?:\s*<=\s*(?P<most>[0-9]+))?)
    )\s*""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True, repr=False)
class Multipliers:
    """An immutable set of positive integers.

    Use `up_to`, `odd`, `unrestricted`, `Multipliers.of` and `Multipliers.where` to make one. Two
    sets are equal if they are described alike; ``Multipliers.of({1, 2}) == up_to(2)``.

    Examples
    --------
    >>> 3 in up_to(2), 3 in odd, odd.within(6), list(odd.within(6))
    (False, True, Multipliers.parse('odd<=6'), [1, 3, 5])
    """

    kind: Literal["all", "odd", "set", "progressions", "test"]
    """Which numbers belong, apart from the cut."""
    most: int | None = None
    """No greater number belongs (None: no cut)."""
    members: tuple[int, ...] = ()
    """The members in order, for the kind ``set``; for ``progressions`` those that are in none."""
    test: Callable[[int], bool] | None = None
    """Which numbers belong, for the kind ``test``."""
    name: str = ""
    """How the kind ``test`` is printed."""
    progressions: tuple[tuple[int, int], ...] = ()
    """First members and steps, for the kind ``progressions``."""

    @classmethod
    def of(cls, members: Iterable[int], noun: str = "multiplier") -> Multipliers:
        """Return the set of the given positive integers, each called by `noun` in errors.

        Examples
        --------
        >>> Multipliers.of([4, 1]), Multipliers.of({1, 2, 3})
        (Multipliers.parse('{1,4}'), Multipliers.parse('k=3'))
        """
        numbers = tuple(sorted(set(integers(members, 1, f"each {noun}"))))
        if numbers and numbers[-1] == len(numbers):
            return cls("all", numbers[-1])
        return cls("set", numbers[-1] if numbers else 0, numbers)

    @classmethod
    def periodic(
        cls,
        members: Iterable[int],
        progressions: Iterable[tuple[int, int]],
        noun: str = "multiplier",
    ) -> Multipliers:
        """Return the given positive integers with the progressions ``first, first + step, ...``.

        Examples
        --------
        >>> all_but_2 = Multipliers.periodic([1], [(3, 1)])
        >>> all_but_2, 2 in all_but_2, list(all_but_2.within(6))
        (Multipliers.parse('{1,3..}'), False, [1, 3, 4, 5, 6])
        """
        what = f"the first {noun} and the step of a progression"
        pairs = {(integer(first, 1, what), integer(step, 1, what)) for first, step in progressions}
        rows = tuple(sorted(pairs))
        if not rows:
            return cls.of(members, noun)
        whole = cls("progressions", None, (), None, "", rows)
        numbers = set(integers(members, 1, f"each {noun}"))
        rest = tuple(sorted(n for n in numbers if n not in whole))
        return cls("progressions", None, rest, None, "", rows)

    @classmethod
    def where(cls, test: Callable[[int], bool], name: str = "test") -> Multipliers:
        """Return the set of the positive integers that pass `test`.

        Examples
        --------
        >>> squares = Multipliers.where(lambda n: round(n**0.5) ** 2 == n, "squares")
        >>> squares, list(squares.within(20))
        (Multipliers.where(squares), [1, 4, 9, 16])
        """
        return cls("test", None, (), test, name)

    @classmethod
    def parse(cls, text: str, noun: str = "multiplier") -> Multipliers:
        """Read what `str` prints: ``all``, ``k=3``, ``odd``, ``odd<=7``, ``{1,4}``, ``{1,4..+3}``.

        The last one is 1 with 4, 7, 10, ...; ``3..`` is 3 and all that follow.

        Raises
        ------
        NotationError
            If the text is none of these.

        Examples
        --------
        >>> Multipliers.parse("k=2") == up_to(2), Multipliers.parse("{1, 4}")
        (True, Multipliers.parse('{1,4}'))
        """
        match = _TEXT.fullmatch(text)
        if match is None:
            raise NotationError(f"expected {noun}s as {_FORMS}, got {shown(text)}", text, 0)
        if match["limit"]:
            return cls("all", integer(from_text(match["limit"]), 1, f"the greatest {noun}"))
        if match["set"] is not None:
            entries = [member.replace(" ", "") for member in re.findall(_MEMBER, match["set"])]
            members = [from_text(member) for member in entries if ".." not in member]
            rows = [member.split("..") for member in entries if ".." in member]
            progressions = [(from_text(n), from_text(by[1:]) if by else 1) for n, by in rows]
            whole = cls.periodic(members, progressions, noun)
            return whole.within(from_text(match["cut"])) if match["cut"] else whole
        if match["word"] == "all":
            return unrestricted
        return odd.within(from_text(match["most"])) if match["most"] else odd

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            return False
        if self.most is not None and number > self.most:
            return False
        if self.kind == "set":
            return number in self.members
        if self.kind == "odd":
            return number % 2 == 1
        if self.kind == "progressions":
            return number in self.members or any(
                number >= first and (number - first) % step == 0
                for first, step in self.progressions
            )
        return self.test is None or bool(self.test(number))

    def __iter__(self) -> Iterator[int]:
        """Yield the members in order; a set without a greatest member is refused."""
        if self.kind == "set":
            return iter(self.members)
        if self.most is None:
            raise IllegalPositionError(
                f"expected a finite set of multipliers to list, got {self}: cut it with within(n)"
            )
        if self.kind == "odd":
            return iter(range(1, self.most + 1, 2))
        if self.kind == "progressions":
            return filter(self.__contains__, range(1, self.most + 1))
        if self.test is None:
            return iter(range(1, self.most + 1))
        return filter(self.test, range(1, self.most + 1))

    def within(self, most: int) -> Multipliers:
        """Return the members up to `most`.

        Examples
        --------
        >>> unrestricted.within(5), Multipliers.of({1, 4}).within(3), odd.within(0)
        (Multipliers.parse('k=5'), Multipliers.parse('k=1'), Multipliers.parse('{}'))
        """
        cut = integer(most, 0, "the greatest multiplier")
        if self.most is not None and self.most <= cut:
            return self
        if self.kind == "set" or cut == 0:
            return Multipliers.of(n for n in self.members if n <= cut)
        if self.kind == "progressions":
            kept = tuple(n for n in self.members if n <= cut)
            return Multipliers("progressions", cut, kept, None, "", self.progressions)
        return Multipliers(self.kind, cut, (), self.test, self.name)

    @property
    def limit(self) -> int | None:
        """``k`` if this is the set of all multipliers up to ``k``, else None."""
        return self.most if self.kind == "all" else None

    @property
    def is_unrestricted(self) -> bool:
        """Whether every positive integer belongs."""
        return self.kind == "all" and self.most is None

    def parts(self) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
        """Return the set as single members and progressions; a set given by a test has no parts.

        Examples
        --------
        >>> odd.parts(), up_to(3).parts(), Multipliers.parse("{1,4..+3}").parts()
        (((), ((1, 2),)), ((1, 2, 3), ()), ((1,), ((4, 3),)))
        """
        if self.kind == "test":
            raise IllegalPositionError(f"expected a set given by its members, got {self}")
        if self.most is not None:
            return tuple(self), ()
        if self.kind == "progressions":
            return self.members, self.progressions
        return (), ((1, 1 if self.kind == "all" else 2),)

    @property
    def is_odd(self) -> bool:
        """Whether 1 belongs and every member is known to be odd."""
        if self.kind == "progressions":
            return (
                1 in self
                and all(n % 2 for n in self.members)
                and all(first % 2 and step % 2 == 0 for first, step in self.progressions)
            )
        if self.kind == "set":
            return 1 in self.members and all(n % 2 for n in self.members)
        return self.kind == "odd" or (self.kind == "all" and self.most == 1)

    @property
    def is_empty(self) -> bool:
        """Whether nothing belongs, as far as that is known without trying a test."""
        return self.kind == "set" and not self.members

    def __str__(self) -> str:
        if self.kind == "set":
            return "{" + ",".join(to_text(n) for n in self.members) + "}"
        if self.kind == "all":
            return "all" if self.most is None else f"k={to_text(self.most)}"
        if self.kind == "progressions":
            rows = [
                to_text(first) + ".." + (f"+{to_text(step)}" if step > 1 else "")
                for first, step in self.progressions
            ]
            inner = "{" + ",".join([*map(to_text, self.members), *rows]) + "}"
            return inner if self.most is None else f"{inner}<={to_text(self.most)}"
        base = "odd" if self.kind == "odd" else self.name
        return base if self.most is None else f"{base}<={to_text(self.most)}"

    def __repr__(self) -> str:
        if self.kind == "test":
            return f"Multipliers.where({self})"
        return f"Multipliers.parse({str(self)!r})"


MultipliersLike: TypeAlias = Multipliers | Iterable[int] | Callable[[int], bool] | str | None
"""What is understood where a set of multipliers is asked for; None means all of them."""

unrestricted = Multipliers("all")
"""Every positive integer: the original game."""

odd = Multipliers("odd")
"""The odd positive integers."""


def up_to(k: int) -> Multipliers:
    """Return the multipliers ``1, 2, ..., k``.

    Examples
    --------
    >>> up_to(3), 3 in up_to(3), 4 in up_to(3)
    (Multipliers.parse('k=3'), True, False)
    """
    return Multipliers("all", integer(k, 1, "the greatest multiplier"))


def as_multipliers(given: MultipliersLike, noun: str = "multiplier") -> Multipliers:
    """Return `given` as a set of multipliers that a game can be played with.

    Parameters
    ----------
    given : iterable of int, str, callable, Multipliers or None
        The set; None means all multipliers.
    noun : str
        What errors call a member: in some games it is a take.

    Raises
    ------
    IllegalPositionError
        If it is not a set of positive integers, or the empty one.

    Examples
    --------
    >>> as_multipliers({1, 2}), as_multipliers(None), as_multipliers("odd")
    (Multipliers.parse('k=2'), Multipliers.parse('all'), Multipliers.parse('odd'))
    """
    if given is None:
        return unrestricted
    if isinstance(given, Multipliers):
        multipliers = given
    elif isinstance(given, str):
        multipliers = Multipliers.parse(given, noun)
    elif callable(given):
        multipliers = Multipliers.where(given, getattr(given, "__name__", "test"))
    elif isinstance(given, Iterable):
        multipliers = Multipliers.of(given, noun)
    else:
        raise IllegalPositionError(f"expected a set of {noun}s, got {shown(given)}")
    if multipliers.is_empty:
        raise IllegalPositionError(f"expected at least one {noun}, got the empty set")
    return multipliers


class HeapTable:
    """What a heap of 0, 1, 2, ... counters is worth in front of a row worth `start`.

    For a finite set of takes the worths are periodic from some heap on: each is determined by as
    many predecessors as the largest take. The table grows until the period shows.

    Parameters
    ----------
    takes : Multipliers
        How many counters a move may take.
    start : int
        The worth of the row behind the heap, which is that of the empty heap.
    combine : callable
        The worth of a position from those of its options.
    """

    most_work: ClassVar[int] = 4_000_000

    def __init__(
        self, takes: Multipliers, start: int, combine: Callable[[Sequence[int]], int]
    ) -> None:
        self._takes = takes
        self._combine = combine
        self._worths = [start]
        self._members: list[int] = []
        self._seen: dict[tuple[int, ...], int] = {}
        self._cycle: tuple[int, int, int] | None = None
        self._work = 0

    def __getitem__(self, heap: int) -> int:
        while heap >= len(self._worths) and self._cycle is None:
            self._grow()
        if heap < len(self._worths) or self._cycle is None:
            return self._worths[heap]
        first, period, rise = self._cycle
        times, place = divmod(heap - first, period)
        return self._worths[first + place] + times * rise

    def _worth(self, size: int) -> int:
        """Return what a heap is worth, from what smaller ones are."""
        return self._combine([self._worths[size - take] for take in self._members])

    def _state(self, size: int, most: int) -> tuple[int, ...] | None:
        """Return what determines all larger heaps, but for a rise; None as long as nothing does."""
        return tuple(self._worths[-most:]) if size >= most else None

    def _grow(self) -> None:
        size = len(self._worths)
        if size in self._takes:
            self._members.append(size)
        self._worths.append(self._worth(size))
        most = self._takes.most
        state = None if most is None else self._state(size, most)
        self._work += len(self._members) + (1 if state is None else len(state))
        if state is not None:
            first = self._seen.setdefault(state, size)
            if first < size:
                self._cycle = first, size - first, self._worths[size] - self._worths[first]
        if self._work > self.most_work:
            raise BudgetExceeded(
                f"expected quotients below {size} or a period to show with the multipliers "
                f"{self._takes}, got neither"
            )
