"""In a diagram of all moves no arrow touches a box, and a legend explains what is drawn."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import farstar as fs

colours = pytest.importorskip("matplotlib.colors")

BOX, ARROW = "FancyBboxPatch", "FancyArrowPatch"


def drawn(game: Any, bound: int) -> Any:
    return fs.plot(game, kind="moves", bound=bound).matplotlib


def patches(canvas: Any, kind: str) -> list[Any]:
    return [patch for patch in canvas.axes[0].patches if type(patch).__name__ == kind]


def distance(point: Any, box: Any) -> float:
    """Return the distance from a point to a box; 0 for a point in it."""
    (x, y), left, low = point, box.get_x(), box.get_y()
    across = max(left - x, 0, x - left - box.get_width())
    up = max(low - y, 0, y - low - box.get_height())
    return float((across**2 + up**2) ** 0.5)


@pytest.mark.parametrize("bound", [1, 5, 9])
@pytest.mark.parametrize("game", [fs.Euclid, fs.Grossman])
def test_arrows_join_their_boxes_and_touch_no_box(game: Any, bound: int) -> None:
    canvas = drawn(game, bound)
    boxes, arrows = patches(canvas, BOX), patches(canvas, ARROW)
    texts = [text.get_text().split("\n") for text in canvas.axes[0].texts]
    pairs = [tuple(map(int, name.strip("()").split(", "))) for name, _ in texts]
    assert [int(grundy) for _, grundy in texts] == [game(*pair).grundy for pair in pairs]
    assert len(boxes) == len(pairs)

    joined = set()
    for arrow in arrows:
        # The whole arrow, in the units of the boxes: get_path leaves room for its head.
        points = arrow._path_original.vertices
        steps = [((u - x) ** 2 + (v - y) ** 2) ** 0.5 for (x, y), (u, v) in pairwise(points)]
        gap = min(distance(point, box) for point in points for box in boxes)
        # So no box is touched between two points either.
        assert gap > max(steps) / 2 > 0
        ends = [min(boxes, key=lambda box: distance(end, box)) for end in (points[0], points[-1])]
        joined.add(tuple(pairs[boxes.index(box)] for box in ends))
    assert len(joined) == len(arrows)
    # A move that subtracts the smaller number once, from every position that has a move.
    moves = {(a, b): tuple(sorted((a, b - a))) for a, b in pairs if game(a, b).options(fs.Left)}
    assert joined == set(moves.items())


def test_a_legend_explains_arrows_and_boxes() -> None:
    canvas = drawn(fs.Euclid, 2)
    (legend,) = canvas.legends
    names = [text.get_text() for text in legend.texts]
    looks = dict(zip(names, legend.legend_handles, strict=True))
    lost, won = (looks[f"{word} by the player to move"] for word in ("lost", "won"))
    for box, text in zip(patches(canvas, BOX), canvas.axes[0].texts, strict=True):
        is_lost = text.get_text().endswith("\n0")
        assert box.get_facecolor() == (lost if is_lost else won).get_facecolor()
    for arrow in patches(canvas, ARROW):
        points = arrow._path_original.vertices
        goes_down = points[0][0] == points[-1][0]
        name = "(a, b) → (a, b − a)" if goes_down else "(a, b) → (b − a, a)"
        assert arrow.get_edgecolor()[:3] == tuple(colours.to_rgb(looks[name].get_color()))
