"""An agent whose versions are not counted."""

from dataclasses import replace

from ostrom.agents.tit_for_tat import AGENT as GOOD

REJECTED_BY = "check_version_is_counted"

AGENT = replace(GOOD, name="without_version", version=0)
