"""The names of games in expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from farstar import games
from farstar._arguments import clip, nearest
from farstar.errors import NotationError
from farstar.rules import Position, Ruleset, literal_arguments

Read: TypeAlias = Callable[[str], Position]

_RESERVED = frozenset({"Tiny", "Miny", "v", "vv"})
_own: dict[str, KnownGame] = {}
"""The games of users."""


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game that expressions know by name."""

    name: str
    """The name before the parenthesis."""

    aliases: tuple[str, ...]
    """Other names."""

    read: Read
    """Reads the text in the parentheses."""

    rules: type[Ruleset]
    """The description of the game."""


def register(
    game: Ruleset | type[Ruleset] | type[Position] | Callable[..., Position],
    name: str | None = None,
) -> None:
    """Make the positions of another game available in expressions.

    Parameters
    ----------
    game : ruleset, class of positions, or function
        A ruleset reads its positions itself (`Ruleset.read`), by default as Python writes them;
        a function is called with what stands between the parentheses, read as Python.
    name : str, optional
        The name before the parenthesis; by default the name of the game. If the name is in use,
        the new game replaces the old one.

    Examples
    --------
    >>> class Bowling(fs.ImpartialRuleset):
    ...     def moves(self, rows):
    ...         return [(*rows[:i], a, n - k - a, *rows[i + 1 :]) for i, n in enumerate(rows)
    ...                 for k in (1, 2) for a in range(n - k + 1)]
    >>> fs.expressions.register(Bowling)
    >>> fs.parse("Bowling(3,4) + *2").grundy
    0
    """
    rules = _rules(game)
    own = rules.name if rules is not Ruleset else str(getattr(game, "__name__", ""))
    own = own if name is None else name
    if not own.isidentifier() or not own.isascii() or own in _RESERVED:
        raise NotationError(f"expected a name of letters and digits, not in use, got {own!r}")
    _own[own] = KnownGame(own, (), _reader(game), rules)


@contextmanager
def registered(game: Ruleset | type[Ruleset] | type[Position]) -> Iterator[None]:
    r"""Make the positions of another game available in expressions, in a ``with`` block only.

    Examples
    --------
    >>> coins = fs.rules("game Coins\ncells o .\nboth o -> .")
    >>> with registered(coins):
    ...     g = fs.parse("Coins(ooo)")
    >>> g.grundy
    1
    """
    before = dict(_own)
    register(game)
    try:
        yield
    finally:
        _own.clear()
        _own.update(before)


def is_registered(name: str) -> bool:
    """Return whether a name means a game that a user has registered, even if it is an included one.

    Examples
    --------
    >>> is_registered("Euclid")
    False
    """
    return name in _own


def known() -> tuple[KnownGame, ...]:
    """Return every game that expressions know, those of users last.

    Examples
    --------
    >>> [(game.name, game.rules.form) for game in known()][:2]
    [('Domineering', 'rows separated by bars, or a size such as 3x4'), \
('Hackenbush', 'edges l r e, branches (...;...), names :A')]
    """
    built_in = [_built_in(name) for name in games.GAMES if name not in _own]
    return (*(game for game in built_in if game is not None), *_own.values())


def known_game(name: str) -> KnownGame:
    """Return the game with this name.

    Raises
    ------
    NotationError
        If there is none; the message suggests the nearest.
    """
    known = _own.get(name) or _built_in(name) or _spelled_otherwise(name)
    if known is None:
        raise NotationError(_unknown(name), name)
    return known


def _spelled_otherwise(name: str) -> KnownGame | None:
    """Return the game of a name whose capitals or underscores are not those of the list."""
    wanted = _bare(name)
    spelled = next((other for other in (*_own, *games.names()) if _bare(other) == wanted), None)
    return None if spelled is None else _own.get(spelled) or _built_in(spelled)


def _bare(name: str) -> str:
    return name.lower().replace("_", "")


def _built_in(name: str) -> KnownGame | None:
    kind = games.load(name)
    if kind is None:
        return None
    return KnownGame(kind.__name__, games.GAMES[kind.__name__][1:], kind.rules.read, kind.rules)


def _rules(game: Any) -> type[Ruleset]:
    if isinstance(game, Ruleset):
        return type(game)
    if isinstance(game, type) and issubclass(game, Ruleset):
        return game
    return game.rules if isinstance(game, type) and issubclass(game, Position) else Ruleset


def _reader(game: Any) -> Read:
    rules = _rules(game)
    if rules.read.__func__ is not Ruleset.read.__func__:  # type: ignore[attr-defined]
        return rules.read
    if isinstance(game, type) and issubclass(game, Ruleset):
        try:
            game = game()
        except TypeError as error:
            raise NotationError(
                f"expected a ruleset that needs no arguments, got {game.__name__}: {error}"
            ) from None
    if not callable(game):
        raise NotationError(f"expected a ruleset or a function, got {game!r}")
    return partial(_read_call, game)


def _read_call(game: Callable[..., Position], text: str) -> Position:
    arguments, _ = literal_arguments(text)
    return game(*arguments)


def names_of_games() -> tuple[str, ...]:
    """Return all names that may stand before a parenthesis."""
    return (*games.names(), *_own, "Tiny", "Miny")


def _unknown(name: str) -> str:
    hint = nearest(name, names_of_games(), "the help lists the games")
    return f"expected the name of a game, got {clip(name)!r}{hint}"
