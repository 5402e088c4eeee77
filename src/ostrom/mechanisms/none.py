"""No mechanism: the base game is played once."""

from ostrom.core.parameters import Parameters
from ostrom.mechanisms.protocol.mechanism import Mechanism
from ostrom.mechanisms.protocol.observations import NothingMore
from ostrom.mechanisms.protocol.parallel import together
from ostrom.mechanisms.protocol.play import Play
from ostrom.mechanisms.protocol.rounds import play_once
from ostrom.mechanisms.protocol.situation import Situation
from ostrom.mechanisms.protocol.table import tables


def play(situation: Situation, _: Parameters) -> Play:
    """Every match is one round of the base game."""
    yield from together(
        [
            play_once(table, table.game, lambda _: NothingMore())
            for table in tables("none", situation)
        ]
    )


MECHANISM = Mechanism(
    name="none",
    version=1,
    summary="The game is played once, as it is.",
    source="The base game itself.",
    parameters=Parameters,
    play=play,
)
