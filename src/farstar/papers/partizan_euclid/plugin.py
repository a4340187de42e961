"""What the paper on Partizan Euclid adds to the workbench."""

from farstar.plugins import Plugin, PluginInvariant

_HERE = "farstar.papers.partizan_euclid"

_BULK = (
    "partizan_euclid_atomic_weight_counts",
    "partizan_euclid_atomic_weight_occurrences",
    "partizan_euclid_atomic_weights",
    "partizan_euclid_census",
    "partizan_euclid_enumeration",
    "partizan_euclid_outcomes",
    "partizan_euclid_positions",
    "partizan_euclid_value_counts",
    "partizan_euclid_value_occurrences",
    "partizan_euclid_values",
)

_THEORY = (
    "automata",
    "canonical",
    "class_sums",
    "hardness",
    "quantified",
    "normal_form",
    "observations",
    "plain_sums",
    "rewriting",
    "weights",
    "words",
)

PLUGIN = Plugin(
    name="partizan-euclid",
    games={"PartizanEuclid": _HERE},
    aliases={"E": "PartizanEuclid"},
    names={"Word": _HERE},
    theory={
        **{name: f"{_HERE}.theory.{name}" for name in _THEORY},
        "certificates": f"{_HERE}.theory.induction",
    },
    former_modules={
        "farstar.games.partizan_euclid": _HERE,
        "farstar.games.partizan_euclid._position": f"{_HERE}._position",
        "farstar.games.partizan_euclid._rules": f"{_HERE}._rules",
        "farstar.games.partizan_euclid._word": f"{_HERE}._position",
    },
    bulk=dict.fromkeys(_BULK, f"{_HERE}.bulk"),
    cgsuite={"PartizanEuclid": f"{_HERE}._position:cgsuite_position"},
    invariants=(
        PluginInvariant(
            "word", "the word of a position of Partizan Euclid", "signature", term="word"
        ),
        PluginInvariant(
            "irreducible word",
            "the irreducible word to which that word reduces",
            "irreducible_word",
            term="word",
        ),
        PluginInvariant(
            "class", "the class of that word, one of seventeen", "class_number", "Int64", "classes"
        ),
        PluginInvariant(
            "normal form",
            "the shortest word that may replace that word behind every prefix",
            "normal_form",
        ),
        PluginInvariant(
            "ficf",
            "the furthest-integer continued fraction of p/q, with its signs",
            "furthest_integer_fraction",
        ),
        PluginInvariant(
            "nicf",
            "the nearest-integer continued fraction of p/q, with its signs",
            "nearest_integer_fraction",
        ),
    ),
    studies={
        "partizan-euclid-census": f"{_HERE}.studies:Census",
        "partizan-euclid-outcomes": f"{_HERE}.studies:Outcomes",
        "partizan-euclid-values": f"{_HERE}.studies:Values",
        "partizan-euclid-atomic-weights": f"{_HERE}.studies:AtomicWeights",
        "partizan-euclid-mean-weights": f"{_HERE}.studies:MeanWeights",
        "partizan-euclid-growth": f"{_HERE}.studies:WordGrowth",
    },
    papers={"partizan-euclid": f"{_HERE}.claims"},
    exhibits={"partizan-euclid": f"{_HERE}.exhibits"},
    notes={"partizan-euclid": f"{_HERE}.manuscripts:MANUSCRIPTS"},
    benchmarks={
        "canonical-forms": (
            f"{_HERE}.benchmarks:canonical_forms",
            "the values of all coprime E(p,q), q<p<2q, p<=120",
        ),
        "contested-sum": (
            f"{_HERE}.benchmarks:contested_sum",
            "who wins a sum of six positions of Partizan Euclid",
        ),
    },
    puzzles={"cool sums": (f"{_HERE}.puzzles:partizan_euclid",)},
    themes={"euclid": f"{_HERE}.puzzles:EUCLID"},
    automata={
        "paired": f"{_HERE}.theory.automata:paired_outcome_automaton",
        "far-star": f"{_HERE}.theory.automata:far_star_automaton",
    },
)
