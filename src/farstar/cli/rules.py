"""``farstar rules``: read rules written as patterns, and compare them with other rules."""

from __future__ import annotations

from typing import Any

import click

from farstar.cli import _families, _rulesets
from farstar.cli.common import command_with_examples, emit_json, flag, setting
from farstar.cli.completion import files, game_names

SCHEMA = "farstar.rules/1"


@command_with_examples("""\b
Examples:
  farstar rules clobber.rules
  farstar rules clobber.rules --check Clobber --boards 3x3
  farstar rules mine.rules --check mine.py:Twin --strips 8 --positions 2000
  farstar rules kayles.rules --check Kayles --heaps 12x2 --json
""")
@click.argument("file", metavar="FILE", shell_complete=files)
@setting(
    "--check", "twin", "GAME", "Compare with this game, or FILE.py:NAME.", shell_complete=game_names
)
@setting("--positions", "N", "How many to compare; 500 by default.", type=int, default=500)
@_families.options
@flag("--json", "as_json", "Print JSON, one object.")
def command(
    file: str,
    twin: str | None,
    positions: int,
    as_json: bool,
    **options: Any,
) -> int:
    """Read a file with rules and describe them; with --check, compare them with another game.

    Random positions of a family are compared: values, outcomes and the moves of both players. The
    exit code is 1 if there is a difference.
    """
    from farstar.games.patterns import compared, described

    rules = _rulesets.rules_of(_rulesets.loaded(_rulesets.game(file)))
    family = _families.pop_options(options)
    if twin is None:
        facts = described(rules)
        if as_json:
            emit_json({"schema": SCHEMA, **facts})
        else:
            for name, fact in facts.items():
                click.echo(f"{name:<15}{fact}")
        return 0
    if not family:
        raise click.UsageError("expected --boards, --strips or --heaps with --check")
    from farstar.surveys import sample

    members = _families.positions(family, rules)
    some = sample(members, positions, seed=1) if len(members) > positions else members
    difference = compared(rules, _rulesets.loaded(_rulesets.game(twin)), some)
    if as_json:
        emit_json({"schema": SCHEMA, "positions": len(some), "difference": difference})
    else:
        click.echo(difference or f"{len(some):,} positions agree: values, outcomes and moves")
    return 0 if difference is None else 1
