"""The story of a night: who played, who won, the best hand, records broken, how the standings moved.

Told from the night's own games and from what is stored beside them. A record that stood before is one row
along an index, so that a page costs the same after any number of nights. Hidden names are pseudonyms here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.models import Evening, Player
from mahjongclub.clubs.naming import alphabetical_key
from mahjongclub.figures.models import Appearance
from mahjongclub.figures.records import RECORDS, record_holder
from mahjongclub.figures.wording import place_in_words
from mahjongclub.games.kit.wording import and_list, isolated, points_in_words, said
from mahjongclub.games.registry import game_of
from mahjongclub.pairing.standings import StandingsRow, rank_entries
from mahjongclub.rules.entries import is_entry
from mahjongclub.rules.figures import figures_by_seat
from mahjongclub.rules.registry import find_variant
from mahjongclub.seasons.models import Season
from mahjongclub.seasons.pages import player_names, sums_after_evenings
from mahjongclub.seasons.share_text import Fact
from mahjongclub.seasons.wording import season_points
from mahjongclub.tables.models import Session
from mahjongclub.tables.sitters import Seating

#: places of a season after the night that are told; who climbed is told of so many
MOST_PLACES, MOST_CLIMBERS = 12, 3


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A sentence, what may be added to it, and where it leads ("" nowhere)."""

    text: str
    more: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True)
class SeasonMove:
    """A place of a season after the night; `moved` is how many places up, None for who had none before."""

    rank: str
    name: str
    total: str
    moved: int | None
    played: bool

    @property
    def down(self) -> int:
        """How many places down."""
        return -(self.moved or 0)


@dataclass(frozen=True, slots=True)
class StorySeason:
    """What a night did to a season."""

    season: Season
    lines: list[StoryLine]
    standings: list[SeasonMove]


@dataclass(frozen=True)
class Story:
    """A night as it is told. Without a game that has ended, `lines` is empty."""

    evening: Evening
    sessions: list[Session]
    players: list[str] = field(default_factory=list)
    lines: list[StoryLine] = field(default_factory=list)
    records: list[StoryLine] = field(default_factory=list)
    seasons: list[StorySeason] = field(default_factory=list)
    #: in numbers, for a picture
    facts: list[Fact] = field(default_factory=list)

    def sentences(self) -> Iterator[str]:
        """Everything that is told, sentence by sentence."""
        for line in (*self.lines, *self.records, *(line for story in self.seasons for line in story.lines)):
            yield line.text


def story_of(evening: Evening) -> Story:
    """The story as it is now; while a table plays, it goes on."""
    sessions = list(
        evening.sessions.counting().prefetch_related("seats__player").order_by("started_at", "pk")
    )
    rows = list(
        Appearance.objects.filter(session__in=sessions, book__club=evening.club_id)
        .select_related("player", "book")
        .order_by("order", "place", "seat")
    )
    if not rows:
        return Story(evening, sessions)
    by_game: dict[str, list[Appearance]] = defaultdict(list)
    for row in rows:
        by_game[row.book.variant].append(row)
    names = {row.player_id: row.player.shown_name for row in rows}
    code = {session.pk: session for session in sessions}
    best = [best_line for group in by_game.values() if (best_line := _best_hand(evening, group, code))]
    broken = [line for group in by_game.values() for line in _broken(evening, group, code)]
    if len(by_game) > 1:  # whose best hand, and whose record, has to be said
        best, broken = ([(line, fact.of_game()) for line, fact in pairs] for pairs in (best, broken))
    seasons = list(_seasons(evening, by_game, names))
    lines = [
        _who_played(names, by_game),
        *_winners(rows, names),
        *(line for line, _fact in best),
        *_comeback(rows),
        *_streak(rows),
        *_for_the_first_time(evening, rows, names),
    ]
    return Story(
        evening,
        sessions,
        sorted(names.values(), key=alphabetical_key),
        lines,
        [line for line, _fact in broken],
        seasons,
        [*_numbers(rows, names), *(fact for _line, fact in (*best, *broken)), *_leaders(seasons)],
    )


def _games(count: int) -> str:
    return ngettext("%(count)s game", "%(count)s games", count) % {"count": count}


def _name(row: Appearance) -> str:
    return isolated(row.player.shown_name)


def _game_href(evening: Evening, session: Session) -> str:
    return reverse("tables:club_game", args=[evening.club.slug, session.code])


def _who_played(names: Mapping[int, str], by_game: Mapping[str, Sequence[Appearance]]) -> StoryLine:
    counts = {key: len({row.session_id for row in rows}) for key, rows in by_game.items()}
    players = ngettext("%(count)s player", "%(count)s players", len(names)) % {"count": len(names)}
    values = {"players": players, "games": _games(sum(counts.values()))}
    if len(counts) == 1:
        values["what"] = said(find_variant(next(iter(counts))).name)
        return StoryLine(_("%(players)s played %(games)s of %(what)s.") % values)
    values["what"] = and_list([f"{said(find_variant(key).name)} ({count})" for key, count in counts.items()])
    return StoryLine(_("%(players)s played %(games)s: %(what)s.") % values)


def _winners(rows: Iterable[Appearance], names: Mapping[int, str]) -> Iterator[StoryLine]:
    """Who won tables, those who won most first."""
    won = Counter(row.player_id for row in rows if row.place == 1)
    for count in sorted(set(won.values()), reverse=True):
        called = sorted(
            (names[player] for player, times in won.items() if times == count), key=alphabetical_key
        )
        values = {"names": and_list([*map(isolated, called)]), "count": count}
        if len(called) == 1:
            text = ngettext("%(names)s won a table.", "%(names)s won %(count)s tables.", count)
        else:
            text = ngettext("%(names)s won a table each.", "%(names)s won %(count)s tables each.", count)
        yield StoryLine(text % values)


def _best_hand(
    evening: Evening, rows: Sequence[Appearance], sessions: Mapping[int, Session]
) -> tuple[StoryLine, Fact] | None:
    """The best hand of a game at the night, the first of equals; None where no hand was won or recorded."""
    top = max(rows, key=lambda row: row.best_hand)
    if not top.best_hand:
        return None
    session = sessions[top.session_id]
    points, href = points_in_words(top.best_hand), _game_href(evening, session)
    values = {"name": _name(top), "points": points, "game": said(session.game.name)}
    text = _("The best hand of %(game)s was %(name)s’s: %(points)s points.") % values
    fact = Fact(_("Best hand"), points, top.player.shown_name, href, said(session.game.name))
    for hand in session.hands.order_by("number"):
        figures = figures_by_seat(session.game.players, [(hand.outcome, hand.result)])
        if not is_entry(hand.outcome) and figures[top.seat].best_hand == top.best_hand:
            game = game_of(session)
            number = game.hand_in_words(hand.result["label"])
            sat = Seating(session)
            called = [isolated(name) for name in sat.names_before(hand.number)]
            words = (
                game.hand_sentence(session.current_rules, sat.with_sitter_name(hand.outcome), called),
                game.figures_in_words(session.current_rules, hand, called),
            )
            values = {"what": number, "value": ". ".join(word for word in words if word)}
            more = _("%(what)s: %(value)s") % values
            return StoryLine(text, more, href), fact
    return StoryLine(text, "", href), fact


def _comeback(rows: Sequence[Appearance]) -> Iterator[StoryLine]:
    """The winner who had been furthest behind; told where it was a good part of what they ended with."""
    top = max(rows, key=lambda row: row.comeback)
    if top.comeback and 4 * top.comeback >= abs(top.score):
        values = {"name": _name(top), "points": points_in_words(top.comeback)}
        yield StoryLine(_("%(name)s won after having been %(points)s points behind.") % values)


def _streak(rows: Sequence[Appearance]) -> Iterator[StoryLine]:
    top = max(rows, key=lambda row: row.firsts)
    if top.firsts > 1:
        values = {"name": _name(top), "count": top.firsts}
        yield StoryLine(_("%(name)s came first %(count)s times in a row.") % values)


def _for_the_first_time(
    evening: Evening, rows: Sequence[Appearance], names: Mapping[int, str]
) -> Iterator[StoryLine]:
    """Who had never finished a game at the club; nobody is named where everybody is new."""
    before = Appearance.objects.filter(
        player=OuterRef("pk"), book__club=evening.club_id, order__lt=rows[0].order
    )
    new = Player.objects.filter(~Exists(before), pk__in=names).values_list("pk", flat=True)
    if new and len(new) < len(names):
        called = sorted((names[pk] for pk in new), key=alphabetical_key)
        values = {"names": and_list([*map(isolated, called)])}
        yield StoryLine(_("At the club for the first time: %(names)s.") % values)


def _broken(
    evening: Evening, rows: Sequence[Appearance], sessions: Mapping[int, Session]
) -> Iterator[tuple[StoryLine, Fact]]:
    """The records of the club in a game that fell at the night, with what stood before."""
    book = rows[0].book
    for record in RECORDS:
        top = max(rows, key=record.value_in)
        old = record_holder(book, record, before=rows[0].order) if record.value_in(top) > 0 else None
        if old is None or record.value_in(old) >= record.value_in(top):
            continue
        href = _game_href(evening, sessions[top.session_id])
        values = {
            "what": str(record.name),
            "game": said(find_variant(book.variant).name),
            "name": _name(top),
            "value": points_in_words(record.value_in(top)),
            "who": _name(old),
            "old": points_in_words(record.value_in(old)),
            "day": date_format(old.day),
        }
        text = (
            _("%(what)s in %(game)s: %(name)s, %(value)s. Until now: %(who)s, %(old)s, on %(day)s.") % values
        )
        label = _("Record: %(what)s") % {"what": record.name}
        value = points_in_words(record.value_in(top))
        yield StoryLine(text, "", href), Fact(label, value, top.player.shown_name, href, values["game"])


def _seasons(
    evening: Evening, by_game: Mapping[str, Sequence[Appearance]], names: Mapping[int, str]
) -> Iterator[StorySeason]:
    """Each season that the night counted for, with its standings before and after."""
    seasons_played = Season.objects.filter(
        league__club=evening.club_id, variant__in=by_game, games__day=evening.date, games__player__in=names
    )
    for season in (
        seasons_played.select_related("league__club").distinct().order_by("league__name", "-starts")
    ):
        days = sums_after_evenings(season)
        after = next((sums for day, sums in days if day == evening.date), None)
        if after is None:
            continue
        earlier = [sums for day, sums in days if day < evening.date]
        before = rank_entries(season.rules, earlier[-1], len(earlier)) if earlier else []
        then = {row.sums.key: row for row in before}
        placed = [row for row in rank_entries(season.rules, after, len(earlier) + 1) if row.rank is not None]
        if placed:
            called = player_names(row.sums.key for row in placed)
            yield StorySeason(
                season,
                list(_moved(season, placed, then, called)),
                _places(season, placed, then, called, names),
            )


def _places(
    season: Season,
    placed: Sequence[StandingsRow],
    then: Mapping[int, StandingsRow],
    called: Mapping[int, str],
    played: Mapping[int, str],
) -> list[SeasonMove]:
    return [
        SeasonMove(
            place_in_words(row.rank),
            called.get(row.sums.key, ""),
            season_points(season, row.total),
            _up(row, then),
            row.sums.key in played,
        )
        for row in placed[:MOST_PLACES]
    ]


def _up(row: StandingsRow, then: Mapping[int, StandingsRow]) -> int | None:
    """How many places up since, below zero for down; None for who had no place."""
    before = then.get(row.sums.key)
    return before.rank - row.rank if before is not None and before.rank and row.rank else None


def _moved(
    season: Season,
    placed: Sequence[StandingsRow],
    then: Mapping[int, StandingsRow],
    called: Mapping[int, str],
) -> Iterator[StoryLine]:
    """Who leads now, and who climbed most."""
    href = reverse("leagues:season", args=[season.league.club.slug, season.pk])
    first = placed[0]
    values = {
        "name": isolated(called.get(first.sums.key, "")),
        "season": isolated(str(season)),
        "points": season_points(season, first.total),
    }
    led = [key for key, row in then.items() if row.rank == 1]
    if not led:
        yield StoryLine(_("%(name)s leads %(season)s with %(points)s.") % values, "", href)
    elif first.sums.key in led:
        yield StoryLine(_("%(name)s still leads %(season)s, with %(points)s.") % values, "", href)
    else:
        values["before"] = and_list([isolated(called.get(key, "")) for key in led])
        text = _("%(name)s takes the lead of %(season)s from %(before)s, with %(points)s.")
        yield StoryLine(text % values, "", href)
    climbed = sorted(((_up(row, then) or 0, row) for row in placed), key=lambda climb: -climb[0])
    for up, row in climbed[:MOST_CLIMBERS]:
        if up > 0:
            place = {
                "name": isolated(called.get(row.sums.key, "")),
                "old": then[row.sums.key].rank,
                "new": row.rank,
            }
            yield StoryLine(_("%(name)s climbs from place %(old)s to place %(new)s.") % place)


def _numbers(rows: Sequence[Appearance], names: Mapping[int, str]) -> Iterator[Fact]:
    yield Fact(_("Players"), str(len(names)))
    yield Fact(_("Games"), str(len({row.session_id for row in rows})))
    won = Counter(row.player_id for row in rows if row.place == 1)
    most = max(won.values(), default=0)
    called = sorted((names[player] for player, count in won.items() if count == most), key=alphabetical_key)
    if most > 1 or len(called) == 1:
        tables = ngettext("%(count)s table", "%(count)s tables", most) % {"count": most}
        yield Fact(_("Most tables won"), tables, ", ".join(called))
    top = max(rows, key=lambda row: row.firsts)
    if top.firsts > 1:
        yield Fact(_("First places in a row"), str(top.firsts), top.player.shown_name)


def _leaders(seasons: Iterable[StorySeason]) -> Iterator[Fact]:
    for season_story in seasons:
        first = season_story.standings[0]
        yield Fact(_("Leads %(season)s") % {"season": season_story.season}, first.total, first.name)


def story_in_words(story: Story) -> str:
    """The night as text for a chat: what it was, then sentence by sentence."""
    evening = story.evening
    head = " · ".join(text for text in (evening.club.name, evening.name, date_format(evening.date)) if text)
    return "\n".join([head, *story.sentences()])
