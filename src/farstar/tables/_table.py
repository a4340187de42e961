"""A finished table: headings, rows and a caption, and the formats it can be written in."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from farstar.errors import MissingExtraError, NotationError
from farstar.formulas import MarkedText, source_of
from farstar.invariants import Undefined
from farstar.tables import _markup as markup
from farstar.tables._cells import Notation, plain, writer, written
from farstar.tables._markup import latex, latex_in_two_columns, write_csv

if TYPE_CHECKING:
    import pandas
    import polars
    from rich.table import Table as RichTable


_MOST_SHOWN = 10_000
"""The number of cells that a notebook shows; of a larger table it shows a corner."""

_MOST_PRINTED = 2_000
"""Cells that are printed of a table whose text was not asked for."""

_CORNER = 40

_LABEL = re.compile(r"[A-Za-z0-9.:+/_-]*")


class Axes(NamedTuple):
    """What a grid shows: its rows and columns are values of two variables."""

    row: str
    column: str
    shown: str


@dataclass(frozen=True, repr=False)
class Table:
    """A table of exact objects that can be written in several formats.

    `fs.table` returns tables of games; this class takes any headings and rows.

    Examples
    --------
    >>> table = Table(("word", "outcome"), (("le", "R"), ("re", "L")), "Two words", stubs=1)
    >>> print(table.markdown())
    Two words
    <BLANKLINE>
    | word | outcome |
    | --- | --- |
    | **le** | R |
    | **re** | L |
    >>> table.cell("re", "outcome")
    'L'
    """

    headings: tuple[object, ...]
    """The headings of the columns."""

    rows: tuple[tuple[object, ...], ...]
    """The cells; None is an empty one."""

    caption: str = ""
    """What the table shows, in one sentence."""

    stubs: int = 0
    """How many columns, from the left, head their rows."""

    axes: Axes | None = None
    """The variables of a grid; None for a list."""

    label: str = ""
    r"""The name of the table for LaTeX's ``\ref``."""

    def __post_init__(self) -> None:
        wide = len(self.headings)
        for row in self.rows:
            if len(row) != wide:
                raise ValueError(f"expected rows of {wide} cells, got one of {len(row)}")
        if not 0 <= self.stubs <= wide:
            raise ValueError(f"expected at most {wide} stubs, got {self.stubs!r}")
        if not _LABEL.fullmatch(self.label):
            start = self.label[:40]
            raise NotationError(f"expected a label of letters, digits and -.:+/_, got {start!r}")

    def cell(self, *keys: object) -> object:
        """Return the cell at the heads of a row and the heading of a column.

        Examples
        --------
        >>> fs.table(fs.Euclid, range(5), range(5), show="grundy").cell(2, 4)
        2
        """
        *heads, heading = keys
        for row in self.rows:
            if list(row[: self.stubs]) == heads and heading in self.headings:
                return row[self.headings.index(heading)]
        raise KeyError(f"expected the heads of a row and a heading, got {keys!r}")

    def records(self) -> list[dict[str, object]]:
        """Return one dictionary for each row of a list, or each filled cell of a grid.

        Examples
        --------
        >>> fs.table(fs.Euclid, [2], range(1, 3), show="grundy").records()
        [{'a': 2, 'b': 1, 'grundy': 2}, {'a': 2, 'b': 2, 'grundy': 1}]
        """
        if self.axes is None:
            names = list(map(written, self.headings))
            return [dict(zip(names, map(_known, row), strict=True)) for row in self.rows]
        down, across, name = self.axes
        return [
            {down: row[0], across: heading, name: _known(cell)}
            for row in self.rows
            for heading, cell in zip(self.headings[1:], row[1:], strict=True)
            if cell is not None
        ]

    def long(self) -> Table:
        """Return a grid as a list, one row for each filled cell.

        Examples
        --------
        >>> print(fs.table(fs.Euclid, [2], range(1, 3), show="grundy").long().csv(), end="")
        a,b,grundy
        2,1,2
        2,2,1
        """
        if self.axes is None:
            return self
        rows = tuple(tuple(record.values()) for record in self.records())
        return Table(tuple(self.axes), rows, self.caption, stubs=2, label=self.label)

    def with_caption(self, caption: str) -> Table:
        """Return the same table under another caption.

        Examples
        --------
        >>> Table(("n",), ((1,),)).with_caption("One").caption
        'One'
        """
        return replace(self, caption=caption)

    def with_label(self, label: str) -> Table:
        r"""Return the same table with a name for LaTeX's ``\ref``.

        Examples
        --------
        >>> Table(("n",), ((1,),), "One").with_label("tab:one").latex().splitlines()[2:4]
        ['  \\caption{One}', '  \\label{tab:one}']
        """
        return replace(self, label=label)

    def texts(self, notation: Notation = "ascii") -> Iterator[list[str]]:
        """Yield the headings and then the rows as texts."""
        write = writer(notation)
        for row in (self.headings, *self.rows):
            yield list(map(write, row))

    # Formats.

    def text(self, *, unicode: bool = False, width: int | None = None) -> str:
        r"""Return the table for a terminal or a plain text.

        Parameters
        ----------
        unicode : bool
            Write values with Unicode symbols such as arrows.
        width : int, optional
            How many characters a line may have. A wider table is cut into blocks of columns, one
            below the other; each repeats the columns that head the rows.

        Examples
        --------
        >>> print(fs.table(fs.PartizanEuclid, [5], range(2, 5), show="value").text(unicode=True))
        Values of PartizanEuclid(p, q) for p = 5, q = 2..4
        p \ q  2  3   4
        ---------------
            5  ∗  ↓  ⇑∗
        """
        return markup.text(self, "unicode" if unicode else "ascii", width)

    def markdown(self) -> str:
        """Return the table in Markdown, with special characters escaped."""
        return markup.markdown(self)

    def latex(self, *, macros: bool = False, two_column: bool = False) -> str:
        r"""Return the table in LaTeX; it needs the package booktabs.

        A table too wide for a page is turned (package pdflscape); one that is too long, or wider
        still, goes over several pages (package longtable). Neither works in two columns: for
        those a wide table goes over both columns, a still wider one in blocks, and no line is
        overfull (package graphicx).

        Parameters
        ----------
        macros : bool
            Write values with the macros of the package combgames-symbols.
        two_column : bool
            The paper has two columns.

        Examples
        --------
        >>> print(fs.table(fs.Euclid, [2], range(1, 3), show="grundy").latex())
        \begin{table}[htbp]
          \centering
          \caption{Grundy values of $\mathrm{Euclid}(a, b)$ for $a = 2, b = 1, \ldots, 2$}
          \begin{tabular}{rrr}
            \toprule
            $a \backslash b$ & $1$ & $2$ \\
            \midrule
            $2$ & $2$ & $1$ \\
            \bottomrule
          \end{tabular}
        \end{table}
        """
        write = latex_in_two_columns if two_column else latex
        return write(self, macros=macros)

    def html(self) -> str:
        """Return the table in HTML, escaped, with a caption and scopes for screen readers."""
        return markup.html(self)

    def csv(self) -> str:
        """Return the table as comma-separated values, in the layout that is shown.

        A text that a spreadsheet would take for a formula has an apostrophe in front, which
        `farstar.tables.read_csv` removes; numbers have none.
        """
        write = writer()
        return write_csv(
            [None if isinstance(cell, Undefined) else write(cell) for cell in row]
            for row in (self.headings, *self.rows)
        )

    def json(self) -> str:
        """Return the caption and the records as JSON.

        Examples
        --------
        >>> print(Table(("n", "value"), ((1, "*"),), "Nim").json())
        {"schema": "farstar.table/1", "caption": "Nim", "records": [{"n": 1, "value": "*"}]}
        """
        records = [{name: plain(c) for name, c in r.items()} for r in self.records()]
        schema = "farstar.table/1"
        return json.dumps({"schema": schema, "caption": self.caption, "records": records})

    def to_polars(self, *, exact: bool = True) -> polars.DataFrame:
        """Return the records as a Polars data frame.

        Parameters
        ----------
        exact : bool
            Keep fractions exact, as texts; otherwise they become floats.

        Raises
        ------
        MissingExtraError
            If Polars is not installed.
        """
        try:
            import polars
        except ImportError:
            raise MissingExtraError(
                "expected Polars to be installed: pip install 'farstar[frames]'"
            ) from None
        return polars.DataFrame(self._columns(exact=exact), strict=False)

    def to_pandas(self, *, exact: bool = True) -> pandas.DataFrame:
        """Return the records as a pandas data frame.

        Parameters
        ----------
        exact : bool
            Keep fractions exact, as texts; otherwise they become floats.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("expected pandas to be installed: pip install pandas") from None
        return pandas.DataFrame(self._columns(exact=exact))

    def _columns(self, *, exact: bool) -> dict[str, list[Any]]:
        """Return the records by column, each column of one kind."""
        records = self.records()
        names = records[0] if records else map(written, self.axes or self.headings)
        return {name: _series([plain(r[name], exact=exact) for r in records]) for name in names}

    def parquet(self) -> bytes:
        """Return the records as a Parquet file.

        A column of fractions has the nearest doubles, and beside it there is a column with the
        exact texts: ``mean`` and ``mean_exact``.

        Raises
        ------
        MissingExtraError
            If Polars is not installed.
        """
        frame, rounded = self.to_polars(), self.to_polars(exact=False)
        columns = {}
        for name in frame.columns:
            columns[name] = frame[name]
            if frame[name].dtype != rounded[name].dtype:
                columns[name] = rounded[name]
                exact = f"{name}_exact"
                if exact in frame.columns:
                    raise NotationError(f"expected no column {exact!r} beside fractions")
                columns[exact] = frame[name]
        out = io.BytesIO()
        type(frame)(columns).write_parquet(out)
        return out.getvalue()

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the table to a file, in the format given by its suffix.

        Raises
        ------
        NotationError
            If the suffix is not that of one of the `FORMATS`, and not ``.parquet``.
        """
        target = Path(path)
        suffix = target.suffix.removeprefix(".").lower()
        if suffix == "parquet":
            target.write_bytes(self.parquet())
            return target
        if suffix not in _SUFFIXES:
            known = ", ".join(f".{name}" for name in (*_SUFFIXES, "parquet"))
            raise NotationError(f"expected a file name that ends in {known}, got {str(path)!r}")
        text = markup.page(self) if suffix == "html" else self.write(_SUFFIXES[suffix])
        target.write_text(text.rstrip("\n") + "\n", encoding="utf-8", newline="\n")
        return target

    def write(self, format: str) -> str:  # noqa: A002 - the word for it
        """Return the table in one of the `FORMATS`."""
        if format not in FORMATS:
            raise NotationError(f"expected a format, one of {', '.join(FORMATS)}, got {format!r}")
        return FORMATS[format](self)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self._corner(_MOST_PRINTED).text()

    def _repr_html_(self) -> str:
        """Return HTML for a notebook; of a large table, its upper left corner."""
        return self._corner(_MOST_SHOWN).html()

    def _corner(self, most: int) -> Table:
        """Return the table, or its upper left corner if the table has too many cells."""
        high, wide = len(self.rows), len(self.headings)
        if high * wide <= most:
            return self
        rows, columns = min(high, _CORNER), min(wide, self.stubs + _CORNER)
        return Table(
            self.headings[:columns],
            tuple(row[:columns] for row in self.rows[:rows]),
            MarkedText(
                f"{source_of(self.caption)} (the first {rows} of {high} rows, "
                f"{columns} of {wide} columns)"
            ),
            self.stubs,
            self.axes,
        )

    def __rich__(self) -> RichTable:
        return markup.rich_table(self)


def _known(cell: object) -> object:
    return None if isinstance(cell, Undefined) else cell


def _series(cells: list[Any]) -> list[Any]:
    """Make the cells of a column of one kind: texts, if they are of several kinds."""
    kinds = {type(cell) for cell in cells} - {type(None)}
    if kinds == {int, float}:
        return [None if cell is None else float(cell) for cell in cells]
    large = int in kinds and any(isinstance(c, int) and abs(c) >= 2**63 for c in cells)
    if len(kinds) > 1 or large:
        return [None if cell is None else written(cell) for cell in cells]
    return cells


FORMATS: Mapping[str, Callable[[Table], str]] = {
    "text": Table.text,
    "markdown": Table.markdown,
    "latex": Table.latex,
    "latex-macros": lambda table: table.latex(macros=True),
    "csv": Table.csv,
    "html": Table.html,
    "json": Table.json,
}
"""The formats, by their names."""

_SUFFIXES = {
    "txt": "text",
    "md": "markdown",
    "tex": "latex",
    "csv": "csv",
    "html": "html",
    "json": "json",
}
