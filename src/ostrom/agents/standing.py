"""Standing: the equilibrium norm of play with reputation."""

from typing import Literal

from ostrom.agents.protocol.agent import AgentKind, Seat
from ostrom.agents.protocol.conduct import CONDUCTS, ConductSettings
from ostrom.agents.protocol.scripted import (
    Rule,
    ScriptedAgent,
    needs_equilibrium,
    take_seat,
)
from ostrom.agents.protocol.view import Shares, View
from ostrom.core.questions import Observation
from ostrom.games.theory.game import Profile
from ostrom.mechanisms.protocol.observations import Meeting
from ostrom.mechanisms.repetition import AgainWithTheSame
from ostrom.mechanisms.reputation import AgainWithOthers

Norm = Literal["repaired", "literal"]


class StandingSettings(ConductSettings):
    """Which norm it follows.

    Attributes:
        norm: `literal` cooperates if all co-players are in good standing, as the norm
            is printed; that is not subgame perfect, since an agent in bad standing has
            no reason to be exploited. `repaired` cooperates if everybody who meets, it
            included, is in good standing.
    """

    norm: Norm = "repaired"


def rule(norm: Norm) -> Rule:
    """Cooperates towards the good, defects towards the bad.

    An agent loses its good standing for ever if it did not play its cooperative action
    although all co-players of that round were in good standing. Standings are computed
    from the pasts that are shown; where these are cut off, everybody counts as good.
    So the strategy cooperates in the first round and where the game is played once.
    """

    def shares(view: View) -> Shares:
        good = standings(view.observation, view.cooperative)
        if norm == "literal":
            good = {seat: good[seat] for seat in good if seat != view.player}
        return view.cooperate if all(good.values()) else view.defect

    return shares


def standings(seen: Observation, cooperative: Profile) -> dict[int, bool]:
    """Returns whether the agent in each seat is in good standing, as far as is shown.

    Args:
        seen: What the player may know.
        cooperative: The cooperative action of each seat.

    Returns:
        By seat; empty where no past is told.
    """
    if isinstance(seen, AgainWithOthers):
        return {
            dossier.player: is_good(dossier.meetings, cooperative)
            for dossier in seen.dossiers
        }
    good: dict[int, bool] = {}
    if isinstance(seen, AgainWithTheSame):
        good = dict.fromkeys(range(len(cooperative)), True)
        for past in seen.history:
            good = {
                seat: good[seat]
                and (
                    past.actions[seat] == cooperative[seat]
                    or not all(good[other] for other in good if other != seat)
                )
                for seat in good
            }
    return good


def is_good(meetings: tuple[Meeting, ...], cooperative: Profile) -> bool:
    """Whether an agent with this past, newest first, is in good standing."""
    return not any(
        meeting.action != cooperative[meeting.player]
        and all(is_good(other.past, cooperative) for other in meeting.others)
        for meeting in meetings
    )


def sit(settings: StandingSettings, seat: Seat) -> ScriptedAgent:
    """Takes a seat."""
    return take_seat(seat, rule(settings.norm), CONDUCTS[settings.conduct])


AGENT = AgentKind(
    name="standing",
    version=1,
    summary="Cooperates with those who never failed a good co-player.",
    source="Sugden (1986), The Economics of Rights, Co-operation and Welfare; Tewolde "
    "et al. (2026), CoopEval, arXiv:2604.15267, Theorem 1.",
    settings=StandingSettings,
    sit=sit,
    objection=needs_equilibrium,
)
