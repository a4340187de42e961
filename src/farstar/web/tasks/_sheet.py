"""What the page Evaluate shows about a game: values in every notation, measures and options."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from html import escape
from typing import Any

import farstar as fs
from farstar import reports
from farstar.formulas import to_html
from farstar.invariants import INVARIANTS
from farstar.web import markup

_LONGEST_FORMULA = 160
"""Characters of a value that is set as a formula; browsers do not break formulas into lines."""

_MOST_OPTIONS = 100

_TERMS = {
    "stops": "The numbers at which play stops if Left starts, and if Right starts; both players "
    "want the best number for themselves.",
    "misere play": "Who wins if a player who cannot move wins. Equal games can differ here; a "
    "value is played as its canonical form.",
    "birthday": "How many moves the longest play in the canonical form has.",
    "followers": "How many different games can be reached from the canonical form, itself "
    "included.",
    "word": "The word of letters l, r and e that describes a position of Partizan Euclid.",
}
"""Explanations of rows that are no single invariant, or need more words."""


_GLOSSARY = {
    "stops": "stop",
    "mean": "mean",
    "temperature": "temperature",
    "atomic weight": "atomic weight",
    "grundy": "Grundy value",
    "born": "birthday",
    "followers": "follower",
    "misere": "game",
    "word": "word",
    "irreducible word": "word",
}
"""The terms of the glossary that belong to labels, by how the label begins."""


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


def _meaning(label: str) -> str:
    """Return what a label means, "" where there is nothing to say."""
    for start, meaning in _TERMS.items():
        if label.lower().startswith(start):
            return meaning
    for invariant in INVARIANTS.values():
        if label in (invariant.label, invariant.name):
            return f"{invariant.words[0].upper()}{invariant.words[1:]}."
    return ""


def _docs(label: str) -> str:
    """Return the place of a label in the documentation, "" if it has none."""
    for start, term in _GLOSSARY.items():
        if label.lower().startswith(start):
            return f"glossary.html#term-{term.replace(' ', '-')}"
    return ""


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
    return escape(markup.clip(", ".join(map(str, parts))))


def options(facts: reports.Facts) -> dict[str, Any]:
    """Return the canonical options of each player, and which of them win."""
    if facts.left_options is None or facts.right_options is None:
        return {"left": None, "right": None}
    return {
        "left": [{**value_data(g), "wins": g >= 0} for g in facts.left_options[:_MOST_OPTIONS]],
        "right": [{**value_data(g), "wins": g <= 0} for g in facts.right_options[:_MOST_OPTIONS]],
    }
