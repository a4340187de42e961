# Written by make stubs.
from farstar.theory import automata as automata
from farstar.theory import canonical as canonical
from farstar.theory import certificates as certificates
from farstar.theory import class_sums as class_sums
from farstar.theory import cone as cone
from farstar.theory import continued_fractions as continued_fractions
from farstar.theory import densities as densities
from farstar.theory import entailing as entailing
from farstar.theory import euclid as euclid
from farstar.theory import geography as geography
from farstar.theory import geography_products as geography_products
from farstar.theory import grossman as grossman
from farstar.theory import hardness as hardness
from farstar.theory import impartial as impartial
from farstar.theory import impartial_codes as impartial_codes
from farstar.theory import impartial_misere as impartial_misere
from farstar.theory import impartial_periods as impartial_periods
from farstar.theory import impartial_sparse as impartial_sparse
from farstar.theory import intervals as intervals
from farstar.theory import multipliers as multipliers
from farstar.theory import normal_form as normal_form
from farstar.theory import observations as observations
from farstar.theory import quadratic as quadratic
from farstar.theory import quotient_actions as quotient_actions
from farstar.theory import restricted as restricted
from farstar.theory import rewriting as rewriting
from farstar.theory import serial_nim as serial_nim
from farstar.theory import trees as trees
from farstar.theory import weight_sums as weight_sums
from farstar.theory import weights as weights
from farstar.theory import words as words
from farstar.theory.multipliers import Multipliers as Multipliers
from farstar.theory.multipliers import odd as odd
from farstar.theory.multipliers import unrestricted as unrestricted
from farstar.theory.multipliers import up_to as up_to
from farstar.theory.words import Word as Word

__all__ = [
    "Multipliers",
    "Word",
    "automata",
    "canonical",
    "certificates",
    "class_sums",
    "cone",
    "continued_fractions",
    "densities",
    "entailing",
    "euclid",
    "geography",
    "geography_products",
    "grossman",
    "hardness",
    "impartial",
    "impartial_codes",
    "impartial_misere",
    "impartial_periods",
    "impartial_sparse",
    "intervals",
    "multipliers",
    "normal_form",
    "observations",
    "odd",
    "quadratic",
    "quotient_actions",
    "restricted",
    "rewriting",
    "serial_nim",
    "trees",
    "unrestricted",
    "up_to",
    "weight_sums",
    "weights",
    "words",
]

MODULES: dict[str, str]
