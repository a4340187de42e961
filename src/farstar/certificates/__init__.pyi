# Written by make stubs.
from farstar.certificates._certificate import Certificate as Certificate
from farstar.certificates._certificate import Refused as Refused
from farstar.certificates._certificate import load_certificate as load_certificate
from farstar.certificates._certificate import seal as seal
from farstar.certificates._certify import certify as certify
from farstar.certificates._families import certify_family as certify_family
from farstar.certificates._families import certify_period as certify_period

__all__ = [
    "Certificate",
    "Refused",
    "certify",
    "certify_family",
    "certify_period",
    "load_certificate",
    "seal",
]

MODULES: dict[str, str]
