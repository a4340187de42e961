"""The frame around every page, and the components of pages.

Pages use these rather than widgets of their own, so that they look alike, work with the keyboard
and have names for screen readers. Everything else is plain HTML: ``ui.html(..., sanitize=False)``
with text that was passed through `escape`.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any
from urllib.parse import quote

from nicegui import background_tasks, ui
from nicegui.element import Element

import farstar
from farstar.formulas import span, to_html
from farstar.web.workbench import Progress, TaskError, pool

PAGES = {
    "Evaluate": "/",
    "Play": "/play",
    "Explore": "/explore",
    "Tables": "/tables",
    "Papers": "/papers",
}
"""The pages, in the order of the navigation, and their addresses."""

_OPENING = 60.0
"""Seconds that a browser may take to open a page."""

_log = logging.getLogger("farstar.web")

_HEAD = f"""
<link rel="stylesheet" href="/static/farstar.css?v={farstar.__version__}">
<script src="/static/farstar.js?v={farstar.__version__}"></script>
"""

_STAR = (
    '<svg class="brand-star" viewBox="0 0 64 64" aria-hidden="true"><path d="M32 4l5.500 20.500'
    'L58 32l-20.500 7.500L32 60l-5.500-20.500L6 32l20.500-7.500z"/></svg>'
)


@contextmanager
def frame(active: str) -> Iterator[Element]:
    """Build a page: header, navigation, footer, and inside the ``with`` block its contents.

    Parameters
    ----------
    active : str
        The page, one of `PAGES`; its name is also the heading.
    """
    ui.add_head_html(_HEAD)
    layout = ui.context.client.layout
    with layout:
        header = ui.html(header_html(active), sanitize=False, tag="header").classes("bar")
        header.move(target_index=0)
        ui.html(_footer(), sanitize=False, tag="footer").classes("foot")
    with ui.element("div").classes("content").props('id="content" tabindex="-1"') as content:
        ui.html(escape(active), sanitize=False, tag="h1")
        _apologise_when_needed()
        yield content


def _apologise_when_needed() -> None:
    """Add a line that is shown after an internal error."""
    line = ui.html("", sanitize=False).props('role="alert"')

    def apologise() -> None:
        words = "Something went wrong in Farstar itself; the log of the server says more."
        line.content = f'<p class="bad">{escape(words)}</p>'

    ui.context.client.on_exception(apologise)


def header_html(active: str) -> str:
    """Return the header of every page."""
    links = "".join(
        f'<li><a href="{address}"{" aria-current=page" if name == active else ""}>{name}</a></li>'
        for name, address in PAGES.items()
    )
    return (
        '<a class="skip" href="#content" onclick="farstar.skip(event)">Skip to the contents</a>'
        f'<a class="brand" href="/">{_STAR}<span>Farstar</span></a>'
        f'<nav aria-label="Pages"><ul>{links}</ul></nav>'
        '<button type="button" class="quiet theme" onclick="farstar.toggleTheme()" '
        'aria-label="Switch between light and dark">◐</button>'
    )


def _footer() -> str:
    return (
        f"<span>Farstar {farstar.__version__}</span>"
        '<a href="/api/docs">JSON API</a><a href="/api/health">State of the server</a>'
    )


def error_page(error: Exception) -> None:
    """Build the page that is shown if building another one failed, without details."""
    _log.error("a page failed", exc_info=error)
    with frame("Evaluate"):
        lead("This page could not be shown. The log of the server says why.")


def lead(text: str) -> ui.html:
    """Add a paragraph that says what a page is for."""
    return ui.html(escape(text), sanitize=False, tag="p").classes("lead")


def markup(html: str, tag: str = "div") -> ui.html:
    """Add HTML of our own making; text of others in it must be passed through `escape`."""
    return ui.html(html, sanitize=False, tag=tag)


def heading(text: str, level: int = 2) -> ui.html:
    """Add a heading, with its formulas set; level 1 is the name of the page."""
    return ui.html(to_html(text), sanitize=False, tag=f"h{level}")


@contextmanager
def card(title: str = "", *, level: int = 2) -> Iterator[Element]:
    """Group things under a heading."""
    with ui.element("section").classes("card") as section:
        if title:
            heading(title, level)
        yield section


def button(
    label: str,
    on_click: Callable[[], Any] | None = None,
    *,
    quiet: bool = False,
    submits: bool = False,
    name: str | None = None,
) -> Element:
    """Add a button.

    Parameters
    ----------
    label : str
        What it says.
    on_click : callable, optional
        What it does; may be a coroutine function.
    quiet : bool
        For less frequent actions.
    submits : bool
        Whether it submits the form that it is in.
    name : str, optional
        The name for screen readers, if the label alone is not clear.
    """
    element = ui.element("button").classes("quiet" if quiet else "main-button")
    element.props["type"] = "submit" if submits else "button"
    if name is not None:
        element.props["aria-label"] = name
    with element:
        ui.html(escape(label), sanitize=False, tag="span")
    if on_click is not None:
        element.on("click", lambda _: on_click())
    return element


@contextmanager
def form(on_submit: Callable[[str], Any]) -> Iterator[Element]:
    """Group a text field and a button that submits it; so does Enter in the field.

    `on_submit` is called with the text in the first field as it is at that moment.
    """
    with ui.element("form").classes("row") as made:
        yield made
    made.on(
        "submit",
        lambda event: on_submit(str(event.args)),
        js_handler="e => { e.preventDefault(); emit(e.target.querySelector('input').value); }",
    )


def text_field(
    label: str,
    value: str = "",
    *,
    on_input: Callable[[str], Any] | None = None,
    on_enter: Callable[[str], Any] | None = None,
    delay: int = 150,
    placeholder: str = "",
    longest: int = 10_000,
    classes: str = "",
) -> Element:
    """Add a line of text with a label.

    Parameters
    ----------
    label : str
        The label above the field.
    value : str
        The initial text.
    on_input, on_enter : callable, optional
        Called with the text `delay` milliseconds after the last key, and on Enter.
    """
    with ui.element("label").classes(f"field {classes}"):
        ui.html(escape(label), sanitize=False, tag="span")
        field = ui.element("input").props(
            'type="text" autocomplete="off" autocapitalize="off" spellcheck="false"'
        )
    # As an attribute: as a property it would undo what was typed whenever the page changes.
    field.props["^value"] = value
    field.props["maxlength"] = longest
    field.props["placeholder"] = placeholder
    if on_input is not None:
        later = f"(e) => farstar.later(e.target, {int(delay)}, () => emit(e.target.value))"
        field.on("input", lambda e: on_input(str(e.args)), js_handler=later)
    if on_enter is not None:
        field.on(
            "keydown.enter", lambda e: on_enter(str(e.args)), js_handler="e => emit(e.target.value)"
        )
    return field


def fill(field: Element, text: str) -> None:
    """Put a text into a text field or a choice, as if it had been typed."""
    ui.run_javascript(f"getHtmlElement({field.id}).value = {json.dumps(text)}")


def select(
    label: str,
    choices: dict[str, str],
    value: str,
    on_change: Callable[[str], Any] | None = None,
) -> Element:
    """Add a choice; `choices` maps internal names to labels."""
    with ui.element("label").classes("field"):
        ui.html(escape(label), sanitize=False, tag="span")
        element = ui.element("select")
        with element:
            for key, text in choices.items():
                option = ui.element("option")
                option.props["value"] = key
                if key == value:
                    option.props["^selected"] = ""
                with option:
                    ui.html(escape(text), sanitize=False, tag="span")
    if on_change is not None:
        element.on(
            "change", lambda e: on_change(str(e.args)), js_handler="e => emit(e.target.value)"
        )
    return element


def math(mathml: str | None, text: str, source: str | None = None) -> str:
    """Return the HTML of a formula, or of its text where there is none; `source` is copied."""
    return span(source or text, mathml or escape(text))


def explanation(steps_data: dict[str, Any]) -> str:
    """Return the steps of an explanation as HTML, with their formulas set."""
    steps = "".join(f"<li>{_step(step)}</li>" for step in steps_data["steps"])
    return f'<ol class="steps">{steps}</ol>'


def _step(step: dict[str, Any]) -> str:
    text = f": {to_html(step['text'])}" if step["text"] else ""
    items = "".join(f"<li>{to_html(item)}</li>" for item in step["items"])
    item_list = f"<ul>{items}</ul>" if items else ""
    return f"<b>{to_html(step['title'])}</b>{text}{item_list}"


def link_to(text: str, label: str | None = None, *, page: str = "Evaluate") -> str:
    """Return the HTML of a link that opens an expression; `label` is HTML."""
    content = escape(text) if label is None else label
    attribute = f' data-evaluate="{escape(text)}"' if page == "Evaluate" else ""
    if label is not None:
        # Screen readers do not find a name in a formula.
        attribute += f' aria-label="{escape(text)}"'
    return f'<a href="{address(text, page)}"{attribute}>{content}</a>'


def address(text: str, page: str = "Evaluate") -> str:
    """Return the address of a page with an expression, to be shared."""
    return f"{PAGES[page]}?e={quote(text, safe='')}"


class Work:
    """The work that a page requests: one task at a time; a new one replaces the old one.

    While it takes longer than a moment, a line with a progress bar and a button Cancel is shown;
    cancelling stops it. When the page is closed its work is cancelled too.

    Parameters
    ----------
    name : str
        What is being done, for the line, such as ``"Evaluating"``.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._client = ui.context.client
        self._task: asyncio.Task[None] | None = None
        self._line = ui.element("div").classes("working").props('role="status"')
        self._line.set_visibility(False)
        with self._line:
            self._text = ui.html(escape(name), sanitize=False, tag="span")
            self._bar = ui.element("progress").props(f'aria-label="{escape(name)}"')
            button("Cancel", self.cancel, quiet=True)
        self._client.on_delete(self.cancel)

    @property
    def is_running(self) -> bool:
        """Whether something is being done."""
        return self._task is not None and not self._task.done()

    def cancel(self) -> None:
        """Stop what is being done."""
        if self._task is not None:
            self._task.cancel()

    def start(
        self,
        task: str,
        on_result: Callable[[Any], Awaitable[None] | None],
        on_error: Callable[[TaskError], None],
        *,
        seconds: float | None = None,
        **arguments: Any,
    ) -> None:
        """Cancel what is being done, and run a task of `farstar.web.tasks` instead.

        Parameters
        ----------
        task : str
            Its name.
        on_result, on_error : callable
            Called in the context of the page with the result, or with what went wrong; a
            cancelled task ends with an error of the kind ``"Cancelled"``.
        seconds, **arguments
            As for `Pool.run`.
        """
        self.cancel()

        async def work() -> None:
            # An address can be asked for by anybody, even by a picture in a page of another site;
            # work is done for a page that is open.
            try:
                await self._client.connected(timeout=_OPENING)
            except TimeoutError:
                return
            if self._client.is_deleted:
                return
            timer = asyncio.get_running_loop().call_later(0.3, self._show)
            try:
                result = await pool().run(
                    task,
                    arguments,
                    client=self._client.ip,
                    tab=self._client.id,
                    seconds=seconds,
                    on_progress=self._progress,
                )
            except TaskError as error:
                self._hide(timer)
                with self._client:
                    on_error(error)
            except asyncio.CancelledError:
                # A newer request has taken over the line already.
                if self._task is asyncio.current_task() and not self._client.is_deleted:
                    self._hide(timer)
                    with self._client:
                        on_error(TaskError("Cancelled", "cancelled"))
                timer.cancel()
                raise
            else:
                self._hide(timer)
                with self._client:
                    waited = on_result(result)
                    if waited is not None:
                        await waited

        # With the page as context, what goes wrong here is shown there.
        self._task = background_tasks.create(
            work(), name=f"{self._name}: {task}", context=self._client
        )

    def _show(self) -> None:
        self._bar.props.pop("value", None)
        self._bar.update()
        self._text.content = escape(f"{self._name} …")
        self._line.set_visibility(True)

    def _hide(self, timer: asyncio.TimerHandle) -> None:
        timer.cancel()
        self._line.set_visibility(False)

    @property
    def _progress(self) -> Progress:
        def progress(data: dict[str, Any]) -> None:
            self._bar.props["value"] = data["done"]
            self._bar.props["max"] = data["total"]
            self._bar.update()
            self._text.content = escape(f"{self._name}: {data['text']}")

        return progress
