"""Pages that only tell something: what the API answers, or that there is no page."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from farstar.web.shell import header_html

_EXAMPLES = {
    "/api/eval": "/api/eval?expression=E(11,8)%20-%20*2",
    "/api/moves": "/api/moves?expression=E(11,8)%20-%20*2&player=right",
    "/api/explain": "/api/explain?expression=E(11,8)",
    "/api/health": "/api/health",
}


def api_page(description: dict[str, Any]) -> str:
    """Return the HTML of the page for an OpenAPI description."""
    info = description["info"]
    sections = "".join(
        _path(path, methods, description) for path, methods in description["paths"].items()
    )
    lead = (
        f'<p class="lead">{escape(info["description"])} The same objects as '
        "<code>farstar eval --json</code> prints. The description for programs is "
        '<a href="/api/openapi.json">openapi.json</a>.</p>'
    )
    return plain_page("JSON API", lead + sections)


def missing_page() -> str:
    """Return the HTML of the page for an address where there is none."""
    body = '<p class="lead">There is nothing at this address. The pages are listed above.</p>'
    return plain_page("No such page", body)


def unreadable_page(fault: str) -> str:
    """Return the HTML of the page for an address with a parameter that cannot be read."""
    body = f'<p class="lead">This address cannot be read: {escape(fault)}.</p>'
    return plain_page("Not an address of a page", body)


def plain_page(title: str, body: str) -> str:
    """Return the HTML of a page that only tells something."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} · Farstar</title>"
        '<link rel="icon" href="/static/favicon.svg">'
        '<link rel="stylesheet" href="/static/farstar.css">'
        '<script src="/static/farstar.js"></script></head><body>'
        f'<header class="bar">{header_html("")}</header>'
        f'<main class="content" id="content" tabindex="-1"><h1>{escape(title)}</h1>{body}</main>'
        "</body></html>"
    )


def _path(path: str, methods: dict[str, Any], description: dict[str, Any]) -> str:
    parts = [f'<section class="card"><h2><code>{escape(path)}</code></h2>']
    for method, operation in methods.items():
        summary = operation.get("summary", "")
        parts.append(f"<h3>{method.upper()}: {escape(summary)}</h3>")
        parts.append(_parameters(operation, description))
    operation = next(iter(methods.values()))
    parts.append("<h3>Answers</h3>")
    parts.append(_table(("status", "meaning"), _answers(operation)))
    if path in _EXAMPLES:
        example = escape(_EXAMPLES[path])
        parts.append(f'<p>Try <a href="{example}"><code>{example}</code></a></p>')
    return "".join(parts) + "</section>"


def _answers(operation: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (status, answer.get("description", ""))
        for status, answer in operation["responses"].items()
        # Ours are the answers to what cannot be read, not those of the framework.
        if status != "422"
    ]


def _parameters(operation: dict[str, Any], description: dict[str, Any]) -> str:
    rows = [
        (given["name"], _kind(given["schema"]), given.get("description", ""))
        for given in operation.get("parameters", ())
    ]
    body = operation.get("requestBody")
    if body:
        reference = body["content"]["application/json"]["schema"]["$ref"]
        schema = description["components"]["schemas"][reference.rpartition("/")[2]]
        rows = [
            (name, _kind(field), field.get("description", ""))
            for name, field in schema["properties"].items()
        ]
    if not rows:
        return ""
    kind = "field of the JSON body" if body else "parameter"
    return _table((kind, "type", "meaning"), rows)


def _kind(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return " or ".join(json.dumps(choice) for choice in schema["enum"])
    longest = f", at most {schema['maxLength']} characters" if "maxLength" in schema else ""
    return f"{schema.get('type', 'any')}{longest}"


def _table(heads: tuple[str, ...], rows: list[Any]) -> str:
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    table = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return f'<div class="scroll" tabindex="0"><table class="plain">{table}</table></div>'
