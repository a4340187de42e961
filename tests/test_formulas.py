"""Formulas in running text: marked at their source, set where they are shown, copied as typed."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar import papers
from farstar.expressions import read
from farstar.formulas import (
    MarkedText,
    formula_html,
    source_of,
    to_html,
    to_latex,
    to_markdown,
)
from farstar.reports import explained

FORMULA = re.compile(r'<span class="math" data-text="([^"]*)">(.*?)</span>', re.DOTALL)
ASCII = re.compile(r"<=|>=|->|!=|\^|\w_\w|\w \* \w|(?<![\w(])[b-df-km-zA-Z] [-+=<>] |\{[^}]*\|")
EXPLAINED = (
    "Euclid(21,8)",
    "Grossman(9,2)",
    "Grossman(21,8; k=3)",
    "E(11,8)",
    "E(12,12)",
    "SerialNim(3,1,2)",
    "A(2,3,1)",
    "A(0,5,0)",
    "B(2,3,1)",
    "Nim(3,5)",
    "Wythoff(3,5)",
    "Kayles(5)",
    "Domineering(..|..)",
    "{3||2|1}",
    "^^* + 1/2",
    "E(11,8) + *2",
    "*2 + *3 + Nim(4,4)",
)


def copied(html: str) -> str:
    """Return what copying the whole of it gives."""
    return unescape(re.sub(r"<[^>]*>", "", FORMULA.sub(r"\1", html)))


def seen(html: str) -> str:
    """Return what is seen, with ^ for what is raised and _ for what is lowered."""
    html = html.replace("<sup>", "^").replace("<sub>", "_").replace("\u2009", "")
    return unescape(re.sub(r"<[^>]*>", "", html))


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("q < p <= 120", "q < p ≤ 120"),
        ("k = floor((n-1)/2)", "k = ⌊(n−1)/2⌋"),
        ("1 - 3/2^(k+1)", "1 − 3/2^k+1"),
        ("rl2e", "rl^2e"),
        ("v", "↓"),
        ("vv*", "⇓∗"),
        ("1^3", "1↑3"),
        ("^<2>*", "↑^2∗"),
        ("{1/2*|-1/2*}", "{1/2∗|−1/2∗}"),
        ("+-{0,{2|0}}", "±{0,{2|0}}"),
        ("a0 = ... = a(i-1) <= ai", "a_0 = … = a_i−1 ≤ a_i"),
        ("n.up + *k", "n·↑ + ∗k"),
        ("b*b - a*b > 0", "b·b − a·b > 0"),
        ("(9,2) -> (3,2) -> (1,2)", "(9,2) → (3,2) → (1,2)"),
        ("g = {gL|gLL}", "g = {g^L|g^LL}"),
        ("K_n x K_2", "K_n × K_2"),
        ("p = 1..100", "p = 1 … 100"),
        ("(12 ln 2 / pi^2) ln N", "(12 ln 2 / π^2) ln N"),
        ("Domineering(...|.#.)", "Domineering(...|.#.)"),
    ],
)
def test_formulas_are_set(formula: str, shown: str) -> None:
    html = formula_html(formula)
    assert seen(html) == shown
    assert copied(html) == formula


def test_greek_letters_have_the_names_that_tex_knows() -> None:
    assert to_latex(MarkedText("from `e` to `λ`")) == r"from $e$ to $\lambda $"


def test_only_what_is_marked_is_a_formula() -> None:
    text = MarkedText("a move a <= b, but `a <= b`, up to `2^k`.")
    assert text == "a move a <= b, but a <= b, up to 2^k."
    assert seen(to_html(text)) == "a move a <= b, but a ≤ b, up to 2^k."
    assert to_latex(text) == r"a move a \textless{}= b, but $a \le  b$, up to $2^{k}$."
    assert to_markdown(text, str.upper) == "A MOVE A <= B, BUT `a <= b`, UP TO `2^k`."
    assert to_html("a <= `b`") == "a &lt;= `b`"


def test_marks_outlive_copies_but_not_a_lone_backtick() -> None:
    text = MarkedText("at most `2^k`")
    assert pickle.loads(pickle.dumps(text)).source == text.source == MarkedText(text).source
    lone = MarkedText("a ` b `c` <")
    assert lone == "a ` b `c` <"
    assert to_html(lone) == "a ` b `c` &lt;"


def of_papers() -> Iterator[str]:
    """Yield what the papers say."""
    for paper in papers.PAPERS:
        for claim in papers.paper(paper):
            yield from (claim.label, claim.statement, claim.compared, claim.correction or "")
            yield claim.range.text(claim.range.bound(None))
        for exhibit in papers.exhibits(paper):
            yield from (exhibit.label, exhibit.caption, exhibit.note)


def of_explanations() -> Iterator[str]:
    """Yield what is said of some games."""
    for game in EXPLAINED:
        _, explanation = explained(read(game))
        yield explanation.title
        for step in explanation.steps:
            yield from (step.title, step.text, *step.items)


def of_moves() -> Iterator[str]:
    """Yield how some moves are called."""
    for game in EXPLAINED:
        component = read(game).game
        assert not isinstance(component, fs.Loopy)
        total = fs.Sum(component)
        for move in total.moves(fs.Left):
            yield from (move.text, move.move.text)


@pytest.mark.parametrize(
    ("texts", "least"), [(of_papers, 450), (of_explanations, 60), (of_moves, 20)]
)
def test_every_formula_is_marked_and_can_be_set_and_copied(texts: object, least: int) -> None:
    assert callable(texts)
    count = 0
    faults: list[str] = []
    for text in texts():
        html = to_html(text)
        assert copied(html) == text
        source = source_of(text)
        assert source.count("`") % 2 == 0, source
        count += "`" in source
        words = re.sub(r"`[^`]*`", "", source)
        if ASCII.search(words):
            faults.append(source)
        formulas = seen("".join(f"{formula} " for _, formula in FORMULA.findall(html)))
        # Signs for which there are better ones; those of a position are of its own notation.
        positions_out = re.sub(r"[A-Z][A-Za-z]+\([^)]*\)", "", formulas)
        if re.search(r"<=|>=|->|!=|\^\^|\*", positions_out):
            faults.append(f"{source} is set as {formulas}")
        latex = to_latex(text)
        assert latex.count("{") - latex.count(r"\{") == latex.count("}") - latex.count(r"\}")
    assert not faults, "\n".join(faults)
    assert count > least


def test_long_and_nested_formulas_are_no_trouble() -> None:
    for text in ("_a" * 1_400, "^(a" * 900, "{" * 1_400 + "}" * 1_400, "Ab(" * 900, "a^b_c" * 500):
        assert copied(formula_html(text)) == text
    assert FORMULA.sub(r"\2", formula_html("<" * 10_000)) == "&lt;" * 10_000


@given(st.text(alphabet="ab1lre^v*{}|()[]<>=-+., '_/;", max_size=40))
def test_any_formula_is_escaped_and_can_be_copied(text: str) -> None:
    html = formula_html(text)
    assert copied(html) == text
    for tag in ("span", "sup", "sub", "i"):
        assert html.count(f"<{tag}>") + html.count(f"<{tag} ") == html.count(f"</{tag}>")
