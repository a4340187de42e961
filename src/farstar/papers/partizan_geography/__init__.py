"""R. J. Nowakowski, A. A. Siegel, Partizan Geography on K_n x K_2, Integers 7(2) (2007), A29."""

from farstar.papers._claim import Claims
from farstar.papers.partizan_geography import _proofs, _strategy, _values

__all__ = ["CLAIMS"]

CLAIMS = Claims("partizan-geography", "Partizan Geography on K_n x K_2")
for _part in (_strategy, _values, _proofs):
    CLAIMS.add(_part.claims)
