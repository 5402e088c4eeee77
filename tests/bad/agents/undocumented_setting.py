"""A setting that nothing explains."""

from dataclasses import replace

from ostrom.agents.protocol.conduct import ConductSettings
from ostrom.agents.tit_for_tat import AGENT as GOOD

REJECTED_BY = "check_settings_are_documented"


class Settings(ConductSettings):
    """It has one."""

    patience: int = 3


AGENT = replace(GOOD, name="undocumented_setting", settings=Settings)
