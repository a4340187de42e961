"""``farstar misere``."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from click.testing import CliRunner, Result

from farstar.cli import cli
from tests import running

run = partial(running.run, "misere")


def test_a_quotient() -> None:
    result = run("0.123")
    assert result.exit_code == 0, result.output
    assert "order 20, |P| = 5, preperiod 5, period 5 (proved for all heaps)" in result.stdout
    assert "a = 1, b = 3, c = 6, d = 8, e = 9" in result.stdout
    assert "heaps 1..9   a 1 b b a c 1 d e\n" in result.stdout


def test_a_quotient_in_json_and_latex() -> None:
    document = json.loads(run("0.75", "--json").stdout)
    assert (document["schema"], document["order"]) == ("farstar.misere/1", 8)
    assert document["proved_for_all_heaps"] is True
    assert r"\mathcal{P} = \{a, b^2\}" in run("0.75", "--latex").stdout


def test_sums_of_heaps() -> None:
    result = run("0.123", "--sum", "4,8,9")
    assert "the first player wins" in result.stdout
    assert "  to 2,8,9\n" in result.stdout
    document = json.loads(run("0.123", "--sum", "4,8,9", "--json").stdout)
    assert document["winning_moves"] == [[2, 8, 9], [4, 6, 8]]
    assert run("0.123", "--sum", "4;8").exit_code == 2
    assert run("0.123", "--heaps", "20", "--sum", "1,50").exit_code == 0
    assert run("0.07", "--heaps", "5", "--sum", "50").exit_code == 2


def test_positions_and_values() -> None:
    assert "order 6, |P| = 2, 18 positions" in run("Cram(2x3)").stdout
    assert run("Nim(3) + Nim(4)").exit_code == 2
    assert "mate              *[2#1]\n" in run("*[2#0]").stdout
    assert json.loads(run("*[2#0]", "--json").stdout)["genus"] == "1^20"
    assert run("*[2#").exit_code == 2


def test_certificates(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    assert run("0.34", "--out", str(path)).exit_code == 0
    result = run("--check", str(path))
    assert (result.exit_code, "proved: order 12, for heaps of all sizes" in result.stdout) == (
        0,
        True,
    )
    assert json.loads(run("--check", str(path), "--json").stdout)["ok"] is True
    document = json.loads(path.read_text())
    document["losing"].append(0)
    path.write_text(json.dumps(document))
    assert run("--check", str(path)).exit_code == 1
    assert json.loads(run("--check", str(path), "--json").stdout)["ok"] is False
    assert run("--check", str(tmp_path / "none.json")).exit_code == 2
    assert run("0.34", "--check", str(path)).exit_code == 2


def test_too_large_is_out_of_budget_and_not_infinite() -> None:
    result = run("0.07", "--most", "30")
    assert result.exit_code == 3
    assert "it may be larger, or infinite" in result.stderr
    assert run().exit_code == run("0.77", "0.75").exit_code == 2


def test_games_by_name() -> None:
    assert run("kayles").stdout == run("0.77").stdout
    assert "order 24" in run("DawsonsKayles", "--heaps", "24").stdout
    assert run("Checkers").exit_code == 2


def test_partizan_games() -> None:
    result = run("{*|0}")
    assert "partizan misère quotient: order 9\n" in result.stdout
    assert "b^5 = b^4" in result.stdout
    assert json.loads(run("{*|0}", "--json").stdout)["outcomes"]["b"] == "L"
    assert "order 2\n" in run("Domineering(1x4)").stdout
    assert run("Domineering(2x2)", "--most", "20").exit_code == 3
    assert run("{*|0}", "--sum", "1").exit_code == 2


def evaluate(*words: str) -> Result:
    """Run ``farstar eval --misere``."""
    return CliRunner().invoke(cli, ["eval", "--misere", *words])


def test_several_positions_and_sums_of_them() -> None:
    result = run("Cram(2x3)", "Cram(1x5)", "--sum", "Cram(2x3) + Cram(1x5)")
    assert "Cram(...|...) + Cram(.....) = a: the second player wins\n" in result.stdout
    document = json.loads(run("Cram(1x5)", "--sum", "Cram(1x5) + Cram(##...)", "--json").stdout)
    assert (document["positions"], document["outcome"]) == (["Cram(.....)", "Cram(##...)"], "P")
    document = json.loads(run("Cram(1x5)", "--sum", "Cram(##...)", "--json").stdout)
    assert document["winning_moves"] == []
    document = json.loads(run("Cram(1x5)", "--sum", "Cram(.....)", "--json").stdout)
    after = ("##...", ".##..", "..##.", "...##")
    assert document["winning_moves"] == [[f"Cram({row})"] for row in after]
    for words in (
        ("Cram(2x3)", "Nim(3)"),
        ("Cram(2x3)", "--heaps", "3"),
        ("Cram(2x3)", "--sum", "Cram(4x4)"),
        ("Cram(2x3)", "--sum", "3"),
        ("*", "*2"),
    ):
        refused = run(*words)
        assert (refused.exit_code, "expected" in refused.stderr) == (2, True), words


def test_eval_of_impartial_games() -> None:
    lines = evaluate("Kayles(5)").stdout.splitlines()
    assert lines[:3] == [
        "expression   Kayles(5)",
        "value        *[2[2]321]",
        "genus        4^146",
    ]
    assert "misere play  the first player wins (N)" in lines
    assert evaluate("--quiet", "*2 + *2").stdout == "*[2[2]]\n"
    document = json.loads(evaluate("--json", "Cram(2x3) + *2").stdout)
    assert (document["schema"], document["value"]) == ("farstar.eval-misere/1", "*[3]")
    assert (document["universe"], document["outcome"]) == ("impartial", "N")
    assert "in *2: to 0" in [move["text"] for move in document["winning_moves"]["left"]]


def test_eval_of_partizan_games() -> None:
    document = json.loads(evaluate("--json", "Domineering(2x2)").stdout)
    assert (document["universe"], document["value"]) == ("dead-ending", "{1|-1}")
    assert (document["outcome"], document["invertible"]) == ("P", False)
    assert document["winning_moves"] == {}
    document = json.loads(evaluate("--json", "E(5,3) - Clobber(xo)").stdout)
    assert document["universe"] == "dicot"
    # A value is played as its canonical form, which is shown.
    assert "played as    0\n" in evaluate("{|*}").stdout
    assert "value        none (a follower is an end" in evaluate("Konane(xo.o)").stdout


def test_eval_refuses_what_has_no_meaning() -> None:
    for words in (
        ("^ >= 0",),
        ("--thermograph", "^"),
        ("--show", "mean", "^"),
        ("dud",),
    ):
        refused = evaluate(*words)
        assert (refused.exit_code, refused.stdout) == (2, ""), words
        assert refused.stderr.count("\n") == 1
        assert "expected" in refused.stderr


def test_tables_and_surveys_of_misere_play() -> None:
    def table(*words: str) -> Result:
        return CliRunner().invoke(cli, ["table", "--misere", "Kayles(n)", "n=1..5", *words])

    rows = table("--show", "outcome,value,genus").stdout.splitlines()[3:]
    assert rows[4].split() == ["5", "N", "*[2[2]321]", "4^146"]
    assert [row.split()[1] for row in rows] == list("PNNPN")
    assert [row.split()[1] for row in table().stdout.splitlines()[3:]] == list("PNNPN")
    refused = table("--show", "temperature")
    assert refused.exit_code == 2
    assert "expected outcome, value, genus, position with misère play" in refused.stderr
    survey = ["survey", "--misere", "Kayles(n)", "n=1..5", "--show", "outcome", "--json"]
    assert json.loads(CliRunner().invoke(cli, survey).stdout)["positions"] == 5
    refused = CliRunner().invoke(cli, ["survey", "--misere", "misere-atlas"])
    assert refused.exit_code == 2
