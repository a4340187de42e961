"""What a position or a sum is written as can be read back."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import farstar as fs
from farstar.expressions import Game, read
from farstar.testing import values

sizes = st.one_of(st.integers(1, 40), st.integers(1, 10**40))
small = st.integers(0, 9)

multipliers = st.one_of(
    st.none(),
    st.just(fs.odd),
    sizes.map(fs.up_to),
    st.sets(sizes, min_size=1, max_size=4),
)

vertices = st.one_of(
    st.integers(-3, 3), st.text(max_size=2), st.tuples(st.integers(0, 2), st.integers(0, 2))
)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[tuple[Any, Any]], Any, list[Any]]:
    """Draw arcs, a token and visited vertices."""
    arcs = draw(st.lists(st.tuples(vertices, vertices), min_size=1, max_size=5))
    places = [vertex for arc in arcs for vertex in arc]
    return arcs, draw(st.sampled_from(places)), draw(st.lists(st.sampled_from(places), max_size=2))


@st.composite
def modular(draw: st.DrawFn) -> fs.Position:
    """Draw a position of Modular Nim."""
    n = draw(st.integers(2, 9))
    steps = draw(st.sets(st.integers(1, n - 1), min_size=1))
    token = draw(st.integers(0, n - 1))
    return fs.ModularNim(n, steps, token, visited=draw(st.sets(st.integers(0, n - 1))))


@st.composite
def boards(draw: st.DrawFn) -> fs.Position:
    """Draw a board of two rows."""
    width = draw(st.integers(1, 6))
    cells = [draw(st.sampled_from(".#")) for _ in range(2 * width)]
    cells[draw(st.integers(0, 2 * width - 1))] = "@"
    return fs.GeographyBoard("".join(cells[:width]), "".join(cells[width:]))


positions: st.SearchStrategy[fs.Position] = st.one_of(
    st.builds(fs.PartizanEuclid, sizes, sizes),
    st.builds(fs.GeographyA, small, st.integers(1, 9), small),
    st.builds(fs.GeographyB, st.integers(1, 9), small, small),
    st.builds(
        lambda a, b, m: fs.Euclid(a, b, multipliers=m), st.one_of(sizes, small), sizes, multipliers
    ),
    st.builds(lambda a, b, m: fs.Grossman(a, b, multipliers=m), sizes, sizes, multipliers),
    st.builds(
        lambda heaps, m: fs.SerialNim(*heaps, takes=m), st.lists(sizes, max_size=4), multipliers
    ),
    modular(),
    boards(),
    graphs().map(lambda g: fs.Geography(g[0], g[1], visited=g[2])),
    st.builds(
        lambda g, h: fs.PartizanGeography(g[0], h[0], g[1], visited=g[2]), graphs(), graphs()
    ),
)


@given(positions)
def test_positions(position: fs.Position) -> None:
    parsed = fs.parse(str(position))
    assert type(parsed) is type(position)
    assert parsed == position
    assert read(str(position)).normalised == str(position)


@given(st.lists(st.tuples(st.booleans(), positions), min_size=2, max_size=4), values(max_leaves=4))
def test_sums(terms: list[tuple[bool, fs.Position]], value: fs.Value) -> None:
    total = fs.Sum(*(g if positive else -g for positive, g in terms)) + value
    assert fs.parse(str(total)) == total
    assert fs.parse(read(str(total)).normalised) == total


@given(st.lists(st.tuples(st.booleans(), positions), min_size=1, max_size=3))
def test_the_terms_of_an_expression_are_those_of_its_game(
    terms: list[tuple[bool, fs.Position]],
) -> None:
    text = "".join(f"{'+' if positive else '-'}{g}" for positive, g in terms)
    parts: list[Game] = [term.game for term in read(f"0{text}").terms]
    assert parts[0] == 0
    assert parts[1:] == [g if positive else -g for positive, g in terms]


pieces = st.sampled_from(
    [
        *("E(", "A(", "Euclid(", "SerialNim(", "ModularNim(", "Board(", "Geography(", "Tiny("),
        *("11,8", "3,2,1", "lrlle", "; k=2", "; {1,4}", "@.|..", "{1: [2]}", "'", '"', "\\"),
        *(")", "(", "{", "}", "|", ",", ";", "+", "-", "*", "^", "1", "0", "-3", "λ", "e", " "),
    ]
)


def reading_fails(text: str) -> fs.FarstarError | None:
    """Return the error that reading a text raises."""
    try:
        fs.parse(text)
    except fs.FarstarError as error:
        return error
    return None


@given(st.lists(pieces, max_size=12).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    error = reading_fails(text)
    if isinstance(error, fs.NotationError | fs.IllegalPositionError):
        assert error.text == text
        assert error.column is not None
        assert 0 <= error.column <= len(text)
        assert "\n" not in str(error)
    elif error is None:
        assert fs.parse(read(text).normalised) == fs.parse(text)
