"""What every metric promises, as checks that raise when it does not hold."""

from collections.abc import Callable

from ostrom.core.seeds import stream
from ostrom.metrics.protocol.metric import Metric, measure
from ostrom.metrics.protocol.tables import RunTables


def check_keeps_its_promise(metric: Metric, tables: RunTables) -> None:
    """Rows name their units; an absent number has a reason; nothing is NaN."""
    assert len(measure(metric, tables)) > 0


def check_row_order(metric: Metric, tables: RunTables) -> None:
    """The order in which records were written changes nothing, to the bit."""
    first = metric.compute(tables)
    for attempt in range(3):
        shuffled = {
            name: frame[stream(attempt, "rows", name).permutation(len(frame)).tolist()]
            for name, frame in tables.frames.items()
        }
        again = metric.compute(RunTables(shuffled, tables.manifest))
        assert again.equals(first, null_equal=True), f"{metric.name}: row order"


def check_absent_stays_absent(metric: Metric, tables: RunTables) -> None:
    """Without records there is no number, and no row hides that."""
    empty = {name: frame.clear() for name, frame in tables.frames.items()}
    frame = measure(metric, RunTables(empty, tables.manifest))
    for name, kind in frame.schema.items():
        if kind.is_float():
            known = len(frame) - frame[name].null_count()
            assert known == 0, f"{metric.name}: {name} out of nothing"
    assert frame["units"].list.len().sum() == 0


CHECKS: tuple[Callable[[Metric, RunTables], None], ...] = (
    check_keeps_its_promise,
    check_row_order,
    check_absent_stays_absent,
)
