"""The site that needs no server, from a plain file server in Chromium."""

from __future__ import annotations

import http.server
import io
import re
import shutil
import sys
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from farstar.errors import NotationError
from farstar.web.bytecode import compile_archive
from farstar.web.static_site import PYODIDE_FILES, write_site
from farstar.web.tasks import evaluate
from tests.running import run

from .conftest import Watch, accessibility_faults, overflow, patient_context
from .test_web_learn import WIN

pytestmark = pytest.mark.xdist_group("web")

PYODIDE = next(
    (
        folder
        for folder in (
            Path("build/node_modules/pyodide"),
            Path("node_modules/pyodide"),
        )
        if (folder / "pyodide.mjs").is_file()
    ),
    None,
)
needs_pyodide = pytest.mark.skipif(
    PYODIDE is None, reason="needs the npm package pyodide: python tools/fetch_pyodide.py"
)
NODE = shutil.which("node")
CORE = next((file for file in (Path("build/wasm/_core.abi3.so"),) if file.is_file()), None)
"""The C++ core as WebAssembly, if tools/build_wasm.py made it."""

EXPRESSIONS = (
    "{3||2|1} + *2",
    "E(11,8) + {3||2|1} - *2",
    "Domineering(3x3)",
    "Domineering(4x4)",
    "Clobber(2x3)",
    "Clobber(3x4)",
    "Kayles(9)",
    "TakeAndBreak(0.137; 9,12)",
    "Hackenbush(l(l;r);rl)",
    "Amazons(x..|...|..o)",
    "on + {1|-1}",
    "BackslidingToadsAndFrogs(TT.F)",
)
"""What both engines can do, and what the reference engine may lack time for."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of the site on a plain file server, in a folder of it."""
    assert PYODIDE is not None
    folder = tmp_path_factory.mktemp("files")
    write_site(folder / "docs" / "try", PYODIDE, "../", node=NODE, core=CORE)
    handler = partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/docs/try/"
        server.shutdown()
        thread.join()


@pytest.fixture
def tab(browser: Browser, site: str) -> Iterator[Page]:
    context = patient_context(browser, base_url=site, reduced_motion="reduce")
    page = context.new_page()
    watch = Watch(urlsplit(site).netloc)
    watch.over(page)
    yield page
    context.close()
    assert not watch.faults


def fake_pyodide(folder: Path) -> Path:
    folder.mkdir()
    for name in PYODIDE_FILES:
        (folder / name).write_bytes(b"x")
    return folder


def test_the_site_is_complete_and_reproducible(tmp_path: Path) -> None:
    pyodide = fake_pyodide(tmp_path / "pyodide")
    files = write_site(tmp_path / "one", pyodide)
    again = write_site(tmp_path / "two", pyodide)
    names = [file.relative_to(tmp_path / "one").as_posix() for file in files]
    pages = {f"{page}/index.html" for page in ("play", "explore", "worksheet")}
    assert {"index.html", "farstar.whl", *pages} <= set(names)
    assert [file.read_bytes() for file in files] == [file.read_bytes() for file in again]
    with zipfile.ZipFile(tmp_path / "one" / "farstar.whl") as wheel:
        packed = wheel.namelist()
    assert "farstar/web/in_browser.py" in packed
    assert not [name for name in packed if name.endswith((".so", ".pyc", ".js"))]
    worker = (tmp_path / "one" / "service-worker.js").read_text()
    assert all(f'"{name.removesuffix("index.html") or "./"}"' in worker for name in names[:-1])


def test_the_core_of_a_site_is_a_module_of_webassembly(tmp_path: Path) -> None:
    pyodide = fake_pyodide(tmp_path / "pyodide")
    core = tmp_path / "core.so"
    core.write_bytes(b"\x7fELF")
    with pytest.raises(NotationError, match=r"expected a module of WebAssembly.*core\.so"):
        write_site(tmp_path / "site", pyodide, core=core)
    core.write_bytes(b"\0asm\1\0\0\0")
    write_site(tmp_path / "site", pyodide, core=core)
    with zipfile.ZipFile(tmp_path / "site" / "farstar.whl") as wheel:
        assert wheel.read("farstar/_core.abi3.so") == core.read_bytes()


def test_a_missing_runtime_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="npm install pyodide"):
        write_site(tmp_path / "site", tmp_path)
    result = run("static", tmp_path / "site", "--pyodide", tmp_path)
    assert result.exit_code == 2
    assert len(result.output.splitlines()) == 1


def test_bytecode_is_imported_in_place_of_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = io.BytesIO()
    with zipfile.ZipFile(sources, "w") as archive:
        archive.writestr("compiled_game/__init__.py", "from compiled_game.stones import count")
        archive.writestr("compiled_game/stones.py", "count = 3")
        archive.writestr("compiled_game/bad.py", "count = (")
        archive.writestr("compiled_game/py.typed", "")
    compiled = tmp_path / "game.zip"
    compiled.write_bytes(compile_archive(sources.getvalue()))
    assert compile_archive(sources.getvalue()) == compiled.read_bytes()
    with zipfile.ZipFile(compiled) as archive:
        assert archive.namelist() == [
            "compiled_game/__init__.pyc",
            "compiled_game/stones.pyc",
            "compiled_game/bad.py",
            "compiled_game/py.typed",
        ]
    monkeypatch.syspath_prepend(str(compiled))
    assert __import__("compiled_game").count == 3
    assert sys.modules["compiled_game.stones"].__file__ == str(
        compiled / "compiled_game/stones.pyc"
    )


def test_a_program_that_cannot_compile_is_named(tmp_path: Path) -> None:
    pyodide = fake_pyodide(tmp_path / "pyodide")
    with pytest.raises(NotationError, match=r"expected Node\.js to compile the site"):
        write_site(tmp_path / "site", pyodide, node=str(tmp_path / "no-node"))


@needs_pyodide
@pytest.mark.long
def test_evaluate_without_a_server_and_off_line(tab: Page) -> None:
    tab.goto("./?e=" + quote("{3||2|1}"))
    value = tab.get_by_label("Value", exact=True)
    expect(value).to_have_text("{3||2|1}")
    expect(tab.get_by_role("img", name="Thermograph of")).to_be_visible()
    expect(tab.get_by_role("heading", name="Why")).to_be_visible()
    assert accessibility_faults(tab) == []
    term = tab.get_by_role("button", name="Temperature")
    term.click()
    more = tab.get_by_role("link", name="More about temperature")
    expect(more).to_have_attribute("href", re.compile(r"/docs/glossary.html#term-temperature$"))
    tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
    tab.context.set_offline(True)
    tab.goto("./?e=*2")
    expect(value).to_have_text("∗2")
    tab.context.set_offline(False)


ASK = """async ([task, args]) => {
    const { run } = await import(new URL("static/api.js", document.baseURI).href);
    return run(task, args, { seconds: 600 });
}"""


@needs_pyodide
@pytest.mark.long
def test_answers_are_those_of_the_server(tab: Page) -> None:
    """All of them with the compiled core; the reference engine may lack time for some."""
    tab.goto("./")
    expect(tab.locator(".small-game .cell.can").first).to_be_visible()
    for text in EXPRESSIONS:
        there = tab.evaluate(ASK, ["evaluate.card", {"text": text, "patience": 60}])
        here = evaluate.card(text, patience=60)
        if CORE is not None:
            assert there["letter"] is not None, text
        if there["letter"] is None:
            continue
        for key in ("outcome", "letter", *(["ascii", "provable"] if there["ascii"] else [])):
            assert there[key] == here[key], (text, key)
        rows = {row["name"]: row["text"] for row in here["rows"] if row["status"] == "known"}
        known = {row["name"]: row["text"] for row in there["rows"] if row["status"] == "known"}
        same = rows.keys() & known.keys()
        assert {name: known[name] for name in same} == {name: rows[name] for name in same}, text
    fault = tab.evaluate(
        "async (ask) => eval(ask)(['evaluate.card', {text: '1 + ?'}]).catch((e) => e.message)", ASK
    )
    assert "column 5" in fault


@needs_pyodide
@pytest.mark.long
def test_a_game_is_won_by_hints_without_a_server(tab: Page) -> None:
    tab.goto("./")
    expect(tab.locator(".small-game .cell.can").first).to_be_visible()
    assert "you win" in tab.evaluate(WIN)


@needs_pyodide
@pytest.mark.long
def test_play_and_explore_without_a_server(tab: Page) -> None:
    tab.goto("play/?e=" + quote("Nim(3,5)"))
    expect(tab.locator(".boards svg").first).to_be_visible()
    tab.get_by_role("navigation").get_by_role("link", name="Explore").click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Explore")
    tab.goto("explore/?e=" + quote("E(11,8)"))
    expect(tab.locator("main")).to_contain_text("E(8,5)")
    expect(tab.locator(".automaton")).to_have_count(0)


@needs_pyodide
@pytest.mark.long
def test_a_hopeless_task_is_cancelled_and_an_embedded_page_is_bare(tab: Page) -> None:
    tab.set_viewport_size({"width": 380, "height": 700})
    tab.goto("./?embed=1&e=*2")
    expect(tab.get_by_label("Value", exact=True)).to_have_text("∗2")
    expect(tab.get_by_role("banner")).to_be_hidden()
    assert overflow(tab) <= 0
    field = tab.get_by_label("Expression")
    field.fill(" + ".join(f"+-{2**i}" for i in range(40)))
    field.press("Enter")
    tab.get_by_role("button", name="Stop", exact=True).click()
    expect(tab.get_by_text("Stopped")).to_be_visible()
    field.fill("*3")
    field.press("Enter")
    expect(tab.get_by_label("Value", exact=True)).to_have_text("∗3")
    assert "embed=1" in tab.url
