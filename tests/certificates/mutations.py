"""Changes of single fields of a certificate."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from farstar.certificates import Certificate, Refused
from farstar.errors import BudgetExceeded

NOT_ACCEPTED = (Refused, BudgetExceeded)
"""A certificate that was not accepted is refused, or its check takes too long."""

FEW_STEPS = 100_000
"""Enough for all certificates in the tests; a changed one may need more."""

WORDS = ("left", "right", "L", "R", "N", "P", "D", ">=", "win", "draw", "normal", "misere", "", 3)

FIELDS = ("lemmas", "h", "note", "moves", "left", "strategies", "values", "on", "off", "reading")


def leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to every number, text and list in a certificate."""
    inside = data.items() if isinstance(data, dict) else enumerate(data)
    paths = []
    for key, value in inside:
        paths.append((*path, key))
        if isinstance(value, dict | list):
            paths += leaves(value, (*path, key))
    return paths


def mutated(
    data: dict[str, Any], path: tuple[Any, ...], generator: random.Random
) -> dict[str, Any]:
    """Return a certificate with one field changed."""
    changed = data
    while changed == data:
        changed = _tried(data, path, generator)
    return changed


def _tried(data: dict[str, Any], path: tuple[Any, ...], generator: random.Random) -> dict[str, Any]:
    changed = copy.deepcopy(data)
    inside = changed
    for key in path[:-1]:
        inside = inside[key]
    old = inside[path[-1]]
    if type(old) is bool:
        inside[path[-1]] = not old
    elif type(old) is int:
        inside[path[-1]] = generator.choice([old + 1, old - 1, -old - 1, 10**7, str(old), None])
    elif isinstance(old, str) and len(old) > 1 and generator.random() < 0.5:
        place = generator.randrange(len(old))
        inside[path[-1]] = old[:place] + old[place + 1 :]
    elif isinstance(old, str):
        inside[path[-1]] = generator.choice([word for word in WORDS if word != old])
    elif isinstance(old, list) and old and generator.random() < 0.7:
        del inside[path[-1]][generator.randrange(len(old))]
    else:
        inside[path[-1]] = generator.choice([None, [0], {"x": 1}, "text"])
    return changed


def rearranged(
    data: dict[str, Any], path: tuple[Any, ...], generator: random.Random
) -> dict[str, Any]:
    """Return a certificate with fields added, removed, repeated, exchanged or moved about."""
    changed = copy.deepcopy(data)
    inside = changed
    for key in path[:-1]:
        inside = inside[key]
    old = inside[path[-1]]
    kind = generator.randrange(3)
    if isinstance(old, list) and old and kind == 0:
        old.insert(generator.randrange(len(old) + 1), copy.deepcopy(generator.choice(old)))
    elif isinstance(old, list) and len(old) > 1 and kind == 1:
        i, j = generator.sample(range(len(old)), 2)
        old[i], old[j] = old[j], old[i]
    elif isinstance(old, dict) and kind == 0:
        old[generator.choice(FIELDS)] = generator.choice([[], {}, 0, None, True, "", [[[], []]]])
    elif isinstance(old, dict) and old and kind == 1:
        del old[generator.choice(sorted(old))]
    elif type(old) is int and kind == 0:
        inside[path[-1]] = generator.choice([bool(old), -old, old + 2, old * 10**30])
    else:
        other: Any = data
        for key in generator.choice(leaves(data)):
            other = other[key]
        inside[path[-1]] = copy.deepcopy(other)
    return changed


def resealed(data: dict[str, Any]) -> dict[str, Any]:
    """Return a certificate with digests that fit, also those of its lemmas."""
    rest = {key: value for key, value in data.items() if key != "digest"}
    lemmas = rest.get("lemmas")
    if isinstance(lemmas, list):
        rest["lemmas"] = [
            {**lemma, "certificate": resealed(lemma["certificate"])} if _is_lemma(lemma) else lemma
            for lemma in lemmas
        ]
    return json.loads(str(Certificate.sealed(rest)))  # type: ignore[no-any-return]


def _is_lemma(lemma: Any) -> bool:
    return isinstance(lemma, dict) and isinstance(lemma.get("certificate"), dict)
