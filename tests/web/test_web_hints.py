"""Hints never mislead: whoever follows them wins every first position, by clicks alone.

The buttons keep their places meanwhile, and the board is one stop of the Tab key.
"""

from __future__ import annotations

from itertools import product
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from farstar.web import qr_code
from farstar.web.tasks import play

from .conftest import Opener, accessibility_faults, overflow

pytestmark = pytest.mark.xdist_group("web")

SIZES = [(1280, 900), (390, 844)]

STARTS = [start for game in play.catalogue()["games"] for start in game["starts"]]
FEW = ("Kayles(9)", "Amazons(x..|...|..o)", "TakeAndBreak(0.137; 9,12)", "Domineering(4x3)")

# Asks for a hint and clicks on the place that it marks, until the game is over.
FOLLOW = """async () => {
  const one = (selector) => document.querySelector(selector);
  const words = () => one(".status")?.textContent ?? "";
  const isOver = () => /cannot move|a draw/.test(words());
  const until = async (holds) => {
    while (!holds()) await new Promise((done) => setTimeout(done, 5));
  };
  const moves = () => new URLSearchParams(location.search).get("m") ?? "";
  const count = (text) => text.split("_").filter(Boolean).length;
  // Beside the board the list of moves has a fixed size until the analysis comes.
  const steady = ".tools > *, .typing > *";
  const playing = innerWidth > 1000 ? `${steady}, .steps-row` : steady;
  const places = () => [...document.querySelectorAll(isOver() ? steady : playing)]
    .map((part) => Math.round(part.getBoundingClientRect().y + scrollY)).join();
  const isReady = () => isOver() || /Your turn/.test(words());
  await until(isReady);
  const [first, faults] = [places(), []];
  while (!isOver()) {
    const before = moves();
    [...document.querySelectorAll(".tools button")].find((b) => b.textContent === "Hint").click();
    await until(() => one(".hint p"));
    for (let clicks = 0; moves() === before; clicks += 1) {
      const marked = [...document.querySelectorAll(".cell.hinted")];
      const target = marked[0] ?? one(".move.hinted");
      if (!target || marked.length > 1 || clicks > 9) return {end: "no way to follow", faults};
      target.dispatchEvent(new MouseEvent("click", {bubbles: true}));
    }
    await until(() => isOver() || (count(moves()) >= count(before) + 2 && isReady()));
    if (!first.startsWith(places())) faults.push(`${places()} instead of ${first}`);
  }
  return {end: words(), faults};
}"""


def follow_hints(page: Page, start: dict[str, str]) -> Any:
    fields = {"e": start["e"], "side": start["side"], "first": start["first"]}
    page.goto(f"/play?{urlencode(fields)}")
    return page.evaluate(FOLLOW)


def assert_hints_win(page: Page, starts: list[dict[str, str]]) -> None:
    ends = {start["e"]: follow_hints(page, start) for start in starts}
    assert not {e: end for e, end in ends.items() if "you win" not in end["end"] or end["faults"]}
    assert overflow(page) <= 0


@pytest.mark.parametrize("size", SIZES)
def test_hints_win_and_buttons_stay(new_page: Opener, size: tuple[int, int]) -> None:
    page = new_page(width=size[0], height=size[1])
    assert_hints_win(page, [start for start in STARTS if start["e"] in FEW])


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
def test_hints_win_every_first_position(new_page: Opener, size: tuple[int, int]) -> None:
    assert len(STARTS) >= 99
    assert_hints_win(new_page(width=size[0], height=size[1]), STARTS)


def test_no_game_begins_with_a_position_that_is_won_by_one_move() -> None:
    """Except where one may always take everything."""
    firsts = [game["starts"][0] for game in play.catalogue()["games"] if game["name"] != "Mem"]
    for start in firsts:
        if start["first"] == "you":
            first = start["side"]
            moves = play.view(start["e"], first=first)["moves"]
            after = [play.view(start["e"], first=first, moves=(m["key"],)) for m in moves[:12]]
            assert not [start for view in after if view["result"] is not None]


def test_one_hint_is_an_arrow_and_all_are_numbers(page: Page) -> None:
    page.goto(f"/play?{urlencode({'e': 'Domineering(3x3)'})}")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".marks .arrow")).to_have_count(1)
    expect(page.locator(".cell.hinted")).to_have_count(1)
    page.get_by_role("button", name="Show all").click()
    expect(page.locator(".marks .badge-text")).to_have_text(["1", "2"])
    expect(page.locator(".hint .numbered li")).to_have_count(2)
    expect(page.locator(".cell.hinted")).to_have_count(0)


def test_a_hint_is_drawn_around_its_pin(page: Page) -> None:
    page.goto(f"/play?{urlencode({'e': 'Kayles(9)'})}")
    page.get_by_role("button", name="Hint").click()
    ring, pin = page.locator(".marks .ring"), page.locator(".cell.hinted circle.counter")
    expect(ring).to_have_count(1)
    for name in ("cx", "cy"):
        middle = pin.get_attribute(name)
        assert middle is not None
        assert float(ring.get_attribute(name) or "nan") == float(middle)


STOPS = """[...document.querySelectorAll('[data-cell][tabindex="0"]')].length"""


@pytest.mark.parametrize("size", SIZES)
def test_a_board_is_one_tab_stop_with_arrow_keys(new_page: Opener, size: tuple[int, int]) -> None:
    page = new_page(width=size[0], height=size[1])
    page.goto(f"/play?{urlencode({'e': 'Domineering(8x8)'})}")
    expect(page.locator(".cell.can")).to_have_count(64)
    assert page.evaluate(STOPS) == 1
    page.locator('.boards [data-cell="0,0"]').focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    focused = "document.activeElement.dataset.cell"
    assert page.evaluate(focused) == "2,1"
    assert page.evaluate(STOPS) == 1
    page.keyboard.press("Enter")
    expect(page.locator(".cell.picked")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    # The opponent answers, and the focus is on the board again.
    page.wait_for_function("() => document.querySelectorAll('.record .ply').length === 2")
    page.wait_for_function("() => document.activeElement.closest('.boards') !== null")
    assert page.evaluate(STOPS) == 1
    assert not accessibility_faults(page)


def test_two_people_at_one_board_and_a_code(page: Page) -> None:
    page.goto(f"/play?{urlencode({'e': 'Nim(1,2)', 'opponent': 'human'})}")
    status = page.locator(".play .status")
    for player, cell in (("Left", "1,2"), ("Right", "0,1"), ("Left", "0,1")):
        expect(status).to_have_text(f"{player}, your turn")
        page.locator(f'.boards [data-cell="{cell}"]').click()
    expect(status).to_have_text("Right cannot move: Left wins")
    page.get_by_role("button", name="QR code").click()
    dialog = page.get_by_role("dialog", name="QR code")
    expect(dialog.get_by_role("img", name="QR code of the link")).to_be_visible()
    expect(dialog).to_contain_text("opponent=human")
    expect(dialog).to_contain_text("Only this computer can open this address.")
    assert not accessibility_faults(page)


def read_code(code: list[list[bool]]) -> str:
    """Read a QR code as a phone does: find the mask, take the bits, undo the interleaving."""
    size = len(code)
    version = (size - 17) // 4
    told = sum(code[r][c] << n for n, (r, c) in enumerate(qr_code._format_places(size)[0])) ^ 0x5412
    mask = qr_code._MASKS[told >> 10 & 7]
    assert told >> 13 == 0b01
    _, is_fixed = qr_code._fixed(version)
    bits = "".join(
        "01"[code[r][c] != mask(r, c)] for r, c in qr_code._zigzag(size) if not is_fixed[r][c]
    )
    words = [int(bits[n : n + 8], 2) for n in range(0, len(bits) - 7, 8)]
    blocks, correction = qr_code._BLOCKS[version - 1], qr_code._CORRECTION[version - 1]
    count = len(words) - blocks * correction
    short, longer = divmod(count, blocks)
    sizes = [short + (n >= blocks - longer) for n in range(blocks)]
    order = [(n, b) for n, b in product(range(max(sizes)), range(blocks)) if n < sizes[b]]
    taken: dict[tuple[int, int], int] = dict(zip(order, words, strict=False))
    for b in range(blocks):
        block = [taken[n, b] for n in range(sizes[b])]
        block += [words[count + n * blocks + b] for n in range(correction)]
        root = 1
        for _ in range(correction):
            total = 0
            for word in block:
                total = qr_code._times(total, root) ^ word
            assert total == 0, "a codeword of the error-correcting code vanishes at its roots"
            root = qr_code._times(root, 2)
    data = "".join(f"{taken[n, b]:08b}" for b in range(blocks) for n in range(sizes[b]))
    assert data[:4] == "0100"
    wide = 8 if version < 10 else 16
    length = int(data[4 : 4 + wide], 2)
    start = 4 + wide
    return bytes(int(data[start + 8 * n : start + 8 * n + 8], 2) for n in range(length)).decode()


@pytest.mark.parametrize("length", [1, 17, 18, 60, 200, 350, 1200, 2953])
def test_qr_codes_can_be_read(length: int) -> None:
    text = ("http://127.0.0.1:8000/play?e=Nim(3,5,7)&m=" + "1,5,7_" * 600)[:length]
    code = qr_code.matrix(text)
    assert read_code(code) == text
    finder = [[max(abs(r - 3), abs(c - 3)) != 2 for c in range(7)] for r in range(7)]
    assert [row[:7] for row in code[:7]] == finder
    assert [row[-7:] for row in code[:7]] == finder
    assert [row[:7] for row in code[-7:]] == finder
