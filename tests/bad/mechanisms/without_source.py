"""A mechanism that nobody defined."""

from dataclasses import replace

from bad.mechanisms._altering import altered

REJECTED_BY = "check_source_is_given"

MECHANISM = replace(altered("without_source"), source="")
