"""What the printer writes, and that the parser reads it back."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar import Value, engine
from farstar.engine import Handle
from farstar.errors import BudgetExceeded, NotationError
from farstar.values import wrap
from farstar.values.notation import caret, evaluate, higher_up, parse
from farstar.values.order import sort_options
from farstar.values.printing import ASCII, LATEX, UNICODE, Layout, ascii_text, render
from farstar.values.tree import MAX_DEPTH, PlusMinus

FACTS: dict[str, list[Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "notation.json").read_text()
)


def value(text: str) -> Handle:
    return evaluate(parse(text))


def printed(text: str) -> str:
    return ascii_text(value(text))


@pytest.mark.usefixtures("each_engine")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{0|^*5}", "^^*4"),
        ("+-(1/2)", "+-1/2"),
        ("+-{1,1+*}", "+-{1,1*}"),
        ("3+-1", "{4|2}"),
        ("{0||0|-1}", "Tiny(1)"),
        ("{0|||0||-1|-2}", "Tiny({2|1})"),
        ("{1|0||0}", "Miny(1)"),
        ("{0|v*}", "^<2>"),
        ("{0,*|v}", "^<2>*"),
        ("{^|*}", "^[2]"),
        ("{0,^*|0}", "^[2]*"),
        ("{0|*||*|||*||||*}", "^[4]"),
        ("9/8+*", "9/8*"),
        ("73/16+v9*8", "73/16v9*8"),
        ("{3||2+*|1+*}", "{3||2*|1*}"),
        ("+-1+-2+-3+-4", "+-{10|8||6|4|||4|2||0|-2}"),
        ("{0,*,-1|-1,{1|-2},{2|0}}", "{0,*|-1}"),
        ("+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}", "+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}"),
        ("{|}", "0"),
        ("{1|}", "2"),
        ("-1+^", "-1^"),
        ("+-(1*)", "+-(1*)"),
        ("+-(1^[2])", "+-(1^[2])"),
        ("+-^3", "+-^3"),
        ("+-(1Miny(2))", "+-(1Miny(2))"),
        ("Tiny(2)", "Tiny(2)"),
        ("2+Tiny(2)", "2Tiny(2)"),
        ("Miny({5||3|1})", "Miny({5||3|1})"),
        ("-1/2+v<3>+*2", "-1/2v<3>*2"),
        ("v[3]", "v[3]"),
        ("^<2>+^<2>", "{0||0,v*|vv}"),
    ],
)
def test_examples(text: str, expected: str) -> None:
    assert printed(text) == expected


@pytest.mark.usefixtures("each_engine")
def test_printed_forms_of_an_independent_program() -> None:
    wrong = [text for text in FACTS["printed"] if printed(text) != text]
    assert wrong == []
    assert len(FACTS["printed"]) > 1000


def test_canonical_forms_of_an_independent_program() -> None:
    assert [(a, b) for a, b in FACTS["canonical"] if printed(a) != b] == []


def test_ordinal_sums_of_an_independent_program() -> None:
    assert [f for f in FACTS["ordinal_sums"] if printed(f"({f[0]}):({f[1]})") != f[2]] == []


def test_option_order_of_an_independent_program() -> None:
    shuffle = random.Random(1).shuffle
    for text in FACTS["options"]:
        tree = parse("+-" + text)
        assert isinstance(tree, PlusMinus)
        options = [evaluate(option) for option in tree.options]
        shuffle(options)
        options_text = ",".join(ascii_text(g) for g in sort_options(options))
        assert "{" + options_text + "}" == text


def test_uptimals_of_an_independent_program() -> None:
    for text, expected in FACTS["uptimal"]:
        assert Value(text).is_uptimal is expected, text


@pytest.mark.usefixtures("each_engine")
@given(
    st.sampled_from([(0, 0), (1, 0), (-3, 2)]),
    st.lists(st.integers(-2, 2), max_size=4),
    st.integers(0, 5),
)
def test_uptimal_expansions(number: tuple[int, int], coefficients: list[int], star: int) -> None:
    active = engine.active()
    total = active.compact(*number, 0, star)
    for order, c in enumerate(coefficients, start=1):
        for _ in range(abs(c)):
            total = active.add(total, higher_up(order, 1 if c > 0 else -1, cumulative=False))
    while coefficients and coefficients[-1] == 0:
        coefficients = coefficients[:-1]
    x = Fraction(number[0], 2 ** number[1])
    assert wrap(total).uptimal_expansion() == (x, tuple(coefficients), star)


def test_ups_of_higher_order() -> None:
    for n in range(2, 8):
        assert value(f"^<{n}>") == value(f"{{0|v[{n - 1}]*}}")
        assert value(f"^[{n}]") == value(f"^[{n - 1}] + ^<{n}>")
        for text in (f"^<{n}>", f"v[{n}]*", f"3/4v<{n}>*2"):
            assert printed(text) == text
    assert printed("^[1000]") == "^[1000]"
    assert not Value("{3|0}").is_uptimal


# Random values: small trees over compact atoms

ATOMS = st.sampled_from(
    ["0", "1", "-1", "2", "-3", "1/2", "-5/8", "*", "*2", "^", "v*", "^^*3", "1^", "^<2>", "+-1"]
)
TREES = st.recursive(
    ATOMS,
    lambda trees: st.tuples(
        st.lists(trees, min_size=1, max_size=3), st.lists(trees, min_size=1, max_size=3)
    ).map(lambda sides: "{" + ",".join(sides[0]) + "|" + ",".join(sides[1]) + "}"),
    max_leaves=10,
)


@given(TREES)
def test_text_reads_back(text: str) -> None:
    g = value(text)
    plain = ascii_text(g)
    assert value(plain) == g
    assert plain.isascii()
    assert " " not in plain
    assert value(render(g, UNICODE)) == g
    assert Layout(g).length == len(plain)


@given(TREES)
def test_both_engines_print_the_same(text: str) -> None:
    texts = set()
    for name in engine.available():
        with engine.use(name):
            texts.add(printed(text))
    assert len(texts) == 1


@given(st.lists(TREES, max_size=5), st.randoms())
def test_the_order_does_not_depend_on_the_order_before(texts: list[str], rng: Any) -> None:
    games = [value(text) for text in texts]
    once = sort_options(games)
    rng.shuffle(games)
    assert sort_options(games) == once


@given(st.text(alphabet="01258-+*^v<>[]{}|(),:/ TinyMEx↑↓⇑⇓∗±−\n", max_size=40))
def test_character_soup_is_a_value_or_a_notation_error(text: str) -> None:
    check_soup(text)


@given(st.text(max_size=20))
def test_any_text_is_a_value_or_a_notation_error(text: str) -> None:
    check_soup(text)


@given(TREES, st.integers(0, 100), st.sampled_from("0-+*^v{}|(),: "))
def test_a_damaged_text_is_a_value_or_a_notation_error(text: str, at: int, new: str) -> None:
    at %= len(text)
    check_soup(text[:at] + new + text[at + 1 :])


def check_soup(text: str) -> None:
    error = fault_of(text)
    if error is not None:
        assert error.column is not None
        assert 0 <= error.column <= len(text)
        assert "\n" not in str(error)
        assert caret(error).splitlines()[-1].endswith("^")


def fault_of(text: str) -> NotationError | None:
    """Read and evaluate; anything but a value, a notation error or an end of budget is a bug."""
    try:
        with engine.budget(nodes=200_000):
            evaluate(parse(text), text=text)
    except NotationError as error:
        return error
    except BudgetExceeded:
        return None
    return None


# Pictures of faults


def test_the_caret_stands_below_the_fault() -> None:
    with pytest.raises(NotationError) as caught:
        parse("{1|0|-1}")
    assert caret(caught.value) == "{1|0|-1}\n    ^"


def test_a_long_text_is_clipped_around_the_fault() -> None:
    with pytest.raises(NotationError) as caught:
        parse("1+" * 500 + "@" + "+1" * 500)
    text, pointer = caret(caught.value).split("\n")
    assert len(text) < 80
    assert text[len(pointer) - 1] == "@"
    assert text.startswith("...")
    assert text.endswith("...")


def test_a_fault_at_the_end_of_a_long_text() -> None:
    with pytest.raises(NotationError) as caught:
        parse("1+" * 500)
    text, pointer = caret(caught.value).split("\n")
    assert len(pointer) == len(text) + 1


def test_line_breaks_are_drawn_as_spaces() -> None:
    with pytest.raises(NotationError) as caught:
        parse("{1\n|\n@}")
    assert caret(caught.value) == "{1 | @}\n     ^"


def test_an_error_without_a_place_has_no_picture() -> None:
    assert caret(NotationError("too long")) == ""


# Unicode and LaTeX


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("^", "↑"),
        ("^^", "⇑"),
        ("^3", "↑3"),
        ("v", "↓"),
        ("vv", "⇓"),
        ("*", "∗"),
        ("*2", "∗2"),
        ("+-1", "±1"),
        ("-1/2v4*", "-1/2↓4∗"),
        ("^[2]", "↑[2]"),
        ("+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}", "±{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}"),
    ],
)
def test_unicode(text: str, expected: str) -> None:
    assert Value(text).unicode() == expected


@pytest.mark.parametrize(
    ("text", "plain", "macros"),
    [
        ("0", "0", "0"),
        ("-3/8", r"-\frac{3}{8}", r"-\frac{3}{8}"),
        ("^", r"{\uparrow}", r"{\cgup}"),
        ("vv*", r"{\Downarrow}{\ast}", r"{\cgdoubledown}{\cgstar}"),
        ("2^3*2", r"2{\uparrow}3{\ast}2", r"2{\cgup}3{\cgstar}2"),
        ("^<2>", r"{\uparrow}^{2}", r"{\cgup}^{2}"),
        ("v[2]", r"{\downarrow}^{[2]}", r"{\cgdown}^{[2]}"),
        ("+-1", r"{\pm}1", r"{\pm}1"),
        ("+-(1*)", r"{\pm}(1{\ast})", r"{\pm}(1{\cgstar})"),
        ("+-{1,1*}", r"{\pm}\left\{1,1{\ast}\right\}", r"{\pm}\{1,1{\cgstar}\}"),
        ("Tiny(2)", "{+}_{2}", r"\cgtiny_{2}"),
        ("1Miny(2)", "1{-}_{2}", r"1\cgminy_{2}"),
        (
            "{3||2|1}",
            r"\left\{3\,\middle|\middle|\,2\,\middle|\,1\right\}",
            r"\combgame{\{3\cgsslash 2\cgslash 1\}}",
        ),
        (
            "{4|||3||2|1}",
            r"\left\{4\,\middle|\middle|\middle|\,3\,\middle|\middle|\,2\,\middle|\,1\right\}",
            r"\combgame{\{4\cgslashes{3}3\cgsslash 2\cgslash 1\}}",
        ),
    ],
)
def test_latex(text: str, plain: str, macros: str) -> None:
    assert Value(text).latex() == plain
    assert Value(text).latex(macros=True) == macros


@given(TREES)
def test_latex_delimiters_are_balanced(text: str) -> None:
    formula = Value(text).latex()
    assert formula.count(r"\left") == formula.count(r"\right")
    for macros in (False, True):
        formula = Value(text).latex(macros=macros)
        bare = formula.replace(r"\{", "").replace(r"\}", "")
        assert bare.count("{") == bare.count("}")


# Length and depth


def exponential(n: int) -> Handle:
    """Return *2:x for x near 2/3: about n followers, and a text of Fibonacci length.

    The options of x are the two approximations before it, and both appear on their sides.
    """
    return value(f"*2:{2 ** (n + 1) // 3 | 1}/{2**n}")


def test_the_length_of_an_exponential_text_is_known_without_building_it() -> None:
    small = exponential(12)
    assert Layout(small).length == len(ascii_text(small)) > 5_000
    assert Layout(exponential(120), 10**30).length > 10**20
    for style in (ASCII, UNICODE, LATEX):
        with pytest.raises(BudgetExceeded, match="at most 1000000 characters, got a longer one"):
            render(exponential(120), style)


def test_the_limit_is_exact() -> None:
    g = value("{3||2|1}")
    assert ascii_text(g, limit=8) == "{3||2|1}"
    with pytest.raises(BudgetExceeded, match="at most 7 characters"):
        ascii_text(g, limit=7)


def ladder(n: int) -> Handle:
    active = engine.active()
    g = active.compact(0, 0, 0, 0)
    for k in range(n):
        g = active.construct([active.compact(2 * k + 5, 0, 0, 0)], [g])
    return g


def test_a_text_as_deep_as_the_parser_reads() -> None:
    # Four bars to a pair of braces.
    g = ladder(4 * MAX_DEPTH)
    assert evaluate(parse(ascii_text(g))) == g
    with pytest.raises(BudgetExceeded, match="at most 1000 nested brackets, got a deeper one"):
        ascii_text(ladder(4 * MAX_DEPTH + 1))


@given(TREES)
def test_the_depth_of_a_text_is_what_the_parser_counts(text: str) -> None:
    g = value(text)
    depth = Layout(g).depth
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("farstar.values._parser.MAX_DEPTH", depth)
        parse(ascii_text(g))
        patch.setattr("farstar.values._parser.MAX_DEPTH", depth - 1)
        if depth:
            with pytest.raises(NotationError, match="nested"):
                parse(ascii_text(g))


def test_long_numbers_are_printed() -> None:
    text = "-" + "1" * 9_000
    assert printed(text) == text
    assert Layout(value(text)).length == len(text)


def test_mathml_is_well_formed_and_says_what_the_text_says() -> None:
    from xml.etree import ElementTree

    texts = ["0", "-3/8^^*2", "v<3>", "^[2]*", "+-(1*)", "+-{1,1*}", "2Tiny(2)", "{3||2|1}"]
    said = ["0", "−38⇑∗2", "↓3", "↑[2]∗", "±(1∗)", "±{1,1∗}", "2Tiny(2)", "{3||2|1}"]
    for text, words in zip(texts, said, strict=True):
        tree = ElementTree.fromstring(Value(text).mathml())
        assert tree.tag == "math"
        assert "".join(tree.itertext()) == words
