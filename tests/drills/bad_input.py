"""A hundred kinds of bad input for every command of the command line.

Faults are of three sorts: an option that is not there, that lacks its value or has a bad one; a
word where none is expected; and a text that is not what the command reads. None may be answered
with a traceback, and none may start any work.
"""

from __future__ import annotations

import importlib

import click

from farstar.cli import cli
from farstar.cli.common import commands

SECONDS = ["soon", "-1", "0", "nan", "inf", "-inf", "1s", "1:30", "", " ", "1,5", "0x10", "1e999"]
SIZES = ["lots", "3XB", "-3MB", "1 2", "", "MB", "1e9", "½GB", "1.2.3MB", "0x10", "1" * 50, "nan"]
NUMBERS = ["x", "1.5", "", " ", "0x1", "1e3", "--", "½", "1_", "one", "3..4", "[]", "nan", "∞"]
CHOICES = ["nosuch", "", "Text", "text,html", "0", "é"]
UNKNOWN = ["--nosuch", "--jsno", "--nosuch=1", "--time_limit=1", "--help-me", "--versions", "--=x"]

TEXTS = [
    "1 +", "+", "{", "}", "{1", "{1|", "{1|0", "{1|0|-1}", "{1||0||-1}", "{1,|0}", "{,|}", "()",
    "(1", "1)", "1/3", "1/0", "1/-2", "1.3", "1e5", "**", "3*-1", "3**2", "3*+-1", "+-1^", "+-",
    "^^^2", "^<0>", "^<", "^[", "Tiny", "Tiny()", "Tiny(1", "Miny(,)", "Nosuchgame(3,2)", "xyz",
    "1 2", "1;2", "1 ==", "{1|0}}", "𝟙", "１", "\x00", "\udcff", "{" * 500, "é", "\n", "{1\n|",
    "*99999999999999999999999999", "E(", "E()", "E(1)", "E(0,0)", "E(3,-2)", "E(a,b)", "E(1,2,3)",
    "E(lrx)", "E(1/2,1)", "E(3,2", "A(1,2)", "A(-1,1,1)", "A(x,y,z)", "Euclid(-1,3)", "Grossman(1)",
    "Grossman(3,2; k=0)", "Grossman(3,2; k=x)", "SerialNim(3;", "ModularNim(0; 1)", "Board(@@|..)",
    "Board(.|..)", "Domineering(..|.)", "Domineering(xy)", "Clobber(ab)", "Amazons(??)",
    "Domineering(9x9x9)", "Nim(-1)", "Nim(x)", "Kayles(1.5)", "CycleProduct()", "Geography({}, 1)",
    "Geography([[[", "__import__('os')", "$(id)", "`id`", "; ls", "../../etc/passwd", "%s%s%n",
    "SELECT 1", "<script>", "\u202e1", "\ud800", "None", "True", "lambda: 1", "nan", "inf",
    "0x10", "1_000", "++1", "1--", "{1|2|3|4|5}", "E(3,2)E(3,2)", "E(3,2) E(5,3)",
]  # fmt: skip

EXPRESSIONS = [
    "", " ", "- ", "--", "1.1", "x", "1 =", "1 = 1 = 1", "v[99999999]", "{" * 2000,
    "(" * 2000 + ")" * 2000, "-" * 3000 + "1", "^99999999999999999999999999",
]  # fmt: skip
"""What is no expression, but may be something else."""

BASES: dict[str, list[str]] = {
    "atlas": ["look", "value = 1 +"],
    "bench": ["surplus"],
    "certify": ["1 +"],
    "check": ["no-such-file.json"],
    "cite": ["1 +"],
    "compare": ["1 +", "1"],
    "doctor": ["surplus"],
    "eval": ["1 +"],
    "explain": ["1 +"],
    "learn": ["1 +"],
    "misere": ["1 +"],
    "moves": ["1 +"],
    "octal": ["no-such-code"],
    "paper": ["old", "no-such-folder"],
    "play": ["1 +"],
    "plot": ["1 +"],
    "prove": ["no-such-file.rules"],
    "puzzle": ["no-such-puzzle"],
    "query": ["no-such-folder", "select 1"],
    "repl": ["surplus"],
    "reproduce": ["no-such-paper"],
    "rules": ["no-such-file.rules"],
    "search": ["--claim", "no-such-file.py"],
    "serve": ["surplus"],
    "simplify": ["1 +"],
    "solve": ["1 +"],
    "static": ["--pyodide", "no-such-folder", "no-such-folder"],
    "survey": ["no-such-survey"],
    "table": ["1 +"],
    "verify": ["no-such-paper"],
    "worksheet": ["1 +"],
}
"""What is wrong already, so that nothing is begun if the other fault should be overlooked."""


def option_faults(name: str) -> list[list[str]]:
    """Return words with one fault in an option of the command."""
    command: click.Command = importlib.import_module(commands()[name].module).command
    base = BASES[name]
    faults = [[*base, word] for word in UNKNOWN]
    faults += [[*base, "--time-limit", text] for text in SECONDS]
    faults += [[*base, "--memory-limit", text] for text in SIZES]
    for option in command.params:
        if not isinstance(option, click.Option):
            continue
        flag = max(option.opts, key=len)
        if option.is_flag:
            faults.append([*base, f"{flag}=maybe"])
            continue
        faults.append([*base, flag])
        if isinstance(option.type, click.Choice):
            faults += [[*base, flag, text] for text in CHOICES]
        elif isinstance(option.type, click.types.IntParamType | click.types.FloatParamType):
            faults += [[*base, flag, text] for text in NUMBERS]
    return faults


def text_faults(name: str) -> list[list[str]]:
    """Return words whose argument is not what the command reads."""
    if name == "query":
        return [[text or "-", "select 1"] for text in TEXTS]
    if name == "search":
        return [["--claim", text] for text in TEXTS]
    if name == "table":
        grids = [["p", f"p={text}"] for text in TEXTS[:30]]
        return [["--", text, "p=1..3"] for text in TEXTS if text not in _READ] + grids
    # A word that looks like a number is an argument even without the two dashes.
    texts = [*TEXTS, *(EXPRESSIONS if name == "eval" else ())]
    return [["--", text] for text in texts if name not in _NUMBERS or text != "1/3"]


_READ = {"nan", "inf"}

_NUMBERS = {"cite", "eval", "explain"}
"""Commands that take numbers which are not dyadic."""


def faults(name: str) -> list[list[str]]:
    """Return everything that is tried on a command."""
    return [[], ["surplus", "surplus", "surplus"], *option_faults(name), *text_faults(name)]


def all_commands() -> list[str]:
    """Return the commands; every one has a base."""
    names = cli.list_commands(click.Context(cli))
    assert set(BASES) == set(names)
    return names
