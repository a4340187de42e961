"""Write docs/gallery.md, a page for each game, their pictures, and docs/reference/games.md.

The texts come from the rulesets in `farstar.games.GAMES`, and the pictures are those that notebooks
and the browser show. ``make gallery`` runs this file.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from types import ModuleType

import farstar as fs
from farstar.games import GAMES, load
from farstar.rules import Position

DOCS = Path(__file__).parent
FOLDER = DOCS / "images" / "gallery"
PAGE = DOCS / "gallery.md"
PAGES = DOCS / "games"
REFERENCE = DOCS / "reference" / "games.md"

HEAD = """\
# Gallery of games

All games included in Farstar. Each picture leads to the page of its game, with the notation,
positions to start with, what is known about the game, examples and references. Unless the rules say
otherwise, a player who cannot move loses. A [game of your own](tutorials/own-game.md) takes five
lines of Python.

You can use each name in every command, and add any game to any other:

```console
$ farstar eval 'Domineering(2x3) - Clobber(xxo) + Kayles(5)'
expression     Domineering(...|...) - Clobber(xxo) + Kayles(5)
value          {2v*4|-1/2v*4}
outcome        the first player wins (N)
...
```

In the pictures Left is blue and filled, Right is orange and hollow.

```{toctree}
:hidden:

"""

WINNERS = {
    "L": "Left, whoever moves first",
    "R": "Right, whoever moves first",
    "N": "whoever moves first",
    "P": "whoever moves second",
    "D": "nobody: a [draw](../loopy.md#nine-outcomes)",
    "N^": "Left, if she moves first; otherwise she can [draw](../loopy.md#nine-outcomes)",
    "P^": "Left, if she moves second; otherwise she can [draw](../loopy.md#nine-outcomes)",
    "Nv": "Right, if he moves first; otherwise he can [draw](../loopy.md#nine-outcomes)",
    "Pv": "Right, if he moves second; otherwise he can [draw](../loopy.md#nine-outcomes)",
}
"""Who wins, by the outcome of a position."""

REFERENCE_HEAD = """\
# Games

Each page contains the complete rules, the references, and the attributes and methods that positions
of the game have in addition to those of [every position](rules.md). The
[gallery](../gallery.md) has pictures.

```{eval-rst}
.. autosummary::
   :toctree: generated
   :template: game.rst

"""

REFERENCE_FOOT = """
   farstar.games.grundy_sequences
```

The argument `multipliers=` of Euclid and Grossman's game says which multiples may be subtracted:

```{eval-rst}
.. autofunction:: farstar.up_to

.. autodata:: farstar.odd
   :no-value:
```

Base classes of the games on boards:

```{eval-rst}
.. autoclass:: farstar.games.GridPosition
   :members:

.. autoclass:: farstar.games.GridRules
   :members:

.. autodata:: farstar.games.MOST_CELLS
```

The list of games:

```{eval-rst}
.. py:data:: farstar.games.GAMES

   For each game, by the name of its class of positions, the module of the class and other names in
   expressions; games of plugins come last.

.. autofunction:: farstar.games.load
```
"""


def game(name: str) -> type[Position]:
    """Return the class of the positions of a game."""
    kind = load(name)
    assert kind is not None
    return kind


def module(kind: type[Position]) -> ModuleType:
    """Return the file of a game."""
    own_module = inspect.getmodule(kind)
    assert own_module is not None
    path, _, last = own_module.__name__.rpartition(".")
    if last.startswith("_"):
        from importlib import import_module

        return import_module(path)
    return own_module


def section(text: str | None, title: str) -> str:
    """Return a section of a docstring, without its title."""
    after = inspect.cleandoc(text or "").partition(f"{title}\n{'-' * len(title)}\n")[2]
    return re.split(r"\n\n\S[^\n]*\n-+\n", after)[0].strip()


def references(kind: type[Position]) -> list[str]:
    """Return the references of a game."""
    text = section(module(kind).__doc__, "References")
    entries = re.split(r"^\.\. \[\d+\] ", text, flags=re.MULTILINE)
    return [" ".join(entry.split()) for entry in entries if entry.strip()]


def first_position(kind: type[Position]) -> Position:
    """Return the first start of a game that is not a sum."""
    starts = map(fs.parse, kind.rules.starts)
    return next(start for start in starts if isinstance(start, Position))


def summary(name: str) -> str:
    """Return the section of a game in the gallery."""
    rules = game(name).rules
    picture = f"![A position of {rules.title}](images/gallery/{name}.svg)"
    return f"""
## {rules.title}

{rules.how_to_play}

[{picture}](games/{name}.md)

[More about {rules.title}](games/{name}.md)
"""


def game_page(name: str) -> str:
    """Return the page of a game."""
    kind = game(name)
    rules = kind.rules
    names = " or ".join(f"`{other}(...)`" for other in (name, *GAMES[name][1:]))
    starts = "\n".join(
        "| `{}` | {} ({}) |".format(text.replace("|", "\\|"), WINNERS[outcome], outcome)
        for text, outcome in rules.starts.items()
    )
    cited = "\n".join(f"- {text}" for text in references(kind))
    tried = "\n".join(commands(name))
    return f"""\
# {rules.title}

{rules.how_to_play}

![A position of {rules.title}](../images/gallery/{name}.svg)

Write {names}; in the parentheses: {rules.form}.

| first position | who wins |
| --- | --- |
{starts}

## What is known

{rules.theory}

## In the terminal

```sh
{tried}
```

## In Python

```python
>>> import farstar as fs
{section(kind.__doc__, "Examples").replace(">>> import farstar as fs", "").strip()}
```

The reference, {{py:obj}}`fs.{name} <farstar.{name}>`, has the complete rules and the methods of its
positions. You can also play it in the browser, in the [workbench](../workbench.md).

## References

{cited}
"""


def commands(name: str) -> list[str]:
    """Return commands to begin with."""
    rules = game(name).rules
    start = next(iter(rules.starts))
    common = [f"farstar play '{start}'", f"farstar moves '{start}'"]
    if rules.may_loop:
        return common
    return [*common, f"farstar explain '{start}'", f"farstar worksheet {name} --out {name}.pdf"]


def page() -> str:
    """Return the text of the gallery."""
    listed = "".join(f"games/{name}\n" for name in GAMES)
    return f"{HEAD}{listed}```\n" + "".join(map(summary, GAMES))


def reference() -> str:
    """Return the text of the reference of all games."""
    modules = dict.fromkeys(module(game(name)).__name__ for name in GAMES)
    entries = "".join(f"   {name}\n" for name in modules)
    return REFERENCE_HEAD + entries + REFERENCE_FOOT.lstrip("\n")


def svg(name: str) -> str:
    """Return the picture of a game."""
    picture = first_position(game(name))._repr_svg_()
    assert picture is not None
    return picture.replace("><", ">\n<") + "\n"


def main() -> None:
    """Write the pages and the pictures."""
    PAGE.write_text(page(), encoding="utf-8")
    REFERENCE.write_text(reference(), encoding="utf-8")
    for old in (*FOLDER.glob("*.svg"), *PAGES.glob("*.md")):
        if old.stem not in GAMES:
            old.unlink()
    PAGES.mkdir(exist_ok=True)
    for name in GAMES:
        (PAGES / f"{name}.md").write_text(game_page(name), encoding="utf-8")
        (FOLDER / f"{name}.svg").write_text(svg(name), encoding="utf-8")


if __name__ == "__main__":
    main()
