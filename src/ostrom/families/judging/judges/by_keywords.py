"""The offline judge: a code is in a text if one of its phrases is.

It needs no model and no network. It is for dry runs and tests, and a floor that a
language model should beat.
"""

from dataclasses import dataclass

from ostrom.core.parameters import Parameters
from ostrom.families.judging.codebook import Codebook
from ostrom.families.judging.judge import Bench, Judge, JudgeKind, Verdict
from ostrom.families.judging.reading import Coding, plain
from ostrom.records.decision import Outcome


@dataclass(frozen=True)
class ByKeywords(Judge):
    """Looks for phrases.

    Attributes:
        codebook: Its codes name their phrases.
    """

    codebook: Codebook

    async def judge(self, key: str, text: str) -> Verdict:
        """Returns the codes whose first phrase that is found is the evidence."""
        del key
        whole = plain(text)
        lowered = whole.lower()
        evidence = {}
        for code in self.codebook.codes:
            for phrase in code.keywords:
                start = lowered.find(plain(phrase).lower())
                if start >= 0:
                    evidence[code.id] = whole[start : start + len(plain(phrase))]
                    break
        return Verdict(Coding(Outcome.OK, evidence))


def sit(_: Parameters, bench: Bench) -> Judge:
    """Returns the judge."""
    return ByKeywords(bench.codebook)


JUDGE = JudgeKind(
    name="by_keywords",
    version=1,
    summary="Looks for the phrases that the codebook gives; offline.",
    settings=Parameters,
    sit=sit,
)
