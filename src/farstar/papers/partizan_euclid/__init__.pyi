# Written by make stubs.
from farstar.papers.partizan_euclid._position import PartizanEuclid as PartizanEuclid
from farstar.papers.partizan_euclid._rules import PartizanEuclidRules as PartizanEuclidRules
from farstar.papers.partizan_euclid._rules import value_of_weight as value_of_weight
from farstar.papers.partizan_euclid.theory.words import Word as Word

__all__ = [
    "PartizanEuclid",
    "PartizanEuclidRules",
    "Word",
    "value_of_weight",
]

MODULES: dict[str, str]
