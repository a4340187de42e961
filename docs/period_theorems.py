"""Write docs/period-theorems.md: what is proved about the powers of all short words of some games.

``python docs/period_theorems.py`` proves the rows that docs/_static/period-theorems.csv lacks, one
after the other, and writes the page; it can be stopped and started again. With ``--again N`` it
proves every N-th row again, and fails if a digest differs from that in the file.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import farstar as fs
from farstar.prove import NotProved, Theorem

FOLDER = Path(__file__).parent
TABLE = FOLDER / "_static" / "period-theorems.csv"
PAGE = FOLDER / "period-theorems.md"
FIELDS = ("game", "family", "statement", "growth", "claims", "bytes", "seconds", "digest")
MOST_LETTERS = 6
LONGEST_STATEMENT = 260
"""Longer ones are cut on the page, not in the table."""
COLOURS = str.maketrans("xoTF", "oxFT")


class Game(NamedTuple):
    """A game of the table: its rules, and how each row is proved."""

    name: str
    about: str
    rules: str
    families: Callable[[], Iterator[str]]
    prove: Callable[[str, str], Theorem | NotProved]


def periods(letters: str = "xo", most: int = MOST_LETTERS) -> Iterator[str]:
    """Yield words that are no powers, one of those that differ by reversal and colours only."""
    seen = set()
    for length in range(1, most + 1):
        for marks in product(letters, repeat=length):
            word = "".join(marks)
            is_power = any(
                length % d == 0 and word == word[:d] * (length // d) for d in range(1, length)
            )
            swapped = word.translate(COLOURS)
            names = {word, word[::-1], swapped, swapped[::-1]}
            if not is_power and not names & seen:
                seen.add(word)
                yield word


def by_bounds(*kinds: Any) -> Callable[[str, str], Theorem | NotProved]:
    """Return a proof by bounds: the first kind of leaves that gives one."""

    def prove(rules: str, family: str) -> Theorem | NotProved:
        results = []
        for leaves in kinds:
            result = fs.prove.bounds(rules, family, leaves=leaves)
            if result:
                return result
            results.append(result)
        return results[0]

    return prove


def outcomes_of_powers(**options: Any) -> Callable[[str, str], Theorem | NotProved]:
    """Return a proof by one automaton for all words."""
    return lambda rules, _: fs.prove.outcomes(rules, **options)


def one_blank() -> Iterator[str]:
    """Yield powers of toads and frogs with a blank behind them, or between two of them."""
    for word in periods("TF"):
        yield from (f"({word})^n.", f"({word})^n.({word})^n")


def strips() -> Iterator[str]:
    """Yield the only period of free cells."""
    yield "."


def covering(left: int, right: int) -> Game:
    """Return the game in which players cover so many neighbouring cells."""
    rules = f"board strip\ncells . #\nleft {'.' * left} -> {'#' * left}\n"
    rules += f"right {'.' * right} -> {'#' * right}"
    name = f"Left covers {left}, Right {right}"
    return Game(name, "", rules, strips, by_bounds("all", "integers"))


def clobber(left: str) -> str:
    """Return the rules of a game of stones in which Right moves as Left does."""
    return f"board strip\ncells x/o .\nleft {left}\nright = swap of left"


GAMES = [
    Game(
        "Clobber",
        "A stone takes the place of a neighbouring stone of the opponent.",
        clobber("xo -> .x rows"),
        periods,
        by_bounds("ups"),
    ),
    Game(
        "Stay",
        "A stone removes a neighbouring stone of the opponent and stays where it is.",
        clobber("xo -> x. rows"),
        periods,
        by_bounds("ups"),
    ),
    Game(
        "Turncoat",
        "A stone takes the place of a neighbouring stone of the opponent and changes its colour.",
        clobber("xo -> .o rows"),
        periods,
        by_bounds("ups"),
    ),
    Game(
        "Cannibal Clobber",
        "A stone takes the place of any neighbouring stone.",
        clobber("xo -> .x rows xx -> .x rows"),
        periods,
        by_bounds("all", "integers"),
    ),
    *(covering(a, b) for a in range(1, 5) for b in range(a + 1, 6)),
    Game(
        "Toppling Dominoes",
        "A player topples a domino of the player's colour to the left or to the right.",
        "board strip\ncells x/o .\nleft $[xo.]*x -> =.*.  x[xo.]*$ -> ..*=\nright = swap of left",
        periods,
        outcomes_of_powers(words="[xo]*"),
    ),
    Game(
        "Toads and Frogs, one blank",
        "A toad moves right, a frog left: into the blank or over one animal of the other kind.",
        "board strip\ncells T/F .\nleft T. -> .T TF. -> .FT\nright = mirror of left",
        one_blank,
        outcomes_of_powers(words="[TF]*.[TF]*"),
    ),
    Game(
        "Toads and Frogs, two blanks",
        "The same with two blanks.",
        "board strip\ncells T/F .\nleft T. -> .T TF. -> .FT\nright = mirror of left",
        lambda: iter(["all words"]),
        outcomes_of_powers(words="[TF]*.[TF]*.[TF]*"),
    ),
]


def growth_of(data: Any) -> str:
    """Return by how much the labels grow per how many letters, and from which length on."""
    texts = []
    for side in ("lower", "upper"):
        table = data.get(side)
        if table is None:
            continue
        sign = 1 if side == "lower" else -1
        number, ups = sign * table.get("number", 0), sign * table["sigma"]
        parts = [str(number)] if number or not ups else []
        parts += [f"{ups}.up"] if ups else []
        texts.append(f"{' + '.join(parts)} per {table['p']}, l = {table['l0']}")
    return "; ".join(dict.fromkeys(texts))


def statement_for(theorem: Theorem, family: str) -> str:
    """Return what is proved about a family; for automata the outcomes of its powers."""
    if theorem.automaton is None:
        return theorem.statement
    word = family.replace("^n", "").replace("(", "").replace(")", "")
    pieces = [piece for piece in family.replace("(", "").replace(")", "").split(".") if piece]
    seen: list[str] = []
    for n in range(1, 61):
        if "." in word:
            text = ".".join(piece.removesuffix("^n") * n for piece in pieces)
            text += "." * ("." in family and "." not in text)
        else:
            text = word * n
        seen.append(theorem.value(text))
    # The states after words of n and more periods repeat after at most as many as there are.
    for start in range(20):
        for length in range(1, 21):
            if all(seen[i] == seen[i + length] for i in range(start, len(seen) - length)):
                listed = ", ".join(seen[: start + length])
                again = f" and then {', '.join(seen[start : start + length])} for ever"
                if length == 1 and start == 0:
                    return f"outcome {seen[0]} for all n >= 1"
                return f"outcomes {listed}{again}"
    return "outcomes without a short period"


def row_of(game: Game, family: str) -> dict[str, str]:
    """Prove a row, or say why not."""
    start = time.process_time()
    with fs.engine.budget(seconds=100):
        result = game.prove(game.rules, family)
    seconds = f"{time.process_time() - start:.1f}"
    if isinstance(result, NotProved):
        statement = f"not proved: {result.reason}"
        return dict.fromkeys(FIELDS, "") | {
            "game": game.name, "family": family, "statement": statement, "seconds": seconds,
        }  # fmt: skip
    certificate = result.certificate()
    return {
        "game": game.name,
        "family": family,
        "statement": statement_for(result, family),
        "growth": growth_of(certificate.data),
        "claims": result.lines[-1].removeprefix("checked: ").removeprefix("checked in "),
        "bytes": str(len(str(certificate).encode())),
        "seconds": seconds,
        "digest": str(certificate.data["digest"]),
    }


def cell(text: str) -> str:
    """Return text for a cell of a table in Markdown."""
    return "".join(f"\\{letter}" if letter in "\\*_[]{}<>|#" else letter for letter in text)


HEAD = f"""\
# Theorems by period

What `farstar prove` proves about the powers of all words of up to {MOST_LETTERS} letters in
some games on strips; of words that differ only by reversal and exchange of colours, one is
listed. Each row has its own certificate, whose digest begins as shown. The bounds are those of
[Theorem 3](prove.md); where a lower and an upper bound meet, the value is known. For automata the
theorem is about all words, and the outcomes of the powers are read off. A row without a proof says
why; the statement may still be true.

The columns are: the growth of the lower and of the upper labels per number of letters, and the
length l from which on they grow; what was checked; the size of the certificate in bytes; and the
seconds to find and check the proof. This page is generated by `docs/period_theorems.py`, from a
table with the whole digests, `docs/_static/period-theorems.csv`.
"""


def page(rows: list[dict[str, str]]) -> str:
    """Return the page."""
    parts = [HEAD]
    strip_rows = [row for row in rows if row["game"].startswith("Left covers")]
    for game in GAMES:
        mine = [row for row in rows if row["game"] == game.name]
        if game.name.startswith("Left covers"):
            if not strip_rows:
                continue
            mine, strip_rows = strip_rows, []
            parts.append("\n## Strips on which Left covers a cells and Right b\n")
        else:
            parts.append(f"\n## {game.name}\n\n{game.about}\n\n```text\n{game.rules}\n```\n")
        proved = sum(not row["statement"].startswith("not proved") for row in mine)
        parts.append(f"Proved: {proved} of {len(mine)} rows.\n")
        parts.append("| family | statement | growth | checked | bytes | s | digest |")
        parts.append("| --- | --- | --- | --- | --- | --- | --- |")
        for row in mine:
            is_strip = row["game"].startswith("Left covers")
            name = row["game"] if is_strip else row["family"]
            statement = row["statement"]
            if len(statement) > LONGEST_STATEMENT:
                statement = statement[: statement.rindex(",", 0, LONGEST_STATEMENT)] + ", ..."
            texts = [name, statement, *(row[x] for x in FIELDS[3:7]), row["digest"][:12]]
            parts.append(f"| {' | '.join(map(cell, texts))} |")
    return "\n".join(parts) + "\n"


def read_rows() -> list[dict[str, str]]:
    """Return the rows that are proved already."""
    if not TABLE.exists():
        return []
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def save(rows: list[dict[str, str]]) -> None:
    """Write the table and the page."""
    order = {game.name: i for i, game in enumerate(GAMES)}
    places = {(game.name, family): i for game in GAMES for i, family in enumerate(game.families())}
    kept = [row for row in rows if (row["game"], row["family"]) in places]
    kept.sort(key=lambda row: (order[row["game"]], places[row["game"], row["family"]]))
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(kept)
    PAGE.write_text(page(kept), encoding="utf-8")


def main() -> None:
    """Prove what is missing, and write the page."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--again", type=int, metavar="N", help="prove every N-th row again")
    again = reader.parse_args().again
    rows = read_rows()
    known = {(row["game"], row["family"]): row for row in rows}
    everything = [(game, family) for game in GAMES for family in game.families()]
    if again:
        for game, family in everything[::again]:
            row = row_of(game, family)
            if row["digest"] != known[game.name, family]["digest"]:
                raise SystemExit(f"{game.name} {family}: the certificate differs")
            print(f"{game.name} {family}: the same", flush=True)
        return
    for game, family in everything:
        if (game.name, family) not in known:
            rows.append(row_of(game, family))
            print(f"{game.name} {family}: {rows[-1]['statement']}", flush=True)
            save(rows)
    save(rows)


if __name__ == "__main__":
    main()
