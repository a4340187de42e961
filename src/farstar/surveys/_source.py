"""Files that users write: a game, invariants and claims, sent to workers as their text.

The text travels instead of the functions, so a file works wherever the library does: in other
processes, and on machines that have never seen the file.
"""

from __future__ import annotations

import hashlib
import os
import sys
import types
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from farstar.errors import FarstarError, SurveyError
from farstar.rules import ImpartialRuleset, Ruleset
from farstar.surveys._work import FAILURES

_LARGEST = 1_000_000


@dataclass(frozen=True)
class Source:
    """The text of a user's file, and its name without the folder."""

    name: str
    text: str

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Source:
        """Read a file.

        Raises
        ------
        SurveyError
            If it cannot be read.
        """
        file = Path(path)
        try:
            data = file.read_bytes()
            text = data.decode()
        except UnicodeDecodeError:
            raise SurveyError(
                f"expected a Python file, got {str(path)!r}: it is not text"
            ) from None
        except (OSError, ValueError) as error:
            # Some names no file can have, such as one with a null character.
            reason = error.strerror if isinstance(error, OSError) else "no file has such a name"
            raise SurveyError(f"expected a Python file, got {str(path)!r}: {reason}") from None
        if len(data) > _LARGEST:
            raise SurveyError(f"expected a file below {_LARGEST} bytes, got {str(path)!r}")
        return cls(file.name, text)

    def names(self) -> Mapping[str, Any]:
        """Run the file, once in each process, and return the names that it defines."""
        return _run(self)

    def ranges(self) -> Mapping[str, Any]:
        """Return the ranges that the file gives."""
        found = self.names().get("ranges", {})
        if not isinstance(found, Mapping):
            raise SurveyError(
                f"expected ranges in {self.name!r} to be a dictionary such as "
                f"{{'n': range(100)}}, got {type(found).__name__}"
            )
        return found

    def has_game(self) -> bool:
        """Tell whether there is a game in the file, or several."""
        return "game" in self.names() or bool(self._rulesets())

    def _rulesets(self) -> list[str]:
        return [name for name, thing in self.names().items() if _is_own_ruleset(thing, self)]

    def game(self, name: str | None = None) -> Any:
        """Return the game of the file: the one called `game`, or the only ruleset.

        Raises
        ------
        SurveyError
            If there is none, or several.
        """
        names = self.names()
        if name is None and "game" in names:
            name = "game"
        if name is None:
            found = self._rulesets()
            if len(found) != 1:
                listed = ", ".join(found) or "none"
                raise SurveyError(
                    f"expected one ruleset in {self.name!r}, or a game called game, got {listed}"
                )
            name = found[0]
        if name not in names:
            raise SurveyError(f"expected {name!r} to be defined in {self.name!r}")
        thing = names[name]
        return thing() if isinstance(thing, type) and issubclass(thing, Ruleset) else thing


@lru_cache(maxsize=8)
def _run(source: Source) -> Mapping[str, Any]:
    module = types.ModuleType(_module_name(source))
    module.__dict__["__file__"] = source.name
    # Classes look their module up by its name, when they are pickled for instance.
    sys.modules[module.__name__] = module
    try:
        exec(compile(source.text, source.name, "exec"), module.__dict__)
    except FarstarError:
        raise
    except FAILURES as error:
        line = error.lineno if isinstance(error, SyntaxError) else _line(error, source.name)
        at = f", line {line}" if line else ""
        raise SurveyError(
            f"expected a Python file that runs, got {source.name!r}{at}: "
            f"{type(error).__name__}: {error}"
        ) from None
    return module.__dict__


def _module_name(source: Source) -> str:
    digest = hashlib.sha256(source.text.encode()).hexdigest()[:16]
    return f"farstar_user_{Path(source.name).stem}_{digest}"


def _line(error: BaseException, name: str) -> int | None:
    """Return the line of the file in which an error was raised."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == name:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _is_own_ruleset(thing: object, source: Source) -> bool:
    if isinstance(thing, Ruleset):
        return True
    return (
        isinstance(thing, type)
        and issubclass(thing, Ruleset)
        and thing not in (Ruleset, ImpartialRuleset)
        and thing.__module__ == _module_name(source)
    )
