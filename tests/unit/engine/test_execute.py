"""One session: a contradicted record stops all, a defect stops one unit."""

import asyncio
from pathlib import Path

import pytest

from ostrom.core.errors import RecordError
from ostrom.engine.execute import Session, execute
from ostrom.families.protocol.family import Design, Desk, Family, UnitPlan
from ostrom.llm.calls import Request, Response
from ostrom.records.journal import Journal, read_lines, unit_states


def unit(name: str) -> UnitPlan:
    return UnitPlan(name, "c", "g", "m", 0, 0, None)


async def no_call(request: Request) -> Response:
    raise AssertionError(f"nobody calls {request.model}")


def session(folder: Path, play: Family, *names: str) -> Session:
    design = Design(tuple(unit(name) for name in names), (), {})
    with Journal(folder / "journal.sqlite") as journal:
        return asyncio.run(
            execute(
                play, design, journal, no_call, units_at_once=9, watch=lambda _: None
            )
        )


def family(ended: list[str]) -> Family:
    async def play(plan: UnitPlan, desk: Desk) -> None:
        await asyncio.sleep(0)
        if plan.unit_id == "contradicted":
            raise RecordError("the record says something else")
        if plan.unit_id == "defect":
            raise ZeroDivisionError("a defect")
        if plan.unit_id == "slow":
            try:
                await asyncio.sleep(60)
            finally:
                ended.append(plan.unit_id)
        desk.journal.write("end", "end", {})

    return Family("made_up", lambda _: Design((), (), {}), play)


def test_a_contradicted_record_stops_the_others_before_it_is_told(
    tmp_path: Path,
) -> None:
    ended: list[str] = []
    with pytest.raises(RecordError, match="something else"):
        session(tmp_path, family(ended), "slow", "contradicted", "quick")
    assert ended == ["slow"]
    lines = list(read_lines(tmp_path / "journal.sqlite"))
    assert not [line for line in lines if line.kind == "failure"], "none failed"


def test_a_defect_fails_its_unit_and_is_tried_again(tmp_path: Path) -> None:
    for failures in (1, 2):
        found = session(tmp_path, family([]), "defect", "quick")
        assert found.failures == {"defect": "ZeroDivisionError: a defect"}
        assert (found.progress.done, found.progress.failed) == (1, 1)
        lines = list(read_lines(tmp_path / "journal.sqlite"))
        told = [line.body["trace"] for line in lines if line.kind == "failure"]
        assert len(told) == failures
        assert all("in play" in trace for trace in told)
    states = unit_states(tmp_path / "journal.sqlite")
    assert states == {"defect": "failed", "quick": "done"}


async def test_others_get_their_turn_between_units_that_never_wait(
    tmp_path: Path,
) -> None:
    turns = 0

    async def play(_: UnitPlan, desk: Desk) -> None:
        desk.journal.write("end", "end", {})

    async def count_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    units = tuple(unit(f"u{number}") for number in range(50))
    made_up = Family("made_up", lambda _: Design((), (), {}), play)
    counter = asyncio.create_task(count_turns())
    with Journal(tmp_path / "journal.sqlite") as journal:
        await execute(
            made_up,
            Design(units, (), {}),
            journal,
            no_call,
            units_at_once=1,
            watch=lambda _: None,
        )
    counter.cancel()
    assert turns >= len(units)
