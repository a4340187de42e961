"""For each claim of a paper a position to look at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from farstar.errors import FarstarError
from farstar.expressions import parse
from farstar.papers._claim import Claim

_ONE = r"\b[A-Z][A-Za-z]*\([^()]{1,60}\)"
_POSITION = re.compile(rf"{_ONE}(?: [+-] (?:{_ONE}|\d+))*")
_PAIR = re.compile(r"\((\d{1,9}), ?(\d{1,9})\)")
_FRACTION = re.compile(r"\b(\d{2,9})/(\d{1,9})\b")
_WORD = re.compile(r"(?<![\w.])[lr][lr0-9]*e(?!\w)")

_BY_LABEL = {
    ("partizan-euclid", "Introduction, Euclid as"): "Euclid(43,19) - SerialNim(2,3,1,4)",
    ("partizan-euclid", "Introduction, last quotient"): "Euclid(13,8)",
    ("partizan-euclid", "Section 3, po(e)"): "E(3,2)",
    ("partizan-euclid", "Section 5, letters"): "E(llrlle)",
    ("partizan-euclid", "Lemma 16"): "E(rlrllrlre)",
    ("partizan-euclid", "Algorithm 3.1"): "E(llrllrlle)",
    ("partizan-euclid", "Lemma 13 rule 4"): "E(rllrllre)",
    ("nim-type-game", "Theorem 2, upper bound"): "Grossman(12,5)",
    ("nim-type-game", "Section 5, examples"): "Grossman(11,9; k=2)",
    ("nim-type-game", "Example (6,19)"): "Grossman(6,19; k=2)",
    ("nim-type-game", "Example 2393/459"): "Grossman(459,2393; k=2)",
    ("nim-type-game", "Example 1934/459"): "Grossman(459,1934; k=2)",
    ("real-euclid", "Remark 2"): "Euclid(43,19) - SerialNim(2,3,1,4)",
    ("partizan-geography", "Introduction, reference"): "A(0,5,0)",
    ("partizan-geography", "Opening example"): "A(3,2,1) - A(3,1,2) - A(1,1,1)",
    ("partizan-geography", "Second sum"): "A(3,12,4) + A(7,12,1) - A(9,15,6)",
    ("beyond", "Winning probability for k = 1"): "Grossman(100,37; k=1)",
}
"""Positions by how the label of a claim begins, where the text would lead to another one."""

_BY_SUBJECT: dict[str, tuple[tuple[str, str], ...]] = {
    "partizan-euclid": (
        ("Question 1|sums", "E(11,8) + E(19,11)"),
        ("Table 2|Table 5|Figure 3|atomic|Question 3", "E(19,11)"),
        ("[Ff]ibonacci|f_k|sequential sum", "E(13,8)"),
        ("kp, kq|common factor", "E(22,16)"),
        ("p > 2q|Standard positions|standard one", "E(19,8)"),
        ("2t = q|equally far", "E(3,2)"),
        (r"k\+1, k|r\^k e|a \+ ?b|a\+b", "E(12,11)"),
        ("P-positions|outcome N or P|outcome P", "E(8,5)"),
        (r"\(L,L\)|rlr∘|begins with r", "E(rlre)"),
        ("rll", "E(rllre)"),
        ("l3∘|llle", "E(lllre)"),
        ("r2∘|four r's|one r", "E(rre)"),
        ("rl∘", "E(rle)"),
        ("27|19 reductions|nine irreducible|9 irreducible|irreducible", "E(rlle)"),
        ("Algorithm|letters|reductions|rules", "E(llrllrlle)"),
        ("spine|game tree|follower", "E(30,19)"),
        ("[Pp]aired outcome|po\\(|automaton|graph", "E(llre)"),
    ),
    "nim-type-game": (
        ("multiplier 1 alone|k = 1", "Grossman(100,37; k=1)"),
        ("odd multipliers|odd multiplier", "Grossman(100,37; odd)"),
        ("multipliers 1 and 2|mod 3|divisible by 3", "Grossman(459,2393; k=2)"),
        ("up to k|Theorem 5|Proposition 3|restricted", "Grossman(100,37; k=3)"),
        ("[Ff]ibonacci|only ones|worst", "Grossman(34,21)"),
        ("[Rr]everse|length|steps|moves|average|Stern", "Grossman(100,37)"),
        ("phi|cone|winning set|wins", "Grossman(21,13)"),
    ),
    "real-euclid": (
        (r"all quotients are equal|x_n|\[a0, \.\.\., a0\]|differ by", "Euclid(12,5)"),
        ("Table 2|Nivasch|function of Grossman|value of Grossman|misère", "Grossman(9,2)"),
        ("phi|lost|losing|lambda", "Euclid(21,13)"),
        ("index|I\\(q\\)|largest i", "Euclid(7,3)"),
        ("tree|isomorphism|quotient", "Euclid(43,19)"),
        ("Figures|moves|Moves", "Euclid(5,3)"),
    ),
    "partizan-geography": (
        (r"\(D\)\(ii\)", "A(3,5,1)"),
        (r"\(D\)", "A(1,6,1)"),
        (r"\(C\)", "A(5,4,1)"),
        (r"\(B\)", "A(1,4,3)"),
        (r"\(A\)", "A(3,2,1)"),
        (r"\(E\)", "B(3,4,1)"),
        (r"\(F\)|Lemma 6", "B(3,1,2)"),
        ("Lemma 3", "B(3,0,2)"),
        ("Lemma 4|Corollary 5", "A(3,1,2)"),
        ("start|n > 2|n = 1|rows|Left has an advantage", "Board(5)"),
    ),
    "beyond": (
        ("Misère Grossman", "Grossman(34,21)"),
        ("Winning prob|won pairs|Player 1|Rate|multipliers", "Grossman(100,37; k=2)"),
        ("length of Grossman|winner's moves|sum of the quotients", "Grossman(100,37)"),
        ("Class pairs|[Ss]ums", "E(11,8) + E(4,3)"),
        (r"far star|nim-heap|17 classes|\*k|\*2|\*j", "E(5,3) + *2"),
        ("[Aa]tomic weight", "E(211,121)"),
        ("Right region", "E(lrlle)"),
        ("Normal|normal|rules|states|values|state", "E(llllrrre)"),
        ("quotients|continued fraction|letters", "E(30,19)"),
        ("P- and N-|Shares", "E(8,5)"),
        ("Misère", "E(13,8)"),
    ),
}
"""Positions by what a claim is about, the first that fits."""

_ANY = {
    "partizan-euclid": "E(11,8)",
    "nim-type-game": "Grossman(21,13)",
    "real-euclid": "Euclid(9,2)",
    "partizan-geography": "A(3,5,1)",
    "beyond": "E(2393,459)",
}
_PAIRS = {"nim-type-game": "Grossman", "real-euclid": "Euclid"}
"""What a bare pair of numbers means."""


def live_position(claim: Claim, counterexample: str | None = None) -> tuple[str, str]:
    """Return a position to look at, and its relation to the claim.

    It is that of the counterexample, one that the claim, its correction or its range names, or
    else an example of the claim.

    Examples
    --------
    >>> from farstar import papers
    >>> papers.live_position(papers.find("real-euclid", "Remark 2"))
    ('Euclid(43,19) - SerialNim(2,3,1,4)', 'what it speaks of')
    """
    places = {
        "the counterexample": (counterexample,),
        "named in the claim": (
            *(claim.label, claim.correction, claim.statement),
            claim.range.text(claim.range.bound(None)),
        ),
    }
    chosen = _chosen(claim)
    if chosen is not None:
        del places["named in the claim"]
    for relation, texts in places.items():
        position = next(_readable(claim.paper, texts), None)
        if position is not None:
            return position, relation
    if chosen is not None:
        return chosen, "what it speaks of"
    return _example(claim), "an example of what it speaks of"


def _chosen(claim: Claim) -> str | None:
    for (paper, label), position in _BY_LABEL.items():
        if claim.paper == paper and claim.label.startswith(label):
            return position
    return None


def _readable(paper: str, texts: tuple[str | None, ...]) -> Iterator[str]:
    """Yield the positions in some texts."""
    for text in texts:
        for position in _named(paper, text or ""):
            with suppress(FarstarError):
                parse(position)
                yield position


def _example(claim: Claim) -> str:
    subject = f"{claim.label} {claim.statement}"
    for pattern, position in _BY_SUBJECT.get(claim.paper, ()):
        if re.search(pattern, subject):
            return position
    return _ANY.get(claim.paper, "0")


def _named(paper: str, text: str) -> Iterator[str]:
    yield from _POSITION.findall(text)
    if paper in ("partizan-euclid", "beyond"):
        yield from (f"E({word})" for word in _WORD.findall(text))
    game = _PAIRS.get(paper)
    if game is not None:
        yield from (f"{game}({a},{b})" for a, b in _PAIR.findall(text))
        yield from (f"{game}({a},{b})" for a, b in _FRACTION.findall(text))
