"""What all widgets have in common: their front end, their state, and messages from the page.

A notebook loads one ES module for a widget and knows no address from which it could import another.
So the modules of the workbench that a widget needs are joined here, without a build tool: they
become functions, one after the other, and their style sheets text. Each view has its own copy of
them, in a shadow tree, where the styles of the page and those of the widget do not meet.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any, ClassVar

import anywidget
import traitlets

import farstar as fs
from farstar import reports
from farstar.errors import FarstarError, NotationError
from farstar.sums.matches import Match
from farstar.web.tasks.boards import boards
from farstar.web.tasks.play import keys_of

_IMPORT = re.compile(r'^import \{ (?P<names>[^}]*) \} from "\./(?P<module>[\w-]+)\.js";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:const|class|async function|function) (\w+))", re.M)
_REST = re.compile(r"^(?:import|export)\b.*$", re.M)
_ROOT_IN_STATE = re.compile(r":root(\[[^\]]*\])")

_STYLES = ("base", "play", "evaluate", "explore")


@cache
def front_end() -> str:
    """Return the source of the ES module of the widgets.

    Examples
    --------
    >>> front_end().startswith("const modules = {};")
    True
    """
    parts: dict[str, str] = {}
    _add("widget", parts)
    styles = json.dumps(style_sheet())
    joined = "\n".join(f"modules[{json.dumps(name)}] = {text};" for name, text in parts.items())
    return (
        f"const modules = {{}};\nconst STYLES = {styles};\n{joined}\n"
        "export default { render: modules.widget.render };\n"
    )


def _add(name: str, parts: dict[str, str]) -> None:
    """Add a module after those that it imports, each as a function that returns its exports."""
    source = _source(name)
    for match in _IMPORT.finditer(source):
        if match["module"] not in parts:
            _add(match["module"], parts)
    exported = _EXPORT.findall(source)
    body = _EXPORT.sub("", _IMPORT.sub(_bound, source))
    strange = _REST.search(body)
    if strange:
        raise ValueError(f"expected a named import or export in {name}.js, got {strange[0]!r}")
    parts[name] = f"(() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})()"


def _bound(match: re.Match[str]) -> str:
    names = match["names"].replace(" as ", ": ")
    return f"const {{ {names} }} = modules[{json.dumps(match['module'])}];"


def _source(name: str) -> str:
    package = "farstar.notebook" if name == "widget" else "farstar.web"
    return files(package).joinpath("static", f"{name}.js").read_text(encoding="utf-8")


@cache
def style_sheet() -> str:
    """Return the style sheets of the workbench for a shadow tree, and what widgets add to them."""
    sheets = [
        files("farstar.web").joinpath("static", "css", f"{name}.css").read_text(encoding="utf-8")
        for name in _STYLES
    ]
    own = files("farstar.notebook").joinpath("static", "widget.css").read_text(encoding="utf-8")
    joined = _ROOT_IN_STATE.sub(r":host(\1)", "\n".join([*sheets, own]))
    return joined.replace(":root", ":host")


# Widgets.


_MOST_LISTED = 150
LONGEST_TEXT = 2_000
"""Characters of a message from the page that are read."""

_NOT_RUNNING = "A picture only: the widget needs a running notebook with the package anywidget."

_SECONDS = 2.0
"""How long a click may wait for the value of the new position."""


class Widget(anywidget.AnyWidget):
    """A widget of which the page shows `view`; the page sends what the user does."""

    kind: ClassVar[str] = ""
    actions: ClassVar[tuple[str, ...]] = ()
    """The methods that the page may call, with text and whole numbers as arguments."""

    position: Any
    """What is shown, if it is a position or a sum."""

    _esm = traitlets.Unicode().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    """What is shown, as plain data."""

    answers = traitlets.Int(0).tag(sync=True)
    """How many messages have been answered; the page says so if no answer comes."""

    error = traitlets.Unicode().tag(sync=True)
    """Why the last thing that the user did was refused; empty if it was not."""

    def __init__(self) -> None:
        super().__init__(_esm=front_end())
        self.on_msg(lambda _, message, __: self.receive(message))

    def receive(self, message: Any) -> None:
        """Do what a message from the page says; a mistake becomes the text of `error`."""
        try:
            name, arguments = self._read(message)
            getattr(self, name)(**arguments)
        except FarstarError as error:
            self.error = reports.message(error)
        else:
            self.error = ""
        self.answers += 1

    def _read(self, message: Any) -> tuple[str, dict[str, str | int]]:
        arguments = dict(message) if isinstance(message, dict) else {}
        name = arguments.pop("do", None)
        if name not in self.actions:
            raise NotationError(f"expected one of {', '.join(self.actions)}, got {name!r:.60}")
        for key, value in arguments.items():
            if not isinstance(value, str | int) or len(str(value)) > LONGEST_TEXT:
                raise NotationError(f"expected a short text or a number for {key:.60}")
        return str(name), arguments

    def static(self) -> dict[str, str]:
        """Return what a page without a kernel shows, by media type: a picture that says so."""
        game: Any = self.position
        if isinstance(game, fs.Sum):
            html = f"{game._repr_html_() or ''}<p><small>{_NOT_RUNNING}</small></p>"
            return {**with_note(str(game), None), "text/html": html}
        return with_note(str(game), game._repr_svg_())

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data is not None:
            data.update(self.static())
        return bundle


def with_note(name: str, picture: str | None) -> dict[str, str]:
    """Return a picture by media type, with a note that nothing can be clicked."""
    text = {"text/plain": f"{reports.shorten(name)} ({_NOT_RUNNING})"}
    if picture is None:
        return text
    # Pages that refuse HTML of strangers show the plain picture.
    html = f"<figure>{picture}<figcaption><small>{_NOT_RUNNING}</small></figcaption></figure>"
    return {**text, "text/html": html, "image/svg+xml": picture}


def facts(game: Any) -> dict[str, str | None]:
    """Return who wins a game, and its value, mean and temperature as far as they are found.

    Examples
    --------
    >>> data = facts(fs.Domineering("2x2"))
    >>> data["who"], data["value"]
    ('the first player wins', '±1')
    """
    data = reports.glance(game, seconds=_SECONDS).to_data()
    return {**data, "who": reports.WHO_WINS.get(data["outcome"] or "")}


def match_view(match: Match) -> dict[str, Any]:
    """Return what the page shows of a game: its boards, its moves, and what is known about it."""
    keys = {} if match.is_draw else keys_of(match)
    return {
        "text": reports.shorten(str(match.game)),
        "boards": boards(match, tuple(keys), tuple(keys.values())),
        "moves": [
            {"key": key, "text": str(reports.shorten(move.text))}
            for move, key in islice(keys.items(), _MOST_LISTED)
        ],
        "facts": facts(match.game),
    }


def playable(game: Any) -> fs.Position | fs.Sum:
    """Return a game as a position or a sum: text is read, and a value is a position."""
    parsed = fs.parse(game) if isinstance(game, str) else game
    if isinstance(parsed, fs.Value):
        return reports.as_position(parsed)
    if not isinstance(parsed, fs.Position | fs.Sum):
        raise NotationError(f"expected a position, a sum or a value, got {game!r:.60}")
    return parsed
