"""What a judge is: it is shown a text and says which codes are in it."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ostrom.agents.protocol.agent import Line
from ostrom.core.catalogue import Catalogue
from ostrom.core.parameters import Parameters
from ostrom.families.judging.codebook import Codebook
from ostrom.families.judging.reading import Coding
from ostrom.records.decision import Attempt

ATTEMPTS = 2
"""How often a text is put to a judge whose reply can not be read."""


@dataclass(frozen=True)
class Bench:
    """Where a judge sits during one unit.

    Attributes:
        codebook: What it looks for.
        line: How it calls a language model.
        seed: Root of its order of codes and of sampling seeds.
    """

    codebook: Codebook
    line: Line
    seed: int


@dataclass(frozen=True)
class Verdict:
    """What a judge says of one text.

    Attributes:
        coding: How its last reply was read.
        attempts: Replies in order; empty for judges that use no words.
        facts: What the judge wants on record besides, plain JSON data.
    """

    coding: Coding
    attempts: tuple[Attempt, ...] = ()
    facts: dict[str, Any] | None = None


class Judge(ABC):
    """Judges the texts of one unit."""

    @abstractmethod
    async def judge(self, key: str, text: str) -> Verdict:
        """Returns which codes are in `text`; its calls are recorded under `key`.

        It is told nothing else: not who wrote the text, not where it stands.
        """


@dataclass(frozen=True)
class JudgeKind:
    """A judge as the catalogue offers it.

    Attributes:
        name: Catalogue name; the file's name.
        version: Raised when verdicts may come out differently.
        summary: One sentence for lists.
        settings: Its settings; they are hashed into its identity.
        sit: `sit(settings, bench)` makes the judge of one unit.
        models: `models(settings)` names the language models it will call.
        fingerprint: `fingerprint(settings)` gives hashes that its verdicts hang on
            besides.
    """

    name: str
    version: int
    summary: str
    settings: type[Parameters]
    sit: Callable[[Any, Bench], Judge]
    models: Callable[[Any], tuple[str, ...]] = lambda _: ()
    fingerprint: Callable[[Any], dict[str, str]] = lambda _: {}


JUDGES: Catalogue[JudgeKind] = Catalogue(
    "ostrom.families.judging.judges", "JUDGE", JudgeKind
)
