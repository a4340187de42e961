"""What can be said of a game in a word: one list, from which everything else is made.

`farstar eval`, its JSON, tables, surveys and the workbench all read `INVARIANTS`. An invariant that
is added to the list is a row of `eval`, a field of its JSON, a name for ``--show`` and a column of
a survey, without a line anywhere else.

>>> import farstar as fs
>>> from farstar.invariants import INVARIANTS
>>> INVARIANTS["mean"](fs.Value("{3||2|1}")), INVARIANTS["mean"](fs.GeographyA(3, 2, 1) + 1)
(Fraction(9, 4), Fraction(7, 2))
>>> INVARIANTS["followers"].description, INVARIANTS["followers"].kind
('the number of different games that can be reached, including the game itself', 'Int64')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from farstar import plugins
from farstar._arguments import nearest
from farstar._outcome import Left, Outcome, Player, Right
from farstar.errors import IllegalPositionError, LoopyError, NotationError, NotAtomicError
from farstar.rules import Position
from farstar.sums import Sum
from farstar.values import Value

__all__ = [
    "COSTS",
    "INVARIANTS",
    "UNDEFINED",
    "Cost",
    "Invariant",
    "Kind",
    "Place",
    "Undefined",
    "attribute",
    "caption",
    "look_up",
]

Kind: TypeAlias = Literal["Int64", "Rational", "String", "Boolean"]
"""The type of a column, as Polars calls it, or a rational number."""

Cost: TypeAlias = Literal["position", "outcome", "value", "search"]
"""What has to be known: the position as it is written, who wins, the value, or the game tree."""

COSTS: tuple[Cost, ...] = ("position", "outcome", "value", "search")
"""The costs, the lowest first."""

Place: TypeAlias = Literal["", "who wins", "measures", "options", "form", "picture"]
"""Where ``eval`` shows it: nowhere, in one of its groups of rows, or not as a row."""

ANY = (Value, Position, Sum)


class Undefined:
    """Stands where a game has no such invariant; there is one of it, `UNDEFINED`."""

    def __repr__(self) -> str:
        return "UNDEFINED"


UNDEFINED = Undefined()


@dataclass(frozen=True)
class Invariant:
    """An invariant of a game: its name, how it is computed, and how it is shown.

    It can be called with a game, like the function that finds it.

    Examples
    --------
    >>> weight = INVARIANTS["atomic weight"]
    >>> weight(Value("^^*")), look_up(weight, Value("+-1")), weight.column
    (Value('2'), UNDEFINED, 'atomic_weight')
    """

    name: str
    """What ``--show`` calls it, with blanks between the words."""

    description: str
    """What it is, in a few words."""

    get: Callable[[Any], object]
    """Finds it, from a game of a kind in `applies_to`."""

    kind: Kind = "String"
    """The type of its column."""

    applies_to: tuple[type, ...] = ANY
    """Which kinds of games have it; where only positions do, it may be those of some games."""

    by_value: bool = True
    """Whether the value tells it, so that it is the same for all games of one value."""

    cost: Cost = "value"
    """What has to be known."""

    theory: Callable[[Any, Outcome | None], object] | None = None
    """Finds it without the value, from a position or a sum and who wins, if that is known.

    It returns None where it cannot.
    """

    place: Place = "measures"
    """Where ``eval`` shows it."""

    row: str = ""
    """What the row is called there; by default the name."""

    part: str = ""
    """Which part of the row it is, where several share one."""

    plural: str = ""
    """What a caption calls many of them; by default the name with an s."""

    term: str = ""
    """The term of the glossary that explains it; by default none."""

    column: str = field(init=False)
    """Its name in JSON and in SQL."""

    label: str = field(init=False)
    """What its row is called."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "column", self.name.replace(" ", "_"))
        object.__setattr__(self, "label", self.row or self.name)

    def __call__(self, game: Any) -> object:
        """Return the invariant of a game."""
        return self.get(game)


def look_up(invariant: Callable[[Any], object], game: Any) -> object:
    """Return an invariant of a game, `UNDEFINED` where the game has none."""
    try:
        return invariant(game)
    except (IllegalPositionError, LoopyError, NotAtomicError):
        return UNDEFINED


def attribute(name: str, invariant: str = "") -> Callable[[Any], object]:
    """Return what reads an attribute of a game, and calls it if it is a method.

    It may be an `invariant` that not all games have.

    Examples
    --------
    >>> attribute("is_hot")(Value("+-1"))
    True
    """

    def read(game: Any) -> object:
        try:
            member = getattr(game, name)
        except AttributeError as error:
            if error.name not in (name, None):
                raise  # The attribute is there, and cannot be computed.
            if invariant:
                raise NotationError(
                    f"expected a game with the invariant {invariant!r}, got {type(game).__name__}"
                ) from None
            given = name.replace("_", " ")
            hint = nearest(given, INVARIANTS, "farstar table --help lists the invariants")
            raise NotationError(
                f"expected an invariant or an attribute of {type(game).__name__}, "
                f"got {given!r}{hint}"
            ) from None
        if not callable(member):
            return member
        try:
            return member()
        except TypeError as error:
            raise NotationError(
                f"expected an invariant that needs the game alone, got {name.replace('_', ' ')!r}: "
                f"{error}"
            ) from error

    return read


# How invariants are computed.


def _any_value(game: Any) -> object:
    """Return the value; where play may go on for ever, the loopy one."""
    if isinstance(game, Position | Sum) and game.may_loop:
        game = game.loopy_value
    if not _is_loopy_value(game):
        return _value(game)
    return game.value if game.is_short else game


def _value(game: Any) -> Value:
    return game if isinstance(game, Value) else game.value


def _is_loopy_value(game: Any) -> bool:
    # Its class is not imported for games that end.
    return hasattr(type(game), "is_stopper")


def _of_value(name: str) -> Callable[[Any], object]:
    """Return what reads an attribute of the value of a game, also of a loopy one that has it."""
    read = attribute(name)

    def find(game: Any) -> object:
        value = _any_value(game)
        return read(value) if hasattr(type(value), name) else UNDEFINED

    return find


def _grundy(game: Any) -> object:
    if _is_loopy_value(game):
        return UNDEFINED
    if not isinstance(game, Value):
        return game.grundy if game.is_impartial else _grundy(game.value)
    # The nimber *n is born on day n.
    return game.birthday if game.is_nimber else UNDEFINED


def _atomic_weight(game: Any) -> Value:
    try:
        weight: Value = game.atomic_weight()
    except NotAtomicError:
        is_small = _value(game).is_infinitesimal
        raise NotAtomicError("not atomic" if is_small else "not infinitesimal") from None
    return weight


def _wins_by(player: Player) -> Callable[[Any], tuple[str, ...]]:
    def moves(game: Any) -> tuple[str, ...]:
        if isinstance(game, Value) or _is_loopy_value(game):
            return tuple(move.move.text for move in Sum(game).winning_moves(player))
        return tuple(move.text for move in game.winning_moves(player))

    return moves


def _played(game: Any) -> Position | Sum:
    """Return a value as the sum in which it is played as its canonical form."""
    return game if isinstance(game, Position | Sum) else Sum(game)


def _misere_outcome(game: Any) -> Outcome:
    return (_played(game) if _is_loopy_value(game) else game).misere_outcome


# What theory tells without the value.


def _is_infinitesimal(game: Position | Sum) -> bool:
    """Return whether a game is known to be infinitesimal without a search."""
    if isinstance(game, Position):
        return game.ruleset.has_infinitesimal_values
    parts = (term.component for term in game.terms)
    return all(p.is_infinitesimal if isinstance(p, Value) else _is_infinitesimal(p) for p in parts)


def _closed_stop(game: Position | Sum, _: Outcome | None) -> Fraction | None:
    return Fraction(0) if _is_infinitesimal(game) else None


def _closed_mean(game: Position | Sum, _: Outcome | None) -> Fraction | None:
    """Return the mean; that of a sum is the sum of the means."""
    return game.ruleset.closed_mean(game.state) if isinstance(game, Position) else game.mean


def _closed_temperature(game: Position | Sum, outcome: Outcome | None) -> Fraction | None:
    if _is_infinitesimal(game):
        return None if outcome is None else Fraction(-1 if outcome is Outcome.P else 0)
    return game.ruleset.closed_temperature(game.state) if isinstance(game, Position) else None


def _closed_grundy(game: Position | Sum, _: Outcome | None) -> int | None:
    return game.grundy if game.is_impartial else None


def _closed_weight(game: Position | Sum, _: Outcome | None) -> Value | None:
    """Return the atomic weight; that of a sum is the sum of the weights, if each part has one."""
    if game.is_impartial:
        return Value(0)
    if isinstance(game, Position):
        by_theory = type(game).atomic_weight is not Position.atomic_weight
        return game.atomic_weight() if by_theory else None
    weight = Value(0)
    for term in game.terms:
        if not term.is_impartial:
            try:
                weight += term.sign * term.component.atomic_weight()
            except NotAtomicError:
                # This does not show that the sum has none.
                return None
    return weight


def _by_name(*invariants: Invariant) -> dict[str, Invariant]:
    """Return some invariants by name; an earlier one keeps its name."""
    known: dict[str, Invariant] = {}
    for invariant in invariants:
        known.setdefault(invariant.name, invariant)
    return known


def _found_later(reference: str) -> Callable[[Any], object]:
    """Return a function of a plugin, whose module is imported when it is first called."""
    return lambda game: plugins.load_reference(reference)(game)


def _plugged(entry: plugins.PluginInvariant) -> Invariant:
    """Return an invariant of the positions of some games, which is shown with their details."""
    is_function = ":" in entry.get
    get = _found_later(entry.get) if is_function else attribute(entry.get, entry.name)
    return Invariant(
        entry.name,
        entry.description,
        get,
        entry.kind,
        applies_to=(Position,),
        by_value=False,
        cost="position",
        place="",
        plural=entry.plural,
        term=entry.term,
    )


INVARIANTS: dict[str, Invariant] = _by_name(
    Invariant("value", "the canonical form", _any_value, place=""),
    Invariant(
        "outcome",
        "who wins: L, R, N (the first player) or P (the second)",
        attribute("outcome"),
        cost="outcome",
        place="who wins",
    ),
    Invariant(
        "grundy",
        "the size of the Nim heap that the game is worth; only impartial games have one",
        _grundy,
        "Int64",
        theory=_closed_grundy,
        place="who wins",
        row="Grundy value",
        plural="Grundy values",
        term="Grundy value",
    ),
    Invariant(
        "left stop",
        "the number at which play stops if Left starts",
        attribute("left_stop"),
        "Rational",
        theory=_closed_stop,
        row="stops",
        part="Left",
        term="stop",
    ),
    Invariant(
        "right stop",
        "the number at which play stops if Right starts",
        attribute("right_stop"),
        "Rational",
        theory=_closed_stop,
        row="stops",
        part="Right",
        term="stop",
    ),
    Invariant(
        "mean",
        "the average worth of each copy of the game among many",
        attribute("mean"),
        "Rational",
        theory=_closed_mean,
        term="mean",
    ),
    Invariant(
        "temperature",
        "how much a move is worth; -1 for an integer",
        attribute("temperature"),
        "Rational",
        theory=_closed_temperature,
        term="temperature",
    ),
    Invariant(
        "atomic weight",
        "how many ups an infinitesimal is worth",
        _atomic_weight,
        theory=_closed_weight,
        term="atomic weight",
    ),
    Invariant(
        "mean atomic weight",
        "the mean of the atomic weight",
        lambda game: _atomic_weight(game).mean,
        "Rational",
        place="",
    ),
    Invariant(
        "thermograph",
        "the stops when every move is taxed, for every tax",
        attribute("thermograph"),
        place="picture",
    ),
    Invariant(
        "reduced",
        "the value up to infinitesimals",
        _of_value("reduced"),
        place="",
        plural="reduced values",
    ),
    Invariant(
        "left options",
        "Left's options in the canonical form",
        _of_value("left_options"),
        place="options",
        row="Left options",
        plural="canonical Left options",
    ),
    Invariant(
        "right options",
        "Right's options in the canonical form",
        _of_value("right_options"),
        place="options",
        row="Right options",
        plural="canonical Right options",
    ),
    Invariant(
        "birthday",
        "the depth of the canonical form; 0 is born on day 0",
        _of_value("birthday"),
        "Int64",
        place="form",
        row="born on day",
        term="birthday",
    ),
    Invariant(
        "followers",
        "the number of different games that can be reached, including the game itself",
        _of_value("follower_count"),
        "Int64",
        place="form",
        plural="numbers of followers",
        term="follower",
    ),
    Invariant(
        "misere outcome",
        "who wins if a player who cannot move wins; a value is played as its canonical form",
        _misere_outcome,
        by_value=False,
        cost="search",
        place="form",
        row="misere play",
        plural="misère outcomes",
        term="game",
    ),
    Invariant(
        "misere value",
        "the canonical form of an impartial game under misère play",
        lambda game: _played(game).misere_value,
        by_value=False,
        cost="search",
        place="",
        plural="misère values",
    ),
    Invariant(
        "genus",
        "the Grundy value of an impartial game, with those of misère play as its exponent",
        lambda game: getattr(game, "genus", None) or _played(game).misere_value.genus,
        by_value=False,
        cost="search",
        place="",
        plural="genera",
    ),
    Invariant(
        "left wins by",
        "the moves by which Left, moving first, wins",
        _wins_by(Left),
        by_value=False,
        cost="outcome",
        place="",
        plural="winning moves of Left",
    ),
    Invariant(
        "right wins by",
        "the moves by which Right, moving first, wins",
        _wins_by(Right),
        by_value=False,
        cost="outcome",
        place="",
        plural="winning moves of Right",
    ),
    Invariant(
        "position",
        "the game as it is written",
        str,
        by_value=False,
        cost="position",
        place="",
    ),
    *map(_plugged, plugins.invariants()),
)
"""The invariants that have a name, in the order in which they are shown.

Any other attribute of a position can be tabulated as well.
"""


def caption(names: Iterable[str]) -> str:
    """Return what a caption calls invariants: one in the plural, several by their names.

    Examples
    --------
    >>> caption(["grundy"]), caption(["mean", "temperature"]), caption(["my own"])
    ('Grundy values', 'mean, temperature', 'my own')
    """
    headings = list(names)
    known = INVARIANTS.get(headings[0]) if len(headings) == 1 else None
    return ", ".join(headings) if known is None else known.plural or f"{known.name}s"
