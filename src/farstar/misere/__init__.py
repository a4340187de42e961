"""Misère play: a player who cannot move wins.

Quotients say how all sums of some impartial games behave, by a finite monoid that is proved right:

>>> import farstar as fs
>>> q = fs.misere_quotient("0.77")
>>> q.order, str(q.outcome(5, 10**100)), q.image(9)
(40, 'N', 'd')
"""

from farstar.misere._check import Checked
from farstar.misere._files import check_certificate
from farstar.misere._find import QuotientTooLarge, load_quotient, misere_quotient
from farstar.misere._modulo import Misere, MisereGame, universe_of_ends
from farstar.misere._quotient import HeapPeriod, MisereQuotient
from farstar.misere._value import MisereValue, count_misere_born_by_day, misere_born_by_day

__all__ = [
    "Checked",
    "HeapPeriod",
    "Misere",
    "MisereGame",
    "MisereQuotient",
    "MisereValue",
    "QuotientTooLarge",
    "check_certificate",
    "count_misere_born_by_day",
    "load_quotient",
    "misere_born_by_day",
    "misere_quotient",
    "universe_of_ends",
]
