"""Our note on Partizan Geography on products of complete graphs."""

from __future__ import annotations

from farstar.papers import Manuscript, Page

PRODUCTS = Manuscript(
    name="partizan-geography-products",
    authors="The Farstar developers",
    paper="beyond",
    is_written_with_ai=True,
    title="Partizan Geography on Kₙ × Kₘ",
    abstract=(
        "Nowakowski and Siegel solved Partizan Geography on the product of a complete graph and "
        "an edge. We find the value of the start on Kₙ × K₃ for n >= 6, and its mean and "
        "temperature on Kₙ × K₄ for even n >= 8, with bounds for odd n."
    ),
    keywords="combinatorial games, Geography, complete graphs, means and temperatures",
    subjects="91A46, 05C57",
    opening="""\
A token lies on a cell of a board with m rows and n columns. Left moves it to another cell of
its row, and Right to another cell of its column. A cell that the token has visited is closed,
and the
token must not move there. A player who cannot move loses. At the start only the cell of the
token is closed. For m = 2 the values of all positions are known [1]. Values, means and
temperatures are those of the theory of combinatorial games [2]. Figure 1 shows thermographs of
starts with four rows.""",
    pages=(Page("products.md", "Three rows and more", ("Paths and cycles",)),),
    literature=(
        "ns: R. J. Nowakowski, A. A. Siegel, Partizan Geography on Kₙ × K₂, *Integers* 7(2) "
        "(2007), A29.",
        "siegel: A. N. Siegel, *Combinatorial Game Theory*, American Mathematical Society, 2013.",
    ),
    exhibits=(("beyond", "Four rows"),),
    claims=("Geography on K_n x K_3", "Geography on K_n x K_4"),
)

MANUSCRIPTS = (PRODUCTS,)
