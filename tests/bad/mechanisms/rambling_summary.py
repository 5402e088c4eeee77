"""A summary that does not end."""

from dataclasses import replace

from bad.mechanisms._altering import altered

REJECTED_BY = "check_summary_is_whole"

MECHANISM = replace(altered("rambling_summary"), summary="Players play, and")
