"""What a table can show about a game: named invariants, attributes, and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from farstar._arguments import shown
from farstar.errors import NotationError
from farstar.invariants import INVARIANTS, attribute

Invariant: TypeAlias = Callable[[Any], object]
"""A function of a position, a sum or a value, with a name in the list or without."""

Show: TypeAlias = "str | Invariant | Sequence[str | Invariant] | Mapping[str, str | Invariant]"
"""What may be asked for: names with commas between them, functions, or both."""

_MISERE = {
    "outcome": "misere outcome",
    "value": "misere value",
    "genus": "genus",
    "position": "position",
}
"""What invariants are called under misère play."""


def read_show(show: Show) -> dict[str, Invariant]:
    """Return the invariants that are meant, by the headings of their columns.

    Raises
    ------
    NotationError
        If a name is unknown.

    Examples
    --------
    >>> list(read_show("mean, atomic-weight")), list(read_show({"twice": lambda g: g + g}))
    (['mean', 'atomic weight'], ['twice'])
    """
    if isinstance(show, Mapping):
        invariants = {str(name): _one(what)[1] for name, what in show.items()}
    else:
        asked: Iterable[str | Invariant] = [show] if callable(show) else show
        if isinstance(show, str):
            asked = show.split(",")
        invariants = dict(map(_one, asked))
    if not invariants:
        raise NotationError(f"expected something to show, such as 'value', got {show!r}")
    return invariants


def misere_show(show: str) -> str:
    """Return names of invariants as those of misère play.

    Raises
    ------
    NotationError
        If an invariant has no meaning under misère play.

    Examples
    --------
    >>> misere_show("outcome, value"), misere_show("genus")
    ('misere outcome, misere value', 'genus')
    """
    return ", ".join(map(_misere_name, show.split(",")))


def _misere_name(given: str) -> str:
    name = " ".join(given.replace("_", " ").replace("-", " ").split())
    known = name if name in _MISERE.values() else _MISERE.get(name)
    if known is None:
        raise NotationError(
            f"expected {', '.join(_MISERE)} with misère play, got {shown(given.strip())}"
        )
    return known


def _one(what: str | Invariant) -> tuple[str, Invariant]:
    if callable(what):
        name = getattr(what, "__name__", "")
        return "result" if name in ("", "<lambda>") else name.replace("_", " "), what
    given: object = what
    if not (isinstance(given, str) and _is_name(given)):
        raise NotationError(
            f"expected the name of an invariant or a function, got {what!r}; "
            "farstar table --help lists the invariants"
        )
    name = " ".join(what.replace("_", " ").replace("-", " ").split())
    known = INVARIANTS.get(name)
    return name, attribute(name.replace(" ", "_")) if known is None else known


def _is_name(text: str) -> bool:
    joined = "_".join(text.replace("-", " ").split())
    return joined.isidentifier() and not joined.startswith("_")
