"""Expressions: what stays a position, what counts by its value, and what is refused."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import farstar as fs
from farstar.expressions import known, read, register, registered
from farstar.games import GAMES

E, A = fs.PartizanEuclid, fs.GeographyA


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("E(11,8)", E(11, 8)),
        (" ( E( 11 , 8 ) ) ", E(11, 8)),
        ("PartizanEuclid(11,8)", E(11, 8)),
        ("E(rlle)", E(11, 8)),
        ("E(l3r2l3re)", E(146, 89)),
        ("E(e)", E(3, 2)),
        ("E(λ)", E(2, 1)),
        ("A(3,2,1)", A(3, 2, 1)),
        ("GeographyA(3,2,1)", A(3, 2, 1)),
        ("B(3,1,2)", fs.GeographyB(3, 1, 2)),
        ("Euclid(9,2)", fs.Euclid(9, 2)),
        ("Euclid(0,2)", fs.Euclid(0, 2)),
        ("Euclid(9,2; odd)", fs.Euclid(9, 2, multipliers=fs.odd)),
        ("Grossman(459,2393;k=2)", fs.Grossman(459, 2393, multipliers=fs.up_to(2))),
        ("Grossman(9,2; {1, 4})", fs.Grossman(9, 2, multipliers={1, 4})),
        ("SerialNim(3,1,2)", fs.SerialNim(3, 1, 2)),
        ("SerialNim()", fs.SerialNim()),
        ("SerialNim(7; {1,3,4})", fs.SerialNim(7, takes={1, 3, 4})),
        ("ModularNim(7; 2,3)", fs.ModularNim(7, {2, 3})),
        ("ModularNim(7; {2,3})", fs.ModularNim(7, {2, 3})),
        ("ModularNim(7, {2, 3}, 2, visited=[0])", fs.ModularNim(7, {2, 3}, 2, visited=[0])),
        ("Board(3)", fs.GeographyBoard.start(3)),
        ("GeographyBoard(@.#|#..)", fs.GeographyBoard("@.#|#..")),
        ("CycleProduct(3,4)", fs.Geography.cycle_product(3, 4)),
        ("Geography({'a': ['b']}, 'a')", fs.Geography({"a": ["b"]}, "a")),
        ("Geography([(')', '(')], ')')", fs.Geography([(")", "(")], ")")),
        (
            "PartizanGeography([(0,1),(1,2)], [(0,2)], 0, visited=[1])",
            fs.PartizanGeography([(0, 1), (1, 2)], [(0, 2)], 0, visited=[1]),
        ),
    ],
)
def test_positions(text: str, position: fs.Position) -> None:
    parsed = fs.parse(text)
    assert type(parsed) is type(position)
    assert parsed == position


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("-E(11,8)", -E(11, 8)),
        ("--E(11,8)+0", E(11, 8) + 0),
        ("E(11,8) + A(3,2,1) - *2", E(11, 8) + A(3, 2, 1) - fs.Value("*2")),
        ("1 - E(11,8)", 1 - E(11, 8)),
        ("-(E(11,8) - (1 - E(3,2)))", -E(11, 8) + 1 - E(3, 2)),
        ("E(3,2) - E(3,2)", E(3, 2) - E(3, 2)),
        ("E(3,2) + {E(3,2)|}", E(3, 2) + fs.Value("{*|}")),
        ("+-1 + E(3,2) - +-1", fs.Value("+-1") + E(3, 2) - fs.Value("+-1")),
        ("E(3,2) + ^ + *2 - 1", E(3, 2) + fs.Value("^") + fs.Value("*2") - 1),
        ("E(3,2) + (^ + *2) - (1 - E(4,3))", E(3, 2) + fs.Value("^*2") - 1 + E(4, 3)),
    ],
)
def test_sums_of_positions_stay_sums(text: str, total: fs.Sum) -> None:
    parsed = fs.parse(text)
    assert isinstance(parsed, fs.Sum)
    assert parsed == total


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{E(11,8)|0}", "{vv*|0}"),
        ("Tiny(A(3,2,1))", "Tiny({3|2})"),
        ("3*E(11,8)", "3*(vv*)"),
        ("E(11,8):1", "(vv*):1"),
        ("+-A(3,2,1)", "+-{3|2}"),
        ("2*(E(11,8) - 1)", "2*(vv* - 1)"),
        ("{1|{Euclid(9,2)|-1}} + 1", "{1|{*4|-1}} + 1"),
        ("*2 + *3", "*"),
    ],
)
def test_everywhere_else_a_position_counts_by_its_value(text: str, value: str) -> None:
    parsed = fs.parse(text)
    assert isinstance(parsed, fs.Value)
    assert parsed == fs.Value(value)


BAD_NOTATION = [
    ("E()", 2),
    ("E(11)", 2),
    ("E(11,8,2)", 2),
    ("E(11,)", 5),
    ("E(,8)", 2),
    ("E(1.5,2)", 2),
    ("E(3, 1e5)", 5),
    ("E(True,2)", 2),
    ("E(NaN,2)", 2),
    ("E(inf,2)", 2),
    ("E(2 3,2)", 2),
    ("E('11',8)", 2),
    ("E(１１,8)", 2),
    ("E(0x11,8)", 2),
    ("E(1_1,8)", 2),
    ("E(lr)", 4),
    ("E(lxe)", 3),
    ("E(l0e)", 3),
    ("E(lee)", 3),
    ("E(l-1e)", 3),
    ("1 + E(lr)", 8),
    ("A(1,2)", 2),
    ("A(a,b,c)", 2),
    ("Euclid(9)", 7),
    ("Euclid(9,2;)", 11),
    ("Euclid(9,2; foo)", 12),
    ("Euclid(9,2; k=-1)", 12),
    ("Euclid(9,2; k=2; odd)", 17),
    ("SerialNim(1,,2)", 12),
    ("ModularNim(7)", 11),
    ("ModularNim(7;)", 13),
    ("ModularNim(7; x)", 14),
    ("ModularNim(7, {2}, 0, 1)", 11),
    ("Board()", 6),
    ("Board(x)", 6),
    ("Board(@|.|.)", 6),
    ("Geography()", 10),
    ("Geography({'a': ['b']})", 10),
    ("Geography({'a': [b]}, 'a')", 10),
    ("Geography({[]: 1}, 1)", 10),
    ("Geography({1: [2]}, 1, foo=3)", 10),
    ("Geography({1: [2]}, *[1])", 10),
    ("Geography(__import__('os').getcwd(), 1)", 10),
    ("Geography(open('x'), 1)", 10),
    ("Geography({1: [2]}, 1 +)", 23),
    ("Geography(" + "[" * 300 + "]" * 300 + ", 1)", 60),
    ("Ecluid(3,2)", 0),
    ("1 - Zork(3)", 4),
    ("E ,(3,2)", 1),
    ("E(3,2", 5),
    ("E(3,2))", 6),
    ("2E(3,2)", 1),
    ("E(3,2)E(3,2)", 6),
    ("E(3,2)*2", 6),
]


@pytest.mark.parametrize(("text", "column"), BAD_NOTATION, ids=lambda x: str(x)[:40])
def test_bad_notation(text: str, column: int) -> None:
    with pytest.raises(fs.NotationError, match=f"^column {column + 1}: expected") as caught:
        fs.parse(text)
    assert (caught.value.text, caught.value.column) == (text, column)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


ILLEGAL = [
    ("E(0,3)", 2),
    ("E(-3,2)", 2),
    ("E(−3,2)", 2),
    ("1 + E(3,0)", 6),
    ("A(-1,2,3)", 2),
    ("A(1,0,2)", 2),
    ("B(0,1,1)", 2),
    ("Euclid(3,-2)", 7),
    ("Grossman(0,2)", 9),
    ("Euclid(3,2; {})", 12),
    ("Euclid(3,2; {0})", 12),
    ("Euclid(3,2; k=0)", 12),
    ("SerialNim(1,0)", 10),
    ("ModularNim(7; 7)", 14),
    ("ModularNim(1; 1)", 14),
    ("ModularNim(5, {1}, 9)", 11),
    ("Board(0)", 6),
    ("Board(..|..)", 6),
    ("Board(@.|.)", 6),
    ("Geography({'a': ['b']}, 'c')", 10),
    ("Geography({'a': ['b']}, 'a', visited=3)", 10),
    ("Geography({'a': ['b']}, True)", 10),
    ("CycleProduct(0)", 13),
]


@pytest.mark.parametrize(("text", "column"), ILLEGAL, ids=lambda x: str(x))
def test_illegal_positions(text: str, column: int) -> None:
    with pytest.raises(fs.IllegalPositionError, match=f"^column {column + 1}: expected") as caught:
        fs.parse(text)
    assert (caught.value.text, caught.value.column) == (text, column)
    assert "\n" not in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.text, again.column) == (str(caught.value), text, column)


@pytest.mark.parametrize("text", ["CycleProduct(99999,99999)", f"Board({10**30})", "E(l99999999e)"])
def test_what_is_too_large_to_write_down(text: str) -> None:
    with pytest.raises(fs.BudgetExceeded, match="expected"):
        fs.parse(text)


def test_an_unknown_name_is_met_by_the_nearest() -> None:
    with pytest.raises(fs.NotationError, match=r"got 'euklid': did you mean Euclid\?$"):
        fs.parse("euklid(3,2)")
    with pytest.raises(fs.NotationError, match=r"; the help lists the games$"):
        fs.parse("Xqzw(3,2)")


@pytest.mark.parametrize(
    ("typed", "usual"),
    [
        ("domineering(3x3)", "Domineering(3x3)"),
        ("DOMINEERING (3x3)", "Domineering(3x3)"),
        ("toads_and_frogs(T.F)", "ToadsAndFrogs(T.F)"),
        ("e(11,8) + nim(3)", "E(11,8) + Nim(3)"),
        ('Clobber("xo|ox")', "Clobber(xo|ox)"),
        ("Clobber( 'xo|ox' )", "Clobber(xo|ox)"),
        ('game.grid.Clobber("xo|ox") - 1', "Clobber(xo|ox) - 1"),
        ("Hackenbush(bbr)", "Hackenbush(llr)"),
        ("Hackenbush(b(g;R2b))", "Hackenbush(l(e;rrl))"),
        ("−Euclid(9,2) – ½", "-Euclid(9,2) - 1/2"),
    ],
)
def test_names_as_people_type_them(typed: str, usual: str) -> None:
    assert fs.parse(typed) == fs.parse(usual)
    assert str(fs.parse(typed)) == str(fs.parse(usual))


def test_the_caret_of_a_qualified_name_is_below_what_is_wrong() -> None:
    with pytest.raises(fs.NotationError) as caught:
        fs.parse("1 + game.grid.Clober (xo)")
    assert caught.value.column == 14
    for text, column in (("1 + Clobber  (x?)", 15), ('Clobber("xo|o?")', 13)):
        with pytest.raises(fs.IllegalPositionError) as refused:
            fs.parse(text)
        assert refused.value.column == column


def test_names_stand_for_expressions() -> None:
    names = {"G": read("E(11,8) + 1"), "H": read("{2|-1}")}
    total = read("G - 2*H", names=names)
    assert total.game == fs.parse("E(11,8) + 1 - 2*{2|-1}")
    assert total.normalised == "(E(11,8) + 1) - 2*({2|-1})"


def test_every_game_is_known_by_all_its_names() -> None:
    assert [game.name for game in known()] == list(GAMES)
    for game in known():
        position = next(p for p in map(fs.parse, game.rules.starts) if isinstance(p, fs.Position))
        inside = str(position).partition("(")[2]
        for name in (game.name, *game.aliases):
            assert fs.parse(f"{name}({inside}") == position


def test_a_game_of_ones_own() -> None:
    class Nimble(fs.ImpartialRuleset):
        def moves(self, position: int) -> range:
            return range(position)

    rules = Nimble()
    register(Nimble)
    assert fs.parse("Nimble(5) + *3") == rules(5) + fs.Value("*3")
    for name in ("Tiny", "v", "two words", "", "Ünimble"):
        with pytest.raises(fs.NotationError, match="expected a name"):
            register(rules, name)


def test_integers_of_any_length() -> None:
    p, q = 10**100_000 + 9, 7**100_000
    parsed = fs.parse(f"E({fs.Value(p)},{fs.Value(q)})")
    assert parsed == E(p, q)
    assert fs.parse(str(parsed)) == parsed


def test_many_terms_and_deep_brackets() -> None:
    many = fs.parse("+".join(["E(3,2)"] * 5000))
    assert isinstance(many, fs.Sum)
    assert len(many.terms) == 5000
    assert fs.parse("-(" * 400 + "E(3,2)" + ")" * 400) == E(3, 2)


def test_what_is_no_text() -> None:
    for thing in (None, 3, b"E(3,2)", True):
        with pytest.raises(TypeError, match="expected text"):
            fs.parse(thing)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("result", "kind"), [(fs.Value(3), "Value Value('3')"), ("abc", "str 'abc'")]
)
def test_rules_that_return_no_position(result: Any, kind: str) -> None:
    class Odd(fs.Ruleset):
        @classmethod
        def read(cls, text: str) -> fs.Position:
            return result  # type: ignore[no-any-return]

    with registered(Odd), pytest.raises(fs.NotationError) as error:
        read("* + Odd(3)")
    assert f"expected the rules of Odd to return a position, got {kind}" in str(error.value)
    assert error.value.column == 8
