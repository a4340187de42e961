"""Mathematics in running text: it is set, and what was there can be had again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar import papers
from farstar.expressions import read
from farstar.reports import explanation
from farstar.web.mathematics import typeset

FORMULA = re.compile(r'<span class="math" data-text="([^"]*)">(.*?)</span>')
PLAIN = (
    "Euclid(21,8)",
    "Grossman(9,2)",
    "E(11,8)",
    "SerialNim(3,1,2)",
    "A(2,3,1)",
    "ModularNim(9; 2,3)",
)


def copied(html: str) -> str:
    """Return what copying the whole of it gives."""
    return unescape(re.sub(r"<[^>]*>", "", FORMULA.sub(r"\1", html)))


def seen(html: str) -> str:
    """Return what is seen, with ^ for what is raised and _ for what is lowered."""
    html = html.replace("<sup>", "^").replace("<sub>", "_").replace("\u2009", "")
    return unescape(re.sub(r"<[^>]*>", "", html))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("coprime q < p <= 120", "coprime q < p ≤ 120"),
        ("With k = floor((n-1)/2) it is 1 - 3/2^(k+1).", "With k = ⌊(n−1)/2⌋ it is 1 − 3/2^k+1."),
        ("the signature is rl2e", "the signature is rl^2e"),
        ("E(5,3): v, not ^", "E(5,3): ↓, not ↑"),
        ("the value is vv*.", "the value is ⇓∗."),
        ("Left goes to 1^3 or to ^<2>*", "Left goes to 1↑3 or to ↑^2∗"),
        ("{1/2*|-1/2*}, a first player win", "{1/2∗|−1/2∗}, a first player win"),
        ("+-{0,{2|0}}", "±{0,{2|0}}"),
        ("a0 = ... = a(i-1) <= ai", "a_0 = … = a_i−1 ≤ a_i"),
        ("n.up + *k, with k >= 2", "n·↑ + ∗k, with k ≥ 2"),
        ("b*b - a*b > 0, by taking 2 * 6", "b·b − a·b > 0, by taking 2 · 6"),
        ("(9,2) -> (3,2) -> (1,2)", "(9,2) → (3,2) → (1,2)"),
        ("g = {gL|gLL} if 2t > q", "g = {g^L|g^LL} if 2t > q"),
        ("the heaps 1, ..., 1", "the heaps 1, …, 1"),
        ("on K_n x K_2, the 2 x n board", "on K_n × K_2, the 2 × n board"),
        ("Outcomes of E(p,q) for p = 1..100", "Outcomes of E(p,q) for p = 1 … 100"),
        ("about (12 ln 2 / pi^2) ln N", "about (12 ln 2 / π^2) ln N"),
    ],
)
def test_formulas(text: str, shown: str) -> None:
    assert seen(typeset(text)) == shown


@pytest.mark.parametrize(
    "text",
    [
        "A word that is a far-star, with three r's and P-positions, up to 120.",
        "up the column, cases (a), (b) and (c), in 3, 4 or 5 ways",
        "Domineering(...|.#.) and ToadsAndFrogs(TTT...FFF)",
        "@.....",
        "floor(of the house) and a ceil(ing",
        "The puzzle of 2026-11-16, Section 3, Lemma 13 (D)(ii)",
    ],
)
def test_sentences_stay_as_they_are(text: str) -> None:
    assert seen(typeset(text)) == text


def texts() -> Iterator[str]:
    """Yield what the papers and some explanations say."""
    for paper in papers.PAPERS:
        for claim in papers.paper(paper):
            yield from (claim.label, claim.statement, claim.compared, claim.correction or "")
            yield claim.range.text(claim.range.bound(None))
        for exhibit in papers.exhibits(paper):
            yield from (exhibit.caption, exhibit.note)
    for game in (*PLAIN, "{3||2|1}", "^^* + 1/2"):
        for step in explanation(read(game)).to_dict()["steps"]:
            yield from (step["text"], *step["items"])


def test_nothing_is_left_in_ascii_and_all_can_be_copied() -> None:
    count = 0
    for text in texts():
        html = typeset(text)
        assert copied(html) == text
        left = FORMULA.sub("", html) if "(" in text else html
        shown = unescape(re.sub(r"<[^>]*>", "", left))
        assert not re.search(r"<=|>=|->|\^|\w_|\w \* \d", shown), text
        count += "math" in html
    assert count > 400


def test_long_and_nested_text_is_no_trouble() -> None:
    for text in ("_a" * 1_400, "^(a" * 900, "{" * 1_400 + "}" * 1_400, "Ab(" * 900, "a^b_c" * 500):
        assert copied(typeset(text)) == text
    assert typeset("<" * 10_000) == "&lt;" * 10_000


@given(st.text(alphabet="ab1lre^v*{}|()[]<>=-+., '_/;", max_size=40))
def test_any_text_is_escaped_and_can_be_copied(text: str) -> None:
    html = typeset(text)
    assert copied(html) == text
    for tag in ("span", "sup", "sub", "i"):
        assert html.count(f"<{tag}>") + html.count(f"<{tag} ") == html.count(f"</{tag}>")
