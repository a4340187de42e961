"""The documentation in a browser: its menu of versions, its policy, and the link to try Farstar."""

from __future__ import annotations

import http.server
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, expect

import farstar as fs
from farstar.web.static_site import write_site
from tests.docs.test_versions import ADD, pages
from tests.web.conftest import MILLISECONDS, SERVE, running_server
from tests.web.test_web_static import NODE, PYODIDE, Quiet, fake_pyodide, needs_pyodide

FIRST_PAGE = (Path(__file__).parents[2] / "docs" / "index.md").read_text(encoding="utf-8")
TRY_IT = re.findall(r'<p class="try-it">.*?</p>', FIRST_PAGE, re.DOTALL)

pytestmark = pytest.mark.xdist_group("web")


@contextmanager
def file_server(folder: Path) -> Iterator[str]:
    """Serve a folder as any web server does; yield its address."""
    handler = partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def test_the_menu_leads_to_the_same_page_or_to_the_first(browser: Browser, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    ADD.add(pages(tmp_path / "old", "0.1.0", "values.html"), site, "0.1.0")
    ADD.add(pages(tmp_path / "new", "0.2.0", "values.html", "guide/new.html"), site, "0.2.0")
    with file_server(site) as url:
        page = browser.new_page(base_url=url)
        page.set_default_timeout(MILLISECONDS)
        page.goto("0.2.0/values.html")
        menu = page.get_by_label("Version")
        expect(menu).to_have_value("0.2.0")
        menu.select_option("0.1.0")
        expect(page).to_have_title("0.1.0 values.html")
        page.goto("0.2.0/guide/new.html")
        expect(menu).to_have_value("0.2.0")
        menu.select_option("0.1.0")
        expect(page).to_have_title("0.1.0 index.html")
        # A copy of the pages that is no part of a site knows only itself.
        page.goto((tmp_path / "new" / "index.html").as_uri())
        expect(menu.get_by_role("option")).to_have_text(["0.2.0"])
        page.close()


def test_links_to_try_farstar_lead_to_pages_and_games(tmp_path: Path) -> None:
    assert len(TRY_IT) == 1
    pyodide = fake_pyodide(tmp_path / "pyodide")
    files = write_site(tmp_path / "docs" / "try", pyodide, "../")
    links = [
        urlsplit(link.replace("&amp;", "&")) for link in re.findall(r'href="([^"]*)"', TRY_IT[0])
    ]
    assert len(links) == 3
    for link in links:
        assert tmp_path / "docs" / link.path / "index.html" in files
        (expression,) = parse_qs(link.query)["e"]
        assert fs.parse(expression).outcome


@needs_pyodide
@pytest.mark.long
def test_try_it_now_evaluates_a_sum(browser: Browser, tmp_path: Path) -> None:
    assert PYODIDE is not None
    write_site(tmp_path / "docs" / "try", PYODIDE, "../", node=NODE)
    (tmp_path / "docs" / "index.html").write_text(f"<!doctype html>{TRY_IT[0]}", encoding="utf-8")
    with running_server("--docs", str(tmp_path / "docs"), program=SERVE) as server:
        page = browser.new_page(base_url=server.url)
        page.set_default_timeout(MILLISECONDS)
        refused: list[str] = []
        page.on(
            "console", lambda said: refused.append(said.text) if "Policy" in said.text else None
        )
        page.goto("docs/")
        page.get_by_role("link", name="Try it now").click()
        expect(page.get_by_label("Value", exact=True)).to_be_visible()
        expect(page.get_by_role("img", name="Thermograph of")).to_be_visible()
        assert refused == []
        page.close()


def test_only_the_documentation_may_run_webassembly(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<title>Manual</title>")
    with running_server("--docs", str(tmp_path), program=SERVE) as server:
        policies = {
            path: httpx.get(f"{server.url}{path}", timeout=None).headers.get_list(
                "content-security-policy"
            )
            for path in ("", "play", "api/health", "static/app.js", "docs/", "docs/none.html")
        }
    for path, (policy,) in policies.items():
        is_docs = path.startswith("docs/")
        assert ("script-src 'self' 'wasm-unsafe-eval';" in policy) == is_docs
        assert ("script-src 'self';" in policy) != is_docs
        assert ("frame-ancestors 'self'" in policy) == is_docs
        assert "'unsafe-eval'" not in policy
