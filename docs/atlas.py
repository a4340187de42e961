"""Make the data of docs/atlas.md: ``python docs/atlas.py FOLDER [STEPS ELEMENTS [JOBS]]``.

The surveys are kept in FOLDER and resumed; JOBS processes share the work. Steps are counted, so the
result depends on nothing but the question. What the page shows goes to docs/_static: the rows as a
script, since a page that is opened from a disk may not read other files, and the certificates of
all proved rows.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import farstar as fs
from farstar.misere import MisereQuotient, load_quotient

STATIC = Path(__file__).parent / "_static"
DATA = STATIC / "atlas-data.js"
CERTIFICATES = STATIC / "atlas-certificates.json.gz"
KINDS = {"octal": 3, "quaternary": 4}
"""The codes of the table: how many digits each kind has at most."""

COLUMNS = (
    *("code", "normal_preperiod", "normal_period", "status", "tame", "order", "losing", "heaps"),
    *("preperiod", "period", "generators"),
)

PUBLISHED = {
    "0.77": (40, 9, 71, 12),
    "0.75": (8, 2, 8, 2),
    "0.34": (12, 3, 7, 8),
    "0.123": (20, 5, 5, 5),
    "0.53": (16, 3, 21, 9),
    "0.512": (8, 2, 16, 6),
    "0.712": (14, 4, 3, 6),
    "0.716": (14, 4, 22, 2),
    "4.56": (8, 2, 11, 4),
    "4.74": (8, 2, 8, 2),
    "0.3101": (14, 4, 5, 2),
    "0.3131": (12, 3, 7, 2),
    "0.1023": (20, 5, 6, 7),
    "0.3103": (20, 5, 3, 5),
    "0.1232": (46, 12, 6, 6),
    "0.71": (36, 9, 3, 6),
    "0.72": (24, 5, 16, 4),
    "0.144": (30, 5, 12, 10),
}
"""Order, number of P-positions, preperiod and period of quotients that were known before."""

Row = dict[str, Any]


def survey_rows(folder: Path, elements: int, steps: int, jobs: int) -> list[Row]:
    """Return the rows of all surveys, each code once, with their certificates."""
    rows: dict[str, Row] = {}
    for kind, digits in KINDS.items():
        survey = fs.survey(
            "misere-atlas",
            bound=digits,
            kind=kind,
            elements=elements,
            steps=steps,
            out=folder / f"{kind}-{elements}-{steps}",
            jobs=jobs,
            resume=True,
        )
        for row in survey.to_polars().to_dicts():
            rows.setdefault(row["code"], row)
    return sorted(rows.values(), key=lambda row: (len(row["code"]), row["code"]))


def is_tame(quotient: MisereQuotient) -> bool:
    """Tell whether a quotient is one of Nim: a heap of one, and the group of Grundy values."""
    if quotient.order == 2:
        return True
    is_small = len(quotient.kernel) == quotient.order - 2 and len(quotient.p_portion) == 2
    return is_small and quotient.kernel_values is not None


def with_tameness(rows: Iterable[Row]) -> list[Row]:
    """Check the certificate of every proved row, and say whether the game is tame."""
    checked = []
    for row in rows:
        tame = None
        if row["status"] == "proved":
            tame = is_tame(load_quotient(json.loads(row["certificate"])))
        checked.append(row | {"tame": tame})
    return checked


def write_data(rows: Iterable[Row], elements: int, steps: int) -> None:
    """Write the rows and the certificates."""
    table = [[row[column] for column in COLUMNS] for row in rows]
    bounds = {"elements": elements, "steps": steps, "columns": COLUMNS}
    lines = ",\n".join(json.dumps(line, separators=(",", ":")) for line in table)
    DATA.write_text(
        f"const ATLAS_BOUNDS = {json.dumps(bounds)};\nconst ATLAS = [\n{lines}\n];\n",
        encoding="ascii",
    )
    certificates = {
        row["code"]: json.loads(row["certificate"]) for row in rows if row["status"] == "proved"
    }
    text = json.dumps(certificates, separators=(",", ":")).encode("ascii")
    # Without the time in it the file depends on its contents only.
    CERTIFICATES.write_bytes(gzip.compress(text, 9, mtime=0))


def read_data() -> tuple[dict[str, Any], list[Row]]:
    """Return the bounds and the rows of the page."""
    first, rest = DATA.read_text(encoding="ascii").split("\n", 1)
    bounds = json.loads(first.removeprefix("const ATLAS_BOUNDS = ").removesuffix(";"))
    table = json.loads(rest.removeprefix("const ATLAS = ").rstrip().removesuffix(";"))
    return bounds, [dict(zip(COLUMNS, line, strict=True)) for line in table]


def read_certificates() -> dict[str, Any]:
    """Return the certificates of the proved rows, unchecked."""
    certificates: dict[str, Any] = json.loads(gzip.decompress(CERTIFICATES.read_bytes()))
    return certificates


def published_table(rows: Iterable[Row]) -> str:
    """Return the known quotients beside ours."""
    ours = {row["code"]: row for row in rows}
    lines = [
        "| code | known: order, P, preperiod, period | here | agree |",
        "| --- | --- | --- | --- |",
    ]
    for code, known in PUBLISHED.items():
        here = numbers(ours[code]) if code in ours else None
        sizes = "not in the table" if here is None else ", ".join(map(str, here))
        verdict = "yes" if here == known else "no"
        lines.append(f"| {code} | {', '.join(map(str, known))} | {sizes} | {verdict} |")
    return "\n".join(lines)


def numbers(row: Mapping[str, Any]) -> tuple[int | None, ...]:
    """Return order, number of P-positions, preperiod and period."""
    return tuple(row[column] for column in ("order", "losing", "preperiod", "period"))


def counts_table(rows: Iterable[Row]) -> str:
    """Return how many codes have which status."""
    names = {"octal": ("0.", "4."), "quaternary": ("0.",)}
    lines = ["| codes | all | tame | wild, proved | larger | heaps | stopped |"]
    lines.append("| --- | --- | --- | --- | --- | --- | --- |")
    for kind, digits in KINDS.items():
        largest = "7" if kind == "octal" else "3"
        chosen = [
            row
            for row in rows
            if row["code"].startswith(names[kind])
            and len(row["code"]) <= digits + 2
            and max(row["code"][2:]) <= largest
        ]
        cells = [
            len(chosen),
            sum(row["tame"] is True for row in chosen),
            sum(row["tame"] is False for row in chosen),
            *(sum(row["status"] == s for row in chosen) for s in ("larger", "heaps", "stopped")),
        ]
        lines.append(f"| {kind}, up to {digits} digits | {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def wild_table(rows: Iterable[Row]) -> str:
    """Return the proved wild codes by order and number of P-positions, new ones only."""
    groups: dict[tuple[int, int], list[str]] = {}
    for row in rows:
        if row["tame"] is False and row["code"] not in PUBLISHED:
            text = f"{row['code']} ({row['preperiod']}, {row['period']})"
            groups.setdefault((row["order"], row["losing"]), []).append(text)
    lines = ["| order | P | codes (preperiod, period) |", "| --- | --- | --- |"]
    for (order, losing), codes in sorted(groups.items()):
        lines.append(f"| {order} | {losing} | {', '.join(codes)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    folder, *given = sys.argv[1:]
    steps, elements, jobs = (*map(int, given), *(300_000, 256, 1)[len(given) :])
    atlas = with_tameness(survey_rows(Path(folder), elements, steps, jobs))
    write_data(atlas, elements, steps)
    print(counts_table(atlas), published_table(atlas), wild_table(atlas), sep="\n\n")
