"""``farstar simplify``: what it prints, and how it fails."""

from __future__ import annotations

import json
from functools import partial

import pytest

import farstar as fs
from farstar import reports
from tests import running

EXAMPLE = "{0,*,-1|-1,{1|-2},{2|0}}"


run = partial(running.run, "simplify")


def test_every_step_has_its_reason() -> None:
    result = run(EXAMPLE)
    assert result.exit_code == 0, result.output
    words = " ".join(result.stdout.split())
    assert words.startswith(f"{EXAMPLE} = {{0,*|-1}} 1. Dominated option:")
    for sentence in (
        "Left's option -1 is dominated by 0, since 0 >= -1.",
        "Right's option {2|0} is dominated by -1, since -1 <= {2|0}.",
        "Right's option {1|-2} reverses through Left's answer 1, since 1 >= {0,*|-1}",
        "nothing replaces it.",
        "4. Canonical form:",
    ):
        assert sentence in words
    assert all(len(line) <= 80 for line in result.stdout.splitlines())


def test_in_json() -> None:
    report = json.loads(run("--json", EXAMPLE).stdout)
    assert report["schema"] == "farstar.simplify/1"
    assert report["form"] == EXAMPLE
    assert report["value"] == "{0,*|-1}"
    assert report["canonical"] is False
    assert [step["kind"] for step in report["steps"]] == [
        "dominated",
        "dominated",
        "reversible",
        "canonical",
    ]
    step = report["steps"][2]
    assert (step["player"], step["option"], step["other"]) == ("right", "{1|-2}", "1")
    assert step["replacements"] == []
    assert fs.Value(step["after"]) == fs.Value(EXAMPLE)
    assert report == reports.simplify_report(EXAMPLE)


def test_other_formats() -> None:
    assert run("--format", "markdown", "{-5|7}").stdout.startswith("### \\{-5\\|7\\} = 0\n")
    assert run("--format", "html", "{-5|7}").stdout.startswith("<section><h3>{-5|7} = 0</h3>")
    assert run("--quiet", "{-5|7}").stdout == "0\n"
    assert run("--quiet", "-", text="{0|1}\n# note\n{0,*|}\n").stdout == "1/2\n\n1\n"


def test_positions_are_written_out() -> None:
    result = run("--json", "A(3,2,1)")
    assert json.loads(result.stdout)["value"] == str(fs.GeographyA(3, 2, 1).value)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["{0,"], 2, "column 4"),
        (["--json", "--quiet", "*"], 2, "got both: --quiet"),
        ([], 2, "expected an expression"),
        (["{" + ",".join(map(str, range(3000))) + "|}"], 3, "options to compare"),
        (["--time-limit", "0.02", "{" + ",".join(map(str, range(990))) + "|}"], 3, "out of"),
    ],
)
def test_failures(words: list[str], code: int, message: str) -> None:
    result = run(*words)
    assert result.exit_code == code, result.output
    assert message in result.stderr
    assert len(result.stderr.splitlines()[0]) < 600


def test_the_options_of_a_position_are_called_by_their_positions() -> None:
    words = " ".join(run("Kayles(4)").stdout.split())
    assert words.startswith("Kayles(4) = * 1. Repeated option: Left's option Kayles(3) is written")
    assert "this leaves {0,*2|Kayles(3),*2,Kayles(1,1)}" in words
    assert "{|}" not in words
    assert "..." not in words
    words = " ".join(run("Domineering(3x3)").stdout.split())
    first = "Left's option Domineering(#..|#..|...) is dominated by Domineering(.#.|.#.|...)"
    assert f"{first}, since 1 >= {{1/2|-2}}." in words
    assert run("Kayles()").stdout.startswith("Kayles() = 0\n1. Canonical form: No option of 0 is")


def test_names_are_only_for_people() -> None:
    form = fs.Form.of_position(fs.Kayles(2))
    assert (str(form), form.brief()) == ("{{{|}|{|}},{|}|{{|}|{|}},{|}}", "Kayles(2)")
    assert fs.Form(str(form)) == form
