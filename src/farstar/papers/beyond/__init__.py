"""Beyond the papers: theorems of our own on their games, with honest status.

``proved`` means that there is a proof (``docs/proofs.md``), whose finite part the check goes
through again; ``checked`` that there is the computation only, as far as the range says.
"""

from farstar.papers._claim import Paper
from farstar.papers.beyond._growth import claims as _growth
from farstar.papers.beyond._hardness import claims as _hardness
from farstar.papers.beyond._limits import claims as _limits
from farstar.papers.beyond._multipliers import claims as _multipliers
from farstar.papers.beyond._products import claims as _products
from farstar.papers.beyond._rewriting import claims as _rewriting
from farstar.papers.beyond._runs import claims as _runs
from farstar.papers.beyond._sums import claims as _sums
from farstar.papers.beyond._weights import claims as _weights
from farstar.papers.beyond._words import claims as _words

__all__ = ["CLAIMS"]

CLAIMS = Paper("beyond", "Beyond the papers")
for _part in (
    _words,
    _weights,
    _rewriting,
    _runs,
    _sums,
    _hardness,
    _limits,
    _multipliers,
    _products,
    _growth,
):
    CLAIMS.add(_part)
