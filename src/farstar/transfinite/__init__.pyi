# Written by make stubs.
from farstar.transfinite._fraction import SurrealFraction as SurrealFraction
from farstar.transfinite._nimber import Nimber as Nimber
from farstar.transfinite._notation import parse as parse
from farstar.transfinite._recognition import is_transfinite as is_transfinite
from farstar.transfinite._signs import SignExpansion as SignExpansion
from farstar.transfinite._surreal import Ordinal as Ordinal
from farstar.transfinite._surreal import Surreal as Surreal

__all__ = [
    "Nimber",
    "Ordinal",
    "SignExpansion",
    "Surreal",
    "SurrealFraction",
    "is_transfinite",
    "parse",
]

MODULES: dict[str, str]
