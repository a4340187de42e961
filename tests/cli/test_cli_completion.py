"""What the shell offers to complete: options, choices, names of games, papers and surveys."""

from __future__ import annotations

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from farstar.cli import cli


def offered(*words: str) -> list[str]:
    """Return what the last word may become after the others."""
    *before, begun = words
    shell = ShellComplete(cli, {}, "farstar", "_FARSTAR_COMPLETE")
    return [item.value for item in shell.get_completions(list(before), begun)]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("pl",), ["play", "plot"]),
        (("moves", "--pl"), ["--player"]),
        (("moves", "--player", ""), ["left", "right", "both"]),
        (("play", "Nim(3)", "--opponent", "t"), ["thermal"]),
        (("eval", "dom"), ["Domineering("]),
        (("eval", "E(3,2) + Cut"), ["E(3,2) + Cutcake("]),
        (("verify", "partizan-e"), ["partizan-euclid"]),
        (("reproduce", "real"), ["real-euclid"]),
        (("survey", "partizan-euclid-c"), ["partizan-euclid-census"]),
        (("table", "E(p,q)", "--show", "value,temp"), ["value,temperature"]),
        (("table", "E(p,q)", "--format", "la"), ["latex", "latex-macros"]),
        (("plot", "--kind", "heat"), ["heat-map"]),
        (("search", "--in", "dom"), ["Domineering"]),
        (("atlas", "build", "Dom"), ["Domineering"]),
        (("misere", "kay"), ["Kayles"]),
        (("unknown", "x"), []),
    ],
)
def test_what_is_offered(words: tuple[str, ...], wanted: list[str]) -> None:
    assert offered(*words) == wanted


def test_the_shell_completes_files_by_itself() -> None:
    shell = ShellComplete(cli, {}, "farstar", "_FARSTAR_COMPLETE")
    assert [item.type for item in shell.get_completions(["plot", "--out"], "a")] == ["file"]


def test_the_script_that_switches_completion_on_is_printed() -> None:
    environment = {"_FARSTAR_COMPLETE": "bash_source"}
    done = CliRunner().invoke(cli, [], prog_name="farstar", env=environment)
    assert done.exit_code == 0
    assert "_farstar_completion" in done.output
