"""A parameter that nothing explains."""

from dataclasses import replace

from bad.mechanisms._altering import altered
from ostrom.core.parameters import Parameters

REJECTED_BY = "check_parameters_are_documented"


class Rules(Parameters):
    """It has one."""

    patience: int = 3


MECHANISM = replace(altered("undocumented_parameter"), parameters=Rules)
