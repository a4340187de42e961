# Written by make stubs.
from farstar.expressions._expression import Expression as Expression
from farstar.expressions._expression import Game as Game
from farstar.expressions._expression import parse as parse
from farstar.expressions._expression import read as read
from farstar.expressions._registry import KnownGame as KnownGame
from farstar.expressions._registry import known as known
from farstar.expressions._registry import register as register

__all__ = [
    "Expression",
    "Game",
    "KnownGame",
    "known",
    "parse",
    "read",
    "register",
]

MODULES: dict[str, str]
