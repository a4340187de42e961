"""The language of CGSuite: facts of its tests, the snippets of our page, and random programs."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import farstar as fs
from farstar import interop
from farstar.interop._cgscript_collections import written
from tests.docs.test_comparison import rows

DATA = Path(__file__).parents[1] / "data"
FACTS = {
    "3*5": "15",
    "6*5": "30",
    "3^5": "243",
    "4/6": "2/3",
    "(1/2)^4": "1/16",
    "2^(-4)": "1/16",
    "(2/3)^(-3)": "27/8",
    "3^2^2^2": "43046721",
    "17 % 5": "2",
    "(17/6) % (1/3)": "1/6",
    "*3+*5": "*6",
    "*(3+5)": "*8",
    "^^^^^^+vvv*+^19*3+v14": "^8*2",
    "2 + (1+*)": "3*",
    "2 * 7/3": "14/3",
    "{0|^*5}": "^^*4",
    "{3|||2||1|0,*||||-1/2}": "{3|||2||1|0,*||||-1/2}",
    "+-(1/2)": "+-1/2",
    "3+-1": "{4|2}",
    "+-1+-2+-3+-4": "+-{10|8||6|4|||4|2||0|-2}",
    "{0|||0||-1|-2}": "Tiny({2|1})",
    "3 Max 5": "5",
    "* Heat 2": "+-2",
    "*2 Heat 2": "+-{2,{4|0}}",
    "^* Heat 2": "{2,{4|0}|-2}",
    "5 - 3 + 4 - 8": "-2",
    "5 - 3 / 4 * 6 - 2": "-3/2",
    "5 * 3 ^ 2 / 4": "45/4",
    "3 - 2 +- 6 - 7 +- 8 + 4": "{12|0||-4|-16}",
    "4 Max 3 + 5": "8",
    "{pass|pass}": "dud",
    "over+5": "5over",
    "over+^": "over",
    "x{0|x}": "over",
    "5*{3||2|1}": "{12|||11||10,{11|10}|9Tiny({2|1})}",
    "{1|0} |> 0": "true",
    "{1|0} <| *": "false",
    "3 <> 3+*": "true",
    "25+* == 25+*": "true",
    "on < on": "false",
    "('{-1|1}':1).CanonicalForm": "1/2",
    "(*6 ConwayProduct '{0,*|0,*}').CanonicalForm": "*11",
    "[3,5,3,1]": "[3,5,3,1]",
    "listof(x^2 for x from 1 to 5)": "[1,4,9,16,25]",
    "sumof(n for n from 1 to 10)": "55",
    "sumof(m+n for m from 1 to 10 for n from 1 to 10)": "1100",
    'sumof("foo" for x from 1 to 4)': '"foofoofoofoo"',
    "if 3 > 4 then 10 elseif 4 < 5 then 12 else 14 end": "12",
    "listof(x*x for x from 1 to 10 by 3)": "[1,16,49,100]",
    "for x from 6 to 1 by -2 yield x*x end": "[36,16,4]",
    "listof(x for x from 1 while x < 5)": "[1,2,3,4]",
    "listof(x for x from 1 while x < 10 where x % 3 == 1)": "[1,4,7]",
    "listof(x for x in [1,2,3,2] while x % 2 == 1 where x != 1)": "[]",
    "f := x -> x+1; f(8)": "9",
    "f := () -> 3; f()": "3",
    "f := (x as Integer,y as Integer) -> (x-y)/2; f(3,4)": "-1/2",
    "f := x -> y -> x + y; [f(3)(7),f(5)(7)]": "[10,12]",
    "fact := n -> if n == 0 then 1 else n * fact(n-1) end; fact(6)": "720",
    "begin var l := 8; l end": "8",
    "g := '{*|*}':1; (2*g.CanonicalForm)": "^^",
    "for p in [Left,Right] yield [p, p.Opponent, p.Sign, p.Ordinal] end": (
        "[[Left,Right,1,1],[Right,Left,-1,2]]"
    ),
    "[11 NimSum n for n from 1 to 16]": "[10,9,8,15,14,13,12,3,2,1,0,7,6,5,4,27]",
    "[8 NimProduct n for n from 1 to 5]": "[8,12,4,11,3]",
    "[15,16,17,31,2^30].Apply(x -> x.Lb)": "[3,4,4,4,30]",
    "[11.IsEvil, 23.IsEvil]": "[false,true]",
    "*19.ConwayProduct(*23)": "*86",
    "{3||2+*|1+*}.Cool(1/2)": "{5/2|2*}",
    "{3||2+*|1+*}.Heat(1)": "{4|||3|1||0|-2}",
    "(1/2).NortonProduct(^)": "{^^*|v*}",
    "(7/16).Overheat(0,0)": "^[3]",
    "^.Pow(on)": "^<on>",
    "^.PowTo(7/4)": "{^|*,^[2]||*,^[2]}",
    "(+-1).PowTo(3)": "{1,{1,+-1|-1}|-1}",
    "(1/8).Subordinate(1)": "-3",
    "(-13/16).Subordinate(-1)": "3/8",
    "^.PowTo(5).Subordinate('{*|*}')": "5",
    "over.Subordinate(1)": "off",
    "omega > 5": "true",
    "game.heap.GrundysGame.Code": '"4!.0"',
    "game.heap.Subtraction([2,3,7], allbut => true).Code": '"0.3003330[3]"',
    "game.heap.Kayles.NimValueSequence(9)": "[0,1,2,3,1,4,3,2,1,4]",
    "listof(game.heap.Mem((10,n)).NimValue for n from 0 to 6)": "[3,3,3,3,2,2,1]",
    "game.heap.TakeAway(3)((10,2)).NimValue": "2",
    "game.heap.GenWythoff(2)((10,4)).NimValue": "0",
    'game.strip.Turning(game.heap.Spawning("1-3"))("htththtth").NimValue': "29",
    'game.grid.Cram(".........|##.######").CanonicalForm': "*4",
    'game.graph.ChildishHackenbush("l(l;rl)").CanonicalForm': "2",
    'm := game.heap.TakeAndBreak("{2+}=.0"); '
    "listof(game.heap.GenCutcake(m, m, twisted => true)((8,n)).CanonicalForm for n from 1 to 8)": (
        "[1,{8|-2},{8|-3},{8|-6},{8|-5},{8|-6,{-4|-14}},{10|-7},+-12]"
    ),
    'm := game.heap.TakeAndBreak("{2+}=.0"); '
    "listof(m.CakeProduct(m)((8,n)).CanonicalForm for n from 1 to 8)": "[-7,-3,-3,-1,-3,-1,-3,0]",
    'game.strip.ElephantsAndRhinos("tttt..fff").CanonicalForm': "1",
}


PRINTED = {
    program: printed
    for facts in json.loads((DATA / "cgsuite-facts.json").read_text(encoding="utf-8")).values()
    for program, printed in facts.items()
}
"""Commands of CGSuite and what it prints, from its help pages and tests; ``!!`` is an error."""


@pytest.mark.parametrize("program", PRINTED)
def test_facts_of_cgsuite(program: str) -> None:
    wanted = PRINTED[program]
    if wanted == "!!":
        with pytest.raises(fs.FarstarError):
            interop.read_cgsuite(program)
        return
    result = interop.read_cgsuite(program)[-1].result
    entry = interop.CGSuiteResult(program, result, printed=wanted)
    assert written(result) == wanted or entry.agrees, written(result)


@pytest.mark.parametrize("program", FACTS)
def test_what_cgsuite_prints(program: str) -> None:
    assert written(interop.read_cgsuite(program)[-1].result) == FACTS[program]


SETTING = """G := {2||1|0}; H := ^*; P := game.grid.Domineering("..|..")
euc := game.heap.PartizanEuclid
big := [^, {1|0}-{1|0}, ^*]"""
NO_COMMANDS = ("class ... extends Game", "Options", "Decomposition")


def test_every_command_of_the_comparison_is_read() -> None:
    tried = 0
    for wanted, theirs, _ in rows():
        for command in re.findall(r"`([^`]*)`", theirs):
            if command in NO_COMMANDS:
                continue
            session = interop.CGSuiteSession()
            session.run(SETTING)
            if wanted in ("sides", "degree, variety"):
                session.run("G := upon")
            if "Atomic" in command:
                session.run("G := ^*")
            assert session.run(command), command
            tried += 1
    assert tried > 65


CLOBBER = """
/* Clobber, as one would write it for CGSuite. */
singleton class Clob extends game.grid.GridRuleset
  class Position(grid as Grid) extends GridGame
    override def Options(player as Player) begin
      var us := player.Ordinal;
      var them := player.Opponent.Ordinal;
      for c in grid FindAll us
      for d in Coordinates.Orthogonal where grid[c+d] == them
      yield
        Position(grid Updated {c => 0, c+d => us})
      end
    end
    override def Decomposition := listof(Position(part) for part in grid.Decomposition(0));
  end
  override def CharMap := ".xo";
end
"""
KAYLES = """
class Row(n as Integer) extends ImpartialGame
  def Knock(a, b) := if a == 0 then Row(b) else Row(a) + Row(b) end;  // a pin or two between
  override def Options begin
    for a from 0 to n - 1
    for b from 0 to n - 1 - a where n - a - b <= 2
    yield Knock(a, b) end
  end
end
"""


def test_classes_are_rulesets() -> None:
    clobber = interop.cgsuite_ruleset(CLOBBER)
    for board in ("xox|ox.", "xoxo|oxo.", "xxo", "x.|.o"):
        assert clobber(board).value == fs.Clobber(board).value
    kayles = interop.cgsuite_ruleset(KAYLES)
    assert [kayles(n).grundy for n in range(9)] == [fs.Kayles(n).grundy for n in range(9)]
    toads = interop.cgsuite_ruleset("""class Toads extends StripRuleset
      override def Options(strip as Strip, player as Player) begin
        var us := player.Ordinal; var them := player.Opponent.Ordinal;
        for n in strip FindAll us for k from 1 to 2
        while k < 2 or strip[n+(k-1)*player.Sign] == them
        where strip[n+k*player.Sign] == 0
        yield Toads(strip Updated {n => 0, n+k*player.Sign => us}) end
      end
      override def CharMap := ".tf";
    end""")
    for row in ("tt.f", "tt..ff", "t.f.tf"):
        assert toads(row).value == fs.ToadsAndFrogs(row).value


def values(program: str) -> list[fs.Value]:
    return [fs.Value(game) for game in interop.read_cgsuite(program)[-1].result]


def test_rulesets_of_functions_against_games_that_are_included() -> None:
    loop = "[R(n).CanonicalForm for n from 0 to 8]"
    partizan = "R := game.heap.PartizanHeapRuleset({}, {}); " + loop
    codes = 'game.heap.TakeAndBreak("0.3")', 'game.heap.TakeAndBreak("0.07")'
    assert values(partizan.format(*codes)) == [
        fs.PartizanTakeAndBreak("0.3", "0.07", n).value for n in range(9)
    ]
    options = "n -> [[a, n-t-a] for t from 1 to 2 for a from 0 to n-t]"
    kayles = f"R := game.heap.FunctionalHeapRuleset({options}); "
    assert values(kayles + loop) == [fs.Kayles(n).value for n in range(9)]
    assert interop.read_cgsuite(kayles + "R.NimValueSequence(40)")[-1].result == [
        fs.Kayles(n).grundy for n in range(41)
    ]
    memory = "[game.heap.GenMem((m, j) -> j >= m)((9,n)).CanonicalForm for n from 0 to 9]"
    assert values(memory) == [fs.Mem(9, n).value for n in range(10)]


@pytest.mark.parametrize("graph", ["L-.-.-R", ".-(-;-R-)", ":A-L---:A", "R-L-.(-.;-L)"])
def test_colouring_of_graphs_by_two_ways(graph: str) -> None:
    general = {
        "Col": "GenCol([Nothing, Right], [Nothing, Left])",
        "Snort": "GenCol([Nothing, Left], [Nothing, Right])",
    }
    for name, rules in general.items():
        both = ", ".join(f'game.graph.{kind}("{graph}").CanonicalForm' for kind in (name, rules))
        ours, theirs = values(f"[{both}]")
        assert ours == theirs


@pytest.mark.parametrize("board", ["...|.x.|...", "x.x|...|..x", ".....|..x..|....."])
def test_fission_against_its_pattern(board: str) -> None:
    rules = fs.rules(path=Path(__file__).parents[2] / "examples" / "rules" / "fission.rules")
    assert values(f'[game.grid.Fission("{board}").CanonicalForm]') == [rules(board).value]


def test_twisted_variants_by_the_definition() -> None:
    def twisted(g: fs.Value) -> fs.Value:
        left = [-twisted(h) for h in g.left_options]
        return fs.Value.of(left, [-twisted(h) for h in g.right_options])

    # On a row of Domineering every position is canonical: moves of Right only.
    row = interop.read_cgsuite('game.grid.Domineering(".....").TwistedVariant.CanonicalForm')
    assert row[-1].result == twisted(fs.Value("-2"))


def rows_of(rows: list[list[int]]) -> Any:
    networkx = pytest.importorskip("networkx")
    graph = networkx.MultiGraph()
    graph.add_nodes_from(range(1, len(rows) + 1))
    graph.add_edges_from((u, v) for u, row in enumerate(rows, 1) for v in row if u <= v)
    return graph


def weighted(graph: Any) -> Any:
    """Return the simple graph whose edges say how many edges join their ends."""
    networkx = pytest.importorskip("networkx")
    simple = networkx.Graph()
    simple.add_nodes_from(graph.nodes)
    for u, v in graph.edges():
        times = simple.get_edge_data(u, v, {"times": 0})["times"]
        simple.add_edge(u, v, times=times + 1)
    return simple


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=9), st.integers(1, 6))
def test_graphs_against_networkx(pairs_given: list[tuple[int, int]], gone: int) -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.MultiGraph()
    graph.add_nodes_from(range(1, 7))
    graph.add_edges_from(pairs_given)
    rows = [sorted(v for u in [n] for _, v in graph.edges(u)) for n in range(1, 7)]
    program = f"G := Graph.FromAdjacencyList({rows});".replace("'", "")
    parts = sorted(map(len, networkx.connected_components(graph)))
    got = interop.read_cgsuite(program + "[p.VertexCount for p in G.ConnectedComponents]")
    assert sorted(got[-1].result) == parts
    again = interop.read_cgsuite(program + "Graph(G.ToString).AdjacencyList")[-1].result
    assert networkx.is_isomorphic(weighted(graph), weighted(rows_of(again)), edge_match=dict.__eq__)
    graph.remove_node(gone)
    got = interop.read_cgsuite(program + f"G.DeleteVertex({gone}).EdgeCount")
    assert got[-1].result == graph.number_of_edges()


def test_a_ruleset_can_be_saved(tmp_path: Any) -> None:
    path = tmp_path / "clob.py"
    path.write_text(interop.python_of_cgsuite(CLOBBER), encoding="utf-8")
    names: dict[str, Any] = {}
    exec(path.read_text(encoding="utf-8"), names)
    assert names["Clob"]("xox|ox.").value == fs.Clobber("xox|ox.").value


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("x := 5;\nsystem class A end", "line 2: expected what is supported, got 'system'"),
        ("1\n2\nFoo(3)", "line 3: expected a name that is defined or supported, got 'Foo'"),
        ("class A extends Sprouts end", "line 1: expected a class that is supported .* 'Sprouts'"),
        ("f := n -> f(n);\nf(1)", "nested calls|nested less deeply"),
        ("[1,2].Foo", "line 1: expected a property that is supported, got .Foo"),
        ("if 1 then 2 end", "line 1: expected true or false, got 1"),
        ("0/0", "line 1: expected a divisor other than 0"),
        ("begin 1", "line 1: expected 'end', got the end"),
        ("{3|2|1}", "the most bars"),
        ("return 5", "only inside a function"),
    ],
)
def test_what_is_not_supported_is_named_with_its_line(program: str, words: str) -> None:
    with pytest.raises(fs.NotationError, match=words):
        interop.read_cgsuite(program)


# Random programs and a plain reading of them: each is written for CGSuite and for Python.

NUMBERS = st.integers(0, 6).map(lambda n: (str(n), f"Fraction({n})"))
NAMES = st.sampled_from(["a", "b"]).map(lambda name: (name, name))


def pairs(inner: Any) -> Any:
    def operator(x: Any, sign: str, y: Any) -> Any:
        return f"({x[0]} {sign} {y[0]})", f"({x[1]} {sign} {y[1]})"

    def choice(x: Any, y: Any, z: Any) -> Any:
        theirs = f"if {x[0]} <= {y[0]} then {z[0]} else {x[0]} end"
        return theirs, f"({z[1]} if {x[1]} <= {y[1]} else {x[1]})"

    def total(x: Any, n: int, k: int) -> Any:
        theirs = f"sumof({x[0]} + c for c from 1 to {n} where c % {k} != 0)"
        return theirs, f"sum(({x[1]} + c for c in range(1, {n + 1}) if c % {k} != 0), Fraction(0))"

    def applied(x: Any, y: Any) -> Any:
        return f"(c -> c * {x[0]} - 1)({y[0]})", f"(lambda c: c * {x[1]} - 1)({y[1]})"

    def larger(x: Any, y: Any) -> Any:
        return f"({x[0]} Max {y[0]})", f"max({x[1]}, {y[1]})"

    return st.one_of(
        st.builds(operator, inner, st.sampled_from("+-*"), inner),
        st.builds(choice, inner, inner, inner),
        st.builds(total, inner, st.integers(0, 4), st.integers(1, 3)),
        st.builds(applied, inner, inner),
        st.builds(larger, inner, inner),
        inner.map(lambda x: (f"(-{x[0]})", f"(-{x[1]})")),
    )


EXPRESSIONS = st.recursive(st.one_of(NUMBERS, NAMES), pairs, max_leaves=8)


@settings(max_examples=80)
@given(st.lists(st.tuples(st.sampled_from(["a", "b"]), EXPRESSIONS), max_size=4), EXPRESSIONS)
def test_random_programs(steps: list[tuple[str, Any]], last: Any) -> None:
    names: dict[str, Any] = {"a": Fraction(2), "b": Fraction(3), "Fraction": Fraction}
    program = "a := 2; b := 3\n"
    for name, (theirs, ours) in steps:
        program += f"{name} := {theirs}; // a step\n"
        names[name] = eval(ours, names)
    assert interop.read_cgsuite(program + last[0])[-1].result == eval(last[1], names)


@settings(max_examples=40)
@given(st.integers(-4, 6), st.integers(-4, 6), st.integers(1, 3), st.integers(1, 4))
def test_random_loops(start: int, end: int, step: int, modulus: int) -> None:
    program = (
        f"t := []; for x from {start} to {end} by {step} do "
        f"if x % {modulus} == 0 then continue; end; t := t + [x]; end; t"
    )
    wanted = [x for x in range(start, end + 1, step) if x % modulus]
    assert interop.read_cgsuite(program)[-1].result == wanted
    nested = f"[x*y for x from {start} to {end} for y from x to {end} where x + y > 0]"
    both = product(range(start, end + 1), repeat=2)
    assert interop.read_cgsuite(nested)[-1].result == [
        x * y for x, y in both if y >= x and x + y > 0
    ]


VALUE_TEXTS = st.sampled_from(["*2", "^", "{2|1}", "1/2", "{1||0|-1}", "+-1", "vv*", "-3"])


@settings(max_examples=40)
@given(VALUE_TEXTS, VALUE_TEXTS, st.sampled_from(["+", "-"]))
def test_random_sums_of_games(g: str, h: str, sign: str) -> None:
    result = interop.read_cgsuite(f"G := {g}; H := {h}; (G {sign} (H)).CanonicalForm")[-1].result
    x, y = fs.Value(g), fs.Value(h)
    assert result == (x + y if sign == "+" else x - y)
    relations = "[G <= H, G >= H, G == H, G <> H]"
    held = interop.read_cgsuite(f"G := {g}; H := {h}; {relations}")[-1].result
    assert held == [x <= y, x >= y, x == y, x.is_confused_with(y)]


@pytest.mark.parametrize(
    "program",
    [
        "for n from 1 do end",
        "do end",
        "while true do end",
        "f := n -> [f(n), f(n)]; f(1)",
        's := "a"; for i from 1 to 60 do s := s + s end',
        "s := [1]; for i from 1 to 60 do s := s Concat s end",
        "s := 1; for i from 1 to 60 do s := [s, s] end",
        "x := 3; for i from 1 to 60 do x := x^2 end",
        "x := 2/3; for i from 1 to 60 do x := x^2 end",
    ],
)
def test_programs_that_would_not_end_are_stopped(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farstar.interop._cgscript._MOST_STEPS", 20_000)
    with pytest.raises(fs.FarstarError, match=r"^line 1: [^\n]*$"):
        interop.read_cgsuite(program)


def test_a_program_keeps_to_its_time() -> None:
    with fs.engine.budget(seconds=0), pytest.raises(fs.BudgetExceeded, match=r"line 1: .*time"):
        interop.read_cgsuite("for n from 1 to 1000 do end")


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("f := (a as Integer) -> a; f(^)", "line 1: expected a as Integer, got ^ (Uptimal)"),
        ("f := x -> x; f(1, 2)", "line 1: expected at most 1 arguments, got 2"),
        ("f := x -> x; f(1, x => 2)", "line 1: expected one argument for x, got two"),
        ("f := x -> x; f(x => 1, 2)", "line 1: expected the argument 'x' after those without a"),
        ("f := x -> x; f(y => 1)", "line 1: expected a parameter called y, got none"),
        ("f := x -> x; f(x => 1, x => 1)", "line 1: expected one argument called 'x', got two"),
        ("\n(x, x) -> x", "line 2: expected another parameter than 'x', which is one already"),
        ("Integer := 5", "line 1: expected another name than 'Integer', which is a class"),
        ("import game.grid.Nonsense", "line 1: expected a game or class that is supported"),
        ("enum E A, B; end\nE.C", "line 2: expected one of A, B after E, got 'C'"),
        (
            "class M(x)\nvar y := x;\ndef Set(v) begin\ny := v end end\nM(3).Set(5)",
            "line 4: expected 'y' to stay as it is: neither it nor its class is mutable",
        ),
        ("class M\nvar x := 1; var x := 2;\nend", "line 2: expected x only once in M"),
        ("System.Exit()", "line 1: expected System.Print, got System.Exit"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(program: str, message: str) -> None:
    with pytest.raises(fs.FarstarError) as caught:
        interop.read_cgsuite(program)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        # d(G) is 0 if a player has no move; i(G) gives both players the options of both.
        ("{2|*}.DicoticVariant.CanonicalForm", "^"),
        ("3.DicoticVariant.CanonicalForm", "0"),
        ("3.ImpartialVariant.NimValue", "1"),
        ("{1|0}.ImpartialVariant.CanonicalForm", "*2"),
    ],
)
def test_variants_of_values(command: str, answer: str) -> None:
    assert written(interop.read_cgsuite(command)[-1].result) == answer


KINDS = (
    "2", "1/2", "*3", "{1|-1}", "on", "omega", "1/omega", "*omega", "[1,2]", "{1,2}", '"ab"',
    "true", "Left", "game.heap.Nim(3)", "*[2]", "{1 => 2}", "(1,2)", "nil", "'{*|*}'", "1..3",
    "x -> x", "game.heap.Nim", "1/0",
)  # fmt: skip


@pytest.mark.parametrize("sign", ["+", "-", "*", "/", "^", "%", "<", "<=", "<>", "<|", ":", "&"])
def test_operands_of_the_wrong_kind_are_shown_as_they_are_written(sign: str) -> None:
    messages = []
    for x, y in product(KINDS, repeat=2):
        try:
            interop.read_cgsuite(f"({x}) {sign} ({y})")
        except fs.FarstarError as error:
            messages.append(str(error))
    assert len(messages) > 100
    python = re.compile(r"unsupported|attribute|object|'[A-Z]\w+'|not all")
    assert not [message for message in messages if python.search(message)]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("(+-1).Pow(3)", "line 1: expected a game {0|H} to take powers of, got +-1"),
        ("(-1).Isqrt", "line 1: expected an integer of at least 0 for .Isqrt, got -1"),
        ("{0|false}", "line 1: expected a game as an option, got false"),
        ("*(1/2)", "line 1: expected whole numbers of ups, and a nimber >= 0, got 1/2"),
        ("(1/omega).Floor", "line 1: expected a property that is supported, got .Floor of 1/ω"),
        ("over.CanonicalForm", "line 1: expected a game without a loop, got over"),
        ("3/4 as Integer", "line 1: expected a value as Integer, got 3/4"),
        ("5 as Foo", "line 1: expected a class that is supported, got 'Foo'"),
    ],
)
def test_values_in_messages_are_shown_as_they_are_written(command: str, message: str) -> None:
    with pytest.raises(fs.FarstarError) as caught:
        interop.read_cgsuite(command)
    assert str(caught.value) == message


def test_what_methods_do_not_take_is_shown_as_it_is_written() -> None:
    methods = ("Adjoin", "Apply", "Birthday", "Concat", "Decomposition", "Drop", "Head", "Heat",
               "GridString", "Max", "Pow", "Replace", "Substring")  # fmt: skip
    messages = []
    for owner, name, call in product(
        ("*omega", "[1]", '"ab"', "MutableList([1])", 'Graph("-")', "1/2", "over"),
        methods,
        ("", "(1)", '("a")', "([])", "(1,2)"),
    ):
        try:
            interop.read_cgsuite(f"({owner}).{name}{call}")
        except fs.FarstarError as error:
            messages.append(str(error))
    assert len(messages) > 100
    assert not [text for text in messages if ": expected " not in text]


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("3 * (7/8 as DyadicRational)", "21/8"),
        ("[2,3] as List of Integer", "[2,3]"),
        ("f := (x as Game) -> x as Nimber; f(*3)", "*3"),
        ('game.grid.Clobber("xo").EnclosingObject', "Clobber"),
        ('game.heap.TakeAndBreak("0.3f")(4).EnclosingObject', "TakeAndBreak"),
        ("^^*.Options(Right)", "{^}"),
        ("over.Options(Left)", "{0}"),
    ],
)
def test_types_and_objects_around_positions(command: str, answer: str) -> None:
    assert written(interop.read_cgsuite(command)[-1].result) == answer


@pytest.mark.parametrize(
    ("old", "new"), [("2,4(C)", "2C,4C"), ("2,3(6)", "2C(6),3C(6)"), ("1,2,3(E)", "1E,2E,3E")]
)
def test_parentheses_of_old_turning_codes_hold_for_all_numbers(old: str, new: str) -> None:
    one, other = (
        interop.read_cgsuite(f'game.heap.Spawning("{code}").NimValueSequence(40)')[0].result
        for code in (old, new)
    )
    assert one == other


def test_system_print_is_kept_beside_the_result() -> None:
    printed = interop.read_cgsuite('for x from 1 to 3 do System.Print("x =", x) end; 5')
    assert [entry.output for entry in printed] == [("x = 1", "x = 2", "x = 3"), ()]


@pytest.mark.parametrize(
    ("base", "top"),
    list(product(["{*|*}", "{0|}", "{-1|1}", "{0,*|*}"], ["over", "on", "{pass|*}", "{2|pass}"])),
)
def test_subordinates_to_forms_are_the_tops_of_ordinal_sums(base: str, top: str) -> None:
    whole = interop.read_cgsuite(f"('{base}':{top}).GameValue")[0].result
    form = fs.Form(base)
    # By hand: the options of the base, and those of the top in place.
    left, right = (
        [option.value for option in side] for side in (form.left_options, form.right_options)
    )
    rows = {
        f"at {v}": (
            [*left, *(f"at {w}" for w in lefts)],
            [*right, *(f"at {w}" for w in rights)],
        )
        for v, (lefts, rights) in enumerate(fs.Loopy(top).graph())
    }
    assert fs.Loopy(whole) == fs.Loopy.from_graph(rows, "at 0")
    # Equal ordinal sums on one base have equal tops.
    assert fs.Loopy(whole).subordinate(form) in (None, fs.Loopy(top))
