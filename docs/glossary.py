"""Write the terms of docs/glossary.md as data for the pages: ``python docs/glossary.py``."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path

SOURCE = Path(__file__).with_name("glossary.md")
TARGET = Path(__file__).parents[1] / "src" / "farstar" / "web" / "glossary.json"


def terms(source: str) -> dict[str, str]:
    """Return the definition of each term as HTML."""
    found: dict[str, str] = {}
    for block in re.findall(r"```\{glossary\}\n(.*?)```", source, re.DOTALL):
        for entry in re.split(r"\n(?=\S)", block):
            term, _, definition = entry.partition("\n")
            if term.strip():
                found[term.strip()] = _html(" ".join(definition.split()))
    return found


def _html(text: str) -> str:
    """Return a line of Markdown as HTML: code, emphasis, and links as plain words."""
    html = escape(text, quote=False).replace("\\*", "&#42;")
    html = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", html)
    html = re.sub(r"`([^`]*)`", r"<code>\1</code>", html)
    html = re.sub(r"\*\*([^*]*)\*\*", r"<b>\1</b>", html)
    return re.sub(r"\*([^*]*)\*", r"<em>\1</em>", html)


def text() -> str:
    """Return the contents of the file."""
    data = terms(SOURCE.read_text(encoding="utf-8"))
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
