"""The columns of the sealed tables; a column that has no value in a row is null.

Every table starts with the columns of `WHERE`, so that each number can be traced to
the unit it came from.
"""

WHERE = {
    "unit_id": "str",
    "condition_id": "str",
    "game": "str",  # label of the game in the spec
    "mechanism": "str",  # label of the mechanism in the spec
    "repeat": "int",
}

TABLES: dict[str, dict[str, str]] = {
    # One row a run unit. `status` is done, failed, started or never_run.
    "units": {
        **WHERE,
        "seed": "str",
        "status": "str",
        "num_matches": "int",
        "num_voids": "int",
        "failure": "str",
    },
    # One row a player of a settled match, or a slot of a settled population.
    "returns": {
        **WHERE,
        "match": "int",  # null where the return is over many matches
        "slot": "int",
        "player": "int",
        "agent": "str",
        "co_players": "list",  # agents in player order, the own one included
        "payoff": "float",  # points a round
        "expected_payoff": "float",
    },
    # One row a player of a round.
    "rounds": {
        **WHERE,
        "match": "int",
        "round": "int",
        "slot": "int",
        "player": "int",
        "agent": "str",
        "choice": "str",  # action name, mechanism's own actions included
        "action": "str",  # base-game action that was played
        "cooperative": "bool",  # null where the game names no cooperation
        "distribution": "str",  # JSON list of per cent over the choices
        "payoff": "float",
        "expected_payoff": "float",
        "transfer": "float",
    },
    # One row a decision. `source` is agent, fallback or missing.
    "decisions": {
        **WHERE,
        "key": "str",
        "kind": "str",
        "match": "int",
        "round": "int",
        "slot": "int",
        "player": "int",
        "agent": "str",
        "model": "str",  # null for agents that use no words
        "outcome": "str",
        "source": "str",
        "attempts": "int",  # replies read; 0 for agents that use no words
        "answer": "str",  # JSON; null where it is missing
        "facts": "str",  # JSON
    },
    # One row a reply of a language model.
    "replies": {
        **WHERE,
        "key": "str",
        "question": "str",
        "attempt": "int",
        "slot": "int",
        "agent": "str",
        "model": "str",
        "model_returned": "str",
        "provider": "str",
        "prompt": "str",  # JSON list of messages
        "text": "str",
        "reasoning": "str",
        "stop_reason": "str",
        "outcome": "str",
        "reason": "str",
        "repairs": "str",
        "forced": "str",
        "input_tokens": "int",
        "cached_tokens": "int",
        "output_tokens": "int",
        "reasoning_tokens": "int",
        "cost_usd": "float",
        "latency_seconds": "float",
        "at": "str",
    },
    # One row a text, judge and code; `value` is null where there is no verdict.
    "verdicts": {
        **WHERE,  # of the judged unit
        "key": "str",  # of the judged decision
        "kind": "str",
        "match": "int",
        "round": "int",
        "agent": "str",  # who wrote the text
        "text_id": "str",
        "judging_run": "str",
        "judging_unit": "str",
        "judge": "str",
        "codebook": "str",
        "code": "str",
        "family": "str",
        "value": "bool",
        "evidence": "str",
        "reason": "str",
    },
    # One row a fact of a mechanism's own kind: proposals, votes, signatures, voids.
    "events": {
        **WHERE,
        "match": "int",
        "round": "int",
        "topic": "str",
        "facts": "str",  # JSON
    },
}
