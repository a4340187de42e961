"""``farstar certify``: answers with a proof."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeAlias, get_args

import click

from farstar.cli._common import Command, PathType
from farstar.cli._completion import games

_Prove: TypeAlias = Literal[
    "outcome", "misere", "canonical", "grundy", "thermograph", "atomic_weight"
]

_EXAMPLES = """\b
Examples:
  farstar certify 'E(5,3) + ^' --out proof.json
  farstar certify '^ || *'
  farstar certify 'Domineering(2x3)' --prove canonical --out form.json
  farstar certify '{3|1} + 1/2' --prove thermograph
  farstar certify 'E(17,10)' --prove atomic_weight
  farstar certify 'Kayles(7)' --prove misere
  farstar certify 'FoxAndGeese(F...|....|G.G.)'
  farstar check proof.json
"""


@click.command(cls=Command, epilog=_EXAMPLES)
@click.argument("expression", metavar="EXPR", shell_complete=games)
@click.option(
    "--prove",
    type=click.Choice(get_args(_Prove)),
    default="outcome",
    help="What to prove: who wins (or the relation in EXPR), who wins under misère play, the "
    "canonical form, the Grundy value, the thermograph, or the atomic weight.",
)
@click.option("--out", type=PathType(dir_okay=False, path_type=Path), help="Write the file here.")
def command(expression: str, prove: _Prove, out: Path | None) -> int:
    """Prove who wins EXPR, or a relation such as 'G >= H', by a certificate in JSON.

    The certificate contains the rules of the games and a winning reply to every play. It can be
    checked by 'farstar check', or by the file checker.py alone, which needs nothing but Python;
    value_checker.py and weight_checker.py check the values in it. Games that may loop have
    certificates of their outcomes.
    """
    from farstar.certificates import certify
    from farstar.cli._notes import statement_noted
    from farstar.errors import FarstarError

    statement_noted(expression)
    try:
        certificate = certify(expression, prove=prove)
    except ValueError as error:
        if isinstance(error, FarstarError):
            raise
        click.echo(f"nothing to certify: {error}", err=True)
        return 1
    if out is None:
        click.echo(str(certificate), nl=False)
        return 0
    certificate.save(out)
    click.echo(f"{certificate!r}, {out.stat().st_size} bytes in {str(out)!r}")
    return 0
