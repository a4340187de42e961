"""The surveys of the workbench that have a name."""

STUDIES = {
    "misere-atlas": "farstar.surveys._studies._misere:MisereAtlas",
    "fox-and-geese-museum": "farstar.surveys._studies._loopy:FoxAndGeeseMuseum",
}
"""A reference to each study, by its name."""
