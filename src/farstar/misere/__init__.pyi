# Written by make stubs.
from farstar.misere._modulo import Misere as Misere
from farstar.misere._modulo import MisereGame as MisereGame
from farstar.misere._modulo import universe_of_ends as universe_of_ends
from farstar.misere._partizan_quotient import PartizanQuotient as PartizanQuotient
from farstar.misere._partizan_quotient import partizan_quotient as partizan_quotient
from farstar.misere._quotient import MisereQuotient as MisereQuotient
from farstar.misere._value import MisereValue as MisereValue
from farstar.misere._value import count_misere_born_by_day as count_misere_born_by_day
from farstar.misere._value import misere_born_by_day as misere_born_by_day
from farstar.misere.finding import Checked as Checked
from farstar.misere.finding import QuotientTooLarge as QuotientTooLarge
from farstar.misere.finding import check_certificate as check_certificate
from farstar.misere.finding import load_quotient as load_quotient
from farstar.misere.finding import misere_quotient as misere_quotient

__all__ = [
    "Checked",
    "Misere",
    "MisereGame",
    "MisereQuotient",
    "MisereValue",
    "PartizanQuotient",
    "QuotientTooLarge",
    "check_certificate",
    "count_misere_born_by_day",
    "load_quotient",
    "misere_born_by_day",
    "misere_quotient",
    "partizan_quotient",
    "universe_of_ends",
]

MODULES: dict[str, str]
