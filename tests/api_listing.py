"""The public names with their signatures, as text: ``tests/data/api.txt``.

``python tests/api_listing.py`` writes the file again, after a change that is meant.
"""

from __future__ import annotations

import enum
import inspect
import re
import types
from pathlib import Path
from typing import NewType

import farstar

LISTING = Path(__file__).parent / "data" / "api.txt"


def lines() -> list[str]:
    """Return a line for each public name, and one for each public member of a class."""
    lines: list[str] = []
    for name in sorted(farstar.__all__):
        member = getattr(farstar, name)
        if isinstance(member, types.ModuleType):
            inner = sorted(member.__all__)
            lines += [f"{name}.{part}{_signature(getattr(member, part))}" for part in inner]
        elif isinstance(member, type):
            bases = ", ".join(base.__name__ for base in member.__bases__ if base is not object)
            lines.append(f"class {name}({bases})" if bases else f"class {name}")
            lines += [f"    {line}" for line in _members(member)]
        else:
            lines.append(f"{name}{_signature(member)}")
    return lines


def _members(cls: type) -> list[str]:
    """Return what a class defines itself, or takes over from a base that is not public."""
    public = {getattr(farstar, name) for name in farstar.__all__ if name != cls.__name__}
    members: dict[str, object] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.partition(".")[0] == "farstar" and (base is cls or base not in public):
            members |= vars(base)
    lines = []
    for name, member in sorted(members.items()):
        if name.startswith("_") and name != "__init__":
            continue
        if isinstance(member, property):
            lines.append(f"{name}: {_annotation(member)}")
        elif isinstance(member, classmethod | staticmethod | types.FunctionType):
            inner = getattr(member, "__func__", member)
            kind = type(member).__name__ if inner is not member else ""
            lines.append(f"{kind} {name}{_signature(inner)}".strip())
        elif issubclass(cls, enum.Enum) and isinstance(member, cls):
            lines.append(f"{name} = {member.value!r}")
    return lines


def _annotation(member: property) -> str:
    annotations = getattr(member.fget, "__annotations__", {})
    return str(annotations.get("return", "?"))


def _signature(member: object) -> str:
    if isinstance(member, type | types.ModuleType | types.GenericAlias | NewType):
        return ""
    if not callable(member):
        return f": {type(member).__name__}"
    text = str(inspect.signature(member))
    # Defaults that are objects are shown with their place in memory.
    return re.sub(r"<([\w.]+) object at 0x[0-9a-f]+>", r"<\1>", text)


def text() -> str:
    """Return the asking."""
    return "\n".join(lines()) + "\n"


if __name__ == "__main__":
    LISTING.write_text(text(), encoding="utf-8")
