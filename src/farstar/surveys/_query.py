"""SQL over a survey, by DuckDB: it can read the survey and nothing else."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeAlias

from farstar import engine
from farstar.errors import BudgetExceeded, NotationError, SurveyError
from farstar.surveys._libraries import need
from farstar.tables import Table

_POLL = 0.05
"""Seconds between two looks at the clock while a query runs."""

_KEY = "bigint"
_TYPES = {
    "Boolean": "boolean",
    "Float64": "double",
    "Int64": "bigint",
    "String": "varchar",
    "UInt32": "uinteger",
}
"""What the types of columns are called in SQL."""

_NUMBER = (
    "create macro num(x) as case when contains(x, '/') "
    "then split_part(x, '/', 1)::double / split_part(x, '/', 2)::double else x::double end"
)
"""Rational numbers are kept as exact texts; ``num`` makes numbers of them."""


Files: TypeAlias = "Mapping[Path, Mapping[str, int]]"
"""Parquet files with the partition keys of their rows."""


@dataclass(frozen=True)
class Answer:
    """What a query gave."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def table(self, caption: str = "", most: int | None = None) -> Table:
        """Return the rows as a table, the first so many of them."""
        return Table(self.columns, tuple(self.rows[:most]), caption)

    def csv(self) -> str:
        """Return the rows as comma-separated values, with a line of headings."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return out.getvalue()

    def b_file(self) -> str:
        """Return the rows as a b-file of the OEIS: an index and a term in each line.

        Raises
        ------
        NotationError
            If the rows are not pairs of integers with consecutive indices.
        """
        lines = []
        for i, row in enumerate(self.rows):
            if len(row) != 2 or not all(type(cell) is int for cell in row):
                raise NotationError(
                    f"expected two columns of integers for a b-file, got the row {row!r}"
                )
            if row[0] != self.rows[0][0] + i:
                raise NotationError(
                    f"expected consecutive indices for a b-file, got {row[0]} "
                    f"after {self.rows[i - 1][0]}: order by the first column"
                )
            lines.append(f"{row[0]} {row[1]}\n")
        return "".join(lines)


def query(files: Files, columns: Mapping[str, str], sql: str) -> Answer:
    """Run one ``select`` over the rows of some files, whose columns are the view ``survey``."""
    duckdb = need("duckdb")
    with _connection(duckdb, files, columns) as connection:
        try:
            statements = connection.extract_statements(sql)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise NotationError(
                    f"expected one query that begins with select or with, got {sql[:200]!r}"
                )
            names, rows = _interruptibly(connection, statements[0])
            return Answer(names, [tuple(map(_plain, row)) for row in rows])
        except duckdb.OutOfMemoryException as error:
            raise BudgetExceeded(f"out of memory: {_first_line(error)}") from None
        except duckdb.Error as error:
            raise NotationError(f"expected SQL that DuckDB understands: {_said(error)}") from None


def _interruptibly(connection: Any, statement: Any) -> tuple[tuple[str, ...], list[Any]]:
    """Run a query in a thread, since DuckDB hears neither Ctrl-C nor alarms."""
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(_fetch, connection, statement)
        try:
            while True:
                try:
                    return running.result(timeout=_POLL)
                except TimeoutError:
                    if engine.is_out_of_time():
                        raise BudgetExceeded("out of time: the query is not finished") from None
        except BaseException:
            connection.interrupt()
            raise


def _fetch(connection: Any, statement: Any) -> tuple[tuple[str, ...], list[Any]]:
    result = connection.execute(statement)
    return tuple(str(column[0]) for column in result.description), result.fetchall()


@contextmanager
def _connection(duckdb: Any, files: Files, columns: Mapping[str, str]) -> Iterator[Any]:
    with (
        tempfile.TemporaryDirectory(prefix="farstar-query-") as spill,
        duckdb.connect(":memory:") as connection,
    ):
        paths = {_quoted(str(path.resolve())): keys for path, keys in files.items()}
        settings = [
            "autoinstall_known_extensions = false",
            "autoload_known_extensions = false",
            f"temp_directory = {_quoted(spill)}",
            f"allowed_paths = [{', '.join(paths)}]",
            "enable_external_access = false",
        ]
        memory = engine.bounds()[2]
        if memory is not None:
            settings.append(f"memory_limit = '{int(memory)} bytes'")
        # Nothing that comes from the folder is used before all this is settled.
        for setting in [*settings, "lock_configuration = true"]:
            connection.execute(f"set {setting}")
        try:
            connection.execute(f"create view survey as {_rows(paths, columns)}")
            connection.execute(_NUMBER)
        except duckdb.OutOfMemoryException as error:
            raise BudgetExceeded(f"out of memory: {_first_line(error)}") from None
        except duckdb.Error as error:
            raise SurveyError(
                f"expected chunks with the columns of the plan, got others: {_said(error)}"
            ) from None
        yield connection


def _rows(paths: Mapping[str, Mapping[str, int]], columns: Mapping[str, str]) -> str:
    """Return the query that gives the rows: the columns of the plan and no others."""
    keys = next(iter(paths.values()), {})
    kinds = {name: _TYPES[kind] for name, kind in columns.items()} | dict.fromkeys(keys, _KEY)
    if not paths:
        empty = ", ".join(f"null::{kind} as {_identifier(name)}" for name, kind in kinds.items())
        return f"select {empty} where false"
    chosen = ", ".join(
        f"{_identifier(name)}::{kind} as {_identifier(name)}" for name, kind in kinds.items()
    )
    if is_misleading(next(iter(paths)), keys):
        return f"select {chosen} from ({_one_by_one(paths)})"
    folders = ", ".join(f"{_quoted(key)}: '{_KEY}'" for key in keys)
    return (
        f"select {chosen} from read_parquet([{', '.join(paths)}], hive_partitioning = true, "
        f"hive_types = {{{folders}}})"
    )


def is_misleading(path: str, keys: Mapping[str, int]) -> bool:
    """Tell whether a folder above the survey looks like one of its partitions."""
    return path.count("=") > len(keys)


def _one_by_one(paths: Mapping[str, Mapping[str, int]]) -> str:
    """Return a query that says of each file to which partition it belongs."""
    return " union all by name ".join(
        f"select *, {', '.join(f'{value} as {_identifier(key)}' for key, value in keys.items())} "
        f"from read_parquet({path}, hive_partitioning = false)"
        for path, keys in paths.items()
    )


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _plain(cell: Any) -> Any:
    """Return a cell as JSON knows it; whole decimals are integers."""
    if isinstance(cell, Decimal):
        return int(cell) if cell == cell.to_integral_value() else float(cell)
    if cell is None or isinstance(cell, bool | int | float | str):
        return cell
    if isinstance(cell, list | tuple):
        return [_plain(part) for part in cell]
    if isinstance(cell, dict):
        return {str(name): _plain(part) for name, part in cell.items()}
    return str(cell)


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0]


def _said(error: Exception) -> str:
    """Return what DuckDB says, in one line, with the place it points to."""
    lines = [line.strip() for line in str(error).splitlines()]
    kept = [line for line in lines if line and set(line) != {"^"} and not line.startswith("LINE")]
    return "; ".join(kept)[:300]
