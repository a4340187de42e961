"""N. A. McKay, R. J. Nowakowski, Outcomes of Partizan Euclid, Integers 13 (2013)."""

from importlib import import_module

from farstar.papers import ExamplePositions, Paper, Publication

__all__ = ["CLAIMS"]

CLAIMS = Paper(
    "partizan-euclid",
    "Outcomes of Partizan Euclid",
    publication=Publication(
        "Partizan Euclid",
        "N. A. McKay and R. J. Nowakowski",
        "2013",
        "Integers 12B, article A9",
        "https://math.colgate.edu/~integers/",
    ),
    examples=ExamplePositions(
        by_label={
            "Introduction, Euclid as": "Euclid(43,19) - SerialNim(2,3,1,4)",
            "Introduction, last quotient": "Euclid(13,8)",
            "Section 3, po(e)": "E(3,2)",
            "Section 5, letters": "E(llrlle)",
            "Lemma 16": "E(rlrllrlre)",
            "Algorithm 3.1": "E(llrllrlle)",
            "Lemma 13 rule 4": "E(rllrllre)",
        },
        by_subject={
            "Question 1|sums": "E(11,8) + E(19,11)",
            "Table 2|Table 5|Figure 3|atomic|Question 3": "E(19,11)",
            "[Ff]ibonacci|f_k|sequential sum": "E(13,8)",
            "kp, kq|common factor": "E(22,16)",
            "p > 2q|Standard positions|standard one": "E(19,8)",
            "2t = q|equally far": "E(3,2)",
            r"k\+1, k|r\^k e|a \+ ?b|a\+b": "E(12,11)",
            "P-positions|outcome N or P|outcome P": "E(8,5)",
            r"\(L,L\)|rlr∘|begins with r": "E(rlre)",
            "rll": "E(rllre)",
            "l3∘|llle": "E(lllre)",
            "r2∘|four r's|one r": "E(rre)",
            "rl∘": "E(rle)",
            "27|19 reductions|nine irreducible|9 irreducible|irreducible": "E(rlle)",
            "Algorithm|letters|reductions|rules": "E(llrllrlle)",
            "spine|game tree|follower": "E(30,19)",
            r"[Pp]aired outcome|po\(|automaton|graph": "E(llre)",
        },
        otherwise="E(11,8)",
        notations={
            r"(?<![\w.])([lr][lr0-9]*e)(?!\w)": "E({0})",
        },
    ),
)
claim = CLAIMS.declare

# The modules add their claims to the paper as they are imported.
for _module in ("_tree", "_words", "_values"):
    import_module(f"{__name__}.{_module}")
