"""R. J. Nowakowski, A. A. Siegel, Partizan Geography on K_n x K_2, Integers 7(2) (2007), A29."""

from farstar.papers._claim import Paper
from farstar.papers.partizan_geography._options import claims as _options
from farstar.papers.partizan_geography._proofs import claims as _proofs
from farstar.papers.partizan_geography._strategy import claims as _strategy
from farstar.papers.partizan_geography._values import claims as _values

__all__ = ["CLAIMS"]

CLAIMS = Paper("partizan-geography", "Partizan Geography on K_n x K_2")
for _part in (_strategy, _values, _proofs, _options):
    CLAIMS.add(_part)
