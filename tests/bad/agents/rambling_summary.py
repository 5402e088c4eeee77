"""A summary that does not end."""

from dataclasses import replace

from ostrom.agents.tit_for_tat import AGENT as GOOD

REJECTED_BY = "check_summary_is_one_sentence"

AGENT = replace(GOOD, name="rambling_summary", summary="It cooperates, and")
