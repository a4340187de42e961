"""The HTML documents of the workbench: one frame, and in it a page that its module fills.

The same documents are served by ``farstar serve`` and written by ``farstar static``; they contain
no script but ours, and everything in them is found relative to the first page.
"""

from __future__ import annotations

from html import escape

import farstar

PAGES = {
    "evaluate": "Evaluate",
    "play": "Play",
    "explore": "Explore",
    "tables": "Tables",
    "papers": "Papers",
}
"""The pages in the order of the navigation: the names of their modules and their titles."""

STYLES = ("base", *PAGES)
"""The style sheets, in ``static/css``."""

_MODULES = ("app", "address", "api", "dom", "shell", "work")
"""The modules that every page needs; naming them saves the browser some turns."""

_STAR = (
    '<svg class="brand-star" viewBox="0 0 64 64" aria-hidden="true"><path d="M32 4l5.500 20.500'
    'L58 32l-20.500 7.500L32 60l-5.500-20.500L6 32l20.500-7.500z"/></svg>'
)


def path_of(page: str) -> str:
    """Return the path of a page, relative to the first one."""
    return "" if page == "evaluate" else page


def page_document(page: str) -> str:
    """Return the document of a page of the workbench; its module fills the contents.

    Examples
    --------
    >>> "<title>Play · Farstar</title>" in page_document("play")
    True
    """
    modules = "".join(
        f'<link rel="modulepreload" href="static/{module}.js">'
        for module in (*_MODULES, f"pages/{page}")
    )
    script = '<script type="module" src="static/app.js"></script>'
    noscript = "<noscript><p>This page needs JavaScript.</p></noscript>"
    return _document(PAGES[page], page, noscript, modules + script, "")


def text_document(title: str, body: str) -> str:
    """Return a document that only says something; `body` is HTML."""
    return _document(title, "", f"<h1>{escape(title)}</h1>{body}", "", "/")


def _document(title: str, page: str, body: str, head: str, root: str) -> str:
    """Return a document; `root` leads from its address to the first page."""
    styles = "".join(
        f'<link rel="stylesheet" href="{root}static/css/{style}.css">' for style in STYLES
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} · Farstar</title>"
        f'<link rel="icon" href="{root}static/favicon.svg">{styles}'
        f'<script src="{root}static/theme.js"></script>{head}</head>'
        f'<body data-page="{page}" data-version="{farstar.__version__}">{_header(page, root)}'
        f'<main class="content" id="content" tabindex="-1">{body}</main>'
        f"{_footer(root)}</body></html>"
    )


def _header(active: str, root: str) -> str:
    links = "".join(
        f'<li><a href="{(root + path_of(page)) or "./"}" data-page="{page}"'
        f"{' aria-current=page' if page == active else ''}>{title}</a></li>"
        for page, title in PAGES.items()
    )
    return (
        '<header class="bar"><a class="skip" href="#content">Skip to the contents</a>'
        f'<a class="brand" href="{root or "./"}">{_STAR}<span>Farstar</span></a>'
        f'<nav aria-label="Pages"><ul>{links}</ul></nav>'
        '<button type="button" class="quiet icon" id="help-button" aria-label="Help" '
        "hidden>?</button>"
        '<button type="button" class="quiet icon" id="theme-button" '
        'aria-label="Switch between light and dark">◐</button></header>'
    )


def _footer(root: str) -> str:
    return (
        f'<footer class="foot"><span>Farstar {farstar.__version__}</span>'
        f'<a href="{root}api/docs" data-server>JSON API</a>'
        f'<a href="{root}api/health" data-server>State of the server</a></footer>'
    )
