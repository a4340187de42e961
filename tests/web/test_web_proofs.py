"""Certificates, misère play, the last move and meeting lines of play in the browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from playwright.sync_api import Page, expect

import farstar as fs
from farstar.certificates import load_certificate
from farstar.errors import LoopyError, NotationError
from farstar.sums.notation import short_texts
from farstar.web import tasks

from .conftest import NEW_CONNECTIONS, SERVE, accessibility_faults, overflow, running_server

pytestmark = pytest.mark.xdist_group("web")


def run(name: str, **arguments: object) -> Any:
    return tasks.run(name, arguments, print)


@pytest.mark.parametrize(
    ("arguments", "proved"),
    [
        ({"text": "E(5,3) + ^"}, "P"),
        ({"text": "Domineering(2x3)", "prove": "canonical"}, "canonical form {2|{-1|0}}"),
        ({"text": "Nim(1,2,5)", "prove": "grundy"}, "Grundy value 6"),
        ({"text": "^ >= *"}, "N"),
        ({"text": "Kayles(3,4)", "prove": "misere"}, "N under misère play"),
        ({"text": "^", "prove": "atomic_weight"}, "atomic weight 1"),
        ({"text": "^", "other": "0"}, "L"),
        ({"text": "dud"}, "D"),
        ({"text": "dud", "other": "over"}, "g || h"),
    ],
)
def test_a_certificate_is_one_that_the_checker_accepts(
    arguments: dict[str, str], proved: str, tmp_path: Path
) -> None:
    proof = run("evaluate.certificate", **arguments)
    assert proof["proved"] == proved
    file = tmp_path / proof["file"]
    file.write_text(proof["json"])
    certificate = load_certificate(file)
    assert certificate.check()
    assert proof["report"].startswith("proved: ")
    assert proof["report"].splitlines()[:40] == certificate.report()[:40]
    assert proof["command"] == f"farstar check {proof['file']}"


def test_the_value_of_a_position_with_loops_is_proved(tmp_path: Path) -> None:
    text = "FoxAndGeese(F..|...|G..)"
    assert run("evaluate.card", text=text)["provable"] == ["outcome", "loopy_value"]
    assert run("evaluate.card", text="dud")["provable"] == ["outcome"]
    proof = run("evaluate.certificate", text=text, prove="loopy_value")
    position: Any = fs.parse(text)
    assert proof["proved"] == "g == h"
    assert proof["asked"] == f"{text} == {position.loopy_value}"
    (tmp_path / "proof.json").write_text(proof["json"])
    assert load_certificate(tmp_path / "proof.json").check() == ["g == h"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"text": "{1|-1}", "prove": "grundy"}, "no certificate: "),
        ({"text": "on", "prove": "canonical"}, "no certificate: "),
        ({"text": "1", "prove": "atomic_weight"}, "no certificate: "),
        ({"text": "1", "prove": "nonsense"}, "no certificate: expected one of outcome, "),
    ],
)
def test_what_has_no_certificate_says_so(arguments: dict[str, str], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        run("evaluate.certificate", **arguments)


def test_a_claim_has_a_certificate_or_says_why_not(tmp_path: Path) -> None:
    answer = run("papers.certificates", paper="partizan-euclid", label="Lemma 1")
    (proof,) = answer["proofs"]
    assert proof["asked"].startswith("outcomes of ")
    assert proof["proved"].startswith("the outcomes of ")
    assert proof["command"] == "farstar check proof-1.json"
    (tmp_path / "proof.json").write_text(proof["json"])
    assert load_certificate(tmp_path / "proof.json").check()[0].startswith("the outcomes of ")
    with pytest.raises(NotationError, match="no certificate, as no game is played: it compares "):
        run("papers.certificates", paper="partizan-euclid", label="Introduction, NICF and FICF")


def test_all_certificates_of_a_claim_are_shown_up_to_ten(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = {"paper": "partizan-euclid", "label": "Observation 5, values"}
    answer = run("papers.certificates", **claim)
    assert [proof["file"] for proof in answer["proofs"]] == ["proof-1.json", "proof-2.json"]
    assert answer["more"] == 0
    monkeypatch.setattr("farstar.papers.page._MOST_PROOFS", 1)
    answer = run("papers.certificates", **claim)
    assert (len(answer["proofs"]), answer["more"]) == (1, 1)
    assert answer["command"] == (
        "farstar verify partizan-euclid --claim 'Observation 5, values' --bound 20 "
        "--certificates proofs"
    )


@pytest.mark.parametrize("text", ["Kayles(3,4)", "Nim(1,1,1)", "Cram(2x3)", "Nim(2,3) + *2", "*3"])
def test_misere_play_is_that_of_the_search(text: str) -> None:
    sheet = run("evaluate.misere", text=text)
    game: Any = fs.parse(text)
    expected = (
        game.search_misere_outcome() if isinstance(game, fs.Position) else game.misere_outcome
    )
    assert sheet["letter"] == str(expected)
    labels = {row["label"]: row["text"] for row in sheet["rows"]}
    # Whoever moves first wins exactly if some move wins.
    assert labels["Left first"].startswith("wins") == (sheet["letter"] == "N")
    if isinstance(game, fs.Position):
        second = labels["Element"] in labels["P-positions"].split(", ")
        assert second == (sheet["letter"] == "P")


def test_misere_play_needs_moves() -> None:
    assert run("evaluate.card", text="Domineering(2x3)")["has_misere"]
    sheet = run("evaluate.misere", text="Domineering(2x3)")
    assert (sheet["letter"], sheet["outcome"]) == ("L", "Left wins, whoever starts")
    assert run("evaluate.misere", text="over")["letter"] == "R"
    assert not run("evaluate.card", text="dud")["has_misere"]
    with pytest.raises(LoopyError, match="expected a stopper"):
        run("evaluate.misere", text="dud")


@pytest.mark.parametrize("name", fs.games.GAMES)
def test_the_last_move_is_seen_in_every_game(name: str) -> None:
    kind: Any = fs.games.load(name)
    start = next(iter(kind.rules.starts))
    game: Any = fs.parse(start)
    player = fs.Left if game.moves(fs.Left) else fs.Right
    moves = list(game.moves(player))
    key = short_texts(moves)[len(moves) // 2]
    view = run("play.view", expression=start, first=player.name.lower(), moves=[key])
    seen = [board["last"] or board["before"] for board in view["boards"]]
    # A component that has come to its end is not shown any more.
    assert any(seen) or not view["boards"]


def test_the_documentation_is_served_next_to_the_pages(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<title>Manual</title>")
    (tmp_path / "glossary.html").write_text("terms")
    with (
        running_server("--docs", str(tmp_path), program=SERVE) as server,
        httpx.Client(base_url=server.url, timeout=None, limits=NEW_CONNECTIONS) as client,
    ):
        assert 'data-docs="docs/"' in client.get("/").text
        assert "Manual" in client.get("/docs/").text
        assert client.get("/docs/glossary.html").text == "terms"
        assert client.get("/docs/../pyproject.toml").status_code == 404
        assert client.get("/docs/%2e%2e/pyproject.toml").status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("width", [1440, 390])
def test_prove_it_and_misere_play(new_page: Any, width: int, tmp_path: Path) -> None:
    page: Page = new_page(width=width)
    page.goto(f"/?{urlencode({'e': 'Kayles(5,7)'})}")
    page.get_by_role("button", name="Prove the Grundy value").click()
    expect(page.locator(".proof")).to_contain_text(["Proved and checked: Grundy value 6,"])
    page.get_by_text("What was checked").click()
    expect(page.locator(".proof pre")).to_contain_text('called "Kayles(5,7)" by the file')
    expect(page.get_by_text("farstar check proof.json", exact=True)).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download proof.json").click()
    download.value.save_as(tmp_path / "proof.json")
    assert load_certificate(tmp_path / "proof.json").check() == ["Grundy value 6"]
    page.get_by_text("Misère play: a player who cannot move wins").click()
    expect(page.locator("#misere")).to_contain_text("The first player wins")
    expect(page.locator("#misere")).to_contain_text("(5,7) → (1,3,7), (5,7) → (5,1,5)")
    assert accessibility_faults(page) == []
    assert overflow(page) <= 0
    page.get_by_role("link", name="Play misère").click()
    expect(page.locator(".boards svg").first).to_be_visible()
    expect(page).to_have_url(re.compile("ending=misere"))
    page.goto(f"/?{urlencode({'e': 'E(11,8) >= v'})}")
    page.get_by_role("button", name="Prove it").click()
    expect(page.locator(".proof")).to_contain_text(["Proved and checked: N for E(11,8) || v,"])


@pytest.mark.long
def test_lines_of_play_that_meet_and_the_last_move(wide_page: Page) -> None:
    page = wide_page
    page.goto(f"/explore?{urlencode({'e': 'Nim(1,2)'})}")
    expect(page.locator(".positions .node")).to_have_count(4)
    page.get_by_role("button", name="Expand Nim(1,1)").click()
    expect(page.locator(".positions .node.again")).to_have_count(1)
    expect(page.locator(".positions .node.again")).to_contain_text("the same position as before")
    page.get_by_role("button", name="Prove it").click()
    answer = page.locator(".proof", has_text="Proved and checked: N,")
    expect(answer).to_be_visible()
    page.goto(f"/play?{urlencode({'e': 'Nim(3,5)', 'm': '3,3'})}")
    expect(page.locator(".last-move svg .moved").first).to_be_visible()
    assert accessibility_faults(page) == []


@pytest.mark.long
def test_prove_it_on_play_and_tables(wide_page: Page, tmp_path: Path) -> None:
    page = wide_page
    for state, proved in (
        ({"e": "Nim(2,3)"}, ["N"]),
        ({"e": "Nim(1,1)", "ending": "misere"}, ["N under misère play"]),
    ):
        page.goto(f"/play?{urlencode(state)}")
        page.get_by_role("button", name="Why?").click()
        page.get_by_role("button", name="Prove it").click()
        expect(page.locator(".why .proof")).to_contain_text(f"Proved and checked: {proved[0]},")
        expect(page.locator(".why .proof")).to_contain_text("checked by checker.py.")
        with page.expect_download() as download:
            page.get_by_role("button", name="Download proof.json").click()
        download.value.save_as(tmp_path / "proof.json")
        assert load_certificate(tmp_path / "proof.json").check() == proved
    assert accessibility_faults(page) == []
    claim = {"paper": "partizan-euclid", "claim": "Observation 5, values"}
    page.goto(f"/papers?{urlencode(claim)}")
    row = page.locator("details.claim[open]")
    row.get_by_role("button", name="Prove it").click()
    expect(row.locator(".proof")).to_contain_text("Proved and checked: R for E(5,3) < ^,")
    expect(row.locator(".proof")).to_contain_text("for values of 6 positions")
    for number in (1, 2):
        with page.expect_download() as download:
            row.get_by_role("button", name=f"Download proof-{number}.json").click()
        download.value.save_as(tmp_path / "proof.json")
        assert load_certificate(tmp_path / "proof.json").check()
    assert accessibility_faults(page) == []
    table = {"e": "Nim(a,b)", "down": "a", "across": "b", "down_from": 1, "down_to": 4}
    table |= {"across_from": 1, "across_to": 4, "show": "grundy"}
    page.goto(f"/tables?{urlencode(table)}")
    cells = page.locator(".map-place canvas")
    cells.focus()
    cells.press("ArrowRight")
    expect(page.locator("#cell-said")).to_contain_text("grundy")
    page.get_by_role("button", name="Prove it").click()
    expect(page.locator(".cell-proof .proof")).to_contain_text("Proved and checked: Grundy value ")
    assert accessibility_faults(page) == []
