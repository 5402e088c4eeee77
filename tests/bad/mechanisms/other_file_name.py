"""A mechanism with the name of another file."""

from bad.mechanisms._altering import altered

REJECTED_BY = "check_named_after_file"

MECHANISM = altered("none_of_these")
