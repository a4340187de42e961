"""Exchange games with other programs: CGSuite, networkx, SageMath, pandas, Polars, TikZ, JSON.

None of them is needed to import this module; each is imported, or passed in, where it is used.

>>> import farstar as fs
>>> from farstar import interop
>>> interop.read_cgsuite("g := {2||1|0}; g.Mean")[-1].result
Fraction(5, 4)
>>> interop.json_graph(fs.Value("*2"))["nodes"][0]["value"]
'*2'
"""

from farstar.interop._cgsuite import (
    CGSuiteResult,
    CGSuiteSession,
    cgsuite_ruleset,
    python_of_cgsuite,
    read_cgsuite,
)
from farstar.interop._libraries import (
    frame,
    from_sage,
    json_graph,
    networkx_graph,
    sage_graph,
    sage_number,
    tikz,
    values_of,
)

__all__ = [
    "CGSuiteResult",
    "CGSuiteSession",
    "cgsuite_ruleset",
    "frame",
    "from_sage",
    "json_graph",
    "networkx_graph",
    "python_of_cgsuite",
    "read_cgsuite",
    "sage_graph",
    "sage_number",
    "tikz",
    "values_of",
]
