"""What the page Evaluate shows about a game: values in every notation, measures and options."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from html import escape
from typing import Any, TypeVar

import farstar as fs
from farstar import reports
from farstar.errors import FarstarError, NotationError
from farstar.expressions import Expression, known
from farstar.formulas import MarkedText, to_html
from farstar.invariants import INVARIANTS, Invariant
from farstar.web import markup
from farstar.web.tasks._boards import is_impartial

_LONGEST_FORMULA = 160
"""Characters of a value that is set as a formula; browsers do not break formulas into lines."""

_MOST_OPTIONS = 100


def spellings(value: fs.Value | None) -> dict[str, str | None]:
    """Return a value in each notation, None if it is too long."""
    spelt: dict[str, str | None] = dict.fromkeys(("ascii", "unicode", "latex", "mathml"))
    if value is None:
        return spelt
    with suppress(fs.BudgetExceeded):
        spelt["ascii"], spelt["unicode"] = str(value), value.unicode()
        spelt["latex"] = value.latex()
        spelt["mathml"] = _formula(value)
    return spelt


def _formula(value: fs.Value) -> str | None:
    text = reports.spell(value)
    return value.mathml() if text is not None and len(text) <= _LONGEST_FORMULA else None


def value_data(value: fs.Value) -> dict[str, str | None]:
    """Return a value as a formula, and as text that can be read back."""
    return {
        "text": reports.spell(value),
        "mathml": _formula(value),
        "words": reports.mention(value, unicode=True, longest=200),
    }


def who_wins(facts: reports.Facts) -> str:
    """Say who wins, or why that is not known."""
    if facts.outcome is None:
        return f"who wins is {facts.omitted['outcome']}"
    return reports.WHO_WINS[facts.outcome]


def measures(facts: reports.Facts) -> list[dict[str, str]]:
    """Return rows: a label, what was found as HTML or why it was not, and what the label means.

    The last is a sentence, and the place in the documentation that says more, "" for none.
    """
    details = [
        reports.Row(name.replace("_", " "), (("", detail),))
        for name, detail in facts.details.items()
        if detail is not None
    ]
    rows = [
        *reports.fact_rows(facts, "measures"),
        *(row for row in reports.fact_rows(facts, "who wins") if row.label != "outcome"),
        *details,
        *reports.fact_rows(facts, "form"),
    ]
    return [
        {
            "label": _label(row.label),
            "html": _row_html(row),
            "meaning": _meaning(row.label),
            "docs": _docs(row.label),
        }
        for row in rows
    ]


def _label(text: str) -> str:
    text = text.replace("misere", "misère")
    return text[0].upper() + text[1:]


def _named(label: str) -> list[Invariant]:
    """Return the invariants that a row shows."""
    return [one for one in INVARIANTS.values() if label in (one.label, one.name)]


def _meaning(label: str) -> str:
    """Return what a label means, "" where there is nothing to say."""
    words = "; ".join(one.words for one in _named(label))
    return f"{words[0].upper()}{words[1:]}." if words else ""


def _docs(label: str) -> str:
    """Return the place of a label in the documentation, "" if it has none."""
    terms = [one.term for one in _named(label) if one.term]
    return f"glossary.html#term-{terms[0].replace(' ', '-')}" if terms else ""


def _row_html(row: reports.Row) -> str:
    if not row.cells:
        words = f"left out: {row.reason}" if row.exists else f"none ({row.reason})"
        return f'<span class="soft">{escape(words)}</span>'
    return ", ".join(f"{escape(part)} {_cell_html(cell)}".lstrip() for part, cell in row.cells)


def _cell_html(cell: object) -> str:
    if isinstance(cell, fs.Value):
        data = value_data(cell)
        return markup.math(data["mathml"], str(data["words"]), data["text"])
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, Fraction | int):
        return markup.number(reports.rational(cell))
    if isinstance(cell, str):
        return to_html(reports.shorten(cell, 160))
    parts = cell if isinstance(cell, tuple | list) else [cell]
    return escape(reports.shorten(", ".join(map(str, parts)), 160))


def options(facts: reports.Facts) -> dict[str, Any]:
    """Return the canonical options of each player, and which of them win."""
    if facts.left_options is None or facts.right_options is None:
        return {"left": None, "right": None}
    return {
        "left": [{**value_data(g), "wins": g >= 0} for g in facts.left_options[:_MOST_OPTIONS]],
        "right": [{**value_data(g), "wins": g <= 0} for g in facts.right_options[:_MOST_OPTIONS]],
    }


# Misère play of impartial games.

_MOST_MOVES = 40
_MOST_ELEMENTS = 64
_LONGEST = 200
_NODES = 200_000
"""What the genus and the quotient may cost; the outcome has all the time of the task."""

_MEANINGS = {
    "Genus": "The Grundy values in normal and in misère play, alone and with heaps of two added.",
    "Misère value": "The misère canonical form: the simplest game that can replace this one in "
    "every sum of impartial games.",
    "Kind": "A tame game behaves like heaps of Nim in sums with other tame games.",
    "Quotient": "The misère quotient: all sums of these games, up to being interchangeable. It "
    "decides every sum by multiplication.",
    "Element": "The element of the quotient to which the position belongs.",
    "P-positions": "The elements of sums that the player who moves second wins.",
}


def misere_sheet(game: Any) -> dict[str, Any]:
    """Return who wins an impartial game under misère play, by which moves, and why."""
    if not is_impartial(game):
        raise NotationError(
            "expected an impartial game, in which both players have the same moves: for others "
            "the row Misère play says who wins"
        )
    outcome = game.misere_outcome
    moves = game.winning_moves(fs.Left, misere=True)
    facts = {}
    if isinstance(game, fs.Position):
        facts = {**_value_facts(game), **_quotient_facts(game)}
    return {
        "letter": str(outcome),
        "outcome": reports.WHO_WINS[outcome],
        "moves": [str(move.text) for move in moves[:_MOST_MOVES]],
        "count": len(moves),
        "rows": [
            {"label": label, "text": reports.shorten(text, _LONGEST), "meaning": _MEANINGS[label]}
            for label, text in facts.items()
        ],
    }


def _value_facts(position: fs.Position) -> dict[str, str]:
    """Return the genus and the canonical form, as far as they are found at little cost."""
    facts: dict[str, str] = {}
    with suppress(FarstarError), fs.engine.budget(nodes=_NODES):
        value = fs.MisereValue.of(position)
        facts["Genus"] = str(value.genus)
        facts["Kind"] = "tame" if value.is_tame else "wild"
        text = str(value)
        if len(text) <= _LONGEST:
            facts["Misère value"] = text
    return facts


def _quotient_facts(position: fs.Position) -> dict[str, str]:
    """Return the quotient of the game, for heaps up to the largest one of the position."""
    heaps = position.state
    is_heaps = hasattr(position.ruleset, "parts") and isinstance(heaps, tuple)
    with suppress(FarstarError), fs.engine.budget(nodes=_NODES):
        if is_heaps:
            quotient = fs.misere_quotient(
                position.ruleset, heaps=max(heaps, default=0), most=_MOST_ELEMENTS
            )
            element = quotient.image(*heaps)
        else:
            quotient = fs.misere_quotient([position], most=_MOST_ELEMENTS)
            element = quotient.image(position)
        reach = f"heaps up to {max(heaps, default=0)}" if is_heaps else "this position's followers"
        return {
            "Quotient": f"order {quotient.order}, {len(quotient.p_portion)} P-positions, for "
            f"{reach}",
            "Element": element,
            "P-positions": ", ".join(quotient.p_portion),
        }
    return {}


# Partial answers about sums: what follows from the terms alone.
#
# The mean of a sum is the sum of the means. Its stops lie between the sums of the Right stops and
# of the Left stops, and its temperature is at most the highest one. Who wins is found by playing.

_SECONDS = 4.0
"""For each kind of question about all terms."""

_MOST_TERMS = 400

T = TypeVar("T")


def bounds_of(expression: Expression) -> dict[str, Any]:
    """Return who wins, if that can be told, and rows with what is known of the measures."""
    terms = expression.terms[:_MOST_TERMS]
    values = _try(lambda: [_value(term.game) for term in terms])
    rows: list[dict[str, str]] = []
    least = most = None
    if values is not None and len(terms) == len(expression.terms):
        least = _try(lambda: sum((v.right_stop for v in values), Fraction()))
        most = _try(lambda: sum((v.left_stop for v in values), Fraction()))
        mean = _try(lambda: sum((v.mean for v in values), Fraction()))
        heat = _try(lambda: max(v.temperature for v in values))
        if mean is not None:
            rows.append({"label": "Mean", "html": _number(mean)})
        if least is not None and most is not None:
            html = f"between {_number(least)} and {_number(most)}"
            rows.append({"label": "Stops", "html": html})
        if heat is not None:
            rows.append({"label": "Temperature", "html": f"at most {_number(heat)}"})
    outcome = _outcome(expression, least, most)
    words = "" if outcome is None else reports.WHO_WINS[outcome]
    return {"outcome": words[:1].upper() + words[1:], "rows": rows}


def _value(game: Any) -> fs.Value:
    return game if isinstance(game, fs.Value) else game.value


def _outcome(expression: Expression, least: Any, most: Any) -> fs.Outcome | None:
    if least is not None and least > 0:
        return fs.Outcome.L
    if most is not None and most < 0:
        return fs.Outcome.R
    games = _try(lambda: [term.game for term in expression.terms])
    short = [g for g in games or () if isinstance(g, fs.Value | fs.Position | fs.Sum)]
    if not games or len(short) < len(games):
        return None
    # The terms stay apart: their sum is what takes too long.
    return _try(lambda: fs.Sum(*short).outcome)


def _number(number: Fraction) -> str:
    return markup.number(reports.rational(number))


def _try(find: Callable[[], T]) -> T | None:
    """Return what `find` returns, or None if it takes too long or does not exist."""
    try:
        with fs.engine.budget(seconds=_SECONDS):
            return find()
    except FarstarError:
        return None


# What can be typed.

NOTATION = (
    ("5, -3, 3/4", "Numbers; fractions have a power of two below the line."),
    ("*, *2", "Nimbers: a heap of so many counters."),
    ("^, v, ^^*, ^3", "Up, down and their multiples, with a star or a nimber."),
    ("{3||2|1}", "Left options, bar, Right options; more bars separate more weakly."),
    ("+-1, +-{2|1}", "Switches: a game and its negative as the options."),
    ("Tiny(2), Miny(2)", "Tiny and miny games."),
    ("E(11,8)", "A position: the name of a game, and its numbers or its board."),
    ("E(11,8) + {3||2|1} - *2", "Sums and differences of all of these; 3*(G) for multiples."),
    ("G := {2|-1}", "Gives a game a name, for later expressions."),
    ("G >= H", "Compares two games: < <= > >= == != || <| |>"),
    ("on, off, over, a{0|a}", "Loopy games."),
)
"""What to write, and what it means."""


def notation_html() -> str:
    """Return the notation as an HTML table."""
    rows = "".join(
        f"<tr><th scope=row><code>{escape(text)}</code></th><td>{escape(meaning)}</td></tr>"
        for text, meaning in NOTATION
    )
    return f'<table class="plain notation"><tbody>{rows}</tbody></table>'


def game_names() -> list[dict[str, Any]]:
    """Return the games that can be typed: name, title, form, and an example."""
    return [
        {
            "name": name,
            "title": game.rules.title,
            "form": game.rules.form,
            "rules": to_html(MarkedText(game.rules.how_to_play)),
            "example": next(iter(game.rules.starts), ""),
        }
        for game in known()
        # The first alias is the short name, such as E, that people type.
        for name in (game.name, *game.aliases)
    ]
