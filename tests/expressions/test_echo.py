"""The echo: how an expression was understood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.expressions import read


def normalised(text: str) -> str:
    """Return the echo of a text."""
    return read(text).normalised


atoms = st.sampled_from(
    ["0", "-3/8", "*", "*2", "^", "v3*", "^<2>", "v[2]", "{1|0}", "{3||2|1}", "+-1", "Tiny(2)"]
)
expressions = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.builds("{}+{}".format, inner, inner),
        st.builds("({})-({})".format, inner, inner),
        st.builds("-({})".format, inner),
        st.builds("+-({})".format, inner),
        st.builds("2*({})".format, inner),
        st.builds("({}):({})".format, inner, atoms),
        st.builds("{{{},{}|{}}}".format, inner, inner, inner),
    ),
    max_leaves=4,
)


@given(expressions)
def test_the_echo_means_what_was_typed(text: str) -> None:
    echoed = normalised(text)
    assert fs.Value(echoed) == fs.Value(text)
    assert normalised(echoed) == echoed


@given(expressions)
def test_the_terms_add_up(text: str) -> None:
    total = fs.Value(0)
    for term in read(text).terms:
        assert isinstance(term.game, fs.Value)
        assert term.game == fs.Value(term.normalised)
        total += term.game
    assert total == fs.Value(text)


def test_echo_examples() -> None:
    assert normalised("3+-1") == "3 + +-1"
    assert normalised("{1||0|-1}") == "{1|{0|-1}}"
    assert normalised("±1 − ↑") == "+-1 - ^"


@pytest.mark.parametrize(
    ("text", "echoed"),
    [
        ("E( 11 ,8)-2", "E(11,8) - 2"),
        ("PartizanEuclid(11,8)", "E(11,8)"),
        ("-E(rlle)", "-E(11,8)"),
        ("Grossman(459,2393;k=2)", "Grossman(459,2393; k=2)"),
        ("{E(3,2)|A(3,2,1):*}", "{E(3,2)|A(3,2,1):*}"),
        ("ModularNim(7; 3,2)", "ModularNim(7, {2, 3})"),
    ],
)
def test_positions_are_echoed_in_their_usual_form(text: str, echoed: str) -> None:
    assert normalised(text) == echoed
    assert normalised(echoed) == echoed
