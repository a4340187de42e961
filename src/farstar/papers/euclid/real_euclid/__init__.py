"""G. Cairns, N. B. Ho, T. Lengyel, The Sprague-Grundy function of the real game Euclid (2011)."""

from importlib import import_module

from farstar.papers import ExamplePositions, Paper, Publication

__all__ = ["CLAIMS"]

CLAIMS = Paper(
    "real-euclid",
    "The Sprague-Grundy function of the real game Euclid",
    publication=Publication(
        "The real game Euclid",
        "G. Cairns, N. B. Ho and T. Lengyel",
        "2011",
        "Discrete Mathematics 311, pages 457–462",
        "https://doi.org/10.1016/j.disc.2010.12.011",
    ),
    examples=ExamplePositions(
        by_label={
            "Remark 2": "Euclid(43,19) - SerialNim(2,3,1,4)",
        },
        by_subject={
            r"all quotients are equal|x_n|\[a0, \.\.\., a0\]|differ by": "Euclid(12,5)",
            "Table 2|Nivasch|function of Grossman|value of Grossman|misère": "Grossman(9,2)",
            "phi|lost|losing|lambda": "Euclid(21,13)",
            r"index|I\(q\)|largest i": "Euclid(7,3)",
            "tree|isomorphism|quotient": "Euclid(43,19)",
            "Figures|moves|Moves": "Euclid(5,3)",
        },
        otherwise="Euclid(9,2)",
        notations={
            r"\((\d{1,9}), ?(\d{1,9})\)": "Euclid({0},{1})",
            r"\b(\d{2,9})/(\d{1,9})\b": "Euclid({0},{1})",
        },
    ),
)
claim = CLAIMS.declare

# The module adds its claims to the paper as it is imported.
import_module(f"{__name__}._theorems")
