"""QR codes (ISO/IEC 18004) of links: bytes, error correction level L, versions 1 to 40.

A position is on the wall of a classroom, and the phones of the pupils open it. The codes are drawn
here, so that no page asks another host.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, product

from farstar.errors import NotationError

Matrix = list[list[bool]]
"""The modules row by row; True is dark."""

_CORRECTION = (
    *(7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28),
    *(28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30),
)
"""Codewords of error correction in a block, by version."""

_BLOCKS = (
    *(1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8),
    *(8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25),
)
"""Blocks, by version."""

_MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda r, c: (r + c) % 2 == 0,
    lambda r, c: r % 2 == 0,
    lambda r, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
)

_BYTES_MODE, _LEVEL_L = 0b0100, 0b01
_PADDING = (0xEC, 0x11)
_QUIET = 4
"""Light modules around the code."""


def matrix(text: str) -> Matrix:
    """Return the QR code of a text, in the smallest version that holds it.

    Raises
    ------
    NotationError
        If the text is too long for a QR code.

    Examples
    --------
    >>> code = matrix("https://example.org/play?e=Nim(3,5,7)")
    >>> len(code), code[0][:8]
    (29, [True, True, True, True, True, True, True, False])
    """
    data = text.encode()
    fitting = (v for v in range(1, 41) if 8 * len(data) <= 8 * _data_words(v) - _header_bits(v))
    version = next(fitting, None)
    if version is None:
        most = _data_words(40) - 3
        raise NotationError(f"expected a link of at most {most} bytes, got {len(data)}")
    words = _interleaved(_data(data, version), version)
    size = 17 + 4 * version
    modules, is_fixed = _fixed(version)
    bits = (word >> shift & 1 for word in words for shift in range(7, -1, -1))
    for row, column in _zigzag(size):
        if not is_fixed[row][column]:
            modules[row][column] = bool(next(bits, 0))
    candidates = (_masked(modules, is_fixed, mask, version) for mask in range(8))
    return min(candidates, key=_penalty)


def svg(text: str) -> str:
    """Return the QR code of a text as a picture.

    Examples
    --------
    >>> svg("farstar")[:54]
    '<svg viewBox="0 0 29 29" role="img" aria-label="QR cod'
    """
    code = matrix(text)
    size = len(code) + 2 * _QUIET
    dark = "".join(
        f"M{column + _QUIET} {row + _QUIET}h1v1h-1z"
        for row, line in enumerate(code)
        for column, is_dark in enumerate(line)
        if is_dark
    )
    # Black on white in every theme: many readers cannot read the reverse.
    return (
        f'<svg viewBox="0 0 {size} {size}" role="img" aria-label="QR code of the link" '
        f'shape-rendering="crispEdges"><rect width="{size}" height="{size}" fill="#fff"/>'
        f'<path d="{dark}" fill="#000"/></svg>'
    )


# Codewords.


def _header_bits(version: int) -> int:
    return 4 + (8 if version < 10 else 16)


def _raw_words(version: int) -> int:
    """Return how many codewords a version has room for."""
    size = 17 + 4 * version
    _, is_fixed = _fixed(version)
    return (size * size - sum(map(sum, is_fixed))) // 8


def _data_words(version: int) -> int:
    return _raw_words(version) - _CORRECTION[version - 1] * _BLOCKS[version - 1]


def _data(data: bytes, version: int) -> list[int]:
    """Return the codewords of the data: mode, length, bytes, end and padding."""
    length = _header_bits(version) - 4
    bits = f"{_BYTES_MODE:04b}{len(data):0{length}b}" + "".join(f"{byte:08b}" for byte in data)
    room = 8 * _data_words(version)
    bits += "0" * min(4, room - len(bits))
    bits += "0" * (-len(bits) % 8)
    words = [int(bits[place : place + 8], 2) for place in range(0, len(bits), 8)]
    return words + [_PADDING[n % 2] for n in range(room // 8 - len(words))]


def _interleaved(data: list[int], version: int) -> list[int]:
    """Return the codewords of all blocks in turn, those of the data first."""
    count, correction = _BLOCKS[version - 1], _CORRECTION[version - 1]
    short, longer = divmod(len(data), count)
    sizes = [short + (n >= count - longer) for n in range(count)]
    starts = [sum(sizes[:n]) for n in range(count)]
    blocks = [data[start : start + size] for start, size in zip(starts, sizes, strict=True)]
    checks = [_remainder(block, correction) for block in blocks]
    words = [block[n] for n in range(max(sizes)) for block in blocks if n < len(block)]
    return words + [check[n] for n in range(correction) for check in checks]


def _times(a: int, b: int) -> int:
    """Return a product in the field with 256 elements."""
    result = 0
    for shift in range(7, -1, -1):
        result = (result << 1) ^ (result >> 7) * 0x11D
        result ^= (b >> shift & 1) * a
    return result


def _remainder(block: list[int], correction: int) -> list[int]:
    """Return the codewords of error correction of a block."""
    generator = [1]
    root = 1
    for _ in range(correction):
        shifted = [*generator, 0]
        generator = [a ^ _times(root, b) for a, b in zip(shifted, [0, *generator], strict=True)]
        root = _times(root, 2)
    rest = [0] * correction
    for word in block:
        factor = word ^ rest[0]
        rest = [a ^ _times(factor, b) for a, b in zip([*rest[1:], 0], generator[1:], strict=True)]
    return rest


# Modules.


def _alignments(version: int) -> list[int]:
    """Return the rows, and columns, of the alignment patterns."""
    if version == 1:
        return []
    count = version // 7 + 2
    last = 4 * version + 10
    step = (version * 8 + count * 3 + 5) // (count * 4 - 4) * 2
    return [6, *reversed([last - step * n for n in range(count - 1)])]


def _fixed(version: int) -> tuple[Matrix, Matrix]:
    """Return the modules that do not depend on the data, and which ones these are."""
    size = 17 + 4 * version
    modules = [[False] * size for _ in range(size)]
    is_fixed = [[False] * size for _ in range(size)]

    def put(row: int, column: int, is_dark: bool) -> None:
        if 0 <= row < size and 0 <= column < size:
            modules[row][column], is_fixed[row][column] = is_dark, True

    for n in range(size):
        put(6, n, n % 2 == 0)
        put(n, 6, n % 2 == 0)
    for row, column in ((3, 3), (3, size - 4), (size - 4, 3)):
        for dr, dc in product(range(-4, 5), repeat=2):
            put(row + dr, column + dc, max(abs(dr), abs(dc)) not in (2, 4))
    middles = _alignments(version)
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    for row, column in product(middles, repeat=2):
        if (row, column) not in corners:
            for dr, dc in product(range(-2, 3), repeat=2):
                put(row + dr, column + dc, max(abs(dr), abs(dc)) != 1)
    for row, column in (*_format_places(size)[0], *_format_places(size)[1]):
        put(row, column, False)
    put(size - 8, 8, True)
    if version >= 7:
        bits = version << 12 | _bch(version, 0x1F25, 12)
        for n in range(18):
            row, column = size - 11 + n % 3, n // 3
            put(row, column, bool(bits >> n & 1))
            put(column, row, bool(bits >> n & 1))
    return modules, is_fixed


def _format_places(size: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the two places of the fifteen bits that tell level and mask, the lowest bit first."""
    around = [(n, 8) for n in (0, 1, 2, 3, 4, 5, 7, 8)]
    around += [(8, n) for n in (7, 5, 4, 3, 2, 1, 0)]
    apart = [(8, size - 1 - n) for n in range(8)] + [(size - 7 + n, 8) for n in range(7)]
    return around, apart


def _bch(number: int, generator: int, degree: int) -> int:
    rest = number
    for _ in range(degree):
        rest = (rest << 1) ^ (rest >> (degree - 1)) * generator
    return rest


def _zigzag(size: int) -> Iterator[tuple[int, int]]:
    """Yield the places in the order in which they are filled."""
    is_upward = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for row in range(size - 1, -1, -1) if is_upward else range(size):
            yield row, right
            yield row, right - 1
        is_upward = not is_upward


def _masked(modules: Matrix, is_fixed: Matrix, mask: int, version: int) -> Matrix:
    """Return the code under a mask, with the bits that tell which one it is."""
    inverts = _MASKS[mask]
    code = [
        [
            is_dark if is_fixed[row][column] else is_dark != inverts(row, column)
            for column, is_dark in enumerate(line)
        ]
        for row, line in enumerate(modules)
    ]
    told = _LEVEL_L << 3 | mask
    bits = (told << 10 | _bch(told, 0x537, 10)) ^ 0x5412
    for places in _format_places(17 + 4 * version):
        for n, (row, column) in enumerate(places):
            code[row][column] = bool(bits >> n & 1)
    return code


def _penalty(code: Matrix) -> int:
    """Return how hard a code is to read: long runs, squares, false finders, and imbalance."""
    size = len(code)
    lines = ["".join("01"[cell] for cell in line) for line in (*code, *zip(*code, strict=True))]
    total = 0
    for line in lines:
        runs = [len(run) for run in line.replace("01", "0 1").replace("10", "1 0").split()]
        total += sum(run - 2 for run in runs if run >= 5)
        total += 40 * sum(
            line.startswith(pattern, place)
            for pattern in ("10111010000", "00001011101")
            for place in range(size - 10)
        )
    rows = lines[:size]
    for above, below in pairwise(rows):
        total += 3 * sum(
            above[n : n + 2] == below[n : n + 2] and above[n] == above[n + 1]
            for n in range(size - 1)
        )
    dark = sum(line.count("1") for line in rows)
    return total + 10 * (abs(20 * dark - 10 * size * size) // (size * size))
