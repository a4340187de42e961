"""Forms from text and to text."""

from __future__ import annotations

from collections.abc import Mapping

from farstar.engine import Handle, state
from farstar.errors import BudgetExceeded
from farstar.values._form_graph import Graph, Key
from farstar.values.evaluation import children, evaluate
from farstar.values.printing import ascii_text
from farstar.values.syntax import parse
from farstar.values.tree import MAX_DEPTH, MAX_LENGTH, Braces, Miny, Negation, Node, PlusMinus, Tiny

_WRITTEN_OUT = (Braces, PlusMinus, Negation, Tiny, Miny)


def read(text: str) -> tuple[Graph, Key]:
    """Return what `text` says literally.

    Braces, ``+-``, ``-``, ``Tiny`` and ``Miny`` are taken as they are written; anything else, as a
    sum, stands for the canonical form of its value.
    """
    graph = Graph()
    keys: list[Key] = []
    todo: list[tuple[Node, bool]] = [(parse(text), False)]
    while todo:
        node, ready = todo.pop()
        if not isinstance(node, _WRITTEN_OUT):
            keys.append((evaluate(node, text=text),))
            continue
        inside = children(node)
        if not ready:
            todo.append((node, True))
            todo.extend((child, False) for child in reversed(inside))
            continue
        inner = keys[len(keys) - len(inside) :]
        del keys[len(keys) - len(inside) :]
        keys.append(_combine(graph, node, inner))
    return graph, keys.pop()


def _combine(graph: Graph, node: Node, inner: list[Key]) -> Key:
    zero: Key = (state.engine.compact(0, 0, 0, 0),)
    match node:
        case Braces(left, _):
            return graph.add(inner[: len(left)], inner[len(left) :])
        case PlusMinus():
            return graph.add(inner, [graph.negative(key) for key in inner])
        case Tiny():
            return graph.add([zero], [graph.add([zero], [graph.negative(inner[0])])])
        case Miny():
            return graph.add([graph.add(inner, [zero])], [zero])
    return graph.negative(inner[0])


class Writer:
    """Writes the forms of one graph; the texts of leaves are kept."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._leaves: dict[Handle, str] = {}

    def text(self, key: Key) -> str:
        """Return the whole text, unless it is longer or nested deeper than the parser reads."""
        sizes: list[tuple[int, int]] = []
        for left, right in self._graph.nodes[: key + 1] if isinstance(key, int) else ():
            options = [
                sizes[k] if isinstance(k, int) else (len(self._leaf(k)), 1) for k in (*left, *right)
            ]
            length = 1 + max(len(left), 1) + max(len(right), 1) + sum(n for n, _ in options)
            depth = 1 + max((d for _, d in options), default=0)
            sizes.append((min(length, MAX_LENGTH + 1), min(depth, MAX_DEPTH + 1)))
        if isinstance(key, int) and (sizes[key][0] > MAX_LENGTH or sizes[key][1] > MAX_DEPTH):
            raise BudgetExceeded(
                f"expected a form whose text has at most {MAX_LENGTH} characters and is nested "
                f"at most {MAX_DEPTH} deep"
            )
        return self._joined(key, MAX_LENGTH, {})

    def brief(self, key: Key, longest: int = 60) -> str:
        """Return the text, with names, cut off with three dots where it is over `longest`."""
        return self._joined(key, longest, self._graph.names)

    def _joined(self, key: Key, longest: int, names: Mapping[int, object]) -> str:
        pieces: list[str] = []
        length = 0
        todo: list[str | Key] = [key]
        while todo:
            item = todo.pop()
            if isinstance(item, int):
                if item in names:
                    todo.append(str(names[item]))
                else:
                    todo.extend(reversed(self._expanded(item)))
                continue
            try:
                piece = item if isinstance(item, str) else self._leaf(item)
            except BudgetExceeded:
                piece = " " * longest + "..."
            pieces.append(piece)
            length += len(piece)
            if length > longest:
                return "".join(pieces)[: longest - 3] + "..."
        return "".join(pieces)

    def _expanded(self, place: int) -> list[str | Key]:
        left, right = self._graph.nodes[place]
        return ["{", *_listed(left), "|", *_listed(right), "}"]

    def _leaf(self, key: tuple[Handle]) -> str:
        (handle,) = key
        if handle not in self._leaves:
            self._leaves[handle] = ascii_text(handle)
        return self._leaves[handle]


def _listed(keys: tuple[Key, ...]) -> list[str | Key]:
    pieces: list[str | Key] = []
    for key in keys:
        pieces += [",", key] if pieces else [key]
    return pieces
