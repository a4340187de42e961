"""Feeds text to the parser: what it reads it must read back, and what it refuses it must say why.

``python tests/drills/fuzz_parser.py --seconds 60`` uses atheris, which looks for inputs that reach
new code, where it is installed, and random changes of good expressions elsewhere. The tests run the
latter for a moment.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec

import farstar as fs

SEEDS = [
    "{9|3||1|-2} + ^*2",
    "{0,*,-1|-1,{1|-2},{2|0}}",
    "+-(1^*2) - Tiny(3)",
    "3*{1|0} : *2",
    "^[3] + v<2> - 7/16",
    "E(11,8) + A(3,2,1) - *2",
    "E(lrl2e)",
    "Euclid(9,2) + Grossman(459,2393; k=2)",
    "SerialNim(7; {1,3,4}) - Board(@..#|#...)",
    "ModularNim(7; 2,3) + CycleProduct(3,4)",
    "Geography({'a': ['b', 'c'], 'b': ['c']}, 'a')",
    "Domineering(..|.#)",
]
ALPHABET = "{}|,()+-*^v<>[]:;=.#@/ 0123456789EABlreknxo'\"\n\t\0é↑∗±𝟙"
LONGEST = 400


def check(text: str) -> bool:
    """Read `text`; tell whether it was read. Any other end than the two allowed ones raises."""
    try:
        with fs.engine.budget(seconds=2, memory=512 << 20):
            parsed = fs.parse(text)
            again = fs.parse(str(parsed))
            same = str(parsed) == str(again)
            assert same, f"{text!r} reads as {parsed!r}, and that as {again!r}"
    except fs.FarstarError as error:
        message = str(error)
        assert message, f"{text!r} is refused without a word"
        assert "\n" not in message.split("\n  ")[0], f"{text!r} is refused in many lines: {message}"
        return False
    return True


def changed(source: random.Random) -> str:
    """Return a good expression with a few changes, or two of them joined."""
    text = list(source.choice(SEEDS))
    if source.random() < 0.3:
        text += [source.choice("+-:|,"), *source.choice(SEEDS)]
    for _ in range(source.randrange(6)):
        at = source.randrange(len(text) + 1)
        kind = source.randrange(4)
        if kind == 0:
            text[at:at] = source.choice(ALPHABET)
        elif kind == 1:
            del text[at : at + source.randrange(1, 4)]
        elif kind == 2:
            text[at : at + 1] = source.choice(ALPHABET)
        else:
            start = source.randrange(len(text) + 1)
            text[at:at] = text[start : start + source.randrange(12)]
    return "".join(text)[:LONGEST]


def inputs(seed: int) -> Iterator[str]:
    """Return random inputs without end."""
    source = random.Random(seed)
    while True:
        yield changed(source)


def main() -> int:
    """Run for a while, and say how much was tried."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if find_spec("atheris") is not None:
        return _guided(options.seconds)
    end = time.monotonic() + options.seconds
    tried = read = 0
    for text in inputs(options.seed):
        read += check(text)
        tried += 1
        if time.monotonic() > end:
            break
    print(f"{tried} inputs from seed {options.seed}, {read} of them read, none mistreated")
    return 0


def _guided(seconds: int) -> int:
    import atheris

    def target(data: bytes) -> None:
        check(data.decode("utf-8", errors="surrogateescape")[:LONGEST])

    atheris.instrument_all()
    words = [sys.argv[0], f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-timeout=20"]
    atheris.Setup(words, target)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
