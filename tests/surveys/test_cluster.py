"""A Dask cluster that somebody else started gives what the local runner gives."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

CHUNKS = 24

# Three worker processes; they end when standard input does.
CLUSTER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(
        n_workers=3, threads_per_worker=1, dashboard_address=None, local_directory=sys.argv[1]
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


@pytest.mark.long
def test_an_address(
    gated_file: Path, tmp_path: Path, same_as_undisturbed: Callable[[Path], bool]
) -> None:
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER, encoding="utf-8")
    out = tmp_path / "out"
    with subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as cluster:
        assert cluster.stdout is not None
        address = cluster.stdout.readline().strip()
        command = [sys.executable, "-m", "farstar", "survey", str(gated_file), "--out", str(out)]
        done = subprocess.run(
            [*command, "--chunks", str(CHUNKS), "--cluster", address],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        claim = tmp_path / "claim.py"
        claim.write_text("def claim(n):\n    return n != 77\n", encoding="utf-8")
        command = [sys.executable, "-m", "farstar", "search", "--claim", str(claim), "n=0..500"]
        search = subprocess.run(
            [*command, "--cluster", address],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        cluster.communicate()
    assert done.returncode == 0, done.stderr
    assert same_as_undisturbed(out)
    assert (search.returncode, search.stdout.splitlines()[0]) == (1, "counterexample: n=77")
