"""``farstar certify``: answers with a proof."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import click

from farstar.cli._batch import statement_noted
from farstar.cli._rulesets import knows_rules
from farstar.cli.common import Command, PathType, flag, writing
from farstar.cli.completion import games
from farstar.errors import FarstarError, IllegalPositionError, NotationError
from farstar.tables.ranges import split

if TYPE_CHECKING:
    from farstar import Certificate

_Prove: TypeAlias = Literal[
    "outcome",
    "misere",
    "canonical",
    "grundy",
    "thermograph",
    "atomic_weight",
    "period",
    "strategy",
]

_SECONDS_BETWEEN_NOTES = 5

_EXAMPLES = """\b
Examples:
  farstar certify 'E(5,3) + ^' --out proof.json
  farstar certify '^ || *'
  farstar certify 'Domineering(2x3)' --prove canonical --out form.json
  farstar certify '{3|1} + 1/2' --prove thermograph
  farstar certify 'E(17,10)' --prove atomic_weight
  farstar certify 'Kayles(7)' --prove misere
  farstar certify 'FoxAndGeese(F...|....|G.G.)'
  farstar certify 'over > ^'
  farstar certify 0.77 --prove period --out kayles.json
  farstar certify 'Clobber(4x5)' --prove strategy --out clobber.strategy
  farstar certify 'B(x,y,z)' x=1..4 y=0..4 z=0..4 --none R,N --out family.json
  farstar check proof.json
"""


@click.command(cls=Command, epilog=_EXAMPLES)
@click.argument("words", metavar="EXPR [NAME=RANGE]...", nargs=-1, shell_complete=games)
@click.option(
    "--prove",
    type=click.Choice(get_args(_Prove)),
    default="outcome",
    help="What to prove: who wins (or the relation in EXPR), who wins under misère play, the "
    "canonical form, the Grundy value, the thermograph, the atomic weight, the period of the "
    "Grundy values of a code, or, by a compact strategy for a large board, who wins or the nimber.",
)
@click.option(
    "--none",
    metavar="RESULTS",
    default="",
    help="With ranges: outcomes (or Grundy values) that no position has, with commas between them.",
)
@click.option("--where", metavar="CONDITION", help="With ranges: a condition on the variables.")
@click.option("--out", type=PathType(dir_okay=False, path_type=Path), help="Write the file here.")
@knows_rules
@flag("--with-checker", "Write checker.py next to the file of --out.")
def command(
    words: tuple[str, ...],
    prove: _Prove,
    none: str,
    where: str | None,
    out: Path | None,
    with_checker: bool,
) -> int:
    """Prove who wins EXPR, or a relation such as 'G >= H', by a certificate in JSON.

    The certificate contains the rules of the games and a winning reply to every play; large sums
    are proved by lemmas about their parts. It can be checked by 'farstar check', or without Farstar
    by checker.py, a file of the package that needs nothing but Python. Games that may loop have
    certificates of outcomes and relations. With ranges, all positions of a family are listed with
    their outcomes, misère outcomes, Grundy values, values or atomic weights.
    """
    expressions, ranges = split(words)
    if len(expressions) != 1:
        raise NotationError(f"expected one expression, got {len(expressions)}")
    if with_checker and out is None:
        raise NotationError("expected --out FILE with --with-checker, got none")
    if prove == "strategy":
        return _write_strategy(words, out, with_checker)
    if (none or where) and not ranges:
        raise NotationError("expected ranges such as n=1..9 with --none and --where, got none")
    try:
        certificate = _certificate(expressions[0], ranges, prove, none, where)
    except ValueError as error:
        if isinstance(error, FarstarError):
            raise
        click.echo(f"nothing to certify: {error}", err=True)
        return 1
    if out is None:
        click.echo(str(certificate), nl=False)
        return 0
    with writing(str(out)):
        certificate.save(out, with_checker=with_checker)
    click.echo(f"{certificate!r}, {out.stat().st_size} bytes in {str(out)!r}")
    return 0


def _write_strategy(words: tuple[str, ...], out: Path | None, with_checker: bool) -> int:
    """Write the winner's strategy on a board, in the binary form for large boards."""
    from farstar.certificates import write_strategy
    from farstar.expressions import parse
    from farstar.rules import Position

    if out is None:
        raise NotationError("expected --out FILE for a strategy, which is binary, got none")
    position = parse(words[0])
    if len(words) > 1 or not isinstance(position, Position):
        raise NotationError(f"expected one position for a strategy, got {' '.join(words)!r}")
    if position.ruleset.may_loop:
        raise NotationError(f"expected a game without loops for a strategy, got {words[0]!r}")
    with writing(str(out)):
        strategy = write_strategy(position, out, progress=_progress_line())
        if with_checker:
            strategy.save_checker()
    click.echo(
        f"{strategy.claim}: {strategy.sums} sums, {strategy.replies} replies, "
        f"{strategy.size} bytes in {str(out)!r}"
    )
    return 0


def _progress_line() -> Callable[[int, int], None]:
    """Return a function that says every few seconds how far the writing of a strategy is.

    Nobody knows how many sums will follow from those that wait, so no end is foretold.
    """
    last = time.monotonic()

    def show(written: int, waiting: int) -> None:
        nonlocal last
        if time.monotonic() - last > _SECONDS_BETWEEN_NOTES:
            last = time.monotonic()
            click.echo(f"{written} sums written, {waiting} wait", err=True)

    return show


def _certificate(
    expression: str, ranges: dict[str, Any], prove: _Prove, none: str, where: str | None
) -> Certificate:
    from farstar.certificates import certify, certify_period

    if ranges:
        return _family(expression, ranges, prove, none, where)
    if prove == "period":
        return certify_period(expression)
    assert prove != "strategy"  # it is written at once
    statement_noted(expression)
    return certify(expression, prove=prove)


def _family(
    expression: str, ranges: dict[str, Any], prove: _Prove, none: str, where: str | None
) -> Certificate:
    from farstar.certificates import certify_family
    from farstar.rules import Position
    from farstar.tables import Condition, Template

    kinds: dict[str, Any] = {"canonical": "value", "atomic_weight": "weight"}
    what = kinds.get(prove, prove)
    if prove in ("thermograph", "period"):
        raise NotationError(
            "expected outcome, misere, grundy, canonical or atomic_weight for a family, "
            f"got {prove}"
        )
    template = Template(expression, list(ranges))
    condition = None if where is None else Condition(where, list(ranges))
    positions = []
    for point in product(*ranges.values()):
        if condition is None or condition(*point):
            try:
                position = template(*point)
            except IllegalPositionError:
                continue
            if not isinstance(position, Position):
                raise NotationError(f"expected positions of a game, got {template.text(*point)!r}")
            positions.append(position)
    words = [word.strip() for word in none.split(",") if word.strip()]
    absent = [int(word) if word.isdecimal() and len(word) < 10 else word for word in words]
    known = ("L", "R", "N", "P")
    for result in absent:
        if isinstance(result, int) != (prove == "grundy") or (
            isinstance(result, str) and result not in known
        ):
            wanted = "Grundy values" if prove == "grundy" else "outcomes L, R, N or P"
            raise NotationError(f"expected {wanted} after --none, got {str(result)!r}")
    return certify_family(positions, what=what, none=absent)
