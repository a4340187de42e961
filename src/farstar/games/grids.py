"""What other rooms may use of the games on boards: their base classes, and boards as text.

>>> stride("..|.#")
3
"""

from farstar.games._boards import least_image, stride
from farstar.games._grid import GridPosition, GridRules

__all__ = ["GridPosition", "GridRules", "least_image", "stride"]
