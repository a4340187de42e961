"""What the parser reads: every sentence of the notation, as trees or as equal values."""

from __future__ import annotations

import pytest

from farstar import Value, engine
from farstar.engine import Handle
from farstar.errors import NotationError
from farstar.values.notation import evaluate, parse, parse_statement
from farstar.values.tree import (
    MAX_DEPTH,
    MAX_LENGTH,
    Braces,
    Compact,
    HigherUp,
    Miny,
    Multiple,
    Named,
    Negation,
    OrdinalSum,
    PlusMinus,
    Sum,
    Tiny,
)

ZERO, ONE, TWO, STAR, UP = Compact(0), Compact(1), Compact(2), Compact(0, 0, 0, 1), Compact(0, 0, 1)


def value(text: str) -> Handle:
    return evaluate(parse(text), text=text)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("7", Compact(7)),
        ("-3/8", Compact(-3, 3)),
        ("6/4", Compact(3, 1)),
        ("0/8", ZERO),
        ("007", Compact(7)),
        ("*", STAR),
        ("*5", Compact(0, 0, 0, 5)),
        ("*0", ZERO),
        ("^", UP),
        ("^^", Compact(0, 0, 2)),
        ("^3", Compact(0, 0, 3)),
        ("v", Compact(0, 0, -1)),
        ("vv", Compact(0, 0, -2)),
        ("v2", Compact(0, 0, -2)),
        ("^3*2", Compact(0, 0, 3, 2)),
        ("vv*", Compact(0, 0, -2, 1)),
        ("1*", Compact(1, 0, 0, 1)),
        ("3*2", Compact(3, 0, 0, 2)),
        ("6^*", Compact(6, 0, 1, 1)),
        ("-1^", Compact(-1, 0, 1)),
        ("73/16v9*8", Compact(73, 4, -9, 8)),
        ("^<3>", HigherUp(3, 1, cumulative=False)),
        ("v[2]", HigherUp(2, -1, cumulative=True)),
        ("^<1>", UP),
        ("1^[2]*", Sum(((1, Compact(1, 0, 0, 1)), (1, HigherUp(2, 1, cumulative=True))))),
        ("Tiny(1)", Tiny(ONE)),
        ("Miny(Tiny(1))", Miny(Tiny(ONE))),
        ("2Tiny(1)", Sum(((1, TWO), (1, Tiny(ONE))))),
        ("-2Miny(1)", Sum(((1, Compact(-2)), (1, Miny(ONE))))),
        ("(1)", ONE),
        ("{|}", Braces((), ())),
        ("{1|}", Braces((ONE,), ())),
        ("{|1}", Braces((), (ONE,))),
        ("{1,*|0}", Braces((ONE, STAR), (ZERO,))),
        ("{2||1|0}", Braces((TWO,), (Braces((ONE,), (ZERO,)),))),
        ("{2,1|0||*}", Braces((Braces((TWO, ONE), (ZERO,)),), (STAR,))),
        ("{||1|0}", Braces((), (Braces((ONE,), (ZERO,)),))),
        ("{1|||0}", Braces((ONE,), (ZERO,))),
        ("{2|1||||0||*}", Braces((Braces((TWO,), (ONE,)),), (Braces((ZERO,), (STAR,)),))),
        ("+-1", PlusMinus((ONE,))),
        ("+-{1,*}", PlusMinus((ONE, STAR))),
        ("+-{1}", PlusMinus((ONE,))),
        ("+-{1|0}", PlusMinus((Braces((ONE,), (ZERO,)),))),
        ("+-(1*)", PlusMinus((Compact(1, 0, 0, 1),))),
        ("+-Tiny(1)", PlusMinus((Tiny(ONE),))),
        ("+-+-1", PlusMinus((PlusMinus((ONE,)),))),
        ("-^", Negation(UP)),
        ("- 1^", Negation(Compact(1, 0, 1))),
        ("-(1^)", Negation(Compact(1, 0, 1))),
        ("-+-1", Negation(PlusMinus((ONE,)))),
        ("--1", Negation(Compact(-1))),
        ("0-1^", Sum(((1, ZERO), (-1, Compact(1, 0, 1))))),
        ("1--1^", Sum(((1, ONE), (-1, Compact(-1, 0, 1))))),
        ("1+-2", Sum(((1, ONE), (1, PlusMinus((TWO,)))))),
        ("1 + -2", Sum(((1, ONE), (1, Compact(-2))))),
        ("1 - 2", Sum(((1, ONE), (-1, TWO)))),
        ("1* - 1", Sum(((1, Compact(1, 0, 0, 1)), (-1, ONE)))),
        ("1*+1", Sum(((1, Compact(1, 0, 0, 1)), (1, ONE)))),
        ("^*-1", Sum(((1, Compact(0, 0, 1, 1)), (-1, ONE)))),
        ("3*^", Multiple(3, UP)),
        ("3*v2", Multiple(3, Compact(0, 0, -2))),
        ("3 * ^*", Multiple(3, Compact(0, 0, 1, 1))),
        ("-3*(1)", Multiple(-3, ONE)),
        ("3*{1|0}", Multiple(3, Braces((ONE,), (ZERO,)))),
        ("3*Tiny(1)", Multiple(3, Tiny(ONE))),
        ("3*E(2,1)", Multiple(3, Named("E", "2,1", 2, 4))),
        ("1:*", OrdinalSum((ONE, STAR))),
        ("1:*:2", OrdinalSum((ONE, STAR, TWO))),
        ("-^:1", OrdinalSum((Negation(UP), ONE))),
        ("3*^:1", OrdinalSum((Multiple(3, UP), ONE))),
        ("1+*:1", Sum(((1, ONE), (1, OrdinalSum((STAR, ONE)))))),
        ("+-1:1", OrdinalSum((PlusMinus((ONE,)), ONE))),
        (" { 1 ,\t* |\n0 } ", Braces((ONE, STAR), (ZERO,))),
    ],
)
def test_trees(text: str, tree: object) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("unicode", "ascii_text"),
    [
        ("↑", "^"),
        ("⇑", "^^"),
        ("↑↑", "^^"),
        ("↑3∗2", "^3*2"),
        ("↓∗", "v*"),
        ("⇓", "vv"),
        ("↓<2>", "v<2>"),
        ("1↑[2]∗", "1^[2]*"),
        ("±{1,1∗}", "+-{1,1*}"),
        ("3±1", "3+-1"),
        ("+−1", "+-1"),
        ("−3/8", "-3/8"),
        ("1−2", "1-2"),
        ("−(1)", "-(1)"),
        ("3∗↑", "3*^"),
    ],
)
def test_unicode_input(unicode: str, ascii_text: str) -> None:
    assert parse(unicode) == parse(ascii_text)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("^^^", "^3"),
        ("↑↑↑", "^3"),
        ("⇑⇑", "^4"),
        ("vvv", "v3"),
        ("½", "1/2"),
        ("1½", "3/2"),
        ("-1½", "-3/2"),
        ("¾*", "3/4*"),
        ("0.5", "1/2"),
        ("0.75", "3/4"),
        ("-.25^", "-1/4^"),
        ("2.0", "2"),
        ("–1", "-1"),
        ("1 – ½", "1/2"),
        ("3·↑", "^3"),
        ("3.^", "^3"),
        ("-2·*3", "0"),
        ("2×½", "1"),
        ("2·3", "6"),
        ("±(5,±2)", "+-5"),
        ("±(1,1∗)", "+-{1,1*}"),
        ("(1|-1)", "+-1"),
        ("3*(1|-1)", "+-1"),
        ("(|)", "0"),
        ("(1|)", "2"),
        ("(3||2|1)", "{3||2|1}"),
        ("{3‖2|1}", "{3||2|1}"),
        ("⧾2", "Tiny(2)"),
        ("⧿2", "Miny(2)"),
        ("2⧾2", "2Tiny(2)"),
        ("1 - 2⧾2", "-1Miny(2)"),
        ("⧾{2|1}", "Tiny({2|1})"),
        ("-⧾2", "Miny(2)"),
        ("tiny(2)", "Tiny(2)"),
        ("MINY (2)", "Miny(2)"),
        ("game.Tiny(2)", "Tiny(2)"),
    ],
)
def test_what_people_type(typed: str, printed: str) -> None:
    assert str(Value(typed)) == str(Value(printed)) == printed


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("^ > 0", ">"),
        ("^>0", ">"),
        ("^<2> < ^", "<"),
        ("^ <2", "<"),
        ("1 = 1", "=="),
        ("1 ≤ 2", "<="),
        ("{1|0} || 1", "||"),
        ("{1|0} <> 1", "||"),
        ("* |> 0", "|>"),
        ("1 ≠ 2", "!="),
    ],
)
def test_relations(text: str, relation: str) -> None:
    statement = parse_statement(text)
    assert statement.relation == relation
    assert statement.right is not None


def test_a_second_relation_is_refused() -> None:
    with pytest.raises(NotationError, match="expected one relation, found '<'"):
        parse_statement("1 < 2 < 3")


def test_a_product_that_is_a_sum_is_noted_once() -> None:
    assert parse_statement("2*3 + {2*3|4*}").notes == (
        "2*3 is read as 2 + *3; a multiple is written 2*(3)",
    )
    assert parse_statement("2*(3) + 1/2*3 + *2 + ^3*2").notes == ()


def test_variables_stand_for_trees() -> None:
    assert parse("2*G - h1", names={"G": UP, "h1": STAR}) == Sum(((1, Multiple(2, UP)), (-1, STAR)))
    with pytest.raises(NotationError, match="expected '\\(' after the name 'G'"):
        parse("G", names={"H": UP})


@pytest.mark.parametrize("glued", ["7", "*5", "^", "^^", "^3", "v2", "-3/8", "6^*", "2Tiny(2)"])
def test_a_glued_form_is_a_sum(glued: str) -> None:
    assert value(f"{glued} + 1") == value(f"1 + ({glued})")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("3*2", "3 + *2"),
        ("^3*2", "^+^+^+*2"),
        ("-1^", "^ - 1"),
        ("-(1^)", "v - 1"),
        ("0-1^", "v - 1"),
        ("Tiny({2|1})", "{0|||0||-1|-2}"),
        ("Miny(1)", "-Tiny(1)"),
        ("3*{1|0}", "{1|0}+{1|0}+{1|0}"),
        ("-2*{1|0}", "-({1|0}+{1|0})"),
        ("0*{1|0}", "0"),
        ("1:-1:1", "3/4"),
        ("*:1", "^*"),
        ("{2|}:1", "4"),
        ("+-{1,2*|0}", "{{1,2*|0}|-{1,2*|0}}"),
        ("+--1", "{-1|1}"),
        ("^<2>", "{0|v*}"),
        ("^<3>", "{0|v[2]*}"),
        ("v<3>", "-^<3>"),
        ("^[4]", "^+^<2>+^<3>+^<4>"),
        ("v[3]*", "* - (^[3])"),
        ("1+-1+-1-1", "0"),
    ],
)
def test_values(text: str, same: str) -> None:
    assert value(text) == value(same)


@pytest.mark.parametrize(
    ("text", "name", "raw"),
    [
        ("E(11,8)", "E", "11,8"),
        ("E(l3r2l3re)", "E", "l3r2l3re"),
        ("A(3,2,1)", "A", "3,2,1"),
        ("B(3,1,2)", "B", "3,1,2"),
        ("Euclid(9,2)", "Euclid", "9,2"),
        ("Grossman(459,2393; k=2)", "Grossman", "459,2393; k=2"),
        ("SerialNim(3,1,2)", "SerialNim", "3,1,2"),
        ("Domineering(..|.#)", "Domineering", "..|.#"),
        ("Odd_1((a)(b(c)))", "Odd_1", "(a)(b(c))"),
        ("vine()", "vine", ""),
    ],
)
def test_a_name_takes_raw_text(text: str, name: str, raw: str) -> None:
    assert parse(text) == Named(name, raw, 0, len(name) + 1)
    assert parse(f"1 - {text}") == Sum(((1, ONE), (-1, Named(name, raw, 4, len(name) + 5))))


def test_positions_are_read_by_a_callback() -> None:
    seen: list[Named] = []

    def read(position: Named) -> Handle:
        seen.append(position)
        return engine.active().compact(len(position.raw), 0, 0, 0)

    assert evaluate(parse("2*E(abc) - {F()|}"), named=read) == value("5")
    assert [(p.name, p.raw) for p in seen] == [("E", "abc"), ("F", "")]


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 0, "expected a value, found the end of the text"),
        ("1 +", 3, "expected a value, found the end of the text"),
        ("-", 1, "expected a value, found the end of the text"),
        ("1:", 2, "expected a value, found the end of the text"),
        ("@", 0, "expected a value, found '@'"),
        ("+1", 0, "expected a value, found '+'"),
        ("1)", 1, "expected an operator or the end of the text, found ')'"),
        ("1 2", 2, "expected an operator or the end of the text, found '2'"),
        ("1.", 1, "expected an operator or the end of the text, found '.'"),
        ("0.1", 0, "expected a power of two as denominator, found '0.1'"),
        ("^^3", 2, "expected an operator or the end of the text, found '3'"),
        ("^^^2", 3, "expected an operator or the end of the text, found '2'"),
        ("{1|0}*", 5, "expected an operator or the end of the text, found '*'"),
        (
            "1 aVeryLongNameThatIsNotShown(",
            2,
            "or the end of the text, found 'aVeryLongNameThat...'",
        ),
        ("vvv2", 4, "expected '(' after the name 'vvv2'"),
        ("1 + Over", 4, "'over' makes this a loopy game"),
        ("omega", 0, "'omega' is not a short game"),
        ("aleph0", 0, "'aleph0' is not a short game"),
        ("1 + ω", 4, "'ω' is not a short game"),
        ("1 < 2", 2, "expected a game, and no relation, found '<'"),
        ("⧾1^", 1, "'⧾' takes one atom: write ⧾(1^) or ⧾1+^"),
        ("±2⧾1", 2, "'+-' takes one atom: write +-(2Tiny) or +-2+Tiny"),
        ("3·±1", 2, "put what '+-' makes a switch of in parentheses after a multiple"),
        ("1/2·^", 0, "expected an integer before '*' in a multiple, found '1/2'"),
        ("(|)x", 3, "expected an operator or the end of the text, found 'x'"),
        ("x", 1, "expected '(' after the name 'x'"),
        ("(1", 2, "expected an operator or ')' to close the '(' at column 1, found the end"),
        (
            "2+Tiny(1",
            8,
            "expected an operator or ')' to close the 'Tiny' at column 3, found the end",
        ),
        ("(1,2)", 4, "expected '|' between the '(' at column 1 and this ')'"),
        ("()", 1, "expected a value, found ')'"),
        (
            "{1",
            2,
            "expected an operator, ',', '|', or '}' to close the '{' at column 1, found the end",
        ),
        (
            "{1|2",
            4,
            "expected an operator, ',', or '}' to close the '{' at column 1, found the end",
        ),
        ("{1,|2}", 3, "expected a value, found '|'"),
        ("{1|2,}", 5, "expected a value, found '}'"),
        ("{}", 1, "expected '|' between the '{' at column 1 and this '}'"),
        ("{1,2}", 4, "expected '|' between the '{' at column 1 and this '}'"),
        ("+-{}", 3, "expected an option between '+-{' and '}'"),
        ("{1|0|-1}", 4, "expected one longest run of bars, found a second '|' in the same span"),
        ("{2||1|0||-1}", 7, "expected one longest run of bars, found a second '||'"),
        ("{1| |0}", 4, "expected one longest run of bars, found a second '|'"),
        ("1/3", 2, "expected a power of two as denominator, found '3'"),
        ("1/0", 2, "expected a power of two as denominator, found '0'"),
        ("^<0>", 2, "expected an order from 1 to 1000, found '0'"),
        ("^[1001]", 2, "expected an order from 1 to 1000, found '1001'"),
        ("3*-1", 0, "'3*' has two readings here: write (3*)-1 or 3*(-1)"),
        ("3**2", 0, "'3*' has two readings here: write (3*)+*2 or 3*(*2)"),
        ("3*+-1", 0, "'3*' has two readings here: write (3*)+-1 or 3*(+-1)"),
        ("3 * 2", 0, "'3*' has two readings here: write 3*2 for 3 + *2, or 3*(2) for a multiple"),
        ("3 *", 0, "'3*' has two readings here"),
        ("+-1^", 2, "'+-' takes one atom: write +-(1^) or +-1+^"),
        ("+-^*", 2, "'+-' takes one atom: write +-(^*) or +-^+*"),
        ("3+-1*2", 3, "'+-' takes one atom: write +-(1*2) or +-1+*2"),
        ("+-2Tiny(1)", 3, "'+-' takes one atom: write +-(2Tiny(...)) or +-2+Tiny(...)"),
        ("+-3*^", 2, "'+-' takes one atom: put the multiple in parentheses, +-(3*...)"),
        ("1/2*^", 0, "expected an integer before '*' in a multiple, found '1/2'"),
        ("2E(3)", 1, "expected an operator between '2' and 'E': write 2+E or 2*E"),
        ("E(11,(8)", 8, "expected ')' to close the '(' at column 2, found the end of the text"),
        ("1+E(11,8)", 2, "unknown name 'E' in a value: expected one of Tiny, Miny"),
    ],
)
def test_errors(text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        value(text)
    error = caught.value
    assert (error.text, error.column) == (text, column)
    assert str(error).startswith(f"column {column + 1}: ")
    assert message in str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize("opener", ["{", "(", "-", "+-", "Tiny(", "{|", "+-{", "2*("])
def test_nesting_is_bounded(opener: str) -> None:
    with pytest.raises(NotationError, match="at most 1000 nested"):
        parse(opener * 100_000)


def test_the_deepest_text_is_read_and_evaluated() -> None:
    deep = "{2|" * MAX_DEPTH + "0" + "}" * MAX_DEPTH
    assert evaluate(parse(deep)) == value("{2|" + deep[3:-1] + "}")
    assert evaluate(parse("-" * MAX_DEPTH + "^")) == value("^")
    assert parse("(" * MAX_DEPTH + "1" + ")" * MAX_DEPTH) == ONE


def test_long_runs_of_bars_nest_without_recursion() -> None:
    bars = "0" + "".join("|" * n + "0" for n in range(1, 1300))
    assert evaluate(parse("{" + bars + "}")) is not None


def test_a_long_sum_is_added_up() -> None:
    assert evaluate(parse("+-1+*+{2|1}-{2|1}+" * 5_000 + "^")) == value("^")


def test_length_is_bounded() -> None:
    with pytest.raises(NotationError, match="expected at most 1000000 characters, got 10000000"):
        parse("1" * 10_000_000)
    assert parse("1" * MAX_LENGTH).numerator % 1000 == 111  # type: ignore[union-attr]


def test_numbers_of_any_length() -> None:
    assert parse("1" + "0" * 10_000) == Compact(10**10_000)
    assert parse(f"-1/{Value(1 << 50_000)}") == Compact(-1, 50_000)


def test_only_text_is_parsed() -> None:
    with pytest.raises(TypeError, match="expected text in value notation, got 7"):
        parse(7)  # type: ignore[arg-type]
