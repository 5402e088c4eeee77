"""Every mechanism passes every check, and each check rejects a bad one."""

import importlib

import pytest

from conformance.mechanism_checks import CHECKS, rejections
from ostrom.core.catalogue import Catalogue
from ostrom.mechanisms.protocol.mechanism import MECHANISMS, Mechanism

BAD_MECHANISMS: Catalogue[Mechanism] = Catalogue(
    "bad.mechanisms", "MECHANISM", Mechanism
)


def rejected_by(name: str) -> str:
    """The check that a bad mechanism says it is rejected by."""
    check = importlib.import_module(f"bad.mechanisms.{name}").REJECTED_BY
    assert isinstance(check, str)
    return check


@pytest.mark.parametrize("name", MECHANISMS.names())
@pytest.mark.parametrize("check", CHECKS)
def test_every_mechanism_passes(name: str, check: str) -> None:
    CHECKS[check](MECHANISMS.load(name), name)


@pytest.mark.parametrize("name", BAD_MECHANISMS.names())
def test_a_bad_mechanism_is_rejected_by_its_check_alone(name: str) -> None:
    assert rejections(BAD_MECHANISMS.load(name), name) == {rejected_by(name)}


def test_each_check_has_a_bad_mechanism() -> None:
    assert {rejected_by(name) for name in BAD_MECHANISMS.names()} == set(CHECKS)


def test_the_mechanisms_of_the_house_are_there() -> None:
    assert set(MECHANISMS.names()) >= {
        "contract",
        "mediation",
        "none",
        "repetition",
        "reputation",
    }
