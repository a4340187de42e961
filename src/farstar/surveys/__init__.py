"""Surveys of many positions: resumable, from a laptop to a cluster.

A survey is a plan of chunks that can be computed in any order, and repeatedly. Runners compute
them: this process, a pool of processes, a Dask cluster. One process writes the rows, as a folder
of Parquet files with a manifest, which Polars and DuckDB read.

>>> import farstar as fs
>>> fs.survey("partizan-euclid-census", bound=1000).summary()["counts"]
{'P': 37737, 'L': 248676, 'R': 176382, 'N': 36705}
"""

# The module first: a plugin that loads it later would hide the function of the same name.
import farstar.surveys.studies  # noqa: F401
from farstar.surveys._atlas import Atlas, AtlasRow, atlas
from farstar.surveys._drive import Progress
from farstar.surveys._make import survey
from farstar.surveys._positions import Positions, board, boards, heaps, sample, words
from farstar.surveys._query import Answer
from farstar.surveys._search import Counterexample, SearchResult, search
from farstar.surveys._study import Study, find, studies
from farstar.surveys._survey import Survey
from farstar.surveys._work import FailedPosition, UnrepeatableError

__all__ = [
    "Answer",
    "Atlas",
    "AtlasRow",
    "Counterexample",
    "FailedPosition",
    "Positions",
    "Progress",
    "SearchResult",
    "Study",
    "Survey",
    "UnrepeatableError",
    "atlas",
    "board",
    "boards",
    "find",
    "heaps",
    "sample",
    "search",
    "studies",
    "survey",
    "words",
]
