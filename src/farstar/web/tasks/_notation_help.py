"""What can be typed: the notation in a few rows, and the names of all games."""

from __future__ import annotations

from html import escape
from typing import Any

from farstar.expressions import known
from farstar.formulas import MarkedText, to_html

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
