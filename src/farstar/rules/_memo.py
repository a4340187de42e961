"""What searches remember: one memo for all rulesets that are equal."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any
from weakref import WeakSet

MAX_ENTRIES = 4_000_000
"""A memo that has grown beyond this is emptied when the next search begins."""

MAX_RULESETS = 256
"""How many rulesets of one class share memos; the memo of the oldest is dropped."""


class Memo:
    """Tables of results by position key, one for each kind of question."""

    __slots__ = ("__weakref__", "_tables")

    def __init__(self) -> None:
        self._tables: dict[Hashable, dict[Any, Any]] = {}
        _memos.add(self)

    def table(self, *kind: Hashable) -> dict[Any, Any]:
        """Return the table for one kind of question, for the search that begins now."""
        if len(self) > MAX_ENTRIES:
            self.clear()
        found = self._tables.get(kind)
        if found is None:
            found = self._tables[kind] = {}
        return found

    def clear(self) -> None:
        """Forget everything."""
        # A search that is still running in another thread keeps its own table.
        self._tables = {}

    def __len__(self) -> int:
        return sum(map(len, self._tables.values()))


_memos: WeakSet[Memo] = WeakSet()


def forget_everything() -> None:
    """Empty every memo, so that what a search costs does not depend on what was asked before."""
    for memo in list(_memos):
        memo.clear()


class UnhashableError(TypeError):
    """Something inside cannot be frozen."""


def freeze(x: object) -> Hashable:
    """Return something hashable that is equal exactly for equal built-in containers.

    Examples
    --------
    >>> freeze([1, {2}]) == freeze([1, {2}]), freeze([1]) == freeze((1,))
    (True, False)
    """
    if isinstance(x, list | tuple):
        return type(x), tuple(map(freeze, x))
    if isinstance(x, set | frozenset):
        return type(x), frozenset(map(freeze, x))
    if isinstance(x, Mapping):
        return type(x), frozenset((key, freeze(value)) for key, value in x.items())
    try:
        hash(x)
    except TypeError:
        raise UnhashableError(f"expected something hashable, got {type(x).__name__}") from None
    return type(x), x
