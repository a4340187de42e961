"""SQL over the rows of a survey, which can read nothing else.

Each query runs in a child process (`farstar.surveys._query_process`), which is killed when time or
memory runs out or the user presses Ctrl-C. A child that has answered waits for the next query.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeAlias

from farstar import engine
from farstar.errors import BudgetExceeded, NotationError, SurveyError
from farstar.surveys._libraries import need
from farstar.surveys._manifest import stored_columns
from farstar.tables import Table, write_csv

_PROGRAM = Path(__file__).with_name("_query_process.py")

_POLL = 0.05
"""Seconds between two looks at the clock while a query runs."""

_KILLED = -9
"""How a child ends that the system kills because memory runs out."""

_KEY = "bigint"
_TYPES = {
    "Boolean": "boolean",
    "Float64": "double",
    "Int64": "bigint",
    "String": "varchar",
    "UInt32": "uinteger",
}
"""What the types of columns are called in SQL."""

_NUMBER = r"""
create macro num(x) as case
    when typeof(x) <> 'VARCHAR' then try_cast(x as double)
    when regexp_full_match(x::varchar, '-?\d+') then try_cast(x as double)
    when regexp_full_match(x::varchar, '-?\d{1,15}/\d{1,15}')
        then try_cast(split_part(x::varchar, '/', 1) as double)
            / nullif(try_cast(split_part(x::varchar, '/', 2) as double), 0)
    when regexp_full_match(x::varchar, '-?\d+/0*[1-9]\d*') then nearest_double(x::varchar)
end
"""
"""Values that are numbers are texts, as other values are; ``num`` makes numbers of them.

Casts alone would read more: ``+-1`` is a value and no number, but DuckDB casts it to -1. A double
holds integers of 15 digits exactly, so their quotient is rounded once.
"""

Files: TypeAlias = "Mapping[Path, Mapping[str, int]]"
"""Parquet files with the partition keys of their rows."""


@dataclass(frozen=True)
class Answer:
    """What a query gave."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    """Their cells are numbers, texts, truth values and None, and lists and dictionaries of them.

    Decimal numbers keep all digits: they are integers if their type has no decimal places, and
    otherwise `Decimal`.
    """

    def table(self, caption: str = "", most: int | None = None) -> Table:
        """Return the rows as a table, or only the first `most`."""
        return Table(self.columns, tuple(self.rows[:most]), caption)

    def csv(self) -> str:
        """Return the rows as comma-separated values, with a line of headings."""
        return write_csv([self.columns, *self.rows])

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
    need("duckdb")
    memory = engine.bounds()[2]
    with tempfile.TemporaryDirectory(prefix="farstar-query-") as spill:
        request = _request(files, columns, sql, spill, None if memory is None else int(memory))
        reply = json.loads(_ask(json.dumps(request)))
    if "error" not in reply:
        return Answer(tuple(reply["columns"]), [tuple(map(_cell, row)) for row in reply["rows"]])
    message = reply["message"]
    if reply["error"] == "memory":
        raise BudgetExceeded(f"out of memory: {next(iter(message.splitlines()), '')}")
    if reply["error"] == "columns":
        raise SurveyError(
            f"expected chunks with the columns of the plan, got others: {_said(message)}"
        )
    if reply["error"] == "statement":
        raise NotationError(
            "expected one query that only reads, such as select, with, from, values, describe or "
            f"summarize, got {sql[:200]!r}"
        )
    if "Table with name" in message:
        raise NotationError(
            f"expected a query of the table survey, which has the rows, got {sql[:200]!r}"
        )
    raise NotationError(f"expected SQL that DuckDB understands: {_said(message)}")


def _cell(data: Any) -> Any:
    """Return a cell that the child has sent."""
    if isinstance(data, list):
        return [_cell(part) for part in data]
    if not isinstance(data, dict):
        return data
    if "decimal" in data:
        return Decimal(data["decimal"])
    return {name: _cell(part) for name, part in data["struct"].items()}


def _said(message: str) -> str:
    """Return what DuckDB says, in one line, with the place it points to."""
    lines = [line.strip() for line in message.splitlines()]
    kept = [line for line in lines if line and set(line) != {"^"} and not line.startswith("LINE")]
    return "; ".join(kept)[:300]


# The child process.


_idle: list[tuple[int, subprocess.Popen[bytes]]] = []
"""At most one child that waits for a query, with the process that it belongs to."""


def _ask(request: str) -> bytes:
    """Return the answer of a child to a request; kill it if there is no time for one."""
    with _child() as child, ThreadPoolExecutor(1) as pool:
        running = pool.submit(_exchange, child, request.encode() + b"\n")
        try:
            while True:
                try:
                    reply = running.result(timeout=_POLL)
                    break
                except TimeoutError:
                    if engine.is_out_of_time():
                        raise BudgetExceeded("out of time: the query is not finished") from None
        except BaseException:
            # The pool waits for the exchange, which ends with the child.
            child.kill()
            raise
        if not reply.endswith(b"\n"):
            code = child.wait()
            if code == _KILLED or engine.bounds()[2] is not None:
                raise BudgetExceeded("out of memory: the process of the query was ended")
            raise SurveyError(f"expected an answer of DuckDB, but its process ended with {code}")
        return reply


def _exchange(child: subprocess.Popen[bytes], request: bytes) -> bytes:
    assert child.stdin is not None
    assert child.stdout is not None
    with suppress(BrokenPipeError):
        child.stdin.write(request)
        child.stdin.flush()
    return child.stdout.readline()


@contextmanager
def _child() -> Iterator[subprocess.Popen[bytes]]:
    """Hold a child that nobody else uses; after a failure it is not used again."""
    owner, child = _idle.pop() if _idle else (0, None)
    # A copy of this process must not talk to the child of the original.
    if child is None or owner != os.getpid() or child.poll() is not None:
        child = subprocess.Popen(
            [sys.executable, "-P", str(_PROGRAM)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Ctrl-C in a terminal is for the process that asks.
            start_new_session=True,
        )
    try:
        yield child
    except BaseException:
        _end(child)
        raise
    if _idle:
        _end(child)
    else:
        _idle.append((os.getpid(), child))


@atexit.register
def _end_idle() -> None:
    while _idle:
        owner, child = _idle.pop()
        if owner == os.getpid():
            _end(child)


def _end(child: subprocess.Popen[bytes]) -> None:
    child.kill()
    # This closes the pipes and waits.
    with child:
        pass


def _request(
    files: Files, columns: Mapping[str, str], sql: str, spill: str, memory: int | None
) -> dict[str, Any]:
    paths = {_quoted(str(path.resolve())): keys for path, keys in files.items()}
    settings = [
        "autoinstall_known_extensions = false",
        "autoload_known_extensions = false",
        f"temp_directory = {_quoted(spill)}",
        f"allowed_paths = [{', '.join(paths)}]",
        "enable_external_access = false",
    ]
    if memory is not None:
        settings.append(f"memory_limit = '{memory} bytes'")
    return {
        "path": list(map(str, sys.path)),
        "settings": [*settings, "lock_configuration = true"],
        "definitions": [f"create view survey as {_rows(paths, stored_columns(columns))}", _NUMBER],
        "sql": sql,
        "memory": memory,
    }


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
    """Return whether a folder above the survey looks like one of its partitions."""
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
