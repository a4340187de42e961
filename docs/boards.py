"""The directive ``board``: pictures of positions, drawn when the pages are built.

Each line is a position, and after two dashes there may be a remark::

    ```{board}
    Domineering(2x3) -- whoever moves first wins
    Clobber(xox|oxo)
    ```

The pictures are those of notebooks and of the browser. The option ``link`` leads from each
picture to the page of its game, and shows the name of the game below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

import farstar as fs
from farstar.rules import Position


def picture(text: str) -> str:
    """Return the picture of a position or of the components of a sum, as SVG."""
    game = fs.parse(text)
    parts = [term.component for term in game.terms] if isinstance(game, fs.Sum) else [game]
    pictures = [part._repr_svg_() for part in parts if isinstance(part, Position)]
    if not pictures or None in pictures:
        raise ValueError(f"expected a position with a picture, got {text!r}")
    return "".join(filter(None, pictures))


def figure(line: str, folder: str | None = None) -> str:
    """Return one picture with its caption.

    Parameters
    ----------
    line : str
        The position, and perhaps two dashes and a remark.
    folder : str, optional
        The address of the pages of games, if the picture is a link to one.
    """
    text, _, remark = (part.strip() for part in line.partition(" -- "))
    drawn = picture(text)
    if folder is not None:
        game = fs.parse(text)
        return (
            f'<a class="board" href="{escape(folder)}/{type(game).__name__}.html">{drawn}'
            f"<span>{escape(game.rules.title)}</span></a>"
        )
    words = f"<code>{escape(text)}</code>" + (f"<br>{escape(remark)}" if remark else "")
    return f'<figure class="board">{drawn}<figcaption>{words}</figcaption></figure>'


def row(lines: Sequence[str], folder: str | None = None) -> str:
    """Return a row of pictures."""
    return f'<div class="board-row">{"".join(figure(line, folder) for line in lines)}</div>'


class BoardDirective(SphinxDirective):
    """Draws the positions that are its lines."""

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"link": directives.flag}

    def run(self) -> list[nodes.Node]:
        """Return the pictures."""
        lines = [line for line in map(str.strip, self.content) if line]
        try:
            text = row(lines, "games" if "link" in self.options else None)
        except ValueError as error:
            raise self.error(str(error)) from None
        return [nodes.raw("", text, format="html")]
