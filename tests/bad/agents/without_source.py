"""An agent that nobody defined."""

from dataclasses import replace

from ostrom.agents.tit_for_tat import AGENT as GOOD

REJECTED_BY = "check_source_is_given"

AGENT = replace(GOOD, name="without_source", source="")
