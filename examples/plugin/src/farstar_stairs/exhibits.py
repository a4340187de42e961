"""A table and a figure of the paper, and the paper in LaTeX."""

from __future__ import annotations

import farstar as fs
from farstar.figures import Figure
from farstar.papers import Manuscript, Page
from farstar.tables import Table
from farstar_stairs.paper import CLAIMS


@CLAIMS.exhibit("Table 1", "The first values of Stairs.", claims=["Theorem 1"])
def _table_1() -> Table:
    return fs.table("Stairs(n)", n=range(6))


@CLAIMS.exhibit("Figure 1", "The counter on step 7.")
def _figure_1() -> Figure:
    return fs.plot("Stairs(7)", kind="staircase")


MANUSCRIPTS = (
    Manuscript(
        name="on-stairs",
        title="On Stairs",
        authors="A. Nonymous",
        abstract="The values of Stairs have period 3.",
        keywords="combinatorial games",
        subjects="91A46",
        opening="A counter stands on a step. Left moves it one step down, and Right two.",
        pages=(Page("proofs.md", "The theorem"),),
        literature=(),
        exhibits=(("stairs", "Table 1"), ("stairs", "Figure 1")),
        paper="stairs",
        claims=("Theorem 1",),
    ),
)
