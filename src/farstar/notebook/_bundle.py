"""The front end of the widgets as one ES module: our own modules, joined without a build tool.

A notebook loads one module for a widget and knows no address from which it could import another.
So the modules of the workbench that a widget needs become functions here, one after the other, and
their style sheets text. Each view has its own copy of them, in a shadow tree, where the styles of
the page and those of the widget do not meet.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

_IMPORT = re.compile(r'^import \{ (?P<names>[^}]*) \} from "\./(?P<module>[\w-]+)\.js";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:const|class|async function|function) (\w+))", re.M)
_REST = re.compile(r"^(?:import|export)\b.*$", re.M)
_ROOT_IN_STATE = re.compile(r":root(\[[^\]]*\])")

_STYLES = ("base", "play", "evaluate", "explore")


@cache
def module() -> str:
    """Return the source of the ES module of the widgets.

    Examples
    --------
    >>> module().startswith("const modules = {};")
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
