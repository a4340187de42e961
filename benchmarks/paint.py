"""How soon the pages of the workbench are painted: ``python -m benchmarks.paint``.

A server on this computer and Chromium, with an empty cache for each page. The target is one second.
"""

from __future__ import annotations

import re
import shutil
import signal
import statistics
import subprocess
import sys

PAGES = ("", "play", "explore", "tables", "papers")
SIZES = ((1440, 900), (390, 844))
ROUNDS = 3
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def measure(url: str, chromium: str) -> list[tuple[str, int, float]]:
    """Return for each page and width the median of the milliseconds to the first paint."""
    from playwright.sync_api import sync_playwright

    paints = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for width, height in SIZES:
            for name in PAGES:
                times = []
                for _ in range(ROUNDS):
                    context = browser.new_context(viewport={"width": width, "height": height})
                    page = context.new_page()
                    page.goto(url + name)
                    page.wait_for_function(f"() => {PAINT} > 0")
                    times.append(float(page.evaluate(PAINT)))
                    context.close()
                paints.append((name or "evaluate", width, statistics.median(times)))
        browser.close()
    return paints


def main() -> int:
    """Start a server, and print a line for each page and width."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("expected the program chromium, which is not installed", file=sys.stderr)
        return 2
    command = [sys.executable, "-m", "farstar", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = re.search(r"http://\S+/", server.stdout.readline())
            assert address is not None
            for name, width, milliseconds in measure(address[0], chromium):
                print(f"{name:<9} {width:>5} px {milliseconds:>6.0f} ms")
        finally:
            server.send_signal(signal.SIGINT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
