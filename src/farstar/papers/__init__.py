"""The papers as programs: every claim as data, each checked against brute force.

The frame is here: claims, verdicts, certificates, tables and figures, reports. Each folder is a
paper, or several on one subject, with its games, theory, claims and exhibits; its `plugin` is the
only thing that the workbench sees of it.

>>> from farstar import papers
>>> papers.PAPERS[0], papers.paper("partizan-euclid")[0].paper
('partizan-euclid', 'partizan-euclid')
"""

from farstar._lazy import lazy_names, modules_of_names

MODULES = modules_of_names(
    __name__,
    {
        "_certified": "Certified certify_verdict",
        "_claim": (
            "Claim ClaimVerdict Exhibit Paper PaperError Publication Status "
            "answer compared correction same true"
        ),
        "_examples": "ExamplePositions live_position",
        "_manuscripts": "Manuscript Page manuscripts",
        "_ranges": (
            "Cases CaseCheck Check Over Range "
            "coprime fixed letters numbers numbers_from pairs sizes"
        ),
        "_new": "FolderInUse new_paper",
        "_registry": "PAPERS UnknownClaimError find load paper select",
        "_reports": "errata exhibits reproduce",
        "_verify": "Report Result check verify",
    },
)
"""The module of each public name."""

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
