"""The specs that ship with the project can be read, and say what their sources say."""

from pathlib import Path

import pytest

from ostrom.families.normal_form.design import Sitting, design
from ostrom.mechanisms.protocol.mechanism import Scope
from ostrom.specs.reading import read_spec

ROOT = Path(__file__).parents[3]
COOPEVAL = ROOT / "reproductions" / "coopeval2026" / "spec.toml"
SHIPPED = sorted(
    [*ROOT.glob("reproductions/*/spec.toml"), *ROOT.glob("experiments/*/spec.toml")]
)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.parent.name)
def test_every_shipped_spec_expands_without_a_key(path: Path) -> None:
    found = design(read_spec(path))
    assert len({unit.unit_id for unit in found.units}) == len(found.units) > 0
    assert len({unit.seed for unit in found.units}) == len(found.units)


def test_coopeval_covers_the_main_study_and_table_8() -> None:
    spec = read_spec(COOPEVAL)
    main = {
        "none",
        "repetition",
        "reputation_minus",
        "reputation_plus",
        "mediation",
        "contract",
    }
    ablations = {
        f"{mechanism}_k{window}_d{round(10 * continuation)}"
        for mechanism in ("repetition", "reputation_minus", "reputation_plus")
        for window, continuation in ((2, 0.8), (3, 0.7), (3, 0.9), (4, 0.8))
    }
    assert set(spec.mechanisms) == main | ablations
    assert (spec.repeats, len(spec.agents)) == (3, 6)
    for label in ablations:
        entry = spec.mechanisms[label]
        assert entry.games == ("prisoners_dilemma",)
        window, continuation = (entry.parameters[k] for k in ("window", "continuation"))
        assert label.endswith(f"_k{window}_d{continuation * 10:.0f}")
    for agent in spec.agents.values():
        assert agent.parameters["temperature"] == 1
        assert agent.parameters["history_order"] == "newest_first"


def test_coopeval_rounds_and_matches_are_the_published_ones() -> None:
    seen: dict[tuple[str, str, int], int] = {}
    for unit in design(read_spec(COOPEVAL)).units:
        sitting: Sitting = unit.content
        key = (unit.game, unit.mechanism, unit.repeat)
        seen[key] = seen.get(key, 0) + len(sitting.situation.seatings)
        parameters = sitting.rules.parameters.model_dump()
        assert parameters.get("rounds", 15) == 15
        assert parameters.get("tail", "last_round") == "last_round"
        assert parameters.get("depth", 3) == 3
        assert parameters.get("proposals", "per_tournament") == "per_tournament"
        assert parameters.get("shuffle_identities", False) is False
        if sitting.rules.mechanism.name in {"repetition", "reputation"}:
            # Repetition shows actions only, the reputation tree also points.
            shows = sitting.rules.mechanism.name == "reputation"
            assert parameters["show_payoffs"] is shows
        if sitting.rules.mechanism.scope(sitting.rules.parameters) is Scope.TOURNAMENT:
            players = sitting.situation.game.num_players
            assert len(sitting.situation.slots) == 6 * players
    for (game, _, _), matches in seen.items():
        assert matches == (216 if game == "public_goods" else 36)
    # Six games under six mechanisms, and twelve ablations; three times each.
    assert len(seen) == 3 * (6 * 6 + 12)


def test_the_travellers_claims_are_2_to_5() -> None:
    found = design(read_spec(COOPEVAL))
    (facts,) = [
        facts
        for label, facts in found.facts["games"].items()
        if label == "travellers_dilemma"
    ]
    assert [len(actions) for actions in facts["actions"]] == [4, 4]
    assert facts["cooperative_payoffs"] == [5, 5]
    assert facts["defective_payoffs"] == [2, 2]
