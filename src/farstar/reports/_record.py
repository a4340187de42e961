"""The rows of a report: facts as exact objects, and how each is written.

A row is plain data. The terminal, JSON, the browser and notebooks only lay rows out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any, Literal, TypeAlias

from farstar import engine
from farstar._outcome import Outcome
from farstar.errors import BudgetExceeded
from farstar.formulas import (
    MarkedText,
    as_formula,
    escape_latex,
    source_of,
    span,
    to_html,
    to_latex,
)
from farstar.invariants import INVARIANTS, Invariant
from farstar.reports._playable import spell
from farstar.rules.explaining import DRAWN
from farstar.values import Value

Status: TypeAlias = Literal["known", "bounds", "not known", "not defined"]
"""Whether a fact is known, known within bounds, not known in the time that there was, or a game
like this has none."""

Group: TypeAlias = Literal[
    "question", "value", "who wins", "details", "measures", "options", "moves", "form"
]
"""Which rows belong together, in the order of the groups."""

WHO_WINS: dict[str, str] = {
    Outcome.L: "Left wins, whoever starts",
    Outcome.R: "Right wins, whoever starts",
    Outcome.N: "the first player wins",
    Outcome.P: "the second player wins",
    **DRAWN,
}
"""What an outcome means; those of loopy games, which can be drawn, come last."""

_LONGEST_TEXT = 2_000
_LONGEST_OPTION = 200
_LONGEST_MENTION = 48
_LONGEST_MOVE = 120
_LONGEST_IN_HTML = 160
"""Characters of a formula, a word or a list in HTML; browsers do not break formulas into lines."""

_LONGEST_NUMBER = 60
_MOST_LISTED = 12
_MOST_LISTED_IN_HTML = 40


@dataclass(frozen=True)
class Between:
    """Bounds of a number; a bound that is not known is None."""

    low: Fraction | None
    high: Fraction | None


@dataclass(frozen=True)
class MoveInTerm:
    """A move in one term of a sum: the term as it was typed, and what it becomes."""

    term: str
    becomes: Value | str


@dataclass(frozen=True)
class First:
    """How a player fares who moves first, and by which moves."""

    result: Literal["win", "draw", "loss"]
    moves: tuple[Value | MoveInTerm | str, ...] | None = ()
    """The moves that lead to this result, those of a loss left out; None if they are not known."""
    reason: str = ""
    """Why the moves are not known."""
    has_move: bool = True
    """Whether the player has a move at all; a player without one wins under misère play."""
    are_all: bool = True
    """Whether these are all moves with this result, and not only the first of them."""


@dataclass(frozen=True)
class Row:
    r"""A row of a report.

    Examples
    --------
    >>> row = Row("mean", "mean", "measures", (("", Fraction(3, 8)),))
    >>> row.text(), row.latex(), row.status
    ('3/8', '$\\frac{3}{8}$', 'known')
    >>> Row("weight", "weight", "measures", status="not defined", reason="not atomic").text()
    'none (not atomic)'
    """

    name: str
    """What programs call it; for an invariant, its name in JSON."""
    label: str
    """What people call it."""
    group: Group
    cells: tuple[tuple[str, object], ...] = ()
    """The exact facts, each with its part of the row, such as Left."""
    status: Status = "known"
    reason: str = ""
    """Why there is no fact."""
    meaning: str = ""
    """What the label means, if that is known."""
    term: str = ""
    """The term of the glossary that explains the label."""

    @property
    def value(self) -> object:
        """The exact fact, a dictionary by parts where the row has several, None where it has none.

        Examples
        --------
        >>> Row("stops", "stops", "measures", (("Left", 1), ("Right", 0))).value
        {'Left': 1, 'Right': 0}
        """
        if len(self.cells) > 1:
            return dict(self.cells)
        return self.cells[0][1] if self.cells else None

    def text(self, *, unicode: bool = False) -> str:
        """Return the row in words and notation; it knows where its formulas are."""
        if not self.cells:
            return self._absence()
        texts = (
            f"{part} {source_of(cell_text(cell, unicode=unicode))}".lstrip()
            for part, cell in self.cells
        )
        return MarkedText(", ".join(texts))

    def latex(self) -> str:
        """Return the row for LaTeX's text mode, with formulas in dollars."""
        if not self.cells:
            return escape_latex(self._absence())
        return ", ".join(f"{part} {_cell_latex(cell)}".lstrip() for part, cell in self.cells)

    def html(self) -> str:
        """Return the row as HTML, with its formulas set."""
        if not self.cells:
            return f'<span class="soft">{escape(self._absence())}</span>'
        return ", ".join(f"{escape(part)} {_cell_html(cell)}".lstrip() for part, cell in self.cells)

    def _absence(self) -> str:
        if self.name == "outcome":
            return self.reason
        is_absent = self.status == "not defined"
        return f"none ({self.reason})" if is_absent else f"left out: {self.reason}"

    def as_json(self) -> dict[str, str]:
        """Return the row as JSON data."""
        return {
            "name": self.name,
            "label": self.label,
            "status": self.status,
            "text": str(self.text()),
            "unicode": str(self.text(unicode=True)),
            "latex": self.latex(),
            "reason": self.reason,
            "term": self.term,
        }


def described(name: str, label: str, group: Group, *cells: tuple[str, object]) -> Row:
    """Return a row with the meaning and the term of the invariants that it shows."""
    invariants = _invariants_of(label)
    words = "; ".join(one.description for one in invariants)
    terms = [one.term for one in invariants if one.term]
    return Row(
        name,
        label,
        group,
        cells,
        meaning=f"{words[0].upper()}{words[1:]}." if words else "",
        term=terms[0] if terms else "",
    )


def _invariants_of(label: str) -> list[Invariant]:
    return [one for one in INVARIANTS.values() if label in (one.label, one.name)]


# How a fact is written.


def cell_text(cell: object, *, unicode: bool = False, most: int = _MOST_LISTED) -> str:
    """Return a fact in words and notation.

    Examples
    --------
    >>> cell_text(fs.Outcome.N), cell_text(Value("^^*"), unicode=True), cell_text(True)
    ('the first player wins (N)', '⇑∗', 'yes')
    >>> cell_text(First("win", ("(3) -> (1)",))), cell_text(Between(None, Fraction(3, 2)))
    ('wins by (3) -> (1)', 'at most 3/2')
    """
    if isinstance(cell, Outcome):
        return f"{WHO_WINS[cell]} ({cell})"
    if isinstance(cell, Value):
        text = spell(cell, unicode=unicode)
        return mention(cell) if text is None else MarkedText(as_formula(clip(text)))
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int | Fraction):
        return clip(rational(cell))
    if isinstance(cell, Between):
        return _between(cell)
    if isinstance(cell, First):
        return _first(cell, unicode=unicode, most=most)
    if isinstance(cell, tuple | list):
        return _listing(cell, unicode=unicode, most=most)
    if type(cell) not in (str, MarkedText):
        text = _rare_cell_text(cell, unicode=unicode)
        if text is not None:
            return text
    # The one text that may be empty is a word.
    return clip(str(cell)) or "λ (empty)"


def _rare_cell_text(cell: object, *, unicode: bool) -> str | None:
    """Return the text of a fact about a loopy, misère or transfinite game.

    Their modules are loaded here.
    """
    from farstar.loopy import Loopy, LoopyOutcome
    from farstar.misere import MisereGame
    from farstar.transfinite import Nimber, Surreal, SurrealFraction

    if isinstance(cell, LoopyOutcome):
        return f"{WHO_WINS[cell]} ({cell})"
    if isinstance(cell, Loopy | Surreal | SurrealFraction | Nimber):
        return MarkedText(clip(cell.unicode() if unicode else str(cell)))
    if isinstance(cell, MisereGame):
        return f"{shorten(str(cell), _LONGEST_TEXT)} modulo {cell.universe} games"
    return None


def _between(bounds: Between) -> str:
    low, high = (None if x is None else f"`{rational(x)}`" for x in (bounds.low, bounds.high))
    if low is None:
        return MarkedText(f"at most {high}")
    return MarkedText(f"at least {low}" if high is None else f"between {low} and {high}")


def _first(first: First, *, unicode: bool, most: int) -> str:
    if first.result == "loss":
        return "loses"
    verb = "wins" if first.result == "win" else "draws"
    if first.moves is None:
        return f"{verb}; moves left out: {first.reason}" if first.reason else verb
    if not first.moves:
        return verb if first.has_move else f"{verb}: there is no move"
    if isinstance(first.moves[0], MoveInTerm):
        best, *others = first.moves
        more = f", or by {len(others):,} more" if others else ""
        return MarkedText(f"{verb} by {_move_source(best, unicode=unicode)}{more}")
    texts = [_move_source(move, unicode=unicode) for move in first.moves[:most]]
    more = f" and {len(first.moves) - most:,} more" if len(first.moves) > most else ""
    if not first.are_all:
        more = " and others"
    if all(text.startswith("in ") for text in texts):
        # A move in a sum says first in which term.
        return MarkedText(f"{verb}: {'; '.join(texts)}{more}")
    way = "by "
    if isinstance(first.moves[0], Value):
        way = "by going to "
    elif all(text.startswith("to ") for text in texts):
        # A game without names for its moves says where they lead to.
        way = "by going "
    return MarkedText(f"{verb} {way}{', '.join(texts)}{more}")


def _move_source(move: Value | MoveInTerm | str, *, unicode: bool) -> str:
    """Return the text of a move with its formulas marked."""
    if isinstance(move, Value):
        return source_of(mention(move, unicode=unicode, longest=_LONGEST_OPTION))
    if isinstance(move, MoveInTerm):
        goal = move.becomes
        text = mention(goal, unicode=unicode) if isinstance(goal, Value) else shorten(goal)
        return f"moving {shorten(move.term)} to {source_of(text)}"
    return source_of(shorten(move))


def _listing(cells: Sequence[object], *, unicode: bool, most: int) -> str:
    if not cells:
        return "none"
    texts = [
        mention(g, unicode=unicode, longest=_LONGEST_OPTION)
        if isinstance(g, Value)
        else cell_text(g, unicode=unicode)
        for g in cells[:most]
    ]
    more = len(cells) - len(texts)
    return MarkedText(", ".join(map(source_of, texts)) + (f" and {more:,} more" if more else ""))


def _cell_latex(cell: object) -> str:
    from farstar.loopy import Loopy
    from farstar.transfinite import Nimber, Surreal, SurrealFraction

    kinds = Value | Loopy | Surreal | SurrealFraction | Nimber
    if isinstance(cell, bool) or not isinstance(cell, kinds | int | Fraction):
        return to_latex(cell_text(cell))
    game: Any = cell if isinstance(cell, kinds) else Value(cell)
    text = spell(game) if isinstance(game, Value) else str(game)
    if text is None or len(text) > _LONGEST_TEXT:
        return to_latex(cell_text(cell))
    return f"${game.latex()}$"


def _cell_html(cell: object) -> str:
    if isinstance(cell, Value):
        return value_html(cell)
    if isinstance(cell, int | Fraction) and not isinstance(cell, bool):
        return value_html(Value(cell))
    if isinstance(cell, tuple | list) and all(isinstance(g, Value) for g in cell):
        texts = [value_html(g) for g in cell[:_MOST_LISTED_IN_HTML]]
        more = len(cell) - len(texts)
        return ", ".join(texts) + (f" and {more:,} more" if more else "") if texts else "none"
    text = cell_text(cell, unicode=True, most=_MOST_LISTED_IN_HTML)
    if isinstance(cell, First):
        return to_html(text).replace("-&gt;", "→")
    return to_html(shorten(text, _LONGEST_IN_HTML))


def value_html(value: Value) -> str:
    """Return a value as HTML: a formula, or words if that were long; the text is copied.

    Examples
    --------
    >>> value_html(Value("^"))
    '<span class="math" data-text="^"><math><mi>↑</mi></math></span>'
    """
    words = mention(value, unicode=True, longest=_LONGEST_OPTION)
    html = formula(value) or escape(words)
    if value.is_number:
        html = formula(value) or escape(shorten(str(value), _LONGEST_NUMBER))
        html = html.replace("<math>", '<math displaystyle="true">')
    return span(spell(value) or words, html)


def formula(value: Value) -> str | None:
    """Return a value as MathML, None if it is long: browsers do not break formulas into lines."""
    text = spell(value)
    return value.mathml() if text is not None and len(text) <= _LONGEST_IN_HTML else None


def rational(x: Fraction | int) -> str:
    """Return ``p/q``, or the integer; of any length, unlike ``str(x)``.

    Examples
    --------
    >>> rational(Fraction(3, 8)), rational(Fraction(-2))
    ('3/8', '-2')
    """
    return str(Value(x))


def mention(g: Value, *, unicode: bool = False, longest: int = _LONGEST_MENTION) -> str:
    """Return the text of a value inside a sentence: a formula, or words if that were long.

    Examples
    --------
    >>> mention(fs.Value("^^*"), unicode=True), mention(fs.Value("+-1+-2+-3+-4"), longest=20)
    ('⇑∗', 'a value with 36 followers')
    """
    text = spell(g, unicode=unicode)
    if text is not None and len(text) <= longest:
        return MarkedText(as_formula(text))
    try:
        return MarkedText(f"a value with {clip(rational(g.follower_count))} followers")
    except BudgetExceeded:
        if engine.is_out_of_time():
            raise
        return "a long value"


def clip(text: str) -> str:
    """Shorten a text that is too long for a table."""
    if len(text) <= _LONGEST_TEXT:
        return text
    return f"{text[:_LONGEST_TEXT]}... ({len(text):,} characters)"


def is_clipped(text: str) -> bool:
    """Return whether `clip` has shortened a text.

    Examples
    --------
    >>> is_clipped(clip("1" * 5000)), is_clipped(clip("1" * 50))
    (True, False)
    """
    return len(text) > _LONGEST_TEXT and text.endswith(" characters)")


def shorten(text: str, longest: int = _LONGEST_MOVE) -> str:
    """Shorten a move or a position in the middle.

    Examples
    --------
    >>> shorten("1" * 500, 40)
    '111111111111111...(500 characters)...111'
    """
    if len(text) <= longest:
        return text
    note = f"...({len(text):,} characters)..."
    ends = longest - len(note)
    tail = ends // 6
    return text[: ends - tail] + note + text[len(text) - tail :]
