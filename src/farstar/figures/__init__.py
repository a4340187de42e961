"""Figures: thermographs, heat maps, scatter plots, game trees, automata, boards and squares.

They need matplotlib, which is loaded when something is drawn: ``pip install 'farstar[plot]'``.

>>> import farstar as fs
>>> figure = fs.plot(fs.Value("{3||2|1}"))
>>> figure.caption
'Thermograph of {3||2|1}: mean 9/4, temperature 3/4.'
"""

from farstar.figures._figure import FORMATS, Figure
from farstar.figures._fraction_trees import has_fraction_tree
from farstar.figures._layout import layout
from farstar.figures._plot import KINDS, plot
from farstar.figures._scene import Item, Scene
from farstar.figures._style import PALETTE
from farstar.figures._svg import Mark, board_svg, stand_alone_svg
from farstar.figures._text import draw_text

__all__ = [
    "FORMATS",
    "KINDS",
    "PALETTE",
    "Figure",
    "Item",
    "Mark",
    "Scene",
    "board_svg",
    "draw_text",
    "has_fraction_tree",
    "layout",
    "plot",
    "stand_alone_svg",
]
