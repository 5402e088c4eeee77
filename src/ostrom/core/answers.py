"""What a question admits as an answer: one frozen schema for each form of answer.

Answers are plain data in the base game's own numbering (actions are indices), never
in the words that a prompt shows. They survive a round trip through JSON by `restore`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, final

from ostrom.core.errors import IllegalActionError

Answer = tuple[int, ...] | tuple[bool, ...] | bool
"""Percentages, actions or amounts · approvals · yes or no."""


A = TypeVar("A", tuple[int, ...], tuple[bool, ...], bool)


class AnswerSchema(ABC, Generic[A]):
    """The form of a legal answer."""

    @abstractmethod
    def check(self, answer: Any) -> A:
        """Returns `answer` as a legal answer (sequences become tuples).

        Raises:
            IllegalActionError: It is not legal; the message says what is.
        """

    @abstractmethod
    def neutral(self) -> A:
        """A legal answer that commits to as little as the schema allows.

        It is used only where a spec declares it as the fallback, by scripted agents
        that have no view of their own, and to count calls without making any.
        """


def _integers(answer: Any, length: int, what: str) -> tuple[int, ...]:
    """Checks that `answer` is a sequence of `length` integers, booleans refused."""
    if not isinstance(answer, Sequence) or isinstance(answer, str):
        raise IllegalActionError(f"{what} must be a sequence, got {answer!r}.")
    if len(answer) != length:
        raise IllegalActionError(f"{what} needs {length} entries, got {len(answer)}.")
    for entry in answer:
        if isinstance(entry, bool) or not isinstance(entry, int):
            raise IllegalActionError(f"{what} must hold integers, got {entry!r}.")
    return tuple(answer)


def _actions(entries: tuple[int, ...], num_actions: int, what: str) -> None:
    for entry in entries:
        if not 0 <= entry < num_actions:
            raise IllegalActionError(
                f"{what} names action {entry}; legal are 0 to {num_actions - 1}."
            )


@final
@dataclass(frozen=True)
class ActionDistribution(AnswerSchema[tuple[int, ...]]):
    """A mixed action: integer per cent for each action, 100 in all.

    Attributes:
        num_actions: How many actions the player has, above 0.
    """

    num_actions: int

    def check(self, answer: Any) -> tuple[int, ...]:
        """Refuses negative shares and sums other than 100."""
        shares = _integers(answer, self.num_actions, "A mixed action")
        if min(shares) < 0:
            raise IllegalActionError(f"A share is negative in {shares}.")
        if sum(shares) != 100:
            raise IllegalActionError(f"Shares {shares} sum to {sum(shares)}, not 100.")
        return shares

    def neutral(self) -> tuple[int, ...]:
        """As even as whole per cent allow; the first actions get what is left over."""
        share, rest = divmod(100, self.num_actions)
        return tuple(share + (action < rest) for action in range(self.num_actions))

    def pure(self, action: int) -> tuple[int, ...]:
        """All 100 per cent on one action."""
        return self.check(
            [100 * (index == action) for index in range(self.num_actions)]
        )


@final
@dataclass(frozen=True)
class ActionByCount(AnswerSchema[tuple[int, ...]]):
    """A plan with one action for each count from 1 to `max_count`.

    Attributes:
        max_count: Highest count, above 0.
        num_actions: How many actions there are to choose from, above 0.
    """

    max_count: int
    num_actions: int

    def check(self, answer: Any) -> tuple[int, ...]:
        """Refuses a plan of another length and actions that do not exist."""
        plan = _integers(answer, self.max_count, "A plan by count")
        _actions(plan, self.num_actions, "A plan by count")
        return plan

    def neutral(self) -> tuple[int, ...]:
        """Action 0 whatever the count; no plan is without effect."""
        return (0,) * self.max_count


LARGEST_AMOUNT = 10**12
"""Largest amount of points, either way, that an answer may name; tables hold floats."""


@final
@dataclass(frozen=True)
class IntegerByAction(AnswerSchema[tuple[int, ...]]):
    """A whole number for each action.

    Attributes:
        num_actions: How many actions there are, above 0.
        minimum: Least legal number; None for none but `-LARGEST_AMOUNT`.
        maximum: Greatest legal number; None for none but `LARGEST_AMOUNT`.
    """

    num_actions: int
    minimum: int | None = None
    maximum: int | None = None

    def check(self, answer: Any) -> tuple[int, ...]:
        """Refuses numbers outside the bounds."""
        numbers = _integers(answer, self.num_actions, "A number by action")
        least = -LARGEST_AMOUNT if self.minimum is None else self.minimum
        most = LARGEST_AMOUNT if self.maximum is None else self.maximum
        for number in numbers:
            if not least <= number <= most:
                # A number of thousands of digits can not even be written out.
                got = number if abs(number) < 10**30 else "a number beyond 1e30"
                raise IllegalActionError(
                    f"{got} is out of bounds; legal is {least} to {most}."
                )
        return numbers

    def neutral(self) -> tuple[int, ...]:
        """The legal number nearest to 0, for every action."""
        least = max(0, self.minimum) if self.minimum is not None else 0
        number = min(least, self.maximum) if self.maximum is not None else least
        return (number,) * self.num_actions


@final
@dataclass(frozen=True)
class Approvals(AnswerSchema[tuple[bool, ...]]):
    """Yes or no to each of several options.

    Attributes:
        num_options: How many options stand for approval, above 0.
    """

    num_options: int

    def check(self, answer: Any) -> tuple[bool, ...]:
        """Refuses anything but one boolean for each option."""
        if not isinstance(answer, Sequence) or isinstance(answer, str):
            raise IllegalActionError(f"Approvals must be a sequence, got {answer!r}.")
        if len(answer) != self.num_options:
            raise IllegalActionError(
                f"Approvals need {self.num_options} entries, got {len(answer)}."
            )
        for entry in answer:
            if not isinstance(entry, bool):
                raise IllegalActionError(f"Approvals are true or false, got {entry!r}.")
        return tuple(answer)

    def neutral(self) -> tuple[bool, ...]:
        """Approves of nothing."""
        return (False,) * self.num_options


@final
@dataclass(frozen=True)
class YesNo(AnswerSchema[bool]):
    """A plain yes or no."""

    def check(self, answer: Any) -> bool:
        """Refuses anything but a boolean."""
        if not isinstance(answer, bool):
            raise IllegalActionError(f"The answer is true or false, got {answer!r}.")
        return answer

    def neutral(self) -> bool:
        """No."""
        return False


def restore(schema: AnswerSchema[Any], stored: Any) -> Answer | None:
    """Returns an answer as it was before it went through JSON; None stays None."""
    if stored is None:
        return None
    answer: Answer = schema.check(stored)
    return answer
