"""From a spec to run units: one judge and the texts of one judged unit each."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ostrom.core.errors import SpecError
from ostrom.core.hashing import content_id
from ostrom.core.parameters import Parameters, read_parameters
from ostrom.core.seeds import child_seed
from ostrom.families.judging.codebook import Codebook, load_codebook
from ostrom.families.judging.judge import JUDGES, JudgeKind
from ostrom.families.judging.texts import Text, collect
from ostrom.families.protocol.family import Design, UnitPlan
from ostrom.records.rundir import RunFolder
from ostrom.specs.experiment import Experiment


@dataclass(frozen=True)
class Member:
    """A judge of a spec.

    Attributes:
        label: What it is called.
        kind: What it is.
        settings: How it judges.
        identity: Hash of all that its verdicts hang on.
    """

    label: str
    kind: JudgeKind
    settings: Parameters
    identity: str


@dataclass(frozen=True)
class Session:
    """What a unit of this family is played with.

    Attributes:
        member: The judge.
        codebook: What it looks for.
        texts: What is put to it.
    """

    member: Member
    codebook: Codebook
    texts: tuple[Text, ...]


def design(spec: Experiment) -> Design:
    """Expands a spec: judges x judged units that have texts.

    Raises:
        SpecError: A name or setting is wrong.
        RecordError: The judged run is not sealed, or holds nothing to judge.
    """
    asked = spec.judging
    if asked is None or not spec.judges:
        raise SpecError(
            "A judging needs the table [judging], which names a run and a codebook, "
            "and at least one [judges.<label>]."
        )
    judged = RunFolder(Path(asked.run))
    manifest = judged.read_manifest()
    codebook = load_codebook(asked.codebook)
    members = tuple(_member(spec, label) for label in spec.judges)
    texts = collect(judged, kinds=asked.kinds, most=asked.sample, seed=spec.seed)
    units = [
        _unit(spec, member, codebook, of_unit)
        for member in members
        for of_unit in _by_unit(texts)
    ]
    models = {m for each in members for m in each.kind.models(each.settings)}
    facts = {
        "agents": {each.label: _facts(each) for each in members},
        "games": manifest["games"],
        "mechanisms": manifest["mechanisms"],
        "conditions": manifest["conditions"],
        "codebook": codebook.model_dump(mode="json"),
        "judged_run": manifest["run_id"],
        "num_texts": len(texts),
    }
    return Design(tuple(units), tuple(sorted(models)), facts)


def _member(spec: Experiment, label: str) -> Member:
    entry = spec.judges[label]
    kind = JUDGES.load(entry.kind or label)
    settings = read_parameters(kind.settings, entry.parameters, f"judges.{label}")
    identity = content_id(
        {
            "kind": kind.name,
            "version": kind.version,
            "settings": settings.model_dump(mode="json"),
            "fingerprint": kind.fingerprint(settings),
        }
    )
    return Member(label, kind, settings, identity)


def _by_unit(texts: Sequence[Text]) -> list[tuple[Text, ...]]:
    groups: dict[str, list[Text]] = defaultdict(list)
    for text in texts:
        groups[text.place["unit_id"]].append(text)
    return [tuple(group) for group in groups.values()]


def _unit(
    spec: Experiment, member: Member, codebook: Codebook, texts: tuple[Text, ...]
) -> UnitPlan:
    place = texts[0].place
    seed = child_seed(spec.seed, "judging", member.label, place["unit_id"])
    unit_id = content_id(
        {
            "judge": [member.label, member.identity],
            "codebook": codebook.content_hash,
            "seed": str(seed),
            "texts": [[each.text_id, each.sha256] for each in texts],
        }
    )
    return UnitPlan(
        unit_id=unit_id,
        condition_id=place["condition_id"],
        game=place["game"],
        mechanism=place["mechanism"],
        repeat=place["repeat"],
        seed=seed,
        content=Session(member, codebook, texts),
    )


def _facts(member: Member) -> dict[str, Any]:
    return {
        "kind": member.kind.name,
        "version": member.kind.version,
        "identity": member.identity,
        "settings": member.settings.model_dump(mode="json"),
        "fingerprint": member.kind.fingerprint(member.settings),
        "models": list(member.kind.models(member.settings)),
        "summary": member.kind.summary,
        "source": "",
    }
