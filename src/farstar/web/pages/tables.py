"""The page Tables: any invariant over two parameters, as a map of coloured cells."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from functools import partial
from html import escape
from typing import Any
from urllib.parse import urlencode

from nicegui import ui

import farstar
from farstar.formulas import to_html
from farstar.invariants import INVARIANTS
from farstar.web import shell
from farstar.web.settings import LONGEST_EXPRESSION
from farstar.web.workbench import TaskError, settings

_HEAD = f'<script src="/static/tables.js?v={farstar.__version__}"></script>'

_HELP = "Point at a cell, or use the arrow keys, to read it; a click or Enter opens it."


@dataclass(frozen=True)
class _Wanted:
    """What a table shows; the address of the page has the same fields."""

    e: str = "E(p,q)"
    down: str = "p"
    down_from: int = 1
    down_to: int = 100
    across: str = "q"
    across_from: int = 1
    across_to: int = 100
    show: str = "outcome"
    where: str = ""

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of the tasks."""
        return {
            "text": self.e,
            "down": (self.down, self.down_from, self.down_to),
            "across": (self.across, self.across_from, self.across_to),
            "show": self.show,
            "where": self.where,
        }

    @property
    def address(self) -> str:
        """The address of the page with this table."""
        return f"{shell.PAGES['Tables']}?{urlencode(asdict(self))}"


_FIRST = _Wanted()
_EXAMPLES = {
    "Who wins Partizan Euclid": _FIRST,
    "Its atomic weights": replace(
        _FIRST,
        show="mean atomic weight",
        where="q < p < 2*q and gcd(p,q) == 1",
        down_to=80,
        across_to=80,
    ),
    "Euclid's Grundy values": _Wanted("Euclid(a,b)", "a", 1, 60, "b", 1, 60, "grundy"),
    "Grossman's game, k = 2": _Wanted("Grossman(a,b; k=2)", "a", 1, 100, "b", 1, 100),
    "Geography": _Wanted("A(x,y,0)", "x", 0, 20, "y", 1, 20, "value"),
    "Temperatures of Geography": _Wanted("A(x,y,2)", "x", 0, 40, "y", 1, 40, "temperature"),
}


def register() -> None:
    """Make the page known."""

    @ui.page("/tables", title="Tables · Farstar")
    def page(
        e: str = _FIRST.e,
        down: str = _FIRST.down,
        down_from: int = _FIRST.down_from,
        down_to: int = _FIRST.down_to,
        across: str = _FIRST.across,
        across_from: int = _FIRST.across_from,
        across_to: int = _FIRST.across_to,
        show: str = _FIRST.show,
        where: str = "",
    ) -> None:
        wanted = _Wanted(
            e=e[:LONGEST_EXPRESSION],
            down=down[:20],
            down_from=down_from,
            down_to=down_to,
            across=across[:20],
            across_from=across_from,
            across_to=across_to,
            show=show,
            where=where[:200],
        )
        ui.add_head_html(_HEAD)
        with shell.frame("Tables"):
            shell.lead(
                "Choose two parameters of a game and what to show of each position. "
                "Click a cell to open it."
            )
            _Tables(wanted)


class _Tables:
    """The contents of one page."""

    def __init__(self, wanted: _Wanted) -> None:
        self._wanted = wanted
        with shell.card():
            self._form()
            self._said = shell.markup("").classes("said calm").props('role="status"')
            self._working = shell.Work("Making the table")
            links = "".join(
                f'<li><a href="{escape(example.address)}">{escape(name)}</a></li>'
                for name, example in _EXAMPLES.items()
            )
            shell.markup(links, "ul").classes("chips words").props('aria-label="Examples"')
        with ui.element("section").classes("card") as self._shown:
            self._caption = shell.heading("")
            shell.markup(
                f'<p id="cell-said" class="readout" role="status">{_HELP}</p>'
                '<div class="scroll"><canvas id="cells" tabindex="0" role="application" '
                'aria-roledescription="table of cells"></canvas></div>'
                '<ul id="cell-legend" class="legend" aria-label="What the colours mean"></ul>'
            )
            with ui.element("div").classes("row"):
                for form, name in (("csv", "CSV"), ("latex", "LaTeX"), ("png", "PNG")):
                    shell.button(f"Save {name}", partial(self._export, form), quiet=True)
        self._shown.set_visibility(False)
        self._show()

    def _form(self) -> None:
        wanted = self._wanted
        with ui.element("div").classes("row"):
            shell.text_field(
                "Expression with two variables",
                wanted.e,
                on_input=partial(self._set, "e"),
                on_enter=partial(self._enter, "e"),
                delay=0,
                longest=LONGEST_EXPRESSION,
                classes="grow expression",
            )
            shell.select(
                "Show",
                {name: name for name in INVARIANTS},
                wanted.show if wanted.show in INVARIANTS else _FIRST.show,
                partial(self._enter, "show"),
            )
        with ui.element("div").classes("row"):
            with ui.element("div").classes("axis"):
                self._axis("Down", "down", wanted.down, wanted.down_from, wanted.down_to)
            with ui.element("div").classes("axis"):
                self._axis("Across", "across", wanted.across, wanted.across_from, wanted.across_to)
        with ui.element("div").classes("row"):
            shell.text_field(
                "Only where (optional)",
                wanted.where,
                on_input=partial(self._set, "where"),
                on_enter=partial(self._enter, "where"),
                placeholder="q < p < 2*q and gcd(p,q) == 1",
                delay=0,
                longest=200,
                classes="grow expression",
            )
            shell.button("Make the table", self._show)

    def _axis(self, title: str, key: str, name: str, first: int, last: int) -> None:
        for suffix, label, value in (
            ("", f"{title}: variable", name),
            ("_from", "from", str(first)),
            ("_to", "to", str(last)),
        ):
            field = shell.text_field(
                label if not suffix else f"{title}: {label}",
                value,
                on_input=partial(self._set, key + suffix),
                on_enter=partial(self._enter, key + suffix),
                delay=0,
                longest=20,
                classes="short",
            )
            if suffix:
                field.props("inputmode=numeric")

    def _set(self, key: str, text: str) -> bool:
        """Record what was typed; show an error if it is not a number."""
        change: dict[str, Any] = {key: text}
        if key.endswith(("_from", "_to")):
            digits = text.strip().removeprefix("-")
            if not (digits.isascii() and digits.isdecimal() and len(digits) <= 18):
                self._say(f"expected a whole number, got {text[:40]!r}")
                return False
            change = {key: int(text)}
        changed = replace(self._wanted, **change)
        if changed != self._wanted:
            self._wanted = changed
            self._say("")
        return True

    def _enter(self, key: str, text: str) -> None:
        if self._set(key, text):
            self._show()

    def _say(self, words: str) -> None:
        fault = f'<span class="fault words">{escape(words)}</span>' if words else ""
        self._said.content = fault

    def _show(self) -> None:
        wanted = self._wanted
        self._working.start(
            "tables.grid",
            lambda found: self._draw(wanted, found),
            self._fail,
            seconds=settings().longest_time,
            **wanted.arguments(),
        )

    def _fail(self, error: TaskError) -> None:
        self._say(error.message)

    def _draw(self, wanted: _Wanted, table: dict[str, Any]) -> None:
        self._say("")
        self._caption.content = to_html(table["caption"])
        self._shown.set_visibility(True)
        data = json.dumps({**table, **asdict(wanted)})
        address = json.dumps(wanted.address)
        ui.run_javascript(f"farstarTables.show({data}); farstar.setAddress({address})")

    def _export(self, form: str) -> None:
        wanted = self._wanted
        suffix = {"latex": "tex"}.get(form, form)
        self._working.start(
            "tables.export",
            lambda data: ui.download.content(data, f"table.{suffix}"),
            self._fail,
            seconds=settings().longest_time,
            form=form,
            **wanted.arguments(),
        )
