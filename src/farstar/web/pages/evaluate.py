"""The page Evaluate: type a game, and see its value, who wins and why."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from nicegui import ui

from farstar.reports import shorten
from farstar.web import shell
from farstar.web.pages._result import error_html, show_result
from farstar.web.settings import LONGEST_EXPRESSION
from farstar.web.workbench import TaskError

_EXAMPLES = (
    "{3||2|1}",
    "E(11,8) + {3||2|1} - *2",
    "A(3,2,1)",
    "^^* + {1|-1}",
    "Grossman(459,2393; k=2)",
    "Tiny(2)",
)

_QUICK = 2.0
"""Seconds for reading what is typed."""


def register() -> None:
    """Make the page known."""

    @ui.page("/", title="Evaluate · Farstar")
    def page(e: str = "") -> None:
        with shell.frame("Evaluate"):
            shell.lead("Type a game, or a sum of games, and press Enter.")
            _Evaluate(e[:LONGEST_EXPRESSION])


class _Evaluate:
    """The contents of one page."""

    def __init__(self, text: str) -> None:
        with shell.card():
            with shell.form(self._evaluate):
                self._field = shell.text_field(
                    "Expression",
                    text,
                    on_input=self._check,
                    placeholder="for example E(11,8) + {3||2|1} - *2",
                    longest=LONGEST_EXPRESSION,
                    classes="grow expression",
                )
                self._field.props("aria-describedby=said autofocus")
                shell.button("Evaluate", submits=True)
            self._said = shell.markup("").classes("said")
            self._said.props('id="said" role="status"')
            self._checking = shell.Work("Reading")
            self._working = shell.Work("Evaluating")
            links = "".join(f"<li>{shell.link_to(example)}</li>" for example in _EXAMPLES)
            shell.markup(links, "ul").classes("chips").props('aria-label="Examples"')
        self._result = ui.element("div").props('aria-live="polite"')
        _history()
        ui.on("farstar-evaluate", lambda event: self._open(str(event.args)))
        if text:
            self._evaluate(text)

    def _open(self, text: str) -> None:
        text = text[:LONGEST_EXPRESSION]
        shell.fill(self._field, text)
        self._evaluate(text)

    def _check(self, text: str) -> None:
        """Parse the text typed so far."""
        if not text.strip():
            self._checking.cancel()
            self._said.content = ""
            return
        self._checking.start(
            "evaluate.check", self._show_check, self._show_failure, seconds=_QUICK, text=text
        )

    def _show_check(self, check: dict[str, Any]) -> None:
        if "normalised" in check:
            words = f"understood as {shorten(check['normalised'], 300)}"
            self._said.content = f'<span class="understood">{escape(words)}</span>'
        else:
            self._said.content = error_html(check["message"], check["caret"])

    def _show_failure(self, error: TaskError) -> None:
        if error.kind != "Cancelled":
            self._said.content = error_html(error.message)

    def _evaluate(self, text: str) -> None:
        if not text.strip():
            return
        self._check(text)
        self._working.start(
            "evaluate.card", lambda found: self._show(text, found), self._show_error, text=text
        )

    def _show_error(self, error: TaskError) -> None:
        self._result.clear()
        if error.kind in ("NotationError", "IllegalPositionError"):
            return  # shown with its place below the field
        with self._result, shell.card("No answer"):
            shell.markup(escape(f"{error.message[:1].upper()}{error.message[1:]}."), "p")

    def _show(self, text: str, card: dict[str, Any]) -> None:
        self._result.clear()
        with self._result:
            show_result(card)
        value = card["unicode"] or ""
        summary = value if 0 < len(value) <= 60 else card["outcome"]
        ui.run_javascript(
            f"farstar.remember({json.dumps(text)}, {json.dumps(summary)});"
            f"farstar.setAddress({json.dumps(shell.address(text))})"
        )


def _history() -> None:
    """Add the expressions that were evaluated in this browser, which alone stores them."""
    with shell.card("History"):
        shell.markup("", "ol").classes("history").props('id="history"')
        shell.markup("What you evaluate is listed here, in this browser only.", "p").props(
            'id="history-empty"'
        ).classes("soft")
        shell.markup(
            '<button type="button" class="quiet small" id="history-clear" hidden '
            'onclick="farstar.forget()">Clear</button>'
        )
    ui.run_javascript("farstar.showHistory()")
