"""The time, always in UTC and always with its offset."""

import time
from datetime import UTC, datetime


def utc_now() -> str:
    """Returns the time now in ISO 8601 to the millisecond, e.g. `…T09:30:00.125Z`."""
    moment = datetime.now(UTC).isoformat(timespec="milliseconds")
    return moment.replace("+00:00", "Z")


def utc_from_timestamp(seconds: float) -> str:
    """Returns POSIX `seconds` in the same form, whatever the machine's time zone.

    Example:
        >>> utc_from_timestamp(1718454645)
        '2024-06-15T12:30:45.000Z'
    """
    moment = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
    return moment.replace("+00:00", "Z")


def monotonic_seconds() -> float:
    """Returns a clock for durations; it never runs backwards."""
    return time.monotonic()
