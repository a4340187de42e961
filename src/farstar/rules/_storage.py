"""The storage of a position: a ruleset and a state, which never change."""

from __future__ import annotations

from typing import Any


class Storage:
    """A state under a ruleset; the storage of a `Position`, which the search can recognise."""

    __slots__ = ("_ruleset", "_state")

    _ruleset: Any
    _state: Any

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position cannot be changed: {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a position cannot be changed: {name!r}")


set_ruleset = Storage.__dict__["_ruleset"].__set__
set_state = Storage.__dict__["_state"].__set__
