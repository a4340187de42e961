"""The widgets in JupyterLab itself: a notebook is run, and its boards are clicked."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.waiting import until
from tests.web.conftest import MILLISECONDS

pytest.importorskip("jupyterlab", reason="JupyterLab is not installed: make test-all does it")

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser")]

CELLS = [
    "import farstar as fs\nfrom farstar import notebook",
    "board = notebook.Board(fs.Nim(3, 5))\nboard",
    "game = notebook.Play(fs.Domineering('2x2'))\ngame",
    "slider = notebook.ThermographSlider('{3||2|1}')\nslider",
    "notebook.Explorer(fs.PartizanEuclid(11, 8))",
]


def cell(source: str) -> dict[str, object]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": f"cell-{abs(hash(source))}",
        "metadata": {},
        "outputs": [],
        "source": source,
    }


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """Run JupyterLab in a folder with one notebook; return its address."""
    notebook = {
        "cells": [cell(source) for source in CELLS],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (tmp_path / "boards.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    places = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    own = {name: str(tmp_path / name.lower()) for name in places}
    options = ["--no-browser", "--allow-root", "--IdentityProvider.token=", "--port=0"]
    command = [sys.executable, "-m", "jupyterlab", *options, f"--ServerApp.root_dir={tmp_path}"]
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **own})
    runtime = tmp_path / "jupyter_runtime_dir"

    def address() -> str | None:
        """Return the address, which the server writes to a file, once it answers there."""
        assert server.poll() is None, (tmp_path / "log").read_text()
        try:
            (described,) = runtime.glob("jpserver-*.json")
            url = f"http://127.0.0.1:{json.loads(described.read_text())['port']}"
            answer = httpx.get(f"{url}/api", trust_env=False)
        except (httpx.TransportError, ValueError):
            return None
        return url if answer.status_code == 200 else None

    try:
        yield until(address)
    finally:
        server.terminate()
        server.wait()


def test_boards_can_be_clicked_in_jupyterlab(browser: Browser, lab: str, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 1200, "height": 3000})
    page.set_default_timeout(MILLISECONDS)
    page.goto(f"{lab}/lab/tree/boards.ipynb")
    expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    widgets = page.locator(".farstar-widget")
    expect(widgets).to_have_count(4)
    board, game, slider, explorer = (widgets.nth(n) for n in range(4))
    board.locator('[data-cell="1,4"]').click()
    expect(board.get_by_role("textbox", name="Position")).to_have_value("Nim(3,3)")
    expect(board.locator("dd.math")).to_have_text("0")
    game.locator('[data-cell="0,0"]').click()
    expect(game.get_by_role("status")).to_have_text(re.compile("You win: Left"))
    slider.get_by_role("slider").fill("0")
    slider.get_by_role("slider").press("ArrowRight")
    expect(slider.locator(".cooled")).not_to_contain_text("9/4")
    explorer.get_by_role("button", name="Go to E(8,3)").click()
    expect(explorer.locator(".trail b")).to_have_text("E(8,3)")
    page.screenshot(path=tmp_path / "lab.png")
    page.close()
