"""T. Lengyel, A nim-type game and continued fractions, Fibonacci Quart. 41 (2003) 310-320."""

from importlib import import_module

from farstar.papers import ExamplePositions, Paper, Publication

__all__ = ["CLAIMS"]

CLAIMS = Paper(
    "nim-type-game",
    "A nim-type game and continued fractions",
    publication=Publication(
        "A nim-type game",
        "T. Lengyel",
        "2003",
        "The Fibonacci Quarterly 41, pages 310–320",
        "https://www.fq.math.ca/Scanned/41-4/lengyel.pdf",
    ),
    examples=ExamplePositions(
        by_label={
            "Theorem 2, upper bound": "Grossman(12,5)",
            "Section 5, examples": "Grossman(11,9; k=2)",
            "Example (6,19)": "Grossman(6,19; k=2)",
            "Example 2393/459": "Grossman(459,2393; k=2)",
            "Example 1934/459": "Grossman(459,1934; k=2)",
        },
        by_subject={
            "multiplier 1 alone|k = 1": "Grossman(100,37; k=1)",
            "odd multipliers|odd multiplier": "Grossman(100,37; odd)",
            "multipliers 1 and 2|mod 3|divisible by 3": "Grossman(459,2393; k=2)",
            "up to k|Theorem 5|Proposition 3|restricted": "Grossman(100,37; k=3)",
            "[Ff]ibonacci|only ones|worst": "Grossman(34,21)",
            "[Rr]everse|length|steps|moves|average|Stern": "Grossman(100,37)",
            "phi|cone|winning set|wins": "Grossman(21,13)",
        },
        otherwise="Grossman(21,13)",
        notations={
            r"\((\d{1,9}), ?(\d{1,9})\)": "Grossman({0},{1})",
            r"\b(\d{2,9})/(\d{1,9})\b": "Grossman({0},{1})",
        },
    ),
)
claim = CLAIMS.declare

# The modules add their claims to the paper as they are imported.
for _module in ("_original", "_restricted"):
    import_module(f"{__name__}.{_module}")
