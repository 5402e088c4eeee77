"""An experiment spec, as it stands in a TOML file."""

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    field_validator,
    model_validator,
)

_PLAYED = ("agents", "games", "mechanisms")


class _Closed(BaseModel):
    """A table of the spec; unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Label = Annotated[str, Field(min_length=1)]
"""What a game, mechanism or agent is called in the spec and in reports."""


class Entry(BaseModel):
    """A game, mechanism or agent: a catalogue name and its parameters.

    Attributes:
        kind: Catalogue name; the label itself if left out.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    kind: str | None = None

    @property
    def parameters(self) -> dict[str, Any]:
        """All keys that are not the spec's own."""
        return dict(self.model_extra or {})


class GameEntry(Entry):
    """A game: by catalogue name, as a payoff array, or from a Gambit file.

    Attributes:
        payoffs: Payoffs as nested lists, players last; `"3/2"` is exact.
        actions: Names of the actions of each player, for `payoffs`.
        cooperative_profile: One action index for each player, for `payoffs`.
        file: Path of a `.nfg` file, relative to the spec.
    """

    payoffs: list[Any] | None = None
    actions: tuple[tuple[str, ...], ...] | None = None
    cooperative_profile: tuple[int, ...] | None = None
    file: str | None = None


class MechanismEntry(Entry):
    """A mechanism.

    Attributes:
        games: Labels of the games it is played with; all if left out.
    """

    games: Annotated[tuple[str, ...], Field(min_length=1)] | None = None


class Schedule(_Closed):
    """Who meets whom.

    Attributes:
        kind: `all_ordered`: every assignment of agents to seats, self-play included, as
            in the paper. `sample`: `matches` assignments, drawn so that every agent
            takes every seat as equally often as possible; the same for all mechanisms.
        matches: Size of the sample.
    """

    kind: Literal["all_ordered", "sample"] = "all_ordered"
    matches: Annotated[int, Field(ge=1, strict=True)] | None = None

    @model_validator(mode="after")
    def _size_goes_with_sample(self) -> "Schedule":
        if (self.kind == "sample") != (self.matches is not None):
            raise ValueError("matches goes with kind = 'sample', and only with it")
        return self


class Replies(_Closed):
    """What happens when a language model's reply can not be read.

    Attributes:
        attempts: How often a question is put in all.
        on_invalid: Then: `missing` voids the match, `fallback` takes the neutral answer
            of the question and flags it.
    """

    attempts: Annotated[int, Field(ge=1, le=10, strict=True)] = 3
    on_invalid: Literal["missing", "fallback"] = "missing"


class Limits(_Closed):
    """Caps on the run; None for no cap.

    Attributes:
        max_cost_usd: Money, in US dollars.
        max_calls: Calls to language models.
        max_tokens: Tokens in and out.
        units_at_once: Run units in flight at the same time.
    """

    max_cost_usd: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    max_calls: Annotated[int, Field(ge=0, strict=True)] | None = None
    max_tokens: Annotated[int, Field(ge=0, strict=True)] | None = None
    units_at_once: Annotated[int, Field(ge=1, strict=True)] = 64


class ProviderEntry(BaseModel):
    """Options of who serves the models `<label>/<model>`.

    With `base_url` it is a server of one's own that speaks the OpenAI protocol;
    without, the label is a known provider. What else may be set, the provider says.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    @property
    def options(self) -> dict[str, Any]:
        """All that is set."""
        return dict(self.model_extra or {})


class Judging(_Closed):
    """What is put to judges.

    Attributes:
        run: Folder of the judged run, relative to the spec.
        codebook: Name of a codebook, or path of one's own.
        sample: At most so many texts of each agent, game, mechanism and kind of
            decision; all if left out.
        kinds: Kinds of decisions; all if left out.
    """

    run: Annotated[str, Field(min_length=1)]
    codebook: Annotated[str, Field(min_length=1)]
    sample: Annotated[int, Field(ge=1, strict=True)] | None = None
    kinds: Annotated[tuple[str, ...], Field(min_length=1)] | None = None


class Experiment(_Closed):
    """One experiment.

    Attributes:
        name: Short name; part of the run's folder name.
        family: Kind of experiment.
        title: One line for reports.
        description: What it is for.
        seed: Root of all random streams.
        repeats: Replicates of every condition, each with its own streams.
        schedule: Who meets whom.
        replies: What happens when a reply can not be read.
        limits: Caps on the run.
        prices: Path of a price file, relative to the spec.
        agents: The population, by label.
        games: The games, by label.
        mechanisms: The mechanisms, by label.
        providers: Options of providers of language models, by prefix.
        judging: What is put to judges, in place of games.
        judges: The judges, by label.
    """

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=64)]
    family: str = "normal_form"
    title: str = ""
    description: str = ""
    seed: Annotated[int, Field(strict=True)] = 0
    repeats: Annotated[int, Field(ge=1, strict=True)] = 1
    schedule: Schedule = Schedule()
    replies: Replies = Replies()
    limits: Limits = Limits()
    prices: str | None = None
    judging: Judging | None = None
    judges: dict[Label, Entry] = {}
    agents: dict[Label, Entry]
    games: dict[Label, GameEntry]
    mechanisms: dict[Label, MechanismEntry]
    providers: dict[str, ProviderEntry] = {}

    @model_validator(mode="before")
    @classmethod
    def _judged_or_played(cls, content: Any) -> Any:
        """Where texts are judged nothing is played."""
        if isinstance(content, dict) and content.get("judging") is not None:
            return {name: {} for name in _PLAYED} | content
        return content

    @field_validator(*_PLAYED)
    @classmethod
    def _fits(cls, value: dict[str, Any], known: Any) -> dict[str, Any]:
        is_judged = known.data.get("judging") is not None
        if is_judged and value:
            raise ValueError("where texts are judged nothing is played")
        if not is_judged and not value:
            raise ValueError("there must be at least 1")
        return value
