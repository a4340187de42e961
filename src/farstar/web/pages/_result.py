"""The card with all that is known of a game."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui
from nicegui.element import Element

from farstar.formulas import to_html
from farstar.web import shell
from farstar.web.workbench import TaskError

_LONGEST_LINE = 160
_LARGE = 34
"""Characters of a value that is set in large letters."""


def error_html(message: str, caret: str = "") -> str:
    """Return what went wrong, with the place below the text where it is known."""
    place = f'<span class="fault">{escape(caret)}</span>\n' if caret else ""
    return f'{place}<div class="fault words">{escape(message)}</div>'


def show_result(found: dict[str, Any]) -> None:
    """Add the cards for what the task ``evaluate.card`` found."""
    with shell.card() as card:
        card.props('aria-label="Result"')
        shell.markup(f"Value of <code>{escape(_clip(found['expression']))}</code>", "h2")
        _value(found)
        words = found["outcome"]
        outcome = found["report"]["outcome"]
        letter = f'<span class="soft">outcome {escape(outcome)}</span>' if outcome else ""
        shell.markup(f"{escape(words[0].upper() + words[1:])} {letter}", "p").classes("outcome")
        _copies(found)
    with ui.element("div").classes("columns"):
        with ui.element("div"):
            with shell.card("Measures"):
                shell.markup(_measures(found), "dl").classes("facts pairs")
            _options(found)
        _thermograph(found)
    _construction(found)
    _explanation(found["explanation"])


def _clip(text: str, longest: int = _LONGEST_LINE) -> str:
    return text if len(text) <= longest else f"{text[:longest]}…"


def _value(found: dict[str, Any]) -> None:
    text = found["unicode"]
    if text is None:
        reason = found["report"]["value_omitted"] or "its text would be too long"
        shell.markup(escape(f"The value is left out: {reason}."), "p").classes("soft")
        return
    shown = shell.markup(shell.math(found["mathml"], _clip(text, 5_000), found["ascii"]))
    sizes = "" if len(text) <= _LARGE else "medium" if found["mathml"] else "long"
    shown.classes(f"value {sizes}")
    shown.props('tabindex="0" role="group" aria-label="Value"')


def _copies(found: dict[str, Any]) -> None:
    """Add buttons that copy the value and the address of this page, and lead on."""
    buttons = [
        f'<button type="button" class="quiet small" data-copy="{escape(found[key])}">'
        f"{name}</button>"
        for key, name in (
            ("ascii", "Copy ASCII"),
            ("unicode", "Copy Unicode"),
            ("latex", "Copy LaTeX"),
        )
        if found[key] is not None
    ]
    address = shell.address(found["expression"])
    buttons.append(
        '<button type="button" class="quiet small" onclick="farstar.copy(location.origin + '
        f"'{address}')\">Copy link</button>"
    )
    buttons += [
        f'<a class="quiet small" href="{shell.address(found["expression"], name)}">{name}</a>'
        for name in ("Play", "Explore")
    ]
    shell.markup("".join(buttons)).classes("row")


def _measures(found: dict[str, Any]) -> str:
    return "".join(
        f"<dt>{escape(_label(row['label']))}</dt><dd>{_measure(row)}</dd>"
        for row in found["measures"]
    )


def _label(text: str) -> str:
    text = text.replace("misere", "misère outcome").replace("(form)", "(of the form)")
    return text[0].upper() + text[1:]


def _measure(row: dict[str, Any]) -> str:
    if not row["cells"]:
        words = f"left out: {row['reason']}" if row["exists"] else f"none ({row['reason']})"
        return f'<span class="soft">{escape(words)}</span>'
    return ", ".join(f"{escape(cell['part'])} {_cell(cell)}".lstrip() for cell in row["cells"])


def _cell(cell: dict[str, Any]) -> str:
    if "number" in cell:
        return _number(cell["number"])
    if "mathml" in cell:
        return shell.math(cell["mathml"], cell["words"], cell["text"])
    return to_html(_clip(cell["words"]))


def _number(text: str) -> str:
    """Return a rational number as a formula."""
    text = _clip(text, 60)
    sign = '<mo form="prefix">−</mo>' if text.startswith("-") else ""
    numerator, _, denominator = text.lstrip("-").partition("/")
    shown = f"<mn>{escape(numerator)}</mn>"
    if denominator:
        shown = f"<mfrac>{shown}<mn>{escape(denominator)}</mn></mfrac>"
    return shell.math(f'<math displaystyle="true">{sign}{shown}</math>', text)


def _options(found: dict[str, Any]) -> None:
    with shell.card("Canonical options"):
        for side in ("left", "right"):
            shell.markup(f'<span class="{side}">{side.capitalize()}</span>', "h3")
            listed = found["options"][side]
            if not listed:
                words = "none" if listed == [] else "left out with the value"
                shell.markup(words, "p").classes("soft")
                continue
            items = "".join(f"<li>{_option(option, side)}</li>" for option in listed)
            shell.markup(items, "ul").classes("options")


def _option(option: dict[str, Any], side: str) -> str:
    shown = shell.math(option["mathml"], option["words"], option["text"])
    wins = f'<span class="wins">wins for {side.capitalize()}</span>' if option["wins"] else ""
    text = option["text"]
    if text is None or len(text) > 2_000:
        return shown + wins
    return shell.link_to(text, shown) + wins


def _thermograph(found: dict[str, Any]) -> None:
    if found["thermograph"] is None:
        return
    with shell.card("Thermograph"):
        shell.markup(found["thermograph"])


def _construction(found: dict[str, Any]) -> None:
    """Add how the thermograph is made, drawn when somebody wants to see it."""
    if found["thermograph"] is None:
        return
    with shell.card(), ui.element("details").classes("bare") as details:
        shell.markup("How the thermograph is made", "summary")
        place = ui.element("div")
        work = shell.Work("Drawing")
    asked: list[bool] = []

    def draw() -> None:
        if not asked:
            asked.append(True)
            work.start(
                "evaluate.construction",
                lambda made: _show_figure(place, made),
                lambda error: _show_error(place, error),
                text=found["expression"],
            )

    details.on("toggle", lambda _: draw())


def _show_figure(place: Element, made: dict[str, str]) -> None:
    with place:
        with ui.element("div").classes("scroll figure wide").props('tabindex="0"'):
            shell.markup(made["svg"])
        shell.markup(to_html(made["caption"]), "p").classes("soft")


def _show_error(place: Element, error: TaskError) -> None:
    with place:
        shell.markup(escape(error.message), "p").classes("bad")


def _explanation(explanation: dict[str, Any]) -> None:
    with shell.card("Why"):
        shell.markup(shell.explanation(explanation))
