"""The HTML documents of the workbench: one frame, and in it a page that its module fills.

The same documents are served by ``farstar serve`` and written by ``farstar static``; they contain
no script but ours, and everything in them is found relative to the first page.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import farstar
from farstar.plugins import merged

_INCLUDED = {
    "home": "Games",
    "play": "Play",
    "learn": "Learn",
    "evaluate": "Evaluate",
    "explore": "Explore",
    "tables": "Tables",
    "worksheet": "Worksheets",
}
PAGES = _INCLUDED | {n: page.title for n, page in merged("pages").items()} | _INCLUDED
"""The pages in the order of the navigation: the names of their modules and their titles.

The first one is the entrance; the brand leads there. An address without a path but with an
expression is one of Evaluate.
"""

_MODULES = ("app", "address", "api", "dom", "shell", "work")
"""The modules that every page needs; naming them saves the browser some turns."""

_SHOWN = {"home": ("home", "evaluate")}
"""The pages that a document may show, where these are several."""

_STYLED_LATER = ("worksheet",)
"""Pages whose style no other page needs; from there, ``app.js`` loads it when they are opened."""

_STAR = (
    '<svg class="brand-star" viewBox="0 0 64 64" aria-hidden="true"><path d="M32 4l5.500 20.500'
    'L58 32l-20.500 7.500L32 60l-5.500-20.500L6 32l20.500-7.500z"/></svg>'
)


def path_of(page: str) -> str:
    """Return the path of a page, relative to the first one."""
    return "" if page == "home" else page


@dataclass(frozen=True)
class Site:
    """Where a document is, and what it can lead to."""

    root: str = ""
    """Leads from the address of the document to the first page."""
    pages: tuple[str, ...] = tuple(PAGES)
    is_static: bool = False
    """Whether the tasks run in the browser; then every page is a folder."""
    docs: str = ""
    """The address of the documentation, relative to the first page; "" for none."""

    def address(self, page: str) -> str:
        """Return the address of a page.

        Examples
        --------
        >>> Site().address("play"), Site("../", is_static=True).address("play")
        ('play', '../play/')
        """
        path = path_of(page)
        folder = f"{path}/" if path and self.is_static else path
        return f"{self.root}{folder}" or "./"


_SERVED = Site()


def page_document(page: str, site: Site = _SERVED) -> str:
    """Return the document of a page of the workbench; its module fills the contents.

    Examples
    --------
    >>> "<title>Play · Farstar</title>" in page_document("play")
    True
    """
    modules = "".join(
        f'<link rel="modulepreload" href="{site.root}static/{module}.js">'
        for module in (*_MODULES, *(f"pages/{name}" for name in _SHOWN.get(page, (page,))))
    )
    scripts = ("pyodide", "app") if site.is_static else ("app",)
    script = "".join(
        f'<script type="module" src="{site.root}static/{name}.js"></script>' for name in scripts
    )
    noscript = "<noscript><p>This page needs JavaScript.</p></noscript>"
    return _document(PAGES[page], page, noscript, modules + script, site)


def text_document(title: str, body: str) -> str:
    """Return a document that only says something; `body` is HTML."""
    return _document(title, "", f"<h1>{escape(title)}</h1>{body}", "", Site("/"))


def _document(title: str, page: str, body: str, head: str, site: Site) -> str:
    root = site.root
    styles = "".join(
        f'<link rel="stylesheet" href="{root}static/css/{style}.css">'
        for style in (
            "base",
            *(one for one in site.pages if one == page or one not in _STYLED_LATER),
        )
    )
    transport = ' data-transport="pyodide"' if site.is_static else ""
    docs = f' data-docs="{escape(site.docs)}"' if site.docs else ""
    return (
        f'<!doctype html><html lang="en"{transport}{docs}><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} · Farstar</title>"
        f'<link rel="icon" href="{root}static/favicon.svg">{styles}'
        f'<script src="{root}static/theme.js"></script>{head}</head>'
        f'<body data-page="{page}" data-version="{farstar.__version__}">{_header(page, site)}'
        f'<main class="content" id="content" tabindex="-1">{body}</main>'
        f"{_footer(site)}</body></html>"
    )


def _header(active: str, site: Site) -> str:
    links = "".join(
        f'<li><a href="{site.address(page)}" data-page="{page}"'
        f"{' aria-current=page' if page == active else ''}>{PAGES[page]}</a></li>"
        for page in site.pages
        if page != "home"
    )
    return (
        '<header class="bar"><a class="skip" href="#content">Skip to the contents</a>'
        f'<a class="brand" href="{site.address("home")}">{_STAR}<span>Farstar</span></a>'
        f'<nav aria-label="Pages"><ul>{links}</ul></nav>'
        '<button type="button" class="quiet icon" id="help-button" aria-label="Help" '
        "hidden>?</button>"
        '<button type="button" class="quiet icon" id="theme-button" '
        'aria-label="Switch between light and dark">◐</button></header>'
    )


def _footer(site: Site) -> str:
    links = {} if site.is_static else {"api/docs": "JSON API", "api/health": "State of the server"}
    if site.docs:
        links = {site.docs: "Documentation", **links}
    anchors = "".join(
        f'<a href="{escape(site.root + target)}">{words}</a>' for target, words in links.items()
    )
    place = "<span>computed in this browser</span>" if site.is_static else ""
    version = f"<span>Farstar {farstar.__version__}</span>"
    return f'<footer class="foot">{version}{place}{anchors}</footer>'
