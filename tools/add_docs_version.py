"""Add the pages built by ``make docs`` to a site with several versions.

Each version has a folder of its own in the site. The menu in the sidebar reads the list of versions
from the file ``_static/versions.js``, which this program writes into all of them, and the first
page of the site leads to the newest release::

    python tools/add_docs_version.py build/docs site 0.2.0
    python tools/add_docs_version.py build/docs site dev

The names are numbers such as 0.2.0, or ``dev`` for the pages between two releases. Adding a version
again replaces it. The result is plain files, for any web server or for reading from a disk.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from pathlib import Path

DEVELOPMENT = "dev"
_NAME = re.compile(r"\d+(?:\.\d+){1,3}")
_LIST = "_static/versions.js"
_FIRST_PAGE = """\
<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Farstar</title>
<meta http-equiv="refresh" content="0; url={newest}/index.html">
<a href="{newest}/index.html">Farstar {newest}</a></html>
"""


def is_name(text: str) -> bool:
    """Return whether a text is the name of a version."""
    return text == DEVELOPMENT or _NAME.fullmatch(text) is not None


def newest_first(names: list[str]) -> list[str]:
    """Return the names sorted: releases, the newest first, and then the development version."""
    releases = [name for name in names if name != DEVELOPMENT]
    releases.sort(key=lambda name: [int(part) for part in name.split(".")], reverse=True)
    return releases + [DEVELOPMENT] * (DEVELOPMENT in names)


def add(pages: Path, site: Path, name: str) -> list[str]:
    """Put the pages into the site under a name, and return the names of all its versions."""
    if not is_name(name):
        raise ValueError(f"expected a version such as 0.2.0, or dev, got {name!r}")
    if not (pages / "index.html").is_file():
        raise ValueError(f"expected the pages that make docs builds, got {str(pages)!r}")
    target = site / name
    if target.exists():
        shutil.rmtree(target)
    shutil.copytree(pages, target, ignore=shutil.ignore_patterns(".buildinfo", ".doctrees"))
    names = newest_first(
        [path.name for path in site.iterdir() if path.is_dir() and is_name(path.name)]
    )
    text = f"const VERSIONS = {json.dumps(names)};\n"
    for version in names:
        (site / version / _LIST).parent.mkdir(exist_ok=True)
        (site / version / _LIST).write_text(text, encoding="utf-8")
    (site / "index.html").write_text(_FIRST_PAGE.format(newest=names[0]), encoding="utf-8")
    return names


def main() -> int:
    """Add one version and print them all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pages", type=Path, help="what make docs built, such as build/docs")
    parser.add_argument("site", type=Path, help="the folder of the site; made if it is missing")
    parser.add_argument("name", help="the version: 0.2.0, or dev")
    given = parser.parse_args()
    try:
        given.site.mkdir(parents=True, exist_ok=True)
        print("versions:", ", ".join(add(given.pages, given.site, given.name)))
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
