# Written by make stubs.
from farstar.expressions._expression import Expression as Expression
from farstar.expressions._expression import Game as Game
from farstar.expressions._expression import Statement as Statement
from farstar.expressions._expression import parse as parse
from farstar.expressions._expression import read as read
from farstar.expressions._expression import read_statement as read_statement
from farstar.expressions._registry import KnownGame as KnownGame
from farstar.expressions._registry import is_registered as is_registered
from farstar.expressions._registry import known as known
from farstar.expressions._registry import known_game as known_game
from farstar.expressions._registry import register as register
from farstar.expressions._registry import registered as registered

__all__ = [
    "Expression",
    "Game",
    "KnownGame",
    "Statement",
    "is_registered",
    "known",
    "known_game",
    "parse",
    "read",
    "read_statement",
    "register",
    "registered",
]

MODULES: dict[str, str]
