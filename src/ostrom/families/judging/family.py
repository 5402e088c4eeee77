"""Judged rationales, as the engine sees them."""

from ostrom.families.judging.design import design
from ostrom.families.judging.play import play_unit
from ostrom.families.protocol.family import Family

FAMILY = Family(name="judging", design=design, play=play_unit)
"""Puts recorded rationales to judges; its verdicts are records too."""
