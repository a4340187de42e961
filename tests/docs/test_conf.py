"""How the pages are built: mathematics in sentences, and nothing from another host."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from docutils import nodes
from sphinx.errors import ExtensionError

from tests.running import module_at

DOCS = Path(__file__).resolve().parents[2] / "docs"


CONF = module_at(DOCS / "conf.py")


def shown(text: str) -> str:
    """Return the text of a page with its scripts in braces."""
    marks = {nodes.subscript: "_{{{}}}", nodes.superscript: "^{{{}}}"}
    return "".join(marks.get(type(part), "{}").format(part.astext()) for part in CONF._parts(text))


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("x_k <= P_(k+1) and 2^n >= 1", "x_{k} ≤ P_{k+1} and 2^{n} ≥ 1"),
        ("(−1)^(n−1)/F_n²", "(−1)^{n−1}/F_{n}²"),
        ("N^1.66581621.", "N^{1.66581621}."),
        ("x^RL, G^→n, L_{0 mod K}", "x^{RL}, G^{→n}, L_{0 mod K}"),
        ("8^* and ^^ and a || b", "8^* and ^^ and a || b"),
    ],
)
def test_scripts_and_signs(written: str, printed: str) -> None:
    assert shown(written) == printed


def test_every_mathematical_page_exists() -> None:
    assert all((DOCS / f"{name}.md").exists() for name in CONF.MATHEMATICAL)


def test_a_page_that_loads_from_elsewhere_is_refused(tmp_path: Path) -> None:
    app = SimpleNamespace(outdir=tmp_path)
    page = tmp_path / "page.html"
    page.write_text('<img src="own.svg"><a href="https://example.org">a link</a>')
    CONF.self_contained(app, None)
    page.write_text('<script async src="//example.org/a.js"></script>')
    with pytest.raises(ExtensionError, match=r"page\.html"):
        CONF.self_contained(app, None)


def test_scripts_inside_pages_become_files(tmp_path: Path) -> None:
    (tmp_path / "_static").mkdir()
    (tmp_path / "guide").mkdir()
    for name in ("index.html", "guide/page.html"):
        text = '<script src="own.js"></script><script>\n document.body.id = "x";\n</script>'
        (tmp_path / name).write_text(text)
    CONF.scripts_as_files(SimpleNamespace(outdir=tmp_path), None)
    (script,) = (tmp_path / "_static").iterdir()
    assert script.read_text() == 'document.body.id = "x";\n'
    for name, up in (("index.html", ""), ("guide/page.html", "../")):
        kept = '<script src="own.js"></script>'
        moved = f'{kept}<script src="{up}_static/{script.name}"></script>'
        assert (tmp_path / name).read_text() == moved


def test_the_search_prefers_pages_that_exist() -> None:
    """Every page named by the ranking of results exists; a page that moved would lose its place."""
    text = Path(CONF.html_search_scorer).read_text(encoding="utf-8")
    patterns = re.findall(r"^    \[/(.*)/, -?\d+\],$", text, re.MULTILINE)
    assert len(patterns) >= 9
    pages = [str(path.relative_to(DOCS).with_suffix("")) for path in DOCS.rglob("*.md")]
    for pattern in patterns:
        names = re.fullmatch(r"\^\(?([\w|-]+)\)?\$", pattern.replace(r"\/", "/"))
        for name in names[1].split("|") if names else ():
            assert name in pages, name
