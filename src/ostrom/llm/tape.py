"""Recorded replies in a file of JSON lines, each under a key made from its request."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic import ValidationError

from ostrom.core.errors import RecordError, SpecError
from ostrom.core.hashing import canonical_json, content_id
from ostrom.llm.calls import Request, Response


def request_key(request: Request) -> str:
    """Returns the key of a request: a hash of all that is in it.

    Model, messages, settings and form of the reply go in, so that no model is ever
    served the reply of another. Repeats of one request share a key.
    """
    return content_id(request.model_dump(mode="json"))


def tape_line(request: Request, response: Response) -> str:
    """Returns one line of a tape, without the line break."""
    reply = response.model_dump(mode="json")
    return canonical_json({"key": request_key(request), "response": reply})


def write_tape(path: Path, calls: Iterable[tuple[Request, Response]]) -> None:
    """Writes requests and their replies, in order, as a new file.

    Raises:
        FileExistsError: There is such a file; a tape is never overwritten.
    """
    with path.open("x", encoding="utf-8") as file:
        for request, response in calls:
            file.write(tape_line(request, response) + "\n")


def read_tape(path: Path) -> Mapping[str, tuple[Response, ...]]:
    """Returns the replies of a tape by key, repeats in the order of the file.

    Raises:
        SpecError: There is no such file.
        RecordError: A line is no recorded reply; the message names the line.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise SpecError(f"No tape at {path}: {error.strerror}.") from None
    replies: dict[str, list[Response]] = {}
    for number, line in enumerate(lines, start=1):
        try:
            entry = json.loads(line)
            key, reply = str(entry["key"]), Response.model_validate(entry["response"])
        except (ValueError, KeyError, TypeError, ValidationError) as error:
            raise RecordError(
                f"{path.name} line {number} is no recorded reply: {error}."
            ) from None
        replies.setdefault(key, []).append(reply)
    return {key: tuple(several) for key, several in replies.items()}
