"""Check what follows from lemmas: ``python sum_checker.py FILE``. Needs only Python.

Each of the `lemmas` has a `certificate`, which checker.py checks, that a sum minus a form is zero;
`uses` tells for each component except that form which earlier lemma it is the form of, or null. The
`claim` about `sum`, a list of [lemma, how many times], follows by a `theory` from `numbers`, which
are computed again from the forms. "nim-sum": sizes of nimbers. "numbers": each number twice.
"stops": right and left stops; positive right stops or negative left stops decide. "two-ahead":
bounds of atomic weights, checked by weight_checker.py; at least 2 or at most -2 decides.
"strategies": the last certificate proves the claim, and `values` of its last form if it has any.
"""

import functools
import graphlib
import hashlib
import json
import operator
import sys
from collections import Counter
from fractions import Fraction
from typing import Any

TEXT = functools.partial(json.dumps, sort_keys=True, separators=(",", ":"), allow_nan=False)
FIELDS = ["claim", "digest", "lemmas", "numbers", "sum", "theory", "weights"]


def require(condition: Any, message: str) -> None:
    if not condition:
        raise ValueError(message)


def ordered(form: Any) -> list[int]:
    options = {p: [*left, *right] for p, (left, right) in enumerate(form)}
    order = [*graphlib.TopologicalSorter(options).static_order()]  # refuses a form with a loop
    require({*order} == {*range(len(form))}, "a position that is not there")
    return order


def simplest(low: Any, high: Any) -> Any:
    if (low is None or low < 0) and (high is None or high > 0):
        return Fraction(0)
    if low is None or low < 0:
        return -simplest(-high, None if low is None else -low)
    step = Fraction(1)
    while high is not None and (low // step + 1) * step >= high:
        step /= 2
    return (low // step + 1) * step


def stops(form: Any) -> Any:
    known: dict[int, Any] = {}  # right stop, left stop, whether it is a number
    for p in ordered(form):
        left, right = ([known[q] for q in side] for side in form[p])
        low = max((stop for stop, _, _ in left), default=None)
        high = min((stop for stop, _, _ in right), default=None)
        is_number = all(flag for _, _, flag in left + right)
        if is_number and (low is None or high is None or low < high):
            known[p] = simplest(low, high), simplest(low, high), True
        else:
            known[p] = min(stop for _, stop, _ in right), max(stop for stop, _, _ in left), False
            require(known[p][0] <= known[p][1], "a number that is not in canonical form")
    return known[0]


def grundy(form: Any) -> int:
    known: dict[int, int] = {}
    for p in ordered(form):
        left, right = ({known[q] for q in side} for side in form[p])
        require(left == right, "a form that is not impartial")
        known[p] = min({*range(len(left) + 1)} - left)
    return known[0]


def outcome(theory: str, forms: Any, terms: Any, numbers: Any) -> str:
    require(all(type(n) is int and n != 0 and k >= 0 for k, n in terms), "no term")
    if theory == "nim-sum":
        require(TEXT(numbers) == TEXT([grundy(forms[k]) for k, _ in terms]), "other sizes")
        sizes = [size for size, (_, n) in zip(numbers, terms, strict=True) if n % 2]
        return "N" if functools.reduce(operator.xor, sizes, 0) else "P"
    bounds = numbers
    if theory != "two-ahead":
        facts = [stops(forms[k]) for k, _ in terms]
        is_number = theory == "numbers" and all(flag for _, _, flag in facts)
        require(is_number or theory == "stops", "no such theory, or no number")
        require(numbers == [[str(low), str(high)] for low, high, _ in facts], "other numbers")
        bounds = [fact[:2] for fact in facts]
    require(all(type(b) in (int, Fraction) for pair in bounds for b in pair), "no bounds")
    low = sum(n * bound[n < 0] for bound, (_, n) in zip(bounds, terms, strict=True))
    high = sum(n * bound[n > 0] for bound, (_, n) in zip(bounds, terms, strict=True))
    if theory == "two-ahead":
        return "L" if low >= 2 else "R" if high <= -2 else ""
    return "L" if low > 0 else "R" if high < 0 else "P" if theory == "numbers" else ""


def total(lemma: Any, parts: Any, forms: Any, sums: Any) -> Counter[str]:
    require(sorted(lemma) == ["certificate", "uses"], "other fields than those of a lemma")
    games, counts = lemma["certificate"]["games"], Counter[str]()
    for (number, sign), k in zip(parts, lemma["uses"], strict=True):
        is_form = k in range(len(forms)) and games[number]["moves"] == forms[k]
        require(k is None or is_form, "a form that is not of the lemma")
        for game, n in ({TEXT(games[number]): 1} if k is None else sums[k]).items():
            counts[game] += sign * n
    return counts


def check(document: Any) -> tuple[str, Counter[str]]:
    try:
        digest = hashlib.sha256(TEXT({**document, "digest": ""}).encode()).hexdigest()
        require(document["digest"] == digest, "another digest")
        require(sorted(document) == FIELDS, "other fields than those of a sum")
        claim, lemmas, terms, theory = (document[f] for f in ("claim", "lemmas", "sum", "theory"))
        require(theory == "two-ahead" or document["weights"] == [], "weights that are not used")
        forms, sums = list[Any](), list[Counter[str]]()
        for lemma in lemmas:
            certificate = lemma["certificate"]
            parts = [certificate["parts"][part] for part in certificate["start"]]
            require(certificate["play"] == "normal", "a lemma under another play")
            if theory != "strategies" or len(sums) + 1 < len(lemmas):
                number, sign = parts.pop()
                claimed = certificate["claim"], sign, certificate["values"]
                require(claimed == ("P", -1, {}), "a lemma about no form")
                forms.append(certificate["games"][number]["moves"])
            sums.append(total(lemma, parts, forms[: len(sums)], sums))
        if theory != "strategies":
            result = outcome(theory, forms, terms, document["numbers"])
        else:
            require(terms == document["numbers"] == [], "terms that are not used")
            terms, result = [[len(lemmas) - 1, 1]], certificate["claim"]
        used = {k for lemma in lemmas for k in lemma["uses"]} | {k for k, _ in terms}
        require(used - {None} == {*range(len(lemmas))}, "a lemma that is not used")
        implied = {"L": "L >=", "R": "R <=", "P": "P >= <=", "N": "N", ">=": ">=", "<=": "<="}
        require(claim in implied.get(result, "").split(), "another claim")
        counts = Counter[str]()
        for game, n in ((game, n * m) for k, n in terms for game, m in sums[k].items()):
            counts[game] += n
        return claim, counts
    except Exception as error:
        raise ValueError(f"not a certificate: {error!r}") from None


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            written = file.read().strip()
        document = json.loads(written, parse_float=int)
        require(TEXT(document) == written, "a file that is written in another way")
        claim, counts = check(document)
        print(f"proved by {document['theory']}, if checker.py accepts the lemmas: {claim} of")
        print(*(f"{n:+} times {game}" for game, n in counts.items()), sep="\n")
    except (IndexError, OSError, RecursionError, ValueError) as error:
        sys.exit(f"refused: {error}")
