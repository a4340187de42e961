"""``farstar serve``: the workbench in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from farstar.cli.common import PathType, flag, read_seconds, read_size, reader, setting

_EXAMPLES = """\b
Examples:
  farstar serve
  farstar serve --port 9000 --no-browser
  farstar serve --docs build/docs
  farstar serve --host 0.0.0.0 --allow-remote --name games.example.org
"""


@click.command(epilog=_EXAMPLES)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8128,
    show_default=True,
    help="Port to listen on; 0 takes any free port.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@flag("--allow-remote", "Required for an address that other computers can reach.")
@setting(
    "--name",
    "hosts",
    "NAME",
    "Host name under which other computers may request pages.",
    multiple=True,
)
@flag("--no-browser", "Do not open a browser.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="Number of long requests that can run at the same time.",
)
@setting(
    "--time-limit",
    "SECONDS",
    "Time limit for one request, in seconds.",
    callback=reader(read_seconds),
    default="20",
    show_default=True,
)
@setting(
    "--memory-limit",
    "SIZE",
    "Memory limit for one worker; at least 512MB.",
    callback=reader(read_size),
    default="1GiB",
    show_default=True,
)
@click.option(
    "--rate",
    type=click.FloatRange(min=0, min_open=True),
    default=50.0,
    show_default=True,
    help="Requests per second allowed from one address.",
)
@setting(
    "--docs",
    "FOLDER",
    "The documentation, built by 'make docs', for links from the pages.",
    type=PathType(file_okay=False, path_type=Path),
)
def command(
    host: str,
    allow_remote: bool,
    no_browser: bool,
    memory_limit: int,
    docs: Path | None,
    **others: Any,
) -> None:
    """Open the workbench in the browser: evaluate, play, explore, tables, papers.

    By default only this computer can reach it. Ctrl-C stops it.
    """
    from farstar.web import Settings, serve
    from farstar.web.settings import is_loopback

    if not is_loopback(host) and not allow_remote:
        raise click.UsageError(
            f"expected --allow-remote with an address that others can reach, got --host {host!r}"
        )
    if memory_limit < 512_000_000:
        raise click.UsageError(f"expected a memory limit of at least 512MB, got {memory_limit}")
    if docs is not None and not (docs / "index.html").is_file():
        raise click.UsageError(
            f"expected a folder with an index.html for --docs, got {str(docs)!r}"
        )
    given = {name: value for name, value in others.items() if value is not None}
    given |= {"host": host, "memory_limit": memory_limit, "docs": docs}
    serve(Settings(open_browser=not no_browser, **given))
