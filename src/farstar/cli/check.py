"""``farstar check``: check a certificate."""

from __future__ import annotations

from pathlib import Path

import click

from farstar.cli._common import Command, PathType

_EXAMPLES = """\b
Examples:
  farstar certify '^ || *' --out proof.json
  farstar check proof.json
  farstar misere 0.77 --out quotient.json
  farstar check quotient.json
  farstar certify 'over > ^' --out loopy.json
  farstar check loopy.json
"""


@click.command(cls=Command, epilog=_EXAMPLES)
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
    click.echo(f"without Farstar: {', '.join(certificate.checkers)}")
    for note, names in (
        ("moves listed, not derived", certificate.listed),
        ("names that Farstar does not know", certificate.unknown),
    ):
        if names:
            # A name is whatever the file says: it must not look like other lines of the answer.
            click.echo(f"{note}: {', '.join(repr(name)[1:-1] for name in names)}")
    return 0
