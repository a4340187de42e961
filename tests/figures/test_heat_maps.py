"""Heat maps look like their tables, and titles of boards are wrapped."""

from __future__ import annotations

import farstar as fs


def test_a_heat_map_has_the_orientation_of_its_table() -> None:
    table = fs.table(fs.Euclid, range(1, 6), range(1, 8), show="grundy")
    axes = fs.plot(table).matplotlib.axes[0]
    low, high = axes.get_ylim()
    assert low > high  # the first row is above the second
    assert axes.xaxis.get_label_position() == "top"
    upwards = fs.plot(table, kind="heat map", upwards=True).matplotlib.axes[0]
    low, high = upwards.get_ylim()
    assert low < high
    assert upwards.xaxis.get_label_position() == "bottom"


def test_cells_without_a_position_are_hatched() -> None:
    square = fs.table(fs.PartizanEuclid, range(1, 6), range(1, 6), show="outcome")
    triangle = fs.table(fs.PartizanEuclid, range(1, 6), range(1, 6), show="outcome", where="q < p")
    for table, is_hatched in ((square, False), (triangle, True)):
        axes = fs.plot(table).matplotlib.axes[0]
        legend = axes.get_legend()
        assert legend is not None
        texts = [text.get_text() for text in legend.get_texts()]
        assert ("no position" in texts) is is_hatched
        assert (axes.patch.get_hatch() is not None) is is_hatched


def test_numbers_have_a_colour_bar() -> None:
    table = fs.table(fs.Euclid, range(1, 6), range(1, 6), show="grundy")
    assert len(fs.plot(table).matplotlib.axes) == 2


def test_long_titles_are_wrapped() -> None:
    board = fs.Domineering("2x4")
    figure = fs.plot(board)
    titles = [t.get_text() for t in figure.matplotlib.axes[0].texts if len(t.get_text()) > 3]
    assert titles
    assert max(map(len, titles)) <= 40
