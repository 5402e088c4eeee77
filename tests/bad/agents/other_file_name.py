"""An agent with the name of another file."""

from dataclasses import replace

from ostrom.agents.tit_for_tat import AGENT as GOOD

REJECTED_BY = "check_named_after_file"

AGENT = replace(GOOD)
