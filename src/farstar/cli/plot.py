"""``farstar plot``: figures of games and of tables."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from farstar.cli._ranges import progress_bar
from farstar.cli._rulesets import load
from farstar.cli._rulesets import option as ruleset_option
from farstar.cli.common import command_with_examples, save, save_text, setting
from farstar.cli.completion import files, games, invariants, kinds
from farstar.tables.ranges import split


@command_with_examples("""\b
Examples:
  farstar plot '{9|3||1|-2}' --out thermograph.svg
  farstar plot '{9|3||1|-2}' --kind scaffolds --out steps.pdf
  farstar plot '{3||2|1}' '+-1' --out two.png
  farstar plot 'E(11,8)' --kind tree --out tree.pdf
  farstar plot 'E(p,q)' p=1..80 q=1..80 --show outcome --out outcomes.png
  farstar plot 'E(p,q)' p=3..84 q=2..83 --where 'q < p < 2*q and gcd(p,q) == 1' \\
      --show mean-atomic-weight --kind scatter --x p/q --out weights.svg
  farstar plot 'Nim(3,5,7)' --out heaps.svg
  farstar plot far-star --kind automaton --out automaton.svg
  farstar plot 7/5 --kind stern-brocot --out stern-brocot.svg
  farstar plot 'Kayles(n)' n=0..40 --show grundy --kind scatter --ruleset kayles.py:Kayles
""")
@click.argument("words", metavar="EXPR... [NAME=RANGE...]", nargs=-1, shell_complete=games)
@setting(
    "--kind",
    "KIND",
    "automaton, board, calkin-wilf, cone, heaps, heat-map, moves, scaffolds, scatter, "
    "squares, stern-brocot, thermograph or tree; by default what suits the game.",
    shell_complete=kinds,
)
@setting(
    "--out",
    "FILE",
    "The file to draw to: .svg, .pdf, .png, or .tex for TikZ (boards, thermographs, trees). "
    "Without it, SVG is written to a pipe or file.",
    shell_complete=files,
)
@setting(
    "--show", "NAMES", "With ranges: what to draw, as in farstar table.", shell_complete=invariants
)
@setting("--where", "CONDITION", "With ranges: which positions.")
@setting("--x", "NAME", "Scatter: the horizontal axis, such as p or p/q.")
@setting("--y", "NAME", "Scatter: the vertical axis.")
@setting("--colour", "NAME", "Scatter: what determines the colours.")
@setting("--depth", "N", "Trees: at most this many levels deep.", type=int)
@setting("--bound", "N", "Cone, moves: numbers up to N.", type=int)
@ruleset_option
def command(
    words: tuple[str, ...],
    kind: str | None,
    out: str | None,
    show: str | None,
    where: str | None,
    ruleset: str | None,
    **options: Any,
) -> int:
    """Draw EXPR as a thermograph, a game tree, a board or squares; or a table, if ranges are given.

    Several expressions share one thermograph. With --kind automaton, EXPR is paired (8 states) or
    far-star (17 states); with --kind moves, it is Euclid or Grossman. With --kind stern-brocot or
    calkin-wilf, it is a fraction such as 7/5, or a position of Euclid, whose way from the root is
    marked.
    """
    import farstar as fs

    if out is None and sys.stdout.isatty():
        raise click.UsageError(
            "expected a file to draw to, such as --out game.svg (or .pdf, .png); "
            "SVG is printed only into a pipe or a file"
        )
    name = load(ruleset)
    expressions, ranges = split(words)
    if name is not None and ranges and not expressions:
        expressions = [f"{name}({','.join(ranges)})"]
    if not expressions or (ranges and len(expressions) > 1):
        raise click.UsageError(
            "expected an expression such as '{3||2|1}', or one with ranges such as "
            f"'E(p,q)' p=1..9 q=1..9, got {' '.join(words)[:80]!r}"
        )
    chosen = {name: option for name, option in options.items() if option is not None}
    things: Sequence[Any]
    if ranges:
        with progress_bar(ranges):
            things = [fs.table(expressions[0], show=show or "value", where=where, **ranges)]
    elif show is not None or where is not None:
        raise click.UsageError("expected ranges such as p=1..9 with --show or --where")
    else:
        things = expressions
    if out is not None and out.lower().endswith(".tex"):
        return _write_tikz(things, kind, out, chosen.get("depth"))
    figure = fs.plot(*things, kind=kind, **chosen)
    if out is None:
        sys.stdout.write(figure.svg())
    else:
        save(figure, out)
    return 0


def _write_tikz(things: Sequence[Any], kind: str | None, out: str, depth: int | None) -> int:
    """Write one game as a picture of TikZ."""
    from farstar.figures import tikz

    if len(things) != 1 or not isinstance(things[0], str):
        raise click.UsageError(f"expected one game for a picture in LaTeX, got {len(things)}")
    save_text(tikz(things[0], kind=kind, depth=depth), out, f"a picture of {things[0]} for LaTeX")
    return 0
