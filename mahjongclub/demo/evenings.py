"""When the club plays, who comes, which tables come together: the evenings of two years, tonight, and two
tournaments, one played to its final ranking, one to come whose seating is the organiser's to draw."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from random import Random

from django.utils import timezone

from mahjongclub.clubs.club_model import night_of
from mahjongclub.events import changes as changes
from mahjongclub.events.models import Tournament
from mahjongclub.events.substitutes import save_substitute
from mahjongclub.games.base import Game
from mahjongclub.games.kit.chance import pick_weighted, random_source
from mahjongclub.games.registry import find_game, games, most_played_game
from mahjongclub.rounds.models import Round
from mahjongclub.rounds.models import Table as DrawnTable
from mahjongclub.tables.clock import deadline_if_started
from mahjongclub.tables.models import Clock, EveningClock, Session

from .club import NAMES, TWO_YEARS, DemoPlayer, Ruleset, backdate, moment_on_day
from .keeping import DemoTable, Keeper
from .playing import PlayedGame as Played
from .playing import play_plan

#: how often the club's own rules are taken where it has some
HOUSE = 0.2
WEEKS = 104
#: hands of an evening above which the club meets more often than once a week, and the most evenings
FULL_EVENING, MOST_EVENINGS = 120, 728
MOST_TABLES = 8
FIRST_GAME = time(19)
PLACES = ("Maison des associations", "Café du Globe", "Salle Jean Jaurès")
CLOCK_MINUTES, EVENING_MINUTES = 90, 180
PLAYERS, ROUNDS, MINUTES, SHORT = 16, 4, 75, 60
#: how far off the one to come is, how long ago the other one was, and when its rounds began
AHEAD, AGO = timedelta(days=21), timedelta(days=37)
ROUND_TIMES = (time(10), time(11, 15), time(14), time(15, 15))
#: who left after round 2, by number, and who came instead
LEFT, INSTEAD = 11, NAMES[20]
PENALTY = (6, -50, "Tiles of the wall seen", 2)


def evening_days(today: date, hands: int) -> list[date]:
    """The days of the evenings before today, in order: once a week, more often for very many hands."""
    count = min(MOST_EVENINGS, max(WEEKS, -(-hands // FULL_EVENING)))
    return [today - TWO_YEARS + timedelta(days=TWO_YEARS.days * number // count) for number in range(count)]


def plan_tables(keeper: Keeper, number: int, day: date, hands: float, first_game: int) -> list[DemoTable]:
    """The tables of evening `number` for about so many hands; its games count on from `first_game`."""
    chance = random_source(keeper.seed, "evening", number, first_game)
    tables_wanted = max(2, round(hands / 11))
    rounds = max(2, -(-tables_wanted // MOST_TABLES))
    seats = 4 * max(1, round(tables_wanted / rounds)) + chance.choice([0, 1, 2, 3])
    # who comes often rather than who does not
    eager = sorted(keeper.people, key=lambda person: chance.random() ** (1 / person.comes), reverse=True)
    coming = eager[:seats]
    tables: list[DemoTable] = []
    planned = 0.0
    for turn in range(rounds * 2):
        if planned >= hands:
            break
        # two games follow each other in an evening; where more are asked for, they crowd the day
        later = 115 * turn if rounds <= 2 else -540 + 840 * turn // (rounds * 2)
        starts = moment_on_day(day, FIRST_GAME) + timedelta(minutes=later)
        chance.shuffle(coming)
        for game, sitting in _seated(chance, coming):
            if planned >= hands and tables:
                break
            usual, *house_rules = keeper.rules[game.key]
            ruleset = house_rules[-1] if house_rules and chance.random() < HOUSE else usual
            tables.append(keeper.plan_table(first_game + len(tables), game.key, ruleset, sitting, starts))
            planned += game.samples.usual_hands
    return tables


def _seated(chance: Random, coming: list[DemoPlayer]) -> Iterator[tuple[Game, list[DemoPlayer]]]:
    """Tables for everybody there; two who are left over play Ten, one looks on."""
    left = list(coming)
    while len(left) >= 2:
        fitting = {game.key: game.samples.often for game in games() if game.variant.seats <= len(left)}
        game = find_game(pick_weighted(chance, fitting))
        seats = game.variant.seats
        yield game, left[:seats]
        left = left[seats:]


def open_tonight(keeper: Keeper, now: datetime, first_game: int) -> list[Session]:
    """Tonight's evening: several tables at their hands, one already done; the first one and the evening have
    a clock."""
    evening = keeper.create_evening(night_of(now), PLACES[0], now - timedelta(days=1), "Club night")
    coming = list(keeper.people)
    random_source(keeper.seed, "tonight").shuffle(coming)
    played: list[tuple[DemoTable, Played]] = []
    for game in games():
        seats, ruleset = game.variant.seats, keeper.rules[game.key][0]
        for minutes, hands in game.samples.tonight:
            sitting, coming = coming[:seats], coming[seats:]
            starts, number = now - timedelta(minutes=minutes), first_game + len(played)
            table = keeper.plan_table(number, game.key, ruleset, sitting, starts, hands)
            played.append((table, play_plan(table.plan)))
    sessions = keeper.store_games(evening, played)
    clocks: tuple[tuple[Clock | EveningClock, datetime], ...] = (
        (Clock(session=sessions[0], minutes=CLOCK_MINUTES, hides=False), played[0][0].starts),
        (EveningClock(evening=evening, minutes=EVENING_MINUTES, hides=False), now - timedelta(minutes=55)),
    )
    for clock, started in clocks:
        clock.started_at, clock.deadline = started, deadline_if_started(clock, started)
        clock.save()
    return sessions


def prepare_coming_tournament(keeper: Keeper, now: datetime) -> None:
    """Sixteen players, four rounds, three weeks from now."""
    rules = keeper.rules[most_played_game().key][0]
    tournament = _enter(keeper, "Plum Blossom Open", timezone.localdate(now) + AHEAD, rules, MINUTES)
    backdate(tournament, created_at=now - timedelta(days=10))


def play_tournament(keeper: Keeper, today: date, first_game: int) -> list[Played]:
    """Four rounds of one wind by the club's own rules, with a substitute and a penalty, and its ranking."""
    day, rules = today - AGO, keeper.rules[most_played_game().key][-1]
    ended = moment_on_day(day, time(17))
    entered = ended - timedelta(days=30)
    tournament = _enter(keeper, "Crane Cup", day, rules, SHORT)
    changes.draw_rounds(tournament, random_source(keeper.seed, "tournament").randrange(2**31))
    changes.publish_drawn_rounds(tournament)
    evening = keeper.create_evening(day, PLACES[2], entered, tournament.name)
    people = {person.player_id: person for person in keeper.people}
    ended_games: list[Played] = []
    for round_ in tournament.rounds.order_by("number"):
        if round_.number == 3:
            save_substitute(tournament.places.get(number=LEFT), INSTEAD, ranked=True)
        begins = moment_on_day(day, ROUND_TIMES[round_.number - 1])
        drawn = list(round_.tables.prefetch_related("seats__place__stints"))
        played = []
        for number, seated in enumerate(drawn, start=first_game + len(ended_games)):
            # whoever holds each place by this round; nobody of these leaves one empty
            stints = [seat.place.stints.all() for seat in seated.seats.all() if seat.place is not None]
            players_by_place = [
                [stint.player_id for stint in stints_of_place if stint.from_round <= round_.number]
                for stints_of_place in stints
            ]
            sitting = [people[players[-1]] for players in players_by_place if players[-1] is not None]
            table = keeper.plan_table(number, most_played_game().key, rules, sitting, begins)
            played.append((table, play_plan(table.plan)))
        for seated, session in zip(drawn, keeper.store_games(evening, played), strict=True):
            seated.session = session
        DrawnTable.objects.bulk_update(drawn, ["session"])
        Round.objects.filter(pk=round_.pk).update(evening=evening, opened_at=begins)
        ended_games += [game for _table, game in played]
    number, tenths, reason, round_number = PENALTY
    changes.give_penalty(tournament.places.get(number=number), tenths, reason, round_number)
    tournament.refresh_from_db()
    changes.finalise_ranking(tournament)
    backdate(tournament, created_at=entered, final_at=ended)
    Round.objects.filter(competition__tournament=tournament).update(published_at=ended - timedelta(days=2))
    tournament.penalties.update(made_at=ended)
    return ended_games


def _enter(keeper: Keeper, name: str, day: date, rules: Ruleset, minutes: int) -> Tournament:
    tournament = Tournament.objects.create(
        club=keeper.club,
        name=name,
        day=day,
        place=PLACES[2],
        variant=most_played_game().key,
        preset=rules.preset,
        house_rules_id=rules.number,
        rules=rules.options,
        round_count=ROUNDS,
        minutes=minutes,
    )
    changes.replace_places_and_discard_draw(tournament, [(player, "") for player in NAMES[:PLAYERS]])
    return tournament
