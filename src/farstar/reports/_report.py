"""The report on a game: what is known about it under normal or misère play, as one record.

Everything that a door shows comes from this record: the heading, the rows, the JSON, the reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from farstar._outcome import Left, Outcome, Player, Right
from farstar.errors import (
    BudgetExceeded,
    IllegalPositionError,
    LoopyError,
    NotAtomicError,
    ValueOverflowError,
)
from farstar.expressions import Game
from farstar.invariants import INVARIANTS, Invariant, Place, Undefined
from farstar.reports._clock import Clock, OutOfTime
from farstar.reports._playable import TypedTerm
from farstar.reports._record import (
    WHO_WINS,
    Between,
    First,
    Group,
    MoveInTerm,
    Row,
    Status,
    described,
)
from farstar.rules import Move, Position
from farstar.sums import Sum, SumMove
from farstar.sums.choosing import Chooser
from farstar.values import Value

if TYPE_CHECKING:
    from farstar.loopy import Loopy
    from farstar.misere import MisereGame, MisereValue
    from farstar.transfinite import Nimber, Surreal, SurrealFraction

_HALF = 0.5
"""The share of the remaining time for whatever nothing else depends on."""

T = TypeVar("T")


@dataclass
class Report:
    """Everything that is known about one game; `report` makes one.

    The invariants are in `found` by their names, and can also be read as attributes, such as
    ``report.left_stop``: None if an invariant was left out, or does not exist, with the reason in
    `omitted`.

    Examples
    --------
    >>> from farstar.reports import report
    >>> for row in report("^").rows[:4]:
    ...     print(f"{row.label}: {row.text()}")
    expression: ^
    value: ^
    outcome: Left wins, whoever starts (L)
    stops: Left 0, Right 0
    """

    expression: str
    game: Game | None
    """The game; None if it is a value that takes too long to compute."""
    clock: Clock = field(default_factory=Clock)
    """How long all of this may take."""
    misere: bool = False
    """Whether a player who cannot move wins."""
    found: dict[str, Any] = field(default_factory=dict)
    value: Value | Loopy | MisereValue | MisereGame | Surreal | SurrealFraction | Nimber | None = (
        None
    )
    """The canonical form; under misère play that of an impartial game, otherwise a simple form
    modulo the smallest universe to which the game belongs."""
    text: str | None = None
    """The value as text."""
    left_wins_by: tuple[Any, ...] | None = None
    """The canonical Left options that win for Left, who moves first; of a position its moves."""
    right_wins_by: tuple[Any, ...] | None = None
    has_more_moves: bool = False
    """Whether there are more winning moves than these, too many to list."""
    draws_by: dict[Player, tuple[Move, ...]] = field(default_factory=dict)
    """The moves by which a player, who moves first, can force a draw, but no more."""
    details: dict[str, Any] = field(default_factory=dict)
    """Additional facts about a position, such as its word; about a loopy or a misère value."""
    bounds: dict[str, Between] = field(default_factory=dict)
    """Bounds of the measures of a sum whose value is not known."""
    summands: tuple[TypedTerm, ...] = ()
    """The terms of the sum, or nothing if there is one term, or there are too many."""
    sum_moves: dict[Player, list[SumMove]] = field(default_factory=dict)
    """The winning moves of the first player in the summands, the best ones first."""
    omitted: dict[str, str] = field(default_factory=dict)
    undefined: set[str] = field(default_factory=set)
    """The names in `omitted` that do not exist, rather than being unknown."""
    played: str = ""
    """The game that is played under misère play: values are played as their canonical forms."""
    universe: str | None = None
    """Under misère play ``impartial``, or the smallest of ``dicot`` and ``dead-ending`` to which
    the game belongs."""
    chooser: Chooser = field(default_factory=Chooser)
    """The chooser that already knows about the sum."""
    lacks_time: bool = False
    """Whether something is missing that more than the usual time may find."""

    def __getattr__(self, name: str) -> Any:
        invariant = INVARIANTS.get(name.replace("_", " "))
        if invariant is None or not invariant.place:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return self.found.get(invariant.name)

    @property
    def outcome(self) -> Outcome | None:
        """Who wins; None if it was not found in time."""
        return self.found.get("outcome")

    @property
    def heading(self) -> str:
        """Who wins in words, or why that is not known.

        Examples
        --------
        >>> from farstar.reports import report
        >>> report("Nim(1,1)", misere=True).heading
        'the first player wins'
        """
        if self.outcome is None:
            reason = self.omitted["outcome"]
            is_about_time = reason.startswith("not known")
            return f"who wins is {'' if is_about_time else 'not known: '}{reason}"
        return WHO_WINS[self.outcome]

    @property
    def kind(self) -> Literal["value", "position", "sum", "loopy"]:
        """What kind of game this is."""
        if isinstance(self.game, Position):
            return "position"
        if isinstance(self.game, Sum):
            has_position = any(isinstance(t.component, Position) for t in self.game.terms)
            return "sum" if has_position else "value"
        return "value" if self.game is None or isinstance(self.game, Value) else "loopy"

    @property
    def may_loop(self) -> bool:
        """Whether play may go on for ever."""
        game = self.game
        return game.may_loop if isinstance(game, Position | Sum) else self.kind == "loopy"

    def wins_by(self, player: Player) -> tuple[Any, ...] | None:
        """Return how `player`, who moves first, wins."""
        return self.left_wins_by if player is Left else self.right_wins_by

    def canonical_options(self, player: Player) -> list[tuple[Value, bool]] | None:
        """Return the canonical options of a player, and whether moving there wins.

        It is None if that is not found in time.

        Examples
        --------
        >>> from farstar.reports import report
        >>> report("{0,-1|1}").canonical_options(Left)
        [(Value('0'), True)]
        """
        options = self.left_options if player is Left else self.right_options

        def wins(g: Value) -> bool:
            return g >= 0 if player is Left else g <= 0

        def find() -> list[tuple[Value, bool]] | None:
            return None if options is None else [(g, wins(g)) for g in options]

        return self.attempt("winning_options", find, clock=self.clock.again())

    # Finding.

    def attempt(
        self, name: str, find: Callable[[], T], share: float = _HALF, *, clock: Clock | None = None
    ) -> T | None:
        """Return what `find` returns in its share of the time, or None with a reason.

        The time is that of the report, or of another `clock`.
        """
        try:
            with (clock or self.clock).share(share):
                return find()
        except (IllegalPositionError, LoopyError, NotAtomicError) as error:
            self.omitted[name] = str(error)
            self.undefined.add(name)
        except (BudgetExceeded, ValueOverflowError) as error:
            self.miss(name, error)
        return None

    def miss(self, name: str, error: BudgetExceeded | ValueOverflowError) -> None:
        """Record why something is not known; where the caller's own time is up, raise that."""
        if self.clock.is_over:
            raise error
        self.omitted[name] = str(error)
        self.lacks_time |= isinstance(error, OutOfTime) and error.is_usual_time

    def note(
        self, invariant: Invariant, find: Callable[[], object], share: float = _HALF
    ) -> object | None:
        """Try to find an invariant, and record it."""
        cell = self.attempt(invariant.column, find, share)
        if cell is None or isinstance(cell, Undefined):
            return None
        self.found[invariant.name] = cell
        self.omitted.pop(invariant.column, None)
        self.undefined.discard(invariant.column)
        return cell

    # The rows.

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is known, in the order in which it is read, and why the rest is not."""
        return tuple(self._misere_rows() if self.misere else self._normal_rows())

    def write(self, write: Callable[[Row], T]) -> list[tuple[Row, T]]:
        """Return the rows, each with what `write` makes of it, such as ``Row.text``.

        Long values may take long to write. A row that is not written in time says so instead.

        Raises
        ------
        BudgetExceeded
            If the caller's own time is up.

        Examples
        --------
        >>> from farstar.reports import report
        >>> [(row.name, latex) for row, latex in report("^").write(Row.latex)][4]
        ('mean', '$0$')
        """
        clock, rows = self.clock.again(), self.rows
        try:
            with clock.share(_HALF):
                return [(row, write(row)) for row in rows]
        except BudgetExceeded:
            if clock.is_over:
                raise
        written = []
        for row in rows:
            text = self.attempt(row.name, partial(write, row), clock=clock)
            if text is None:
                row = self._empty(replace(row, cells=()), row.name)
                text = write(row)
            written.append((row, text))
        return written

    def row(self, name: str) -> Row | None:
        """Return the row called `name`, None if there is none."""
        return next((row for row in self.rows if row.name == name), None)

    def _normal_rows(self) -> Iterator[Row]:
        yield Row("expression", "expression", "question", (("", self.expression),))
        if self.outcome is not None or self.value is not None or "value" in self.bounds:
            yield self._value_row()
        yield from self._invariant_rows("who wins")
        yield from self._detail_rows("details")
        yield from self._invariant_rows("measures")
        yield from self._invariant_rows("options")
        yield from self._move_rows()
        yield from self._invariant_rows("form")

    def _misere_rows(self) -> Iterator[Row]:
        yield Row("expression", "expression", "question", (("", self.expression),))
        if self.played != self.expression:
            yield Row("played", "played as", "question", (("", self.played),))
        if self.value is not None or "value" in self.omitted:
            yield self._value_row()
        yield from self._detail_rows("details", before="quotient")
        row = self._filled(Row("outcome", "misere play", "who wins", term="outcome"), self.outcome)
        yield replace(row, meaning="Who wins if a player who cannot move wins.")
        yield from self._move_rows()
        yield from self._detail_rows("form", after="quotient")

    def _filled(self, row: Row, cell: object) -> Row:
        """Return a row with its fact, or with the reason why there is none."""
        if cell is not None:
            return replace(row, cells=(("", cell),))
        return self._empty(row, row.name)

    def _empty(self, row: Row, missing: str) -> Row:
        """Return a row without a fact, with the reason why `missing` is."""
        status: Status = "not defined" if missing in self.undefined else "not known"
        return replace(row, status=status, reason=self.omitted[missing])

    def _value_row(self) -> Row:
        # A text that is too long to be written is not known, though the value is.
        row = self._filled(
            described("value", "value", "value"), self.value if self.text is not None else None
        )
        if row.status == "not known" and "value" in self.bounds:
            return replace(row, cells=(("", self.bounds["value"]),), status="bounds")
        return row

    def _invariant_rows(self, place: Place) -> Iterator[Row]:
        """Yield the rows of the invariants that are shown in one place."""
        waiting = [one for one in reported(place) if self._is_shown(one)]
        while waiting:
            label = self._label(waiting[0])
            group = [one for one in waiting if self._label(one) == label]
            waiting = [one for one in waiting if self._label(one) != label]
            name = group[0].column if len(group) == 1 else label
            row = replace(described(name, group[0].label, _GROUPS[place]), label=label)
            missing = next((one.column for one in group if one.name not in self.found), None)
            if missing is None:
                yield replace(row, cells=tuple((one.part, self.found[one.name]) for one in group))
            elif label in self.bounds:
                cells = (("", self.bounds[label]),)
                reason = self.omitted.get(missing, "")
                yield replace(row, cells=cells, status="bounds", reason=reason)
            elif missing in self.omitted:
                yield self._empty(row, missing)

    def _label(self, invariant: Invariant) -> str:
        """Return what the row of an invariant is called.

        The options of a canonical form are not those of the position.
        """
        if invariant.place == "options" and not isinstance(self.game, Value):
            return f"canonical {invariant.label.split()[0]}"
        return invariant.label

    def _is_shown(self, invariant: Invariant) -> bool:
        """Return whether there is a row for an invariant, if only to say why it was not found."""
        if invariant.name in self.found or invariant.name == "outcome":
            return True
        if invariant.place == "options":
            return isinstance(self.game, Value)
        if invariant.place == "form":
            return invariant.by_value and self.value is not None
        if invariant.place != "measures":
            return False
        # If it is not known who wins, nothing else was tried, and one row says so.
        return self.outcome is not None or invariant.label in self.bounds

    def _detail_rows(self, group: Group, *, before: str = "", after: str = "") -> Iterator[Row]:
        """Yield the rows of details, up to a name or from a name on."""
        details = self.details.items()
        names = [name for name, cell in details if cell is not None or name in self.omitted]
        start = names.index(after) if after in names else len(names) if after else 0
        end = names.index(before) if before in names else len(names)
        for name in names[start:end]:
            row = self._filled(described(name, _heading(name), group), self.details[name])
            if self.misere and name in _MISERE_MEANINGS:
                meaning, term = _MISERE_MEANINGS[name]
                row = replace(row, meaning=meaning, term=term)
            elif self.may_loop and name in _LOOPY_MEANINGS:
                meaning, term = _LOOPY_MEANINGS[name]
                row = replace(row, meaning=meaning, term=term)
            yield row

    def _move_rows(self) -> Iterator[Row]:
        for player in (Left, Right) if self.outcome is not None else ():
            name = player.name.capitalize()
            cell = ("", self._first(player))
            yield Row(f"{name.lower()}_first", f"{name} first", "moves", (cell,))

    def _first(self, player: Player) -> First:
        """Return how `player` fares by moving first."""
        assert self.outcome is not None
        result = self.outcome.result(player, first=True)
        if result == "loss":
            return First("loss")
        if result == "draw":
            return First("draw", tuple(move.text for move in self.draws_by.get(player, ())))
        winning = self.wins_by(player)
        if winning is None:
            reason = self.omitted.get("winning_moves") or self.omitted.get("left_options", "")
            return First("win", None, reason)
        if self.summands and not self.misere:
            return First("win", tuple(map(self._move_in_term, self.sum_moves[player])))
        moves = tuple(g if isinstance(g, Value) else g.text for g in winning)
        has_move = bool(moves) or not self.misere
        return First("win", moves, has_move=has_move, are_all=not self.has_more_moves)

    def _move_in_term(self, move: SumMove) -> MoveInTerm:
        summand = next(one for one in self.summands if one.is_moved_in(move))
        return MoveInTerm(summand.expression, summand.after(move, lambda g: g))

    # In a notebook.

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th scope=row>{escape(row.label)}</th><td>{html}</td></tr>"
            for row, html in self.write(Row.html)
        )
        return f'<table class="farstar-report"><tbody>{rows}</tbody></table>'

    def __str__(self) -> str:
        rows = self.write(Row.text)
        width = max(len(row.label) for row, _ in rows)
        return "\n".join(f"{row.label:<{width}}  {text}" for row, text in rows)

    def __repr__(self) -> str:
        return f"<Report on {self.expression}>"


_GROUPS: dict[Place, Group] = {
    "who wins": "who wins",
    "measures": "measures",
    "options": "options",
    "form": "form",
}

_MISERE_MEANINGS = {
    "genus": (
        "The Grundy values in normal and in misère play, alone and with heaps of two added.",
        "genus",
    ),
    "kind": ("A tame game behaves like heaps of Nim in sums with other tame games.", ""),
    "mate": ("A game and its mate add up to a game that the second player wins.", ""),
    "invertible": ("Whether the game and its conjugate add up to 0 modulo the universe.", ""),
    "quotient": (
        "The misère quotient: all sums of these games, up to being interchangeable. It decides "
        "every sum by multiplication.",
        "misère quotient",
    ),
    "element": ("The element of the quotient to which the position belongs.", "misère quotient"),
    "P-positions": (
        "The elements of sums that the player who moves second wins.",
        "misère quotient",
    ),
}
"""What the rows about misère play mean, and their terms in the glossary."""

_LOOPY_MEANINGS = {
    "kind": ("Whether play ends if the players alternate.", "stopper"),
    "onside": ("The value if a draw counts as a win for Left.", "onside"),
    "offside": ("The value if a draw counts as a win for Right.", "onside"),
    "degree": ("How loopy the game is.", "degree"),
    "variety": ("What distinguishes stable games of one degree.", ""),
}
"""What the rows about loopy games mean, and their terms in the glossary."""


def reported(*places: Place) -> Iterator[Invariant]:
    """Yield the invariants that a report shows, in all places or in some.

    Examples
    --------
    >>> [invariant.name for invariant in reported("who wins", "form")]
    ['outcome', 'grundy', 'birthday', 'followers', 'misere outcome']
    """
    for invariant in INVARIANTS.values():
        if invariant.place and (not places or invariant.place in places):
            yield invariant


def _heading(name: str) -> str:
    """Return how a detail is called.

    Examples
    --------
    >>> _heading("left_options"), _heading("continued_fraction")
    ('Left options', 'continued fraction')
    """
    words = name.replace("_", " ")
    return INVARIANTS[words].label if words in INVARIANTS else words


def move_json(move: Move) -> dict[str, str]:
    """Return a move as JSON data."""
    return {"text": move.text, "after": str(move.after)}
