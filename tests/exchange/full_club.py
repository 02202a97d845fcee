"""A made-up club in which every kind of row exists, so that what an archive leaves behind is missed."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from mahjongclub.clubs.models import Account, Club, Device, Dues, Evening, Player
from mahjongclub.clubs.people.merging import merge_player
from mahjongclub.clubs.typed_names import mark_as_different
from mahjongclub.demo.filling import fill
from mahjongclub.events.changes import draw_rounds, give_penalty, publish_drawn_rounds
from mahjongclub.events.models import Place, Stint, Tournament
from mahjongclub.events.opening import open_event_round_tables
from mahjongclub.events.registration.changes import (
    add_entrants,
    add_players_as_entrants,
    save_registration_and_move_up,
)
from mahjongclub.events.registration.models import Registration
from mahjongclub.events.stages.models import Qualifier, RoundTime, Stage
from mahjongclub.exchange.archive.writing import write_archive
from mahjongclub.exchange.models import Origin
from mahjongclub.nights.changes import check_in_players, draw_and_open_round, night_or_unsaved
from mahjongclub.nights.coming import save_replies
from mahjongclub.rounds.models import Competition, Round, Seat, Table
from mahjongclub.rounds.teams.models import TeamMember, create_team
from mahjongclub.rules.words import Text
from mahjongclub.seasons.changes import save_season_choice
from mahjongclub.seasons.models import Season
from mahjongclub.seasons.phases import phase_cut, save_phase, set_entrants
from mahjongclub.tables.agreeing import record_agreement, switch_agreeing
from mahjongclub.tables.evening_clock import set_evening_clock, start_evening_clock
from mahjongclub.tables.models import Access, HouseRules, LateHand, Session
from mahjongclub.tables.notify import results_changed
from mahjongclub.tables.paper import overrule_with_paper
from mahjongclub.tables.recording import Submission, append_entry, close_session, record_hand, swap_seats
from mahjongclub.tables.rules_form import set_default_rules
from tests.clubs.club_house import open_club_house
from tests.tables.conftest import Phone, ron

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
HANDS = 30


def full_club(hands: int = HANDS) -> Club:
    """The club of the demo, and besides: a hidden name, a game left out, a round opened, a penalty, a swap,
    an agreement, somebody who took another's place, an evening's clock, a rematch's forerunner, guests of the
    house and of an event."""
    club = fill(hands, 1, NOW, lambda *_said: None).club
    owner = Account.objects.get(memberships__club=club, memberships__role="owner")
    ended = Session.objects.filter(club=club, variant="riichi", ended_at__isnull=False, on_paper__isnull=True)
    hidden = ended.order_by("pk")[0].seats.get(number=2).player
    Player.objects.filter(pk=hidden.pk).update(name_hidden=True)
    save_season_choice(ended.order_by("pk")[0], None)
    tournament = Tournament.objects.filter(club=club, state=Tournament.State.DRAFT).latest("pk")
    bye_and_substitute(tournament)
    draw_rounds(tournament)
    publish_drawn_rounds(tournament)
    open_event_round_tables(tournament, tournament.rounds.get(number=1), Device.objects.latest("pk"))
    overrule_and_doubt(tournament)
    add_players_as_entrants(tournament)
    save_registration_and_move_up(Registration(tournament=tournament, wanted=True, capacity=100, note="15 €"))
    add_entrants(tournament, [{"name": "Waits for a place", "country": "FRA", "ema_number": "04010001"}])
    give_penalty(Place.objects.filter(tournament=tournament)[0], -100, "late", None, owner)
    cut_and_schedule(tournament)
    running = Session.objects.filter(club=club, variant="riichi", ended_at=None, round_table=None)[0]
    late = {"session": ended.order_by("pk")[0], "device": Device.objects.latest("pk"), "number": 90}
    draw = {"type": "draw", "tenpai": [0], "riichi": []}
    LateHand.objects.create(**late, key=uuid4(), outcome=draw, entered_at=NOW)
    LateHand.objects.create(**late, key=uuid4(), outcome=draw, entered_at=NOW, left_out_at=NOW)
    swap_seats(running.pk, submission(running), 0, 1)
    sit_down = {"type": "seat", "seat": 2, "player": "Came later"}
    append_entry(running.pk, submission(running), sit_down)
    switch_agreeing(running.pk, submission(running), True)
    record_hand(running.pk, submission(running), {"type": "draw", "tenpai": [0], "riichi": []})
    number = Session.objects.get(pk=running.pk).row_count
    record_agreement(running.pk, submission(running), number, 0, behalf=not _sits(running, 0))
    Session.objects.filter(pk=running.pk).update(previous=ended.order_by("-pk")[0])
    Origin.objects.create(
        **{"session": ended.order_by("pk")[0], "club": club, "source": "log.xml", "fingerprint": "f" * 64},
        differences=[Text("The file is empty.").to_json()],
    )
    spelling = Player.objects.create(club=club, name="Not on any sheet")
    merge_player(Player.objects.create(club=club, name="Written later"), spelling, owner)
    two = list(club.players.without_merged().order_by("pk")[:2])
    assert mark_as_different(club, two[1].pk, two[0].pk)
    Dues.objects.create(player=two[0], paid_until=NOW.date())
    evening = club.evenings.latest("pk")
    set_evening_clock(evening, {"minutes": 90, "alarms": [80], "hides": False})
    start_evening_clock(evening)
    wait_and_play(evening)
    Player.objects.create(club=club, name="Guest of an event", guest=True)
    guest = Player.objects.create(name="Guest of the house", known_on=Device.objects.latest("pk"))
    ended.order_by("pk")[1].seats.filter(number=3).update(player=guest)
    results_changed.send(Session, session_ids=[ended.order_by("pk")[1].pk])
    assert Season.objects.filter(league__club=club, competition__penalties__isnull=False).exists()
    go_on(Season.objects.filter(league__club=club, competition__penalties__isnull=False).latest("starts"))
    return club


def go_on(season: Season) -> None:
    """Four go on to a final, which has a match."""
    final = Season(
        league=season.league, name="Final", variant=season.variant, counts=Season.CountedGames.MATCHES
    )
    final.starts, final.scoring = season.starts + timedelta(days=300), season.scoring
    save_phase(final, season, 4, "half")
    set_entrants(final.phase, [row.sums.key for row in phase_cut(final.phase)[0][:4]], "by lot", None)
    competition = Competition.objects.create(club=final.league.club, season=final)
    match = Round.objects.create(competition=competition, number=1, day=final.starts)
    table = Table.objects.create(round=match, number=1, variant=final.variant)
    for seat, entrant in enumerate(final.entrants.all()):
        Seat.objects.create(round=match, table=table, number=seat, player=entrant.player)


def wait_and_play(evening: Evening) -> None:
    """A night of five, one of whom waits, under the club's own rules."""
    own = HouseRules.objects.filter(club=evening.club)[0]
    set_default_rules(evening.club, {own.variant: own.key})
    night = night_or_unsaved(evening)
    night.games = [{"variant": own.variant, "preset": own.key}]
    night.save()
    save_replies(evening, list(evening.club.players.without_merged()[:2]), "yes")
    check_in_players(
        evening, [Player.objects.create(club=evening.club, name=f"Night {one}") for one in range(5)]
    )
    assert draw_and_open_round(evening, 0, Device.objects.latest("pk")) is not None


def bye_and_substitute(tournament: Tournament) -> None:
    """One player too many; for another a substitute plays, by the event's rule; a steward helps."""
    rules = {"bye_tenths": 55, "substitute_tenths": -300, "most_substitutes": 2, "apart_rounds": 2}
    Tournament.objects.filter(pk=tournament.pk).update(**rules)
    tournament.refresh_from_db()
    for number, more in ((17, {}), (901, {"steward": True, "ranked": False})):
        place = Place.objects.create(tournament=tournament, number=number, **more)
        player = Player.objects.create(club=tournament.club, name=f"One too many, {number}")
        Stint.objects.create(place=place, from_round=1, player=player)
    first = tournament.places.get(number=1)
    Place.objects.filter(tournament=tournament, number__lte=2).update(group="Family", tables=[1, 2])
    player = Player.objects.create(club=tournament.club, name="Fills in")
    Stint.objects.create(place=first, from_round=2, player=player, substitute=True)


def overrule_and_doubt(tournament: Tournament) -> None:
    """The paper ends a table where a hand was played; at another what was typed waits to be confirmed."""
    first, second = tournament.rounds.get(number=1).tables.select_related("session")[:2]
    assert first.session is not None
    start = first.session.table
    record_hand(first.session.pk, submission(first.session), {"type": "draw", "tenpai": [0], "riichi": []})
    overrule_with_paper(first.session.pk, None, {"scores": [*start.scores], "sticks": 0, "bank": start.bank})
    second.doubtful = {"scores": [0] * start.seats, "sticks": 0, "bank": start.bank}
    second.save()


def cut_and_schedule(tournament: Tournament) -> None:
    """A final for the first four, one of them in a team with a reserve, and the days of two rounds."""
    stage = Stage.objects.create(
        tournament=tournament, number=2, name="Final", places=4, carries="bonus", bonus=[30, 15], cut_at=NOW
    )
    Tournament.objects.filter(pk=tournament.pk).update(round_count=tournament.round_count + 1)
    for position, place in enumerate(tournament.places.all()[:4], start=1):
        Qualifier.objects.create(stage=stage, place=place, position=position)
    for number, starts_at in ((1, "09:30"), (2, "")):
        RoundTime.objects.create(tournament=tournament, number=number, day=number, starts_at=starts_at)
    team = create_team(tournament.get_or_create_competition(), "Reserves")
    tournament.places.filter(number=1).update(team=team)
    reserve = Player.objects.create(name="Reserve of nobody's roster")
    TeamMember.objects.create(team=team, player=reserve)


def small_club() -> Club:
    """The club house with a game that ended after three hands, and one with a hand played."""
    return _small_club()


def _small_club() -> Club:
    house = open_club_house()
    for hands in (3, 1):
        phone = Phone()
        phone.force_login(house.accounts["owner"])
        session = phone.open_table(belongs=f"e{house.evening.pk}")
        for number in range(hands):
            phone.confirm(session, ron(number, 3))
        if hands == 3:
            close_session(session.pk, submission(session))
    assert house.club.sessions.filter(ended_at__isnull=False).count() == 1
    return house.club


def archive_of(club: Club, **options: Any) -> io.BytesIO:
    """The club's archive, ready to be read."""
    file = io.BytesIO()
    write_archive(club, file, **options)
    file.seek(0)
    return file


def _sits(session: Session, seat: int) -> bool:
    return Access.objects.filter(session=session, seat=seat).exists()


def submission(session: Session) -> Submission:
    """A change of the session as it stands now."""
    session = Session.objects.get(pk=session.pk)
    return Submission(uuid4(), session.version, session.opener)
