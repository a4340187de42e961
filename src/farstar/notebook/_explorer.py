"""A position and its options, to walk through a game."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import farstar as fs
from farstar.errors import NotationError
from farstar.notebook._widget import Widget, playable
from farstar.web.tasks.explore import described, walk

MOST_NODES = 80
"""Positions that are open at a time."""

MOST_STEPS = 200


class Explorer(Widget):
    """A graph of a position and its options by value; a click on one goes there.

    Parameters
    ----------
    game : Position, Sum, Value or str
        Where the walk begins.

    Examples
    --------
    >>> from farstar.notebook import Explorer
    >>> explorer = Explorer(fs.PartizanEuclid(11, 8))
    >>> [option["text"] for option in explorer.view["tree"]["children"]["left"]]
    ['E(8,3)']
    >>> explorer.go("L8,3")
    >>> explorer.position
    PartizanEuclid(8, 3)
    """

    kind: ClassVar[str] = "explorer"
    actions: ClassVar[tuple[str, ...]] = ("go", "toggle")

    def __init__(self, game: Any) -> None:
        super().__init__()
        self.start = playable(game)
        self.position = self.start
        self.steps: list[str] = []
        self._visit([])

    def _visit(self, steps: list[str]) -> None:
        self.position, trail = walk(self.start, steps)
        self.steps = steps
        self._show(_opened({"path": steps, "count": 1, "reason": None}, self.position, trail))

    def _show(self, tree: dict[str, Any]) -> None:
        self.view = {"kind": self.kind, "steps": self.steps, "tree": tree}

    # What the page asks for.

    def go(self, path: str = "") -> None:
        """Go to the position that some steps lead to: ``L8,3_R3,2``; without any, to the start."""
        steps = path.split("_") if path else []
        if len(steps) > MOST_STEPS:
            raise NotationError(f"expected at most {MOST_STEPS} steps, got {len(steps)}")
        self._visit(steps)

    def toggle(self, path: str) -> None:
        """Show or hide the options of a position in place."""
        tree: dict[str, Any] = json.loads(json.dumps(self.view["tree"]))
        node = next((node for node in _nodes(tree) if "_".join(node["path"]) == path), None)
        if node is None:
            raise NotationError(f"expected a position that is shown, got {path!r:.60}")
        if node.get("children") is not None:
            node["children"] = None
        elif sum(1 for _ in _nodes(tree)) >= MOST_NODES:
            raise NotationError(f"expected at most {MOST_NODES} open positions; collapse some")
        else:
            game, trail = walk(self.start, node["path"])
            node["children"] = _opened(node, game, trail)["children"]
        self._show(tree)


def _opened(node: dict[str, Any], game: fs.Position | fs.Sum, trail: Any) -> dict[str, Any]:
    """Return a node of the graph with the options of both players below it."""
    data = described(game, trail)
    both = data["is_impartial"]

    def below(letter: str, player: str) -> list[dict[str, Any]]:
        return [
            {**group, "both": both, "path": [*node["path"], letter + group["key"]]}
            for group in data[player]
        ]

    children = {"left": below("L", "left"), "right": [] if both else below("R", "right")}
    return {**data, **node, "children": children}


def _nodes(tree: dict[str, Any]) -> Any:
    yield tree
    for side in (tree.get("children") or {}).values():
        for child in side:
            yield from _nodes(child)
