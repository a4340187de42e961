"""Games whose rules are written as patterns: what stands, and what comes instead.

>>> import farstar as fs
>>> toads = fs.rules('''
... game Toads
... cells T/F .
... left   T. -> .T   TF. -> .FT
... right = mirror of left
... ''')
>>> toads("TT.FF").value, toads("T.F").outcome == "N"
(Value('*'), True)
"""

from farstar.games.patterns._check import compared, described
from farstar.games.patterns._heap_text import Comparison, Linear
from farstar.games.patterns._make import pattern_rules
from farstar.games.patterns._plain import plain_rules
from farstar.games.patterns._rows import Line, lines
from farstar.games.patterns._rules import (
    DeclaredImpartialPatterns,
    DeclaredPatterns,
    PatternRules,
)
from farstar.games.patterns._words import WordRules, word_rules

__all__ = [
    "Comparison",
    "DeclaredImpartialPatterns",
    "DeclaredPatterns",
    "Line",
    "Linear",
    "PatternRules",
    "WordRules",
    "compared",
    "described",
    "lines",
    "pattern_rules",
    "plain_rules",
    "word_rules",
]
