"""The surveys of the workbench that have a name."""

STUDIES = {
    "misere-atlas": "farstar.surveys._studies._misere:MisereAtlas",
    "octal-status": "farstar.surveys._studies._octal:OctalStatus",
    "solved-boards": "farstar.surveys._studies._solved:SolvedBoards",
    "fox-and-geese-museum": "farstar.surveys._studies._loopy:FoxAndGeeseMuseum",
}
"""A reference to each study, by its name."""
