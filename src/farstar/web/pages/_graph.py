"""The graph of the page Explore: positions in layers, equal ones merged, drawn as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any

_MOST_NODES = 300
_ROW = 84
_GAP = 26
_HEIGHT = 46
_LETTER = 8.4
_LONGEST = 26
_SHORT = 14
"""Letters of a position that is written with the name of its game."""


def _is_one_call(inner: str) -> bool:
    """Return whether the bracket that is open closes at the end of the text, and not before."""
    depth = 1
    for place, letter in enumerate(inner):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return place == len(inner) - 1
    return False


@dataclass
class Node:
    """A position; its options are known once it was opened."""

    text: str
    number: int
    facts: dict[str, Any] | None = None
    expanded: bool = False
    on_spine: bool = False
    x: float = 0.0
    y: float = 0.0

    @property
    def label(self) -> str:
        """The text, shortened; a long name of a game is left out."""
        name, _, inner = self.text.partition("(")
        is_long = len(self.text) > _SHORT and name.isalpha() and _is_one_call(inner)
        text = inner[:-1] if is_long else self.text
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"

    @property
    def width(self) -> float:
        """How wide the box is."""
        return max(64.0, _LETTER * len(self.label) + 26)


@dataclass
class Graph:
    """The positions that were reached so far.

    Examples
    --------
    >>> graph = Graph("*2")
    >>> graph.learn({"text": "*2", "left": ["0", "*"], "right": ["0", "*"], "spine": None})
    >>> graph.expand("*2")
    >>> [[node.text for node in row] for row in graph.rows()]
    [['*2'], ['0', '*']]
    """

    root: str
    nodes: dict[str, Node] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._add(self.root)

    def _add(self, text: str) -> None:
        if text not in self.nodes:
            self.nodes[text] = Node(text, len(self.nodes))

    def numbered(self, number: int) -> Node | None:
        """Return the node with this number."""
        return next((node for node in self.nodes.values() if node.number == number), None)

    @property
    def is_full(self) -> bool:
        """Whether there is no room for more."""
        return len(self.nodes) >= _MOST_NODES

    def learn(self, facts: dict[str, Any]) -> None:
        """Record what is known about a position."""
        node = self.nodes[facts["text"]]
        node.facts = facts
        node.on_spine |= node.text == self.root and facts["spine"] is not None

    def expand(self, text: str) -> None:
        """Show the options of a position that is known."""
        node = self.nodes[text]
        if node.facts is None:
            return
        node.expanded = True
        for option in (*node.facts["left"], *node.facts["right"]):
            self._add(option)
        if node.on_spine and node.facts["spine"] in self.nodes:
            self.nodes[node.facts["spine"]].on_spine = True

    def edges(self) -> Iterator[tuple[Node, Node, str]]:
        """Yield the moves that are shown, and whose they are: left, right or both."""
        for node in self.nodes.values():
            if not node.expanded or node.facts is None:
                continue
            left, right = set(node.facts["left"]), set(node.facts["right"])
            for option in dict.fromkeys((*node.facts["left"], *node.facts["right"])):
                side = "both" if option in left & right else "left" if option in left else "right"
                yield node, self.nodes[option], side

    def rows(self) -> list[list[Node]]:
        """Return the nodes in layers: each below all from which it can be reached."""
        depth = {self.root: 0}
        # A game ends, so following the longest way from the root ends too.
        changed = True
        while changed:
            changed = False
            for parent, child, _ in self.edges():
                if parent.text not in depth:
                    continue
                deeper = depth[parent.text] + 1
                if depth.get(child.text, -1) < deeper:
                    depth[child.text] = deeper
                    changed = True
        rows: list[list[Node]] = [[] for _ in range(1 + max(depth.values()))]
        for text, at in depth.items():
            rows[at].append(self.nodes[text])
        self._sort(rows)
        return rows

    def _sort(self, rows: list[list[Node]]) -> None:
        """Put each node below those that lead to it."""
        parents: dict[str, list[Node]] = {}
        for parent, child, _ in self.edges():
            parents.setdefault(child.text, []).append(parent)
        for depth, row in enumerate(rows):
            above = {node.text: [p.x for p in parents.get(node.text, [])] for node in row}
            order = {node.text: i for i, node in enumerate(row)}
            row.sort(
                key=lambda node: (
                    sum(above[node.text]) / max(1, len(above[node.text])),
                    order[node.text],
                )
            )
            total = sum(node.width for node in row) + _GAP * (len(row) - 1)
            x = -total / 2
            for node in row:
                node.x, node.y = x + node.width / 2, depth * _ROW + _HEIGHT / 2
                x += node.width + _GAP

    def svg(self, selected: str) -> str:
        """Return the picture; each node is a button that tells its number."""
        rows = self.rows()
        nodes = [node for row in rows for node in row]
        left = min(node.x - node.width / 2 for node in nodes) - 12
        right = max(node.x + node.width / 2 for node in nodes) + 12
        height = (len(rows) - 1) * _ROW + _HEIGHT + 24
        lines = "".join(_line(a, b, side) for a, b, side in self.edges())
        boxes = "".join(_box(node, node.text == selected) for node in nodes)
        width = right - left
        return (
            f'<svg class="graph" viewBox="{left:.0f} -12 {width:.0f} {height}" '
            f'style="min-width:{max(min(width, 900), 0.7 * width):.0f}px;max-width:{width:.0f}px" '
            'role="group" '
            f'aria-label="Positions that can be reached from {escape(self.root)}">'
            f"{lines}{boxes}</svg>"
        )


def _line(a: Node, b: Node, side: str) -> str:
    top, bottom = a.y + _HEIGHT / 2, b.y - _HEIGHT / 2
    middle = (top + bottom) / 2
    spine = " spine" if a.on_spine and b.on_spine else ""
    return (
        f'<path class="edge {side}{spine}" '
        f'd="M{a.x:.1f} {top:.1f}C{a.x:.1f} {middle:.1f} {b.x:.1f} {middle:.1f} '
        f'{b.x:.1f} {bottom:.1f}"/>'
    )


def _box(node: Node, selected: bool) -> str:
    names = ["node", *(["spine"] if node.on_spine else []), *(["selected"] if selected else [])]
    facts = node.facts or {}
    below = f"outcome {facts['outcome'] or '?'}" if facts else "not opened"
    words = f"{node.text}, {below}{', on the spine' if node.on_spine else ''}"
    x, y = node.x - node.width / 2, node.y - _HEIGHT / 2
    return (
        f'<g class="{" ".join(names)}" role="button" tabindex="0" data-node="{node.number}" '
        f'aria-label="{escape(words)}" aria-pressed="{"true" if selected else "false"}">'
        f"<title>{escape(words)}</title>"
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{node.width:.1f}" height="{_HEIGHT}" rx="9"/>'
        f'<text x="{node.x:.1f}" y="{node.y - 6:.1f}">{escape(node.label)}</text>'
        f'<text class="small" x="{node.x:.1f}" y="{node.y + 12:.1f}">{escape(below)}</text></g>'
    )
