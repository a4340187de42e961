"""The checker accepts what is right and refuses everything else."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

import farstar as fs
from farstar.certificates import Certificate
from farstar.errors import CertificateError, NotationError
from farstar.misere import check_certificate, load_quotient
from tests.running import python


@pytest.fixture(scope="module")
def certificate() -> dict[str, Any]:
    return fs.misere_quotient("0.123").certificate()


def test_certificates_are_accepted(certificate: dict[str, Any]) -> None:
    assert check_certificate(certificate) == (20, 13, 306, (5, 5))


def test_a_file_is_read_back_in_another_process(tmp_path: Path) -> None:
    path = tmp_path / "kayles.json"
    fs.misere_quotient("0.34").save(path)
    program = (
        "import sys; from farstar.misere import check_certificate; "
        "print(*check_certificate(sys.argv[1]))"
    )
    run = python("-c", program, path, check=True)
    assert run.stdout.split() == ["12", "32", "75", "(7,", "8)"]
    again = load_quotient(json.loads(path.read_text()))
    assert again.certificate() == fs.misere_quotient("0.34").certificate()


def test_positions_have_certificates_too() -> None:
    document = fs.misere_quotient([fs.Cram("2x3")]).certificate()
    assert check_certificate(document).order == len(document["table"])
    game = next(g for g, image in enumerate(document["images"]) if image)
    document["options"][game] = []
    with pytest.raises(CertificateError):
        check_certificate(document)


def test_every_single_change_of_an_image_is_refused(certificate: dict[str, Any]) -> None:
    for heap, image in enumerate(certificate["images"]):
        for other in range(len(certificate["table"])):
            if other != image:
                changed = copy.deepcopy(certificate)
                changed["images"][heap] = other
                changed = dict(Certificate.sealed(changed).data)
                with pytest.raises(CertificateError):
                    check_certificate(changed)


def test_random_changes_are_refused(certificate: dict[str, Any]) -> None:
    chance = random.Random(7)
    size = len(certificate["table"])
    for _ in range(150):
        changed = copy.deepcopy(certificate)
        x, y, z = (chance.randrange(size) for _ in range(3))
        if chance.random() < 0.5:
            if changed["table"][x][y] == z:
                continue
            changed["table"][x][y] = changed["table"][y][x] = z
        else:
            losing = {*changed["losing"]} ^ {x}
            changed["losing"] = sorted(losing)
        changed = dict(Certificate.sealed(changed).data)
        with pytest.raises(CertificateError):
            check_certificate(changed)


def test_another_game_or_a_shorter_period_is_refused(certificate: dict[str, Any]) -> None:
    for key, value in {
        "game": "0.124",
        "period": [5, 4],
        "version": 1,
        "digest": "0" * 64,
        "format": "something else",
        "table": certificate["table"][:-1],
        "losing": "12",
        "images": [*certificate["images"][:-1], True],
    }.items():
        with pytest.raises(CertificateError):
            check_certificate({**certificate, key: value})
    for period in ([4, 5], [0, 5], [5, 0], [5], "55", [6, 5]):
        with pytest.raises(CertificateError):
            check_certificate({**certificate, "period": period})


def test_a_period_needs_a_code_with_finitely_many_digits() -> None:
    document = fs.misere_quotient("0.[3]", heaps=6).certificate()
    assert check_certificate(document).period is None
    with pytest.raises(CertificateError, match="finitely many digits"):
        check_certificate(dict(Certificate.sealed({**document, "period": [1, 2]}).data))


def test_a_product_that_is_right_but_not_reduced_is_refused() -> None:
    """Two copies of one element: every outcome is right, but it is not the quotient."""
    document = small([[0, 1, 2], [1, 2, 1], [2, 1, 2]], [1], [0, 1])
    with pytest.raises(CertificateError, match="reduced"):
        check_certificate(document)


def small(table: list[list[int]], losing: list[int], images: list[int]) -> dict[str, Any]:
    """Return a certificate about the game in which a heap of one may be taken."""
    document = {
        "format": "farstar-misere-quotient",
        "version": 2,
        "game": "0.1",
        "table": table,
        "losing": losing,
        "images": images,
        "period": None,
    }
    return dict(Certificate.sealed(document).data)


def test_an_element_that_no_sum_has_is_refused() -> None:
    """Everything else is right here: the third element absorbs all others."""
    assert check_certificate(small([[0, 1], [1, 0]], [1], [0, 1])).order == 2
    extra = small([[0, 1, 2], [1, 0, 2], [2, 2, 2]], [1], [0, 1])
    with pytest.raises(CertificateError, match="do not generate"):
        check_certificate(extra)


def test_a_product_that_is_not_associative_is_refused() -> None:
    """Three heaps of one would be worth something else, depending on how they are added."""
    table = [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 1, 1], [3, 0, 1, 2]]
    with pytest.raises(CertificateError, match="not associative"):
        check_certificate(small(table, [1, 3], [0, 1]))


def test_what_is_not_json_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text("{")
    with pytest.raises(NotationError, match="expected a certificate"):
        check_certificate(path)
    path.write_text("[]")
    with pytest.raises(CertificateError, match="refused"):
        check_certificate(path)
