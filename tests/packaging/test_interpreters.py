"""A second interpreter of a process is refused, and the first one is not harmed."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
{before}
other = interpreters.create()
refusal = '''
try:
    import farstar
except ImportError as error:
    assert str(error).startswith("expected farstar to be imported in the main interpreter"), error
    assert str(error).count(chr(10)) == 0
else:
    raise SystemError("it was imported")
'''
# From Python 3.13 on a failure is returned.
assert getattr(interpreters, "exec", interpreters.run_string)(other, refusal) is None
interpreters.destroy(other)
import farstar as fs
assert fs.engine.active().name == "native"
assert str(fs.Value("*2") + 1) == "1*2"
assert str(fs.Value("{{3||2|1}}").temperature) == "3/4"
assert str(fs.Domineering("3x3").value) == "+-1"
"""


@pytest.mark.parametrize("before", ["", "import farstar; farstar.Value('^') + 1"])
def test_another_interpreter_is_refused(before: str) -> None:
    pytest.importorskip("_xxsubinterpreters" if sys.version_info < (3, 13) else "_interpreters")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(before=before)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
