"""Short runs of the drills; each of them is a program that can run for longer."""

from __future__ import annotations

import gc
import itertools
import json
import random
import sys
import threading
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import farstar as fs
from farstar.papers.geography.theory import two_rows as geography
from tests.running import python, run

from . import certificate_chaos, fuzz_parser, mutations, print_and_read, theorem_chaos
from .bad_input import all_commands, faults

FOLDER = Path(__file__).parent
linux = pytest.mark.skipif(sys.platform != "linux", reason="asks the system as Linux answers")
native = pytest.mark.skipif("native" not in fs.engine.available(), reason="needs the native engine")


# Bad input: one line, 2 or 3, and no traceback.


# What these do without an argument is no fault.
FINE_ALONE = {"bench", "cite", "doctor", "puzzle", "repl", "reproduce", "serve", "verify"}


@pytest.mark.parametrize("name", all_commands())
def test_bad_input(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tried, mistreated = 0, []
    for words in faults(name):
        if not words and name in FINE_ALONE:
            continue
        result = run(name, *words)
        tried += 1
        wrong = complaint(name, result)
        if wrong:
            mistreated.append(f"{wrong}: farstar {name} {words!r}: {result.output[:300]}")
    assert not mistreated, "\n".join(mistreated)
    assert tried >= 100
    assert not list(tmp_path.iterdir()), "something was written"


def complaint(name: str, result: Result) -> str | None:
    """Return what is wrong with an answer, if anything."""
    if result.exit_code not in ((2,) if name == "eval" else (2, 3)):
        return f"exit code {result.exit_code}"
    if "Traceback" in result.output or "internal error" in result.output:
        return "a fault of ours"
    if result.stdout:
        return "an answer beside the error"
    first, *rest = result.stderr.splitlines() or [""]
    if not first.startswith(f"farstar {name}: ") or len(first) > 700:
        return "not one line"
    # A text with a fault is shown below, with a caret.
    return None if len(rest) in (0, 2) else f"{len(rest)} more lines"


# The parser.


@pytest.mark.parametrize("text", fuzz_parser.SEEDS)
def test_the_seeds_are_read(text: str) -> None:
    assert fuzz_parser.check(text)


def test_changed_expressions_are_read_or_refused() -> None:
    read = [fuzz_parser.check(text) for text in itertools.islice(fuzz_parser.inputs(7), 1500)]
    assert 100 < sum(read) < 1400


# Values that are printed and read back.


@pytest.mark.parametrize("number", range(40))
def test_families_of_values_are_printed_and_read_back(number: int) -> None:
    assert print_and_read.check_family(f"test:{number}") >= print_and_read.FAMILY - 2


def test_a_family_is_the_same_on_both_engines() -> None:
    texts = []
    for name in fs.engine.available():
        with fs.engine.use(name):
            texts.append([str(g) for g in print_and_read.family("test:0")])
    assert all(text == texts[0] for text in texts)
    assert len(set(texts[0])) > print_and_read.FAMILY // 2


@pytest.mark.usefixtures("each_engine")
@pytest.mark.parametrize("turn", range(4))
def test_options_that_differ_only_far_below(turn: int) -> None:
    """The one that stands alone is not sorted first; the order must look into it all the same."""
    hot = fs.Value("{4|3}")
    y = fs.Value.of([hot], ["Miny(2)", "+-{2|1}"])
    g = fs.Value.of([fs.Value.of([hot], [y])], ["Miny(2)"])
    assert print_and_read.check(g, turn) == "{4|3|||4|3||Miny(2),+-{2|1}||||Miny(2)}"


# Closed forms that are broken on purpose.


def in_case(case: str) -> mutations.Condition:
    def where(position: Any) -> bool:
        kind, x, y, z = position
        return bool(kind == "A" and geography.case(x, y, z) == case)

    return where


@pytest.mark.parametrize(
    ("name", "label", "where"),
    [
        ("euclid.winning_multiplier", "Introduction, losing positions", None),
        ("restricted.winning_multipliers", "Theorem 5", None),
        ("restricted.grundy", "Theorem 5", None),
        ("serial_nim.winning_take", "Remark 2, Serial Nim", None),
        ("continued_fractions.nearest_integer", "Introduction, NICF and FICF", None),
        ("trees.stern_brocot_fraction", "Remark 1", None),
        ("trees.calkin_wilf_index", "Remark 1", None),
        ("geography.value", "Theorem 7 (B)", None),
        ("geography.value_of_a", "Theorem 7 (B)", None),
        ("geography.outcome", "Theorem 7 (E)", None),
        ("geography.best_left_moves", "Theorem 7 (C)", None),
        ("geography.mean", "Theorem 7 (A)", in_case("A")),
        ("geography.temperature", "Theorem 7 (B)", in_case("B")),
    ],
)
def test_a_broken_closed_form_is_noticed(
    name: str, label: str, where: mutations.Condition | None
) -> None:
    assert mutations.noticing_claim((label,), 5) is None
    with mutations.broken(name, where or (lambda *_, **__: True)):
        assert mutations.noticing_claim((label,), 5) is not None
    assert mutations.noticing_claim((label,), 5) is None


def test_the_drill_knows_what_there_is_and_what_is_wrong() -> None:
    names = mutations.functions()
    assert len(names) > 100
    assert {"euclid.wins", "geography.mean", "words.Word"} & names.keys() == {
        "euclid.wins",
        "geography.mean",
    }
    for answer in (True, 3, (1, 2), (), [4], None, "le"):
        assert mutations.wrong(answer) != answer


# Threads that share the engine, and the engine at its memory bound.


CALLS = 1000
HEAVY = " + ".join(f"{{{3 * n * n}|||{n}||{-n}|{-5 * n * n}}}" for n in range(1, 30))


def play(seed: int, done: list[tuple[int, int]], wrong: list[str]) -> None:
    """Make, add, compare and drop values; note every law that does not hold."""
    rng = random.Random(seed)
    held = [fs.Value(0), fs.Value("*")]
    refused = 0
    for call in range(CALLS):
        a, b = rng.choice(held), rng.choice(held)
        try:
            with fs.engine.budget(nodes=rng.choice((5, 20_000))):
                g = fs.Value.of([a, rng.randrange(-3, 4)], [b])
                if (a + b) - b != a:
                    wrong.append(f"{a} + {b} - {b}")
                if (a == b) != (a >= b and a <= b):
                    wrong.append(f"{a} == {b}")
                negative = -g
                if -negative != g or negative.mean != -g.mean:
                    wrong.append(f"-({g})")
        except fs.BudgetExceeded:
            refused += 1
            continue
        held.append(g)
        if len(held) > 24:
            held = [fs.Value(0), fs.Value("*"), *rng.sample(held, 6)]
        if call % 50 == 0:
            fs.engine.collect()
    done.append((CALLS - refused, refused))


def test_two_threads_on_one_store() -> None:
    done: list[tuple[int, int]] = []
    wrong: list[str] = []
    threads = [
        threading.Thread(target=play, args=(seed, done, wrong), daemon=True) for seed in (1, 2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert len(done) == 2, "a thread has failed"
    for answered, refused in done:
        assert answered > refused > 0


@pytest.mark.long
def test_the_engine_at_its_memory_bound_stays_usable() -> None:
    for round_ in range(3):
        with pytest.raises(fs.BudgetExceeded, match="memory"), fs.engine.budget(memory=1 << 20):
            _ = fs.Value(HEAVY).mean
        gc.collect()
        fs.engine.collect()
        # The same bound, and work that fits in it.
        total = fs.Value("{3||2|1}") + fs.Value(f"+-{round_ + 1}")
        assert total - fs.Value(f"+-{round_ + 1}") == fs.Value("{3||2|1}")


@pytest.mark.parametrize("size", ["0", "1B", "300kB", "2MB"])
@pytest.mark.parametrize("command", ["eval", "moves", "explain"])
def test_commands_at_their_memory_bound(command: str, size: str) -> None:
    result = run(command, "--json", "--memory-limit", size, HEAVY)
    answer = json.loads(result.stdout)
    if command == "moves":
        assert result.exit_code == 3, result.output
        assert answer["error"]["kind"] == "BudgetExceeded"
        assert len(result.stderr.splitlines()) == 1
    elif command == "eval":
        # What is known is reported, and why the rest is not.
        assert result.exit_code == (3 if answer["outcome"] is None else 0)
        assert answer["value"] is None
        assert answer["value_omitted"] == "out of budget: the memory limit is reached"
    else:
        is_known = result.exit_code == 0
        assert is_known or result.exit_code == 3
        assert is_known != ("the memory limit is reached" in answer["steps"][0]["text"])
    again = run(command, "--json", "{3||2|1} + {5|2||-7}")
    assert again.exit_code == 0, again.output


# A system that refuses memory.

TABLE = """
import resource
import farstar as fs
from farstar.engine import kernels
from farstar.games import bulk

bulk.partizan_euclid_values(3)
bound = int(open("/proc/self/statm").read().split()[0]) * 4096 + (24 << 20)
resource.setrlimit(resource.RLIMIT_AS, (bound, bound))
for ask in (
    lambda: bulk.partizan_euclid_values(6_000),
    lambda: bulk.partizan_euclid_outcomes(12_000),
    lambda: kernels.grundy_sequence((0, 7, 7), 30_000_000),
):
    try:
        ask()
    except fs.BudgetExceeded as error:
        print(error)
assert fs.Value("{3||2|1}") - fs.Value("{3||2|1}") == 0
"""


@linux
@native
def test_tables_that_do_not_fit_are_refused_in_one_line_each() -> None:
    done = python("-c", TABLE)
    assert done.returncode == 0, done.stderr
    assert [line[:13] for line in done.stdout.splitlines()] == 3 * ["out of memory"]


@linux
@native
@pytest.mark.long
def test_what_the_core_offers_is_answered_or_refused() -> None:
    done = python(FOLDER / "out_of_memory.py", "--count", 1, "--seed", 3, "--most", 6)
    assert done.returncode == 0, done.stderr
    assert "none wrong" in done.stdout


# Values that nobody keeps.


@pytest.mark.long
@linux
@pytest.mark.parametrize(("name", "count"), [("native", 16_000), ("reference", 800)])
def test_memory_does_not_grow_with_the_number_of_values(name: str, count: int) -> None:
    if name not in fs.engine.available():
        pytest.skip(f"there is no {name} engine here")
    options = ["--count", count, "--engine", name, "--garbage", 2]
    done = python(FOLDER / "constant_memory.py", *options)
    assert done.returncode == 0, done.stderr
    assert "the engine held at most" in done.stdout


@native
def test_a_collection_on_its_own_keeps_what_is_held() -> None:
    from farstar import _core

    with fs.engine.use("native"):
        kept = [fs.Value.of([n + 5, "*"], [fs.Value.of([n], [-n, "^"])]) for n in range(50)]
        texts = [str(g) for g in kept]
        sums = [g + h for g, h in pairwise(kept)]
        fs.engine.collect()
        before = fs.engine.stats()["games"]
        _core.set_least_garbage(0)
        try:
            for n in range(20_000):
                assert fs.Value.of([n], [-n - 1]) > -n - 2
            # Much more was made than is there.
            assert fs.engine.stats()["games"] < 2 * before + 15_000
        finally:
            _core.set_least_garbage(64 << 20)
        assert [str(g) for g in kept] == texts
        assert [g + h for g, h in pairwise(kept)] == sums
        assert all(fs.Value(text) == g for text, g in zip(texts, kept, strict=True))


# Engines, surveys and servers that are disturbed at random.


PROGRAM = """
from tests.drills.engine_chaos import run

happened = run(seed=7, rounds=2)
assert happened["rounds"] == 2
assert happened["out of budget: too many games were needed"] > 0
"""


@pytest.mark.long
@linux
@native
def test_a_disturbed_engine_answers_as_the_reference_does() -> None:
    # In a process of its own: it forks, and has a handler of signals.
    done = python("-c", PROGRAM, cwd=FOLDER.parents[1])
    assert done.returncode == 0, done.stderr


@pytest.mark.long
@linux
def test_disturbed_surveys_come_to_the_same() -> None:
    pytest.importorskip("polars")
    pytest.importorskip("distributed")
    from .survey_chaos import run

    assert run(seed=7, rounds=2, most_steps=3)["rounds"] == 2


@pytest.mark.long
@linux
def test_the_server_survives_a_soak() -> None:
    pytest.importorskip("starlette")
    from .soak import run

    assert "200:" in run(60)


# Certificates of random games: whatever is accepted, as it is or changed, is true.


@pytest.mark.parametrize("kind", certificate_chaos.KINDS)
def test_certificates_of_random_games(kind: str) -> None:
    counts: Counter[str] = Counter()
    for seed in range(4):
        certificate_chaos.one_round(kind, random.Random(f"{kind} {seed}"), counts)
    assert counts[kind] + counts["too large"] == 4
    assert counts["changed"] == counts[kind] * certificate_chaos.CHANGES


# Theorems for all sizes: a changed certificate is refused, or what it says is true.


def test_changed_theorems() -> None:
    known, counts = theorem_chaos.certificates(), Counter[str]()
    names = (
        "pegs",
        "strip-2-3",
        "kayles",
        "clobber-xxoo",
        "cram-two-rows",
        "nim-3",
        "toads-and-frogs",
    )
    for name in names:
        for seed in range(6):
            theorem_chaos.one_round(name, known[name], random.Random(f"{name} {seed}"), counts)
    assert counts["refused"] > 25
    assert counts["prover asked"] > 10
