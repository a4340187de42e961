"""``farstar static``: a site that needs no server."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from farstar.cli.common import Command, PathType, setting

_EXAMPLES = """\b
Examples:
  npm install pyodide && farstar static site
  farstar static --pyodide node_modules/pyodide site
  python -m http.server --directory site
"""


@click.command("static", cls=Command, epilog=_EXAMPLES)
@click.argument("directory", type=PathType(file_okay=False, path_type=Path))
@setting(
    "--pyodide",
    "FOLDER",
    "The npm package pyodide, which is copied into the site.",
    type=PathType(file_okay=False, path_type=Path),
    default=Path("node_modules/pyodide"),
    show_default=True,
)
@setting(
    "--core",
    "FILE",
    "The C++ core as WebAssembly, made by tools/build_wasm.py.  [default: the reference engine]",
    type=PathType(dir_okay=False, path_type=Path),
)
@setting("--docs", "ADDRESS", "A link to the documentation.", default="")
@click.option(
    "--compile/--no-compile",
    "compiled",
    default=True,
    help="Compile Python's sources with Node.js, so that the site starts faster.",
)
def command(directory: Path, pyodide: Path, core: Path | None, docs: str, compiled: bool) -> int:
    """Write a site into DIRECTORY that computes in the visitor's browser.

    It has the pages Play, Learn, Evaluate, Explore and Worksheets of 'farstar serve', and needs
    nothing but a file server. After the first visit it works offline. The pages can be embedded in
    others: add embed=1 to their address.
    """
    from farstar.web.static_site import write_site

    node = shutil.which("node") if compiled else None
    if compiled and node is None:
        click.echo("no Node.js: the site starts more slowly, from sources", err=True)
    files = write_site(directory, pyodide, docs, node=node, core=core)
    size = sum(file.stat().st_size for file in files)
    click.echo(f"{len(files)} files, {size / 1e6:.1f} MB, in {directory}")
    return 0
