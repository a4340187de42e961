"""Breaks every public function of ``farstar.theory`` in turn, and looks who notices.

``python tests/drills/mutations.py`` tells for each function which claim of the papers disagrees,
or which test fails, when its answers are wrong; ``euclid.wins`` as an argument takes only that
one. The exit code is 1 if one can be broken and nobody notices.
"""

from __future__ import annotations

import argparse
import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import farstar
from farstar import papers, theory
from farstar.papers import ClaimVerdict

TESTS = Path(__file__).resolve().parents[1]
BOUND = 12
"""How far claims are checked: what is broken everywhere shows early."""

_RAN = 40
"""Added to the exit code of the tests, so that a program that breaks off is not taken for one."""

Condition = Callable[..., bool]


def functions() -> dict[str, Callable[..., Any]]:
    """Return the public functions by their names, as in ``euclid.wins``."""
    functions: dict[str, Callable[..., Any]] = {}
    for module in dir(theory):
        members = getattr(theory, module)
        for name in getattr(members, "__all__", ()):
            if inspect.isfunction(getattr(members, name)):
                functions[f"{module}.{name}"] = getattr(members, name)
    return functions


def wrong(answer: Any) -> Any:
    """Return another answer of the same kind.

    Examples
    --------
    >>> wrong(True), wrong(4), wrong((1, 2)), wrong("le")
    (False, 5, (1, 3), 'lee')
    """
    if isinstance(answer, bool):
        return not answer
    if isinstance(answer, farstar.Outcome):
        return -answer if answer in "LR" else farstar.Outcome("L")
    if isinstance(answer, str):
        return answer + "e"
    if isinstance(answer, int | Fraction | farstar.Value):
        return answer + 1
    if isinstance(answer, tuple | list):
        return _wrong_list(answer)
    # Nothing, a new object, or an iterator that ends too soon.
    return iter(()) if isinstance(answer, Iterator) else 1 if answer is None else None


def _wrong_list(answer: Any) -> Any:
    if not answer:
        return (1,)
    if getattr(answer, "_fields", None):
        return type(answer)(*map(wrong, answer))
    return type(answer)([*answer[:-1], wrong(answer[-1])])


@contextmanager
def broken(name: str, where: Condition = lambda *_, **__: True) -> Iterator[None]:
    """Let a function answer wrongly, `where` its arguments say so, for everybody who calls it."""
    function = functions()[name]

    def mutant(*arguments: Any, **options: Any) -> Any:
        answer = function(*arguments, **options)
        return wrong(answer) if where(*arguments, **options) else answer

    places = [
        (module, attribute)
        for module in list(sys.modules.values())
        if getattr(module, "__name__", "").startswith("farstar")
        for attribute, member in list(vars(module).items())
        if member is function
    ]
    for module, attribute in places:
        setattr(module, attribute, mutant)
    try:
        yield
    finally:
        for module, attribute in places:
            setattr(module, attribute, function)


def noticing_claim(labels: tuple[str, ...] = (), bound: int = BOUND) -> str | None:
    """Return the first claim that disagrees, or cannot be checked, when a function is broken."""
    for claim in papers.select(None, labels):
        if papers.check(claim, bound).verdict is ClaimVerdict.DISAGREES:
            return f"{claim.paper}, {claim.label}"
    return None


def tests_of(name: str) -> list[Path]:
    """Return the files with tests of a function: that of its module, and those that mention it."""
    module, _, function = name.partition(".")
    mention = re.compile(rf"\b{re.escape(function)}\b")
    files = sorted(TESTS.rglob(f"test_{module}.py"))
    for folder in ("papers", "impartial", "sums", "games", "learn"):
        for path in sorted((TESTS / folder).rglob("test_*.py")):
            if path not in files and mention.search(path.read_text(encoding="utf-8")):
                files.append(path)
    return files


def noticing_test(name: str) -> str | None:
    """Return the first file of tests that fails when the function is broken, in a new process."""
    for path in tests_of(name):
        program = (
            "import sys, pytest\n"
            "from tests.drills.mutations import broken\n"
            f"with broken({name!r}):\n"
            f"    code = int(pytest.main(['-x', '-q', '-p', 'no:cacheprovider', {str(path)!r}]))\n"
            f"sys.exit({_RAN} + code)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=TESTS.parent,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode not in (_RAN, _RAN + 1):
            raise RuntimeError(
                f"expected {path.name} to pass or fail, got exit code {done.returncode}"
            )
        if done.returncode == _RAN + 1:
            return path.name
    return None


def main() -> int:
    """Break the functions that were asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="MODULE.FUNCTION")
    missed = []
    names = parser.parse_args().names
    if unknown := set(names) - functions().keys():
        parser.error(f"expected public functions of farstar.theory, got {', '.join(unknown)}")
    for name in names or functions():
        noticed = noticing_test(name)
        if noticed is None:
            with broken(name):
                noticed = noticing_claim()
        print(f"{name}: {noticed or 'nobody notices'}", flush=True)
        if noticed is None:
            missed.append(name)
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
