# Written by make stubs.
from farstar.certificates._certificate import Certificate as Certificate
from farstar.certificates._certificate import Refused as Refused
from farstar.certificates._certificate import check_certificate as check_certificate
from farstar.certificates._certificate import load_certificate as load_certificate
from farstar.certificates._certificate import save_checker as save_checker
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
    "check_certificate",
    "load_certificate",
    "save_checker",
    "seal",
]

MODULES: dict[str, str]
