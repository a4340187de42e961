# Written by make stubs.
from farstar.games.patterns._check import compared as compared
from farstar.games.patterns._check import described as described
from farstar.games.patterns._heap_text import Comparison as Comparison
from farstar.games.patterns._heap_text import Linear as Linear
from farstar.games.patterns._make import pattern_rules as pattern_rules
from farstar.games.patterns._plain import plain_rules as plain_rules
from farstar.games.patterns._rows import Line as Line
from farstar.games.patterns._rows import LineReader as LineReader
from farstar.games.patterns._rows import lines as lines
from farstar.games.patterns._rules import DeclaredImpartialPatterns as DeclaredImpartialPatterns
from farstar.games.patterns._rules import DeclaredPatterns as DeclaredPatterns
from farstar.games.patterns._rules import PatternRules as PatternRules
from farstar.games.patterns._theorems import TheoremRules as TheoremRules
from farstar.games.patterns._theorems import check_listable as check_listable
from farstar.games.patterns._words import WordRules as WordRules
from farstar.games.patterns._words import word_rules as word_rules

__all__ = [
    "Comparison",
    "DeclaredImpartialPatterns",
    "DeclaredPatterns",
    "Line",
    "LineReader",
    "Linear",
    "PatternRules",
    "TheoremRules",
    "WordRules",
    "check_listable",
    "compared",
    "described",
    "lines",
    "pattern_rules",
    "plain_rules",
    "word_rules",
]

MODULES: dict[str, str]
