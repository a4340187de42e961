"""Numbers beyond the dyadic ones: ordinals, surreal numbers with finitely many terms, nimbers.

>>> import farstar as fs
>>> omega = fs.Ordinal("omega")
>>> omega / 2 + fs.Surreal("1/3"), omega > fs.Value("5^")
(Surreal('omega/2+1/3'), True)
"""

from farstar._lazy import lazy_names

MODULES = {
    "Nimber": "farstar.transfinite._nimber",
    "Ordinal": "farstar.transfinite._surreal",
    "Surreal": "farstar.transfinite._surreal",
    "SurrealFraction": "farstar.transfinite._fraction",
    "SignExpansion": "farstar.transfinite._signs",
    "is_transfinite": "farstar.transfinite._recognition",
    "parse": "farstar.transfinite._notation",
}
"""The module of each public name."""

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
