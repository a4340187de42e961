"""Tables as text, Markdown, HTML, LaTeX and comma-separated values, and for rich.

A spreadsheet computes a cell that begins with ``=``, ``+``, ``-`` or ``@``, and values such as
``+-1`` or ``-*`` begin like that. Numbers are written as they are: digits with a sign, a decimal
point and an exponent, or a fraction. Any other such text gets an apostrophe in front, which
spreadsheets hide. So does a text that begins with apostrophes before such a character: `read_csv`
removes one apostrophe and gets every text back.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from farstar.formulas import escape_latex as tex
from farstar.formulas import fitted_latex, to_html, to_latex, to_markdown
from farstar.tables._cells import Notation, is_numeric, written
from farstar.values import Value

if TYPE_CHECKING:
    from collections.abc import Sequence

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


# Sizes in points, of a page with the usual margins and letters of ten points.
_PORTRAIT, _LANDSCAPE = 345, 550
_MOST_ROWS, _MOST_ROWS_ACROSS = 42, 24
_LETTER, _BETWEEN = 6, 12


def latex(table: Table, *, macros: bool = False) -> str:
    """Return the table with the rules of booktabs.

    A table that is too wide is turned (pdflscape); one that is longer than a page, or too wide even
    for that, goes over several pages in blocks of columns (longtable). The cells of a column that
    is wider than a page become paragraphs.
    """
    lines = _lines(table, macros=macros)
    widths = [
        _LETTER * max(map(len, column)) for column in zip(*table.texts("unicode"), strict=True)
    ]
    total = sum(width + _BETWEEN for width in widths)
    if total <= _PORTRAIT and len(table.rows) <= _MOST_ROWS:
        return "\n".join(_floating(table, lines))
    if total <= _LANDSCAPE and len(table.rows) <= _MOST_ROWS_ACROSS:
        inside = _floating(table, lines)
        return "\n".join([r"\begin{landscape}", *inside, r"\end{landscape}"])
    # `column_blocks` counts two units between columns.
    padded = [width + _BETWEEN - 2 for width in widths]
    blocks = column_blocks(padded, table.stubs, _PORTRAIT)
    parts = []
    for block in blocks:
        columns, last = _columns(table, block), block[-1]
        room = _PORTRAIT - sum(widths[i] + _BETWEEN for i in block[:-1]) - _BETWEEN
        if widths[last] > room > 0:
            columns = f"{columns[:-1]}p{{{room}pt}}"
            for line in lines[1:]:
                line[last] = _paragraph(line[last])
        parts.append("\n".join(_long(table, lines, block, columns, is_first=block is blocks[0])))
    return "\n\n".join(parts)


_COLUMN, _BOTH_COLUMNS = 225, 470
_MOST_ROWS_IN_COLUMN = 40


def latex_in_two_columns(table: Table, *, macros: bool = False) -> str:
    """Return the table for a paper in two columns, as one or several floats.

    Widths are estimated, so the tabular is scaled down if it is wider than its place after all.
    """
    lines = _lines(table, macros=macros)
    widths = [
        _LETTER * max(map(len, column)) for column in zip(*table.texts("unicode"), strict=True)
    ]
    total = sum(width + _BETWEEN for width in widths)
    star = "" if total <= _COLUMN else "*"
    room = _COLUMN if total <= _COLUMN else _BOTH_COLUMNS
    blocks = column_blocks([width + _BETWEEN - 2 for width in widths], table.stubs, room)
    head, rows = lines[0], lines[1:]
    starts = range(0, max(len(rows), 1), _MOST_ROWS_IN_COLUMN)
    floats: list[str] = []
    for block in blocks:
        for start in starts:
            part = [head, *rows[start : start + _MOST_ROWS_IN_COLUMN]]
            floats.append(_fitted_float(table, part, block, star, is_first=not floats))
    return "\n\n".join(floats)


def _fitted_float(
    table: Table, lines: list[list[str]], block: Sequence[int], star: str, *, is_first: bool
) -> str:
    title = []
    if table.caption:
        title = [rf"  \caption{{{to_latex(table.caption)}}}"]
        if table.label and is_first:
            title.append(rf"  \label{{{table.label}}}")
        if not is_first:
            title = [r"  \addtocounter{table}{-1}", r"  \caption{(continued)}"]
    tabular = [
        rf"  \begin{{tabular}}{{{_columns(table, block)}}}",
        r"    \toprule",
        f"    {_row(lines[0], block)}",
        r"    \midrule",
        *(f"    {_row(line, block)}" for line in lines[1:]),
        r"    \bottomrule",
        r"  \end{tabular}",
    ]
    return "\n".join(
        [
            rf"\begin{{table{star}}}[tbp]",
            r"  \centering",
            *title,
            *fitted_latex(tabular),
            rf"\end{{table{star}}}",
        ]
    )


def _paragraph(cell: str) -> str:
    r"""Return a cell that may be broken after commas and bars.

    Examples
    --------
    >>> print(_paragraph(r"$\left\{1,{\ast}\,\middle|\,0\right\}$"))
    {\raggedright $\{1,\allowbreak {\ast}\,|\,\allowbreak 0\}$\par}
    """
    for tall, plain in ((r"\left\{", r"\{"), (r"\right\}", r"\}"), (r"\middle|", "|")):
        cell = cell.replace(tall, plain)
    breakable = re.sub(r"(?<!\\),(?! )|\|\\,", r"\g<0>\\allowbreak ", cell)
    return rf"{{\raggedright {breakable}\par}}"


def _lines(table: Table, *, macros: bool) -> list[list[str]]:
    """Return headings and cells."""
    lines = [list(line) for line in table.texts("latex")]
    if macros:
        for line, row in zip(lines[1:], table.rows, strict=True):
            for i, cell in enumerate(row):
                if isinstance(cell, Value):
                    line[i] = f"${cell.latex(macros=True)}$"
    if table.axes is not None:
        corner = rf"${_variable(table.axes.row)} \backslash {_variable(table.axes.column)}$"
        assert lines[0][0] == written(table.headings[0], "latex")
        lines[0][0] = corner
    return lines


def _columns(table: Table, block: Sequence[int]) -> str:
    right = to_the_right(table)
    return "".join("r" if right[i] else "l" for i in block)


def _row(line: Sequence[str], block: Sequence[int]) -> str:
    return " & ".join(line[i] for i in block) + r" \\"


def _floating(table: Table, lines: list[list[str]]) -> list[str]:
    every = range(len(table.headings))
    return [
        r"\begin{table}[htbp]",
        r"  \centering",
        *([rf"  \caption{{{to_latex(table.caption)}}}"] if table.caption else []),
        *([rf"  \label{{{table.label}}}"] if table.label else []),
        rf"  \begin{{tabular}}{{{_columns(table, every)}}}",
        r"    \toprule",
        f"    {_row(lines[0], every)}",
        r"    \midrule",
        *(f"    {_row(line, every)}" for line in lines[1:]),
        r"    \bottomrule",
        r"  \end{tabular}",
        r"\end{table}",
    ]


def _long(
    table: Table, lines: list[list[str]], block: Sequence[int], columns: str, *, is_first: bool
) -> list[str]:
    head = [r"  \toprule", f"  {_row(lines[0], block)}", r"  \midrule"]
    title = []
    if table.caption and is_first:
        label = rf"\label{{{table.label}}}" if table.label else ""
        title = [rf"  \caption{{{to_latex(table.caption)}}}{label} \\"]
    return [
        rf"\begin{{longtable}}{{{columns}}}",
        *title,
        *head,
        r"  \endfirsthead",
        *head,
        r"  \endhead",
        r"  \bottomrule",
        r"  \endfoot",
        *(f"  {_row(line, block)}" for line in lines[1:]),
        r"\end{longtable}",
    ]


def _variable(name: str) -> str:
    return name if len(name) == 1 else rf"\mathit{{{tex(name)}}}"


_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:/[0-9]+|(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)", re.ASCII)
_MARKED = re.compile(r"'+[=+\-@\t\r]")


def write_csv(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as comma-separated values; None is an empty cell.

    Examples
    --------
    >>> print(write_csv([("n", "value"), (-1, "+-1"), (2, "-1/2")]), end="")
    n,value
    -1,'+-1
    2,-1/2
    """
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    quoted_lines = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL)
    for row in rows:
        cells = ["" if cell is None else _harmless(str(cell)) for cell in row]
        # Python itself quotes only the character that ends its lines.
        has_return = any("\r" in cell for cell in cells)
        (quoted_lines if has_return else lines).writerow(cells)
    return out.getvalue()


def read_csv(text: str) -> list[list[str]]:
    """Return the cells that `write_csv` has written, as texts.

    Examples
    --------
    >>> read_csv(write_csv([["=1+1", "'quoted'", "-3"]]))
    [['=1+1', "'quoted'", '-3']]
    """
    rows = csv.reader(io.StringIO(text, newline=""))
    return [[cell[1:] if _MARKED.match(cell) else cell for cell in row] for row in rows]


def _harmless(text: str) -> str:
    is_number = _NUMBER.fullmatch(text) is not None
    return f"'{text}" if _FORMULA.match(text) and not is_number else text
