"""The card with all that is known of a game."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui
from nicegui.element import Element

from farstar.web import shell
from farstar.web.mathematics import typeset
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
        letter = f'<span class="soft">outcome {escape(found["report"]["outcome"])}</span>'
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
    report = found["report"]
    omitted = report["omitted"]
    rows: list[tuple[str, str]] = []
    if report["left_stop"] is not None and report["right_stop"] is not None:
        stops = f"Left {_number(report['left_stop'])}, Right {_number(report['right_stop'])}"
        rows.append(("Stops", stops))
    else:
        rows.append(("Stops", _left_out(omitted.get("left_stop"))))
    for name, key in (("Mean", "mean"), ("Temperature", "temperature")):
        shown = report[key]
        reason = omitted.get(key) or omitted.get("thermograph")
        rows.append((name, _left_out(reason) if shown is None else _number(shown)))
    weight = found["atomic_weight"]
    if weight is None:
        rows.append(
            (
                "Atomic weight",
                f'<span class="soft">none ({escape(omitted["atomic_weight"])})</span>',
            )
        )
    else:
        rows.append(
            ("Atomic weight", shell.math(weight["mathml"], weight["words"], weight["text"]))
        )
    rows += [(name, text) for name, text in _more(report)]
    return "".join(f"<dt>{escape(name)}</dt><dd>{text}</dd>" for name, text in rows)


def _more(report: dict[str, Any]) -> list[tuple[str, str]]:
    rows = []
    if report["grundy"] is not None:
        rows.append(("Grundy value", _number(str(report["grundy"]))))
    for name, detail in (report["position"] or {}).items():
        if name == "game":  # the heading says it
            continue
        shown = ", ".join(map(str, detail)) if isinstance(detail, list) else str(detail)
        rows.append((name.replace("_", " ").capitalize(), typeset(_clip(shown))))
    for name, key in (("Born on day", "birthday"), ("Followers", "followers")):
        if report[key] is not None:
            rows.append((name, _number(str(report[key]))))
    if report["misere_outcome"] is not None:
        of_form = " (of the form)" if report["kind"] == "value" else ""
        rows.append((f"Misère outcome{of_form}", escape(report["misere_outcome"])))
    return rows


def _number(text: str) -> str:
    """Return a rational number as a formula."""
    text = _clip(text, 60)
    sign = '<mo form="prefix">−</mo>' if text.startswith("-") else ""
    numerator, _, denominator = text.lstrip("-").partition("/")
    shown = f"<mn>{escape(numerator)}</mn>"
    if denominator:
        shown = f"<mfrac>{shown}<mn>{escape(denominator)}</mn></mfrac>"
    return shell.math(f'<math displaystyle="true">{sign}{shown}</math>', text)


def _left_out(reason: str | None) -> str:
    return f'<span class="soft">left out: {escape(reason or "not known")}</span>'


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
        shell.markup(typeset(made["caption"]), "p").classes("soft")


def _show_error(place: Element, error: TaskError) -> None:
    with place:
        shell.markup(escape(error.message), "p").classes("bad")


def _explanation(explanation: dict[str, Any]) -> None:
    with shell.card("Why"):
        shell.markup(shell.explanation(explanation))
