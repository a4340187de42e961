"""Which claim corrects what: every known erratum has its claim."""

from __future__ import annotations

from pathlib import Path

import pytest

from farstar import papers
from farstar.papers import Status

ROOT = Path(__file__).resolve().parents[2]

# Each erratum by paper (A to D, in the order of `PAPERS`) and number: its claim, and a part of the
# counterexample that the program has to find.
ERRATA = [
    ("A1", "Observation 5, values", "E(5,3): v, not ^"),
    ("A2", "Observation 5, signature", "sig E(2,1): λ, not llle"),
    ("A3", "Observation 4, signature", "sig E(3,2): e, not rre"),
    ("A4", "Observation 4, value", "E(3,2): *, not 0"),
    ("A5", "Table 2", "AW E(11,10): 8, not {6|2}"),
    ("A6", "Section 5, reference to Table 5", "no Table 5"),
    ("A7", "Section 5, the weight {6|9 1/2}", "is the number 7"),
    ("A7", "Section 5, the weight tiny-three", "Tiny(3) is no weight"),
    ("A7", "Section 5, the weight 8^*", "8^* is no weight"),
    ("A8", "Lemma 4", "E(5,2)"),
    ("A8", "Theorem 9, proof", "E(5,2), not E(3,2)"),
    ("A9", "Standard positions", "E(5,2) has q = 2"),
    ("A10", "Corollary 10, Right", "from e to λ"),
    ("A11", "Definition 8, superscripts", "l3r2l3re, not l3r2l3e"),
    ("A12", "Corollary 10, example lrle", "('rle', 'e')"),
    ("A13", "Section 3, words as functions", "(N,R), not (P,N)"),
    ("A14", "Lemma 14", "po(γβe): (P,N), not (P,L)"),
    ("A15", "Lemma 13 rule 4, proof", "(P,L), not (P,N)"),
    ("A16", "Algorithm 3.1, nine letters", "is reducible"),
    ("A18", "Observation 3 (1)", "though a > b fails"),
    ("A18", "Observation 3 (2)", "E(16,9)"),
    ("A19", "Observation 6, proof", "gR of g = llle: v, not *"),
    ("A20", "Introduction, Euclid as a sequential sum", "Grossman(1,2): 1, not 2"),
    ("A20", "Introduction, last quotient of Fibonacci numbers", "true, but false is claimed"),
    ("A22", "Algorithm 3.1, time", "11 letters, 2 divisions"),
    ("A23", "Figure 3", "AW E(85,57) has mean 26"),
    ("B1", "Theorem 4, length L_2", "L_2(2,3): 2, not 1"),
    ("B1", "Theorem 5, length L_k", "L_2(2,3): 2, not 1"),
    ("B2", "Theorem 5", "(1,3), k = 2"),
    ("B3", "Theorem 1, second sentence", "(1,2): nobody ever has a choice"),
    ("B4", "Theorem 4, base case", "7/3 = [2, 3]"),
    ("B5", "Section 4, what the winner leaves", "(1,2), leaving (1,1)"),
    ("C1", "Remark 4", "a/b for (1,2)"),
    ("C2", "Theorem 1, proof, last sentence", "I(q) = 1"),
    ("C2", "Theorem 1, proof, a single quotient", "(1,2) = [2] has no a1"),
    ("C3", "Corollary", "(1,2): 2, not 1"),
    ("C4", "Remark 2", "(1,2) as (1, 1): 2, not 0"),
    ("C5", "Introduction, losing positions", "(0,1) is lost"),
    ("C6", "Introduction, misère Euclid", "(0,1) is won"),
    ("D1", "Lemma 6", "B(1,1,0): 0, not 1"),
    ("D2", "Theorem 2 (A), value", "A(0,1,0): -1, not -1/2"),
    ("D2", "Theorem 7 (A)", "A(0,1,0): -1, not -1/2"),
    ("D3", "Theorem 2 (A), second form", "A(0,1,2): 0, not 1"),
    ("D4", "Theorem 2 (B), moves", "A(1,3,1)"),
    ("D5", "Opening example, moves", "from A(3,2,1) to B(3,2,2)"),
    ("D6", "Second sum, Left's moves", "A(3,12,4)"),
    ("D6", "Second sum, order of Left's moves", "<, not >"),
    ("D7", "Introduction, reference to Theorem 2 (F)", "A(0,2,0)"),
    ("D7", "Introduction, mean and temperature", "n = 1: -1, not -1/2"),
    ("D8", "Theorem 7, proof of (E) and (F)", "B(1,0,1)"),
    ("D9", "Theorem 7, proof of (B)(ii)", "A(0,2,2)"),
    ("D10", "Theorem 7, proof of (D)(i), cases", "A(1,3,0)"),
    ("D10", "Theorem 7, proof of (D)(i), induction", "A(0,4,1): {3/2|1}"),
    ("D11", "Theorem 7, proof of (D)(ii), successor in (A)", "A(2,4,0)"),
    ("D11", "Theorem 7, proof of (D)(ii), Right's option", "A(2,4,0): 2, not 3"),
    ("D11", "Theorem 7, proof of (D)(ii), successor in (C)", "x = y - 2"),
    ("D12", "Corollary 8, proof", "{5/2|2||1|||0}"),
    ("D12", "Introduction, rows", "1, not 0"),
    ("D13", "Theorem 7, proof of (C), Right's option", "B(1,2,2): 2, not 3"),
    ("D14", "Theorem 7, proof of (D), the two cases", "A(0,3,0)"),
    ("D15", "Theorem 7, proof of (D)(i), last display", "A(0,5,0): {3/2|1||0}"),
    ("D16", "Corollary 8 (C), proof", "A(2,3,0), i = 1: 0, not 1"),
    ("D17", "Corollary 8 (D)(i), proof", "0 and 1/2, not 1/2 and 3/4"),
    ("D18", "Corollary 8 (D)(ii), proof", "A(3,6,0)"),
    ("D19", "Lemma 6, proof", "A(0,1,0): -1, not -1/2"),
    ("D20", "Theorem 7, proof of (E) and (F), reply", "B(0,1,1) is no option of B(1,1,1)"),
    ("D21", "Theorem 7, proof of (B), Left's options", "B(0,1,1) is no option of A(0,2,0)"),
    ("D22", "Theorem 7, proof of (C), labels", "A(2,3,0) in (ii): A, not C"),
    ("D23", "Corollary 8 (C), proof, temperature of H", "0, not 1/2"),
    ("D25", "Corollary 8 (D)(i), proof, brackets", "A(0,5,0) less 0: {3/2|1||0}"),
    ("D26", "Theorem 7, proof of (D)(ii), last display in (C)", "A(3,6,0): {5*|4||3}"),
    ("D27", "Theorem 7, proof of (A) and (D), Left's options", "B(0,0,1) is no option of A(0,1,0)"),
    ("D24", "Corollary 8 (C), proof, domination", "0 is not at least *"),
]

# What is false, needs another hypothesis, or is no fault of the papers; the others are slips of the
# pen and of proofs.
FALSE = ["A1", "A2", "A3", "A5", "A8", "A14", "A20", "D1", "D3", "D4", "D5", "D6"]
MISSING = ["A10", "B3", "B5", "C5", "C6", "D2", "D7"]
SUPERFLUOUS = ["A9", "A18"]
READING = ["A4", "A7", "A22", "A23", "B1", "B2", "C3", "C4"]
PAPER_OF = dict(zip("ABCD", papers.PAPERS, strict=False))


def found_on_the_page() -> dict[tuple[str, str], str]:
    """Return what was found for each claim, from the page that another test keeps fresh."""
    page = (ROOT / "docs" / "errata.md").read_text(encoding="utf-8")
    sections = page.split("\n## ")[1:]
    titles = {papers.paper(name).title: name for name in papers.PAPERS}
    texts = {}
    for section in sections:
        title, _, rest = section.partition("\n")
        for entry in f"\n{rest}".split("\n\n**")[1:]:
            label = entry.partition("** (")[0].replace("\\", "")
            texts[titles[title], label] = entry.partition("- Found: `")[2].partition("`")[0]
    return texts


@pytest.mark.parametrize(
    ("number", "label", "part"), ERRATA, ids=[f"{a} {b}" for a, b, _ in ERRATA]
)
def test_errata(number: str, label: str, part: str) -> None:
    paper = PAPER_OF[number[0]]
    claim = papers.find(paper, label)
    assert claim.is_corrected
    assert claim.correction
    assert part in found_on_the_page()[paper, label]


def test_no_correction_is_without_its_erratum() -> None:
    errata = {(PAPER_OF[number[0]], label) for number, label, _ in ERRATA}
    assert errata == {(claim.paper, claim.label) for claim in papers.select() if claim.is_corrected}


@pytest.mark.parametrize(
    ("numbers", "status"),
    [
        (FALSE, Status.FALSE),
        (MISSING, Status.MISSING),
        (SUPERFLUOUS, Status.SUPERFLUOUS),
        (READING, Status.READING),
    ],
)
def test_what_is_wrong_is_told(numbers: list[str], status: Status) -> None:
    for number in numbers:
        labels = [label for one, label, _ in ERRATA if one == number]
        statuses = {papers.find(PAPER_OF[number[0]], label).status for label in labels}
        assert status in statuses, number


def test_questions_are_open() -> None:
    questions = {c.label for c in papers.select() if c.status is Status.QUESTION}
    assert questions == {
        "Question 2",
        *("Equal values", "Sums of many positions", "Geography on K_n x K_5"),
    }


def test_questions_that_have_an_answer() -> None:
    answered = {c.label: c.answer for c in papers.select() if c.status is Status.ANSWERED}
    assert set(answered) == {"Question 1", "Question 3", "Section 5, winning probability"}
    ours = {claim.label for claim in papers.paper("beyond")}
    for answer in answered.values():
        assert answer is not None
        assert any(f"'{label}'" in answer for label in ours)
