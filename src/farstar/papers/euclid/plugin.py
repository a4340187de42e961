"""What the papers on Euclid and Grossman's game add to the workbench."""

from farstar.plugins import Plugin, PluginInvariant

_HERE = "farstar.papers.euclid"

_BULK = (
    "EuclidGame",
    "LengthTotals",
    "WinnerCounts",
    "grundy_histogram",
    "grundy_table",
    "length_sum",
    "length_table",
    "length_totals",
    "winner_counts",
    "winner_table",
)

_GAMES = ("euclid", "serial_nim", "surd_euclid", "three_euclid")

_THEORY = (
    "cone",
    "continued_fractions",
    "euclid",
    "grossman",
    "quadratic",
    "quotient_actions",
    "restricted",
    "serial_nim",
    "trees",
)

PLUGIN = Plugin(
    name="euclid",
    games={
        "Euclid": f"{_HERE}.euclid",
        "Grossman": f"{_HERE}.euclid",
        "SurdEuclid": f"{_HERE}.surd_euclid",
        "ThreeEuclid": f"{_HERE}.three_euclid",
        "SerialNim": f"{_HERE}.serial_nim",
    },
    theory={name: f"{_HERE}.theory.{name}" for name in _THEORY},
    former_modules={
        **{f"farstar.games.{name}": f"{_HERE}.{name}" for name in _GAMES},
        "farstar.theory.densities._decimals": f"{_HERE}.theory.densities.decimals",
    },
    bulk=dict.fromkeys(_BULK, f"{_HERE}.bulk"),
    invariants=(
        PluginInvariant(
            "continued fraction",
            "the continued fraction of the two numbers of Euclid, Grossman's game, Partizan Euclid",
            "continued_fraction",
            term="continued fraction",
        ),
        PluginInvariant(
            "length",
            "how many moves Euclid, Grossman's game or Serial Nim lasts under optimal play",
            "length",
            "Int64",
        ),
    ),
    studies={
        "euclid-grundy": f"{_HERE}.studies:EuclidGrundy",
        "grossman-winners": f"{_HERE}.studies:GrossmanWinners",
        "grossman-set-winners": f"{_HERE}.studies:GrossmanSetWinners",
        "grossman-mean-lengths": f"{_HERE}.studies:GrossmanMeanLengths",
        "grossman-lengths": f"{_HERE}.studies:GrossmanLengths",
    },
    papers={
        "nim-type-game": f"{_HERE}.nim_type_game",
        "real-euclid": f"{_HERE}.real_euclid",
    },
    notes={"nim-type-game": f"{_HERE}.manuscripts:MANUSCRIPTS"},
    exhibits={
        "nim-type-game": f"{_HERE}.nim_type_game.exhibits",
        "real-euclid": f"{_HERE}.real_euclid.exhibits",
    },
    puzzles={
        "misere": (f"{_HERE}.puzzles:euclid",),
        "cool sums": (f"{_HERE}.puzzles:euclid", f"{_HERE}.puzzles:serial_nim"),
    },
    figures={
        "calkin wilf": f"{_HERE}.figures:calkin_wilf",
        "cone": f"{_HERE}.figures:cone",
        "moves": f"{_HERE}.move_diagrams:moves",
        "stern brocot": f"{_HERE}.figures:stern_brocot",
    },
)
