"""Take the screenshots of the workbench: ``make screenshots``.

Starts a server and Debian's Chromium, and writes ``docs/images/web-PAGE-THEME.png`` for each page
in light and dark; names of pages on the command line limit it to those.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Browser, Page, expect, sync_playwright

IMAGES = Path(__file__).parent / "images"
WIDTH = 1100
LARGEST = 200_000
"""Bytes of a picture."""

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--hide-scrollbars",
)


def nothing(_: Page) -> None:
    """Leave the page as it is."""


def show_walls(page: Page) -> None:
    """Point into the thermograph."""
    expect(page.get_by_role("heading", name="Why")).to_be_visible()
    page.locator(".thermograph svg").hover(position={"x": 200, "y": 150})
    page.evaluate("document.activeElement.blur()")


def wait_for_board(page: Page) -> None:
    """Wait for the board."""
    expect(page.locator(".card svg").first).to_be_visible()


def wait_for_graph(page: Page) -> None:
    """Wait for the game tree and the automaton."""
    expect(page.locator(".positions .node").first).to_be_visible()


def wait_for_cells(page: Page) -> None:
    """Wait for the coloured map."""
    expect(page.get_by_role("application")).to_be_visible()


def check_a_claim(page: Page) -> None:
    """Check a claim that needs a correction, and look at it."""
    claim = page.locator("details.claim").first
    claim.locator("summary").click()
    claim.get_by_role("button", name="Check").click()
    expect(claim).to_contain_text("Counterexample")
    page.evaluate("document.activeElement.blur()")


@dataclass(frozen=True)
class Shot:
    """A picture to take."""

    name: str
    path: str
    height: int = 900
    prepare: Callable[[Page], None] = nothing


SHOTS = (
    Shot("evaluate", "/?e=" + quote("E(11,8) + {3||2|1} - *2"), 1180, show_walls),
    Shot("play", "/play?e=Domineering(5x5)&m=2,2-3,2_1,1-1,2_4,4-5,4_2,3-2,4", 860, wait_for_board),
    Shot("explore", "/explore?e=Domineering(3x3)", 900, wait_for_graph),
    Shot(
        "tables",
        "/tables?e=Euclid(a,b)&down=a&across=b&down_to=60&across_to=60&show=grundy",
        1240,
        wait_for_cells,
    ),
    Shot("papers", "/papers?paper=real-euclid", 1180, check_a_claim),
)


@contextmanager
def server() -> Iterator[str]:
    """Run a server; yield its address."""
    command = [sys.executable, "-m", "farstar", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        match = re.search(r"http://\S+/", process.stdout.readline())
        assert match, "the server did not start"
        try:
            yield match[0]
        finally:
            process.send_signal(signal.SIGINT)


def take(browser: Browser, url: str, shot: Shot, theme: str) -> Path:
    """Take one picture."""
    context = browser.new_context(
        base_url=url,
        viewport={"width": WIDTH, "height": shot.height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(shot.path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    shot.prepare(page)
    expect(page.locator(".working:visible")).to_have_count(0, timeout=30_000)
    page.wait_for_timeout(500)
    target = IMAGES / f"web-{shot.name}-{theme}.png"
    page.screenshot(path=target)
    context.close()
    return target


def main() -> None:
    """Take all pictures, or those that are named."""
    wanted = sys.argv[1:] or [shot.name for shot in SHOTS]
    expect.set_options(timeout=20_000)
    with server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(ARGUMENTS)
        )
        for shot in (shot for shot in SHOTS if shot.name in wanted):
            for theme in ("light", "dark"):
                target = take(browser, url, shot, theme)
                size = target.stat().st_size
                print(f"{target.name}: {size:,} bytes")
                if size > LARGEST:
                    sys.exit(f"expected a picture of at most {LARGEST} bytes, got {size}")
        browser.close()


if __name__ == "__main__":
    main()
