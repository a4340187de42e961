"""Tables as text, Markdown and HTML, and for rich."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from farstar.formulas import to_html, to_markdown
from farstar.tables._cells import Notation, is_numeric

if TYPE_CHECKING:
    from rich.table import Table as RichTable

    from farstar.tables._table import Table

_MARKDOWN = str.maketrans({c: "\\" + c for c in "\\`*_{}[]<>|#~^$"})

_STYLE = """body { font-family: sans-serif; margin: 2rem; color: #1f2937; background: #fff; }
table { border-collapse: collapse; }
caption { text-align: left; padding-bottom: 0.5rem; }
th, td { padding: 0.2rem 0.6rem; text-align: left; }
thead tr { border-top: 2px solid; border-bottom: 1px solid; }
tbody tr:last-child { border-bottom: 2px solid; }
td.number, th.number { text-align: right; }"""


def to_the_right(table: Table) -> list[bool]:
    """Tell for each column whether it is set to the right: grids always, numbers too."""
    if table.axes is not None:
        return [True] * len(table.headings)
    columns = list(zip(*table.rows, strict=True)) if table.rows else [()] * len(table.headings)
    return [any(map(is_numeric, c)) and all(x is None or is_numeric(x) for x in c) for c in columns]


def text(table: Table, notation: Notation, width: int | None = None) -> str:
    """Return the table with its columns lined up; if it is too wide, in blocks of columns.

    A column that is too wide by itself is set to the left, so that its texts begin on the screen.
    """
    lines = [[cell.replace("\n", "; ") for cell in line] for line in table.texts(notation)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    sides = [">" if right else "<" for right in to_the_right(table)]
    blocks = []
    for block in column_blocks(widths, table.stubs, width):
        across = sum(widths[i] for i in block) + 2 * (len(block) - 1)
        if width is not None and across > width:
            across, sides[block[-1]] = width, "<"
        drawn = [
            "  ".join(f"{line[i]:{sides[i]}{widths[i]}}" for i in block).rstrip() for line in lines
        ]
        blocks.append("\n".join([drawn[0], "-" * across, *drawn[1:]]))
    title = f"{table.caption}\n" if table.caption else ""
    return title + "\n\n".join(blocks)


def column_blocks(widths: list[int], stubs: int, most: int | None) -> list[list[int]]:
    """Return the columns of each block: the stubs, and as many others as fit, at least one."""
    every = list(range(len(widths)))
    if most is None or stubs == len(widths):
        return [every]
    head = every[:stubs]
    room = most - sum(widths[i] + 2 for i in head)
    blocks: list[list[int]] = []
    left = 0
    for i in every[stubs:]:
        left -= widths[i] + 2
        if left < 0:
            blocks.append(list(head))
            # The last column needs no space after it.
            left = room + 2 - (widths[i] + 2)
        blocks[-1].append(i)
    return blocks or [every]


def rich_table(table: Table) -> RichTable:
    """Return the table for a console of rich."""
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(
        title=Text(table.caption) if table.caption else None,
        title_justify="left",
        title_style="",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    lines = list(table.texts("unicode"))
    for i, (heading, right) in enumerate(zip(lines[0], to_the_right(table), strict=True)):
        drawn.add_column(
            Text(heading),
            justify="right" if right else "left",
            overflow="fold",
            style="bold" if i < table.stubs else "",
        )
    for line in lines[1:]:
        drawn.add_row(*map(Text, line))
    return drawn


def markdown(table: Table) -> str:
    """Return the table in the Markdown that most programs read."""
    right = to_the_right(table)
    lines = list(table.texts("unicode"))
    head = [_plain(cell) for cell in lines[0]]
    rules = ["---:" if r else "---" for r in right]
    body = [
        [f"**{_plain(c)}**" if i < table.stubs and c else _plain(c) for i, c in enumerate(line)]
        for line in lines[1:]
    ]
    drawn = [f"| {' | '.join(cells)} |" for cells in (head, rules, *body)]
    return "\n".join([*([to_markdown(table.caption, _plain), ""] if table.caption else []), *drawn])


def _plain(cell: str) -> str:
    return cell.replace("\n", " ").translate(_MARKDOWN)


def html(table: Table) -> str:
    """Return a ``table`` element."""
    right = to_the_right(table)
    lines = list(table.texts("unicode"))
    caption = f"<caption>{to_html(table.caption)}</caption>" if table.caption else ""
    head = "".join(_cell("th", c, r, "col") for c, r in zip(lines[0], right, strict=True))
    body = "\n".join(
        "<tr>"
        + "".join(
            _cell("th", c, r, "row") if i < table.stubs else _cell("td", c, r)
            for i, (c, r) in enumerate(zip(line, right, strict=True))
        )
        + "</tr>"
        for line in lines[1:]
    )
    return (
        f'<table class="farstar">\n{caption}\n<thead>\n<tr>{head}</tr>\n</thead>\n'
        f"<tbody>\n{body}\n</tbody>\n</table>"
    )


def _cell(tag: str, text: str, right: bool, scope: str = "") -> str:
    attributes: dict[str, Any] = {}
    if scope:
        attributes["scope"] = scope
    if right:
        attributes["class"] = "number"
    written_out = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<{tag}{written_out}>{escape(text)}</{tag}>"


def page(table: Table) -> str:
    """Return a whole page that holds the table."""
    title = escape(table.caption or "Table")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n"
        f"{html(table)}\n</body>\n</html>"
    )
