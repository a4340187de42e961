"""The page Papers: the claims of each paper, checked on the spot, and its tables and figures."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any
from urllib.parse import urlencode

from nicegui import ui

from farstar.formulas import to_html
from farstar.papers import PAPERS
from farstar.web import shell
from farstar.web.workbench import TaskError, settings

_NAMES = {
    "partizan-euclid": "Partizan Euclid",
    "nim-type-game": "A nim-type game",
    "real-euclid": "The real game Euclid",
    "partizan-geography": "Partizan Geography",
    "beyond": "Beyond the papers",
}
_SIGNS = {
    "holds": ("✓", "holds"),
    "corrected": ("≈", "holds as corrected"),
    "disagrees": ("✗", "disagrees"),
    "open": ("?", "an open question"),
}


def register() -> None:
    """Make the page known."""

    @ui.page("/papers", title="Papers · Farstar")
    def page(paper: str = PAPERS[0], claim: str = "") -> None:
        with shell.frame("Papers"):
            shell.lead(
                "Every claim of four papers, and of our own, is a program here. Check one, or all, "
                "and open a position that it speaks of."
            )
            _tabs(paper)
            if paper in PAPERS:
                _Paper(paper, claim)
            else:
                shell.markup(escape(f"There is no paper called {paper[:60]!r}."), "p")


def _tabs(chosen: str) -> None:
    links = "".join(
        f'<li><a href="/papers?paper={name}"{" aria-current=page" if name == chosen else ""}>'
        f"{escape(_NAMES[name])}</a></li>"
        for name in PAPERS
    )
    shell.markup(f'<ul class="chips words">{links}</ul>', "nav").props(
        'aria-label="Papers"'
    ).classes("tabs")


class _Paper:
    """The claims of one paper."""

    def __init__(self, paper: str, claim: str) -> None:
        self._paper = paper
        self._wanted = claim
        self._left: list[str] = []
        self._counts = dict.fromkeys(_SIGNS, 0)
        self._verdicts: dict[str, ui.html] = {}
        self._details: dict[str, ui.html] = {}
        self._working = shell.Work("Reading the paper")
        self._contents = ui.element("div")
        self._working.start("papers.claims", self._show, self._fail, paper=paper)

    def _fail(self, error: TaskError) -> None:
        self._left = []
        with self._contents:
            shell.markup(escape(f"{error.message[:1].upper()}{error.message[1:]}."), "p")

    def _show(self, found: dict[str, Any]) -> None:
        with self._contents:
            with shell.card(found["title"]):
                with ui.element("div").classes("row"):
                    shell.button(
                        f"Check all {len(found['claims'])} claims",
                        partial(self._check, [claim["label"] for claim in found["claims"]]),
                    )
                self._said = shell.markup("", "p").props('role="status"').classes("soft tally")
                self._checking = shell.Work("Checking")
                for claim in found["claims"]:
                    self._claim(claim)
            if found["exhibits"]:
                with shell.card("Tables and figures"):
                    for exhibit in found["exhibits"]:
                        self._exhibit(exhibit)

    def _claim(self, claim: dict[str, Any]) -> None:
        label = claim["label"]
        with ui.element("details").classes("claim") as details:
            with ui.element("summary"):
                self._verdicts[label] = shell.markup(
                    '<span class="verdict" title="not checked yet">○</span>', "span"
                )
                shell.markup(
                    f"<b>{to_html(label)}</b> {to_html(claim['statement'])}{_tag(claim)}", "span"
                )
            self._details[label] = shell.markup(_facts(claim))
            with ui.element("div").classes("row"):
                check = shell.button(
                    "Check", partial(self._check, [label]), quiet=True, name=f"Check {label}"
                )
                check.classes("small")
                address = f"/papers?{urlencode({'paper': self._paper, 'claim': label})}"
                shell.markup(
                    '<button type="button" class="quiet small" onclick="farstar.copy('
                    f"location.origin + '{escape(address)}')\">Copy link</button>"
                )
        if label == self._wanted:
            details.props("open")
            ui.run_javascript(f"getHtmlElement({details.id}).scrollIntoView({{block: 'center'}})")

    def _check(self, labels: list[str]) -> None:
        self._left = list(labels)
        self._counts = dict.fromkeys(_SIGNS, 0)
        self._next()

    def _next(self) -> None:
        if not self._left:
            return
        label = self._left.pop(0)
        self._checking.start(
            "papers.check",
            self._checked,
            partial(self._unchecked, label),
            seconds=settings().longest_time,
            paper=self._paper,
            label=label,
        )

    def _checked(self, found: dict[str, Any]) -> None:
        verdict = found["verdict"]
        self._counts[verdict] += 1
        sign, words = _SIGNS[verdict]
        if verdict == "corrected":
            words = f"{found['status']}, {words}"
        self._verdicts[found["label"]].content = (
            f'<span class="verdict {verdict}" title="{words}">{sign}'
            f'<span class="hidden">{words}:</span></span>'
        )
        self._details[found["label"]].content = _facts(found)
        self._tell(f"{len(self._left)} to go" if self._left else "done")
        self._next()

    def _unchecked(self, label: str, error: TaskError) -> None:
        self._left = []
        self._tell(f"{label}: {error.message}")

    def _tell(self, words: str) -> None:
        counts = ", ".join(f"{count} {name}" for name, count in self._counts.items() if count)
        self._said.content = escape("; ".join(part for part in (counts, words) if part))

    def _exhibit(self, exhibit: dict[str, str]) -> None:
        """Add a table or figure, drawn when somebody opens it."""
        with ui.element("details").classes("claim") as details:
            with ui.element("summary"):
                shell.markup(
                    f"<b>{to_html(exhibit['label'])}</b> {to_html(exhibit['caption'])}", "span"
                )
            work = shell.Work("Drawing")
            place = ui.element("div").classes("figure scroll")
            place.props('tabindex="0" role="group"')
            place.props["aria-label"] = exhibit["label"]
            if exhibit["note"]:
                shell.markup(to_html(exhibit["note"]), "p").classes("soft note")
        place.set_visibility(False)

        def show(found: dict[str, str]) -> None:
            place.clear()
            place.set_visibility(True)
            with place:
                shell.markup(found["html"])

        def fail(error: TaskError) -> None:
            place.clear()
            place.set_visibility(True)
            with place:
                shell.markup(escape(error.message), "p").classes("bad")

        def draw(is_open: bool) -> None:
            if is_open and not work.is_running and not place.default_slot.children:
                work.start(
                    "papers.exhibit",
                    show,
                    fail,
                    seconds=settings().longest_time,
                    paper=self._paper,
                    name=exhibit["name"],
                )

        details.on("toggle", lambda e: draw(bool(e.args)), js_handler="e => emit(e.target.open)")


def _tag(claim: dict[str, Any]) -> str:
    """Return a word for what is wrong with a statement, or that it is a question."""
    status = claim["status"]
    words = {"question": "open question"}.get(status, status if claim["correction"] else "")
    return f' <span class="tag">{words}</span>' if words else ""


def _facts(claim: dict[str, Any]) -> str:
    """Return what is known of a claim, as HTML."""
    status = claim["status"]
    own = ("proved", "proof sketched", "checked", "question")
    known = "Known as" if status in own else "As printed"
    play = f'<a href="{shell.address(claim["live"], "Play")}">play it</a>'
    relation = f'<span class="soft">({claim["relation"]})</span>'
    rows = {
        "Compared": to_html(claim["compared"]),
        "Range": to_html(claim["range"]),
        known: escape(status),
        "What is right": to_html(claim["correction"] or ""),
        "Counterexample": to_html(claim.get("counterexample") or ""),
        "Cases": f"{claim['cases']:,} in {claim['seconds']:.2f} s" if "cases" in claim else "",
        "Look at": f"{shell.link_to(claim['live'])}, or {play} {relation}",
    }
    listed = "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in rows.items() if text)
    return f'<dl class="facts">{listed}</dl>'
