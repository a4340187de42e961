"""What a study needs: its base class, chunks of work, and columns.

A package adds a study of its own to its `farstar.plugins.Plugin`.
"""

from farstar.surveys._libraries import need
from farstar.surveys._manifest import (
    Chunk,
    block_chunks,
    even_blocks,
    number_of_chunks,
    pair_chunks,
    pair_count,
    triangular_blocks,
)
from farstar.surveys._study import Study, read_numbers, schema, text_of
from farstar.surveys._work import Rows

__all__ = [
    "Chunk",
    "Rows",
    "Study",
    "block_chunks",
    "even_blocks",
    "need",
    "number_of_chunks",
    "pair_chunks",
    "pair_count",
    "read_numbers",
    "schema",
    "text_of",
    "triangular_blocks",
]
