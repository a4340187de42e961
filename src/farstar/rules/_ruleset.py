"""The contract for a new game: which positions each player can move to."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self

from farstar._outcome import Outcome, Player
from farstar.engine import Handle
from farstar.engine import state as engine_state
from farstar.errors import IllegalPositionError
from farstar.rules._fields import Field
from farstar.rules._memo import MAX_RULESETS, Memo, UnhashableError, freeze
from farstar.rules._python_text import clip, literal
from farstar.rules._reading import TextPart
from farstar.rules._step import Path, Step
from farstar.theory.intervals import Decision, Profile
from farstar.values import Value
from farstar.values import wrap as wrap_value

if TYPE_CHECKING:
    from farstar.rules._position import Position
    from farstar.rules.diagrams import Diagram

_PRIVATE = frozenset({"_arguments", "_identity", "_memo"})


class Ruleset:
    """A game: subclass it and say where Left and Right can move to.

    A position is any hashable object, its *state*. Two methods are enough, `left` and `right`;
    the others are for speed and for looks. Calling a ruleset with a state gives a `Position`,
    which knows its value, outcome, winning moves, sums and so on.

    A ruleset must not change once it is used: results are remembered for all equal rulesets, and
    two rulesets are equal if they are of one class, were made with equal arguments and have equal
    public attributes.

    Examples
    --------
    >>> import farstar as fs
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
    """What stands before the parenthesis where a position is written; by default the class."""

    title: ClassVar[str] = ""
    """The name of the game for people; by default `name`."""

    how_to_play: ClassVar[str] = ""
    """The rules in a sentence or two."""

    form: ClassVar[str] = "its state"
    """What stands between the parentheses where a position is written, for people."""

    fields: ClassVar[Mapping[str, Field]] = {}
    """What can be chosen of a first position without writing notation; see `template`."""

    template: ClassVar[str] = ""
    """A position with the names of the fields in braces, such as ``Nim({heaps})``."""

    starts: ClassVar[Mapping[str, str]] = {}
    """Good first positions, as they are written, and the outcome of each."""

    theory: ClassVar[str] = ""
    """What is known about the game, in a sentence or two."""

    picture: ClassVar[str] = ""
    """The kind of figure that `farstar.plot` draws by default; empty for the diagram."""

    has_infinitesimal_values: ClassVar[bool] = False
    """Whether every position is infinitesimal, as where either both players can move or none."""

    position_class: ClassVar[type[Position]]
    """The class of its positions: `Position`, or the one that names these rules."""

    _arguments: tuple[tuple[Any, ...], dict[str, Any]]
    _memos: ClassVar[dict[Hashable, Memo]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__
        if "title" not in cls.__dict__:
            cls.title = cls.name
        cls._memos = {}

    def __new__(cls, *arguments: Any, **named: Any) -> Self:
        """Note the arguments: they tell rulesets apart and make `repr` evaluable."""
        self = super().__new__(cls)
        object.__setattr__(self, "_arguments", (arguments, named))
        return self

    # What a game says about itself.

    def left(self, position: Any) -> Iterable[Hashable]:
        """Return the states that Left can move to: any iterable, with repetitions if need be.

        A `Step` may stand for a state; it also says which places of the diagram the move touches
        and how it is written.
        """
        raise NotImplementedError(f"expected {type(self).__name__} to define left(position)")

    def right(self, position: Any) -> Iterable[Hashable]:
        """Return the states that Right can move to."""
        raise NotImplementedError(f"expected {type(self).__name__} to define right(position)")

    def components(self, position: Any) -> Iterable[Hashable] | None:
        """Return states whose disjunctive sum is `position`, or None if it does not split.

        This is for speed only: values are added up and Grundy values combined, instead of
        searching the whole. `left` and `right` still describe the moves of the whole position.
        A position whose only component is itself does not split.
        """
        return None

    def key(self, position: Any) -> Hashable:
        """Return what results are remembered by; equal keys promise equal values."""
        return position  # type: ignore[no-any-return]

    def closed_form(self, position: Any) -> Value | None:
        """Return the value by theory, or None where there is no theory."""
        return None

    def closed_outcome(self, position: Any) -> Outcome | None:
        """Return the outcome by theory; define it where it is cheaper than the value."""
        return None

    def closed_misere_outcome(self, position: Any) -> Outcome | None:
        """Return the misère outcome by theory."""
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
        """Return between which ups and stars the position and its options lie, by theory.

        For games whose positions are infinitesimal and have at most one move for each player.
        """
        return None

    def native(self, positions: Sequence[Any]) -> Sequence[Handle | None]:
        """Return the values of several states by a native twin of these rules.

        For speed only, and asked only while the native engine is active. A value is a handle of
        that engine; None stands for a state that the twin does not take, such as a board too
        large for it, which is then searched by these rules.

        `Position.value`, `outcome` and what follows from them use the twin; `search_value` and
        its like never do, so that the two can be compared.
        """
        return [None] * len(positions)

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
            If the text cannot be read; it holds the text and the column of the fault.
        IllegalPositionError
            If there is no such position.
        """
        from farstar.rules._literals import literal_arguments

        state, _ = literal_arguments(text)
        if not state:
            raise IllegalPositionError(f"expected a position in {cls.name}(), got nothing")
        return TextPart(text).placed(lambda: cls()(*state))

    def text(self, position: Any) -> str:
        """Return how the state is written between the parentheses of ``Name(...)``."""
        text = literal(position)
        if type(position) is tuple and len(position) > 1:
            text = text[1:-1]
        return text.replace(", ", ",") if type(position) is tuple else text

    def label(self, player: Player, before: Any, after: Any, path: Path = ()) -> str:
        """Return how a move is written, where its `Step` does not say so."""
        text = self.text(after)
        return f"to ({text})" if type(after) is tuple and len(after) > 1 else f"to {text}"

    def moves_with_paths(self, position: Any, player: Player) -> Iterable[Hashable | Step]:
        """Return the moves of a player with their paths; by default what `left` or `right` says.

        Define it where the same move can be pointed at in several ways, which searches need not
        know.
        """
        return self.left(position) if player is Player.LEFT else self.right(position)

    def diagram(self, position: Any) -> Diagram | None:
        """Return a picture of the position as plain data, or None where there is none."""
        return None

    def notes(self, position: Any) -> list[str]:
        """Return lines that a player wants to see beside the picture, such as the quotients."""
        return []

    def details(self, position: Any) -> dict[str, Any]:
        """Return what is particular to the position, such as a continued fraction, for JSON."""
        return {}

    def closed_mean(self, position: Any) -> Fraction | None:
        """Return the mean by theory; define it where it is cheaper than the value."""
        return Fraction(0) if self.has_infinitesimal_values else None

    def closed_temperature(self, position: Any) -> Fraction | None:
        """Return the temperature by theory; define it where it is cheaper than the value."""
        return None

    def wrap(self, state: Any) -> Position:
        """Return the position with a state that is known to be legal and in normal form."""
        return self.position_class._of(self, state)

    # What follows from it.

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

    def forget(self) -> None:
        """Forget every result that was remembered for this ruleset.

        Examples
        --------
        >>> import farstar as fs
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
        """Return what tells this ruleset from others of its class; None if not hashable."""
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


class ImpartialRuleset(Ruleset):
    """A game in which both players have the same moves: subclass it and define `moves`.

    Examples
    --------
    >>> import farstar as fs
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
        """Return the Grundy value by theory, or None where there is no theory."""
        return None

    def closed_moves_to(self, position: Any, grundy: int) -> Iterable[Hashable] | None:
        """Return the moves to positions with this Grundy value, or None where there is no theory.

        Define it where there may be too many moves to list; the order is that of `moves`.
        """
        return None

    def closed_form(self, position: Any) -> Value | None:
        """Return the nimber of the closed Grundy value."""
        grundy = self.closed_grundy(position)
        return None if grundy is None else wrap_value(engine_state.engine.compact(0, 0, 0, grundy))

    def closed_outcome(self, position: Any) -> Outcome | None:
        """Return the outcome that the closed Grundy value tells."""
        grundy = self.closed_grundy(position)
        if grundy is None:
            return None
        return Outcome.N if grundy else Outcome.P

    @property
    def is_impartial(self) -> bool:
        """Whether both players always have the same moves."""
        return True
