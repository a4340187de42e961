"""Random loopy games: the native order against the reference, and the laws of sides and sums.

``python tests/drills/loopy_graphs.py --seconds 60 --seed 1`` goes on until the time is up, with
graphs of up to seven vertices, and prints the first graph for which something fails.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from farstar.engine import kernels
from tests.loopy.graphs import plain_order, random_graph
from tests.loopy.test_laws import check_sums, check_values


def main() -> int:
    """Try graphs until the time is up."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--seconds", type=float, default=60.0)
    reader.add_argument("--seed", type=int, default=1)
    asked = reader.parse_args()
    random = Random(asked.seed)
    end = time.monotonic() + asked.seconds
    tried = sided = 0
    while time.monotonic() < end:
        games = [random_graph(random) for _ in range(20)]
        sided += check_values(games)
        small = [random_graph(random, 4) for _ in range(4)]
        check_sums(small)
        for g in games if kernels.available() else ():
            for reading in ("stoppers", "on", "off"):
                assert kernels.loopy_order(g, games[0], reading) == plain_order(
                    g, games[0], reading
                )
        tried += len(games) + len(small)
    print(f"{tried} graphs, {sided} of the larger ones with two stoppers as sides")
    return 0


if __name__ == "__main__":
    sys.exit(main())
