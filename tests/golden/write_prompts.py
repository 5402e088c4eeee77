"""Writes the golden prompts that are missing; one that exists is never changed.

Each file holds one prompt file filled in for a fixed question, and is named after it
and its version. When a text is meant to change, raise the version in its header and
run this again: a new file appears beside the old one.
"""

import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

from golden.write_games import GOLDEN
from ostrom.core.answers import (
    ActionByCount,
    ActionDistribution,
    AnswerSchema,
    Approvals,
    IntegerByAction,
    YesNo,
)
from ostrom.core.questions import Observation, Question
from ostrom.games.theory.game import Game
from ostrom.mechanisms.contract import InForce, Offered, Refused
from ostrom.mechanisms.mediation import WithMediator
from ostrom.mechanisms.protocol.election import Ballot
from ostrom.mechanisms.protocol.observations import (
    Dossier,
    Meeting,
    NothingMore,
    Participant,
    PastRound,
    Plan,
    Proposal,
    Transfers,
)
from ostrom.mechanisms.repetition import AgainWithTheSame
from ostrom.mechanisms.reputation import AgainWithOthers
from ostrom.prompts.labels import make_labels
from ostrom.prompts.render import Part, Wording, render, retry_notice
from playing import game_called
from unit.prompts.asked import Unheard

FOLDER = GOLDEN / "prompts"

_BEFORE = Meeting(1, 4, 1, 1, Fraction(3), (Participant(7, 0, 0, Fraction(0), ()),))
_PAST = (Participant(4, 1, 0, Fraction(2), (_BEFORE,)),)
_DOSSIERS = (
    Dossier(2, 0, True, (Meeting(2, 2, 0, 0, Fraction(2), _PAST),)),
    Dossier(7, 1, False, ()),
)
_PLANS = (Proposal(0, Plan((1, 1, 0))), Proposal(2, Plan((0, 0, 0))))
_CONTRACTS = (Proposal(0, Transfers((3, -4))), Proposal(1, Transfers((0, 1))))

_CHOOSE = ActionDistribution(2)

Asked = tuple[str, str, str, AnswerSchema[Any], Observation]
"""Game, mechanism, kind, schema and observation of a question to player 1."""

ASKED: tuple[Asked, ...] = (
    ("matching_pennies", "none", "choose_action", _CHOOSE, NothingMore()),
    (
        "public_goods",
        "repetition",
        "choose_action",
        _CHOOSE,
        AgainWithTheSame(
            Fraction("0.29"),
            7,
            (PastRound(6, (0, 1, 0)), PastRound(7, (1, 1, 0), (Fraction(1, 3),) * 3)),
        ),
    ),
    (
        "prisoners_dilemma",
        "reputation",
        "choose_action",
        _CHOOSE,
        AgainWithOthers(Fraction(4, 5), 2, 2, _DOSSIERS),
    ),
    (
        "public_goods",
        "mediation",
        "propose_mediator",
        ActionByCount(3, 2),
        NothingMore(),
    ),
    ("public_goods", "mediation", "vote", Approvals(2), Ballot(_PLANS)),
    (
        "public_goods",
        "mediation",
        "choose_action",
        ActionDistribution(3),
        WithMediator(_PLANS[0]),
    ),
    (
        "public_goods",
        "mediation",
        "choose_action",
        _CHOOSE,
        NothingMore(),
    ),
    (
        "travellers_dilemma",
        "contract",
        "propose_contract",
        IntegerByAction(4, minimum=-20),
        NothingMore(),
    ),
    ("prisoners_dilemma", "contract", "vote", Approvals(2), Ballot(_CONTRACTS)),
    ("prisoners_dilemma", "contract", "sign_contract", YesNo(), Offered(_CONTRACTS[0])),
    (
        "prisoners_dilemma",
        "contract",
        "choose_action",
        _CHOOSE,
        InForce(_CONTRACTS[0]),
    ),
    (
        "public_goods",
        "contract",
        "choose_action",
        _CHOOSE,
        Refused(_CONTRACTS[0], (0, 2)),
    ),
    ("public_goods", "contract", "choose_action", _CHOOSE, NothingMore()),
    (
        "public_goods",
        "none",
        "ask_around",
        IntegerByAction(2),
        Unheard("it is hot", Fraction(1, 8), (1, 2)),
    ),
)


def filled_parts() -> dict[str, Part]:
    """One filled text for each prompt file, by its golden name; the first question."""
    parts: dict[str, Part] = {}
    for place, (game_name, mechanism, kind, schema, seen) in enumerate(ASKED):
        game: Game = game_called(game_name)
        question = Question(kind, 0, 0, 0, 1, schema, seen, mechanism)
        wording = Wording(make_labels(game), step_by_step=place % 2 == 1)
        rules = "The game is played once, as it is."
        for part in render(question, game, wording, rules=rules).parts:
            parts.setdefault(golden_name(part), part)
    problem = "The shares sum to 90, not to 100."
    notice = retry_notice(problem)
    return {**parts, golden_name(notice): notice}


def golden_name(part: Part) -> str:
    """File name without its ending, e.g. `normal_form.game-v1`."""
    return f"{part.file.id.replace('/', '.')}-v{part.file.version}"


def write_prompts(folder: Path = FOLDER) -> list[str]:
    """Writes the missing texts; returns complaints about those that differ."""
    complaints = []
    for name, part in filled_parts().items():
        path = folder / f"{name}.txt"
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            path.write_text(part.text + "\n", encoding="utf-8")
        elif path.read_text(encoding="utf-8") != part.text + "\n":
            complaints.append(
                f"{path.name} says otherwise and is not changed: raise the version."
            )
    return complaints


if __name__ == "__main__":
    sys.exit("\n".join(write_prompts()) or 0)
