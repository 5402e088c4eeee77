"""A mechanism whose versions are not counted."""

from dataclasses import replace

from bad.mechanisms._altering import altered

REJECTED_BY = "check_version_is_counted"

MECHANISM = replace(altered("without_version"), version=0)
