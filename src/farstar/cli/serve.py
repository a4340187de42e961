"""``farstar serve``: the workbench in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from farstar.cli._common import PathType, read_seconds, read_size, reader

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
@click.option(
    "--allow-remote", is_flag=True, help="Required for an address that other computers can reach."
)
@click.option(
    "--name",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="Host name under which other computers may request pages.",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="Number of long requests that can run at the same time.",
)
@click.option(
    "--time-limit",
    callback=reader(read_seconds),
    default="20",
    show_default=True,
    metavar="SECONDS",
    help="Time limit for one request, in seconds.",
)
@click.option(
    "--memory-limit",
    callback=reader(read_size),
    default="1GiB",
    show_default=True,
    metavar="SIZE",
    help="Memory limit for one worker; at least 512MB.",
)
@click.option(
    "--rate",
    type=click.FloatRange(min=0, min_open=True),
    default=50.0,
    show_default=True,
    help="Requests per second allowed from one address.",
)
@click.option(
    "--docs",
    type=PathType(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="The documentation, built by 'make docs', for links from the pages.",
)
def command(
    port: int,
    host: str,
    allow_remote: bool,
    hosts: tuple[str, ...],
    no_browser: bool,
    workers: int | None,
    time_limit: float,
    memory_limit: int,
    rate: float,
    docs: Path | None,
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
    settings = Settings(
        host=host,
        port=port,
        hosts=hosts,
        open_browser=not no_browser,
        time_limit=time_limit,
        memory_limit=memory_limit,
        rate=rate,
        docs=docs,
        **({} if workers is None else {"workers": workers}),
    )
    serve(settings)
