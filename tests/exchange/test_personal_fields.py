"""No field about a person is forgotten by erasure, archive and the file of what is kept about them.

What is told, archived and erased is derived from the models. A field or a table that is an exception stands
here, with its reason; a new one that is neither makes a test fail.
"""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import models
from django.utils import timezone

from mahjongclub.clubs.models import Account, Club, Device, Dues, Evening, Player
from mahjongclub.clubs.name_keys import NameKey
from mahjongclub.clubs.people.kept_about import exported_fields, rows_about_players
from mahjongclub.clubs.people.leaving import STAYS_WITHOUT_NAME, blank_player_fields, erase_name_now
from mahjongclub.clubs.people.me import personal_data
from mahjongclub.clubs.people.references import registered_player_references
from mahjongclub.events.models import FOR_FEDERATION, Stint, Tournament
from mahjongclub.events.registration.models import DETAILS, Entrant
from mahjongclub.exchange.archive.parts import PARTS
from mahjongclub.nights.models import Presence, Reply
from tests.clubs.visitors import Visitor

SECRET = "Łukasz Żółć of the four winds"
#: tables that point at players and are in no archive
NOT_ARCHIVED = {
    "clubs.Erasure": "a wish made here, of an account here",
    "debts.Repayment": "nobody's business but theirs who sat there",
    "leagues.Appearance": "follows from the games",
    "leagues.Rating": "follows from the games",
    "leagues.SeasonGame": "follows from the games",
    "leagues.PhoneRequest": "a phone that asks here, and is nobody's elsewhere",
    "leagues.PlayerPhone": "a phone that speaks here, and is nobody's elsewhere",
}
#: tables that point at accounts and not at players
ABOUT_ACCOUNTS = {
    "account.EmailAddress": "told as the account's mail",
    "cards.CardLine": "in no file: its owner has them on a page",
    "admin.LogEntry": "what somebody did, not what is known of them",
    "clubs.HostInvitation": "an invitation, void with the account",
    "clubs.Invitation": "what somebody did",
    "clubs.KnownDevice": "told as devices",
    "clubs.Membership": "told as clubs",
    "exchange.Upload": "files, gone after a day",
    "mfa.Authenticator": "told as passkeys and second factor",
    "outbox.Subscription": "told as devices",
}
#: texts beside a player that stay when the name is erased
TEXTS_THAT_STAY = {
    ("debts.Repayment", "variant"): "the key of a game",
    ("leagues.Penalty", "reason"): "why an organiser moved points: part of the ranking",
    ("leagues.Entrant", "team"): "the name of a team",
    ("leagues.Entrant", "secret"): "made up here",
    ("leagues.Presence", "wants"): "the key of a game",
    ("leagues.Team", "name"): "the name of a team",
    ("leagues.Team", "captain_key"): "made up here",
}
#: texts that go with the name
TEXTS_THAT_GO = {
    *(("leagues.Stint", name) for name in FOR_FEDERATION),
    *(("leagues.Entrant", name) for name in (*DETAILS, "name")),
}


def tables_about(model: type[models.Model]) -> dict[str, type[models.Model]]:
    relations = model._meta.get_fields(include_hidden=model is Player)
    related = {one.related_model for one in relations if one.auto_created and not one.concrete}
    return {one._meta.label: one for one in related if not isinstance(one, str)}


def is_text(field: models.Field[Any, Any]) -> bool:
    return (
        isinstance(field, models.CharField | models.TextField | models.JSONField)
        and not isinstance(field, NameKey)
        and not field.choices
    )


def test_every_table_that_points_at_players_is_archived_or_has_a_reason() -> None:
    archived = {part.model._meta.label for part in PARTS}
    assert {*tables_about(Player)} - archived == {*NOT_ARCHIVED}


def test_every_table_that_points_at_accounts_is_told_or_has_a_reason() -> None:
    assert {*tables_about(Account)} - {*tables_about(Player), "clubs.Player"} == {*ABOUT_ACCOUNTS}


def test_every_text_beside_a_player_is_erased_or_has_a_reason() -> None:
    derived = {model for part in registered_player_references() for model, _field in part.derived}
    texts = {
        (label, field.name)
        for label, model in tables_about(Player).items()
        if model is not Player and model not in derived
        for field in model._meta.concrete_fields
        if is_text(field)
    }
    assert texts - {("clubs.PlayerMerge", "moved")} == {*TEXTS_THAT_STAY} | TEXTS_THAT_GO


@pytest.mark.django_db
def test_every_field_of_a_player_is_blank_once_the_name_is_erased() -> None:
    club = Club.objects.create(name="Club", slug="club", visibility="public")
    player = Player.objects.create(
        name=SECRET, club=club, known_on=Device.objects.create(), claimed_by_seat=True
    )
    player.account = Account.objects.create_user("Łukasz")
    player.save()
    erase_name_now(player)
    player.refresh_from_db()
    assert (player.name, player.name_hidden) == (f"#{player.pk}", True)
    told = {field.name: getattr(player, field.name) for field in Player._meta.concrete_fields}
    assert {name: told[name] for name in told if name not in STAYS_WITHOUT_NAME} == blank_player_fields()
    assert blank_player_fields().keys() | {*STAYS_WITHOUT_NAME} == told.keys()


@pytest.mark.django_db
def test_the_file_about_me_has_entries_answers_check_ins_and_dues_and_nobody_else() -> None:
    club = Club.objects.create(name="Club", slug="club", visibility="public")
    account, other = (Account.objects.create_user(name) for name in ("Marguerite", "Jean-Pierre"))
    me = Player.objects.create(name="Marguerite", club=club, account=account)
    before = Player.objects.create(name="Margot", club=club, merged_into=me)
    they = Player.objects.create(name="Jean-Pierre", club=club, account=other)
    evening = Evening.objects.create(club=club, date=date(2026, 11, 26), name="St Andrew’s")
    event = Tournament.objects.create(
        club=club, name="Spring open", variant="riichi", day=date(2027, 4, 11), round_count=4, rules={}
    )
    for player, name in ((before, "M"), (they, "J")):
        Presence.objects.create(evening=evening, player=player, wants="riichi")
        Reply.objects.create(evening=evening, player=player, answer="yes", since=timezone.now())
        Dues.objects.create(player=player, paid_until=date(2027, 1, 1) + timedelta(days=len(name)))
        Entrant.objects.create(tournament=event, name=player.name, player=player, ema_number=f"0100{name}")
    Entrant.objects.create(tournament=event, name="Marguerite D.", account=account, last_name="Duras")
    Entrant.objects.create(tournament=event, name="Jean-Pierre B.", account=other, last_name="Bo")

    told = rows_about_players(account, [me])
    assert [row["evening"] for row in told["presence"]] == ["2026-11-26 St Andrew’s"]
    assert [row["answer"] for row in told["reply"]] == ["yes"]
    assert [row["paid_until"] for row in told["dues"]] == [date(2027, 1, 2)]
    assert [row["name"] for row in told["entrant"]] == ["Margot", "Marguerite D."]
    assert {row["tournament"] for row in told["entrant"]} == {"Spring open"}

    visitor = Visitor()
    visitor.force_login(account)
    answer = visitor.get("/me/personal-data.json").content.decode()
    assert json.loads(answer)["entries_and_answers"].keys() == told.keys()
    for word in ("Jean-Pierre", "0100J", "Bo", Entrant.objects.first().secret):  # type: ignore[union-attr]
        assert word not in answer
    assert personal_data(account)["players"][0]["created_at"] == me.created_at


def test_each_of_these_rows_has_every_field_of_its_model() -> None:
    for model in (Entrant, Reply, Presence, Dues, Stint):
        hidden = {"id", "name_key", "secret", "player", "account", "device"}
        wanted = {field.name for field in model._meta.concrete_fields} - hidden
        assert {field.name for field in exported_fields(model)} == wanted
