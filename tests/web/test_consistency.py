"""No two statements on the page Evaluate contradict each other, however little time there is.

Heading, rows, boards and reasons are compared for every first position and for random
expressions, each under a budget of a few steps, so that answers are cut off at all places.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from fractions import Fraction
from html import unescape
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

import farstar as fs
from farstar import reports
from farstar.reports import WHO_WINS, _explain
from farstar.reports._clock import OutOfTime
from farstar.web.tasks import evaluate, play
from tests.random_expressions import random_expression

from .conftest import ENDLESS, Opener, overflow

pytestmark = pytest.mark.xdist_group("web")

STARTS: list[str] = [start["e"] for game in play.catalogue()["games"] for start in game["starts"]]
BUDGETS = (1, 10, 100, 1_000, 10_000)
WORDS = {str(outcome): words for outcome, words in WHO_WINS.items()}
PATIENCE = 60.0
"""Seconds: budgets of steps end the work, not the clock."""


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def contradictions(card: dict[str, Any]) -> list[str]:
    """Return what is said on a page that does not fit the heading."""
    letter, why = card["letter"], plain(card["why"])
    rows = {row["name"]: row for row in card["rows"]}
    found = []
    if letter is None:
        if not card["outcome"].startswith("who wins is not known"):
            found.append(f"heading: {card['outcome']}")
        if card["ascii"] is not None:
            found.append(f"value {card['ascii']} without an outcome")
        if any(board["count"] is not None for board in card["boards"]) or card["provable"]:
            found.append("moves or proofs without an outcome")
        found += [f"why: {words}" for words in WORDS.values() if words in why]
        found += [name for name in ("left_first", "right_first") if name in rows]
        return found
    if letter in WORDS and card["outcome"] != WORDS[letter]:
        found.append(f"heading {card['outcome']} for {letter}")
    found += [f"why: {w}" for o, w in WORDS.items() if o != letter and letter in WORDS and w in why]
    if f"({letter})" not in rows["outcome"]["text"]:
        found.append(f"outcome row: {rows['outcome']['text']}")
    # Games with loops have more outcomes, such as N^.
    firsts = {"Left": letter in "LN", "Right": letter in "RN"} if letter in tuple("LRNP") else {}
    for player, wins in firsts.items():
        if rows[f"{player.lower()}_first"]["text"].startswith("wins") != wins:
            found.append(f"{player} first: {rows[f'{player.lower()}_first']['text']}")
        for board in card["boards"]:
            if board["player"] == player and board["count"] is not None:
                found += [f"board of {player}"] if (board["count"] > 0) != wins else []
    found += _about_the_value(card, rows, why) + _outside_the_bounds(rows)
    found += _left_out_but_listed(rows, why)
    return found


def _left_out_but_listed(rows: dict[str, Any], why: str) -> list[str]:
    """Return the players whose moves a row leaves out although the reasons count them."""
    return [
        f"moves of {player} left out, but listed below"
        for player in ("Left", "Right")
        if "left out" in rows[f"{player.lower()}_first"]["text"]
        and re.search(rf"({player}|Either player) to move : (the only move|[\d,]+ of)", why)
    ]


def _outside_the_bounds(rows: dict[str, Any]) -> list[str]:
    """Return bounds of a value that do not fit who wins when Left or Right begins."""
    value = rows.get("value")
    if value is None or value["status"] != "bounds":
        return []
    _, low_text, _, high_text = value["text"].split()
    low, high = (Fraction(text.replace("−", "-")) for text in (low_text, high_text))
    letter = re.search(r"\((.)\)", rows["outcome"]["text"])
    fits = {"L": high > 0, "R": low < 0, "P": low <= 0 <= high, "N": low <= 0 <= high}
    return [] if letter is None or fits[letter[1]] else [f"bounds {low} to {high} for {letter[1]}"]


def _about_the_value(card: dict[str, Any], rows: dict[str, Any], why: str) -> list[str]:
    """Return where value, Grundy value and reasons do not fit."""
    found = []
    value, letter = card["ascii"], card["letter"]
    if value is not None and len(value) < 200 and letter in tuple("LRNP"):
        with fs.engine.budget(seconds=PATIENCE):
            try:
                outcome = str(fs.Value(value).outcome)
            except fs.FarstarError:
                outcome = letter  # a loopy value
        if outcome != letter:
            found.append(f"value {value} for {letter}")
    if (grundy := rows.get("grundy")) and grundy["status"] == "known":
        found += ["Grundy value"] if (grundy["text"] == "0") != (letter == "P") else []
    if "Value : left out" in why and value is not None:
        found.append(f"why leaves out the value {value}")
    said = re.search(r"Value : (left out: .*?)( Left to move| Right to move| Either|$)", why)
    if said and rows["value"]["text"] != said[1]:
        found.append(f"why: {said[1]}; row: {rows['value']['text']}")
    return found


def ask(text: str, nodes: int, **more: Any) -> list[str]:
    try:
        with fs.engine.budget(nodes=nodes):
            card = evaluate.card(text, patience=PATIENCE, **more)
    except fs.FarstarError:
        return []  # one line of an error contradicts nothing
    shown = [card["outcome"], card["why"], *(row["text"] for row in card["rows"])]
    commands = [words for words in shown if re.search(r"(^|\s)--[a-z]|`?farstar [a-z]+`", words)]
    return [f"{text} ({nodes}): {fault}" for fault in (*contradictions(card), *commands)]


def test_a_contradiction_is_noticed() -> None:
    card = evaluate.card("^")
    assert not contradictions(card)
    assert contradictions({**card, "outcome": "the second player wins"})
    assert contradictions({**card, "letter": None})
    assert contradictions({**card, "ascii": "*"})
    assert contradictions({**card, "why": "Outcome: Right wins, whoever starts"})
    rows = [{**row, "text": "wins; moves left out"} for row in card["rows"]]
    assert contradictions({**card, "rows": rows, "why": f"{card['why']} Left to move : 1 of 2"})


def test_moves_that_only_the_reasons_found_are_in_the_rows() -> None:
    for text in ("Domineering(3x3)", "Cram(2x3)", "Nim(2) + Clobber(2x3)"):
        known = reports.report(text)
        expected = known.left_wins_by
        assert expected
        known.left_wins_by, known.omitted["winning_moves"] = None, "not known within 2 s"
        known.summands, known.sum_moves = (), {}
        assert "left out" in {row.name: row.text() for row in known.rows}["left_first"]
        reports.explanation(known)
        assert known.left_wins_by == expected
        assert "left out" not in {row.name: row.text() for row in known.rows}["left_first"]


def test_reasons_that_lack_time_are_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page grows while something is missing, so a card says if its reasons are."""

    def give_up(*_: object) -> None:
        raise OutOfTime("not known within 0 s", is_usual_time=True)

    assert not evaluate.card("Hackenbush(l(l;r);rle)")["lacks_time"]
    monkeypatch.setattr(_explain, "_explanation", give_up)
    assert evaluate.card("Hackenbush(l(l;r);rle)")["lacks_time"]


@pytest.mark.parametrize("nodes", [10, 1_000])
def test_some_first_positions_under_tiny_budgets(nodes: int) -> None:
    assert not [fault for text in STARTS[::9] for fault in ask(text, nodes)]


@pytest.mark.long
@pytest.mark.parametrize("nodes", BUDGETS)
def test_every_first_position_under_tiny_budgets(nodes: int) -> None:
    assert not [fault for text in STARTS for fault in ask(text, nodes)]


@pytest.mark.long
def test_random_expressions_under_tiny_budgets() -> None:
    random = Random(7)
    texts = [random_expression(random, STARTS) for _ in range(200)]
    assert not [fault for text in texts for fault in ask(text, random.choice(BUDGETS))]


def test_values_that_are_known_from_before() -> None:
    for game in map(fs.BackslidingToadsAndFrogs, ("T..F", "TT.F")):
        assert str(game.loopy_value) in ("*", "on")
        assert not [fault for nodes in BUDGETS for fault in ask(str(game), nodes)]


OWN = "game Slide\ncells x/o .\nstart x.o\nleft   x. -> .x  both\nright = swap of left"


@pytest.mark.parametrize("nodes", BUDGETS)
def test_rules_with_loops_of_ones_own(nodes: int) -> None:
    for text in ("Slide(x..o)", "Slide(x.|.o)", "Slide(x..|.o.) + *"):
        assert not ask(text, nodes, rules=OWN)


PROGRAM = """
from tests.web.test_consistency import ask
texts = ("Clobber(3x4)", "Clobber(2x3)", "Domineering(3x3)", "Snort(2x3) + ^")
print([fault for text in texts for nodes in (10, 1_000, 10_000) for fault in ask(text, nodes)])
"""


@pytest.mark.long
def test_the_reference_engine_which_the_static_site_has() -> None:
    """In a process of its own, since values belong to an engine."""
    environment = {**os.environ, "FARSTAR_ENGINE": "reference", "FARSTAR_REQUIRE_NATIVE": ""}
    program = [sys.executable, "-c", PROGRAM]
    root = Path(__file__).parents[2]
    done = subprocess.run(program, capture_output=True, text=True, env=environment, cwd=root)
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize("size", [(1280, 900), (390, 844)])
def test_a_hard_game_has_its_board_at_once_and_can_be_stopped(
    new_page: Opener, size: tuple[int, int]
) -> None:
    page = new_page(width=size[0], height=size[1])
    page.goto(f"/?{urlencode({'e': ENDLESS})}")
    result = page.get_by_label("Result", exact=True)
    expect(page.locator(".winning .board")).to_be_visible()
    expect(result.get_by_role("heading")).to_have_text("Value of Domineering(20x20)")
    expect(result).to_contain_text("Who wins: still looking …")
    stop = result.get_by_role("button", name="Stop", exact=True)
    stop.click()
    expect(result).to_contain_text("Stopped. Try 60 s")
    expect(result).to_contain_text("Who wins is not known within")
    result.get_by_role("button", name="Try 60 s").click()
    expect(stop).to_be_visible()
    assert "--" not in page.locator("main").inner_text()
    assert overflow(page) <= 0


@pytest.mark.parametrize("size", [(1280, 900), (390, 844)])
def test_bounds_of_a_hard_board_are_shown_as_bounds(
    new_page: Opener, size: tuple[int, int]
) -> None:
    page = new_page(width=size[0], height=size[1])
    page.goto(f"/?{urlencode({'e': 'Domineering(8x8)'})}")
    result, said = page.get_by_label("Result", exact=True), "between −2 and 2 (bounds)"
    expect(result).to_contain_text(f"Value {said}")
    for name in ("Stops", "Mean"):
        row = page.locator("dl.facts.pairs dt", has_text=name).locator("+ dd")
        expect(row).to_have_text(said)
    expect(result.get_by_role("button", name="Try 60 s")).to_be_visible()
    expect(result).to_contain_text("Who wins is not known within 2 s")
    expect(page.get_by_role("heading", name="Why")).to_have_count(0)
    result.get_by_role("button", name="Try 60 s").click()
    expect(result).to_contain_text(f"Value {said}; the value itself: still looking …")
    result.get_by_role("button", name="Stop", exact=True).click()
    expect(result).to_contain_text("Stopped. Try 60 s")
    expect(result).to_contain_text(f"Value {said}")
    assert overflow(page) <= 0


def test_proofs_that_must_fail_are_not_offered(page: Page) -> None:
    page.goto(f"/?{urlencode({'e': 'Clobber(3x4)'})}")
    expect(page.locator(".proofs")).to_have_attribute("aria-busy", "false")
    expect(page.get_by_role("button", name=re.compile("^Prove "))).to_have_count(0)
    page.goto(f"/?{urlencode({'e': 'Domineering(3x3)'})}")
    expect(page.get_by_role("button", name=re.compile("^Prove "))).to_have_count(3)
