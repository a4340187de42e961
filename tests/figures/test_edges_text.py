"""Pictures of Hackenbush in a terminal."""

from __future__ import annotations

import re

import pytest

import farstar as fs
from farstar.figures import draw_text


def drawn(text: str) -> str:
    diagram = fs.Hackenbush(text).diagram()
    assert diagram is not None
    return "\n".join(draw_text(diagram))


def test_a_stalk_and_a_tree() -> None:
    assert drawn("lr") == "r2\nl1\n===="
    assert drawn("l(l;rl)") == "    l4\nl2  r3\n  l1\n========"


def test_a_cycle_is_described() -> None:
    assert drawn("l:A;r:A").splitlines()[-1] == "r2 joins the ground and the top of l1"


@pytest.mark.parametrize("text", ["l(l;r);r(r;l);e", "l(l;rl);eee:G", "lr;rl;ee", "e(e;e(l;r);r)"])
def test_every_edge_is_named_once_and_the_moves_use_the_names(text: str) -> None:
    position = fs.Hackenbush(text)
    names = re.findall(r"[lre]\d+", re.sub(r"top of \w+", "", drawn(text)))
    assert sorted(int(name[1:]) for name in names) == [*range(1, len(position.state) + 1)]
    for player, own in ((fs.Left, "le"), (fs.Right, "re")):
        cut = [str(move.text).split(",")[0].removeprefix("cut ") for move in position.moves(player)]
        assert set(cut) == {name for name in names if name[0] in own}


def test_two_thermographs_do_not_wear_the_colours_of_the_players() -> None:
    from farstar.figures import style
    from farstar.figures._thermograph import GAME_COLOURS

    assert not {style.LEFT, style.RIGHT} & set(GAME_COLOURS)
    assert len(set(GAME_COLOURS)) == len(GAME_COLOURS)
    two = fs.plot("{3|1}", "+-1").svg()
    assert GAME_COLOURS[0] in two
    assert GAME_COLOURS[1] in two
    assert style.LEFT not in two
