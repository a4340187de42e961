"""The command line, ``farstar``: one module a command, each loaded when it is asked for.

Data goes to standard output, notes and errors to standard error. A command ends with 0 (done),
1 (checked, and false), 2 (bad input), 3 (out of budget), 130 (interrupted) or 143 (terminated).
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from farstar.cli._failures import failure_code, hush_stdout, insistent_interrupts
from farstar.cli.common import commands, find_command, prepare_streams
from farstar.fallback import MARK, NOTE, fell_back


def mention_slow_engine() -> None:
    """Say so on standard error at the first run of this installation, and never as a warning."""
    if not fell_back():
        return
    warnings.filterwarnings("ignore", message=NOTE.partition(",")[0])
    with suppress(OSError):
        remembered = _memory()
        if remembered.exists():
            return
        click.echo(f"farstar: {NOTE}", err=True)
        remembered.parent.mkdir(parents=True, exist_ok=True)
        remembered.touch()


def _memory() -> Path:
    """Return the file that says that this installation was heard already."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    built = f"{MARK} {os.stat(MARK).st_mtime_ns}"
    name = hashlib.sha256(built.encode()).hexdigest()[:16]
    return Path(caches) / "farstar" / f"mentioned-{name}"


__all__ = ["cli", "main"]


def _unknown(name: str) -> str:
    """Return the message about a command that does not exist: the nearest one first."""
    from difflib import get_close_matches

    near = get_close_matches(name.lower(), commands(), n=1)
    hint = f": did you mean {near[0]}?" if near else "; farstar --help lists the commands"
    return f"expected a command, got {name[:40]!r}{hint}"


class _Commands(click.Group):
    """A group that imports a command on first use and turns every failure into an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(commands())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = find_command(cmd_name)
        if entry is None:
            if ctx.resilient_parsing:
                return None
            raise click.UsageError(_unknown(cmd_name))
        mention_slow_engine()
        module = importlib.import_module(entry.module)
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(
                sorted((name, entry.description) for name, entry in commands().items())
            )

    def main(
        self,
        args: Any = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        words = list(sys.argv[1:] if args is None else args)
        prepare_streams()
        code = 0
        try:
            with insistent_interrupts():
                status = super().main(
                    words, prog_name, complete_var, standalone_mode=False, **extra
                )
            code = status if isinstance(status, int) else 0
            sys.stdout.flush()
        except (BrokenPipeError, SystemExit) as error:
            # Click exits by itself after completion, and where nobody reads what it writes.
            code = 0 if isinstance(error, SystemExit) and not error.code else hush_stdout()
        except (Exception, KeyboardInterrupt) as error:
            try:
                code = failure_code(error, words)
            except BrokenPipeError:
                code = hush_stdout()
        if standalone_mode:
            sys.exit(code)
        return code


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        import farstar
        from farstar.cli.doctor import commit

        built = commit()
        click.echo(f"farstar {farstar.__version__}" + (f" (commit {built})" if built else ""))
        ctx.exit()


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
    epilog="\b\nExamples:\n"
    "  farstar eval '{3||2|1} - ^'\n"
    "  farstar eval --explain 'E(11,8) + {3||2|1} - *2'\n"
    "  farstar explain 'E(11,8)'\n"
    "  farstar moves 'Grossman(459,2393; k=2)'\n"
    "  farstar doctor\n\n"
    "\b\nExit codes: 0 done, 1 checked and false, 2 bad input, 3 out of budget,\n"
    "130 interrupted, 143 terminated.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Farstar, a workbench for combinatorial games."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Run the command line with the arguments of this process."""
    cli(prog_name="farstar")
