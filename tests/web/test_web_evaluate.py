"""The page Evaluate in a browser, and what holds of every page."""

from __future__ import annotations

import re
from functools import partial
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ..waiting import until
from .conftest import (
    ENDLESS,
    HOPELESS,
    SERVE,
    Opener,
    Server,
    accessibility_faults,
    address_of,
    health,
    overflow,
    patient_context,
    running_server,
    wait_for_fields,
)

pytestmark = pytest.mark.xdist_group("web")

LONG = pytest.mark.long


def field(page: Page) -> Locator:
    return page.get_by_label("Expression")


def evaluate(page: Page, text: str) -> Locator:
    """Type an expression and press Enter; return the card with the result."""
    field(page).fill(text)
    field(page).press("Enter")
    return page.get_by_label("Result", exact=True)


def said(page: Page) -> Locator:
    return page.locator("#said")


def test_a_quotient_of_surreal_numbers(page: Page) -> None:
    page.goto("/evaluate")
    result = evaluate(page, "1/(w+1)")
    expect(result).to_contain_text("Left wins, whoever starts")
    expect(said(page)).to_have_text("understood as 1/(omega+1)")
    expect(result.get_by_label("Value")).to_have_text("1/(ω+1)")
    terms = "omega^(-1)-omega^(-2)+omega^(-3)-omega^(-4), and more"
    expect(page.get_by_text(terms)).to_be_visible()


def test_good_text(page: Page) -> None:
    page.goto("/evaluate")
    expect(page.get_by_role("button", name="Clear")).to_have_count(0)
    result = evaluate(page, "E(11,8) + {3||2|1} - *2")
    expect(result).to_contain_text("Left wins, whoever starts")
    expect(said(page)).to_have_text("understood as E(11,8) + {3|{2|1}} - *2")
    expect(result.get_by_label("Value")).to_have_text("{3⇓∗3||2⇓∗3|1⇓∗3}")
    expect(page.get_by_role("img", name="Thermograph of")).to_be_visible()
    facts = page.locator("dl.facts.pairs dd")
    expect(facts.nth(0)).to_have_text("Left 3, Right 2")
    expect(facts.nth(1)).to_have_text("94")  # a fraction
    expect(facts.nth(3)).to_have_text("none (not infinitesimal)")
    expect(page.get_by_role("heading", name="Why")).to_be_visible()
    address = "/?e=" + quote("E(11,8) + {3||2|1} - *2", safe="(),*")
    expect(page).to_have_url(re.compile(re.escape(address) + "$"))
    # An option leads on, and the way back leads back.
    page.get_by_role("link", name="3vv*3", exact=True).click()
    expect(page.get_by_label("Value", exact=True)).to_have_text("3⇓∗3")
    expect(field(page)).to_have_value("3vv*3")
    page.wait_for_url("**/?e=3vv*")
    page.go_back()
    expect(page.get_by_label("Value", exact=True)).to_have_text("{3⇓∗3||2⇓∗3|1⇓∗3}")
    history = page.locator("#history li")
    expect(history).to_have_text(
        ["E(11,8) + {3||2|1} - *2{3⇓∗3||2⇓∗3|1⇓∗3}", "3vv*33⇓∗3"], use_inner_text=False
    )
    page.get_by_role("button", name="Clear").click()
    expect(history).to_have_count(0)


def test_bad_text_is_shown_with_its_place_while_it_is_typed(page: Page) -> None:
    page.goto("/evaluate")
    field(page).press_sequentially("E(11,8) + {1|0|-1} - *2")
    expect(said(page)).to_contain_text("column 15: expected one longest run of bars")
    # Not the answer to what was typed a moment before.
    expect(said(page)).to_contain_text("E(11,8) + {1|0|-1} - *2")
    picture = said(page).inner_text().splitlines()
    assert picture[0].strip() == "E(11,8) + {1|0|-1} - *2"
    assert picture[1].index("^") == picture[0].index("|-1")
    field(page).fill("E(0,8)")
    expect(said(page)).to_contain_text("expected each number of a position")
    field(page).fill("E(11,8)")
    expect(said(page)).to_have_text("understood as E(11,8)")
    # What would be markup is text.
    evaluate(page, '<img src=x onerror="alert(1)">')
    expect(said(page)).to_contain_text("column 1")
    assert page.locator("#said img").count() == 0


def is_in_clipboard(page: Page, text: str) -> bool:
    return bool(page.evaluate("navigator.clipboard.readText()") == text)


def test_copying(new_page: Opener) -> None:
    page = new_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/?e=" + quote("^^* + 1/2"))
    value = page.get_by_label("Value", exact=True)
    expect(value).to_be_visible()
    for name, text in {
        "Copy ASCII": "1/2^^*",
        "Copy Unicode": "1/2⇑∗",
        "Copy LaTeX": r"\frac{1}{2}{\Uparrow}{\ast}",
        "Copy link": address_of(page),
    }.items():
        page.get_by_role("button", name=name).click()
        expect(page.get_by_text("Copied")).to_be_visible()
        # That may be what was said of the one before.
        until(partial(is_in_clipboard, page, text))


def test_a_shared_address_and_its_thermograph(page: Page) -> None:
    page.goto("/?e=" + quote("{3||2|1}"))
    expect(page.get_by_label("Value", exact=True)).to_have_text("{3||2|1}")
    expect(field(page)).to_have_value("{3||2|1}")
    slider = page.get_by_role("slider", name="Temperature")
    slider.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^t = 1/32: Left wall at 95/32"))
    page.keyboard.press("End")
    readout = page.locator(".walls-at")
    expect(readout).to_contain_text("both walls at 9/4")
    box = page.locator(".thermograph svg").bounding_box()
    assert box is not None
    page.locator(".thermograph svg").hover(position={"x": box["width"] / 2, "y": box["height"] / 2})
    expect(readout).to_contain_text(re.compile("Left wall at .*, Right wall at 2"))
    page.get_by_text("How the thermograph is made").click()
    expect(
        page.get_by_text("1. Walls of the options").or_(page.locator(".wide svg"))
    ).to_be_visible()


def test_the_trees_of_fractions_have_the_way_to_a_position(page: Page) -> None:
    page.goto("/?e=" + quote("Euclid(7,5)"))
    page.get_by_text("In the Stern-Brocot tree").click()
    tree = page.get_by_role("group", name="In the Stern-Brocot tree")
    expect(tree.locator("svg").or_(page.get_by_text("matplotlib"))).to_be_visible()
    expect(page.get_by_text("In the Calkin-Wilf tree")).to_be_visible()


def keep_busy(page: Page) -> None:
    """Ask for something that takes a minute: who wins is not known, and more time is granted."""
    evaluate(page, ENDLESS)
    page.get_by_role("button", name="Try 60 s").click()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()


def test_a_long_request_can_be_cancelled(page: Page) -> None:
    page.goto("/evaluate")
    keep_busy(page)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text("Stopped")).to_be_visible()
    expect(evaluate(page, "*2")).to_contain_text("the first player wins", ignore_case=True)


def test_the_last_request_counts(page: Page) -> None:
    page.goto("/evaluate")
    evaluate(page, HOPELESS)
    result = evaluate(page, "7")
    expect(result.get_by_label("Value")).to_have_text("7")
    expect(page.get_by_role("button", name="Stop", exact=True)).to_have_count(0)


def test_one_hopeless_tab_does_not_hold_up_another(new_page: Opener) -> None:
    stuck, other = new_page(), new_page()
    stuck.goto("/evaluate")
    keep_busy(stuck)
    other.goto("/?e=*2")
    expect(other.get_by_label("Value", exact=True)).to_have_text("∗2")
    # The first still waits, and reads what is typed meanwhile.
    field(stuck).fill("1 +")
    expect(said(stuck)).to_contain_text("column 4")
    expect(stuck.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    stuck.get_by_role("button", name="Stop", exact=True).click()
    expect(stuck.get_by_text("Stopped")).to_be_visible()


@LONG
def test_leaving_a_page_ends_its_work(browser: Browser) -> None:
    # With its time limit the work would go on for longer than this test may.
    with running_server("--workers", "1", "--time-limit", "600") as patient:
        page = patient_context(browser, base_url=patient.url).new_page()
        page.goto("/evaluate")
        keep_busy(page)
        until(lambda: health(patient)["running"])
        page.goto("/play")
        until(lambda: not health(patient)["running"])
        page.context.close()


def test_keyboard_alone(page: Page) -> None:
    page.goto("/evaluate")
    expect(field(page)).to_be_focused()
    page.keyboard.type("{1|-1}")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Evaluate")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Value", exact=True)).to_have_text("±1")
    page.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
    page.reload()
    expect(page.get_by_label("Value", exact=True)).to_have_text("±1")
    page.evaluate("document.querySelector('.brand').focus()")
    page.keyboard.press("Shift+Tab")
    skip = page.get_by_role("link", name="Skip to the contents")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
    page.keyboard.press("Tab")
    expect(field(page)).to_be_focused()


@pytest.mark.parametrize(
    "target",
    ["Play", *(pytest.param(name, marks=LONG) for name in ("Explore", "Tables", "Papers"))],
)
def test_back_leads_back(page: Page, target: str) -> None:
    page.goto("/?e=E%2811%2C8%29")
    value = page.get_by_label("Value", exact=True)
    expect(value).to_be_visible()
    page.get_by_role("navigation").get_by_role("link", name=target).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(target)
    page.wait_for_url(re.compile(f"/{target.lower()}"))
    if target != "Papers":
        wait_for_fields(page, e="*")  # a page that completes its address might cancel the way back
    page.go_back()
    expect(value).to_be_visible()
    expect(field(page)).to_have_value("E(11,8)")


def test_a_failed_evaluation_has_its_own_address(page: Page) -> None:
    page.goto("/?e=*2")
    expect(page.get_by_label("Value", exact=True)).to_be_visible()
    field(page).fill("1 +")
    field(page).press("Enter")
    expect(said(page)).to_contain_text("column 4")
    expect(page).to_have_url(re.compile(r"/\?e=1%20%2B$"))
    page.go_back()
    expect(page.get_by_label("Value", exact=True)).to_have_text("∗2")


def test_relations_and_comparisons(page: Page) -> None:
    page.goto("/?e=" + quote("E(11,8) >= ^^*"))
    result = page.get_by_label("Result", exact=True)
    expect(result).to_contain_text("False")
    expect(result).to_contain_text("G < H")
    page.goto("/evaluate")
    field(page).fill("{1|0}")
    page.get_by_role("button", name="Compare").click()
    page.get_by_label("Compare with").fill("1/2")
    page.get_by_label("Compare with").press("Enter")
    expect(result).to_contain_text("The games are confused")
    expect(page.get_by_role("img", name="Thermograph of")).to_have_count(2)
    expect(page).to_have_url(re.compile("with=1/2"))
    page.reload()
    expect(result).to_contain_text("The games are confused")


def test_names_belong_to_the_address_too(page: Page, new_page: Opener) -> None:
    page.goto("/evaluate")
    evaluate(page, "G := {2|-1}")
    expect(page.get_by_label("Names")).to_contain_text("G := {2|-1}")
    result = evaluate(page, "G + *")
    expect(result).to_contain_text("Value of {2|-1} + *")
    wait_for_fields(page, e="G + *")
    other = new_page()  # another visitor, who never defined G
    other.goto(address_of(page))
    expect(other.get_by_label("Result", exact=True)).to_contain_text("Value of {2|-1} + *")


def test_the_board_has_its_winning_moves_marked(page: Page) -> None:
    page.goto("/?e=" + quote("Domineering(3x3)"))
    boards = page.locator("figure.winning")
    expect(boards).to_have_count(2)
    expect(boards.first).to_contain_text("Left to move wins, for example by (1,2)-(2,2)")
    # One move, drawn as an arrow; all of them are numbered on demand.
    expect(boards.first.locator(".marks .arrow")).to_have_count(1)
    expect(boards.first.locator(".numbered")).to_be_hidden()
    boards.first.get_by_role("button", name="Show all 2").click()
    expect(boards.first.locator(".marks .badge-text")).to_have_text(["1", "2"])
    expect(boards.first.locator(".numbered li")).to_have_text(["(1,2)-(2,2)", "(2,2)-(3,2)"])


@LONG
def test_the_slider_cools_the_game(page: Page) -> None:
    page.goto("/?e=" + quote("{3||2|1}"))
    page.get_by_role("slider", name="Temperature").fill("16")
    expect(page.locator(".cooled")).to_contain_text("Cooled by 1/2: {5/2|2∗}".replace("5/2", "52"))
    expect(page).to_have_url(re.compile("cool=1/2$"))
    page.reload()
    expect(page.locator(".cooled")).to_contain_text("Cooled by 1/2")


def test_names_of_games_are_completed(page: Page) -> None:
    page.goto("/evaluate")
    expect(page.get_by_role("button", name="Help")).to_be_visible()
    field(page).press_sequentially("*2 + dom")
    options = page.locator(".completion").get_by_role("option")
    expect(options).to_have_count(1)
    field(page).press("ArrowDown")
    field(page).press("Enter")
    expect(field(page)).to_have_value("*2 + Domineering(")
    assert accessibility_faults(page) == []


HEIGHT_ON_PAGE = "(one) => one.getBoundingClientRect().top + scrollY"


@pytest.mark.parametrize("width", [1200, 390])
def test_terms_are_explained(new_page: Opener, width: int) -> None:
    page = new_page(width=width)
    page.goto("/?e=*2")
    note = page.get_by_role("note")
    value = page.locator("dl.facts.pairs dt", has_text="Mean").locator("+ dd")
    expect(page.locator(".steps")).to_be_visible()
    before = value.evaluate(HEIGHT_ON_PAGE)
    page.get_by_role("button", name="Mean").click()
    expect(note).to_contain_text("each copy of a game is worth on average")
    expect(note.get_by_role("link", name="{3|1}")).to_be_visible()
    assert overflow(page) <= 0
    assert value.evaluate(HEIGHT_ON_PAGE) == before
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    # The reasons explain their words too, each where it comes first.
    page.locator(".steps").get_by_role("button", name="Outcome").click()
    expect(note).to_contain_text("whoever moves first")
    page.get_by_role("heading", name="Evaluate").click()
    expect(note).to_be_hidden()
    page.get_by_role("button", name="Help").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Switches")
    assert accessibility_faults(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize(
    "history",
    [
        "[1, null, {}]",
        *(
            pytest.param(text, marks=LONG)
            for text in ("{", "7", '[{"e": 1, "v": 2}]', '{"e": "x"}')
        ),
    ],
)
def test_a_malformed_history_is_ignored(page: Page, history: str) -> None:
    page.goto("/evaluate")
    for name in ("history", "names", "verdicts", "theme"):
        page.evaluate(f"localStorage.setItem('farstar-{name}', {history!r})")
    page.goto("/?e=*2")
    expect(page.get_by_label("Value", exact=True)).to_have_text("∗2")
    page.goto("/papers?paper=real-euclid")
    expect(page.get_by_role("button", name="Check all")).to_be_visible()


@LONG
def test_out_of_time_has_partial_answers_and_another_try(browser: Browser) -> None:
    with running_server("--workers", "1") as server:
        page = patient_context(browser, base_url=server.url).new_page()
        page.goto("/?e=" + quote(HOPELESS + " + 3"))
        expect(page.get_by_text("Value left out: not known within 2 s.")).to_be_visible()
        expect(page.locator("dl.facts.pairs")).to_contain_text(
            "between −1099511627772 and 1099511627778"
        )
        expect(page.locator("dl.facts.pairs")).to_contain_text("at most 549755813888")
        page.get_by_role("button", name="Try 60 s").click()
        page.get_by_role("button", name="Stop", exact=True).click()
        expect(page.get_by_text("Stopped")).to_be_visible()
        page.context.close()


@LONG
def test_a_restarted_server_is_asked_again(browser: Browser) -> None:
    with running_server("--workers", "1") as first:
        port = httpx.URL(first.url).port
        page = patient_context(browser, base_url=first.url).new_page()
        page.goto("/?e=*2")
        expect(page.get_by_label("Value", exact=True)).to_have_text("∗2")
    field(page).fill("*3")
    field(page).press("Enter")
    expect(page.get_by_text("The server does not answer")).to_be_visible()
    with running_server("--workers", "1", program=(*SERVE[:-1], str(port))):
        expect(page.get_by_label("Value", exact=True)).to_have_text("∗3")
        expect(page.get_by_text("The server does not answer")).to_be_hidden()
    page.context.close()


def test_the_theme_is_remembered(page: Page) -> None:
    page.goto("/evaluate")
    theme = "document.documentElement.dataset.theme"
    assert page.evaluate(theme) == "light"
    page.get_by_role("button", name="Switch between light and dark").click()
    assert page.evaluate(theme) == "dark"
    page.goto("/play")
    assert page.evaluate(theme) == "dark"


@pytest.mark.parametrize(
    "path",
    [
        "/?e=" + quote("{3||2|1} - E(11,8)"),
        *(pytest.param(path, marks=LONG) for path in ("/", "/api/docs")),
    ],
)
def test_accessible_in_light_and_dark_and_on_a_phone(new_page: Opener, path: str) -> None:
    page = new_page()
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    if "=" in path:
        expect(page.get_by_role("heading", name="Why")).to_be_visible()
    assert accessibility_faults(page) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 380, "height": 800})
    assert accessibility_faults(page) == []
    assert overflow(page) <= 0


def test_an_unknown_page_is_refused_kindly(new_page: Opener, server: Server) -> None:
    answer = httpx.get(f"{server.url}nothing", timeout=None)
    assert answer.status_code == 404
    assert "There is nothing at this address" in answer.text


def test_a_board_is_saved_and_an_answer_is_copied_for_programs(new_page: Opener) -> None:
    page = new_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/?e=" + quote("Domineering(2x2)"))
    for name, start in (("SVG", "<svg xmlns"), ("TikZ", r"% needs \usepackage{tikz}")):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=f"Save {name}").click()
        assert waiting.value.path().read_text().startswith(start)
    for name, text in {
        "Copy Python": 'import farstar as fs\ngame = fs.parse("Domineering(..|..)")\n',
        "Copy command": "farstar eval 'Domineering(..|..)'",
    }.items():
        page.get_by_role("button", name=name).click()
        until(partial(is_in_clipboard, page, text))


@pytest.mark.parametrize("width", [1280, 390])
def test_which_positions_have_a_value(new_page: Opener, width: int) -> None:
    page = new_page(width=width)
    page.goto("/?e=" + quote("+-1"))
    page.get_by_text("Which positions have this value?").click()
    page.get_by_label("Boards up to").select_option("4")
    page.get_by_role("button", name="Look").click()
    found = page.locator(".found li")
    expect(found.first).to_contain_text("Domineering(..|..)")
    found.first.get_by_role("link").click()
    expect(page.get_by_label("Value", exact=True)).to_have_text("±1")
    assert overflow(page) <= 0
