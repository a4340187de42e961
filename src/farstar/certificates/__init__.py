"""Answers with a proof that a reader can check without Farstar.

A certificate contains the rules of the games and a winning strategy for every play. The checker
of all kinds of certificates is one file that imports nothing of Farstar's,
`farstar.certificates.checker`.

>>> import farstar as fs
>>> certificate = fs.certify(fs.Value("^") + fs.Value("*"))
>>> certificate.claims, certificate.check()
(['N'], ['N'])
"""

from farstar._lazy import lazy_names

MODULES = {
    "Certificate": "farstar.certificates._certificate",
    "Strategy": "farstar.certificates._boards",
    "Refused": "farstar.certificates._certificate",
    "certify": "farstar.certificates._certify",
    "certify_family": "farstar.certificates._families",
    "certify_period": "farstar.certificates._families",
    "check_certificate": "farstar.certificates._certificate",
    "check_strategy": "farstar.certificates._boards",
    "is_strategy": "farstar.certificates._boards",
    "load_certificate": "farstar.certificates._certificate",
    "save_checker": "farstar.certificates._certificate",
    "seal": "farstar.certificates._certificate",
    "write_strategy": "farstar.certificates._boards",
}
"""The module of each public name."""

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
