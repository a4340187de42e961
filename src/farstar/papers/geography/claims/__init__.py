"""R. J. Nowakowski, A. A. Siegel, Partizan Geography on K_n x K_2, Integers 7(2) (2007), A29."""

from importlib import import_module
from importlib.resources import files
from pathlib import Path

from farstar.papers import ExamplePositions, Paper, Publication

__all__ = ["CLAIMS"]

CLAIMS = Paper(
    "partizan-geography",
    "Partizan Geography on K_n x K_2",
    publication=Publication(
        "Partizan Geography",
        "R. J. Nowakowski and A. A. Siegel",
        "2007",
        "Integers 7(2), article A29",
        "https://math.colgate.edu/~integers/",
    ),
    examples=ExamplePositions(
        by_label={
            "Introduction, reference": "A(0,5,0)",
            "Opening example": "A(3,2,1) - A(3,1,2) - A(1,1,1)",
            "Second sum": "A(3,12,4) + A(7,12,1) - A(9,15,6)",
        },
        by_subject={
            r"\(D\)\(ii\)": "A(3,5,1)",
            r"\(D\)": "A(1,6,1)",
            r"\(C\)": "A(5,4,1)",
            r"\(B\)": "A(1,4,3)",
            r"\(A\)": "A(3,2,1)",
            r"\(E\)": "B(3,4,1)",
            r"\(F\)|Lemma 6": "B(3,1,2)",
            "Lemma 3": "B(3,0,2)",
            "Lemma 4|Corollary 5": "A(3,1,2)",
            "start|n > 2|n = 1|rows|Left has an advantage": "Board(5)",
        },
        otherwise="A(3,5,1)",
    ),
)
claim = CLAIMS.declare

# The modules add their claims to the paper as they are imported.
for _module in ("_strategy", "_values", "_proofs"):
    import_module(f"{__name__}.{_module}")

# What `farstar prove` proves, from the families and lemmas in the folder ``families``.
_LAYERS = "one layer at a time"
_BETWEEN = "as bounds by two games with this mean and temperature"
_BY_LAYERS = (
    "one layer at a time, with an induction for the means on the page on theorems for all sizes"
)
CLAIMS.prove_for_all(
    Path(str(files("farstar.papers.geography"))) / "theorems" / "geography.json",
    {
        **dict.fromkeys(["Lemma 3", "Lemma 4", "Corollary 5", "Lemma 6"], ""),
        **{f"Theorem 7 ({case})": "" for case in "ABEF"},
        **{f"Theorem 7 {case}": _LAYERS for case in ("(C)", "(D)(i)", "(D)(ii)")},
        "Corollary 8 (C)": _BETWEEN,
        **dict.fromkeys(["Corollary 8 (D)(i)", "Corollary 8 (D)(ii)"], _BY_LAYERS),
    },
)
