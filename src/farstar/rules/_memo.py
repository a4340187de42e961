"""What searches remember: one memo for all rulesets that are equal."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Mapping
from itertools import islice
from typing import Any
from weakref import WeakSet

MAX_ENTRIES = 1_000_000
"""Results that all memos may hold together when a search begins; then the oldest are dropped."""

MAX_RULESETS = 256
"""How many rulesets of one class share memos; the memo of the oldest is dropped."""


class Memo:
    """Tables of results by position key, one for each kind of question."""

    __slots__ = ("__weakref__", "_counted", "_last_use", "_tables")

    def __init__(self) -> None:
        self._tables: dict[Hashable, dict[Any, Any]] = {}
        self._counted = 0
        self._last_use = 0
        _memos.add(self)

    def table(self, *kind: Hashable) -> dict[Any, Any]:
        """Return the table for one kind of question, for the search that begins now."""
        _all.note(self)
        table = self._tables.get(kind)
        if table is None:
            table = self._tables[kind] = {}
        return table

    def clear(self) -> None:
        """Forget everything."""
        # A search that is still running in another thread keeps its own table.
        self._tables = {}

    def halve(self) -> None:
        """Forget the older half of the results."""
        self._tables = {
            kind: dict(islice(table.items(), len(table) // 2, None))
            for kind, table in self._tables.items()
        }

    def __len__(self) -> int:
        return sum(map(len, self._tables.values()))


_memos: WeakSet[Memo] = WeakSet()


def forget_everything() -> None:
    """Empty every memo, so that what a search costs does not depend on what was asked before."""
    for memo in list(_memos):
        memo.clear()


def forget_oldest(most: int) -> None:
    """Forget results if there are more than `most`, those not used for longest first.

    Call it between two requests that have nothing to do with each other, not during a search.

    Examples
    --------
    >>> fs.Kayles(9).search_grundy()
    4
    >>> forget_oldest(10)
    >>> remembered() <= 10
    True
    """
    if remembered() > most:
        _all.make_room(most)


def remembered() -> int:
    """Return how many results are remembered."""
    return sum(map(len, list(_memos)))


class _All:
    """Estimates the number of results in all memos, and keeps it bounded."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._total = 0
        self._uses = 0

    def note(self, memo: Memo) -> None:
        """Count what a memo has gained since its last use; make room if that is much."""
        self._uses += 1
        memo._last_use = self._uses
        size = len(memo)
        self._total += size - memo._counted
        memo._counted = size
        if self._total > MAX_ENTRIES:
            self.make_room(MAX_ENTRIES)

    def make_room(self, most: int) -> None:
        """Drop the memos that were not used for longest, and half of the last one if need be."""
        with self._lock:
            memos = sorted(_memos, key=lambda memo: memo._last_use)
            total = sum(map(len, memos))
            for memo in memos[:-1]:
                if total <= most // 2:
                    break
                total -= len(memo)
                memo.clear()
            while total > most:
                memos[-1].halve()
                total = sum(map(len, memos))
            for memo in memos:
                memo._counted = len(memo)
            self._total = total


_all = _All()


class UnhashableError(TypeError):
    """Something inside cannot be frozen."""


def freeze(x: object) -> Hashable:
    """Return something hashable that is equal exactly for equal built-in containers."""
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
