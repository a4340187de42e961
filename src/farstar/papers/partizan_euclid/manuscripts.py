"""Our papers on Partizan Euclid: outcomes, values and weights; and the complexity of sums."""

from __future__ import annotations

from farstar.papers import Manuscript, Page

_RULES = """\
*Partizan Euclid* is played on a pair (p, q) of positive integers. Let t be the remainder of p
divided by q. If t = 0 the game is over. Otherwise Left may move
to (q, t), and Right to (q, q − t). A player who cannot move loses. We write E(p, q) for the
position. McKay and Nowakowski introduced the game [1] and showed how to read
off who wins. Figure 1 shows the game from E(11, 8).

A position is *standard* if p < 2q. Of the two options of a standard position exactly one is
standard, unless 2t = q, where both moves end the game. The *word* of a position
records, from the beginning, who owns the standard option: l for Left, r for Right, and e at the
end. If q/t = [d₀; d₁, …, dₙ] is the continued fraction with dₙ >= 2,
the word is r^(d₀−1) l r^(d₁−1) l … l r^(dₙ−2) e. Positions with the same word have the same
game tree. The move of Left in r^k l u e leads to u e, and that in r^k e to 0;
Right's move in r u leads to u, that in l r^k l u to u, and those in l r^k e and in e to 0.

We use the usual notation for combinatorial games: G >= 0 if Left wins G when Right moves first,
G |> H if not G <= H, G || H if neither G >= H nor G <= H, ↑ = {0|∗}, ↓ = −↑.
The *outcome* is L or R if Left or Right wins, whoever moves first, N if the first player wins
and P if the second one does. The *atomic weight* of an
all-small game is that of the theory in [2] and [3]."""

_LITERATURE = (
    "mckay: N. A. McKay, R. J. Nowakowski, Outcomes of Partizan Euclid, *Integers* 13 (2013).",
    "ww: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways for your Mathematical Plays*, "
    "2nd ed., A. K. Peters, 2001–2004.",
    "siegel: A. N. Siegel, *Combinatorial Game Theory*, American Mathematical Society, 2013.",
)

OUTCOMES = Manuscript(
    name="partizan-euclid",
    authors="The Farstar developers",
    paper="beyond",
    is_written_with_ai=True,
    title="Partizan Euclid: outcomes, values, weights",
    abstract=(
        "Partizan Euclid is played on pairs of positive integers. We determine who wins the sum of "
        "a position and any nim-heap by an automaton with 17 states, find the atomic weight of "
        "every position with as many additions of integers as its continued fraction has digits, "
        "and give the canonical form of every position letter by letter. Ten rewriting rules "
        "decide when two words have the same value behind every prefix. This answers the question "
        "of McKay and Nowakowski about weights, and their question about reductions for words that "
        "are replaced behind every prefix."
    ),
    keywords="combinatorial games, Partizan Euclid, all-small games, atomic weight, automata",
    subjects="91A46, 11A55, 68Q45",
    opening=_RULES
    + """

A nimber ∗k is a *far star* for a game G if the outcome of G + ∗j is the same for all
j >= k. The weight is defined by comparing with a far star. We use that *two ahead wins*: an
all-small game with a weight of at least 2 is positive; and *number avoidance*: a player who can win
G + x, where x is a number and G is not, can win by moving in G.

For a set C of digits let (L_C f)(x) = Σ_{m in C} (m + x)^(−2) f(1/(m + x)). If y has the density f
on (0, 1), then L_C f is the density of 1/y − ⌊1/y⌋ where the first digit of the continued fraction
of 1/y is in C, and its integral is the probability of that. For all digits write L = L_C; L_c is
for the digit c, and G for the digits from 2 on. These operators are needed for shares only, in
Sections 3 and 4.4.

McKay and Nowakowski ask for an efficient method to play sums (Question 1), which reductions of
words preserve the value, and in which instances (Question 2), and for an efficient way to determine
atomic weights (Question 3). Section 2 proves what we know about values:
canonical forms have at most one option for each player, the second nimber is far for this game,
canonical forms can be computed without comparing games, and a complete set of rewriting rules
exists for words that are replaced behind every prefix. That is less than Question 2 asks: words
with different values of Left's option may have equal values, and we know no description of them.
Section 3 has the shares of the outcomes, and Section 4 the weights in closed form. Who wins a sum
is PSPACE-complete [7]; Section 2.8 has tests that often decide. Figure 2 is the automaton of
Section 2.3, and Figure 3 shows weights of small positions. Where a proof has a finite part that was
done by a program, the text says so.""",
    pages=(
        Page("proofs.md", "Outcomes and values", ("Misère Grossman", "10. Open")),
        Page(
            "limits-theorems.md",
            "Shares of the outcomes",
            part=("**The word is a continued fraction.**", "**How soon it is decided.**"),
        ),
        Page("weights.md", "Atomic weights"),
    ),
    literature=(
        *_LITERATURE,
        "hensley: D. Hensley, The number of steps in the Euclidean algorithm, *Journal of Number "
        "Theory* 49 (1994).",
        "bettin: S. Bettin, S. Drappeau, Limit laws for rational continued fractions and value "
        "distribution of quantum modular forms, *Proceedings of the London Mathematical Society* "
        "125 (2022).",
        "weil: A. Weil, On some exponential sums, *Proceedings of the National Academy of "
        "Sciences* 34 (1948).",
        "sums: The Farstar developers, Sums of Partizan Euclid are PSPACE-complete, manuscript.",
    ),
    exhibits=(
        ("partizan-euclid", "Figure 1"),
        ("beyond", "Automaton"),
        ("partizan-euclid", "Figure 3"),
    ),
    links=(
        ("proofs.md", "Section 2"),
        ("limits-theorems.md", "Section 3"),
        ("weights.md", "Section 4"),
        ("hardness.md", "[7]"),
    ),
    certified=("E(11,8) + ^", "E(5,3) + *2", "E(19,11) + E(4,3)", "E(30,19) - E(13,8) + *"),
    claims=(
        "The automaton of 17 classes",
        "Atomic weights by class",
        "Normal forms",
        "Shares of L and R",
        "Weights in closed form",
        "Weights that are no integers",
        "Share of integer weights",
        "Interval test for sums",
        "Class pairs",
    ),
)

SUMS = Manuscript(
    name="partizan-euclid-sums",
    authors="The Farstar developers",
    paper="beyond",
    is_written_with_ai=True,
    title="Sums of Partizan Euclid are PSPACE-complete",
    abstract=(
        "McKay and Nowakowski ask who wins a disjunctive sum of positions of Partizan Euclid. We "
        "show that this is PSPACE-complete, even if no position has a minus sign and all numbers "
        "are written in unary; and that for each fixed number of positions it takes polynomial "
        "time, even if numbers are written in binary. On the way we show that it is "
        "PSPACE-complete to decide what Left reaches in a sum of games {a|{b|c}} of integers in "
        "unary."
    ),
    keywords="combinatorial games, disjunctive sums, Partizan Euclid, PSPACE",
    subjects="91A46, 68Q17",
    opening=_RULES
    + """

A sum is *plain* if it has no minus signs. Section 2 shows that long runs in the words of a
plain sum may be cut, because Left has few moves. So plain sums are in PSPACE, and sums of a
fixed number of positions are
decided in polynomial time. Section 3 reduces quantified Boolean formulas to sums, with an example
in numbers at its end. It uses these results of [4] on atomic weights.

Write [M₀, …, M_k; N] for {M₀|{M₁|…{M_k|N}}}, a *comb* with the *teeth* M₀, …, M_k. Every weight of
a position is an integer or a comb of integers with M₀ >= … >= M_k >= N − 1; among them E(5, 3) has
the weight −1 and, for a >= b >= c and c >= 6, the position with p/q = [1; 1, a−b+2, 1, b−c+6, c−2]
has the weight {a|{b|c}} (Theorem W3). If Left, moving first, wins the sum W of the weights of a sum
S, then she wins S moving first (Theorem W5). If m₀ >= … >= m_k >= 0, then [m₀, …, m_k; 0] is not a
number, and a move in it or its negative costs the mover at most an infinitesimal (Lemma W6). In a
sum of such combs, their negatives and a number, the winner does not change if nobody moves in a
number as long as a comb is left (Theorem W7). In a sum of switches {m|0} the players take the
largest one in turn (Theorem W8).""",
    pages=(
        Page(
            "sums.md",
            "Long runs may be cut",
            part=("**Theorem (the cut).**", "```python\n>>> huge ="),
        ),
        Page(
            "hardness.md",
            "Hardness",
            ("The reduction as a program", "The polynomial algorithm"),
        ),
    ),
    literature=(
        *_LITERATURE,
        "weights: The Farstar developers, Partizan Euclid: outcomes, values, weights, manuscript.",
        "burke: K. Burke, M. Ferland, S. Huntemann, S.-H. Teng, A tractability gap beyond "
        "nim-sums: it's hard to tell whether a bunch of superstars are losers, arXiv:2403.04955, "
        "2024.",
        "wolfe: D. Wolfe, Go endgames are PSPACE-hard, in: *More Games of No Chance*, 2002.",
        "morris: F. L. Morris, Playing disjunctive sums is polynomial space complete, "
        "*International Journal of Game Theory* 10 (1981).",
        "yedwab: L. Yedwab, On playing well in a sum of games, Master's thesis, Massachusetts "
        "Institute of Technology, 1985.",
        "moews: D. Moews, On some combinatorial games connected with Go, PhD thesis, University "
        "of California, Berkeley, 1993.",
    ),
    exhibits=(("partizan-euclid", "Figure 1"),),
    certified=("E(600000000000000000059,400000000000000000040) + E(33,23)",),
    links=(("weights.md", "[4]"), ("sums.md", "Section 2")),
    claims=("Formulas as scores", "Plain sums are hard", "Few positions"),
)

MANUSCRIPTS = (OUTCOMES, SUMS)
