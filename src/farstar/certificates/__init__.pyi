# Written by make stubs.
from farstar.certificates._boards import Strategy as Strategy
from farstar.certificates._boards import check_strategy as check_strategy
from farstar.certificates._boards import is_strategy as is_strategy
from farstar.certificates._boards import write_strategy as write_strategy
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
    "Strategy",
    "certify",
    "certify_family",
    "certify_period",
    "check_certificate",
    "check_strategy",
    "is_strategy",
    "load_certificate",
    "save_checker",
    "seal",
    "write_strategy",
]

MODULES: dict[str, str]
