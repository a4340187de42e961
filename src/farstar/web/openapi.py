"""The description of the JSON API: for programs at ``/api/openapi.json``, and for people."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import farstar
from farstar.web.documents import text_document
from farstar.web.settings import LONGEST_EXPRESSION

PLAYERS = ("left", "right", "both")

_EXPRESSION = {
    "type": "string",
    "maxLength": LONGEST_EXPRESSION,
    "description": "A value, a position, or a sum of them.",
    "examples": ["E(11,8) + {3||2|1} - *2"],
}
_QUESTION = {
    **_EXPRESSION,
    "description": "A value, a position, or a sum of them; or a relation between two, such as "
    "G >= H, which is answered with a Comparison.",
}
_PLAYER = {
    "type": "string",
    "enum": list(PLAYERS),
    "default": "both",
    "description": "Who moves first.",
}
_MISERE = {
    "type": "boolean",
    "default": False,
    "description": "A player who cannot move wins.",
}

PARAMETERS: dict[str, dict[str, dict[str, Any]]] = {
    "eval": {"expression": _QUESTION, "misere": _MISERE},
    "explain": {"expression": _EXPRESSION},
    "moves": {"expression": _EXPRESSION, "player": _PLAYER, "misere": _MISERE},
}
"""The questions, and the schemas of their parameters."""

_SUMMARIES = {
    "eval": "Value, outcome, stops, mean, temperature",
    "moves": "The winning moves",
    "explain": "Why a player wins",
    "health": "The state of the server",
}

_FAILURES = {
    "400": "The expression or the request cannot be read, or the game does not have what is asked.",
    "413": "The request is too long.",
    "429": "Too many requests; Retry-After says when to come back.",
    "503": "The server is busy, or lost the worker.",
    "504": "Out of time or memory: nothing is known.",
}

_COUNTS = {
    "workers": "Worker processes.",
    "idle": "Workers that are idle.",
    "running": "Requests that are being handled.",
    "waiting": "Requests that are waiting.",
    "lost": "Workers that died or were killed so far.",
    "recycled": "Workers that were replaced after long use so far.",
}

_SCHEMAS: dict[str, dict[str, Any]] = {
    "Answer": {
        "type": "object",
        "description": "An object of the documented schema; see docs/json.md for its fields.",
        "required": ["schema", "expression", "outcome"],
        "properties": {
            "schema": {"type": "string", "examples": ["farstar.eval/1"]},
            "expression": {
                "type": "string",
                "description": "The expression as it was understood.",
            },
            "outcome": {
                "type": ["string", "null"],
                "description": "Who wins: L, R, N (the first player) or P (the second); null if "
                "that was not found out in time.",
            },
        },
    },
    "Comparison": {
        "type": "object",
        "required": ["schema", "left", "right", "relation", "asked", "holds"],
        "properties": {
            "schema": {"type": "string", "examples": ["farstar.compare/1"]},
            "left": {"type": "string", "description": "The first game, as it was understood."},
            "right": {"type": "string", "description": "The second game."},
            "relation": {"type": "string", "enum": [">", "<", "=", "||"]},
            "asked": {"type": "string", "description": "The relation that was asked for."},
            "holds": {"type": "boolean", "description": "Whether that relation holds."},
        },
    },
    "Failure": {
        "type": "object",
        "required": ["schema", "error"],
        "properties": {
            "schema": {"type": "string", "examples": ["farstar.eval/1"]},
            "error": {
                "type": "object",
                "required": ["kind", "message", "column"],
                "properties": {
                    "kind": {"type": "string", "description": "The name of the error."},
                    "message": {"type": "string", "description": "One line."},
                    "column": {
                        "type": ["integer", "null"],
                        "description": "Zero-based place of a fault in the expression.",
                    },
                },
            },
        },
    },
    "Health": {
        "type": "object",
        "required": ["schema", "version", *_COUNTS],
        "properties": {
            "schema": {"type": "string", "examples": ["farstar.health/1"]},
            "version": {"type": "string"},
            **{name: {"type": "integer", "description": words} for name, words in _COUNTS.items()},
        },
    },
}


def description() -> dict[str, Any]:
    """Return the OpenAPI description.

    Examples
    --------
    >>> sorted(description()["paths"])
    ['/api/eval', '/api/explain', '/api/health', '/api/moves']
    """
    paths = {f"/api/{name}": _question(name) for name in PARAMETERS}
    paths["/api/health"] = {"get": _operation("health", "get", ("Health",), {})}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Farstar",
            "version": farstar.__version__,
            "description": "Values, outcomes and winning moves of combinatorial games.",
        },
        "paths": paths,
        "components": {"schemas": _SCHEMAS},
    }


def _question(name: str) -> dict[str, Any]:
    parameters = PARAMETERS[name]
    given = [
        {
            "name": key,
            "in": "query",
            "required": "default" not in schema,
            "description": schema["description"],
            "schema": schema,
        }
        for key, schema in parameters.items()
    ]
    body = {
        "type": "object",
        "additionalProperties": False,
        "required": [key for key, schema in parameters.items() if "default" not in schema],
        "properties": parameters,
    }
    answers = ("Answer", "Comparison") if name == "eval" else ("Answer",)
    return {
        "get": {**_operation(name, "get", answers, _FAILURES), "parameters": given},
        "post": {
            **_operation(name, "post", answers, _FAILURES),
            "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        },
    }


def _operation(
    name: str, method: str, schemas: tuple[str, ...], failures: dict[str, str]
) -> dict[str, Any]:
    words = "Counts." if name == "health" else "The object that the command line prints."
    responses = {"200": _response(words, *schemas)}
    responses |= {status: _response(text, "Failure") for status, text in failures.items()}
    return {
        "operationId": f"{name}_{method}",
        "summary": _SUMMARIES[name],
        "responses": responses,
    }


def _response(words: str, *schemas: str) -> dict[str, Any]:
    references = [{"$ref": f"#/components/schemas/{schema}"} for schema in schemas]
    schema = {"oneOf": references} if len(references) > 1 else references[0]
    return {"description": words, "content": {"application/json": {"schema": schema}}}


# The page for people.

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
    answers = operation["responses"].items()
    parts.append("<h3>Answers</h3>")
    parts.append(_table(("status", "meaning"), [(s, a["description"]) for s, a in answers]))
    if path in _EXAMPLES:
        example = escape(_EXAMPLES[path])
        parts.append(f'<p>Try <a href="{example}"><code>{example}</code></a></p>')
    return "".join(parts) + "</section>"


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
