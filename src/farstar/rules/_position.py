"""Positions: a state under the rules of a game."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Self

from farstar._outcome import Left, Outcome, Player
from farstar.errors import LoopyError, NotationError
from farstar.rules import _search as search
from farstar.rules._ask_ruleset import legal_states, legal_steps
from farstar.rules._explanation import Explanation
from farstar.rules._meter import meter
from farstar.rules._move import Move, Step, Storage, set_ruleset, set_state
from farstar.rules._ruleset import ImpartialRuleset, Ruleset
from farstar.rules._text import arguments, position_latex
from farstar.rules._valued import Valued
from farstar.values import Value, wrap

if TYPE_CHECKING:
    from farstar.loopy import Loopy
    from farstar.loopy.outcomes import LoopyNimber
    from farstar.misere import MisereValue
    from farstar.rules.diagrams import Diagram


class Position(Storage, Valued):
    """A position of a game: immutable, hashable, and equal to positions with the same state.

    Call a ruleset to get one. Positions are equal if their rulesets and their states are equal;
    `is_equal_to` and `compare` compare their values. ``g + h``, ``g - h`` and ``-g`` are sums of
    positions of any games and of values.

    Parameters
    ----------
    ruleset : Ruleset
        The rules.
    state : hashable
        The state, checked by the ruleset.

    Examples
    --------
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

    batch: ClassVar[str] = ""
    """A reference ``module:name`` to the `farstar.tables.batches.Batch` that fills large tables."""

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
        """The description of the game: title, how to play, good first positions."""
        return self.rules if self.rules is not Ruleset else type(self._ruleset)

    @property
    def state(self) -> Any:
        """The state, as the rules see it."""
        return self._state

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            self._refuse_equality(other)
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

    # Moves.

    @property
    def is_impartial(self) -> bool:
        """Whether both players always have the same moves."""
        return self._ruleset.is_impartial

    @property
    def may_loop(self) -> bool:
        """Whether play may go on for ever, as far as the rules tell."""
        return self._ruleset.may_loop

    def options(self, player: Player | str | None = None) -> tuple[Position, ...]:
        """Return the positions that `player` can move to, each once.

        An impartial game needs no player.

        Examples
        --------
        >>> fs.Nim(1, 2).options()
        (Nim(2), Nim(1), Nim(1, 1))
        """
        rules = self._ruleset
        return tuple(map(rules.wrap, legal_states(rules, self._state, self._player(player))))

    def moves(self, player: Player | str | None = None) -> tuple[Move, ...]:
        """Return the moves of `player`."""
        who = self._player(player)
        return tuple(self._move(who, s) for s in legal_steps(self._ruleset, self._state, who))

    def some_moves(
        self, player: Player | str | None = None, *, most: int = 10, near: int | None = None
    ) -> tuple[Move, ...]:
        """Return the first moves of a player if there may be too many to list; otherwise all.

        With `near`, moves near this place of the board, whose first place is 0.

        Examples
        --------
        >>> [move.text for move in fs.Cram("1x1000000").some_moves(most=2)]
        ['(1,1)-(1,2)', '(1,2)-(1,3)']
        """
        who = self._player(player)
        steps = self._ruleset.first_moves(self._state, who, near=near)
        if steps is None:
            return self.moves(player)
        return tuple(self._move(who, step) for step in islice(steps, most))

    def winning_moves(
        self, player: Player | str | None = None, *, misere: bool = False
    ) -> tuple[Move, ...]:
        """Return every move after which the opponent, moving first, loses.

        Parameters
        ----------
        player : Player, optional
            Who moves; an impartial game needs no player.
        misere : bool
            Misère play: a player who cannot move wins.

        Raises
        ------
        BudgetExceeded
            If the moves are too many to list.

        See Also
        --------
        some_winning_moves : The first few.

        Examples
        --------
        >>> fs.Kayles(3, 4).winning_moves()
        (<Left: (3,4) -> (1,4)>, <Left: (3,4) -> (3,3)>, <Left: (3,4) -> (3,1,2)>)
        >>> fs.Kayles(1, 1, 1).winning_moves(misere=True)
        ()
        """
        who = self._player(player)
        return tuple(self._move(who, step) for step in self._winning_steps(who, misere=misere))

    def some_winning_moves(
        self, player: Player | str | None = None, *, most: int = 10, misere: bool = False
    ) -> tuple[Move, ...]:
        """Return the first winning moves, if theory gives them one by one; otherwise all of them.

        Examples
        --------
        >>> row = fs.Cram("1x1000000")
        >>> [move.text for move in row.some_winning_moves(most=2)]
        ['(1,3)-(1,4)', '(1,13)-(1,14)']
        """
        who = self._player(player)
        steps = self._ruleset.closed_winning_moves(self._state, who, misere=misere)
        if steps is None:
            return self.winning_moves(player, misere=misere)
        return tuple(self._move(who, step) for step in islice(steps, most))

    def _winning_steps(self, who: Player, *, misere: bool) -> Iterator[Step]:
        rules, present = self._ruleset, meter()
        by_theory = rules.closed_winning_moves(self._state, who, misere=misere)
        if by_theory is not None:
            yield from by_theory
            return
        for step in legal_steps(rules, self._state, who):
            # Theory may judge a million options one by one, and nothing else checks the time.
            present.charge(0)
            if rules.may_loop:
                is_lost = rules.forced(step.after, -who, misere=misere)[0] == "loss"
            else:
                is_lost = not rules.wrap(step.after)._wins(-who, misere=misere)
            if is_lost:
                yield step

    def drawing_moves(
        self, player: Player | str | None = None, *, misere: bool = False
    ) -> tuple[Move, ...]:
        """Return the moves by which `player` can force a draw, but no more.

        Such moves exist only where play may go on for ever.

        Examples
        --------
        >>> class Carousel(fs.ImpartialRuleset):
        ...     may_loop = True
        ...     def moves(self, n):
        ...         return [(n + 1) % 3]
        >>> [move.text for move in Carousel()(0).drawing_moves()]
        ['to 1']
        """
        who, rules = self._player(player), self._ruleset
        if not rules.may_loop:
            return ()
        return tuple(
            self._move(who, step)
            for step in legal_steps(rules, self._state, who)
            if rules.forced(step.after, -who, misere=misere)[0] == "draw"
        )

    def canonical_lines(self, player: Player | str | None = None) -> tuple[tuple[Move, ...], ...]:
        """Return, for each option of the canonical form, moves that lead there.

        The player makes the first and the last move of a line. Every move of the player leads to
        a position that is at least as good, for the player, as the option; every answer reverses:
        the position is no better for the player than the first one. A line of one move ends in an
        option of the position itself.

        Examples
        --------
        >>> toads = fs.ToadsAndFrogs("TT.FF")
        >>> toads.value, toads.canonical_lines(fs.Left)
        (Value('*'), ((<Left: 2 to 3>, <Right: 4 to 2>, <Left: 3 to 4>),))
        """
        from farstar.rules._canonical_lines import canonical_lines

        return canonical_lines(self, self._player(player))

    def _move(self, player: Player, step: Step) -> Move:
        rules, (after, path, text) = self._ruleset, step
        if text is None:
            extra = (path,) if path else ()
            text = rules.label(player, self._state, after, *extra)
        return Move(player, text, self, rules.wrap(after), path=path)

    def latex(self) -> str:
        r"""Return how the position is written in LaTeX, for math mode.

        Examples
        --------
        >>> print(fs.PartizanEuclid(11, 8).latex())
        \mathrm{E}(11,8)
        """
        return position_latex(self._ruleset.name, self._ruleset.text(self._state))

    def diagram(self) -> Diagram | None:
        """Return a picture of the position as plain data, or None if its game has no pictures.

        Examples
        --------
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
        """Return whether `player` wins by moving first."""
        if self._ruleset.may_loop:
            return self._ruleset.forced(self._state, player, misere=misere)[0] == "win"
        return search.wins(self._ruleset, self._state, player, closed=True, misere=misere)

    def _player(self, player: Player | str | None) -> Player:
        return who_moves(player, impartial=self._ruleset.is_impartial)

    # Who wins.

    @property
    def outcome(self) -> Outcome:
        """Who wins: by theory if there is one for the game, by search otherwise.

        Where play may go on for ever, it is one of the nine classes of `LoopyOutcome`.
        """
        if self._ruleset.may_loop:
            return self._loopy_outcome()
        return search.outcome(self._ruleset, self._state, closed=True)

    def _loopy_outcome(self, *, misere: bool = False) -> Outcome:
        """Return who can force what; one of the usual four classes where nobody can draw."""
        from farstar.loopy import LoopyOutcome

        left, right = (self._ruleset.forced(self._state, p, misere=misere)[0] for p in Player)
        return LoopyOutcome.of_results(left, right).as_outcome

    def search_outcome(self) -> Outcome:
        """Return who wins by brute force, without using theory."""
        if self._ruleset.may_loop:
            return self._loopy_outcome()
        return search.outcome(self._ruleset, self._state, closed=False)

    @property
    def misere_outcome(self) -> Outcome:
        """Who wins under misère play, where a player who cannot move wins.

        Where play may go on for ever, infinite play is a draw, as under normal play.
        """
        if self._ruleset.may_loop:
            return self._loopy_outcome(misere=True)
        return search.outcome(self._ruleset, self._state, closed=True, misere=True)

    def search_misere_outcome(self) -> Outcome:
        """Return who wins under misère play by brute force, without using theory."""
        if self._ruleset.may_loop:
            return self._loopy_outcome(misere=True)
        return search.outcome(self._ruleset, self._state, closed=False, misere=True)

    @property
    def misere_value(self) -> MisereValue:
        """The canonical form under misère play, of a position of an impartial game.

        A partizan position has a value modulo a universe only: ``fs.Misere("dead-ending").value``.

        Examples
        --------
        >>> fs.Kayles(5).misere_value
        MisereValue('*[2[2]321]')
        """
        from farstar.misere import MisereValue

        return MisereValue.of(self)

    # The value.

    @property
    def value(self) -> Value:
        """The value: by theory if there is one for the game, by search otherwise."""
        form = self._ruleset.closed_form(self._state)
        if form is not None:
            return form
        if self._ruleset.may_loop:
            return self.loopy_value.value
        return wrap(search.value(self._ruleset, self._state, closed=True))

    @property
    def loopy_value(self) -> Loopy:
        """The value of a position from which play may go on for ever.

        Where there is no loop it equals the `value`.

        Examples
        --------
        >>> class Shuffle(fs.Ruleset):
        ...     "Left may stop at any time, Right may only wait."
        ...     may_loop = True
        ...     def left(self, n):
        ...         return [0] if n else []
        ...     def right(self, n):
        ...         return [n] if n else []
        >>> Shuffle()(1).loopy_value, str(Shuffle()(1).outcome)
        (Loopy('over'), 'L')
        """
        from farstar.rules._loopy_search import loopy_value

        return loopy_value(self._ruleset, self._state)

    def search_value(self) -> Value:
        """Return the value by brute force, without using theory."""
        return wrap(search.value(self._ruleset, self._state, closed=False))

    @property
    def mean(self) -> Fraction:
        """The mean of the value: by theory if there is one for the game."""
        closed = self._ruleset.closed_mean(self._state)
        return self.value.mean if closed is None else closed

    @property
    def temperature(self) -> Fraction:
        """The temperature of the value: by theory if there is one for the game."""
        closed = self._ruleset.closed_temperature(self._state)
        return self.value.temperature if closed is None else closed

    @property
    def left_stop(self) -> Fraction:
        """The number at which play stops when Left starts: 0 if all values are infinitesimal."""
        rules = self._ruleset
        is_zero = rules.has_infinitesimal_values and not rules.may_loop
        return Fraction(0) if is_zero else super().left_stop

    @property
    def right_stop(self) -> Fraction:
        """The number at which play stops when Right starts: 0 if all values are infinitesimal."""
        rules = self._ruleset
        is_zero = rules.has_infinitesimal_values and not rules.may_loop
        return Fraction(0) if is_zero else super().right_stop

    @property
    def grundy(self) -> int:
        """The Grundy value of an impartial position."""
        if self._ruleset.may_loop:
            nimber = self.loopy_grundy
            if nimber.size is None:
                raise LoopyError(f"expected a position with a finite Grundy value, got {nimber}")
            return nimber.size
        return search.grundy(self._impartial_rules(), self._state, closed=True)

    @property
    def loopy_grundy(self) -> LoopyNimber:
        """The Grundy value of an impartial position from which play may go on for ever.

        Examples
        --------
        >>> class Stay(fs.ImpartialRuleset):
        ...     "Take up to two counters, or pass if there are three of them."
        ...     may_loop = True
        ...     def moves(self, n):
        ...         return [*range(max(0, n - 2), n), *([n] if n == 3 else [])]
        >>> [str(Stay()(n).loopy_grundy) for n in range(6)]
        ['0', '1', '2', 'inf{1,2}', 'inf{2}', 'inf{}']
        """
        from farstar.rules._loopy_search import loopy_grundy

        return loopy_grundy(self._impartial_rules(), self._state)

    def search_grundy(self) -> int:
        """Return the Grundy value by brute force, without using theory."""
        return search.grundy(self._impartial_rules(), self._state, closed=False)

    def _impartial_rules(self) -> ImpartialRuleset:
        rules = self._ruleset
        if not isinstance(rules, ImpartialRuleset):
            raise TypeError(f"expected an impartial game for a Grundy value, got {rules.name}")
        return rules

    def explain(self) -> Explanation:
        """Explain who wins, and why: the outcome, the value, and each move with its result.

        Examples
        --------
        >>> fs.Clobber("xo").explain().steps[0].text
        'N: the player who moves first wins'
        """
        from farstar.rules.explaining import explain

        return explain(self)


Ruleset.position_class = Position


_PLAYERS = {
    name: player for player in Player for name in (player.value.lower(), player.name.lower())
}


def who_moves(player: Player | str | None, *, impartial: bool) -> Player:
    """Return the player that is meant; None means either player of an impartial game."""
    if isinstance(player, Player):
        return player
    if player is None and impartial:
        return Left
    known = _PLAYERS.get(player.lower()) if isinstance(player, str) else None
    if known is not None:
        return known
    raise TypeError(f"expected the player Left or Right, got {player!r}")


def _restore(kind: type[Position], ruleset: Ruleset, state: Hashable) -> Position:
    return kind._of(ruleset, state)
