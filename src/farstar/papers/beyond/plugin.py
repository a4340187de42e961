"""What our own results beyond the papers add to the workbench."""

from farstar.plugins import Plugin

_HERE = "farstar.papers.beyond"

PLUGIN = Plugin(
    name="beyond",
    theory={"densities": f"{_HERE}.densities"},
    papers={"beyond": f"{_HERE}.claims"},
    notes={"beyond": f"{_HERE}.manuscripts:MANUSCRIPTS"},
    exhibits={"beyond": f"{_HERE}.exhibits"},
)
