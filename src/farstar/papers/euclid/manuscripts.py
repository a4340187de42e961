"""Our paper on Grossman's game."""

from __future__ import annotations

from farstar.papers import Manuscript, Page

MULTIPLIERS = Manuscript(
    name="grossman-multipliers",
    authors="The Farstar developers",
    paper="beyond",
    is_written_with_ai=True,
    title="Grossman's game with any set of multipliers",
    abstract=(
        "In Grossman's game two players subtract multiples of the smaller of two positive integers "
        "from the larger one, and the result must stay positive. Let only multiples from a set Λ "
        "with 1 in it be allowed. We determine who wins if Λ is finite or consists of whole "
        "residue classes from some number on, and show that the share of the positions that the "
        "first player wins tends to a limit for every Λ: 1/2 if all members of Λ are odd, 1/φ if "
        "everything is allowed, and a number between these otherwise."
    ),
    keywords="combinatorial games, game Euclid, continued fractions, subtraction games",
    subjects="91A46, 11A55, 11K50",
    opening="""\
Grossman posed the game as a problem [8]. A position is a pair (a, b) of positive integers. A player
subtracts from the larger number a
multiple of the smaller one, and the result must be positive. A player who cannot move
loses; so the game ends at (d, d), where d is the greatest common divisor. With a set Λ of
multipliers only the multiples that are in Λ may be subtracted.

Let b/a = [a₀; a₁, …, aₙ] be the continued fraction with aₙ >= 2 for n >= 1. As long as the
first quotient is not used up, the smaller number stays. So the game is a row of heaps of sizes
a₀, …, aₙ₋₁ and aₙ − 1: a player takes some counters, as many as Λ allows, from the first heap
that is not empty. Lengyel [1] studies the sets {1, …, k} and sets of odd numbers. Write φ for
the golden ratio, and F_n for the Fibonacci numbers.

Section 2 has the sets {1, …, k}: the share of the pairs that Player 1 wins tends to a limit, which
rises to 1/φ with k, as Figure 1 shows. Cairns, Ho and Lengyel study the Grundy values of Euclid, in
which the result may be 0 [4]. Section 3 has all other sets.""",
    pages=(
        Page(
            "limits-theorems.md",
            "Limits",
            part=("For a set C of digits", "**Exact counts.**"),
        ),
        Page("multipliers.md", "Any set of multipliers"),
    ),
    links=(("limits-theorems.md", "Section 2"),),
    literature=(
        "lengyel: T. Lengyel, A nim-type game and continued fractions, *Fibonacci Quarterly* 41 "
        "(2003).",
        "collins: D. Collins, Variations on a theme of Euclid, *Integers* 5 (2005), G03.",
        "stromquist: W. Stromquist, D. Ullman, Sequential compounds of combinatorial games, "
        "*Theoretical Computer Science* 119 (1993).",
        "cairns: G. Cairns, N. B. Ho, T. Lengyel, The Sprague–Grundy function of the real game "
        "Euclid, *Discrete Mathematics* 311 (2011).",
        "ferguson: T. S. Ferguson, On sums of graph games with last player losing, *International "
        "Journal of Game Theory* 3 (1974).",
        "weil: A. Weil, On some exponential sums, *Proceedings of the National Academy of "
        "Sciences* 34 (1948).",
        "estermann: T. Estermann, On Kloosterman's sum, *Mathematika* 8 (1961).",
        "grossman: J. W. Grossman, A nim-type game, Problem 1537, *Mathematics Magazine* 70 "
        "(1997), 382.",
    ),
    exhibits=(("beyond", "Winning probabilities"),),
    claims=("Periods of lost heaps", "Win probabilities with every set"),
)

MANUSCRIPTS = (MULTIPLIERS,)
