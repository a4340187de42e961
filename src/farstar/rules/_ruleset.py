"""The contract for a new game: which positions each player can move to."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from farstar._arguments import clip
from farstar._outcome import Outcome, Player
from farstar.engine import Handle
from farstar.engine import state as engine_state
from farstar.errors import IllegalPositionError
from farstar.rules._memo import MAX_RULESETS, Memo, UnhashableError, freeze
from farstar.rules._move import Path, Step
from farstar.rules._text import TextPart, literal, literal_arguments
from farstar.rules._theorem import CitedTheorem
from farstar.values import Value
from farstar.values import wrap as wrap_value

if TYPE_CHECKING:
    from farstar.loopy import Loopy
    from farstar.rules._position import Position
    from farstar.rules.diagrams import Diagram
    from farstar.sums.intervals import Decision, Profile
    from farstar.sums.weight_sums import Weight

T = TypeVar("T")

NUMBERS = r"\d[\d, ]{0,60}"
"""A pattern for numbers with commas between them."""

_PRIVATE = frozenset({"_arguments", "_identity", "_memo"})


@dataclass(frozen=True)
class Field:
    """One part of a first position that can be chosen in a form."""

    label: str
    value: str
    """The initial value."""

    pattern: str = r"\d{1,9}"
    """A regular expression for what may be typed."""

    choices: Mapping[str, str] | None = None
    """The choices with their labels; None for a text field."""


class Ruleset:
    """A game: subclass it and list the moves of Left and Right.

    A position is any hashable object, its *state*. Two methods are enough, `left` and `right`;
    the others are for speed and for display. Call a ruleset with a state to get a `Position`,
    which has a value, an outcome, winning moves, sums and so on.

    A ruleset must not change once it is used: results are cached for all equal rulesets, and
    two rulesets are equal if they have the same class, equal arguments and equal public
    attributes.

    Examples
    --------
    >>> class ToadsAndFrogs(fs.Ruleset):
    ...     def left(self, strip):
    ...         return [strip.replace(a, b) for a, b in (("T.", ".T"), ("TF.", ".FT"))
    ...                 if strip.count(a) == 1]
    ...     def right(self, strip):
    ...         return [strip.replace(a, b) for a, b in ((".F", "F."), (".TF", "FT."))
    ...                 if strip.count(a) == 1]
    >>> g = ToadsAndFrogs()("T.F")
    >>> g.value, str(g.outcome), [str(move) for move in g.winning_moves(fs.Left)]
    (Value('*'), 'N', ["Left: to '.TF'"])
    """

    name: ClassVar[str] = "Ruleset"
    """The name before the parenthesis in notation; by default the name of the class."""

    title: ClassVar[str] = ""
    """The name of the game for people; by default `name`."""

    how_to_play: ClassVar[str] = ""
    """The rules in a sentence or two."""

    form: ClassVar[str] = "its state"
    """A description, for people, of the notation in the parentheses."""

    fields: ClassVar[Mapping[str, Field]] = {}
    """The fields of a form for first positions; see `template`."""

    template: ClassVar[str] = ""
    """A position with the names of the fields in braces, such as ``Nim({heaps})``."""

    starts: ClassVar[Mapping[str, str]] = {}
    """Good first positions in notation, with their outcomes."""

    theory: ClassVar[str] = ""
    """What is known about the game, in a sentence or two."""

    picture: ClassVar[str] = ""
    """The kind of figure that `farstar.plot` draws by default; empty for the diagram."""

    planners: ClassVar[Mapping[str, str]] = {}
    """Kinds of figures that the game plans in its own way, each with a reference to the function,
    such as ``{"tree": "my_package.figures:tree"}``."""

    has_infinitesimal_values: ClassVar[bool] = False
    """Whether every position is infinitesimal, for example because all are all-small."""

    may_loop: ClassVar[bool] = False
    """Whether play can return to an earlier position; infinite play is then a draw.

    Positions of such a game have a `loopy_value`, and a `value` only where there is no loop.
    """

    misere_universe: ClassVar[str] = ""
    """Where all positions live under misère play: ``dicot``, ``dead-ending`` or ``impartial``.

    Empty where nothing is declared; see `farstar.Misere`.
    """

    position_class: ClassVar[type[Position]]
    """The class of its positions: `Position`, or the class that declares these rules."""

    _arguments: tuple[tuple[Any, ...], dict[str, Any]]
    _memos: ClassVar[dict[Hashable, Memo]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if isinstance(cls.__dict__.get("read"), FunctionType):
            raise TypeError(f"expected {cls.__name__}.read to be a class method, got a method")
        if "name" not in cls.__dict__:
            cls.name = cls.__name__
        if "title" not in cls.__dict__:
            cls.title = cls.name
        cls._memos = {}

    def __new__(cls, *arguments: Any, **named: Any) -> Self:
        """Record the arguments: they distinguish rulesets, and make `repr` evaluable."""
        self = super().__new__(cls)
        object.__setattr__(self, "_arguments", (arguments, named))
        return self

    # What a game may define.

    def left(self, position: Any) -> Iterable[Hashable]:
        """Return the states that Left can move to: any iterable, with repetitions if necessary.

        A `Step` may replace a state; it also gives the places of the diagram that the move touches
        and the text of the move.
        """
        raise self._missing("left")

    def right(self, position: Any) -> Iterable[Hashable]:
        """Return the states that Right can move to."""
        raise self._missing("right")

    def _missing(self, method: str) -> NotImplementedError:
        name = type(self).__name__
        is_impartial = "moves" in vars(type(self))
        hint = ": derive it from ImpartialRuleset to use moves(position)" if is_impartial else ""
        return NotImplementedError(f"expected {name} to define {method}(position){hint}")

    def components(self, position: Any) -> Iterable[Hashable] | None:
        """Return states whose disjunctive sum is `position`, or None if it does not split.

        This is for speed only: values are added, or Grundy values combined, instead of
        searching the whole. `left` and `right` still describe the moves of the whole position.
        A position whose only component is itself does not split.
        """
        return None

    def key(self, position: Any) -> Hashable:
        """Return the key under which results are cached; equal keys must mean equal values."""
        return position  # type: ignore[no-any-return]

    def closed_form(self, position: Any) -> Value | None:
        """Return the value by theory, or None if there is no theory."""
        return None

    def closed_loopy(self, position: Any) -> Loopy | None:
        """Return the value of a position of a game that may loop by theory, or None."""
        return None

    def closed_outcome(self, position: Any) -> Outcome | None:
        """Return the outcome by theory; define it if that is cheaper than the value."""
        return None

    def closed_misere_outcome(self, position: Any) -> Outcome | None:
        """Return the misère outcome by theory."""
        return None

    def closed_winning_moves(
        self, position: Any, player: Player, *, misere: bool
    ) -> Iterator[Step] | None:
        """Return the winning moves by theory, one after the other, or None if there is no theory.

        Define it if there may be too many moves to list.
        """
        return None

    def first_moves(
        self, position: Any, player: Player, *, near: int | None = None
    ) -> Iterator[Step] | None:
        """Return the moves one after the other, if there may be too many to list; else None.

        With `near`, only moves near this place of the board, whose first place is 0.
        """
        return None

    def theorem(self, position: Any, *, misere: bool = False) -> CitedTheorem | None:
        """Return the theorem for all sizes that answers for a position, or None.

        The closed forms are what it says; reports and explanations name it.
        """
        return None

    def join(self, positions: Sequence[Any]) -> Any:
        """Return one position that is the sum of several, or None if there is no such position."""
        return None

    def closed_sum(self, positions: Sequence[tuple[int, Any]], heap: int) -> Decision | None:
        """Return what theory says about a sum of positions of this ruleset and a nim-heap.

        Parameters
        ----------
        positions : sequence of (sign, state)
            The summands; the sign is 1 or -1.
        heap : int
            The size of the heap, 0 for none.
        """
        return None

    def closed_profile(self, position: Any) -> Profile | None:
        """Return bounds on the position and its options by ups and stars, by theory.

        For games whose positions are infinitesimal and have at most one move for each player.
        """
        return None

    def closed_weight(self, position: Any) -> Weight | None:
        """Return the atomic weight by theory.

        For games whose positions are all-small: wherever a player can move, both can.
        """
        return None

    def most_moves(self, position: Any, player: Player) -> int | None:
        """Return the most moves that a player can make in a position, whoever moves when.

        None if that is not known. The number may be larger than necessary.
        """
        return None

    def shortened(self, position: Any, player: Player, moves: int) -> Any:
        """Return a position that has the same winners beside others, or `position` itself.

        It may replace `position` in any sum in which `player` can make at most `moves` moves in
        all, and must not have more moves than `position`. See `most_moves`.
        """
        return position

    def native(self, positions: Sequence[Any]) -> Sequence[Handle | None]:
        """Return the values of several states by a native twin of these rules.

        For speed only, and called only while the native engine is active. A value is a handle of
        that engine; None means that the twin cannot handle a state, such as a board that is too
        large, which is then searched by these rules.

        `Position.value`, `outcome` and everything derived from them use the twin; `search_value`
        and the other searches never do, so that the two can be compared.
        """
        return [None] * len(positions)

    def native_board(self, position: Any) -> Any:
        """Return the board for the native search of who wins; None if there is none.

        For speed only, and called only while the native engine is active: it is what
        `farstar.engine.rulesets.native_board` returns. Define it together with `native`.
        """
        return None

    def impartial_twin(self) -> Ruleset | None:
        """Return rules for the same positions in which both players have the moves of either.

        For speed only: if the rules can be written like that, the impartial variant uses their
        components, keys and native twin.
        """
        return None

    def plain_rules(self, position: Any) -> Mapping[str, Any] | None:
        """Return a position with its rules as plain text, from which a certificate derives moves.

        Either a ``board`` with patterns for ``left`` and ``right``, or ``heaps``, lists of
        numbers, with arithmetic; `farstar.certificates.checker` describes both. None if there
        are none: then a certificate lists the moves.
        """
        return None

    def check(self, position: Any) -> Hashable:
        """Return the state in its normal form, or raise `IllegalPositionError`."""
        return position  # type: ignore[no-any-return]

    @classmethod
    def read(cls, text: str) -> Position:
        """Return the position that is written ``Name(text)``; `text` is what `text()` returns.

        By default the state is written as in Python: numbers, texts in quotes, tuples and lists.

        Raises
        ------
        NotationError
            If the text cannot be read; the error contains the text and the column of the mistake.
        IllegalPositionError
            If there is no such position.
        """
        state, _ = literal_arguments(text)
        if not state:
            raise IllegalPositionError(f"expected a position in {cls.name}(), got nothing")
        return TextPart(text).placed(lambda: cls()(*state))

    def text(self, position: Any) -> str:
        """Return the text of the state between the parentheses of ``Name(...)``."""
        text = literal(position)
        if type(position) is tuple and len(position) > 1:
            text = text[1:-1]
        return text.replace(", ", ",") if type(position) is tuple else text

    def label(self, player: Player, before: Any, after: Any, path: Path = ()) -> str:
        """Return the text of a move whose `Step` does not give one."""
        text = self.text(after)
        return f"to ({text})" if type(after) is tuple and len(after) > 1 else f"to {text}"

    def moves_with_paths(self, position: Any, player: Player) -> Iterable[Hashable | Step]:
        """Return the moves of a player with their paths; by default those of `left` or `right`.

        Define it if there are several ways to click on the same move, which searches can ignore.
        """
        return self.left(position) if player is Player.LEFT else self.right(position)

    def diagram(self, position: Any) -> Diagram | None:
        """Return a picture of the position as plain data, or None if there is none."""
        return None

    def further_pictures(self, position: Any) -> dict[str, str]:
        """Return the kinds of figures that also suit the position, each with its title."""
        return {}

    def automaton_state(self, position: Any) -> tuple[str, int] | None:
        """Return the name of an automaton that reads the position, and the state it ends in."""
        return None

    def notes(self, position: Any) -> list[str]:
        """Return lines to show beside the picture, such as the quotients."""
        return []

    def details(self, position: Any) -> dict[str, Any]:
        """Return additional facts about the position, such as a continued fraction, for JSON."""
        return {}

    def closed_mean(self, position: Any) -> Fraction | None:
        """Return the mean by theory; define it if that is cheaper than the value."""
        return Fraction(0) if self.has_infinitesimal_values else None

    def closed_temperature(self, position: Any) -> Fraction | None:
        """Return the temperature by theory; define it if that is cheaper than the value."""
        return None

    def wrap(self, state: Any) -> Position:
        """Return the position with a state that is known to be legal and in normal form."""
        return self.position_class._of(self, state)

    # What every game has.

    @property
    def is_impartial(self) -> bool:
        """Whether both players always have the same moves."""
        return False

    def __call__(self, *state: Any) -> Position:
        """Return the position with this state; several arguments make a tuple."""
        if not state:
            raise TypeError(f"expected the state of a position: {self!r}(...), got nothing")
        return self.wrap(self._checked(state[0] if len(state) == 1 else state))

    def _checked(self, state: Any) -> Hashable:
        checked = self.check(state)
        try:
            hash(checked)
        except TypeError:
            raise TypeError(
                f"expected a hashable position of {self.name}, got {clip(literal(checked))}"
            ) from None
        return checked

    def forced(self, state: Any, player: Player, *, misere: bool = False) -> tuple[str, int]:
        """Return what `player`, moving first, can force, and in how many moves.

        For games that may loop: ``win``, ``draw`` or ``loss``; a draw lasts 0 moves. Infinite play
        is a draw under normal and under misère play.
        """
        from farstar.rules._loopy_search import forced

        return forced(self, state, player, misere=misere)

    def forget(self) -> None:
        """Clear the cached results of this ruleset.

        Examples
        --------
        >>> class Nim(fs.ImpartialRuleset):
        ...     def moves(self, n):
        ...         return range(n)
        >>> Nim()(5).grundy
        5
        >>> Nim().forget()
        """
        self._results().clear()

    def _results(self) -> Memo:
        """Return the memo that all equal rulesets share."""
        memo: Memo | None = self.__dict__.get("_memo")
        if memo is None:
            identity = self._frozen()
            if identity is None:
                memo = Memo()
            else:
                shared = type(self)._memos
                while len(shared) >= MAX_RULESETS and identity not in shared:
                    shared.pop(next(iter(shared)), None)
                memo = shared.setdefault(identity, Memo())
            object.__setattr__(self, "_memo", memo)
        return memo

    def _frozen(self) -> Hashable | None:
        """Return what distinguishes this ruleset from others of its class; None if not hashable."""
        if "_identity" not in self.__dict__:
            try:
                frozen: Hashable | None = freeze((self._arguments, self._attributes()))
            except UnhashableError:
                frozen = None
            object.__setattr__(self, "_identity", frozen)
        identity: Hashable | None = self.__dict__["_identity"]
        return identity

    def _attributes(self) -> dict[str, Any]:
        return {name: member for name, member in vars(self).items() if not name.startswith("_")}

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Ruleset) or type(self) is not type(other):
            return NotImplemented
        mine, its = self._frozen(), other._frozen()
        if mine is not None and its is not None:
            return mine == its
        return self._arguments == other._arguments and self._attributes() == other._attributes()

    def __hash__(self) -> int:
        return hash((type(self), self._frozen()))

    def __repr__(self) -> str:
        arguments, named = self._arguments
        texts = [*map(literal, arguments), *(f"{k}={literal(v)}" for k, v in named.items())]
        return f"{type(self).__qualname__}({', '.join(texts)})"

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: member for name, member in vars(self).items() if name not in _PRIVATE}
        return kept | {"_arguments": self._arguments}

    def __setstate__(self, members: dict[str, Any]) -> None:
        self.__dict__.update(members)


def instance_of(game: T) -> T | Ruleset:
    """Return a ruleset for a class of rulesets, and anything else as it is.

    Raises
    ------
    TypeError
        If the class needs arguments.
    """
    if not (isinstance(game, type) and issubclass(game, Ruleset)):
        return game
    try:
        return game()
    except TypeError:
        raise TypeError(
            f"expected a ruleset, such as {game.__name__}(...) with its arguments, "
            f"got the class {game.__name__}"
        ) from None


class ImpartialRuleset(Ruleset):
    """A game in which both players have the same moves: subclass it and define `moves`.

    Examples
    --------
    >>> class Kayles(fs.ImpartialRuleset):
    ...     def moves(self, rows):
    ...         return [(*rows[:i], a, n - k - a, *rows[i + 1 :]) for i, n in enumerate(rows)
    ...                 for k in (1, 2) for a in range(n - k + 1)]
    ...     def components(self, rows):
    ...         return [(n,) for n in rows]
    >>> [Kayles()((n,)).grundy for n in range(10)]
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    """

    name: ClassVar[str] = "ImpartialRuleset"

    has_infinitesimal_values: ClassVar[bool] = True

    misere_universe: ClassVar[str] = "impartial"

    def moves(self, position: Any) -> Iterable[Hashable]:
        """Return the states that either player can move to."""
        raise NotImplementedError(f"expected {type(self).__name__} to define moves(position)")

    def left(self, position: Any) -> Iterable[Hashable]:
        """Return the moves of either player."""
        return self.moves(position)

    def right(self, position: Any) -> Iterable[Hashable]:
        """Return the moves of either player."""
        return self.moves(position)

    def closed_grundy(self, position: Any) -> int | None:
        """Return the Grundy value by theory, or None if there is no theory."""
        return None

    def closed_moves_to(self, position: Any, grundy: int) -> Iterable[Hashable] | None:
        """Return the moves to positions with this Grundy value, or None if there is no theory.

        Define it if there may be too many moves to list; the order is that of `moves`.
        """
        return None

    def closed_form(self, position: Any) -> Value | None:
        """Return the nimber of the closed Grundy value."""
        grundy = self.closed_grundy(position)
        return None if grundy is None else wrap_value(engine_state.engine.compact(0, 0, 0, grundy))

    def closed_outcome(self, position: Any) -> Outcome | None:
        """Return the outcome that follows from the closed Grundy value."""
        grundy = self.closed_grundy(position)
        if grundy is None:
            return None
        return Outcome.N if grundy else Outcome.P

    @property
    def is_impartial(self) -> bool:
        """Whether both players always have the same moves."""
        return True
