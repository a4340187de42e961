"""Games in the data frames of pandas and Polars, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from farstar.errors import NotationError, NotAtomicError
from farstar.expressions import parse
from farstar.values import Value

COLUMNS = ("value", "outcome", "mean", "temperature")


def frame(games: Iterable[Any], library: Any, columns: Sequence[str] = COLUMNS) -> Any:
    """Return a data frame with a row for each game.

    Parameters
    ----------
    games : iterable of Value, Position, Sum or str
        The games; their text is the first column.
    library : module
        ``pandas`` or ``polars``, or anything else with a ``DataFrame`` that takes columns.
    columns : sequence of str
        Attributes of games, such as ``left_stop``, or methods without arguments, such as
        ``atomic_weight``. Whole numbers and truth values stay what they are; everything else is
        exact text. A cell is None if a game has no such value.

    Examples
    --------
    >>> import polars
    >>> frame([fs.Nim(3, 5), "{3||2|1}"], polars)["mean"].to_list()
    ['0', '9/4']
    """
    read = [parse(game) if isinstance(game, str) else game for game in games]
    data: dict[str, list[Any]] = {"game": [str(game) for game in read]}
    for name in columns:
        data[name] = [_cell(game, name) for game in read]
    return library.DataFrame(data)


def _cell(game: Any, name: str) -> bool | int | str | None:
    if isinstance(game, Value) and name == "value":
        return str(game)
    # What a position has not, its value may have.
    owner = game if hasattr(type(game), name) or isinstance(game, Value) else game.value
    if name.startswith("_") or not hasattr(type(owner), name):
        raise NotationError(f"expected the name of an attribute of a game, got {name!r:.60}")
    entry = getattr(owner, name)
    try:
        entry = entry() if callable(entry) else entry
    except NotAtomicError:
        return None
    return entry if isinstance(entry, bool | int) else str(entry)


def values_of(column: Iterable[Any]) -> list[Value | None]:
    """Return the values in a column of any data frame: texts, whole numbers and fractions.

    A missing entry stays None.

    Examples
    --------
    >>> import polars
    >>> values_of(polars.Series(["*2", "{1|0}", None]))
    [Value('*2'), Value('{1|0}'), None]
    """
    return [_value(entry, place) for place, entry in enumerate(column)]


def _value(entry: Any, place: int) -> Value | None:
    # Missing numbers are NaN in pandas, which differs from itself.
    if entry is None or entry != entry:
        return None
    if isinstance(entry, str | int | Fraction | Value):
        return Value(entry)
    raise NotationError(f"row {place}: expected the text of a value or a number, got {entry!r:.60}")
