"""Write docs/solved-boards.md from its table: ``python docs/solved_boards.py``.

The table is docs/_static/solved-boards.csv. With a folder that ``farstar survey solved-boards
--out FOLDER`` has made, the table is written from that survey first.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
TABLE = FOLDER / "_static" / "solved-boards.csv"
PAGE = FOLDER / "solved-boards.md"
FIELDS = (
    "game", "rows", "columns", "status", "outcome", "nimber", "nodes", "seconds", "witness",
    "certificate", "version",
)  # fmt: skip

Board = tuple[str, int, int]

_BREUKER = "1"
_MCGS = "6"
_NOGO = "7"


class Published(NamedTuple):
    """A result that we have seen in print or on a page of its authors."""

    answer: str
    source: str


def _published() -> dict[Board, Published]:
    seen: dict[Board, Published] = {}
    # The squares.
    for n, outcome in enumerate("PNNN", 1):
        seen["Domineering", n, n] = Published(outcome, _BREUKER)
    row = [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 1, 0, 3, 1, 0, 2, 2, 3, 1, 3, 3, 1, 0]
    for n, nimber in enumerate(row, 1):
        seen["impartial-NoGo", 1, n] = Published(str(nimber), _MCGS)
    for rows, first, nimbers in ((2, 2, "11000011"), (3, 3, "0010"), (4, 4, "0")):
        for columns, nimber in enumerate(nimbers, first):
            seen["impartial-NoGo", rows, columns] = Published(nimber, _MCGS)
    seen["NoGo", 3, 3] = Published("N", _NOGO)
    seen["NoGo", 4, 4] = Published("P", _NOGO)
    seen["Cram", 4, 5] = Published("2", "4")
    return seen


PUBLISHED = _published()

SOURCES = """\
1. Domineering: D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, Solving 8 × 8
   Domineering, Theoret. Comput. Sci. 230 (2000) 195-206; boards of up to 8 rows and 9 columns. Of
   their table we have seen the squares only.
2. Domineering: N. Bullock, Domineering: Solving Large Combinatorial Search Spaces, ICGA Journal 25
   (2002) 67-84; boards up to 10 × 10. We have not seen the table.
3. Domineering: J. W. H. M. Uiterwijk, 11 × 11 Domineering Is Solved: The First Player Wins,
   Computers and Games 2016, LNCS 10068; the abstract says that it took 259,689,994,008 nodes and
   almost half a year, and names ten more boards, all larger than ours.
4. Cram: J. Lemoine, S. Viennot, Nimbers are inevitable, Theoret. Comput. Sci. 462 (2012) 70-79
   (arXiv:1011.5841).
5. Cram: P. Beling, M. Rogalski, On pruning search trees of impartial games, Artificial
   Intelligence 283 (2020) 103262. We have not seen the table.
6. Impartial NoGo and impartial Clobber: the results of MCGS,
   `ualberta-mueller-group.github.io/MCGS`, November 2025. Of rectangles of impartial Clobber we
   have seen none.
7. NoGo: M. Müller, Solving NoGo on Small Board Sizes, `webdocs.cs.ualberta.ca/~mmueller/nogo`:
   3x3, 4x4 and 5x5; all boards of up to 27 points were solved by Du (2023). We
   have not seen the outcomes of the other boards.
8. Clobber, Konane, Col and Snort: we have seen no tables of results."""

_HEAD = """\
# Solved boards

`farstar survey solved-boards` solves all rectangular boards of up to N cells of nine games. It
runs in several processes or on Dask, can be resumed, and writes Parquet files: who wins (or, for
impartial games, the nimber), the nodes and seconds of the search, what else found the same, the
digest of a certificate, and the version of Farstar. This page is made from one such data set, which
is also [available as CSV](_static/solved-boards.csv). The same command added the rows of Col and
Snort later:

```text
{command}
```

A board has rows by columns. Left plays vertically in Domineering; boards of Clobber and Konane are
chequered, and those of the others empty. A board with more columns than rows is not listed again
on its side, except in Domineering and Konane. Within the limit of nodes, {solved} of {boards}
boards were solved; {witnessed} of those have a second witness.

- *canonical form*: the outcome of the canonical form, computed from the moves of all positions;
- *plain recursion*: the nimbers of all positions from those of their options, without parts,
  symmetry or bounds;
- *none*: nothing else found this within {witness_limit} nodes.

Where a certificate is named, `farstar certify` made it and the checker has accepted it.
*Published* gives a result that we have seen, with its source; all of these agree with ours. For
larger boards see [the search](solver.md).

"""


def read_rows() -> list[dict[str, str]]:
    """Return the rows of the stored table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def store(folder: str) -> None:
    """Write the table from a survey."""
    import farstar as fs

    frame = fs.Survey.open(folder).to_polars()
    frame.select(FIELDS).sort("game", "rows", "columns").write_csv(TABLE)


def page(rows: Sequence[dict[str, str]]) -> str:
    """Return the page."""
    solved = [row for row in rows if row["status"] == "solved"]
    head = _HEAD.format(
        command=COMMAND,
        solved=len(solved),
        boards=len(rows),
        witnessed=sum(bool(row["witness"]) for row in solved),
        witness_limit="100,000",
    )
    games = dict.fromkeys(row["game"] for row in rows)
    parts = ["\n".join(_section(game, [r for r in rows if r["game"] == game])) for game in games]
    return f"{head}{chr(10).join(parts)}\n## Sources\n\n{SOURCES}\n"


COMMAND = (
    "farstar survey solved-boards --bound 16 nodes=200000 witness=100000 certify=8 --jobs 2 "
    "--out solved16"
)


def _section(game: str, rows: Sequence[dict[str, str]]) -> Iterator[str]:
    solved = [row for row in rows if row["status"] == "solved"]
    yield f"## {game.replace('-', ' ').replace('impartial', 'Impartial')}\n"
    yield "| board | result | nodes | CPU seconds | second witness | certificate | published |"
    yield "| --- | --- | ---: | ---: | --- | --- | --- |"
    for row in solved:
        board = game, int(row["rows"]), int(row["columns"])
        seen = PUBLISHED.get(board)
        answer = row["nimber"] or row["outcome"]
        yield (
            f"| {row['rows']}x{row['columns']} | {answer} | {int(row['nodes']):,} | "
            f"{float(row['seconds']):.2f} | {row['witness'] or 'none'} | "
            f"{row['certificate'][:12]} | {f'{seen.answer} [{seen.source}]' if seen else ''} |"
        )
    open_boards = [f"{row['rows']}x{row['columns']}" for row in rows if row["status"] == "open"]
    if open_boards:
        yield f"\nNot solved within the limit: {', '.join(open_boards)}."
    yield ""


def main() -> None:
    """Write the page, from a survey if one is given."""
    if sys.argv[1:]:
        store(sys.argv[1])
    PAGE.write_text(page(read_rows()), encoding="utf-8")


if __name__ == "__main__":
    main()
