"""Out of budget is one answer for all five methods, in Python and in the terminal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import farstar as fs
from farstar.prove import NotProved
from tests import running
from tests.prove.games import CLOBBER, STRIP

WYTHOFF = "heaps a b; both a -> a-k; both b -> b-k; both a,b -> a-k,b-k"
HEAP = "family H(n) if n >= 0 rank n\nleft H(n-1) if n >= 1\nlemma H(n) = n"
STRIP_RULES = f"{STRIP}left .. -> ##\nright ... -> ###"

METHODS: dict[str, Callable[[], fs.prove.Theorem | NotProved]] = {
    "outcomes": lambda: fs.prove.outcomes(STRIP_RULES),
    "invariant": lambda: fs.prove.invariant(CLOBBER, "xxo^n"),
    "bounds": lambda: fs.prove.bounds(CLOBBER, "xxoo"),
    "heaps": lambda: fs.prove.heaps(WYTHOFF, digits=8),
    "family": lambda: fs.prove.family(HEAP),
    "family from data": lambda: fs.prove.family(HEAP.rpartition("\n")[0], fit=3),
}


@pytest.mark.parametrize("method", METHODS)
def test_all_methods_say_that_the_budget_is_used_up(method: str) -> None:
    if method == "invariant":
        pytest.importorskip("pysat")
    with fs.engine.budget(seconds=0):
        answer = METHODS[method]()
    assert isinstance(answer, NotProved)
    assert answer.is_out_of_budget
    assert not answer
    assert answer.counterexample is None
    assert answer.reason.startswith("out of budget, nothing is known: ")
    assert answer.reason.count("nothing is known") == 1
    assert str(answer) == answer.reason
    assert repr(answer) == f"<NotProved: {answer.reason}>"


def test_a_reason_is_not_a_budget() -> None:
    answer = fs.prove.bounds(CLOBBER, "xo", letters=60)
    assert isinstance(answer, NotProved)
    assert not answer.is_out_of_budget
    assert str(answer).startswith("no proof: ")


@pytest.mark.parametrize("method", ["outcomes", "bounds", "heaps", "family"])
def test_the_terminal_says_the_same(
    tmp_path: Path, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {"outcomes": STRIP_RULES, "bounds": CLOBBER, "heaps": WYTHOFF, "family": HEAP}
    options = {"bounds": ["--family", "xxoo^n", "--bounds", "ups"], "heaps": ["--numeration", "2"]}
    ending = "families" if method == "family" else "rules"
    file = tmp_path / f"game.{ending}"
    file.write_text(texts[method].replace("; ", "\n"), encoding="utf-8")
    words = ["prove", file, *options.get(method, [])]
    monkeypatch.setattr(fs.engine, "is_out_of_time", lambda: True)
    plain = running.run(*words)
    assert plain.exit_code == 3
    assert "out of budget, nothing is known: " in plain.output
    assert "no proof" not in plain.output
    answer = running.run(*words, "--json")
    assert answer.exit_code == 3
    data = json.loads(answer.stdout)
    assert data["proved"] is False
    assert data["out_of_budget"] is True
