"""Print docs/clobber.md: a proof of the values of (xxo)^n in one-row Clobber, with its labels.

The labels of the certificate ``clobber-xxo`` are lowered until they grow from short words on: so
few remain that they can be printed. The stand-alone checker accepts them, or there is no page.
"""

from __future__ import annotations

from typing import NamedTuple

from farstar import prove
from farstar.certificates.theorem_checker import Bounds, Budget

NAME = "clobber-xxo"
FIRST = {"lower": 9, "upper": 6}
"""From how many letters on the labels of each side grow."""
_GROWN = 14
"""Labels of words with so many more periods are compared: the labels of the certificate grow."""
_SWAPPED = str.maketrans("xo", "ox")

TEXT = """\
# One-row Clobber: (xxo)ⁿ

A row of cells holds stones: Left's x, Right's o. A player takes a neighbouring stone of the
opponent with one of their own; the cell that it came from is dead from then on. A player who
cannot move loses. The values of the powers of xxo were guessed from computed ones; we have found no
published proof. Here is a proof for all n.

**Theorem C1.** *(xxo)ⁿ = ⌈n/2⌉·↑ for all n >= 1.*

Write [j,e] for j·↑ + e·∗, where e is 0 or 1. Then [j,e] >= [k,f] exactly if e = f and j >= k, or
e ≠ f and j >= k + 2. For j >= 1 Left has the option 0 in [j,e], in ↑∗ also ∗; for j <= −1 she has
[j+1,1−e]; in ∗ she has 0, and in 0 nothing. These are her options in canonical form.

**Lemma C2.** *A position c is at least b = [j,e] if (R) every Right option of c is at least
[j−1,1−e], or has a Left option that is at least b; and (L) c has a Left option that is at least
0, if j >= 1 or b = ∗, and at least [j+1,1−e], if j <= −1. If b = ↑∗, moreover c >= 0, or c has a
Left option that is at least ∗.*

*Proof.* Left must win c − b moving second. Suppose that Right moves in c, to X. If X has a Left
option Y >= b, she moves there. Otherwise X >= b + ↓∗, and Left, moving first, wins ↓∗, so she
wins X − b. Suppose that Right moves in −b, to −b′, where b′ is a Left option of b. By (L) she has
an option that is at least b′; or b = ↑∗, b′ = ∗ and c >= 0, and she moves from c + ∗ to c. ∎

**The family.** For the periods xxo and oox let F consist of all words a u b and of all words of
one letter, where a and b are letters and u is a factor, perhaps empty, of the period repeated for
ever. A move from a word of F leaves two words with one letter less in all, one before and one
behind the dead cell. Both are in F, since only one letter next to the dead cell is new. So a
position is a sum of words of F.

**Labels.** A label (j,k) of a word claims that it is at least [j,0] and at least [k,1]. Words
without moves have the label (0,−2). The sum of words with the labels (j,k) and (j′,k′) has the
label (max(j+j′, k+k′), max(j+k′, k+j′)). A sum with the label (j,k) is *known* to be at least
[i,0] if j >= i or k >= i + 2, and at least [i,1] if k >= i or j >= i + 2. What is known is true
if the labels are. The tables below have the labels of short words: those with fewer than m + 6
letters, where m = 9 for xxo, and m = 6 for oox. A word and its reversal have the same label. A
longer word has the label of the word without 6 letters of its inside, plus (1,1) for xxo and plus
(−1,−1) for oox. Since the inside has the period 3, it does not matter which 6 neighbouring
letters are left out.

**The finite check.** The claim that a word is at least b = [j,e], where j is its label, is
*verified* if (R) and (L) hold with "known to be at least" in place of "at least", and with (R)
for b = 0 in place of c >= 0. Every word of F with moves and with at most B letters, B = 48 for
xxo and B = 36 for oox, passes this test: each of its two claims is verified, or the other one is,
and the label of this one is smaller by 2 or more. For the words with B − 5 to B letters the
claims that are verified in this test moreover have j >= 2 (xxo) or j <= −1 (oox). {claims} A
program of fifty lines does it in a second.

**Lemma C3.** *All labels are true, for words of every length.*

*Proof.* Up to B letters this is Lemma C2 and induction on the length, since labels of shorter
words only are used. Let c be a word of F with more than B letters, and let c′ be c without 6
letters of its inside. Let s = 1 for xxo and s = −1 for oox. We show that what was verified for c′
and b = [j,e] is verified for c and [j+s,e]. The condition on j passes on, too. (R) A Right move
in c leaves two words. The longer one, M, has at least (B + 1 − 1)/2 = 2m + 6 letters. Leave 6
letters out of its inside: this gives M′ with at least 2m letters, and the move in c′ that leaves
M′ and the same other word K. The label of M is that of M′ plus (s,s). In c′ one of three things
is known. First, K + M′ is at least [j−1,1−e]: then K + M is at least [j+s−1,1−e]. Second, Left
has a reply in K: the same reply is possible in c, and the labels of M and of b have grown alike.
Third, Left has a reply in M′. It leaves words with at least 2m − 1 letters in all, so that one of
them has at least m letters. Put 6 letters into its inside, which continue its period; this is a
reply in M, and its label has grown by (s,s). (L) Left's option of c′ has a word of at least m
letters, and 6 letters are put into it in the same way. For s = 1 the option was known to be at
least 0, and still is. For s = −1 it was known to be at least [j+1,1−e], and now it is known to be
at least [j,1−e], which is what b needs. By the condition on j neither b is 0, ∗ or ↑∗. So the
finite check holds for words of every length, and Lemma C2 and induction prove the labels. ∎

*Proof of Theorem C1.* By the first table the words (xxo)ⁿ have labels that begin with {lower} for
n = 1, 2, …, and from n = 3 on the label grows by 1 when n grows by 2. So (xxo)ⁿ >= ⌈n/2⌉·↑. By
the second table the words (oox)ⁿ have labels that begin with {upper} for n = 1, 2, …, and from n
= 2 on the label falls by 1 when n grows by 2. So −(xxo)ⁿ = (oox)ⁿ >= −⌈n/2⌉·↑. ∎

| letters | labels of words, period xxo |
| --- | --- |
{xxo}

| letters | labels of words, period oox |
| --- | --- |
{oox}
"""


class ShortTable(NamedTuple):
    """Labels that grow from short words on, and how much was checked."""

    labels: dict[str, tuple[int, int]]
    claims: int
    longest: int
    table: Bounds


def shortened(side: str) -> ShortTable:
    """Lower the labels of the certificate, and check them."""
    data = prove.known(NAME).certificate.data
    is_negative = side == "upper"
    known = Bounds(data["rules"], data["word"], is_negative=is_negative)
    known.read_table(data[side])
    p, growth, first = data[side]["p"], data[side]["sigma"], FIRST[side]
    labels = {}
    for length in range(1, first + p):
        for word in sorted(known.words(length)):
            if known.has_moves(word):
                times = range(_GROWN if length >= first else 1)
                found = [known.label(longer(word, k * p)) for k in times]
                labels[word] = tuple(
                    min(label[1 + e] - k * growth for k, label in enumerate(found)) for e in (0, 1)
                )
    table = {"l0": first, "p": p, "sigma": growth}
    table["labels"] = [[word, *label] for word, label in labels.items()]
    checked = Bounds(data["rules"], data["word"], is_negative=is_negative)
    claims, longest = checked.check_table(table, Budget())
    return ShortTable(labels, claims, longest, checked)


def longer(word: str, more: int) -> str:
    """Return a word with so many more letters of its period before the last one."""
    while more > 0:
        added = word[-4:-1][:more]
        word, more = word[:-1] + added + word[-1], more - len(added)
    return word


def rows(table: ShortTable, *, is_swapped: bool) -> str:
    """Return the labels, a row for each length; the words begin with an o if they can."""
    lines: dict[int, list[str]] = {}
    for word, label in table.labels.items():
        name = word.translate(_SWAPPED) if is_swapped else word
        name = min(name, name[::-1])
        lines.setdefault(len(name), []).append(f"{name} ({label[0]},{label[1]})".replace("-", "−"))
    return "\n".join(f"| {n} | {', '.join(sorted(found))} |" for n, found in sorted(lines.items()))


def page() -> str:
    """Return the page."""
    lower, upper = (shortened(side) for side in ("lower", "upper"))
    firsts = [
        ", ".join(str(side.table.label("xxo" * n)[1]).replace("-", "−") for n in range(1, 6))
        for side in (lower, upper)
    ]
    return TEXT.format(
        claims=f"There are {lower.claims} claims for xxo and {upper.claims} for oox.",
        lower=firsts[0],
        upper=firsts[1],
        xxo=rows(lower, is_swapped=False),
        oox=rows(upper, is_swapped=True),
    ).replace("{{", "{")


if __name__ == "__main__":
    print(page(), end="")
