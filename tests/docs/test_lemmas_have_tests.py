"""Every named theorem and lemma of a page of proofs is compared with brute force somewhere.

The table names for each one a claim of `farstar verify beyond` (a text), or a test (a file and a
function). Claims have a stated range; tests state theirs at the top of the file.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from farstar import papers

ROOT = Path(__file__).resolve().parents[2]
EUCLID = "papers/partizan_euclid"
PROOFS, WEIGHTS = f"{EUCLID}/test_proof_lemmas.py", "sums/test_weight_lemmas.py"
HARD, PRODUCTS = f"{EUCLID}/test_hardness_lemmas.py", "papers/geography/test_products_lemmas.py"

TRIED: dict[str, dict[str, str | tuple[str, str]]] = {
    "proofs.md": {
        **dict.fromkeys(["G1", "G2", "G3", "G4"], (PROOFS, "test_lemmas_on_two_options")),
        "Theorem 1": "Thin canonical forms",
        "Theorem 2": "Nimbers among the followers",
        "Theorem 3": "*2 is a far star",
        "Theorem 3a": "Comparisons with n.up + *j along the word",
        "Theorem 4": "Atomic weights by class",
        "Theorem 5": "Atomic weights on runs of r",
        "Corollary (Right's region)": "Atomic weights in Right's region",
        "Theorem 6": "The Right region is free",
        "Theorem 7": "Canonical forms without comparisons",
        "Theorem 8": "Normal forms keep the state",
        "Theorem 9": "Normal forms are complete",
        "(C)": (PROOFS, "test_lemma_c"),
        "(D)": (PROOFS, "test_lemma_d_no_swapped_states"),
        "(E)": (PROOFS, "test_lemma_e_in_state_21_the_value_determines_the_state"),
        "Theorem 10": "Comparisons with n.up + *j along the word",
        "Theorem 11": "Interval test for sums",
        "Theorem 12": "Class pairs",
        "Theorem 13": "Misère Grossman",
    },
    "weights.md": {
        "Theorem W1": (WEIGHTS, "test_theorem_w1"),
        "Theorem W2": "Weights in closed form",
        "Corollary (19 states)": "The automaton of integer weights",
        "Theorem W3": "Weights that are no integers",
        "Theorem W4": "Share of integer weights",
        "Theorem W5": (
            "sums/test_weight_sums.py",
            "test_weights_say_who_wins_sums_of_partizan_euclid",
        ),
        "Lemma W6": (WEIGHTS, "test_lemma_w6"),
        "Theorem W7": (WEIGHTS, "test_theorem_w7"),
        "Theorem W8": ("sums/test_weight_sums.py", "test_sums_of_combs_agree_with_the_engine"),
        "Theorem W9": (WEIGHTS, "test_theorem_w9_on_two_combs"),
    },
    "products.md": {
        "P1": (PRODUCTS, "test_more_columns_never_lower_a_value"),
        "P2": "Starts of Geography on K_n x K_m",
        "Theorem P3": "Geography on K_n x K_3",
        "Theorem P4": "Geography with four rows or more",
        "Theorem P5": "Geography on K_n x K_4",
        "(E)": (PRODUCTS, "test_lemma_e"),
        "(V)": (PRODUCTS, "test_lemma_v"),
        "(Q)": (PRODUCTS, "test_lemma_q"),
    },
    "clobber.md": {
        "Theorem C1": "Clobber (xxo)ⁿ",
        "Lemma C2": ("docs/test_clobber.py", "test_the_tables_pass_the_check"),
        "Lemma C3": ("docs/test_clobber.py", "test_the_tables_pass_the_check"),
    },
    "hardness.md": {
        "Theorem H1": (
            f"{EUCLID}/test_plain_sums.py",
            "test_left_makes_no_more_moves_than_letters",
        ),
        "Theorem H2": "Few positions",
        "Lemma H3": (HARD, "test_lemma_h3"),
        "Lemma H4": (HARD, "test_lemma_h4"),
        "Lemma H5": (HARD, "test_lemma_h5"),
        "Lemma H6": "Formulas as scores",
        "Theorem H7": "Formulas as scores",
        "Theorem H8": "Plain sums are hard",
        "Theorem H9": (HARD, "test_theorem_h9"),
    },
    "multipliers.md": {
        "Theorem M1": "Every set of multipliers",
        "Theorem M2": "Periods of lost heaps",
        "Theorem M3": "Win probabilities with every set",
    },
    "sums.md": {"Theorem (the cut)": (f"{EUCLID}/test_cut.py", "test_the_cut_does_not_change")},
}

NAMED = re.compile(
    r"(?:^|(?<= )|(?<=\n))(?:"
    r"\*\*((?:Theorem|Lemma|Corollary) (?:\w*\d\w*|\([^)]*\))|[GP]\d)[.* ]"
    r"|\*{0,2}(\([A-Z]\))\*{0,2} (?:\*{1,2}[A-Z]|Let\b))"
)


def named(page: str) -> list[str]:
    """Return the names of the theorems and lemmas that a page proves."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return [a or b for a, b in NAMED.findall(text)]


def functions(file: str) -> list[str]:
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    return [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("page", TRIED)
def test_every_name_of_the_page_is_in_the_table(page: str) -> None:
    assert sorted(set(named(page))) == sorted(TRIED[page])


def test_all_pages_with_theorems_are_in_the_table() -> None:
    # Theorems on periods, and those for all sizes, are proved by programs with certificates.
    others = {"clobber.md", "limits-theorems.md", "period-theorems.md"}
    others |= {"theorems.md", "prove.md"}
    # Those of the papers themselves.
    others |= {"errata.md", "papers.md"}
    pages = {path.name for path in (ROOT / "docs").glob("*.md") if named(path.name)}
    assert pages - others <= set(TRIED)


@pytest.mark.parametrize("page", TRIED)
def test_each_one_has_a_claim_or_a_test(page: str) -> None:
    claims = {claim.label: claim for claim in papers.paper("beyond")}
    for name, tried in TRIED[page].items():
        if isinstance(tried, str):
            assert tried in claims, name
            assert claims[tried].status in (papers.Status.PROVED, papers.Status.CHECKED)
        else:
            file, function = tried
            assert any(one.startswith(function) for one in functions(file)), name
