"""``farstar query``: SQL over the rows of a survey."""

from __future__ import annotations

import click

from farstar.cli.common import command_with_examples, emit_json, flag
from farstar.cli.completion import folders
from farstar.cli.survey import note_history

SCHEMA = "farstar.query/1"

_MOST = 1000
"""Rows that are shown as a table; the other formats print all."""


@command_with_examples("""\b
Examples:
  farstar survey partizan-euclid-outcomes only=P --bound 10000 --out p-positions
  farstar query p-positions 'select p, q from survey where p < 12'
  farstar query p-positions --b-file \\
      'select p, count(*) from survey group by p order by p'
  farstar survey partizan-euclid-atomic-weights --bound 2000 --out weights
  farstar query weights 'select weight, positions, temperature from survey
      order by temperature desc limit 10'
  farstar query weights --csv 'select weight, positions from survey' >weights.csv
\b
The rows are the view "survey"; its columns: farstar query DIR 'describe survey'.
A rational number such as temperature is a number; temperature_exact is its text.
""")
@click.argument("folder", metavar="DIR", shell_complete=folders)
@click.argument("sql", metavar="SQL")
@flag("--csv", "as_csv", "Print comma-separated values.")
@flag("--b-file", "as_b_file", "Print an index and a term per line (OEIS).")
@flag("--json", "as_json", "Print JSON, one object.")
@flag("--no-verify", "Skip the comparison of files with their checksums.")
def command(
    folder: str,
    sql: str,
    as_csv: bool,
    as_b_file: bool,
    as_json: bool,
    no_verify: bool,
) -> int:
    """Run one SQL query (DuckDB) over the survey in the folder DIR.

    The query can read the rows of that survey and nothing else, and cannot write. Every file is
    first checked against its checksum; --no-verify skips this.
    """
    from farstar import surveys

    if as_csv + as_b_file + as_json > 1:
        raise click.UsageError("expected one of --csv, --b-file and --json")
    survey = surveys.Survey.open(folder, verify=not no_verify)
    done, every = survey.chunks
    if not survey.is_complete:
        click.echo(f"note: the survey is not finished, {done} of {every} chunks", err=True)
    note_history(survey)
    answer = survey.sql(sql)
    if as_json:
        emit_json({"schema": SCHEMA, "columns": answer.columns, "rows": answer.rows})
    elif as_csv:
        click.echo(answer.csv(), nl=False)
    elif as_b_file:
        click.echo(answer.b_file(), nl=False)
    else:
        click.echo(answer.table(most=_MOST).text().strip("\n"))
        if len(answer.rows) > _MOST:
            more = len(answer.rows) - _MOST
            click.echo(f"note: {more} more rows; --csv prints all of them", err=True)
    return 0
