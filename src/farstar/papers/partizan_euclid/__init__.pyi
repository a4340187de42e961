# Written by make stubs.
from farstar.papers.partizan_euclid._position import PartizanEuclid as PartizanEuclid
from farstar.papers.partizan_euclid._position import Word as Word
from farstar.papers.partizan_euclid._rules import PartizanEuclidRules as PartizanEuclidRules

__all__ = [
    "PartizanEuclid",
    "PartizanEuclidRules",
    "Word",
]

MODULES: dict[str, str]
