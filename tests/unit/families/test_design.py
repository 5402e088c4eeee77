"""From spec to units: counts, identities, seeds, and refusals before anything runs."""

from typing import Any

import pytest

from ostrom.core.errors import SpecError, UnknownNameError
from ostrom.families.normal_form.design import design
from ostrom.specs.reading import check_spec


def spec(**changes: Any) -> dict[str, Any]:
    return {
        "name": "tiny",
        "seed": 1,
        "agents": {"tit_for_tat": {}, "always_defect": {}},
        "games": {"prisoners_dilemma": {}, "public_goods": {}},
        "mechanisms": {
            "none": {},
            "repetition": {"rounds": 2},
            "reputation": {"rounds": 2},
            "mediation": {"proposals": "per_tournament"},
            "contract": {},
        },
        **changes,
    }


def unit_ids(content: dict[str, Any]) -> list[str]:
    return [unit.unit_id for unit in design(check_spec(content, "test")).units]


def test_units_are_matches_or_whole_tournaments() -> None:
    found = design(check_spec(spec(repeats=3), "test"))
    counts: dict[tuple[str, str], int] = {}
    for unit in found.units:
        key = (unit.game, unit.mechanism)
        counts[key] = counts.get(key, 0) + 1
    for mechanism in ("none", "repetition", "contract"):
        assert counts["prisoners_dilemma", mechanism] == 3 * 2**2
        assert counts["public_goods", mechanism] == 3 * 2**3
    for mechanism in ("reputation", "mediation"):
        assert counts["prisoners_dilemma", mechanism] == 3
        assert counts["public_goods", mechanism] == 3
    assert len({unit.unit_id for unit in found.units}) == len(found.units)
    assert len({unit.seed for unit in found.units}) == len(found.units)


def test_what_results_hang_on_changes_ids_and_nothing_else_does() -> None:
    before = unit_ids(spec())
    assert unit_ids(spec(title="another title", limits={"max_calls": 3})) == before
    changes: list[dict[str, Any]] = [
        {"seed": 2},
        {"replies": {"attempts": 5}},
        {"agents": {"tit_for_tat": {}, "always_cooperate": {}}},
    ]
    for change in changes:
        assert unit_ids(spec(**change)) != before


def test_what_counts_as_cooperation_changes_ids() -> None:
    # Tit for tat plays by it, and tables say by it who cooperated.
    def inline(profile: list[int]) -> dict[str, Any]:
        payoffs = [[[2, 2], [0, 3]], [[3, 0], [1, 1]]]
        game = {"payoffs": payoffs, "cooperative_profile": profile}
        return spec(
            games={"mine": game}, mechanisms={"none": {}}, agents={"uniform": {}}
        )

    assert unit_ids(inline([0, 0])) != unit_ids(inline([1, 1]))


def test_one_agents_settings_change_only_units_it_sits_in() -> None:
    def population(temperature: float) -> dict[str, Any]:
        model = {"kind": "language_model", "model": "scripted/first"}
        return {
            "agents": {"tit_for_tat": {}, "m": {**model, "temperature": temperature}},
            "mechanisms": {"none": {}},
            "games": {"prisoners_dilemma": {}},
        }

    cold, hot = unit_ids(spec(**population(0))), unit_ids(spec(**population(1)))
    assert [one == two for one, two in zip(cold, hot, strict=True)] == [
        True,
        False,
        False,
        False,
    ]


def test_adding_a_mechanism_leaves_the_other_units_as_they_were() -> None:
    fewer = spec(mechanisms={"none": {}})
    more = spec(mechanisms={"repetition": {}, "none": {}})
    assert set(unit_ids(fewer)) < set(unit_ids(more))


def test_games_of_a_mechanism_can_be_named() -> None:
    found = design(
        check_spec(spec(mechanisms={"none": {"games": ["public_goods"]}}), "test")
    )
    assert {unit.game for unit in found.units} == {"public_goods"}


@pytest.mark.parametrize(
    ("changes", "error", "says"),
    [
        ({"agents": {"tit_for_tatt": {}}}, UnknownNameError, "mean 'tit_for_tat'"),
        ({"games": {"prisoner_dilemma": {}}}, UnknownNameError, "'prisoners_dilemma'"),
        ({"mechanisms": {"repetitoin": {}}}, UnknownNameError, "mean 'repetition'"),
        (
            {"mechanisms": {"repetition": {"round": 3}}},
            SpecError,
            r"mechanisms\.repetition: no 'round'\. Did you mean 'rounds'",
        ),
        (
            {"mechanisms": {"none": {"games": ["public_good"]}}},
            SpecError,
            "Did you mean 'public_goods'",
        ),
        (
            {"games": {"public_goods": {"multiplier": 3}}},
            SpecError,
            "needs num_players > multiplier",
        ),
        (
            {"games": {"matching_pennies": {}}},
            SpecError,
            r"agents\.\w+ can not play games\.matching_pennies under",
        ),
        (
            {"games": {"x": {"kind": "stag_hunt", "file": "y.nfg"}}},
            SpecError,
            "one of kind, payoffs or file",
        ),
        ({"games": {"x": {"payoffs": [[1, 2]]}}}, SpecError, "x"),
        (
            {
                "agents": {"m": {"kind": "language_model", "model": "house/model"}},
                "providers": {"huose": {"base_url": "http://127.0.0.1:9/v1"}},
            },
            SpecError,
            r"providers\.huose: no agent uses .*Did you mean 'house'",
        ),
        ({"games": {"x": {"file": "/no/such.nfg"}}}, SpecError, "no/such.nfg"),
    ],
)
def test_mistakes_are_refused_before_anything_runs(
    changes: dict[str, Any], error: type[SpecError], says: str
) -> None:
    with pytest.raises(error, match=says):
        design(check_spec(spec(**changes), "test"))


def test_an_inline_game_is_played_by_its_label() -> None:
    payoffs = [[["3/2", "3/2"], [0, 2]], [[2, 0], [1, 1]]]
    game = {"payoffs": payoffs, "cooperative_profile": [0, 0]}
    agents: dict[str, Any] = {"uniform": {}}
    found = design(
        check_spec(
            spec(games={"mine": game}, agents=agents, mechanisms={"none": {}}), "test"
        )
    )
    assert found.facts["games"]["mine"]["cooperative_payoffs"] == [1.5, 1.5]
