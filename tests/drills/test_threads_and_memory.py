"""Threads that share the engine, and the engine at its memory bound: it refuses and goes on."""

from __future__ import annotations

import gc
import json
import random
import threading

import pytest
from click.testing import CliRunner

import farstar as fs
from farstar.cli import cli

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
    runner = CliRunner()
    result = runner.invoke(cli, [command, "--json", "--memory-limit", size, HEAVY])
    assert result.exit_code == 3, result.output
    assert json.loads(result.stdout)["error"]["kind"] == "BudgetExceeded"
    assert len(result.stderr.splitlines()) == 1
    again = runner.invoke(cli, [command, "--json", "{3||2|1} + {5|2||-7}"])
    assert again.exit_code == 0, again.output
