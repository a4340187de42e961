"""New rulesets from others: impartial, dicotic and twisted variants, joins and products.

Each function takes a ruleset, its class, a position or a class of positions, and returns a ruleset.

>>> import farstar as fs
>>> fs.rules.impartial(fs.Clobber)("xo.x").value
Value('*')
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product as choices
from typing import Any, ClassVar, TypeAlias, cast

from farstar._outcome import Player
from farstar.engine import Handle
from farstar.engine import state as engine_state
from farstar.errors import IllegalPositionError, NotationError
from farstar.rules._move import Path, Step
from farstar.rules._position import Position
from farstar.rules._ruleset import ImpartialRuleset, Ruleset
from farstar.rules.diagrams import Diagram
from farstar.values import Value

__all__ = ["dicotic", "impartial", "join", "product", "selective", "twisted"]

Game: TypeAlias = Ruleset | type[Ruleset] | type[Position] | Position

_MOST_SUMMANDS = 6
_SEPARATOR = " & "


def impartial(game: Game) -> Ruleset:
    """Return the game in which both players may make the moves of either.

    Examples
    --------
    >>> [fs.rules.impartial(fs.Domineering)(f"2x{n}").grundy for n in range(1, 6)]
    [1, 0, 1, 0, 1]
    """
    base = as_ruleset(game)
    return base if base.is_impartial else _variant("impartial", base)


def dicotic(game: Game) -> Ruleset:
    """Return the game in which nobody may move unless both players can.

    All positions are then all-small.

    Examples
    --------
    >>> fs.Domineering("3x3").value, fs.rules.dicotic(fs.Domineering)("3x3").value
    (Value('+-1'), Value('0'))
    """
    return _variant("dicotic", as_ruleset(game))


def twisted(game: Game) -> Ruleset:
    """Return the game in which each player makes the moves of the other: values are negated.

    Examples
    --------
    >>> fs.Clobber("xxo").value, fs.rules.twisted(fs.Clobber)("xxo").value
    (Value('^'), Value('v'))
    """
    base = as_ruleset(game)
    return base if base.is_impartial else _variant("twisted", base)


def join(*games: Game) -> Ruleset:
    """Return the game on several boards at once, where a move is made on one of them.

    A position has one state for each game. It is the disjunctive sum, as a ruleset of its own.

    Examples
    --------
    >>> both = fs.rules.join(fs.Clobber, fs.Nim)
    >>> both("xxo", (2,)).value
    Value('^*2')
    """
    return _several("Join", games)


def product(*games: Game) -> Ruleset:
    """Return the game on several boards at once, where a move is made on all of them.

    A player who cannot move on one of them cannot move at all: the conjunctive sum.

    Examples
    --------
    >>> [fs.rules.product(fs.Nim, fs.Nim)((3,), (n,)).grundy for n in range(5)]
    [0, 1, 2, 3, 3]
    """
    return _several("Product", games)


def selective(*games: Game) -> Ruleset:
    """Return the game on several boards at once, where a move is made on one or more of them.

    Examples
    --------
    >>> str(fs.rules.selective(fs.Nim, fs.Nim)((3,), (3,)).outcome)
    'N'
    """
    return _several("Selective", games)


def as_ruleset(game: Any) -> Ruleset:
    """Return the rules that are meant by a ruleset, its class, a position or its class."""
    if isinstance(game, Ruleset):
        return game
    if isinstance(game, Position):
        return game.ruleset
    if isinstance(game, type) and issubclass(game, Position):
        game = game.rules
    if isinstance(game, type) and issubclass(game, Ruleset) and game is not Ruleset:
        try:
            return game()
        except TypeError as error:
            raise TypeError(
                f"expected a ruleset that needs no arguments, or one with its arguments: {error}"
            ) from None
    raise TypeError(f"expected a ruleset or a class of positions, got {game!r}")


def state_after(step: Any) -> Hashable:
    """Return the state after a move, which may be given as a step or as a position."""
    after = step.after if type(step) is Step else step
    return cast("Hashable", after.state if isinstance(after, Position) else after)


# Variants of one game.


class _Variant(Ruleset):
    """A game with the positions of another, but with other moves."""

    base: ClassVar[Ruleset]
    kind: ClassVar[str]

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position that is written as in the other game."""
        position = type(cls.base).read(text)
        return _variant(cls.kind, position.ruleset)(position.state)

    def check(self, position: Any) -> Hashable:
        """Return the state in its normal form."""
        return self.base.check(position)

    def text(self, position: Any) -> str:
        """Return the text of the state."""
        return self.base.text(position)

    def label(self, player: Player, before: Any, after: Any, path: Path = ()) -> str:
        """Return the text of a move."""
        extra = (path,) if path else ()
        return self.base.label(player, before, after, *extra)

    def diagram(self, position: Any) -> Diagram | None:
        """Return the picture of the other game."""
        return self.base.diagram(position)

    def _attributes(self) -> dict[str, Any]:
        return {"base": self.base}

    def __reduce__(self) -> tuple[Any, ...]:
        return _variant, (self.kind, self.base)


class _Impartial(_Variant, ImpartialRuleset):
    def moves(self, position: Any) -> Iterator[Hashable]:
        yield from self.base.left(position)
        yield from self.base.right(position)


class _ImpartialWithTwin(_Impartial):
    """The same for rules that can be written down with the moves of both players."""

    twin: ClassVar[Ruleset]

    def moves(self, position: Any) -> Iterator[Hashable]:
        return iter(self.twin.left(position))  # each move once

    def components(self, position: Any) -> Iterable[Hashable] | None:
        return self.twin.components(position)

    def key(self, position: Any) -> Hashable:
        return self.twin.key(position)

    def native(self, positions: Sequence[Any]) -> Sequence[Handle | None]:
        return self.twin.native(positions)

    def native_board(self, position: Any) -> Any:
        return self.twin.native_board(position)


class _Dicotic(_Variant):
    has_infinitesimal_values: ClassVar[bool] = True

    def left(self, position: Any) -> Iterable[Hashable]:
        return self._moves(position)[0]

    def right(self, position: Any) -> Iterable[Hashable]:
        return self._moves(position)[1]

    def _moves(self, position: Any) -> tuple[list[Hashable], list[Hashable]]:
        left, right = list(self.base.left(position)), list(self.base.right(position))
        return (left, right) if left and right else ([], [])


class _Twisted(_Variant):
    def left(self, position: Any) -> Iterable[Hashable]:
        return self.base.right(position)

    def right(self, position: Any) -> Iterable[Hashable]:
        return self.base.left(position)

    def moves_with_paths(self, position: Any, player: Player) -> Iterable[Hashable | Step]:
        return self.base.moves_with_paths(position, -player)

    def components(self, position: Any) -> Iterable[Hashable] | None:
        return self.base.components(position)

    def key(self, position: Any) -> Hashable:
        return self.base.key(position)

    def closed_form(self, position: Any) -> Value | None:
        form = self.base.closed_form(position)
        return None if form is None else -form

    def native(self, positions: Sequence[Any]) -> Sequence[Handle | None]:
        negate = engine_state.engine.negate
        handles = self.base.native(positions)
        return [None if handle is None else negate(handle) for handle in handles]


@lru_cache(maxsize=64)
def _variant(kind: str, base: Ruleset) -> Ruleset:
    members = {
        "name": f"{kind.capitalize()}{base.name}",
        "title": f"{kind.capitalize()} {type(base).title}",
        "form": base.form,
        "how_to_play": base.how_to_play and f"{_WORDS[kind]} {base.how_to_play}",
        "kind": kind,
        "base": base,
        "may_loop": base.may_loop,
        "__doc__": f"The {kind} variant of {base.name}.",
        "__module__": __name__,
    }
    maker = _VARIANTS[kind]
    twin = base.impartial_twin() if kind == "impartial" else None
    if twin is not None:
        maker = _ImpartialWithTwin
        members["twin"] = twin
    variant: Ruleset = type(f"{kind.capitalize()}{base.name}", (maker,), members)()
    return variant


_VARIANTS: dict[str, type[_Variant]] = {
    "impartial": _Impartial,
    "dicotic": _Dicotic,
    "twisted": _Twisted,
}
_WORDS = {
    "impartial": "Both players may make the moves of either.",
    "dicotic": "Nobody may move unless both players can.",
    "twisted": "Each player makes the moves of the other.",
}


# Several games at once.


class _Several(Ruleset):
    """A state has one state for each game; None for one that is not there."""

    games: ClassVar[tuple[Ruleset, ...]]
    maker: ClassVar[str]

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position whose parts are separated by ``&``."""
        texts = text.split(_SEPARATOR.strip())
        if len(texts) != len(cls.games):
            raise NotationError(
                f"expected {len(cls.games)} positions separated by &, got {len(texts)}", text
            )
        pairs = zip(cls.games, texts, strict=True)
        read = [type(game).read(part.strip()) for game, part in pairs]
        combined = _several_of(cls.maker, tuple(p.ruleset for p in read))
        return combined(tuple(p.state for p in read))

    def check(self, position: Any) -> Hashable:
        """Return the states in their normal forms."""
        if not isinstance(position, tuple) or len(position) != len(self.games):
            raise IllegalPositionError(
                f"expected {len(self.games)} states, one for each game, got {position!r}"
            )
        pairs = zip(self.games, position, strict=True)
        return tuple(None if state is None else game.check(state) for game, state in pairs)

    def text(self, position: Any) -> str:
        """Return the texts of the states."""
        pairs = zip(self.games, position, strict=True)
        return _SEPARATOR.join("" if state is None else game.text(state) for game, state in pairs)

    def left(self, position: Any) -> Iterator[Hashable]:
        """Return Left's moves."""
        return self._side(position, "left")

    def right(self, position: Any) -> Iterator[Hashable]:
        """Return Right's moves."""
        return self._side(position, "right")

    def _side(self, position: Any, side: str) -> Iterator[Hashable]:
        pairs = zip(self.games, position, strict=True)
        after = [
            [] if state is None else [state_after(step) for step in getattr(game, side)(state)]
            for game, state in pairs
        ]
        return self.combined(after, position)

    def combined(self, after: list[list[Hashable]], position: Any) -> Iterator[Hashable]:
        """Return the moves of a player, who has these moves in each of the games."""
        raise NotImplementedError

    @property
    def is_impartial(self) -> bool:
        """Whether all the games are."""
        return all(game.is_impartial for game in self.games)

    def _attributes(self) -> dict[str, Any]:
        return {"games": self.games}

    def __reduce__(self) -> tuple[Any, ...]:
        return _several_of, (self.maker, self.games)


class _Join(_Several):
    def combined(self, after: list[list[Hashable]], position: Any) -> Iterator[Hashable]:
        for i, states in enumerate(after):
            for state in states:
                yield (*position[:i], state, *position[i + 1 :])

    def closed_form(self, position: Any) -> Value | None:
        if self.may_loop:
            return None
        total = Value(0)
        for game, state in zip(self.games, position, strict=True):
            if state is not None:
                total += game.wrap(state).value
        return total

    def components(self, position: Any) -> list[Hashable]:
        return [
            tuple(state if i == j else None for j in range(len(position)))
            for i, state in enumerate(position)
            if state is not None
        ]


class _Product(_Several):
    def combined(self, after: list[list[Hashable]], position: Any) -> Iterator[Hashable]:
        return iter(choices(*after))


class _Selective(_Several):
    def combined(self, after: list[list[Hashable]], position: Any) -> Iterator[Hashable]:
        stays = [[state, *states] for state, states in zip(position, after, strict=True)]
        moves = choices(*stays)
        next(moves)  # nobody moves
        return moves


_FORMS: dict[str, type[_Several]] = {"Join": _Join, "Product": _Product, "Selective": _Selective}


def _several(maker: str, games: Sequence[Game]) -> Ruleset:
    if not 2 <= len(games) <= _MOST_SUMMANDS:
        raise TypeError(f"expected 2 to {_MOST_SUMMANDS} games, got {len(games)}")
    return _several_of(maker, tuple(map(as_ruleset, games)))


@lru_cache(maxsize=64)
def _several_of(maker: str, games: tuple[Ruleset, ...]) -> Ruleset:
    form = _FORMS[maker]
    name = f"{maker}Of{''.join(game.name for game in games)}"
    members = {
        "name": name,
        "form": _SEPARATOR.join(game.form for game in games),
        "games": games,
        "maker": maker,
        "may_loop": any(game.may_loop for game in games),
        "__module__": __name__,
    }
    bases: tuple[type, ...] = (form,)
    if all(game.is_impartial for game in games):
        members["moves"] = form.left
        bases = (form, ImpartialRuleset)
    combined: Ruleset = type(name, bases, members)()
    return combined
