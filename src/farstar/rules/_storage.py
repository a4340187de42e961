"""The storage of a position: a ruleset and a state, which never change."""

from __future__ import annotations

from typing import Any

from farstar._immutable import Immutable


class Storage(Immutable):
    """A state under a ruleset; the storage of a `Position`, which the search can recognise."""

    __slots__ = ("_ruleset", "_state")
    _noun = "position"

    _ruleset: Any
    _state: Any


set_ruleset = Storage.__dict__["_ruleset"].__set__
set_state = Storage.__dict__["_state"].__set__
