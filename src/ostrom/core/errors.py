"""The exceptions of the laboratory; the class says who must act.

::

    OstromError
    ├── SpecError              the author of the spec or call; nothing has run
    │   ├── UnknownNameError     no game, mechanism, agent ... of that name
    │   └── MissingExtraError    an optional package is not installed
    ├── IllegalActionError     the author of an agent: it answered what is not offered
    ├── BudgetExceededError    the one who pays: a limit on money, calls or tokens
    ├── ProviderError          nobody: the provider failed after its retries, try later
    ├── RecordError            the keeper of the files: damaged or of another version
    └── SolverError            the maintainers: a solver did not reach an answer
"""


class OstromError(Exception):
    """Base of all errors that this package raises on purpose."""


class SpecError(OstromError):
    """An experiment spec, a parameter or a file of a game is wrong."""


class UnknownNameError(SpecError):
    """No extension of that name exists; the message proposes the nearest."""


class MissingExtraError(SpecError):
    """An optional dependency is needed; the message names the extra to install."""


class IllegalActionError(OstromError):
    """An agent answered a question with something the question does not offer."""


class BudgetExceededError(OstromError):
    """A limit on money, calls or tokens would be passed by the next call."""


class ProviderError(OstromError):
    """A provider failed to answer.

    Attributes:
        retry_after_seconds: How long the provider asked us to wait, if it said so.
        is_transient: Whether a later attempt may succeed.
    """

    def __init__(
        self,
        message: str,
        *,
        retry_after_seconds: float | None = None,
        is_transient: bool = False,
    ) -> None:
        super().__init__(message)
        self.retry_after_seconds = retry_after_seconds
        self.is_transient = is_transient


class RecordError(OstromError):
    """A record on disk is damaged, of another schema version, or contradicted."""


class SolverError(OstromError):
    """A numerical solver failed; its output is not an answer."""
