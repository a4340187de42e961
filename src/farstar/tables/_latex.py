"""Tables in LaTeX: floating, on a page of their own across, or over several pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from farstar.formulas import to_latex
from farstar.tables._cells import tex, written
from farstar.tables._markup import column_blocks, to_the_right
from farstar.values import Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from farstar.tables._table import Table

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
        *([rf"  \caption{{{to_latex(table.caption, tex)}}}"] if table.caption else []),
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
        title = [rf"  \caption{{{to_latex(table.caption, tex)}}}{label} \\"]
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
