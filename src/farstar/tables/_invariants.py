"""What a table can show of a game: named invariants, attributes, and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from farstar._outcome import Left, Player, Right
from farstar.errors import IllegalPositionError, NotationError, NotAtomicError
from farstar.values import Value

Invariant: TypeAlias = Callable[[Any], object]
"""A function of a position, a sum or a value."""

Show: TypeAlias = "str | Invariant | Sequence[str | Invariant] | Mapping[str, str | Invariant]"
"""What may be asked for: names with commas between them, functions, or both."""


class Undefined:
    """Stands where a game has no such invariant; there is one of it, `UNDEFINED`."""

    def __repr__(self) -> str:
        return "UNDEFINED"


UNDEFINED = Undefined()


def _value(game: Any) -> Value:
    return game if isinstance(game, Value) else game.value


def _grundy(game: Any) -> object:
    if isinstance(game, Value):
        return game.birthday if game.is_nimber else UNDEFINED
    return game.grundy if game.is_impartial else UNDEFINED


def _moves_of(player: Player) -> Invariant:
    def moves(game: Any) -> object:
        return tuple(move.text for move in game.winning_moves(player))

    return moves


def _attribute(name: str) -> Invariant:
    """Return the invariant that reads an attribute, and calls it if it is a method."""

    def read(game: Any) -> object:
        try:
            found = getattr(game, name)
        except AttributeError:
            raise NotationError(
                f"expected an invariant of {type(game).__name__}, such as value or outcome, "
                f"got {name.replace('_', ' ')!r}"
            ) from None
        if not callable(found):
            return found
        try:
            return found()
        except TypeError as error:
            raise NotationError(
                f"expected an invariant that needs the game alone, got {name.replace('_', ' ')!r}: "
                f"{error}"
            ) from error

    return read


INVARIANTS: Mapping[str, Invariant] = {
    "atomic weight": _attribute("atomic_weight"),
    "birthday": lambda game: _value(game).birthday,
    "class": _attribute("class_number"),
    "continued fraction": _attribute("continued_fraction"),
    "followers": lambda game: _value(game).follower_count,
    "grundy": _grundy,
    "irreducible word": _attribute("irreducible_word"),
    "left stop": lambda game: _value(game).left_stop,
    "left wins by": _moves_of(Left),
    "length": _attribute("length"),
    "mean": _attribute("mean"),
    "mean atomic weight": lambda game: game.atomic_weight().mean,
    "misere outcome": _attribute("misere_outcome"),
    "normal form": _attribute("normal_form"),
    "outcome": _attribute("outcome"),
    "position": str,
    "reduced": lambda game: _value(game).reduced(),
    "right stop": lambda game: _value(game).right_stop,
    "right wins by": _moves_of(Right),
    "temperature": _attribute("temperature"),
    "value": _value,
    "word": _attribute("signature"),
}
"""The invariants that have a name; any attribute of a position can be shown as well."""


def look_up(invariant: Invariant, game: Any) -> object:
    """Return an invariant of a game, `UNDEFINED` where the game has none."""
    try:
        return invariant(game)
    except (IllegalPositionError, NotAtomicError):
        return UNDEFINED


def read_show(show: Show) -> dict[str, Invariant]:
    """Return the invariants that are meant, by the headings of their columns.

    Raises
    ------
    NotationError
        If a name is none.

    Examples
    --------
    >>> list(read_show("mean, atomic-weight")), list(read_show({"twice": lambda g: g + g}))
    (['mean', 'atomic weight'], ['twice'])
    """
    if isinstance(show, Mapping):
        found = {str(name): _one(what)[1] for name, what in show.items()}
    else:
        asked: Iterable[str | Invariant] = [show] if callable(show) else show
        if isinstance(show, str):
            asked = show.split(",")
        found = dict(map(_one, asked))
    if not found:
        raise NotationError(f"expected something to show, such as 'value', got {show!r}")
    return found


def _one(what: str | Invariant) -> tuple[str, Invariant]:
    if callable(what):
        name = getattr(what, "__name__", "")
        return "result" if name in ("", "<lambda>") else name.replace("_", " "), what
    given: object = what
    if not (isinstance(given, str) and _is_name(given)):
        raise NotationError(
            f"expected the name of an invariant or a function, got {what!r}: "
            f"names are {', '.join(INVARIANTS)}"
        )
    name = " ".join(what.replace("_", " ").replace("-", " ").split())
    known = INVARIANTS.get(name)
    return name, _attribute(name.replace(" ", "_")) if known is None else known


def _is_name(text: str) -> bool:
    joined = "_".join(text.replace("-", " ").split())
    return joined.isidentifier() and not joined.startswith("_")
