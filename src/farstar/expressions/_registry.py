"""The names that stand before a parenthesis, and who reads what is inside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from farstar.errors import NotationError
from farstar.rules import Position


@dataclass(frozen=True, slots=True)
class Notation:
    """How the positions of one game are written."""

    name: str
    """The name before the parenthesis."""

    read: Callable[[str], Position]
    """Reads what stands between the parentheses; raises `NotationError` with that text and the
    column in it, or `IllegalPositionError`."""

    form: str
    """What may stand there, for people."""

    summary: str
    """The game in a few words."""

    aliases: tuple[str, ...] = ()
    """Other names."""

    examples: tuple[str, ...] = ()
    """Whole positions."""


_notations: dict[str, Notation] = {}
_names: dict[str, Notation] = {}
_RESERVED = frozenset({"Tiny", "Miny", "v", "vv"})


def register(notation: Notation) -> None:
    """Let expressions name the positions of one more game.

    Parameters
    ----------
    notation : Notation
        How they are written. A name that is taken is given to the new game.

    Examples
    --------
    >>> import farstar as fs
    >>> class Bowling(fs.ImpartialRuleset):
    ...     def moves(self, rows):
    ...         return [(*rows[:i], a, n - k - a, *rows[i + 1 :]) for i, n in enumerate(rows)
    ...                 for k in (1, 2) for a in range(n - k + 1)]
    >>> def bowling(text):
    ...     return Bowling()(tuple(int(n) for n in text.split(",")))
    >>> fs.expressions.register(fs.expressions.Notation("Bowling", bowling, "pins,...", "a row"))
    >>> fs.parse("Bowling(3,4) + *2").grundy
    0
    """
    _load()
    _enter(notation)


def known() -> tuple[Notation, ...]:
    """Return how the positions of every game are written, by name.

    Examples
    --------
    >>> [notation.form for notation in known() if notation.name == "E"]
    ['p,q or a word']
    """
    _load()
    return tuple(_notations[name] for name in sorted(_notations))


def notation(name: str) -> Notation:
    """Return the notation with this name.

    Raises
    ------
    NotationError
        If there is none; the message lists what there is.
    """
    _load()
    if name not in _names:
        raise NotationError(_unknown(name), name)
    return _names[name]


def _load() -> None:
    if not _notations:
        from farstar.expressions._games import NOTATIONS

        for entry in NOTATIONS:
            _enter(entry)


def _enter(entry: Notation) -> None:
    names = (entry.name, *entry.aliases)
    for name in names:
        if not name.isidentifier() or not name.isascii() or name in _RESERVED:
            raise NotationError(f"expected a name of letters and digits, not in use, got {name!r}")
    _notations[entry.name] = entry
    _names.update(dict.fromkeys(names, entry))


def _unknown(name: str) -> str:
    from difflib import get_close_matches

    lower = {other.lower(): other for other in (*_names, "Tiny", "Miny")}
    close = get_close_matches(name.lower(), lower, n=1)
    hint = f" (did you mean {lower[close[0]]}?)" if close else ""
    shown = name if len(name) <= 40 else name[:37] + "..."
    everything = ", ".join(sorted({*_notations, "Tiny", "Miny"}))
    return f"expected the name of a game, one of {everything}, got {shown!r}{hint}"
