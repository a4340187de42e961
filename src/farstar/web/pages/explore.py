"""The page Explore: the graph of a game, opened position by position, and a walk through it."""

from __future__ import annotations

import json
from functools import partial
from html import escape
from typing import Any

from nicegui import ui

import farstar
from farstar.formulas import formula_html
from farstar.web import shell
from farstar.web.pages._graph import Graph
from farstar.web.settings import LONGEST_EXPRESSION
from farstar.web.workbench import TaskError

_HEAD = f'<script src="/static/explore.js?v={farstar.__version__}"></script>'
_EXAMPLES = (
    "E(11,8)",
    "E(19,11)",
    "A(3,2,1)",
    "Euclid(9,2)",
    "{3||2|1} + *",
    "Domineering(...|...)",
)
_OUTCOMES = {
    "L": "Left wins, whoever starts",
    "R": "Right wins, whoever starts",
    "N": "the first player wins",
    "P": "the second player wins",
}


def register() -> None:
    """Make the page known."""

    @ui.page("/explore", title="Explore · Farstar")
    def page(e: str = _EXAMPLES[0]) -> None:
        ui.add_head_html(_HEAD)
        with shell.frame("Explore"):
            shell.lead(
                "Equal positions are drawn once. Click a position to open it, and follow the "
                "moves of either player."
            )
            _Explore(e[:LONGEST_EXPRESSION])


class _Explore:
    """The contents of one page."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._client = ui.context.client
        self._graph: Graph | None = None
        self._path: list[str] = []
        with shell.card():
            with ui.element("div").classes("row"):
                self._field = shell.text_field(
                    "Position",
                    text,
                    on_input=self._type,
                    on_enter=self._begin,
                    delay=0,
                    longest=LONGEST_EXPRESSION,
                    classes="grow expression",
                )
                shell.button("Explore", lambda: self._begin(self._text))
            self._said = shell.markup("").classes("said calm").props('role="status"')
            self._working = shell.Work("Opening the position")
            links = "".join(f"<li>{_link(text)}</li>" for text in _EXAMPLES)
            shell.markup(links, "ul").classes("chips").props('aria-label="Examples"')
        with shell.card("Positions"):
            self._picture = shell.markup("").classes("scroll")
            self._keys = shell.markup("", "p").classes("keys")
        with shell.card("Walk"):
            self._walk = ui.element("div").classes("walk").props('aria-live="polite"')
        with shell.card("The automaton of the paired outcomes") as self._machine:
            shell.markup(
                "The word is read from its end; the state reached says who wins. It belongs to "
                "Partizan Euclid.",
                "p",
            )
            self._diagram = shell.markup("").classes("figure scroll automaton")
            self._drawing = shell.Work("Drawing")
        self._machine.set_visibility(False)
        ui.on("farstar-explore", lambda event: self._click(event.args))
        self._begin(text)

    def _type(self, text: str) -> None:
        self._text = text

    def _begin(self, text: str) -> None:
        if not text.strip():
            return
        self._text = text
        self._working.start("explore.start", self._start, self._fail, text=text)

    def _start(self, nodes: list[dict[str, Any]]) -> None:
        self._graph = Graph(nodes[0]["text"])
        for facts in nodes:
            self._graph.learn(facts)
            self._graph.expand(facts["text"])
        self._path = []
        ui.run_javascript(f"farstar.setAddress({json.dumps(shell.address(self._text, 'Explore'))})")
        self._arrive(nodes[0])

    def _fail(self, error: TaskError) -> None:
        self._said.content = f'<span class="fault words">{escape(error.message)}</span>'

    def _click(self, number: object) -> None:
        if self._graph is None or not isinstance(number, int):
            return
        node = self._graph.numbered(number)
        if node is not None:
            if not self._is_move_to(node.text):
                self._path = []
            self._go(node.text)

    def _is_move_to(self, text: str) -> bool:
        """Return whether a position can be moved to from where the walk stands."""
        if self._graph is None or not self._path:
            return False
        facts = self._graph.nodes[self._path[-1]].facts
        return facts is not None and text in (*facts["left"], *facts["right"])

    def _go(self, text: str) -> None:
        """Open a position that is in the graph, and move there."""
        if self._graph is None or text not in self._graph.nodes:
            return
        facts = self._graph.nodes[text].facts
        if facts is not None:
            self._arrive(facts)
        else:
            self._working.start("explore.node", self._arrive, self._fail, text=text)

    def _arrive(self, facts: dict[str, Any]) -> None:
        graph = self._graph
        if graph is None:
            return
        self._said.content = ""
        text = facts["text"]
        graph.learn(facts)
        if graph.is_full:
            self._said.content = '<span class="words">There is no room for more positions.</span>'
        else:
            graph.expand(text)
        if not self._path or self._path[-1] != text:
            self._path.append(text)
        # Not in the place of the button that was clicked: it goes when the walk is shown anew.
        with self._client:
            self._picture.content = graph.svg(text)
            self._keys.content = _keys(has_spine=facts["word"] is not None)
            self._show_walk(facts)
            self._show_machine(facts)
            ui.run_javascript("farstarExplore.shown()")

    def _show_walk(self, facts: dict[str, Any]) -> None:
        text = facts["text"]
        self._walk.clear()
        with self._walk:
            if len(self._path) > 1:
                trail = (escape(step if len(step) < 40 else "…") for step in self._path[-8:])
                shell.markup(" → ".join(trail), "p").classes("trail")
            rows = {
                "Position": f"{shell.link_to(text)}, or "
                f'<a href="{shell.address(text, "Play")}">play it</a>',
                "Outcome": escape(_outcome(facts["outcome"])),
                "Value": shell.math(None, facts["value"])
                if facts["value"]
                else "too long to find or to write here",
                "Word": formula_html(facts["word"]) if facts["word"] else "",
            }
            entries = "".join(f"<dt>{n}</dt><dd>{t}</dd>" for n, t in rows.items() if t)
            shell.markup(f'<dl class="facts pairs">{entries}</dl>')
            for name, options in (("Left", facts["left"]), ("Right", facts["right"])):
                self._moves(name, options)
            if facts["hidden"]:
                shell.markup(escape(f"{facts['hidden']} more moves are not shown."), "p")
            if len(self._path) > 1:
                shell.button("Back", self._back, quiet=True)

    def _moves(self, player: str, options: list[str]) -> None:
        with ui.element("div").classes("row moves"):
            shell.markup(escape(player if options else f"{player} has no move."), "span").classes(
                player.lower()
            )
            for option in options:
                label = option if len(option) <= 40 else f"{option[:39]}…"
                shell.button(
                    label, partial(self._go, option), quiet=True, name=f"{player} moves to {label}"
                )

    def _back(self) -> None:
        self._path.pop()
        self._go(self._path.pop())

    def _show_machine(self, facts: dict[str, Any]) -> None:
        self._machine.set_visibility(facts["word"] is not None)
        if facts["word"] is None:
            return
        state = -1 if facts["state"] is None else facts["state"]
        if self._diagram.content:
            ui.run_javascript(f"farstarExplore.light({state})")
        else:
            self._drawing.start("explore.automaton", partial(self._draw, state), self._fail)

    def _draw(self, state: int, diagram: dict[str, str]) -> None:
        self._diagram.content = diagram["svg"]
        ui.run_javascript(f"farstarExplore.light({state})")


def _outcome(letter: str | None) -> str:
    return "not found in time" if letter is None else f"{_OUTCOMES[letter]} ({letter})"


def _keys(*, has_spine: bool) -> str:
    """Return what the lines in the graph mean."""
    spine = '<span class="key">▬ the spine, with a thick frame</span>' if has_spine else ""
    return (
        '<span class="key left">— Left moves</span><span class="key right">- - Right moves</span>'
        f'<span class="key">— both may move</span>{spine}'
    )


def _link(text: str) -> str:
    return f'<a href="{shell.address(text, "Explore")}">{escape(text)}</a>'
