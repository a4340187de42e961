"""Runs SQL in a process of its own, which can be killed while DuckDB is busy.

DuckDB looks neither at the clock nor at requests to stop while it computes a single cell, such as
``repeat('a', 1000000000)``. So a query runs in a child of the process that asks; whatever becomes
of the child, the one that asks goes on.

`farstar.surveys._query` starts this file as a program. It imports nothing of Farstar, so that it
starts in a tenth of a second. Each line of its input is a request in JSON, and each line of its
output an answer; it ends when its input ends.
"""

from __future__ import annotations

import json
import math
import os
import queue
import re
import sys
import threading
from decimal import Decimal
from fractions import Fraction
from typing import Any

_SLACK = 64 << 20
"""Bytes that the libraries may need besides the memory that a query is given."""

_NUMBER = re.compile("-?[0-9]+(/0*[1-9][0-9]*)?")
"""How Farstar writes numbers. Fractions are also made of other texts, such as ``1_000``."""


def main() -> None:
    """Answer requests until the process that asks is gone."""
    # Numbers of any length may be compared here.
    sys.set_int_max_str_digits(0)
    requests: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(requests,), daemon=True).start()
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        # Only answers may be written to the pipe.
        os.dup2(2, 1)
        while True:
            reply = _reply(json.loads(requests.get()))
            answers.write(reply)
            answers.flush()


def _read(requests: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        requests.put(line)
    # Even while a query runs, since nobody is left to read its answer.
    os._exit(0)


def _reply(request: dict[str, Any]) -> str:
    sys.path[:] = request["path"]
    try:
        return json.dumps(_answer(request)) + "\n"
    except MemoryError:
        return json.dumps({"error": "memory", "message": "the answer is too large"}) + "\n"
    finally:
        _limit_memory(None)


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    import duckdb

    stage = "columns"
    try:
        with duckdb.connect(":memory:") as connection:
            # Nothing that comes from the folder is used before all of these are settled.
            for setting in request["settings"]:
                connection.execute(f"set {setting}")
            connection.create_function("exact_order", exact_order, ["VARCHAR"], "BLOB")
            connection.create_function("nearest_double", nearest_double, ["VARCHAR"], "DOUBLE")
            for statement in request["definitions"]:
                connection.execute(statement)
            stage = "query"
            _limit_memory(request["memory"])
            statements = connection.extract_statements(request["sql"])
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                return {"error": "statement", "message": ""}
            result = connection.execute(statements[0])
            names = [str(column[0]) for column in result.description]
            rows = [[_plain(cell) for cell in row] for row in result.fetchall()]
            return {"columns": names, "rows": rows}
    except duckdb.OutOfMemoryException as error:
        return {"error": "memory", "message": str(error)}
    except duckdb.Error as error:
        return {"error": stage, "message": str(error)}


def exact_order(text: str) -> bytes:
    """Return bytes that are in the same order as the numbers that texts such as ``-7/2`` write.

    They are the terms of the continued fraction, each after its number of bytes, the second, the
    fourth and so on inverted, since a larger term there makes the number smaller. At the end
    stands an infinite term. A text that writes no number is an error.

    Examples
    --------
    >>> sorted(["1/3", "-7/2", "0", "10", "9", "1/2"], key=exact_order)
    ['-7/2', '0', '1/3', '1/2', '9', '10']
    """
    number = _number(text)
    key = bytearray()
    is_inverted = False
    while True:
        whole, rest = divmod(number, 1)
        term = _ordered_integer(whole)
        key += bytes(255 - byte for byte in term) if is_inverted else term
        is_inverted = not is_inverted
        if not rest:
            return bytes(key) + (b"\x00" if is_inverted else b"\xff")
        number = 1 / rest


def nearest_double(text: str) -> float:
    """Return the double nearest to the number that a text writes, infinity beyond all doubles.

    Examples
    --------
    >>> nearest_double("-7/2"), nearest_double("1" + 400 * "0")
    (-3.5, inf)
    """
    number = _number(text)
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _number(text: str) -> Fraction:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"expected a number such as 3 or -7/2, got {text[:200]!r}")
    return Fraction(text)


def _ordered_integer(number: int) -> bytes:
    """Return bytes that are in the order of integers, none of which is the beginning of another."""
    if number < 0:
        return bytes(255 - byte for byte in _ordered_integer(-number - 1))
    length = (number.bit_length() + 7) // 8
    digits = number.to_bytes(length, "big")
    # From 0x80 on: the number of bytes, or the number of bytes of that number and it.
    if length < 0x60:
        return bytes([0x80 + length]) + digits
    size = length.to_bytes(8, "big")
    return b"\xe0" + size + digits


def _limit_memory(memory: int | None) -> None:
    """Limit this process to this many bytes more than it uses now; None removes the limit."""
    if sys.platform != "linux":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = hard
    if memory is not None:
        limit = _data_bytes() + memory + _SLACK
        limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def _data_bytes() -> int:
    with open("/proc/self/status", encoding="ascii", errors="replace") as status:
        sizes = [line.split()[1] for line in status if line.startswith("VmData:")]
    return 1024 * int(sizes[0])


def _plain(cell: Any) -> Any:
    """Return a cell as JSON knows it; decimals and structs, which it does not know, say so."""
    if isinstance(cell, Decimal):
        exponent = cell.as_tuple().exponent
        return int(cell) if exponent == 0 else {"decimal": str(cell)}
    if cell is None or isinstance(cell, bool | int | float | str):
        return cell
    if isinstance(cell, list | tuple):
        return [_plain(part) for part in cell]
    if isinstance(cell, dict):
        return {"struct": {str(name): _plain(part) for name, part in cell.items()}}
    return str(cell)


if __name__ == "__main__":
    main()
