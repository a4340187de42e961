"""Positions: a state under the rules of a game."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self

from farstar._outcome import Left, Outcome, Player
from farstar.errors import NotationError
from farstar.rules import _ask_ruleset as asking
from farstar.rules import _search as search
from farstar.rules._explanation import Explanation
from farstar.rules._meter import meter
from farstar.rules._move import Move
from farstar.rules._python_text import arguments
from farstar.rules._ruleset import ImpartialRuleset, Ruleset
from farstar.rules._step import Step
from farstar.rules._storage import Storage, set_ruleset, set_state
from farstar.rules._valued import Valued
from farstar.values import Value, wrap

if TYPE_CHECKING:
    from farstar.rules.diagrams import Diagram


class Position(Storage, Valued):
    """A position of a game: immutable, hashable, and equal to positions with the same state.

    Make one by calling a ruleset. Positions are equal if their rulesets and their states are; to
    compare by value, compare the values. ``g + h``, ``g - h`` and ``-g`` are sums, of positions
    of any games and of values.

    Parameters
    ----------
    ruleset : Ruleset
        The rules.
    state : hashable
        The state, checked by the ruleset.

    Examples
    --------
    >>> import farstar as fs
    >>> class Walk(fs.Ruleset):
    ...     def left(self, n):
    ...         return [n - 1] if n > 0 else []
    ...     def right(self, n):
    ...         return [n - 2] if n > 1 else []
    >>> g = Walk()(4)
    >>> g.value, str(g.outcome), g.winning_moves(fs.Left)[0].after
    (Value('1'), 'L', Walk()(3))
    """

    __slots__ = ()

    rules: ClassVar[type[Ruleset]] = Ruleset
    """The rules of which this is the class of positions."""

    _ruleset: Ruleset

    def __init_subclass__(cls, rules: type[Ruleset] | None = None, **options: Any) -> None:
        """Make this the class of the positions of `rules`, if some are named."""
        super().__init_subclass__(**options)
        if rules is not None:
            cls.rules = rules
            rules.position_class = cls

    def __init__(self, ruleset: Ruleset, state: Any) -> None:
        if not isinstance(ruleset, Ruleset):
            raise TypeError(f"expected a Ruleset, got {ruleset!r}")
        self._fill(ruleset, ruleset._checked(state))

    def _fill(self, ruleset: Ruleset, state: Any) -> None:
        """Make this the position with a state that is legal and in normal form."""
        set_ruleset(self, ruleset)
        set_state(self, state)

    @classmethod
    def _of(cls, ruleset: Ruleset, state: Any) -> Self:
        """Return the position with a state that is legal and in normal form."""
        position = object.__new__(cls)
        set_ruleset(position, ruleset)
        set_state(position, state)
        return position

    @property
    def ruleset(self) -> Ruleset:
        """The rules."""
        return self._ruleset

    @property
    def game(self) -> type[Ruleset]:
        """What the game says about itself: title, how to play, good first positions."""
        return self.rules if self.rules is not Ruleset else type(self._ruleset)

    @property
    def state(self) -> Any:
        """What the rules see of the position."""
        return self._state

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return bool(self._state == other._state) and self._ruleset == other._ruleset

    def __hash__(self) -> int:
        return hash((type(self._ruleset), self._state))

    def __repr__(self) -> str:
        maker = repr(self._ruleset) if type(self) is Position else type(self).__qualname__
        return f"{maker}({arguments(self._state)})"

    def __str__(self) -> str:
        return f"{self._ruleset.name}({self._ruleset.text(self._state)})"

    def __reduce__(self) -> tuple[Any, tuple[object, ...]]:
        return _restore, (type(self), self._ruleset, self._state)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    # Moves.

    @property
    def is_impartial(self) -> bool:
        """Whether both players always have the same moves."""
        return self._ruleset.is_impartial

    def options(self, player: Player | None = None) -> tuple[Position, ...]:
        """Return the positions that `player` can move to, each once.

        An impartial game needs no player.

        Examples
        --------
        >>> import farstar as fs
        >>> class Nim(fs.ImpartialRuleset):
        ...     def moves(self, n):
        ...         return range(n)
        >>> Nim()(2).options()
        (Nim()(0), Nim()(1))
        """
        rules = self._ruleset
        return tuple(map(rules.wrap, asking.options(rules, self._state, self._player(player))))

    def moves(self, player: Player | None = None) -> tuple[Move, ...]:
        """Return the moves of `player`."""
        who = self._player(player)
        return tuple(self._move(who, s) for s in asking.steps(self._ruleset, self._state, who))

    def winning_moves(
        self, player: Player | None = None, *, misere: bool = False
    ) -> tuple[Move, ...]:
        """Return every move after which the opponent, moving first, loses.

        Parameters
        ----------
        player : Player, optional
            Who moves; an impartial game needs no player.
        misere : bool
            Misère play: who cannot move wins.

        Examples
        --------
        >>> import farstar as fs
        >>> class Nim(fs.ImpartialRuleset):
        ...     def moves(self, heaps):
        ...         return [heaps[:i] + (m,) + heaps[i + 1 :] for i, n in enumerate(heaps)
        ...                 for m in range(n)]
        >>> [move.text for move in Nim()(1, 2, 4).winning_moves()]
        ['to (1,2,3)']
        >>> [move.text for move in Nim()(1, 1, 1).winning_moves(misere=True)]
        []
        """
        who, rules, present = self._player(player), self._ruleset, meter()
        winning = []
        for step in asking.steps(rules, self._state, who):
            # Theory may tell of a million options one by one, where nothing else minds the time.
            present.charge(0)
            if not rules.wrap(step.after)._wins(-who, misere=misere):
                winning.append(self._move(who, step))
        return tuple(winning)

    def _move(self, player: Player, step: Step) -> Move:
        rules, (after, path, text) = self._ruleset, step
        if text is None:
            extra = (path,) if path else ()
            text = rules.label(player, self._state, after, *extra)
        return Move(player, text, self, rules.wrap(after), path=path)

    def diagram(self) -> Diagram | None:
        """Return a picture of the position as plain data, or None where its game draws none.

        Examples
        --------
        >>> import farstar as fs
        >>> fs.Nim(3, 5).diagram()
        Heaps(sizes=(3, 5), only_first=False)
        """
        return self._ruleset.diagram(self._state)

    def _repr_svg_(self) -> str | None:
        from farstar.figures import layout, stand_alone_svg

        diagram = self.diagram()
        try:
            return None if diagram is None else stand_alone_svg(layout(diagram))
        except NotationError:
            return None

    def _wins(self, player: Player, *, misere: bool) -> bool:
        """Tell whether `player` wins by moving first."""
        return search.wins(self._ruleset, self._state, player, closed=True, misere=misere)

    def _player(self, player: Player | None) -> Player:
        return who_moves(player, impartial=self._ruleset.is_impartial)

    # Who wins.

    @property
    def outcome(self) -> Outcome:
        """Who wins: by theory where the game has one, by search otherwise."""
        return search.outcome(self._ruleset, self._state, closed=True)

    def search_outcome(self) -> Outcome:
        """Return who wins by brute force, whatever theory there is."""
        return search.outcome(self._ruleset, self._state, closed=False)

    @property
    def misere_outcome(self) -> Outcome:
        """Who wins under misère play, where the player who cannot move wins."""
        return search.outcome(self._ruleset, self._state, closed=True, misere=True)

    def search_misere_outcome(self) -> Outcome:
        """Return who wins under misère play by brute force, whatever theory there is."""
        return search.outcome(self._ruleset, self._state, closed=False, misere=True)

    # The value.

    @property
    def value(self) -> Value:
        """The value: by theory where the game has one, by search otherwise."""
        form = self._ruleset.closed_form(self._state)
        if form is not None:
            return form
        return wrap(search.value(self._ruleset, self._state, closed=True))

    def search_value(self) -> Value:
        """Return the value by brute force, whatever theory there is."""
        return wrap(search.value(self._ruleset, self._state, closed=False))

    @property
    def mean(self) -> Fraction:
        """The mean of the value: by theory where the game has one."""
        closed = self._ruleset.closed_mean(self._state)
        return self.value.mean if closed is None else closed

    @property
    def temperature(self) -> Fraction:
        """The temperature of the value: by theory where the game has one."""
        closed = self._ruleset.closed_temperature(self._state)
        return self.value.temperature if closed is None else closed

    @property
    def grundy(self) -> int:
        """The Grundy value of an impartial position."""
        return search.grundy(self._impartial_rules(), self._state, closed=True)

    def search_grundy(self) -> int:
        """Return the Grundy value by brute force, whatever theory there is."""
        return search.grundy(self._impartial_rules(), self._state, closed=False)

    def _impartial_rules(self) -> ImpartialRuleset:
        rules = self._ruleset
        if not isinstance(rules, ImpartialRuleset):
            raise TypeError(f"expected an impartial game for a grundy value, got {rules.name}")
        return rules

    def explain(self) -> Explanation:
        """Return why who wins: the outcome, each move and its result, and the search.

        Examples
        --------
        >>> import farstar as fs
        >>> class Nim(fs.ImpartialRuleset):
        ...     def moves(self, n):
        ...         return range(n)
        >>> Nim()(2).explain().steps[0].text
        'N: the player who moves first wins'
        """
        from farstar.rules.explaining import explain

        return explain(self)


Ruleset.position_class = Position


def who_moves(player: Player | str | None, *, impartial: bool) -> Player:
    """Return the player meant; None stands for either player of an impartial game."""
    if isinstance(player, Player):
        return player
    if player is None and impartial:
        return Left
    if isinstance(player, str) and player in ("L", "R"):
        return Player(player)
    raise TypeError(f"expected the player Left or Right, got {player!r}")


def _restore(kind: type[Position], ruleset: Ruleset, state: Hashable) -> Position:
    return kind._of(ruleset, state)
