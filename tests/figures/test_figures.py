"""Figures: the same bytes twice, nothing clipped, and the geometry behind them."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.figures import FORMATS, Scene, kinds, layout, stand_alone_svg
from farstar.figures._layout_lines import cut_squares
from farstar.figures._scene import INKS, PAINTS
from farstar.figures._thermograph import scaffold
from farstar.games import GAMES, load
from farstar.papers.partizan_euclid.theory.automata import (
    Automaton,
    far_star_automaton,
    paired_outcome_automaton,
)
from farstar.testing import values
from farstar.values import wall_line

from ..pictures import difference

pytest.importorskip("matplotlib")

# In one process, so that each figure is drawn once.
pytestmark = pytest.mark.xdist_group("figures")

V = fs.Value


def outcomes(n: int) -> fs.Table:
    return fs.table(fs.PartizanEuclid, range(1, n), range(1, n), show="outcome")


FIGURES: dict[str, Callable[[], fs.Figure]] = {
    "thermograph": lambda: fs.plot(V("{9|3||1|-2}")),
    "overlaid": lambda: fs.plot(V("{3||2|1}"), V("+-1"), fs.GeographyA(0, 5, 0), V("*") + 1),
    "number": lambda: fs.plot(V("3/8")),
    "large number": lambda: fs.plot(V(10**22)),
    "cakes": lambda: fs.plot(fs.Eatcake((2, 3), (4, 5)), fs.Cutcake(1, 1)),
    "graph": lambda: fs.plot(fs.GraphCol(".xo#lr; 0-1,1-2,2-3,3-4,4-5,0-3")),
    "star": lambda: fs.plot(fs.GraphSnort("star 6")),
    "spine": lambda: fs.plot(fs.Word("l3r2l3re").position),
    "sum": lambda: fs.plot(fs.GeographyA(0, 5, 0) + V("+-1")),
    "bare thermograph": lambda: fs.plot(V("{5|2||-1}").thermograph(), bottom=-1),
    "scaffolds": lambda: fs.plot(V("{5,{8|2}|{1|-4},0}"), kind="scaffolds"),
    "scaffolds of up": lambda: fs.plot(V("^"), kind="scaffolds"),
    "scaffolds of an integer": lambda: fs.plot(V(3), kind="scaffolds"),
    "outcomes": lambda: fs.plot(outcomes(8)),
    "many outcomes": lambda: fs.plot(outcomes(30)),
    "grundy": lambda: fs.plot(fs.table(fs.Euclid, range(8), range(8), show="grundy")),
    "weights": lambda: fs.plot(
        fs.table(
            fs.PartizanEuclid,
            range(2, 9),
            range(1, 9),
            show="atomic weight",
            where=lambda p, q: q < p,
        )
    ),
    "scatter": lambda: fs.plot(
        fs.table(fs.PartizanEuclid, range(3, 20), 7, show="mean atomic weight, outcome"),
        x="p/q",
        y="mean atomic weight",
        colour="outcome",
        y_limits=(-5, 2),
    ),
    "series": lambda: fs.plot(
        fs.Table(
            ("n", "kind", "size"),
            tuple((n, kind, n**i) for n in (1, 10, 100) for i, kind in enumerate("abc")),
        ),
        x="n",
        y="size",
        colour="kind",
        join=True,
        logarithmic="xy",
        levels={"fifty": 50},
        x_label="number",
        y_label="its powers",
        note="Three kinds.",
    ),
    "tree": lambda: fs.plot(fs.PartizanEuclid(11, 8)),
    "top of a tree": lambda: fs.plot(fs.Euclid(34, 21), kind="tree", depth=2),
    "tree of a value": lambda: fs.plot(V("{9|3||1|-2}"), kind="tree"),
    "8 states": lambda: fs.plot(paired_outcome_automaton()),
    "17 states": lambda: fs.plot(far_star_automaton()),
    "states spread out": lambda: fs.plot(Automaton(heaps=1)),
    "board": lambda: fs.plot(fs.GeographyBoard.start(5), fs.GeographyA(3, 2, 1).board()),
    "heaps": lambda: fs.plot(fs.SerialNim(4, 1, 2), fs.Kayles(5, 7), fs.Nim(10**30, 3), fs.Nim()),
    "squares": lambda: fs.plot(fs.Grossman(459, 2393)),
    "cone": lambda: fs.plot(fs.Grossman(9, 2), fs.Grossman(11, 8), kind="cone"),
    "moves in the cone": lambda: fs.plot(fs.Grossman(3, 8), kind="cone", play=False),
    "moves": lambda: fs.plot(fs.Grossman, kind="moves"),
    "way to a fraction": lambda: fs.plot(Fraction(7, 5), Fraction(2, 3), kind="stern brocot"),
    "way to a position": lambda: fs.plot(fs.Euclid(2, 5), kind="calkin wilf", depth=3),
}


@cache
def drawn(name: str) -> tuple[fs.Figure, bytes]:
    figure = FIGURES[name]()
    return figure, figure.bytes("svg")


# One of each kind; the others are drawn by the same code.
TWICE = ("thermograph", "scaffolds", "grundy", "scatter", "tree", "8 states", "board", "squares")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[] if n in TWICE else pytest.mark.long) for n in FIGURES]
)
def test_svg_is_the_same_twice(name: str) -> None:
    assert FIGURES[name]().bytes("svg") == drawn(name)[1]


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("tree", "pdf"),
        ("overlaid", "png"),
        pytest.param("tree", "png", marks=pytest.mark.long),
        pytest.param("overlaid", "pdf", marks=pytest.mark.long),
        pytest.param("grundy", "png", marks=pytest.mark.long),
        pytest.param("grundy", "pdf", marks=pytest.mark.long),
    ],
)
def test_other_formats_are_the_same_twice(name: str, form: str) -> None:
    figure, _ = drawn(name)
    written = figure.bytes(form)
    assert written == FIGURES[name]().bytes(form)
    assert written == figure.bytes(form)


@pytest.mark.long
def test_bytes_are_the_same_in_another_process_and_whatever_the_settings() -> None:
    import hashlib

    import matplotlib

    program = (
        "import hashlib, farstar as fs\n"
        "f = fs.plot(fs.Value('{9|3||1|-2}'))\n"
        "print(*[hashlib.sha256(f.bytes(k)).hexdigest() for k in ('svg', 'pdf', 'png')])"
    )
    out = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    with matplotlib.rc_context({"font.size": 30, "axes.grid": True, "savefig.dpi": 7}):
        figure = FIGURES["thermograph"]()
        assert [hashlib.sha256(figure.bytes(form)).hexdigest() for form in FORMATS] == out
        assert matplotlib.rcParams["font.size"] == 30


@pytest.mark.parametrize("name", FIGURES)
def test_svg_is_well_formed_and_accessible(name: str) -> None:
    figure, svg = drawn(name)
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == figure.caption
    assert figure.caption.endswith(".")


@pytest.mark.parametrize("name", ["thermograph", "overlaid", "tree", "outcomes", "squares"])
def test_texts_do_not_lie_on_each_other(name: str) -> None:
    canvas = drawn(name)[0].matplotlib
    canvas.draw_without_rendering()
    renderer = canvas.canvas.get_renderer()  # type: ignore[attr-defined]
    boxes = [
        text.get_window_extent(renderer)
        for axes in canvas.axes
        for text in axes.texts
        if text.get_text() and text.get_visible()
    ]
    for i, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:i])


def test_outcomes_can_be_told_apart_in_grey() -> None:
    from matplotlib.colors import to_rgb

    from farstar.figures.style import OUTCOMES

    def brightness(colour: str) -> float:
        red, green, blue = to_rgb(colour)
        return 0.299 * red + 0.587 * green + 0.114 * blue

    grey = sorted(map(brightness, OUTCOMES.values()))
    assert all(b - a > 0.2 for a, b in pairwise(grey))


def test_captions_name_the_parameters() -> None:
    assert drawn("thermograph")[0].caption == (
        "Thermograph of {9|3||1|-2}: mean 11/4, temperature 13/4."
    )
    assert "p = 3..19" in drawn("scatter")[0].caption
    assert drawn("squares")[0].caption == (
        "Grossman(459,2393) is *5: 2393/459 has the quotients 5, 4, 1, 2, 6, 5."
    )


def test_files(tmp_path: Path) -> None:
    figure = fs.plot(V("+-1"))
    heads = {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG\r"}
    for form, head in heads.items():
        target = figure.save(tmp_path / f"figure.{form}")
        assert target.read_bytes()[:5] == head
        assert b"Date" not in target.read_bytes().replace(b"ModDate", b"")
    with pytest.raises(fs.NotationError, match=r"\.svg"):
        figure.save(tmp_path / "figure.gif")
    with pytest.raises(fs.NotationError, match="svg"):
        figure.bytes("gif")


def test_notebooks_show_pictures() -> None:
    assert fs.plot(V("+-1"))._repr_svg_().startswith("<?xml")
    drawn = V("+-1").thermograph()._repr_svg_()
    assert drawn is not None
    assert "Thermograph" in drawn


def test_figures_need_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(fs.MissingExtraError, match=r"farstar\[plot\]"):
        fs.plot(V("+-1"))
    assert V("+-1").thermograph()._repr_svg_() is None


@pytest.mark.parametrize(
    ("things", "options"),
    [
        ((), {}),
        (("text",), {}),
        ((V(1),), {"kind": "pie"}),
        ((V(1),), {"depth": 3}),
        ((V(1),), {"bottom": -2}),
        ((V(1),) * 7, {}),
        ((V(1), V(2)), {"kind": "scaffolds"}),
        ((V(1), V(2)), {"kind": "tree"}),
        ((V(1),), {"kind": "tree", "spine": True}),
        ((V(1),), {"kind": "heat map"}),
        ((V(1),), {"kind": "board"}),
        ((V(1),), {"kind": "squares"}),
        ((V(1),), {"kind": "heaps"}),
        ((fs.Nim(*[1] * 41),), {"kind": "heaps"}),
        ((fs.Euclid(0, 5),), {"kind": "squares"}),
        ((fs.Euclid(0, 5),), {"kind": "cone"}),
        ((fs.Grossman(1, 500),), {"kind": "cone"}),
        ((fs.Euclid,), {"kind": "moves", "bound": 99}),
        ((fs.Value,), {"kind": "moves"}),
        ((V(1),), {"kind": "automaton"}),
        ((fs.GeographyBoard.start(99),), {}),
        ((fs.table(fs.Euclid, range(3), 2, show="continued_fraction"),), {}),
        ((fs.table(fs.Euclid, 1, 2, show="grundy, outcome"),), {"x": "z"}),
        ((fs.table(fs.Euclid, 1, 2, show="grundy, outcome"),), {"y": "outcome"}),
        ((fs.table(fs.Euclid, 1, 2, show="grundy, outcome"),), {"colour": "z"}),
        ((fs.table(fs.Euclid, 1, 2, show="grundy, outcome"),), {"kind": "heat map"}),
    ],
)
def test_bad_requests(things: tuple[Any, ...], options: dict[str, Any]) -> None:
    with pytest.raises(fs.NotationError, match="expected"):
        fs.plot(*things, **options)


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(fs.BudgetExceeded):
        fs.plot(fs.PartizanEuclid(1001, 1000))
    with pytest.raises(fs.NotationError, match="at most 40 times as long as wide"):
        fs.plot(fs.Euclid(1, 10**6))


@pytest.mark.parametrize("kind", ["stern brocot", "calkin wilf"])
def test_trees_hold_each_fraction_once_and_mark_the_way(kind: str) -> None:
    figure = fs.plot(Fraction(8, 5), kind=kind, depth=5)
    texts = [text.get_text() for text in figure.matplotlib.axes[0].texts]
    assert len(texts) == len(set(texts)) == 2**6 - 1
    bold = {t.get_text() for t in figure.matplotlib.axes[0].texts if t.get_fontweight() == "bold"}
    # Fibonacci numbers turn at every step, in both trees.
    assert bold == {"1/1", "2/1", "3/2", "5/3", "8/5"} if kind == "stern brocot" else len(bold) == 5
    assert "8/5" in figure.caption


@pytest.mark.parametrize("thing", [Fraction(-1, 2), 0, "seven", True, Fraction(1, 50)])
def test_what_is_on_no_tree(thing: Any) -> None:
    with pytest.raises(fs.NotationError, match="expected"):
        fs.plot(thing, kind="stern-brocot")


def test_every_kind_is_drawn_here() -> None:
    import inspect

    source = inspect.getsource(sys.modules[__name__])
    defaults = {"heat map", "automaton", "board", "heaps", "squares", "thermograph"}
    defaults |= {"scatter"}
    assert all(kind in defaults or f'kind="{kind}"' in source for kind in kinds())


# What the pictures are made of.


@given(values())
def test_the_scaffolds_meet_in_the_thermograph(value: fs.Value) -> None:
    graph = value.thermograph()
    top = max(graph.temperature, Fraction(0)) + 2
    if value.is_number:
        return
    for left, wall in ((True, graph.left_wall), (False, graph.right_wall)):
        line = scaffold(value, left=left, top=top)
        for (v0, t0), (v1, t1) in pairwise(line):
            for t in (t0, (t0 + t1) / 2, t1):
                if t <= graph.temperature:
                    assert v0 + (v1 - v0) / (t1 - t0) * (t - t0) == wall(t)


@given(values())
def test_lines_of_walls_are_exact(value: fs.Value) -> None:
    graph = value.thermograph()
    top = graph.temperature + 1
    for wall in (graph.left_wall, graph.right_wall):
        line = wall_line(wall, Fraction(-1), top)
        assert [t for _, t in line] == sorted({t for _, t in line})
        for (v0, t0), (v1, t1) in pairwise(line):
            assert wall((t0 + t1) / 2) == (v0 + v1) / 2


@given(st.integers(1, 60), st.integers(1, 60))
def test_squares_fill_the_rectangle(a: int, b: int) -> None:
    width, height = max(a, b), min(a, b)
    covered: dict[tuple[int, int], int] = {}
    counts: dict[int, int] = {}
    for square in cut_squares(width, height):
        counts[square.quotient] = counts.get(square.quotient, 0) + 1
        for x in range(square.x, square.x + square.side):
            for y in range(square.y, square.y + square.side):
                assert (x, y) not in covered
                covered[x, y] = square.side
    assert len(covered) == width * height
    assert max(x for x, _ in covered) == width - 1
    assert tuple(counts.values()) == fs.Euclid(a, b).continued_fraction


DOCS = Path(__file__).resolve().parents[2] / "docs" / "images"


@pytest.mark.parametrize(
    ("file", "figure"),
    [
        ("scaffolds.svg", lambda: fs.plot(V("{9|3||1|-2}"), kind="scaffolds")),
        ("tree.svg", lambda: fs.plot(fs.PartizanEuclid(11, 8))),
        ("domineering-tree.svg", lambda: fs.plot(fs.Domineering("2x3"), kind="tree")),
        (
            "loopy/backsliding-tree.svg",
            lambda: fs.plot(fs.BackslidingToadsAndFrogs("TT.F"), kind="tree"),
        ),
    ],
)
def test_pictures_of_the_documentation_are_fresh(
    file: str, figure: Callable[[], fs.Figure]
) -> None:
    assert not difference(figure().svg(), (DOCS / file).read_text("utf-8"))


@pytest.mark.parametrize("text", ["Nim(3,5)", "SerialNim(3,5)", "GrundysGame(3,5)", "Kayles(3,5)"])
def test_a_heap_has_as_many_counters_as_its_size(text: str) -> None:
    figure = fs.plot(fs.parse(text))
    assert figure.caption.startswith(f"{text} is ")
    assert figure.svg() == fs.plot(fs.parse(text), kind="heaps").svg()
    places = [item.place[0] for item in scene(text).items if item.place is not None]
    assert [places.count(heap) for heap in (0, 1)] == [3, 5]


@pytest.mark.long
def test_large_trees_cakes_and_graphs_are_drawn_otherwise() -> None:
    assert fs.plot(fs.PartizanEuclid(146, 89)).caption.startswith("The spine of E(146,89) and")
    assert "Game tree" in fs.plot(fs.PartizanEuclid(11, 8)).caption
    for game, most in ((fs.Cutcake(50, 3), 40), (fs.GraphCol.path(61), 60)):
        assert fs.plot(game).caption.startswith("Thermograph of")
        with pytest.raises(fs.NotationError, match=f"expected at most {most}"):
            fs.plot(game, kind="board")


def test_different_diagrams_stand_on_one_sheet() -> None:
    figure = fs.plot(fs.Cutcake(1, 2), fs.Nim(1), fs.ToadsAndFrogs("T.F"))
    assert figure.caption == "Cutcake(1,2) is 1; Nim(1) is *; ToadsAndFrogs(T.F) is *."
    (sheet,) = figure.matplotlib.axes
    assert [text.get_text() for text in sheet.texts if ":" in text.get_text()] == [
        *("Cutcake: 1", "Nim: ∗", "Toads and Frogs: ∗")
    ]
    with pytest.raises(fs.NotationError, match="expected 1 to 12 pictures, got 13"):
        fs.plot(*[fs.Nim(1)] * 13)


# Scenes.


def scene(text: str, **options: Any) -> Scene:
    position = fs.parse(text)
    assert isinstance(position, fs.Position)
    diagram = position.diagram()
    assert diagram is not None
    return layout(diagram, **options)


def starts() -> list[str]:
    """Return the first positions of all games."""
    rules = [kind.rules for name in GAMES if (kind := load(name)) is not None]
    return [text for each in rules for text in each.starts if "+" not in text]


@pytest.mark.parametrize("text", [*starts(), "Nim()", "Kayles(10**9)", "Col(.xo#lr; 0-1,1-2)"])
def test_every_game_is_drawn_within_its_frame(text: str) -> None:
    text = text.replace("10**9", str(10**9))
    position, drawn = fs.parse(text), scene(text, most=30)
    assert drawn.words
    names = [item.place for item in drawn.items if item.place is not None]
    assert len(set(names)) == len(names)
    assert all(item.words for item in drawn.items if item.place is not None)
    for shape in drawn.shapes():
        assert shape.role in {*PAINTS, *INKS, "hit", "hit-edge", "knife"}, shape
        for x, y in corners(shape):
            assert 0 <= x <= drawn.width, shape
            assert 0 <= y <= drawn.height, shape
    assert isinstance(position, fs.Position)
    picture = ET.fromstring(str(position._repr_svg_()))
    assert picture.get("role") == "img"
    for player in (fs.Left, fs.Right):
        if text.startswith("Kayles(1"):
            break
        assert {tuple(p) for move in position.moves(player) for p in move.path} <= set(names)


def corners(shape: Any) -> list[tuple[float, float]]:
    """Return points between which a shape lies."""
    if hasattr(shape, "points"):
        return [shape.points[0], shape.points[-1]]
    if hasattr(shape, "width"):
        return [(shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)]
    if hasattr(shape, "radius"):
        x, y, r = shape.x, shape.y, shape.radius
        return [(x - r, y - r), (x + r, y + r)]
    return [(shape.x, shape.y)]


def test_dominoes_show_who_laid_them_and_the_last_move_is_marked() -> None:
    left, right = ((0, 0), (1, 0)), ((0, 1), (0, 2))
    drawn = scene("Domineering(###|#..)", laid=[("left", left), ("right", right)], last=right)
    roles = [shape.role for shape in drawn.shapes()]
    assert roles.count("domino left") == roles.count("domino right") == 1
    assert roles.count("last") == 1
    assert "square closed" not in roles
    assert {"a domino of Left", "a domino of Right"} <= {item.words for item in drawn.items}
    before = scene("Domineering(###|#..)")
    assert [shape.role for shape in before.shapes()].count("square closed") == 4
    moved = scene("Clobber(.x|..)", last=((0, 0), (0, 1)))
    assert [shape.role for shape in moved.shapes()].count("last") == 2
    # Stones have owners without a history, and owners differ in more than colour.
    assert PAINTS["domino left"].fill != PAINTS["domino right"].fill
    assert PAINTS["edge left"].dashes != PAINTS["edge right"].dashes


def test_long_heaps_and_rows_are_abbreviated() -> None:
    for text in ("Nim(100)", "Kayles(100)"):
        numbers = [item.place[1] for item in scene(text).items if item.place]
        assert sorted(numbers) == [1, 2, 3, 4, 99, 100]
        assert len([item for item in scene(text, most=100).items if item.place]) == 100
    assert "10…00" in stand_alone_svg(scene(f"Nim({10**30})"))


@pytest.mark.parametrize(
    "text", ["Domineering(41x2)", f"Nim({'1,' * 41})", "Euclid(41,1)", "Cutcake(3,41)"]
)
def test_what_is_too_large_for_a_scene_is_refused_in_one_line(text: str) -> None:
    text = text.replace(",)", ")")
    with pytest.raises(fs.NotationError, match=r"^expected .* got .*$"):
        scene(text)
    position = fs.parse(text)
    assert isinstance(position, fs.Position)
    assert position._repr_svg_() is None


def test_positions_without_a_picture_have_none_in_notebooks() -> None:
    class Plain(fs.ImpartialRuleset):
        def moves(self, position: int) -> range:
            return range(position)

    assert Plain()(3)._repr_svg_() is None
    assert fs.GeographyA(0, 500, 0)._repr_svg_() is None


def test_trees_draw_equal_positions_once_and_fit_a_page() -> None:
    board: fs.Position = fs.Domineering("2x3")
    figure = fs.plot(board, kind="tree")
    assert figure.caption == ("Game tree of Domineering(...|...); equal positions are drawn once.")
    texts = [text.get_text() for text in figure.matplotlib.axes[0].texts]
    labels = [text for text in texts if text.endswith(")")]
    followers = {board}
    waiting = [board]
    for position in waiting:
        fresh = {*position.options(fs.Left), *position.options(fs.Right)} - followers
        followers |= fresh
        waiting += fresh
    assert len(labels) == len(followers)
    assert "{2|−1/2} (N)" in labels
    assert labels.count("0 (P)") == sum(p.outcome is fs.Outcome.P for p in followers)
    for game in (board, fs.ToadsAndFrogs("tt.ff"), fs.Nim(3, 3), V("{9|3||1|-2}")):
        width, height = fs.plot(game, kind="tree").matplotlib.get_size_inches()
        assert width <= 7.3
        assert height <= 9.7
    with pytest.raises(fs.BudgetExceeded, match="a depth shows the top"):
        fs.plot(fs.Domineering("4x4"), kind="tree")
    assert "first 1 moves" in fs.plot(fs.Domineering("3x3"), kind="tree", depth=1).caption


def test_trees_of_loopy_games_have_arrows() -> None:
    """A move back must not look like the move that it takes back."""
    game = fs.BackslidingToadsAndFrogs("TT.F")
    axes = fs.plot(game, kind="tree").matplotlib.axes[0]
    assert "on (L)" in [text.get_text() for text in axes.texts]
    arrows = [patch for patch in axes.patches if type(patch).__name__ == "FancyArrowPatch"]
    followers = {game}
    waiting = [game]
    for position in waiting:
        fresh = {*position.left_options, *position.right_options} - followers
        followers |= fresh
        waiting += fresh
    assert len(arrows) == sum(len(p.left_options) + len(p.right_options) for p in followers)
    plain = fs.plot(fs.Domineering("2x3"), kind="tree").matplotlib.axes[0]
    assert not [patch for patch in plain.patches if type(patch).__name__ == "FancyArrowPatch"]
    assert fs.plot(game).caption == "BackslidingToadsAndFrogs(TT.F) is on."
    stopper = fs.plot(fs.Loopy("a{0||||0|||a|*||*}")).matplotlib.axes[0]
    assert len(stopper.texts) == 6
    with pytest.raises(fs.LoopyError, match="expected a stopper"):
        fs.plot(fs.Loopy("dud"))
