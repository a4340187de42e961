# Written by make stubs.
from farstar.papers.euclid.euclid import Euclid as Euclid
from farstar.papers.euclid.euclid import Grossman as Grossman
from farstar.papers.euclid.serial_nim import SerialNim as SerialNim
from farstar.papers.euclid.surd_euclid import SurdEuclid as SurdEuclid
from farstar.papers.euclid.three_euclid import ThreeEuclid as ThreeEuclid

__all__ = [
    "Euclid",
    "Grossman",
    "SerialNim",
    "SurdEuclid",
    "ThreeEuclid",
]

MODULES: dict[str, str]
