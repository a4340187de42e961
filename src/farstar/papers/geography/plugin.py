"""What the paper on Partizan Geography adds to the workbench."""

from farstar.plugins import Plugin, PluginTheorem

_HERE = "farstar.papers.geography"

PLUGIN = Plugin(
    name="geography",
    games={
        "GeographyBoard": f"{_HERE}.two_rows",
        "GeographyA": f"{_HERE}.two_rows",
        "GeographyB": f"{_HERE}.two_rows",
        "Geography": f"{_HERE}.digraphs",
        "PartizanGeography": f"{_HERE}.digraphs",
        "CompleteProduct": f"{_HERE}.complete_product",
        "ModularNim": f"{_HERE}.digraphs",
    },
    aliases={
        "Board": "GeographyBoard",
        "A": "GeographyA",
        "B": "GeographyB",
        "CycleProduct": "Geography",
    },
    theory={
        "geography": f"{_HERE}.theory.two_rows",
        "geography_products": f"{_HERE}.theory.products",
    },
    former_modules={
        "farstar.games._digraph": f"{_HERE}.graph_search",
        "farstar.games._graph_rules": f"{_HERE}.digraphs",
        "farstar.games.complete_product": f"{_HERE}.complete_product",
        "farstar.games.geography": f"{_HERE}.digraphs",
        "farstar.games.geography_two_rows": f"{_HERE}.two_rows",
    },
    bulk={"geography_values": f"{_HERE}.bulk"},
    studies={"geography-values": f"{_HERE}.studies:GeographyValues"},
    puzzles={
        "hot": (f"{_HERE}.puzzles:geography",),
        "hot sums": (f"{_HERE}.puzzles:geography",),
    },
    theorems={
        "geography": PluginTheorem("Partizan Geography on two rows, every position", _HERE),
        "geography-three-rows": PluginTheorem(
            "Partizan Geography on K_n x K_3: more columns never lower a value, and upper bounds",
            _HERE,
        ),
    },
    papers={"partizan-geography": f"{_HERE}.claims"},
    notes={"partizan-geography": f"{_HERE}.manuscripts:MANUSCRIPTS"},
    exhibits={"partizan-geography": f"{_HERE}.exhibits"},
)
