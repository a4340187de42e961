"""Impartial games with entailing and with complimenting moves, by affine nimbers.

An *entailing* move obliges the opponent to answer in the same component; an opponent who cannot do
so loses the whole game at once. After a *complimenting* move the same player moves again, anywhere.
A position is equal to a nim-heap, as far as sums with such games go, or it is *loony*: whoever
moves first wins every sum with it.

For a position G let A be the set of those n for which a move in G wins ``G + *n``. A usual move to
a position of value v contributes v, and one to a loony position nothing. An entailing move to H
contributes the n that are not in the set of H, for the opponent has to move in H. A complimenting
move to H contributes all n but the value of H. The value of G is the least n that is missing, and G
is loony if none is. All these sets are finite, or lack finitely many numbers.

References
----------
.. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 2nd ed.,
   chapters 12 and 16.
.. [2] U. Larsson, R. J. Nowakowski, C. P. Santos, Impartial games with entailing moves,
   arXiv:2101.11699.
.. [3] J. West, New values for Top Entails, in: Games of No Chance, Cambridge (1996) 345-350.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from farstar.errors import IllegalPositionError
from farstar.impartial.grundy import mex

__all__ = ["Kind", "WinningHeaps", "affine_value", "nimstring", "top_entails"]

Kind: TypeAlias = Literal["usual", "entailing", "complimenting"]
"""What a move obliges whom to do."""

MAX_POSITIONS = 100_000
"""Positions that are looked at for one value."""


@dataclass(frozen=True, slots=True)
class WinningHeaps:
    """The n for which a move in a position wins its sum with the nim-heap n."""

    listed: frozenset[int]
    """These n; or the others, if `all_but` is set."""

    all_but: bool = False

    @property
    def value(self) -> int | None:
        """The least n that is missing: the value of the position, or None if it is loony.

        Examples
        --------
        >>> WinningHeaps(frozenset({0, 1, 3})).value, WinningHeaps(frozenset(), True).value
        (2, None)
        """
        if self.all_but:
            return min(self.listed, default=None)
        return mex(self.listed)

    def __or__(self, other: WinningHeaps) -> WinningHeaps:
        if self.all_but and other.all_but:
            return WinningHeaps(self.listed & other.listed, True)
        if self.all_but or other.all_but:
            most, few = (self, other) if self.all_but else (other, self)
            return WinningHeaps(most.listed - few.listed, True)
        return WinningHeaps(self.listed | other.listed)

    def __invert__(self) -> WinningHeaps:
        return WinningHeaps(self.listed, not self.all_but)


_NONE = WinningHeaps(frozenset())


def _contribution(kind: Kind, after: WinningHeaps) -> WinningHeaps:
    """Return the n for which one move wins."""
    if kind == "entailing":
        return ~after
    value = after.value
    reached = _NONE if value is None else WinningHeaps(frozenset({value}))
    return reached if kind == "usual" else ~reached


def affine_value(
    moves: Callable[[Any], Iterable[tuple[Kind, Hashable]]], position: Hashable
) -> int | None:
    """Return the value of a position: the size of a nim-heap, or None if it is loony.

    Parameters
    ----------
    moves : callable
        Returns the moves of a position, each with its kind. There may be no loops.
    position : hashable
        The position.

    Raises
    ------
    IllegalPositionError
        If there is a loop, or there are more than `MAX_POSITIONS` positions.

    Examples
    --------
    >>> def take(n):
    ...     return [("entailing", n - 1)] if n else []
    >>> [affine_value(take, n) for n in range(5)]
    [0, None, 0, None, 0]
    """
    known: dict[Hashable, WinningHeaps] = {}
    options: dict[Hashable, list[tuple[Kind, Hashable]]] = {}
    todo = [position]
    while todo:
        state = todo[-1]
        if state in known:
            todo.pop()
            continue
        fresh = state not in options
        if fresh:
            if len(options) >= MAX_POSITIONS:
                raise IllegalPositionError(f"expected at most {MAX_POSITIONS} positions, got more")
            options[state] = list(moves(state))
        waiting = [after for _, after in options[state] if after not in known]
        if waiting and not fresh:
            raise IllegalPositionError(f"expected a game without loops, got one at {state!r}")
        if waiting:
            for after in waiting:
                if after in options:
                    raise IllegalPositionError(
                        f"expected a game without loops, got one at {after!r}"
                    )
            todo += dict.fromkeys(waiting)
        else:
            total = _NONE
            for kind, after in options[state]:
                total |= _contribution(kind, known[after])
            known[state] = total
            todo.pop()
    return known[position].value


def top_entails(count: int) -> list[int | None]:
    """Return the values of the stacks 0, ..., count - 1 of Top Entails; None for a loony one.

    A player splits a stack into two smaller ones, or removes the top coin, which is entailing: the
    opponent has to move in that stack.

    Examples
    --------
    >>> top_entails(12)
    [0, None, 0, None, 1, 0, 2, 1, 3, 0, 1, 3]
    """
    values: list[int | None] = []
    before = _NONE
    for size in range(count):
        splits = {
            a ^ b
            for one in range(1, size // 2 + 1)
            if (a := values[one]) is not None and (b := values[size - one]) is not None
        }
        heaps = WinningHeaps(frozenset(splits))
        if size:
            heaps |= ~before
        values.append(heaps.value)
        before = heaps
    return values


def nimstring(strings: Sequence[tuple[Hashable, Hashable]], ground: Hashable = 0) -> int | None:
    """Return the value of Nimstring on a graph; None if it is loony.

    A player cuts a string. Whoever frees a coin, by cutting its last string, moves again; a player
    who cannot move loses.

    Parameters
    ----------
    strings : sequence of pairs
        The coins that each string joins.
    ground : hashable
        What stands for the ground, which is never freed.

    Examples
    --------
    >>> nimstring([("a", 0)]), nimstring([("a", 0), ("a", 0)]), nimstring([("a", 0)] * 3)
    (0, 1, 0)
    """

    def moves(left: tuple[int, ...]) -> list[tuple[Kind, Hashable]]:
        choices: list[tuple[Kind, Hashable]] = []
        for cut in left:
            rest = tuple(i for i in left if i != cut)
            still = {end for i in rest for end in strings[i]}
            frees = any(end != ground and end not in still for end in strings[cut])
            choices.append(("complimenting" if frees else "usual", rest))
        return choices

    return affine_value(moves, tuple(range(len(strings))))
