"""Partizan Euclid: division with remainder, where Left rounds down and Right rounds up.

Rules. A position is a pair ``(p, q)`` of positive integers. Let ``t`` be the remainder of `p`
divided by `q`. If ``t = 0`` nobody can move. Otherwise Left moves to ``(q, t)`` and Right to
``(q, q - t)``. A player who cannot move loses.

Common factors do not matter, and neither do multiples of `q` in `p`: ``p > 2q``, ``p = q`` and ``p
< q`` follow the same rule. A position with ``q < p < 2q`` is *standard*. The game tree is described
by a word, the *signature*, from which everything here is computed: who wins, also in a sum with a
nim-heap or a second position (automata), the value (one construction for each letter, without
comparisons), and the atomic weight (a few constructions, however long the runs).

References
----------
.. [1] N. A. McKay, R. J. Nowakowski, Outcomes of Partizan Euclid, Integers 13 (2013).
"""

from farstar._lazy import lazy_names

MODULES = {
    "PartizanEuclid": "farstar.papers.partizan_euclid._position",
    "PartizanEuclidRules": "farstar.papers.partizan_euclid._rules",
    "Word": "farstar.papers.partizan_euclid.theory.words",
    "value_of_weight": "farstar.papers.partizan_euclid._rules",
}

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
