"""N. A. McKay, R. J. Nowakowski, Outcomes of Partizan Euclid, Integers 13 (2013)."""

from farstar.papers._claim import Paper
from farstar.papers.partizan_euclid._tree import claims as _tree
from farstar.papers.partizan_euclid._values import claims as _values
from farstar.papers.partizan_euclid._weights import claims as _weights
from farstar.papers.partizan_euclid._words import claims as _words

__all__ = ["CLAIMS"]

CLAIMS = Paper("partizan-euclid", "Outcomes of Partizan Euclid")
for _part in (_tree, _words, _values, _weights):
    CLAIMS.add(_part)
