"""What the exit code of the command line means."""

from enum import IntEnum

from ostrom.core.errors import (
    BudgetExceededError,
    OstromError,
    ProviderError,
    RecordError,
    SpecError,
)


class ExitCode(IntEnum):
    """Exit codes.

    0 all done · 1 a defect in this program · 2 wrong usage or spec, nothing has run ·
    3 stopped by a budget, can be resumed · 4 records are damaged, contradicted or not
    there · 5 units or calls failed, can be resumed · 130 interrupted, can be resumed.
    """

    DONE = 0
    DEFECT = 1
    SPEC = 2
    BUDGET = 3
    RECORD = 4
    FAILED = 5
    INTERRUPTED = 130


def exit_code_of(error: OstromError) -> ExitCode:
    """Returns the exit code for an error that ended a command."""
    by_class: dict[type[OstromError], ExitCode] = {
        SpecError: ExitCode.SPEC,
        BudgetExceededError: ExitCode.BUDGET,
        RecordError: ExitCode.RECORD,
        ProviderError: ExitCode.FAILED,
    }
    for kind, code in by_class.items():
        if isinstance(error, kind):
            return code
    return ExitCode.DEFECT
