"""What the pages show about a game, for code that has the game itself and not its text.

Notebook widgets use it. Everything is plain data, HTML or SVG for the style sheets of the pages.
"""

from farstar.web._thermograph import can_draw as can_draw_thermograph
from farstar.web._thermograph import draw as draw_thermograph
from farstar.web.tasks._boards import boards
from farstar.web.tasks.explore import described, walk
from farstar.web.tasks.play import answer_of, judged, keys_of

__all__ = [
    "answer_of",
    "boards",
    "can_draw_thermograph",
    "described",
    "draw_thermograph",
    "judged",
    "keys_of",
    "walk",
]
