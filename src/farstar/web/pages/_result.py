"""The card with everything that is known about a game."""

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
    """Return an error message, with the place of the mistake if it is known."""
    place = f'<span class="fault">{escape(caret)}</span>\n' if caret else ""
    return f'{place}<div class="fault words">{escape(message)}</div>'


def show_result(result: dict[str, Any]) -> None:
    """Add the cards for what the task ``evaluate.card`` found."""
    with shell.card() as card:
        card.props('aria-label="Result"')
        shell.markup(f"Value of <code>{escape(_clip(result['expression']))}</code>", "h2")
        _value(result)
        words = result["outcome"]
        outcome = result["report"]["outcome"]
        letter = f'<span class="soft">outcome {escape(outcome)}</span>' if outcome else ""
        shell.markup(f"{escape(words[0].upper() + words[1:])} {letter}", "p").classes("outcome")
        _copies(result)
    with ui.element("div").classes("columns"):
        with ui.element("div"):
            with shell.card("Measures"):
                shell.markup(_measures(result), "dl").classes("facts pairs")
            _options(result)
        _thermograph(result)
    _construction(result)
    _explanation(result["explanation"])


def _clip(text: str, longest: int = _LONGEST_LINE) -> str:
    return text if len(text) <= longest else f"{text[:longest]}…"


def _value(result: dict[str, Any]) -> None:
    text = result["unicode"]
    if text is None:
        reason = result["report"]["value_omitted"] or "its text would be too long"
        shell.markup(escape(f"The value is left out: {reason}."), "p").classes("soft")
        return
    element = shell.markup(shell.math(result["mathml"], _clip(text, 5_000), result["ascii"]))
    sizes = "" if len(text) <= _LARGE else "medium" if result["mathml"] else "long"
    element.classes(f"value {sizes}")
    element.props('tabindex="0" role="group" aria-label="Value"')


def _copies(result: dict[str, Any]) -> None:
    """Add buttons that copy the value and the address of this page, and links to other pages."""
    buttons = [
        f'<button type="button" class="quiet small" data-copy="{escape(result[key])}">'
        f"{name}</button>"
        for key, name in (
            ("ascii", "Copy ASCII"),
            ("unicode", "Copy Unicode"),
            ("latex", "Copy LaTeX"),
        )
        if result[key] is not None
    ]
    address = shell.address(result["expression"])
    buttons.append(
        '<button type="button" class="quiet small" onclick="farstar.copy(location.origin + '
        f"'{address}')\">Copy link</button>"
    )
    buttons += [
        f'<a class="quiet small" href="{shell.address(result["expression"], name)}">{name}</a>'
        for name in ("Play", "Explore")
    ]
    shell.markup("".join(buttons)).classes("row")


def _measures(result: dict[str, Any]) -> str:
    return "".join(
        f"<dt>{escape(_label(row['label']))}</dt><dd>{_measure(row)}</dd>"
        for row in result["measures"]
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
    digits = f"<mn>{escape(numerator)}</mn>"
    if denominator:
        digits = f"<mfrac>{digits}<mn>{escape(denominator)}</mn></mfrac>"
    return shell.math(f'<math displaystyle="true">{sign}{digits}</math>', text)


def _options(result: dict[str, Any]) -> None:
    with shell.card("Canonical options"):
        for side in ("left", "right"):
            shell.markup(f'<span class="{side}">{side.capitalize()}</span>', "h3")
            options = result["options"][side]
            if not options:
                words = "none" if options == [] else "left out with the value"
                shell.markup(words, "p").classes("soft")
                continue
            items = "".join(f"<li>{_option(option, side)}</li>" for option in options)
            shell.markup(items, "ul").classes("options")


def _option(option: dict[str, Any], side: str) -> str:
    formula = shell.math(option["mathml"], option["words"], option["text"])
    wins = f'<span class="wins">wins for {side.capitalize()}</span>' if option["wins"] else ""
    text = option["text"]
    if text is None or len(text) > 2_000:
        return formula + wins
    return shell.link_to(text, formula) + wins


def _thermograph(result: dict[str, Any]) -> None:
    if result["thermograph"] is None:
        return
    with shell.card("Thermograph"):
        shell.markup(result["thermograph"])


def _construction(result: dict[str, Any]) -> None:
    """Add the construction of the thermograph, drawn when it is opened."""
    if result["thermograph"] is None:
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
                lambda figure: _show_figure(place, figure),
                lambda error: _show_error(place, error),
                text=result["expression"],
            )

    details.on("toggle", lambda _: draw())


def _show_figure(place: Element, figure: dict[str, str]) -> None:
    with place:
        with ui.element("div").classes("scroll figure wide").props('tabindex="0"'):
            shell.markup(figure["svg"])
        shell.markup(to_html(figure["caption"]), "p").classes("soft")


def _show_error(place: Element, error: TaskError) -> None:
    with place:
        shell.markup(escape(error.message), "p").classes("bad")


def _explanation(explanation: dict[str, Any]) -> None:
    with shell.card("Why"):
        shell.markup(shell.explanation(explanation))
