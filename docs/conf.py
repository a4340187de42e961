"""How the pages are built: ``make docs``."""

from farstar import __version__

project = "Farstar"
author = "The Farstar developers"
project_copyright = "the Farstar developers"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
templates_path = ["_templates"]
# A short name such as Position may mean a class of two rooms; it is shown without a link then.
# References at the end of a docstring need no mark in its text.
suppress_warnings = ["ref.footnote", "ref.python"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
napoleon_google_docstring = False
python_use_unqualified_type_names = True

# Everything a page needs comes with it: no fonts, scripts or mathematics from elsewhere.
html_theme = "furo"
html_title = "Farstar"
html_copy_source = False
