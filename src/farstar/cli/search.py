"""``farstar search``: look for a counterexample to a user's claim."""

from __future__ import annotations

import click

from farstar.cli._common import Command, emit_json
from farstar.cli._ranges import split
from farstar.cli._survey_display import progress_bar

SCHEMA = "farstar.search/1"

_EXAMPLES = """\b
Example: the file claim.py holds
  import farstar as fs
  game = fs.PartizanEuclid
  ranges = {"p": range(3, 300), "q": range(2, 300)}
  where = "q < p < 2*q and gcd(p, q) == 1"
  def claim(position):
      "Nobody but the first player wins positions of value *."
      return str(position.outcome) == "N" or str(position.value) != "*"
\b
  farstar search --claim claim.py --jobs 2
  farstar search --claim claim.py p=3..1000 q=2..1000
  farstar search --claim claim.py p=3..1000000 q=2..1000000 --sample 10000
"""


@click.command(cls=Command, epilog=_EXAMPLES)
@click.argument("words", metavar="[RANGE...]", nargs=-1)
@click.option("--claim", metavar="FILE.py", required=True, help="The file with the claim.")
@click.option("--where", metavar="CONDITION", help="Which points, such as 'q < p'.")
@click.option("--jobs", metavar="J", type=int, default=1, help="Processes; 1 by default.")
@click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler, or 'local' for one here.")
@click.option("--sample", metavar="N", type=int, help="Try N random points and shrink a failure.")
@click.option("--seed", metavar="S", type=int, default=0, help="Which random points.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object.")
@click.pass_context
def command(
    ctx: click.Context,
    words: tuple[str, ...],
    claim: str,
    where: str | None,
    jobs: int,
    cluster: str | None,
    sample: int | None,
    seed: int,
    as_json: bool,
) -> int:
    """Try the claim of a file on every point of its ranges, up to the first failure.

    The file defines a function 'claim', of the variables by name or of one position, that
    returns whether it holds there; and, unless they are given here, 'ranges', 'where' and, for
    claims about positions, 'game'. Points are tried in order, so the counterexample is the
    smallest; the exit code is 1 if there is one and 0 if there is none.
    """
    from farstar import surveys

    names, ranges = split(words)
    if names:
        raise click.UsageError(f"expected ranges such as p=3..50, got {names[0][:60]!r}", ctx)
    with progress_bar(claim) as show:
        verdict = surveys.search(
            claim,
            where=where,
            jobs=jobs,
            cluster=cluster,
            sample=sample,
            seed=seed,
            progress=show,
            **ranges,
        )
    found = verdict.counterexample
    if as_json:
        emit_json(
            {
                "schema": SCHEMA,
                "claim": verdict.claim,
                "holds": verdict.holds,
                "cases": verdict.cases,
                "counterexample": None
                if found is None
                else {
                    "point": dict(found.point),
                    "position": found.position,
                    "reason": found.reason,
                },
            }
        )
    elif found is None:
        click.echo(f"no counterexample in {verdict.cases:,} cases: {verdict.claim}")
    else:
        click.echo(f"counterexample: {found}")
        click.echo(f"to the claim: {verdict.claim}")
    return 0 if found is None else 1
