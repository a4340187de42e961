"""The page that describes the JSON API to people."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from farstar.web.documents import text_document

_EXAMPLES = {
    "/api/eval": "/api/eval?expression=E(11,8)%20-%20*2",
    "/api/moves": "/api/moves?expression=E(11,8)%20-%20*2&player=right",
    "/api/explain": "/api/explain?expression=E(11,8)",
    "/api/health": "/api/health",
}


def api_page(description: dict[str, Any]) -> str:
    """Return the HTML of the page for an OpenAPI description."""
    info = description["info"]
    sections = "".join(_path(path, methods) for path, methods in description["paths"].items())
    lead = (
        f'<p class="lead">{escape(info["description"])} The same objects as '
        "<code>farstar eval --json</code> prints. The description for programs is "
        '<a href="/api/openapi.json">openapi.json</a>.</p>'
    )
    return text_document("JSON API", lead + sections)


def _path(path: str, methods: dict[str, Any]) -> str:
    parts = [f'<section class="card"><h2><code>{escape(path)}</code></h2>']
    for method, operation in methods.items():
        summary = operation.get("summary", "")
        parts.append(f"<h3>{method.upper()}: {escape(summary)}</h3>")
        parts.append(_parameters(operation))
    operation = next(iter(methods.values()))
    parts.append("<h3>Answers</h3>")
    parts.append(_table(("status", "meaning"), _answers(operation)))
    if path in _EXAMPLES:
        example = escape(_EXAMPLES[path])
        parts.append(f'<p>Try <a href="{example}"><code>{example}</code></a></p>')
    return "".join(parts) + "</section>"


def _answers(operation: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (status, answer.get("description", "")) for status, answer in operation["responses"].items()
    ]


def _parameters(operation: dict[str, Any]) -> str:
    rows = [
        (given["name"], _kind(given["schema"]), given.get("description", ""))
        for given in operation.get("parameters", ())
    ]
    body = operation.get("requestBody")
    if body:
        schema = body["content"]["application/json"]["schema"]
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
