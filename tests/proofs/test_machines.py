"""The machine in `proofs/Strips.v`, which Coq proves, against plain play."""

import re
from functools import cache
from itertools import product
from pathlib import Path

ROW = re.compile(r"\(\[(\d+); (\d+)\],\s*\((true|false),\s*(true|false)\)\)")
LENGTH = 12


def rows() -> list[tuple[tuple[int, int], tuple[bool, bool]]]:
    """Return the table in the proof: states after a free and a covered cell, and who wins."""
    text = (Path(__file__).parents[2] / "proofs" / "Strips.v").read_text(encoding="utf-8")
    return [
        ((int(free), int(covered)), (left == "true", right == "true"))
        for free, covered, left, right in ROW.findall(text)
    ]


@cache
def first_player_wins(strip: str, own: int, other: int) -> bool:
    """Say whether a player who covers `own` cells wins against one who covers `other`."""
    return any(
        not first_player_wins(strip[:place] + "#" * own + strip[place + own :], other, own)
        for place in range(len(strip) - own + 1)
        if strip[place : place + own] == "." * own
    )


def test_the_machine_of_the_proof_agrees_with_plain_play() -> None:
    table = rows()
    assert len(table) == 21
    for length in range(LENGTH + 1):
        for cells in product(".#", repeat=length):
            state = 0
            for cell in cells:
                state = table[state][0][".#".index(cell)]
            strip = "".join(cells)
            expected = first_player_wins(strip, 2, 3), first_player_wins(strip, 3, 2)
            assert table[state][1] == expected, strip
