"""Two tournaments: one played to its final ranking, one to come whose seating is the organiser's to draw."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from django.utils import timezone

from mahjongclub.clubs.models import Evening
from mahjongclub.leagues.models import DrawnTable, Stint, Tournament, TournamentPenalty, TournamentRound
from mahjongclub.leagues.tournament_changes import (
    draw_rounds,
    make_final,
    penalise,
    publish_rounds,
    set_players,
    substitute,
)

from .chance import source
from .club import Founded, Ruleset
from .evenings import Table
from .keeping import Keeper
from .people import NAMES, Person
from .playing import Game, Plan, play

PLAYERS, ROUNDS, MINUTES = 16, 4, 75
AHEAD = timedelta(days=21)
#: how long ago the other one was, and when its rounds began
AGO = timedelta(days=37)
ROUND_TIMES = (time(10), time(11, 15), time(14), time(15, 15))
SHORT = 60
#: who left after round 2, by number, and who came instead
LEFT, INSTEAD = 11, NAMES[20]
PENALTY = (6, 50, 2, "Tiles of the wall seen")


def announce_tournament(founded: Founded, now: datetime) -> None:
    """Sixteen players, four rounds of riichi, three weeks from now."""
    rules = founded.rules["riichi"][0]
    tournament = _enter(founded, "Plum Blossom Open", timezone.localdate(now) + AHEAD, rules, MINUTES)
    Tournament.objects.filter(pk=tournament.pk).update(created_at=now - timedelta(days=10))


def play_tournament(
    keeper: Keeper, founded: Founded, people: list[Person], today: date, first_game: int
) -> list[Game]:
    """Four rounds of one wind by the club's own rules, with a substitute and a penalty, and its ranking."""
    day, rules = today - AGO, founded.rules["riichi"][-1]
    tournament = _enter(founded, "Crane Cup", day, rules, SHORT)
    draw_rounds(tournament, source(keeper.seed, "tournament").randrange(2**31))
    publish_rounds(tournament)
    evening = Evening.objects.create(
        club=founded.club, date=day, name=tournament.name, place=tournament.place
    )
    strengths = {person.player_id: person.strength for person in people}
    games: list[Game] = []
    for one in tournament.rounds.order_by("number"):
        if one.number == 3:
            substitute(tournament.places.get(number=LEFT), INSTEAD, ranked=True)
        games += _play_round(keeper, evening, one, rules, strengths, first_game + len(games))
    number, tenths, round_number, reason = PENALTY
    penalise(tournament.places.get(number=number), tenths, reason, round_number, None)
    tournament.refresh_from_db()
    make_final(tournament)
    _date_back(tournament, evening, _at(day, time(17)))
    return games


def _enter(founded: Founded, name: str, day: date, rules: Ruleset, minutes: int) -> Tournament:
    tournament = Tournament.objects.create(
        club=founded.club,
        name=name,
        day=day,
        place="Salle Jean Jaurès",
        variant="riichi",
        preset=rules.preset,
        house_rules_id=rules.number,
        rules=rules.options,
        round_count=ROUNDS,
        minutes=minutes,
    )
    set_players(tournament, [(player, "") for player in NAMES[:PLAYERS]])
    return tournament


def _play_round(
    keeper: Keeper,
    evening: Evening,
    one: TournamentRound,
    rules: Ruleset,
    strengths: dict[int, float],
    first_game: int,
) -> list[Game]:
    """Every table of a round, played at once as the evenings' are, and given its session."""
    begins = _at(evening.date, ROUND_TIMES[one.number - 1])
    drawn = list(one.tables.prefetch_related("seats__place__stints"))
    tables = []
    for number, table in enumerate(drawn, start=first_game):
        players = tuple(_holder(list(seat.place.stints.all()), one.number) for seat in table.seats.all())
        strong = tuple(strengths[player] for player in players)
        plan = Plan(keeper.seed, number, "riichi", rules.preset, rules.options, strong)
        tables.append(Table(plan, rules, players, begins))
    games = [play(table.plan) for table in tables]
    sessions = keeper.keep(evening, list(zip(tables, games, strict=True)))
    for table, session in zip(drawn, sessions, strict=True):
        table.session = session
    DrawnTable.objects.bulk_update(drawn, ["session"])
    TournamentRound.objects.filter(pk=one.pk).update(evening=evening, opened_at=begins)
    return games


def _holder(stints: list[Stint], round_number: int) -> int:
    """The number of the player who holds a place in a round; nobody of these leaves one empty."""
    held = [stint.player_id for stint in stints if stint.from_round <= round_number]
    assert held[-1] is not None
    return held[-1]


def _date_back(tournament: Tournament, evening: Evening, ended: datetime) -> None:
    """What was done just now was done on its day."""
    entered = ended - timedelta(days=30)
    Tournament.objects.filter(pk=tournament.pk).update(created_at=entered, final_at=ended)
    TournamentRound.objects.filter(tournament=tournament).update(published_at=ended - timedelta(days=2))
    TournamentPenalty.objects.filter(tournament=tournament).update(made_at=ended)
    Evening.objects.filter(pk=evening.pk).update(created_at=entered)


def _at(day: date, moment: time) -> datetime:
    return timezone.make_aware(datetime.combine(day, moment))
