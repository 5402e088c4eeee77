"""Specs are read strictly: every mistake is named with what would be right."""

from pathlib import Path

import pytest

from ostrom.core.errors import SpecError
from ostrom.specs.reading import read_spec

SPEC = """
name = "tiny"
seed = 3
[agents.tit_for_tat]
[games.prisoners_dilemma]
[mechanisms.none]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "spec.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_defaults_are_filled_in(tmp_path: Path) -> None:
    spec = read_spec(written(tmp_path, SPEC))
    assert (spec.seed, spec.repeats, spec.schedule.kind) == (3, 1, "all_ordered")
    assert spec.replies.on_invalid == "missing"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("repeat = 2\n" + SPEC, r"no 'repeat'\. Did you mean 'repeats'\?"),
        (SPEC + "[limits]\nmax_call = 3", r"limits: no 'max_call'.*'max_calls'"),
        (SPEC + "[schedule]\nkind = 'sampel'", r"schedule kind: .*Got 'sampel'"),
        (SPEC + "[schedule]\nkind = 'sample'", r"matches goes with kind = 'sample'"),
        (SPEC.replace('"tiny"', '"Tiny run"'), r"name: .*Got 'Tiny run'"),
        ("seed = 3", r"agents: Field required"),
        (SPEC.replace("seed = 3", "seed = three"), r"line 3"),
        (SPEC.replace("seed = 3", "repeats = 0"), r"greater than or equal to 1"),
    ],
)
def test_mistakes_are_named_with_the_nearest_right_thing(
    tmp_path: Path, change: str, says: str
) -> None:
    with pytest.raises(SpecError, match=says):
        read_spec(written(tmp_path, change))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"nowhere\.toml can not be read"):
        read_spec(tmp_path / "nowhere.toml")


def test_overrides_replace_single_values(tmp_path: Path) -> None:
    changes = [
        "seed=9",
        "replies.attempts=5",
        "title=plain words",
        "limits.max_calls=7",
    ]
    spec = read_spec(written(tmp_path, SPEC), changes)
    assert (spec.seed, spec.replies.attempts, spec.title) == (9, 5, "plain words")
    assert spec.limits.max_calls == 7


@pytest.mark.parametrize("override", ["seed", "=3", "seed.deeper=3"])
def test_overrides_of_another_form_are_refused(tmp_path: Path, override: str) -> None:
    with pytest.raises(SpecError, match="--set"):
        read_spec(written(tmp_path, SPEC), [override])


def test_paths_in_a_spec_count_from_its_folder(tmp_path: Path) -> None:
    text = SPEC.replace("[games.prisoners_dilemma]", "[games.own]\nfile = 'own.nfg'")
    spec = read_spec(written(tmp_path, text))
    assert spec.games["own"].file == str(tmp_path.resolve() / "own.nfg")
