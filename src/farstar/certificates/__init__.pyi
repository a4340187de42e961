# Written by make stubs.
from farstar.certificates._certificate import Certificate as Certificate
from farstar.certificates._certificate import load_certificate as load_certificate
from farstar.certificates._certify import Prove as Prove
from farstar.certificates._certify import certify as certify
from farstar.certificates.checker import Refused as Refused

__all__ = [
    "Certificate",
    "Prove",
    "Refused",
    "certify",
    "load_certificate",
]

MODULES: dict[str, str]
