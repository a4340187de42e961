"""What this package adds to Farstar: names here, modules when they are used."""

from farstar.plugins import Plugin, PluginInvariant

PLUGIN = Plugin(
    name="stairs",
    games={"Stairs": "farstar_stairs.game"},
    invariants=(
        PluginInvariant("steps left", "how many steps are below the counter", "steps", "Int64"),
    ),
    studies={"stairs-values": "farstar_stairs.study:StairsValues"},
    papers={"stairs": "farstar_stairs.paper"},
    commands={"stairs": ("farstar_stairs.command", "Say who wins Stairs, by the theorem.")},
)
