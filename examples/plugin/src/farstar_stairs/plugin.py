"""What this package adds to Farstar: names here, modules when they are used."""

from farstar.plugins import Plugin, PluginInvariant, PluginPage, PluginTheorem

_HERE = "farstar_stairs"

PLUGIN = Plugin(
    name="stairs",
    games={"Stairs": f"{_HERE}.game"},
    aliases={"Steps": "Stairs"},
    names={"StairsRules": f"{_HERE}.game"},
    theory={"stairs": f"{_HERE}.theory"},
    bulk={"stairs_values": f"{_HERE}.theory"},
    invariants=(
        PluginInvariant("steps left", "how many steps are below the counter", "steps", "Int64"),
        PluginInvariant("residue", "the step modulo 3", f"{_HERE}.theory:residue", "Int64"),
    ),
    studies={"stairs-values": f"{_HERE}.study:StairsValues"},
    theorems={"steps": PluginTheorem("Stairs of every height, as heaps", _HERE)},
    papers={"stairs": f"{_HERE}.paper"},
    exhibits={"stairs": f"{_HERE}.exhibits"},
    notes={"stairs": f"{_HERE}.exhibits:MANUSCRIPTS"},
    figures={"staircase": f"{_HERE}.figures:staircase"},
    automata={"stairs": f"{_HERE}.figures:StairsAutomaton"},
    commands={"stairs": (f"{_HERE}.command", "Say who wins Stairs, by the theorem.")},
    benchmarks={"stairs": (f"{_HERE}.theory:thousand_values", "values of Stairs(n), n < 1000")},
    puzzles={"toads": (f"{_HERE}.puzzles:stairs",)},
    themes={"stairs": f"{_HERE}.puzzles:STAIRS"},
    pages={"stairs": PluginPage("Stairs", f"{_HERE}.page", _HERE)},
)
