"""Changes single places in the sources of the papers' theory and explanations; who notices?

``python tests/drills/source_mutants.py --count 200 --seed 1`` takes mutants at random: a
comparison, an operator, a number, a condition or a text is changed in memory, and the doctests of
the module, the tests that mention it, and the claims of the papers are run until one of them fails.
Mutants that nobody notices are listed with their places; ``--only FILE:NUMBER`` runs one of them
again. The exit code is 1 if there is one. Some of these change nothing that can be seen (a bound on
how much is shown, a shortcut), which only a reader can tell.
"""

from __future__ import annotations

import argparse
import ast
import importlib.machinery
import importlib.util
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"
CHOSEN = ("papers/*/theory/**/*.py", "papers/*/explanations.py")
SECONDS = 600
"""A test that takes longer than this has noticed a mutant."""

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.Div: ast.Mult,
}  # fmt: skip


class Mutant(NamedTuple):
    """A changed place."""

    path: Path
    number: int
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line} (#{self.number}): {self.what}"


def mutants(path: Path) -> list[Mutant]:
    """Return all mutants of a file."""
    changer = _Changer(None)
    changer.visit(ast.parse(path.read_text(encoding="utf-8")))
    return [Mutant(path, n, line, what) for n, (line, what) in enumerate(changer.places)]


def mutated(path: Path, number: int) -> Any:
    """Return the syntax tree of a file with one place changed."""
    tree = _Changer(number).visit(ast.parse(path.read_text(encoding="utf-8")))
    return ast.fix_missing_locations(tree)


class _Changer(ast.NodeTransformer):
    """Counts the places that can be changed, and changes the one that is asked for."""

    def __init__(self, wanted: int | None) -> None:
        self._wanted = wanted
        self.places: list[tuple[int, str]] = []

    def _is_wanted(self, node: Any, what: str) -> bool:
        self.places.append((node.lineno, what))
        return len(self.places) - 1 == self._wanted

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Leave annotations, decorators and docstrings alone."""
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        node.body[len(node.body) - len(body) :] = [self.visit(one) for one in body]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Visit what is not a text: those are docstrings."""
        node.body = [one if _is_text(one) else self.visit(one) for one in node.body]
        return node

    def visit_Module(self, node: ast.Module) -> ast.AST:
        """Leave imports, the public names and docstrings alone."""
        node.body = [
            one
            if _is_text(one) or isinstance(one, ast.Import | ast.ImportFrom) or _is_named(one)
            else self.visit(one)
            for one in node.body
        ]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Leave the annotation alone."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        """Leave messages alone."""
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        """Leave what can only fail alone."""
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """Exchange < and <=, == and !=, and so on."""
        self.generic_visit(node)
        for place, op in enumerate(node.ops):
            new = _COMPARED[type(op)]
            if self._is_wanted(node, f"{type(op).__name__} -> {new.__name__}"):
                node.ops[place] = new()
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Exchange and and or."""
        self.generic_visit(node)
        if self._is_wanted(node, "and <-> or"):
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Exchange operators of arithmetic."""
        self.generic_visit(node)
        new = _COUNTED.get(type(node.op))
        if new and self._is_wanted(node, f"{type(node.op).__name__} -> {new.__name__}"):
            node.op = new()
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        """Exchange both results."""
        self.generic_visit(node)
        if self._is_wanted(node, "results exchanged"):
            node.body, node.orelse = node.orelse, node.body
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        """Negate the condition."""
        self.generic_visit(node)
        if self._is_wanted(node, "condition negated"):
            node.test = ast.UnaryOp(ast.Not(), node.test)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """Make a number larger by one, and a text other than it was."""
        if type(node.value) is int and self._is_wanted(node, f"{node.value} -> {node.value + 1}"):
            return ast.copy_location(ast.Constant(node.value + 1), node)
        if type(node.value) is bool and self._is_wanted(node, f"{node.value} -> {not node.value}"):
            return ast.copy_location(ast.Constant(not node.value), node)
        text = node.value if isinstance(node.value, str) else ""
        if len(text) > 3 and self._is_wanted(node, f"text {text[:20]!r} changed"):
            return ast.copy_location(ast.Constant(f"{text[:-1]}x"), node)
        return node


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_named(node: ast.AST) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(one, ast.Name) and one.id == "__all__" for one in targets)


def module_name(path: Path) -> str:
    """Return the name under which a file is imported."""
    return ".".join(path.relative_to(SOURCES).with_suffix("").parts)


def install(name: str, path: str, number: int) -> None:
    """Let a module be imported with one place changed."""

    class Loader(importlib.machinery.SourceFileLoader):
        def get_code(self, fullname: str) -> Any:
            return compile(mutated(Path(path), number), path, "exec")

    class Finder:
        @staticmethod
        def find_spec(asked: str, *_: object) -> importlib.machinery.ModuleSpec | None:
            if asked != name:
                return None
            return importlib.util.spec_from_loader(name, Loader(name, path), origin=path)

    sys.meta_path.insert(0, Finder())


def tests_of(path: Path) -> list[str]:
    """Return the tests that may notice: those of the same subject, those that mention it first."""
    stem, subject = path.stem, path.relative_to(SOURCES).parts[2]
    text = path.read_text(encoding="utf-8")
    names = re.findall(r"^def (\w+)|^class (\w+)", text, re.M)
    mention = re.compile(
        rf"\b({'|'.join([stem, *(a or b for a, b in names if not (a or b).startswith('_'))])})\b"
    )
    files = [
        file
        for folder in (f"papers/{subject}", "papers/beyond", "papers", "impartial", "sums", "games")
        for file in sorted((ROOT / "tests" / folder).glob("test_*.py"))
        if folder == f"papers/{subject}" or mention.search(file.read_text(encoding="utf-8"))
    ]
    files.sort(key=lambda file: (stem not in file.stem, file.parent.name != subject))
    return [str(file) for file in dict.fromkeys(files)]


_PROGRAM = """
import sys
from tests.drills.source_mutants import install
install({name!r}, {path!r}, {number})
{rest}
"""
_TESTS = """
import pytest
options = ['-x', '-q', '-m', 'not long', '-p', 'no:cacheprovider']
sys.exit(40 + int(pytest.main([*options, *{files!r}])))
"""
_DOCTESTS = """
import doctest, importlib, farstar
module = importlib.import_module({name!r})
flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
names = dict(vars(module), fs=farstar)
sys.exit(40 + (doctest.testmod(module, optionflags=flags, globs=names).failed > 0))
"""
_CLAIMS = """
from farstar import papers
claims = papers.select(None, ())
disagrees = papers.ClaimVerdict.DISAGREES
wrong = any(papers.check(claim, 12).verdict is disagrees for claim in claims)
sys.exit(40 + wrong)
"""


NOTHING = -1
"""The number of a mutant in which nothing is changed, and which nobody must notice."""


def noticed_by(mutant: Mutant) -> str | None:
    """Return who notices a mutant, or None."""
    name = module_name(mutant.path)
    for who, program in (("doctests", _DOCTESTS), ("tests", _TESTS), ("claims", _CLAIMS)):
        rest = program.format(name=name, files=tests_of(mutant.path))
        text = _PROGRAM.format(name=name, path=str(mutant.path), number=mutant.number, rest=rest)
        try:
            done = subprocess.run(
                [sys.executable, "-c", text],
                cwd=ROOT,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"{who}, which did not end"
        if done.returncode != 40:
            return who
    return None


def chosen(count: int, seed: int) -> Iterator[Mutant]:
    """Yield mutants at random, of all files together."""
    files = sorted({path for glob in CHOSEN for path in (SOURCES / "farstar").glob(glob)})
    everything = [mutant for path in files for mutant in mutants(path)]
    yield from random.Random(seed).sample(everything, count)


def main() -> int:
    """Try mutants, and list those that nobody notices."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="FILE:NUMBER")
    options = parser.parse_args()
    tried: Any = chosen(options.count, options.seed)
    if options.only:
        file, _, number = options.only.partition(":")
        tried = [mutants(ROOT / file)[int(number)]]
    missed, subjects = 0, set[str]()
    for mutant in tried:
        subject = mutant.path.relative_to(SOURCES).parts[2]
        # What fails without a change notices nothing.
        if subject not in subjects and (who := noticed_by(mutant._replace(number=NOTHING))):
            raise RuntimeError(f"expected no fault without a mutant in {mutant.path}, got {who}")
        subjects.add(subject)
        who = noticed_by(mutant)
        missed += who is None
        print(f"{'+' if who else '-'} {mutant}: {who or 'nobody notices'}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
