"""``farstar check``: check a certificate."""

from __future__ import annotations

from pathlib import Path

import click

from farstar.cli._common import Command, PathType

_CHECKERS = """\b
Without Farstar these files of the package check it, each run as 'python FILE proof.json':
  checker.py         who wins, >=, ==, > or confused; misère play; lemmas
  loopy_checker.py   the same for games that may loop, with draws
  value_checker.py   after checker.py: canonical form, Grundy value, thermograph
  weight_checker.py  after checker.py: atomic weight
  sum_checker.py     after checker.py: what follows from lemmas
  family_checker.py  families; value_checker.py, weight_checker.py for values, weights
  octal_checker.py   periods and misère quotients
"""
_EXAMPLES = """\b
Examples:
  farstar certify '^ || *' --out proof.json
  farstar check proof.json
  farstar misere 0.77 --out quotient.json
  farstar check quotient.json
  farstar certify 'over > ^' --out loopy.json
  farstar check loopy.json
"""


@click.command(cls=Command, epilog=f"{_CHECKERS}\n{_EXAMPLES}")
@click.argument("file", type=PathType(exists=True, dir_okay=False, path_type=Path))
def command(file: Path) -> int:
    """Check the certificate in FILE, and say what it proves.

    Every move is recomputed from the rules in the file, and every line of play is followed. Games
    with the name of one of Farstar's games must have its moves. The exit code is 1 if the
    certificate is refused.
    """
    from farstar.certificates import Refused, load_certificate

    certificate = load_certificate(file)
    try:
        proved = certificate.check()
    except Refused as refusal:
        click.echo(f"refused: {refusal}")
        return 1
    replies = f"{certificate.replies} replies, " if certificate.replies else ""
    click.echo(f"proved: {', '.join(proved)} ({replies}{file.stat().st_size} bytes)")
    for note, names in (
        ("of", [certificate.about] if certificate.about else []),
        ("without Farstar", certificate.checkers),
        ("moves listed, not derived", certificate.listed),
        ("names that Farstar does not know", certificate.unknown),
    ):
        if names:
            # A name is whatever the file says: it must not look like other lines of the answer.
            click.echo(f"{note}: {', '.join(repr(name)[1:-1] for name in names)}")
    return 0
