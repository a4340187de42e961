"""Figures: thermographs, heat maps, scatter plots, game trees, automata, boards and squares.

They need matplotlib, which is loaded when something is drawn: ``pip install 'farstar[plot]'``.

>>> import farstar as fs
>>> figure = fs.plot(fs.Value("{3||2|1}"))
>>> figure.caption
'Thermograph of {3||2|1}: mean 9/4, temperature 3/4.'
"""

from farstar.figures._automaton import AutomatonDiagram
from farstar.figures._figure import FORMATS, Figure, Plan
from farstar.figures._layout import layout
from farstar.figures._plot import kinds, plot
from farstar.figures._print import draw_shape
from farstar.figures._scene import Item, Mark, Scene, board_svg, stand_alone_svg
from farstar.figures._text import draw_text
from farstar.figures._tikz import tikz
from farstar.figures.style import PALETTE

__all__ = [
    "FORMATS",
    "PALETTE",
    "AutomatonDiagram",
    "Figure",
    "Item",
    "Mark",
    "Plan",
    "Scene",
    "board_svg",
    "draw_shape",
    "draw_text",
    "kinds",
    "layout",
    "plot",
    "stand_alone_svg",
    "tikz",
]
