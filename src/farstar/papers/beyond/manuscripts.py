"""Our paper on theorems for all sizes."""

from __future__ import annotations

from farstar.papers import Manuscript, Page

_OPENING = """\
Values of games are computed for small sizes; a pattern is seen, and somebody proves it by
induction. The induction often consists of many cases, none of which is difficult. We let a program
find such proofs, and write them down so that another, much shorter program can check them. What
makes each of them a proof is a theorem, with a condition that is decided in finitely many steps.

The main example is *Clobber* on one row, where a stone takes a neighbouring stone of the opponent
and leaves an empty cell behind. Albert, Grossman, Nowakowski and Wolfe introduced the game [1].
That (xxo)ⁿ = ⌈n/2⌉·↑ for n <= 28, and that this is a conjecture of theirs, has been reported to us
from the published results of the program MCGS [2]. We could not confirm it: the copies of these
results that we have seen, of November 2025, are about impartial games only, and of [1] we have seen
only the abstract and the beginning of the introduction. Section 2 proves the equation for all n,
and needs nothing from the other sections.

The sections after it describe five methods. Finite automata label all words (Section 4), or
separate the words that a player wins (Section 5). Labels that grow with a period prove bounds for
values that no finite automaton can tell (Section 6). Numeration systems answer for heaps of every
size (Section 7), and linear arithmetic for families of games with parameters (Section 8). Section 9
has the statements that we could not prove, and says why.

**What is not new.** We have found no published proof of the theorem on (xxo)ⁿ, but we have not seen
all of the literature, and do not claim to be the first. That the first player wins the alternating
rows (xo)ⁿ for n other than 3 was conjectured in 2004 by the authors of [1], as the abstract of [3]
says, where it is proved; we have no such proof. For impartial games on one heap the first method is
the periodicity theorem of octal games [4]. Moore and Eppstein describe one-dimensional peg
solitaire by a regular language, and study the game of peg duotaire [5]. Thanatipanonda and
Zeilberger let a computer find and prove the values of families of Toads and Frogs [6]. Invariants
of safety games were learned as automata by Neider and Topcu [7]. Statements about numeration
systems are decided by the program Walnut of Mousavi [8], to which Shallit's book [9] is devoted. Of
[3], [5] to [7] and [9] we have seen abstracts or announcements, and of [8] a summary; what we say
of them rests on these. What we have not seen elsewhere is the use of regular sets for the values of
sums, the bounds with an additive period, and certificates for all of these that a program of one
file checks.

Left plays x, and Right plays o. A player who cannot move loses. G >= 0 means that Left wins G when
Right moves first; G |> 0 means that Left wins G when she moves first; ↑ = {0|∗}, ↓ = −↑. Values,
outcomes, options and canonical forms are those of [4]."""

ALL_SIZES = Manuscript(
    name="theorems-for-all-sizes",
    authors="The Farstar developers",
    paper="beyond",
    is_written_with_ai=True,
    title="Clobber (xxo)ⁿ and other theorems for all sizes",
    abstract=(
        "We prove that the word (xxo)ⁿ has the value ⌈n/2⌉·↑ in one-row Clobber, for all n. The "
        "proof was found by a program: labels of words grow with a period, and finitely many of "
        "them have to be checked. We describe this method and four others that turn tables of "
        "small cases into theorems: automata for the labels of all words, regular invariants, "
        "numeration systems for heaps, and linear arithmetic for families with parameters. Each "
        "theorem comes with a certificate, which a short program without dependencies checks."
    ),
    keywords="combinatorial games, Clobber, automata, proofs by computer, certificates",
    subjects="91A46, 68Q45, 68V15",
    opening=_OPENING,
    pages=(
        Page("clobber.md", "Clobber on one row"),
        Page(
            "prove.md",
            "Games on words",
            part=("A position is a word: a strip", "## Labels of all words"),
        ),
        Page(
            "prove.md",
            "Labels of all words: Moore machines",
            part=("**Theorem 1.** *Let play end, and let M", "## Who wins a family"),
        ),
        Page(
            "prove.md",
            "Who wins a family: regular invariants",
            part=("**Theorem 2.** *Let play end, and let I", "## Bounds with an additive period"),
        ),
        Page(
            "prove.md",
            "Bounds with an additive period",
            part=("The rules replace a few neighbouring letters", "## Heaps of every size"),
        ),
        Page(
            "prove.md",
            "Heaps of every size: numeration systems",
            part=("Which positions of Wythoff's game", "## Families with parameters"),
        ),
        Page(
            "prove.md",
            "Families with parameters",
            part=("A *family* is a game with parameters", "## What is not proved"),
        ),
        Page(
            "prove.md",
            "What is not proved",
            part=("The methods have limits", "## Theorems in use"),
        ),
    ),
    literature=(
        "agnw: M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to "
        "Clobber, *Integers* 5(2) (2005), A1.",
        "mcgs: T. Folkersen, M. Müller, H. Du, MCGS, a minimax-based combinatorial game solver "
        "(2024-2025), with computational results.",
        "alternating: X. Chen, T. Folkersen, K. Hasham, R. B. Hayward, D. Lee, O. Randall, "
        "L. Schultz, E. Vandermeer, A proof of the 2004 Albert-Grossman-Nowakowski-Wolfe "
        "conjecture on alternating linear Clobber, arXiv 2509.08985 (2025).",
        "siegel: A. N. Siegel, *Combinatorial Game Theory*, American Mathematical Society, 2013.",
        "moore: C. Moore, D. Eppstein, One-dimensional peg solitaire, and duotaire, in *More Games "
        "of No Chance*, MSRI Publications 42 (2002), 341-350; arXiv math/0008172.",
        "toads: T. Thanatipanonda, D. Zeilberger, A symbolic finite-state approach for automated "
        "proving of theorems in combinatorial game theory, *Journal of Difference Equations and "
        "Applications* 15 (2009), 111-118.",
        "neider: D. Neider, U. Topcu, An automaton learning approach to solving safety games over "
        "infinite graphs, in *TACAS 2016*, LNCS 9636, 204-221.",
        "walnut: H. Mousavi, Automatic theorem proving in Walnut, arXiv 1603.06017 (2016).",
        "shallit: J. Shallit, *The Logical Approach to Automatic Sequences: Exploring "
        "Combinatorics on Words with Walnut*, LMS Lecture Note Series 482, Cambridge University "
        "Press, 2022.",
    ),
    theorems=(
        *("clobber-xxo", "clobber-xxoo", "clobber-xxxoo", "clobber-xxxo", "cannibal-xoox"),
        *("kayles", "cram-strip", "strip-2-3", "pegs", "toads-one-blank", "toppling-dominoes"),
        *("cram-two-rows", "wythoff", "odd-wythoff", "power-wythoff"),
    ),
    claims=tuple(f"Clobber ({word})^n" for word in ("xxo", "xxoo", "xxxoo", "xxxo")),
)

MANUSCRIPTS = (ALL_SIZES,)
