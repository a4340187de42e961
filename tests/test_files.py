"""Files are written whole; a pipe or a device is written to, and never replaced."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

import farstar as fs
from farstar._files import write_whole
from farstar.certificates import write_strategy


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "text")
    reader.join()
    assert read == ["text"]
    assert pipe.is_fifo()
    with pytest.raises(fs.FarstarError, match="expected a file for a strategy"):
        write_strategy(fs.Clobber("xo|ox"), pipe)
    assert pipe.is_fifo()


def test_a_file_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file"
    link = tmp_path / "link"
    file.write_text("old")
    link.symlink_to(file)
    write_whole(link, "new")
    assert file.read_text() == "new"
    assert link.is_symlink()
    assert len(list(tmp_path.iterdir())) == 2
