"""How the pages are built: ``make docs``."""

from __future__ import annotations

import hashlib
import re
import shutil
import sys
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from farstar import __all__ as public
from farstar import __version__
from farstar.games import GAMES

project = "Farstar"
author = "The Farstar developers"
project_copyright = "the Farstar developers"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
templates_path = ["_templates"]
# A short name such as Position may mean a class of two rooms; it is shown without a link then.
# References at the end of a docstring need no mark in its text.
suppress_warnings = ["ref.footnote", "ref.python"]
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 4

# The pages of games name a class as users do, farstar.Cram, where that is its name.
autosummary_ignore_module_all = False
autosummary_context = {"public": public, "games": list(GAMES)}

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
napoleon_google_docstring = False
python_use_unqualified_type_names = True

# Everything a page needs comes with it: no fonts, scripts or mathematics from elsewhere.
html_theme = "furo"
html_title = f"Farstar {release}"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_js_files = ["versions.js", "version-switcher.js"]
html_search_scorer = str(Path(__file__).with_name("scorer.js"))
html_favicon = "../src/farstar/web/static/favicon.svg"
html_copy_source = False
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/versions.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}

MATHEMATICAL = {
    *("proofs", "weights", "multipliers", "products", "hardness", "limits-theorems", "theorems"),
    *("clobber", "theory", "errata", "findings", "papers", "values", "surveys", "bulk"),
    *("impartial", "misere", "sums", "native-rulesets", "tutorials/geography"),
}
"""Pages in whose sentences x_k, x^(k+1) and <= are shown as mathematics is printed."""

_SCRIPT = re.compile(r"(?<=[\w)\]|∫Σ↑])([_^])(→?(?:\([^()]*\)|\{[^{}]*\}|[−-]?[^\W²³]+(?:\.\d+)?))")
_SIGNS = {"<=": "≤", ">=": "≥"}


def typeset(app: Sphinx, document: nodes.document) -> None:
    """Replace scripts and signs in the text of a page; code and headings stay as they are."""
    if app.env.docname not in MATHEMATICAL:
        return
    kept = (nodes.literal, nodes.literal_block, nodes.comment, nodes.raw, nodes.title)
    for text in list(document.findall(nodes.Text)):
        above, node = [], text.parent
        while node is not None:
            above.append(node)
            node = node.parent
        if not any(isinstance(node, kept) for node in above):
            text.parent.replace(text, _parts(str(text)))


def _parts(text: str) -> list[nodes.Node]:
    for written, printed in _SIGNS.items():
        text = text.replace(written, printed)
    pieces: list[nodes.Node] = []
    # The pieces are plain text, the sign of a script, and the script, in turn.
    plain, *rest = _SCRIPT.split(text)
    pieces.append(nodes.Text(plain))
    for sign, script, after in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        inner = script[1:-1] if script[0] in "({" else script
        kind = nodes.subscript if sign == "_" else nodes.superscript
        pieces += [kind("", inner), nodes.Text(after)]
    return pieces


_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def scripts_as_files(app: Sphinx, error: Exception | None) -> None:
    """Move the scripts inside the pages to files; a server may forbid the others."""
    folder = Path(app.outdir)
    for path in [] if error else sorted(folder.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        up = "../" * (len(path.relative_to(folder).parts) - 1)

        def as_file(script: re.Match[str], up: str = up) -> str:
            digest = hashlib.sha256(script[1].encode()).hexdigest()[:12]
            name = f"_static/inline-{digest}.js"
            (folder / name).write_text(script[1].strip() + "\n", encoding="utf-8")
            return f'<script src="{up}{name}"></script>'

        moved = _INLINE.sub(as_file, text)
        if moved != text:
            path.write_text(moved, encoding="utf-8")


_FOREIGN = re.compile(
    r"""<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=["'](?:https?:)?//[^>]*>"""
)


def self_contained(app: Sphinx, error: Exception | None) -> None:
    """Refuse pages that would load something from another host."""
    for path in [] if error else sorted(Path(app.outdir).rglob("*.html")):
        foreign = _FOREIGN.search(path.read_text(encoding="utf-8"))
        if foreign:
            raise ExtensionError(f"expected {path.name} to load nothing, got {foreign[0]!r}")


PYODIDE = Path(__file__).parents[1] / "build" / "node_modules" / "pyodide"
"""Python for the browser, if `make docs` could fetch it; pages show `only` then what needs it."""


def add_workbench(app: Sphinx, error: Exception | None) -> None:
    """Put the workbench that needs no server into the folder ``try``."""
    if error is None and app.builder.format == "html" and app.tags.has("workbench"):
        from farstar.web.static_site import write_site

        write_site(Path(app.outdir) / "try", PYODIDE, "../", node=shutil.which("node"))


def drop_alias(
    app: Sphinx, what: str, name: str, member: object, options: object, lines: list[str]
) -> None:
    """Remove what Python says about a field of a named tuple that has no description."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> None:
    """Add boards, typesetting, checks of what was built, and the workbench."""
    if PYODIDE.is_dir():
        app.tags.add("workbench")
    sys.path.insert(0, str(Path(__file__).parent))
    from boards import BoardDirective

    app.add_directive("board", BoardDirective)
    app.connect("build-finished", scripts_as_files)
    app.connect("build-finished", add_workbench)
    app.connect("doctree-read", typeset)
    app.connect("autodoc-process-docstring", drop_alias)
    app.connect("build-finished", self_contained)
