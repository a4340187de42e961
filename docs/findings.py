"""Make the surveys and the pictures of docs/findings.md: ``python docs/findings.py FOLDER``.

The surveys are kept in FOLDER and resumed; together they take some minutes of one core. The
pictures go to docs/images, and the figures of the page to standard output.

Every study is three functions: what the surveys say, the table of it, and the picture of it. So
tests can make table and picture again from what the page says.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from math import log, log10
from pathlib import Path

import farstar as fs
from farstar.papers.beyond import densities
from farstar.tables import Table
from farstar.tables._table import Axes

IMAGES = Path(__file__).parent / "images"
BOUNDS = (1000, 3162, 10_000, 31_623, 100_000, 316_228, 1_000_000)
MILLION = 10**6
PAIRS = MILLION * (MILLION - 1) // 2
GOLDEN = (5**0.5 - 1) / 2
COLUMNS = 100
"""Cells of the density plot from p/q = 1 to 2."""

Row = tuple[object, ...]


def made(folder: Path, name: str, bound: int, **options: object) -> fs.Survey:
    """Return a survey, made or taken up again."""
    out = folder / f"{name}-{bound}"
    return fs.survey(name, bound=bound, out=out, resume=True, **options)  # type: ignore[arg-type]


def draw(name: str, figure: fs.Figure) -> None:
    """Save a picture."""
    figure.save(IMAGES / f"{name}.svg")
    print(f"docs/images/{name}.svg: {figure.caption}", file=sys.stderr)


def census(folder: Path) -> Iterator[str]:
    """Count outcomes."""
    counts = {
        bound: made(folder, "partizan-euclid-census", bound).summary()["counts"] for bound in BOUNDS
    }
    yield census_table(counts)
    draw("census", census_picture(counts))


def census_table(counts: Mapping[int, Mapping[str, int]]) -> str:
    """Return the counts, and the exponents of P and N between neighbouring bounds."""
    rows, before = list[Row](), 0
    for bound, outcomes in counts.items():
        exponents = [
            f"{log(outcomes[letter] / counts[before][letter]) / log(bound / before):.5f}"
            if before
            else ""
            for letter in "PN"
        ]
        rows.append((bound, *(outcomes[letter] for letter in "PLRN"), *exponents))
        before = bound
    return markdown(("N", "P", "L", "R", "N", "exponent of P", "of N"), rows)


def census_picture(counts: Mapping[int, Mapping[str, int]]) -> fs.Figure:
    """Draw the counts of P and N, divided by the power of the bound that they grow with."""
    delta = float(densities.growth_exponent(digits=8).value)
    constant = float(densities.growth_constant(digits=8).value)
    points = tuple(
        (bound, f"{letter}-positions", outcomes[letter] / bound**delta)
        for bound, outcomes in counts.items()
        for letter in "PN"
    )
    table = Table(("N", "outcome", "ratio"), points, "P- and N-positions divided by N^delta")
    return fs.plot(
        table,
        kind="scatter",
        x="N",
        y="ratio",
        colour="outcome",
        join=True,
        logarithmic="x",
        levels={f"C = {constant:.6f}": constant},
        y_label="count / N^1.66581621",
    )


def winners(folder: Path) -> Iterator[str]:
    """Count wins for each k; None stands for all multipliers."""
    winners = made(folder, "grossman-winners", MILLION).summary()["winners"]
    wins = {row["k"]: row["wins"] for row in winners}
    yield winners_table(wins)
    draw("winners", winners_picture(wins))


def winners_table(wins: Mapping[int | None, int]) -> str:
    """Compare win probabilities with their limits."""
    rows = [winners_row(k, won) for k, won in wins.items()]
    return markdown(("k", "wins", "share", "limit", "difference"), rows)


def winners_row(k: int | None, won: int) -> Row:
    """Compare one of them."""
    limit, share = densities.win_probability(k).value, won / PAIRS
    return k or "all", won, f"{share:.9f}", f"{limit:.12f}", f"{share - float(limit):+.2e}"


def winners_picture(wins: Mapping[int | None, int]) -> fs.Figure:
    """Draw the shares."""
    points = tuple((k, won / PAIRS) for k, won in wins.items() if k)
    table = Table(("k", "share"), points, "Share won by the first player, a < b <= 1,000,000")
    levels = {"1/phi": GOLDEN, "1/2": 0.5}
    return fs.plot(table, kind="scatter", x="k", y="share", join=True, levels=levels)


def lengths(folder: Path) -> Iterator[str]:
    """Add up lengths for each k."""
    lengths = made(folder, "grossman-mean-lengths", MILLION).summary()["lengths"]
    moves = {row["k"]: row["moves"] for row in lengths}
    yield lengths_table(moves)
    draw("lengths", lengths_picture(moves))


def lengths_table(moves: Mapping[int | None, int]) -> str:
    """Tell the mean lengths."""
    rows = [(k or "all", total, f"{total / PAIRS:.6f}") for k, total in moves.items()]
    return markdown(("k", "sum of the lengths", "mean"), rows)


def lengths_picture(moves: Mapping[int | None, int]) -> fs.Figure:
    """Draw them."""
    means = {k: round(total / PAIRS, 9) for k, total in moves.items()}
    points = tuple((k, mean) for k, mean in means.items() if k)
    table = Table(("k", "mean length"), points, "Mean optimal length, a < b <= 1,000,000")
    level = {"all multipliers": means[None]}
    return fs.plot(table, kind="scatter", x="k", y="mean length", join=True, levels=level)


def means(folder: Path) -> Iterator[str]:
    """Count the means of Figure 3, by ratio and by mean."""
    survey = made(folder, "partizan-euclid-mean-weights", 2000)
    yield ", ".join(f"{name} {number}" for name, number in survey.summary().items())
    columns = survey.sql(
        f"select least(floor((p / q - 1) * {COLUMNS})::int, {COLUMNS - 1}) as x, "
        "floor(mean)::int as y, count(*) from survey group by 1, 2"
    ).rows
    draw("mean-weights", means_picture({(x, y): n for x, y, n in columns}))


def means_picture(counts: Mapping[tuple[int, int], int]) -> fs.Figure:
    """Draw Figure 3 as a density: there are too many points to show each."""
    low, high = -16, 60
    cells = {cell: log10(n) for cell, n in counts.items()}
    ratios = [round(1 + (i + 0.5) / COLUMNS, 3) for i in range(COLUMNS)]
    rows = tuple((y, *(cells.get((x, y)) for x in range(COLUMNS))) for y in range(low, high + 1))
    caption = "Mean atomic weights of the coprime positions q < p < 2q, p <= 2000, against p/q"
    axes = Axes("mean atomic weight", "p/q", "log10 of the number of positions")
    table = Table(("mean", *ratios), rows, caption, stubs=1, axes=axes)
    return fs.plot(table, kind="heat map", numbers=False, upwards=True)


def weights(folder: Path) -> Iterator[str]:
    """Count how often each atomic weight occurs."""
    survey = made(folder, "partizan-euclid-atomic-weights", 2000)
    summary = survey.summary()
    yield ", ".join(
        f"{name} {summary[name]}" for name in ("positions", "distinct", "integer_share")
    )
    rows = survey.sql(
        "select weight::int as w, positions from survey where is_integer order by w"
    ).rows
    counts = dict(rows)
    yield weights_table(counts)
    draw("weights", weights_picture(counts))


def weights_table(counts: Mapping[int, int]) -> str:
    """Tell the small integers."""
    return markdown(("weight", "positions"), [(w, n) for w, n in counts.items() if abs(w) <= 10])


def weights_picture(counts: Mapping[int, int]) -> fs.Figure:
    """Draw the integers up to 60."""
    small = tuple((w, n) for w, n in counts.items() if w <= 60)
    table = Table(("weight", "positions"), small, "Positions with each integer atomic weight")
    return fs.plot(table, kind="scatter", x="weight", y="positions", join=True)


def growth(folder: Path) -> Iterator[str]:
    """Compare the growth of states with the recurrence."""
    frame = made(folder, "partizan-euclid-growth", 16).to_polars()
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


def markdown(headings: Row, rows: Iterable[Row]) -> str:
    """Return a table in Markdown."""
    return "\n".join(map(line, [headings, ("---",) * len(headings), *rows]))


def line(row: Row) -> str:
    """Return a line of a table."""
    return "| " + " | ".join(map(cell, row)) + " |"


def cell(content: object) -> str:
    """Return a cell; large integers get separators."""
    return f"{content:,}" if isinstance(content, int) else str(content)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    for study in (census, winners, lengths, means, weights, growth):
        print(f"\n## {study.__name__}\n")
        for text in study(target):
            print(text + "\n")
