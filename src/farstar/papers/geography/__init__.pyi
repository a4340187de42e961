# Written by make stubs.
from farstar.papers.geography.complete_product import CompleteProduct as CompleteProduct
from farstar.papers.geography.digraphs import Geography as Geography
from farstar.papers.geography.digraphs import ModularNim as ModularNim
from farstar.papers.geography.digraphs import PartizanGeography as PartizanGeography
from farstar.papers.geography.two_rows import GeographyA as GeographyA
from farstar.papers.geography.two_rows import GeographyB as GeographyB
from farstar.papers.geography.two_rows import GeographyBoard as GeographyBoard

__all__ = [
    "CompleteProduct",
    "Geography",
    "GeographyA",
    "GeographyB",
    "GeographyBoard",
    "ModularNim",
    "PartizanGeography",
]

MODULES: dict[str, str]
