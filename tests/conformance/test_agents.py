"""Every agent of the catalogue passes every check, and each check rejects a bad one."""

import importlib

import pytest
from pydantic import ValidationError

from conformance.agent_checks import CHECKS, STATIC, rejections
from ostrom.agents.protocol.agent import AGENTS, AgentKind
from ostrom.core.catalogue import Catalogue
from ostrom.core.errors import MissingExtraError
from ostrom.games.theory.catalogue import GAMES
from ostrom.mechanisms.protocol.mechanism import MECHANISMS

BAD_AGENTS: Catalogue[AgentKind] = Catalogue("bad.agents", "AGENT", AgentKind)


def rejected_by(name: str) -> str:
    """The check that a bad agent says it is rejected by."""
    check = importlib.import_module(f"bad.agents.{name}").REJECTED_BY
    assert isinstance(check, str)
    return check


def why_not_alone(kind: AgentKind) -> str | None:
    """Why an agent can not play here by itself: it needs a model or an extra."""
    try:
        settings = kind.settings()
    except ValidationError:
        return f"{kind.name} has settings without defaults"
    if kind.models(settings):
        return f"{kind.name} calls language models"
    game = GAMES.load("prisoners_dilemma").default()
    try:
        for mechanism in MECHANISMS.names():
            kind.objection(settings, game, mechanism)
    except MissingExtraError as error:
        return str(error)
    return None


@pytest.mark.parametrize("name", AGENTS.names())
@pytest.mark.parametrize("check", CHECKS)
def test_every_agent_passes(name: str, check: str) -> None:
    kind = AGENTS.load(name)
    reason = None if check in STATIC else why_not_alone(kind)
    if reason is not None:
        pytest.skip(reason)
    CHECKS[check](kind, name)


@pytest.mark.parametrize("name", BAD_AGENTS.names())
def test_a_bad_agent_is_rejected_by_its_check_alone(name: str) -> None:
    assert rejections(BAD_AGENTS.load(name), name) == {rejected_by(name)}


def test_each_check_has_a_bad_agent() -> None:
    assert {rejected_by(name) for name in BAD_AGENTS.names()} == set(CHECKS)


def test_the_scripted_agents_of_the_house_are_there() -> None:
    assert set(AGENTS.names()) >= {
        "always_cooperate",
        "always_defect",
        "best_response",
        "contract_trigger",
        "generous_tit_for_tat",
        "grim_trigger",
        "mediated_trigger",
        "standing",
        "suspicious_tit_for_tat",
        "tit_for_tat",
        "uniform",
        "win_stay_lose_shift",
    }
