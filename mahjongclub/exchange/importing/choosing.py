"""What somebody chooses: files, and for them columns, rules, names and the day; what would happen then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile as Sent
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.club_forms import FIRST_DATE
from mahjongclub.clubs.models import Club, Evening
from mahjongclub.clubs.naming import name_key
from mahjongclub.clubs.typed_days import DayField
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game
from mahjongclub.lists.dates import DMY, ORDERS, column_date_orders, read_serial_day
from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.variant import Preset, Variant
from mahjongclub.rules.words import Text
from mahjongclub.tables.forms import playable_variants
from mahjongclub.tables.models import HouseRules
from mahjongclub.tables.paper import noon_of
from mahjongclub.tables.rules_form import chosen_preset

from ..apart import read_files_in_subprocess
from ..models import LONGEST_SOURCE, UploadedFile
from ..unpacking import MOST_BYTES, MOST_GAMES, FileRefused, too_large_error, too_many_games_error
from .bringing import evenings_by_date, known_game_codes, two_seats_error
from .games import MOST_FILES, FileContents, IncomingGame, PaperGame
from .people import NameMatch, match_people, not_a_name_reason, unusable_name_reason
from .sheet_games import (
    AT_END,
    FINAL,
    FROM_START,
    LONG,
    WIDE,
    ColumnKind,
    RowFault,
    SheetReader,
    chosen_columns,
    column_kinds,
    guess_columns,
    guess_layout,
)
from .spreadsheets import ImportSheet

#: whether rows that are the same are one game, or each is a game
ONE_GAME, EACH_A_GAME = "one", "each"
#: all files of an upload together; what is larger by far the server takes no part of (server.bodies)
MOST_TOGETHER = 3 * MOST_BYTES


class FilesInput(forms.ClearableFileInput):
    """A field for several files at once."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files; each of them is a value."""

    widget = FilesInput

    def clean(self, data: Any, initial: Any = None) -> list[Sent[bytes]]:
        files = data if isinstance(data, list | tuple) else [data]
        sent = [file for file in files if file] or ([None] if self.required else [])
        return [super(FilesField, self).clean(file, initial) for file in sent]


class UploadForm(forms.Form):
    """The files. `given` (after validation) holds them, each of them readable."""

    chosen = FilesField(
        label=gettext_lazy("Files"),
        help_text=gettext_lazy(
            "Tenhou logs (XML, gzip or JSON), game records (JSON), or one spreadsheet (CSV, XLSX, ODS)."
        ),
        error_messages={"empty": gettext_lazy("This file is empty.")},
        max_length=LONGEST_SOURCE,
        required=False,
    )
    pasted = forms.CharField(
        label=gettext_lazy("Or paste results"),
        help_text=gettext_lazy(
            "A table per line: “Ann 32,500, Bo 25,500, Cy 22,000, Di 20,000”, or cells of a sheet."
        ),
        widget=forms.Textarea(attrs={"rows": 4, "dir": "auto", "autocomplete": "off", "spellcheck": "false"}),
        required=False,
    )

    given: Sequence[UploadedFile] = ()

    def clean_chosen(self) -> list[Sent[bytes]]:
        """Everything is read once here, so that what cannot be is refused before anything is kept."""
        files: list[Sent[bytes]] = self.cleaned_data["chosen"]
        if not files:
            return files
        if len(files) > MOST_FILES:
            raise forms.ValidationError(_("Too many files: %(most)s at once.") % {"most": MOST_FILES})
        sizes = [file.size or 0 for file in files]
        if max(sizes) > MOST_BYTES or sum(sizes) > MOST_TOGETHER:
            raise forms.ValidationError(said(too_large_error().text))
        named = ((file, (file.name or "")[-LONGEST_SOURCE:]) for file in files)
        self._take([UploadedFile(name=name, content=file.read()) for file, name in named])
        return files

    def clean_pasted(self) -> str:
        """A text is read like a file, where there is none."""
        text = str(self.cleaned_data["pasted"])
        if text.strip() and self.cleaned_data.get("chosen"):
            raise forms.ValidationError(_("Choose files or paste results, not both at once."))
        if text.strip() and "chosen" not in self.errors:
            content = text.encode("utf-8", "replace")
            if len(content) > MOST_BYTES:
                raise forms.ValidationError(said(too_large_error().text))
            self._take([UploadedFile(name=_("pasted text"), content=content)])
        return text

    def clean(self) -> None:
        """There is something to read."""
        super().clean()
        if not (self.errors or self.given):
            self.add_error("chosen", forms.Field.default_error_messages["required"])

    def _take(self, files: Sequence[UploadedFile]) -> None:
        try:
            read_files_in_subprocess(files)
        except FileRefused as fault:
            raise forms.ValidationError(said(fault.text)) from None
        self.given = files


#: what the fields begin with that tell the rules of logs
LOG_RULES = "log-rules-"


class DayForm(forms.Form):
    """The day of games that do not say when they were played."""

    day = DayField(
        label=gettext_lazy("Date"),
        help_text=gettext_lazy("Of the games that do not say when they were played."),
        initial=timezone.localdate,
        required=False,
    )

    def clean_day(self) -> date | None:
        """A day that has come already."""
        day: date | None = self.cleaned_data["day"]
        if day is not None and not FIRST_DATE <= day <= timezone.localdate():
            raise forms.ValidationError(_("Give a date from 1900 until today."))
        return day


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game, and the code of the session it is already: None for a new one, "" for a copy in the files.

    `evening` is the club's of that night, None where there is none.
    """

    game: IncomingGame
    known: str | None
    people: tuple[NameMatch, ...]
    evening: Evening | None = None

    @property
    def final_scores(self) -> list[tuple[str, int]]:
        """Who had how many points in the end."""
        return [(match.shown_name, score) for match, score in zip(self.people, self.game.scores, strict=True)]


@dataclass(frozen=True, slots=True)
class IncomingPerson:
    """A name of the new games, whom it means, and what is wrong with it here: nobody can be called so, or
    they sit at a table twice. Of somebody `nameless` the file says the seat alone, and no name was typed."""

    name: str
    match: NameMatch
    fault: Text | None
    nameless: bool = False

    @property
    def is_exact_match(self) -> bool:
        """Whether the roster has the name just so: nothing to look at."""
        return self.match.player is not None and self.match.shown_name == self.name and self.fault is None


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """`coming` are the games that would be kept, `known` those the club has, `differing` those of either in
    which our engine counts otherwise than the file; rows with `faults` may be left out.
    """

    coming: list[PlannedGame]
    known: list[PlannedGame]
    differing: list[PlannedGame]
    people: list[IncomingPerson]
    faults: Sequence[RowFault]

    @property
    def people_faults(self) -> list[Text]:
        """What is wrong with the people: nothing can be kept while there is something."""
        return [person.fault for person in self.people if person.fault is not None]

    @property
    def new_people(self) -> list[IncomingPerson]:
        """Who would be made."""
        return [person for person in self.people if person.match.player is None]

    @property
    def evening_game_count(self) -> int:
        """How many new games were played on a night for which the club has an evening."""
        return sum(game.evening is not None for game in self.coming)


def plan_import(
    club: Club, games: Sequence[IncomingGame], faults: Sequence[RowFault], typed_names: Mapping[str, str]
) -> ImportPlan:
    """Return the plan for these games; nothing is stored. A few queries, whatever their number."""
    people = match_people(club, [name for game in games for name in game.all_names], typed_names)
    codes, evenings = known_game_codes(club, games, people), evenings_by_date(club, games)
    planned = [
        PlannedGame(
            game,
            codes.get(number),
            tuple(people[name] for name in game.names),
            evenings.get(game.evening_date),
        )
        for number, game in enumerate(games)
    ]
    new = [game for game in planned if game.known is None]
    faulty: dict[str, Text | None] = {}
    nameless = {name for game in new for name in game.game.nameless if name not in typed_names}
    for planned_game in new:
        seen: set[object] = set()
        for name, match in zip(planned_game.game.names, planned_game.people, strict=True):
            who = match.player.pk if match.player is not None else match.name.casefold()
            twice = two_seats_error(planned_game.game, name).text if who in seen else None
            no_name = not_a_name_reason(match) if planned_game.game.paper is not None else None
            faulty[name] = faulty.get(name) or unusable_name_reason(match) or no_name or twice
            seen.add(who)
        for name in planned_game.game.all_names:  # who sits down later may have sat there before
            faulty[name] = faulty.get(name) or unusable_name_reason(people[name])
    faulty |= dict.fromkeys(nameless, Text("The file does not say who sat here: type a name."))
    return ImportPlan(
        new,
        [game for game in planned if game.known is not None],
        [game for game in planned if game.game.differences],
        [IncomingPerson(name, people[name], fault, name in nameless) for name, fault in faulty.items()],
        faults,
    )


@dataclass(frozen=True, slots=True)
class RulesQuestion:
    """The rules of logs that do not tell them: of which game, which are taken so far (`preset`), and why."""

    variant: Variant
    preset: str
    why: Text

    @property
    def field_name(self) -> str:
        """The name of its field."""
        return f"{LOG_RULES}{self.variant.key}"


def chosen_log_preset_by_variant(form: QueryDict) -> dict[str, str]:
    """The rules that a form says of logs, by game; what is none of its game says nothing."""
    preset_keys = {variant.key: form.get(f"{LOG_RULES}{variant.key}", "") for variant in playable_variants()}
    return {
        variant.key: preset_keys[variant.key]
        for variant in playable_variants()
        if any(preset.key == preset_keys[variant.key] for preset in variant.presets)
    }


@dataclass(slots=True)
class ImportChoices:
    """The choices of one form over the contents of an upload; `plan` is None while columns are missing."""

    contents: FileContents
    given: QueryDict
    day_form: DayForm
    variant: Variant
    preset: Preset
    house_rules: HouseRules | None
    layout: str = WIDE
    #: whether the points of a sheet add up to nothing: they are no scores
    sums_to_zero: bool = False
    #: the order in which the dates of a sheet are written, and those in which all of them can be
    dates: str = DMY
    date_orders: tuple[str, ...] = ()
    parts: list[ColumnKind] = field(default_factory=list)
    columns: dict[str, int] = field(default_factory=dict)
    games: list[IncomingGame] = field(default_factory=list)
    faults: list[RowFault] = field(default_factory=list)
    #: the rows that have one result on one day, by their numbers in the file
    repeats: list[list[int]] = field(default_factory=list)
    plan: ImportPlan | None = None
    #: why games cannot be kept by the rules that were chosen for them
    refused: Text | None = None

    @property
    def rules_questions(self) -> list[RulesQuestion]:
        """By game: whose rules are to be told, as their logs do not, and which stand there so far."""
        games = {game.variant.key: game for game in self.games if game.asks is not None}
        return [
            RulesQuestion(game.variant, game.record.preset, game.asks)
            for game in games.values()
            if game.record is not None and game.asks is not None
        ]

    @property
    def rules_missing(self) -> bool:
        """Whether the rules of some game are not told yet."""
        return any(question.field_name not in self.given for question in self.rules_questions)

    @property
    def missing_columns(self) -> list[ColumnKind]:
        """The parts a sheet must have and no column is."""
        return [
            column_part
            for column_part in self.parts
            if column_part.needed and column_part.key not in self.columns
        ]

    @property
    def typed_names(self) -> dict[str, str]:
        """The names somebody typed instead of those of the files, by those."""
        names = list(dict.fromkeys(name for game in self.games for name in game.all_names))
        fields = ((name, self.given.get(f"as-{place}", "").strip()) for place, name in enumerate(names))
        nameless = {name for game in self.games for name in game.nameless}
        return {name: typed for name, typed in fields if typed and not (typed == name and name in nameless)}

    @property
    def asks_day(self) -> bool:
        """Whether the day of some games is to be told: not where a column of the sheet has them all."""
        column = self.columns.get("date")
        has_day = column is not None and not any(fault.column == column for fault in self.faults)
        return self.contents.undated and (not has_day or self.day_form.is_bound)

    @property
    def asks_date_order(self) -> bool:
        """Whether the dates can be read in several ways and nobody has said in which."""
        return len(self.date_orders) > 1 and self.given.get("dates", "") not in ORDERS

    @property
    def points_meaning(self) -> str:
        """What the points of a sheet are, as somebody said; "" where nobody did."""
        meaning = self.given.get("points-are", "")
        return meaning if meaning in (AT_END, FINAL, FROM_START) else ""

    @property
    def asks_points(self) -> bool:
        """Whether the points are no scores and nobody has said what they are."""
        return self.sums_to_zero and not self.points_meaning

    @property
    def asks_encoding(self) -> bool:
        """Whether the letters can be read in several ways and nobody has said in which."""
        chosen = self.given.get("encoding", "")
        return bool(self.contents.encodings) and chosen not in dict(self.contents.encodings)

    @property
    def asks_worksheet(self) -> bool:
        """Whether the file has several sheets and nobody has said which of them is meant."""
        chosen = chosen_worksheet(self.given)
        return bool(self.contents.worksheets) and chosen not in range(len(self.contents.worksheets))

    @property
    def asks_repeats(self) -> bool:
        """Whether rows are the same and nobody has said whether each is a game of its own."""
        return bool(self.repeats) and self.given.get("repeats", "") not in (ONE_GAME, EACH_A_GAME)

    @property
    def puts_into_evenings(self) -> bool:
        """Whether games go into the club's evenings: results of a sheet do unless told otherwise."""
        return "evenings" in self.given if self.given else self.contents.sheet is not None

    def name_field_number(self, name: str) -> int:
        """The number of a name's field."""
        return list(dict.fromkeys(known_name for game in self.games for known_name in game.all_names)).index(
            name
        )


def read_files_with_choices(club: Club, files: Iterable[UploadedFile], form: QueryDict) -> ImportChoices:
    """Read the files anew with what a form says; Refused as `read_files` says."""
    day_form = DayForm(form if "day" in form else None)
    day = day_form.cleaned_data.get("day") if day_form.is_bound and day_form.is_valid() else None
    presets, refused = chosen_log_preset_by_variant(form), None
    when, encoding = noon_of(day, club) if day else None, form.get("encoding", "")
    worksheet = chosen_worksheet(form) or 0
    try:
        contents = read_files_in_subprocess(files, when, presets, encoding, worksheet)
    except FileRefused as fault:
        if not presets:
            raise
        refused, contents = (
            fault.text,
            read_files_in_subprocess(files, when, encoding=encoding, worksheet=worksheet),
        )
    variant = next(
        (game_variant for game_variant in playable_variants() if game_variant.key == form.get("variant")),
        playable_variants()[0],
    )
    preset, house_rules = chosen_preset(variant, club, form.get("preset", ""))
    chosen = ImportChoices(contents, form, day_form, variant, preset, house_rules, refused=refused)
    if contents.sheet is None:
        chosen.games = list(contents.games)
    else:
        _read_sheet(chosen, contents, day)
    if contents.sheet is None or not chosen.missing_columns:
        chosen.plan = plan_import(club, chosen.games, chosen.faults, chosen.typed_names)
    return chosen


def _read_sheet(chosen: ImportChoices, contents: FileContents, day: Any) -> None:
    sheet, form = contents.sheet, chosen.given
    assert sheet is not None
    layout = form.get("layout")
    chosen.layout = layout if layout in (WIDE, LONG) else guess_layout(sheet)
    game = find_game(chosen.variant.key)
    bank = chosen.variant.start(chosen.preset.rules, (1, 1)).bank is not None
    chosen.parts = column_kinds(chosen.variant, chosen.layout, sticks=game.has_sticks, bank=bank)
    # a form of another layout or game knows nothing of these columns: they are guessed again
    has_columns = form.get("told") == column_choice_key(chosen)
    guessed = guess_columns(sheet, chosen.parts)
    chosen.columns = chosen_columns(sheet, chosen.parts, form) if has_columns else guessed
    if chosen.missing_columns:
        return
    paper = PaperGame(chosen.variant, chosen.preset, chosen.house_rules, {"scores": []})
    _tell_dates(chosen, sheet)
    reader = SheetReader(contents.name, chosen.layout, chosen.columns, paper, chosen.dates, day)
    chosen.sums_to_zero = reader.sums_to_zero(sheet)
    meaning = chosen.points_meaning or (FINAL if chosen.sums_to_zero else AT_END)
    reader = replace(reader, meaning=meaning)
    chosen.games, chosen.faults = reader.with_guessed_number_format(sheet).read_games_and_faults(sheet)
    if len(chosen.games) > MOST_GAMES:
        raise too_many_games_error()
    _find_repeats(chosen)


def _find_repeats(chosen: ImportChoices) -> None:
    """Find rows with one result on one day; where each is no game of its own, keep the first of them."""
    alike: dict[object, list[IncomingGame]] = {}
    for game in chosen.games:
        result = frozenset(zip(map(name_key, game.names), game.scores, strict=True))
        alike.setdefault((game.day_or_today, result), []).append(game)
    repeated = [games for games in alike.values() if len(games) > 1]
    chosen.repeats = [[game.line for game in games if game.line is not None] for games in repeated]
    if chosen.given.get("repeats") == ONE_GAME:
        further = {id(game) for games in repeated for game in games[1:]}
        chosen.games = [game for game in chosen.games if id(game) not in further]


def _tell_dates(chosen: ImportChoices, sheet: ImportSheet) -> None:
    """Find in which orders the column of dates can be written, and take the one that was chosen of them."""
    column = chosen.columns.get("date")
    if column is None:
        return
    cells = [
        row[column] for _line, row in sheet.rows if column < len(row) and not read_serial_day(row[column])
    ]
    chosen.date_orders = column_date_orders(cells, until=timezone.localdate()).orders
    order = chosen.given.get("dates", "")
    if order in ORDERS:
        chosen.dates = order
    elif chosen.date_orders:
        chosen.dates = chosen.date_orders[0]


def chosen_worksheet(form: QueryDict) -> int | None:
    """The place of the sheet that a form chooses among those of a file; None where it chooses none."""
    return whole_number(form.get("worksheet", ""), 2)


def column_choice_key(chosen: ImportChoices) -> str:
    """For which layout, game and sheet the columns of a form are."""
    worksheet = f":{chosen.contents.worksheet}" if chosen.contents.worksheets else ""
    return f"{chosen.layout}:{chosen.variant.key}{worksheet}"
