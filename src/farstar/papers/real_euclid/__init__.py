"""G. Cairns, N. B. Ho, T. Lengyel, The Sprague-Grundy function of the real game Euclid (2011)."""

from farstar.papers._claim import Paper
from farstar.papers.real_euclid._theorem_1 import claims as _theorem_1
from farstar.papers.real_euclid._theorems_2_and_3 import claims as _theorems_2_and_3

__all__ = ["CLAIMS"]

CLAIMS = Paper("real-euclid", "The Sprague-Grundy function of the real game Euclid")
for _part in (_theorem_1, _theorems_2_and_3):
    CLAIMS.add(_part)
