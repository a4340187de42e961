"""Check the certificate of a theorem about games of every size: ``python theorem_checker.py FILE``.

This one file needs nothing but Python. It reads a certificate in JSON, makes the proof obligations
again from the rules that the file contains, decides all of them, and prints what is proved: the
rules in full, and the statement made from what was checked. A name in the file is a label, not a
fact.

The sections: 1. what a file contains; 2. rules and moves; 3. termination; 4. Moore machines;
5. invariants; 6. bounds; 7. families; 8. numeration systems; 9. the answer. Each begins with the
theorem that it relies on, and its proof.

The players are Left and Right. They move in turn; a player who cannot move loses, or wins under
misère play. The program ends with exit code 0 if the theorem is proved, 1 if the certificate is
refused, 2 if the file cannot be read, and 3 if the check takes more than STEPS steps, which says
nothing about the certificate.
"""

import hashlib
import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

STEPS = 100_000_000
VERSION = 1


class Refused(ValueError):
    """The certificate does not prove what it claims, or is not a certificate."""


class OutOfBudget(Exception):
    """The check is longer than allowed: nothing is known about the certificate."""


class Statement(NamedTuple):
    """What is proved: in short, and line by line with the rules that were checked."""

    claims: list[str]
    lines: list[str]


def require(condition: object, message: str) -> None:
    if not condition:
        raise Refused(message)


class Budget:
    """Counts the steps of a check."""

    def __init__(self, steps: int | None = None) -> None:
        self.steps = self.left = STEPS if steps is None else steps

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            raise OutOfBudget(f"the check takes more than {self.steps} steps")


# 1. What a file contains.
#
# A shape is int, str or object (anything), [shape] for a list, (shape, shape) for a list of that
# length, or {field: shape}. Numbers are integers: true, 1.0 and "1" are refused. Every certificate
# has the fields of HEADER and those of its kind, and no others.

HEADER = {"digest": str, "kind": str, "version": int}
TYPES = {int: "an integer", str: "a text", dict: "an object", list: "a list"}


def text_of(data: Any) -> str:
    """Return data as JSON in the only way in which a certificate may be written."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)


def in_short(data: Any) -> str:
    text = text_of(data)
    return text if len(text) <= 60 else text[:57] + "..."


def expect(data: Any, shape: Any, what: str) -> None:
    """Refuse data of another shape."""
    if shape is object:
        return
    kind: Any = shape if isinstance(shape, type) else dict if isinstance(shape, dict) else list
    if type(data) is not kind:
        raise Refused(f"{what} must be {TYPES[kind]}, got {in_short(data)}")
    if isinstance(shape, dict):
        if data.keys() != shape.keys():
            raise Refused(f"{what} must have the fields {', '.join(sorted(shape))}")
        for field in shape:
            expect(data[field], shape[field], f"{field} of {what}")
    elif isinstance(shape, tuple):
        if len(data) != len(shape):
            raise Refused(f"{what} must have {len(shape)} entries, got {in_short(data)}")
        for entry, inner in zip(data, shape, strict=True):
            expect(entry, inner, what)
    elif isinstance(shape, list):
        for entry in data:
            expect(entry, shape[0], what)


def check_digest(document: Any) -> None:
    text = text_of({**document, "digest": ""})
    digest = hashlib.sha256(text.encode()).hexdigest()
    require(document["digest"] == digest, "the digest does not fit the other fields")


# 9. The answer.


class Kind(NamedTuple):
    """A kind of certificate: its fields besides the header, and the function that checks it."""

    fields: dict[str, Any]
    check: Callable[[Any, Budget], Statement]


KINDS: dict[str, Kind] = {}


def check(document: Any, budget: Budget | None = None) -> Statement:
    """Check a certificate, and return what it proves.

    Raises Refused if it does not prove its claim, and OutOfBudget if that takes too long.
    """
    require(isinstance(document, dict), "a certificate must be an object")
    name = document.get("kind")
    known = ", ".join(KINDS)
    require(isinstance(name, str) and name in KINDS, f"the kind must be one of {known}")
    kind = KINDS[str(name)]
    expect(document, {**HEADER, **kind.fields}, "the certificate")
    require(document["version"] == VERSION, f"the version of the format must be {VERSION}")
    check_digest(document)
    try:
        return kind.check(document, budget or Budget())
    except RecursionError:
        raise OutOfBudget("the certificate is too deep for Python") from None


def refuse_number(text: str) -> None:
    raise Refused(f"numbers must be integers, got {text}")


def read(text: str) -> Any:
    """Return the document in the text of a file, which must be written in the only way."""
    text = text.strip()
    try:
        document = json.loads(text, parse_float=refuse_number, parse_constant=refuse_number)
        is_same = text_of(document) == text
    except RecursionError:
        raise Refused("JSON that is nested too deeply") from None
    except ValueError as error:
        raise Refused(f"not JSON: {error}") from None
    require(is_same, "JSON must be written with its fields in order, once each, without spaces")
    return document


def main(words: list[str]) -> int:
    """Check a file, print what is proved, and return the exit code."""
    if len(words) not in (1, 2) or not all(word.isdecimal() for word in words[1:]):
        print("usage: python theorem_checker.py FILE [STEPS]", file=sys.stderr)
        return 2
    try:
        with open(words[0], encoding="utf-8") as file:
            document = read(file.read())
        statement = check(document, Budget(int(words[1])) if words[1:] else None)
    except OSError as error:
        print(f"cannot be read: {error}", file=sys.stderr)
        return 2
    except ValueError as error:
        print(f"refused: {error}", file=sys.stderr)
        return 1
    except OutOfBudget as error:
        print(f"out of budget, nothing is known: {error}", file=sys.stderr)
        return 3
    except MemoryError:
        print("out of memory: nothing is known", file=sys.stderr)
        return 3
    print("proved:", *statement.lines[:1])
    for line in statement.lines[1:]:
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
