"""Execute the notebooks of this folder and keep what they show: ``make notebooks``.

With names, only those; with ``--check`` nothing is written, and the exit code is 1 if a notebook
would show something else than it does.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
SECONDS = 1200
"""How long a cell may take."""


def executed(path: Path) -> str:
    """Return the notebook with fresh outputs, as the text of its file."""
    import nbformat
    from nbclient import NotebookClient
    from traitlets.config import Config

    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        # Sockets in a folder of this run alone instead of open ports.
        kernel = {"transport": "ipc", "connection_file": f"{folder}/kernel.json"}
        NotebookClient(
            notebook,
            timeout=SECONDS,
            startup_timeout=SECONDS // 4,
            record_timing=False,
            coalesce_streams=True,
            config=Config({"KernelManager": kernel}),
        ).execute()
    keep_pictures(notebook)
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    text: str = nbformat.writes(notebook, version=nbformat.NO_CONVERT)
    return text + "\n"


def keep_pictures(notebook: Any) -> None:
    """Keep of widgets the pictures: they live in a kernel, and readers of the file have none."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if data.pop("application/vnd.jupyter.widget-view+json", None) is not None:
                data.pop("text/plain", None)


def essence(text: str) -> list[object]:
    """Return what the cells of a notebook show, of pictures the title.

    The last digits of a picture may differ from one machine to another.
    """
    shown: list[object] = []
    for cell in json.loads(text)["cells"]:
        for output in cell.get("outputs", ()):
            data = output.get("data", output)
            svg = "".join(data.pop("image/svg+xml", ()))
            shown.append([data, re.findall("<title>(.*?)</title>", svg)])
    return shown


def main(arguments: Sequence[str]) -> int:
    """Execute the notebooks that were named, or all of them."""
    check = "--check" in arguments
    names = [name for name in arguments if name != "--check"]
    paths = [FOLDER / name for name in names] or sorted(FOLDER.glob("*.ipynb"))
    stale = []
    with tempfile.TemporaryDirectory() as folder:
        # A kernel leaves no history in the home of whoever runs this.
        os.environ |= {"IPYTHONDIR": folder, "JUPYTER_RUNTIME_DIR": folder}
        for path in paths:
            text = executed(path)
            if essence(text) != essence(path.read_text(encoding="utf-8")):
                stale.append(path.name)
            if not check:
                path.write_text(text, encoding="utf-8")
    if check and stale:
        print("stale:", *stale)
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
