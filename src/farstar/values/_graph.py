"""A value as a list of nodes: the form in which it is pickled, saved and loaded.

A node stands after its options. It is either compact, four integers (numerator and exponent of
the number, multiple of up, nimber), or a pair of lists: the places of its Left and Right options.
The last node is the value itself. The text of a value can be exponentially longer than this.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeAlias

from farstar._arguments import shown
from farstar._digits import from_text, to_text
from farstar._files import write_whole
from farstar.engine import Handle, state
from farstar.errors import NotationError, ValueOverflowError
from farstar.values._operations import fold

Node: TypeAlias = tuple[int, int, int, int] | tuple[tuple[int, ...], tuple[int, ...]]
"""A compact value, or the places of the Left and Right options."""

FORMAT = "farstar-value"
VERSION = 1
MAX_BYTES = 256 * 2**20
"""Size of the largest file that is read."""

MAX_EXPONENT = 10**6
"""Largest power of two in a denominator that is read."""


def to_nodes(g: Handle) -> tuple[Node, ...]:
    """Return the graph of `g` as nodes."""
    nodes: list[Node] = []

    def compact(h: Handle) -> int | None:
        parts = state.engine.as_compact(h)
        return None if parts is None else add(parts)

    def add(node: Node) -> int:
        nodes.append(node)
        return len(nodes) - 1

    fold(g, compact, lambda _, left, right: add((tuple(sorted(left)), tuple(sorted(right)))))
    return tuple(nodes)


def from_nodes(nodes: Sequence[Node]) -> Handle:
    """Return the game of the last of `nodes`."""
    engine = state.engine
    games: list[Handle] = []
    for node in nodes:
        if len(node) == 4:
            games.append(engine.compact(*node))
        else:
            left, right = node
            games.append(engine.construct([games[i] for i in left], [games[i] for i in right]))
    return games[-1]


def write(g: Handle, path: str | os.PathLike[str]) -> None:
    """Write the graph of `g` as JSON; the file appears whole or not at all."""
    import json

    rows = [_row(node) for node in to_nodes(g)]
    document = {"format": FORMAT, "version": VERSION, "nodes": rows}
    write_whole(path, json.dumps(document) + "\n")


def _row(node: Node) -> list[object]:
    if len(node) == 4:
        numerator, exponent, up, star = node
        return [to_text(numerator), exponent, to_text(up), to_text(star)]
    return [list(node[0]), list(node[1])]


def read(path: str | os.PathLike[str]) -> Handle:
    """Return the game saved in the file `path`, which may be malformed."""
    import json

    name = os.fspath(path)
    with open(path, "rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise NotationError(f"{name}: expected at most {MAX_BYTES} bytes")
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        reason = str(error) or "nested too deep"
        raise NotationError(f"{name}: expected a saved value in JSON: {reason}") from None
    try:
        return from_nodes(_nodes(document))
    except (NotationError, ValueOverflowError) as error:
        raise type(error)(f"{name}: {error}") from None


def _nodes(document: object) -> list[Node]:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise NotationError(f'expected an object with "format": "{FORMAT}", got {shown(document)}')
    if document.get("version") != VERSION:
        raise NotationError(f"expected version {VERSION}, got {shown(document.get('version'))}")
    rows = document.get("nodes")
    if not isinstance(rows, list) or not rows:
        raise NotationError(f"expected a list of nodes that is not empty, got {shown(rows)}")
    return [_node(row, place) for place, row in enumerate(rows)]


def _node(row: object, place: int) -> Node:
    if isinstance(row, list) and len(row) == 4:
        return _compact(row, place)
    if isinstance(row, list) and len(row) == 2:
        return _side(row[0], place), _side(row[1], place)
    raise NotationError(f"node {place}: expected a list of 2 or 4 entries, got {shown(row)}")


def _compact(row: list[object], place: int) -> tuple[int, int, int, int]:
    numerator, up, star = (_integer(row[i], place) for i in (0, 2, 3))
    exponent = row[1]
    if type(exponent) is not int or not 0 <= exponent <= MAX_EXPONENT:
        raise NotationError(
            f"node {place}: expected an exponent from 0 to {MAX_EXPONENT}, got {shown(exponent)}"
        )
    if exponent and numerator % 2 == 0:
        raise NotationError(f"node {place}: expected a number in lowest terms, got {shown(row)}")
    if star < 0:
        raise NotationError(f"node {place}: expected a nimber that is not negative, got {star!r}")
    return numerator, exponent, up, star


def _integer(text: object, place: int) -> int:
    if isinstance(text, str) and text.removeprefix("-").isdecimal() and text.isascii():
        return from_text(text)
    raise NotationError(f"node {place}: expected an integer as text, got {shown(text)}")


def _side(entries: object, place: int) -> tuple[int, ...]:
    if not isinstance(entries, list):
        raise NotationError(f"node {place}: expected a list of options, got {shown(entries)}")
    for entry in entries:
        if type(entry) is not int or not 0 <= entry < place:
            raise NotationError(
                f"node {place}: expected options among the earlier nodes, got {shown(entry)}"
            )
    return tuple(entries)
