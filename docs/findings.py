"""Make the surveys and the pictures of docs/findings.md: ``python docs/findings.py FOLDER``.

The surveys are kept in FOLDER and resumed; together they take some minutes of one core. The
pictures go to docs/images, and the figures of the page to standard output.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import log, log10
from pathlib import Path

import farstar as fs
from farstar.tables import Table
from farstar.tables._table import Axes
from farstar.theory import densities

IMAGES = Path(__file__).parent / "images"
BOUNDS = (1000, 3162, 10_000, 31_623, 100_000, 316_228, 1_000_000)
GOLDEN = (5**0.5 - 1) / 2


def made(folder: Path, name: str, bound: int, **options: object) -> fs.Survey:
    """Return a survey, made or taken up again."""
    out = folder / f"{name}-{bound}"
    return fs.survey(name, bound=bound, out=out, resume=True, **options)  # type: ignore[arg-type]


def draw(name: str, figure: fs.Figure) -> None:
    """Save a picture."""
    figure.save(IMAGES / f"{name}.svg")
    print(f"docs/images/{name}.svg: {figure.caption}", file=sys.stderr)


def census(folder: Path) -> Iterator[str]:
    """Count outcomes; the exponents of P and N between neighbouring bounds."""
    delta, constant = float(densities.growth_exponent().value), densities.growth_constant().value
    rows, points, before = [], [], {}
    for bound in BOUNDS:
        counts = made(folder, "partizan-euclid-census", bound).summary()["counts"]
        slopes = {
            letter: log(counts[letter] / before[letter]) / log(bound / before["bound"])
            for letter in "PN"
            if before
        }
        before = {**counts, "bound": bound}
        exponents = [f"{slopes[letter]:.5f}" if slopes else "" for letter in "PN"]
        rows.append((bound, *(counts[letter] for letter in "PLRN"), *exponents))
        points += [(bound, f"{letter}-positions", counts[letter] / bound**delta) for letter in "PN"]
    yield markdown(("N", "P", "L", "R", "N", "exponent of P", "of N"), rows)
    table = Table(("N", "outcome", "ratio"), tuple(points), "P- and N-positions divided by N^delta")
    label = f"C = {float(constant):.6f}"
    draw(
        "census",
        fs.plot(
            table,
            kind="scatter",
            x="N",
            y="ratio",
            colour="outcome",
            join=True,
            logarithmic="x",
            levels={label: float(constant)},
            y_label="count / N^1.66581621",
        ),
    )


def winners(folder: Path) -> Iterator[str]:
    """Compare win probabilities with their limits."""
    found = made(folder, "grossman-winners", 10**6).summary()["winners"]
    rows, points = [], []
    for row in found:
        limit = densities.win_probability(row["k"]).value
        share = row["wins"] / (row["wins"] + row["losses"])
        gap = f"{share - float(limit):+.2e}"
        rows.append((row["k"] or "all", row["wins"], f"{share:.9f}", f"{limit:.12f}", gap))
        if row["k"]:
            points.append((row["k"], share))
    yield markdown(("k", "wins", "share", "limit", "difference"), rows)
    table = Table(
        ("k", "share"), tuple(points), "Share won by the first player, a < b <= 1,000,000"
    )
    levels = {"1/phi": GOLDEN, "1/2": 0.5}
    draw("winners", fs.plot(table, kind="scatter", x="k", y="share", join=True, levels=levels))


def lengths(folder: Path) -> Iterator[str]:
    """Tell the mean lengths for each k."""
    found = made(folder, "grossman-mean-lengths", 10**6).summary()["lengths"]
    yield markdown(
        ("k", "sum of the lengths", "mean"),
        [(row["k"] or "all", row["moves"], f"{row['mean']:.6f}") for row in found],
    )
    points = tuple((row["k"], row["mean"]) for row in found if row["k"])
    table = Table(("k", "mean length"), points, "Mean optimal length, a < b <= 1,000,000")
    level = {"all multipliers": found[0]["mean"]}
    draw("lengths", fs.plot(table, kind="scatter", x="k", y="mean length", join=True, levels=level))


def means(folder: Path) -> Iterator[str]:
    """Draw Figure 3 as a density: there are too many points to show each."""
    survey = made(folder, "partizan-euclid-mean-weights", 2000)
    yield ", ".join(f"{name} {number}" for name, number in survey.summary().items())
    low, high, columns = -16, 60, 100
    found = survey.sql(
        f"select least(floor((p / q - 1) * {columns})::int, {columns - 1}) as x, "
        "floor(mean)::int as y, count(*) from survey group by 1, 2"
    ).rows
    cells = {(x, y): log10(n) for x, y, n in found}
    ratios = [round(1 + (i + 0.5) / columns, 3) for i in range(columns)]
    rows = tuple((y, *(cells.get((x, y)) for x in range(columns))) for y in range(low, high + 1))
    caption = "Mean atomic weights of the coprime positions q < p < 2q, p <= 2000, against p/q"
    axes = Axes("mean atomic weight", "p/q", "log10 of the number of positions")
    table = Table(("mean", *ratios), rows, caption, stubs=1, axes=axes)
    draw("mean-weights", fs.plot(table, kind="heat map", numbers=False))


def weights(folder: Path) -> Iterator[str]:
    """Count how often each atomic weight occurs."""
    survey = made(folder, "partizan-euclid-atomic-weights", 2000)
    found = survey.summary()
    yield ", ".join(f"{name} {found[name]}" for name in ("positions", "distinct", "integer_share"))
    rows = survey.sql(
        "select weight::int as w, positions from survey where is_integer order by w"
    ).rows
    yield markdown(("weight", "positions"), [row for row in rows if -10 <= row[0] <= 10])
    shown = tuple(row for row in rows if row[0] <= 60)
    table = Table(("weight", "positions"), shown, "Positions with each integer atomic weight")
    draw("weights", fs.plot(table, kind="scatter", x="weight", y="positions", join=True))


def growth(folder: Path) -> Iterator[str]:
    """Compare the growth of states with the recurrence."""
    frame = made(folder, "partizan-euclid-growth", 16).frame()
    rows = frame.select("length", "words", "new_states", "normal_words", "new_values").rows()
    yield markdown(("n", "words", "new states", "by recurrence", "new values"), rows)
    points = [
        (n, kind, many / words)
        for n, words, states, _, values in rows
        for kind, many in (("states", states), ("values", values))
    ]
    table = Table(("n", "new", "share"), tuple(points), "New states and values as shares of 2^n")
    levels = {"17/60": 17 / 60}
    draw(
        "growth",
        fs.plot(table, kind="scatter", x="n", y="share", colour="new", join=True, levels=levels),
    )


def markdown(headings: tuple[str, ...], rows: list[tuple[object, ...]]) -> str:
    """Return a table in Markdown."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(map(cell, line)) + " |" for line in lines)


def cell(content: object) -> str:
    """Return a cell; large integers get separators."""
    return f"{content:,}" if isinstance(content, int) else str(content)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    for study in (census, winners, lengths, means, weights, growth):
        print(f"\n## {study.__name__}\n")
        for text in study(target):
            print(text + "\n")
