"""Misère play: a player who cannot move wins.

Quotients describe all sums of some impartial games by a finite monoid, with a proof:

>>> import farstar as fs
>>> q = fs.misere_quotient("0.77")
>>> q.order, str(q.outcome(5, 10**100)), q.image(9)
(40, 'N', 'd')
"""

from farstar._lazy import lazy_names

MODULES = {
    "Checked": "farstar.misere.finding",
    "Misere": "farstar.misere._modulo",
    "MisereGame": "farstar.misere._modulo",
    "MisereQuotient": "farstar.misere._quotient",
    "MisereValue": "farstar.misere._value",
    "PartizanQuotient": "farstar.misere._partizan_quotient",
    "QuotientTooLarge": "farstar.misere.finding",
    "check_certificate": "farstar.misere.finding",
    "count_misere_born_by_day": "farstar.misere._value",
    "load_quotient": "farstar.misere.finding",
    "misere_born_by_day": "farstar.misere._value",
    "misere_quotient": "farstar.misere.finding",
    "partizan_quotient": "farstar.misere._partizan_quotient",
    "universe_of_ends": "farstar.misere._modulo",
}
"""The module of each public name."""

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
