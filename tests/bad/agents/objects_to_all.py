"""An agent that plays nowhere."""

from dataclasses import replace

from ostrom.agents.tit_for_tat import AGENT as GOOD

REJECTED_BY = "check_plays_somewhere"

AGENT = replace(
    GOOD, name="objects_to_all", objection=lambda *_: "It does not like to play."
)
