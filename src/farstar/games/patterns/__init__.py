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

from farstar._lazy import lazy_names, modules_of_names

MODULES = modules_of_names(
    __name__,
    {
        "_check": "compared described",
        "_heap_text": "Comparison Linear",
        "_make": "pattern_rules",
        "_plain": "plain_rules",
        "_rows": "Line LineReader lines",
        "_rules": "DeclaredImpartialPatterns DeclaredPatterns PatternRules",
        "_theorems": "TheoremRules check_listable",
        "_words": "WordRules word_rules",
    },
)
"""The module of each public name: a game defined by patterns needs few of them."""

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
