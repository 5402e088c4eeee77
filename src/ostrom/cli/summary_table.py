"""The table that `ostrom demo` ends with: payoff and cooperation by mechanism."""

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ostrom.records.rundir import RunFolder


def print_summary(run: RunFolder) -> None:
    """Prints each agent's mean payoff and share of cooperation in each condition.

    The numbers are those of the report. A cell without data is a dash.

    Raises:
        RecordError: The run is not sealed.
    """
    from ostrom.metrics.cooperation_rate import METRIC as COOPERATION
    from ostrom.metrics.mean_payoff import METRIC as PAYOFF
    from ostrom.metrics.protocol.metric import measure
    from ostrom.metrics.protocol.tables import load_run

    tables = load_run(run)
    key = ("game", "mechanism", "agent")
    payoffs = _by_cell(measure(PAYOFF, tables).select(*key, "mean").rows())
    shares = _by_cell(measure(COOPERATION, tables).select(*key, "rate").rows())
    for game in dict.fromkeys(game for game, _ in tables.conditions):
        mechanisms = [each for name, each in tables.conditions if name == game]
        table = Table(title=game, box=SIMPLE_HEAD, pad_edge=False)
        table.add_column("mechanism")
        for agent in tables.agents:
            table.add_column(agent, justify="right")
        for mechanism in mechanisms:
            cells = [(game, mechanism, agent) for agent in tables.agents]
            table.add_row(
                mechanism,
                *(_cell(payoffs.get(cell), shares.get(cell)) for cell in cells),
            )
        Console().print(table)
    Console().print(
        "Mean payoff a round · share of cooperative actions, averaged over an agent's "
        "finished matches in all its seats.",
        style="dim",
    )


def _by_cell(
    rows: list[tuple[str, str, str, float | None]],
) -> dict[tuple[str, str, str], float | None]:
    return {(game, mechanism, agent): value for game, mechanism, agent, value in rows}


def _cell(payoff: float | None, share: float | None) -> str:
    if payoff is None:
        return "—"
    return f"{payoff:.2f}" + ("" if share is None else f" · {share:.0%}")
