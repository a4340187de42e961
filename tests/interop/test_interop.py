"""Exchange with other programs; those that are not installed are replaced by plain stand-ins."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import networkx
import polars
import pytest

import farstar as fs
from farstar import interop


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("^^*", "^^*"),
        ("{2|1||0}", "{2|1||0}"),
        ("+_2", "Tiny(2)"),
        ("-_{2|0}", "Miny({2|0})"),
        ("+_{3/4}", "Tiny(3/4)"),
        ("1 + +_2", "1 + Tiny(2)"),
        ("↑↑∗", "^^*"),
        ("Tiny(2)", "Tiny(2)"),
        ('game.grid.Domineering("..|..").CanonicalForm', "+-1"),
        ("game.grid.Domineering(Grid.Empty(2,2)).CanonicalForm", "+-1"),
        ("game.heap.PartizanEuclid((9, 6)).CanonicalForm", "E(9,6)"),
        ('game.strip.ToadsAndFrogs("tt.f").CanonicalForm', "ToadsAndFrogs(TT.F)"),
        ('game.heap.TakeAndBreak("0.07")(24).CanonicalForm', "TakeAndBreak(0.07; 24)"),
        ("{2||1|0}.Cool(1/2)", "{3/2||1|1/2*}"),
        ("{2||1|0}.Freeze", "5/4"),
    ],
)
def test_values_and_positions_of_cgsuite(text: str, value: str) -> None:
    (entry,) = interop.read_cgsuite(text)
    expected = fs.parse(value)
    wanted = expected if isinstance(expected, fs.Value) else expected.value
    if "Freeze" in text or "Cool" in text:
        g = fs.Value("{2||1|0}")
        wanted = g.freeze() if "Freeze" in text else g.cool("1/2")
    assert entry.result == wanted


def test_a_session_is_compared_with_what_was_printed() -> None:
    session = """
        > G := {2||1|0}
        {2||1|0}
        > G.Mean
        5/4
        > H := G - ^; H.Temperature
        3/4
        > game.heap.Kayles(5).NimValue
        4
        > G.OutcomeClass
        L
        > G.LeftStop
        7
    """
    results = interop.read_cgsuite(session)
    assert [entry.name for entry in results] == ["G", None, "H", None, None, None, None]
    assert [entry.agrees for entry in results] == [True, True, None, True, True, True, False]
    assert results[3].result == fs.Value("{2||1|0}").temperature == Fraction(3, 4)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("G.Mean", "line 1: expected a name that is defined or supported, got 'G'"),
        ("1; {1|", "line 1: expected a closing brace"),
        ("1\n*2.NimValueSequence(9)", "line 2: expected a property that is supported"),
        ("> 1\n1\n> 3 >> 2", "line 3: expected a value, got '>'"),
        ("{2|0}.Cool(1, 2)", "line 1: expected other arguments for .Cool"),
        ("{2|0}.Mean(3)", "line 1: expected other arguments for .Mean"),
        ("+_{2|0", "expected a bracket that closes"),
        ("x" * 1_000_001, "at most 1000000 characters"),
        ("0;" * 1_001, "at most 1000 commands"),
    ],
)
def test_commands_that_cannot_be_read(text: str, words: str) -> None:
    with pytest.raises(fs.NotationError, match=words):
        interop.read_cgsuite(text)


def test_graphs_hold_every_follower_and_move() -> None:
    value = fs.Value("{3||2|1}") + fs.Value("*2")
    data = json.loads(json.dumps(interop.json_graph(value)))
    assert len(data["nodes"]) == value.follower_count
    followers = {str(node["value"]) for node in data["nodes"]}
    assert followers == {str(follower) for follower in (*value.followers(), value)}
    graph = interop.networkx_graph(value)
    assert networkx.is_directed_acyclic_graph(graph)
    for node, attributes in graph.nodes(data=True):
        here = fs.Value(attributes["value"])
        after = {
            fs.Value(graph.nodes[n]["value"])
            for _, n, key in graph.edges(node, keys=True)
            if key == "L"
        }
        assert after == set(here.left_options)
    same = networkx.node_link_graph(data, edges="edges")
    assert networkx.utils.graphs_equal(
        networkx.MultiDiGraph(same).to_undirected(), graph.to_undirected()
    ) or set(same.edges) == set(graph.edges)


def test_graphs_are_bounded() -> None:
    with pytest.raises(fs.BudgetExceeded, match="at most 5 nodes"):
        interop.json_graph(fs.Nim(3, 5), most=5)
    assert len(interop.json_graph(fs.Nim(3, 5), depth=1)["nodes"]) == 9
    with pytest.raises(fs.NotationError, match="expected a value, a position or a sum, got 'x'"):
        interop.json_graph("x")


class Frames:
    """What pandas and Polars have in common here."""

    @staticmethod
    def DataFrame(columns: dict[str, list[Any]]) -> dict[str, list[Any]]:  # noqa: N802
        return columns


def test_frames_of_any_library() -> None:
    games = [fs.Nim(3, 5), "{3||2|1}", fs.Value("^")]
    columns = interop.frame(games, Frames, ("value", "outcome", "atomic_weight", "is_number"))
    assert columns["value"] == ["*6", "{3||2|1}", "^"]
    assert columns["outcome"] == ["N", "L", "L"]
    assert columns["atomic_weight"] == ["0", None, "1"]
    table = interop.frame(games, polars)
    assert table["temperature"].to_list() == ["0", "3/4", "0"]
    assert interop.values_of(table["value"]) == [fs.Value(text) for text in columns["value"]]
    assert interop.values_of([None, float("nan"), 3, Fraction(1, 2)]) == [
        None,
        None,
        3,
        Fraction(1, 2),
    ]
    with pytest.raises(fs.NotationError, match="row 1: expected the text of a value"):
        interop.values_of(["0", 1.5])
    with pytest.raises(fs.NotationError, match="expected the name of an attribute"):
        interop.frame(games, Frames, ("colour",))


class Rational:
    """A rational number as Sage has it: numerator and denominator are methods."""

    def __init__(self, text: str) -> None:
        self.fraction = Fraction(text)

    def numerator(self) -> int:
        return self.fraction.numerator

    def denominator(self) -> int:
        return self.fraction.denominator


def test_numbers_to_sage_and_back() -> None:
    for text in ("0", "-3/8", "17", "1/1024"):
        assert interop.from_sage(interop.sage_number(fs.Value(text), ring=Rational)) == fs.Value(
            text
        )
    with pytest.raises(fs.NotationError, match="a value that is a number"):
        interop.sage_number(fs.Value("*"), ring=Rational)
    for wrong in ("x", True, [[1]], object()):
        with pytest.raises(fs.NotationError):
            interop.from_sage(wrong)
    assert interop.from_sage([[], [[[0], [0]]]]) == fs.Value("{|*}")


def test_without_sage_the_message_says_so() -> None:
    with pytest.raises(fs.MissingExtraError, match="run this inside Sage"):
        interop.sage_graph(fs.Value("*"))


def test_graphs_for_sage() -> None:
    sent: dict[str, Any] = {}

    def digraph(data: Any, **options: Any) -> Any:
        sent.update(data=data, options=options)
        return SimpleNamespace(set_vertices=lambda texts: sent.update(texts=texts))

    interop.sage_graph(fs.Value("*"), digraph=digraph)
    assert sent["data"] == [[0, 1], [(0, 1, "L"), (0, 1, "R")]]
    assert sent["texts"] == {0: "*", 1: "0"}
    assert sent["options"]["format"] == "vertices_and_edges"


def test_tikz_draws_every_node_and_every_move() -> None:
    # TikZ itself is rarely installed where tests run, so the structure is compared.
    game = fs.Domineering("#.|..")
    picture, data = interop.tikz(game), interop.json_graph(game)
    nodes = re.findall(r"\\node\[game\] \(n(\d+)\) at \([-.\d]+,[-.\d]+\) \{(.*)\};", picture)
    assert [int(number) for number, _ in nodes] == [node["id"] for node in data["nodes"]]
    assert nodes[0][1] == r"\texttt{Domineering(\#.\textbar{}..)}\\${\ast}$"
    edges = re.findall(r"\\draw\[(left|right) move\] \(n(\d+)\) to \(n(\d+)\);", picture)
    assert edges == [
        (edge["player"], str(edge["source"]), str(edge["target"])) for edge in data["edges"]
    ]
    assert picture.count("{") == picture.count("}")
