"""The checker of certificates: it trusts nothing, and shares no code with what finds quotients.

A finite commutative monoid Q with a subset P and an image of every game is the misère quotient of
all sums of the games exactly if (1) Q is a commutative monoid that the images generate, (2) it is
reduced: for any two elements some third one makes a P-position with exactly one of them, and (3)
the outcomes are right. For (3) let T be the least set of pairs (x, E) that contains (1, {}) and
with (x, E) also (xy, yE + xF) for every game with image y and images F of its options. Then in
every pair but (1, {}) the element x has to be in P exactly if no member of E is, and 1 is not in P.
A game without moves must have the image 1.

Heaps of all sizes follow by the periodicity theorem: let at most k counters be taken and a heap
become at most t heaps. If the images of n and n + p agree for n0 <= n < t*n0 + (t-1)*p + k, n0 at
least 1, then every larger heap has the pair of the heap p smaller, and T does not grow.

References
----------
.. [1] T. E. Plambeck, A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A
   115 (2008) 593-622.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from farstar._arguments import shown
from farstar.errors import CertificateError, NotationError
from farstar.impartial.codes import GRUNDYS_GAME, Code
from farstar.rules import meter

FORMAT = "farstar-misere-quotient"
VERSION = 2


class Checked(NamedTuple):
    """What a certificate proves."""

    order: int
    """How many elements the quotient has."""
    games: int
    """How many games, or heaps with that of size 0, were checked."""
    pairs: int
    """How many pairs the transition algebra has."""
    period: tuple[int, int] | None
    """Preperiod and period, if the quotient is proved for heaps of all sizes."""


def check(document: Any) -> Checked:
    """Check a certificate, and return what it proves.

    Raises
    ------
    CertificateError
        If anything in it is not as it has to be; the message says what.
    """
    table, losing, images = _read(document)
    options = _options(document, len(images))
    _need(_is_commutative_monoid(table, images), "a commutative monoid that the games generate")
    _need(_is_reduced(table, losing), "a reduced monoid: two elements are never told apart")
    after = []
    for game, words in enumerate(options):
        _need(words or images[game] == 0, f"the image 1 of game {game}, which has no moves")
        after.append(frozenset(_product(table, [images[part] for part in word]) for word in words))
    pairs = _right_pairs(table, losing, set(zip(images, after, strict=True)))
    period = _period(document, images)
    _need(document.get("digest") == digest(document), "the digest of the other fields")
    return Checked(len(table), len(images), pairs, period)


def digest(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the fields of a certificate, with an empty digest."""
    text = json.dumps({**document, "digest": ""}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _right_pairs(
    table: list[list[int]], losing: frozenset[int], games: set[tuple[int, frozenset[int]]]
) -> int:
    """Return how many pairs there are, each of which has the right outcome."""
    start = (0, frozenset[int]())
    _need(0 not in losing, "1 outside of P: a player who cannot move wins")
    reached, waiting = {start}, [start]
    while waiting:
        x, e = waiting.pop()
        for y, f in games:
            pair = table[x][y], frozenset([table[y][z] for z in e] + [table[x][z] for z in f])
            if pair not in reached:
                meter().tick()
                right = (pair[0] in losing) == losing.isdisjoint(pair[1])
                _need(right, f"the right outcome of element {pair[0]} with options {set(pair[1])}")
                reached.add(pair)
                waiting.append(pair)
    return len(reached)


def _is_commutative_monoid(table: list[list[int]], images: Sequence[int]) -> bool:
    """Return whether it is; associativity needs a check only for generators in the middle."""
    elements = range(len(table))
    generated, waiting = {0}, [0]
    while waiting:
        x = waiting.pop()
        fresh = {table[x][y] for y in images} - generated
        generated |= fresh
        waiting += fresh
    return (
        generated == set(elements)
        and all(table[0][x] == x for x in elements)
        and all(table[x][y] == table[y][x] for x in elements for y in range(x))
        and all(
            table[table[x][g]][y] == table[x][table[g][y]]
            for g in set(images)
            for x in elements
            for y in elements
        )
    )


def _is_reduced(table: list[list[int]], losing: frozenset[int]) -> bool:
    return len({tuple(z in losing for z in row) for row in table}) == len(table)


def _product(table: list[list[int]], factors: Sequence[int]) -> int:
    total = 0
    for factor in factors:
        total = table[total][factor]
    return total


def _period(document: Mapping[str, Any], images: Sequence[int]) -> tuple[int, int] | None:
    claimed = document.get("period")
    if claimed is None:
        return None
    _need(isinstance(claimed, list) and len(claimed) == 2, "a period of two numbers")
    start, p = (_natural(number, 1 << 40, "the period") for number in claimed)
    _need(
        isinstance(document["game"], str) and document["game"] != GRUNDYS_GAME,
        "a code with a period",
    )
    code = Code.parse(document["game"])
    _need(code.is_finite and start >= 1 and p >= 1, "a finite code, a preperiod and a period")
    end = code.parts * start + (code.parts - 1) * p + len(code.digits) - 1
    _need(end + p <= len(images), f"{end + p} heaps to prove the period, got {len(images)}")
    _need(all(images[n] == images[n + p] for n in range(start, end)), "images that repeat")
    return start, p


def _options(document: Mapping[str, Any], count: int) -> list[list[tuple[int, ...]]]:
    """Return the options of each game: by the rules, or as listed for games without a code."""
    game = document.get("game")
    if game is None:
        return list(_read_options(document.get("options"), count))
    if game == GRUNDYS_GAME:
        return [[(i, n - i) for i in range(1, (n + 1) // 2)] for n in range(count)]
    _need(isinstance(game, str), "a game that is a code")
    code = Code.parse(game)
    return [list(code.moves(n)) for n in range(count)]


def _read_options(options: Any, count: int) -> Iterator[list[tuple[int, ...]]]:
    _need(isinstance(options, list) and len(options) == count, f"the options of {count} games")
    for game, words in enumerate(options):
        _need(isinstance(words, list), f"a list of options of game {game}")
        for word in words:
            _need(isinstance(word, list), f"an option of game {game} that is a sum")
            for part in word:
                _natural(part, game, "a summand, which comes before its sum,")
        yield [tuple(word) for word in words]


def _read(document: Any) -> tuple[list[list[int]], frozenset[int], list[int]]:
    """Return table, P and images; every number in them is an element."""
    _need(isinstance(document, Mapping), "an object")
    _need(document.get("format") == FORMAT, f"the format {FORMAT!r}")
    _need(document.get("version") == VERSION, f"version {VERSION}")
    table, losing, images = (document.get(key) for key in ("table", "losing", "images"))
    _need(isinstance(table, list) and len(table) > 0, "a table of products")
    _need(isinstance(losing, list) and isinstance(images, list), "lists of P and of images")
    _need(all(isinstance(row, list) and len(row) == len(table) for row in table), "a square table")
    for numbers in (*table, losing, images):
        for number in numbers:
            _natural(number, len(table), "an element")
    return table, frozenset(losing), images


def _natural(number: Any, bound: int, what: str) -> int:
    right = type(number) is int and 0 <= number < bound
    _need(right, f"{what} to be a number from 0 to {bound - 1}, got {shown(number)}")
    return int(number)


def _need(condition: object, what: str) -> None:
    if not condition:
        raise CertificateError(f"certificate refused: expected {what}")


MAX_BYTES = 256 * 2**20
"""Size of the largest file that is read."""


def write(document: dict[str, Any], path: str | os.PathLike[str]) -> None:
    """Write a certificate as JSON; the file appears whole or not at all."""
    target = Path(os.path.realpath(path))
    scratch = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        text = json.dumps(document, sort_keys=True, separators=(",", ":"))
        scratch.write_text(text + "\n", encoding="ascii")
        scratch.replace(target)
    finally:
        scratch.unlink(missing_ok=True)


def read(path: str | os.PathLike[str]) -> Any:
    """Return what a file holds, unchecked."""
    size = os.stat(path).st_size
    if size > MAX_BYTES:
        raise NotationError(f"expected a file of at most {MAX_BYTES} bytes, got {size}")
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise NotationError(
            f"expected a certificate in JSON, got {shown(os.fspath(path))}: {error}"
        ) from None


def check_certificate(certificate: str | os.PathLike[str] | dict[str, Any]) -> Checked:
    """Check a certificate, a file or the data of one, and return what it proves.

    The checker computes with the products, the P-positions and the images that it is given, and
    takes the moves from the rules of the game. It needs nothing that found the quotient.

    Raises
    ------
    CertificateError
        If the certificate does not prove what it says.
    NotationError
        If the file is not JSON.

    Examples
    --------
    >>> document = fs.misere_quotient("0.75").certificate()
    >>> check_certificate(document)
    Checked(order=8, games=22, pairs=33, period=(8, 2))
    >>> document["losing"] = [1, 5]
    >>> check_certificate(document)
    Traceback (most recent call last):
    ...
    farstar.errors.CertificateError: certificate refused: expected ...
    """
    return check(certificate if isinstance(certificate, dict) else read(certificate))
