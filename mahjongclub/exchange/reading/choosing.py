"""What somebody chooses for an upload on its page: rules and columns of a sheet, names, the day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from mahjongclub.clubs.models import Club
from mahjongclub.rules.game import Preset, Variant
from mahjongclub.tables.forms import playable
from mahjongclub.tables.games import GAMES
from mahjongclub.tables.house_rules import preset_of
from mahjongclub.tables.models import HouseRules
from mahjongclub.tables.paper import noon_of

from .columns import LONG, WIDE, Part, chosen_columns, guess_columns, guess_layout, parts_of
from .files import MOST_GAMES, Contents, Given, contents_of, too_many
from .forms import DayForm
from .games import Incoming, Paper
from .plan import Plan, plan_of
from .sheet_games import Fault, SheetReader


@dataclass(slots=True)
class Choices:
    """The choices of one form over the contents of an upload; `plan` is None while columns are missing."""

    club: Club
    contents: Contents
    given: QueryDict
    day_form: DayForm
    variant: Variant
    preset: Preset
    house_rules: HouseRules | None
    layout: str = WIDE
    month_first: bool = False
    parts: list[Part] = field(default_factory=list)
    columns: dict[str, int] = field(default_factory=dict)
    games: list[Incoming] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    plan: Plan | None = None

    @property
    def missing(self) -> list[Part]:
        """The parts a sheet must have and no column is."""
        return [part for part in self.parts if part.needed and part.key not in self.columns]

    @property
    def called(self) -> dict[str, str]:
        """The names somebody typed instead of those of the files, by those."""
        names = list(dict.fromkeys(name for game in self.games for name in game.names))
        fields = ((name, self.given.get(f"as-{place}", "").strip()) for place, name in enumerate(names))
        return {name: typed for name, typed in fields if typed}

    @property
    def asks_day(self) -> bool:
        """Whether the day of some games is to be told: not where a column of the sheet has them all."""
        column = self.columns.get("date")
        told = column is not None and not any(fault.column == column for fault in self.faults)
        return self.contents.undated and (not told or self.day_form.is_bound)

    @property
    def into_evenings(self) -> bool:
        """Whether games go into the club's evenings: results of a sheet do unless told otherwise."""
        return "evenings" in self.given if self.given else self.contents.sheet is not None

    def place_of(self, name: str) -> int:
        """The number of a name's field."""
        return list(dict.fromkeys(one for game in self.games for one in game.names)).index(name)


def choices_of(club: Club, files: list[Given], given: QueryDict) -> Choices:
    """Read the files anew with what a form says; Refused as `contents_of` says."""
    day_form = DayForm(given if "day" in given else None)
    day = day_form.cleaned_data.get("day") if day_form.is_bound and day_form.is_valid() else None
    contents = contents_of(files, noon_of(day) if day else None)
    variant = next((one for one in playable() if one.key == given.get("variant")), playable()[0])
    preset, house_rules = preset_of(variant, club, given.get("preset", ""))
    chosen = Choices(club, contents, given, day_form, variant, preset, house_rules)
    if contents.sheet is None:
        chosen.games = list(contents.games)
    else:
        _read_sheet(chosen, contents, day)
    if contents.sheet is None or not chosen.missing:
        chosen.plan = plan_of(club, chosen.games, chosen.faults, chosen.called)
    return chosen


def _read_sheet(chosen: Choices, contents: Contents, day: Any) -> None:
    sheet, given = contents.sheet, chosen.given
    assert sheet is not None
    layout = given.get("layout")
    chosen.layout = layout if layout in (WIDE, LONG) else guess_layout(sheet)
    chosen.month_first = given.get("dates") == "month"
    game = GAMES[chosen.variant.key]
    bank = chosen.variant.start(chosen.preset.rules, (1, 1)).bank is not None
    chosen.parts = parts_of(chosen.variant, chosen.layout, sticks=game.has_sticks, bank=bank)
    # a form of another layout or game knows nothing of these columns: they are guessed again
    told = given.get("told") == told_of(chosen)
    guessed = guess_columns(sheet, chosen.parts)
    chosen.columns = chosen_columns(sheet, chosen.parts, _texts(given)) if told else guessed
    if chosen.missing:
        return
    paper = Paper(chosen.variant, chosen.preset, chosen.house_rules, {})
    reader = SheetReader(contents.name, chosen.layout, chosen.columns, paper, chosen.month_first, day)
    found = reader.read(sheet)
    if len(found.games) > MOST_GAMES:
        raise too_many()
    chosen.games, chosen.faults = found.games, found.faults


def told_of(chosen: Choices) -> str:
    """For which layout and game the columns of a form are."""
    return f"{chosen.layout}:{chosen.variant.key}"


def _texts(given: QueryDict) -> Mapping[str, str]:
    return {name: given.get(name, "") for name in given}
