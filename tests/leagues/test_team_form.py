"""A team: the form that makes and changes it, who is of it, who leads it, and the link of its captain."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django import forms
from django.http import QueryDict

from mahjongclub.clubs.models import Account, Player
from mahjongclub.clubs.refusal import Refused
from mahjongclub.events.models import Tournament
from mahjongclub.rounds.models import Competition
from mahjongclub.rounds.teams.forms import TeamChoices, TeamForm, player_choices_by_name
from mahjongclub.rounds.teams.members import TeamRow, save_team_members, team_row, teams_by_player
from mahjongclub.rounds.teams.models import (
    Team,
    TeamMember,
    captain_token,
    create_team,
    find_team_by_link,
)

from .conftest import Hall
from .test_team_league import team_season


def choices(hall: Hall, **changed: Any) -> TeamChoices:
    """Six players to choose from, each of whom may be captain."""
    return TeamChoices(hall.club, **{"players": hall.players, "captains": hall.players, **changed})


def sent(choices_: TeamChoices, team: Team | None = None, **fields: Any) -> TeamForm:
    data = QueryDict(mutable=True)
    for name, value in {"name": "Lions", **fields}.items():
        data.setlist(name, value if isinstance(value, list) else [str(value)])
    return TeamForm(choices_, data, team=team)


def offered(form: TeamForm, name: str) -> list[tuple[Any, Any]]:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    return list(field.choices)  # type: ignore[arg-type]


# --- the form ---


def test_a_team_has_a_name_players_and_a_captain(hall: Hall) -> None:
    aiko, benoit, *_others = hall.players
    form = sent(choices(hall), players=[aiko.pk, benoit.pk], captain=benoit.pk)
    assert form.is_valid()
    assert form.cleaned_data["name"] == "Lions"
    assert form.cleaned_data["players"] == [aiko, benoit]
    assert form.cleaned_data["captain"] == benoit
    assert (form.typed, form.names_asked_about) == ([], [])


def test_a_team_may_have_no_captain_and_a_name_must_be_read(hall: Hall) -> None:
    form = sent(choices(hall), players=[hall.players[0].pk], captain="")
    assert form.is_valid()
    assert form.cleaned_data["captain"] is None
    assert list(sent(choices(hall), name="---", players=[hall.players[0].pk]).errors) == ["name"]
    assert list(sent(choices(hall), name="", players=[hall.players[0].pk]).errors) == ["name"]
    assert list(sent(choices(hall), name="x" * 101, players=[hall.players[0].pk]).errors) == ["name"]
    assert sent(choices(hall), name="x" * 100, players=[hall.players[0].pk]).is_valid()


def test_nobody_else_can_be_ticked_or_be_captain(hall: Hall) -> None:
    of_two = choices(hall, players=hall.players[:2], captains=hall.players[2:4])
    stranger = hall.players[5].pk
    form = sent(of_two, players=[stranger], captain=hall.players[0].pk)
    assert sorted(form.errors) == ["captain", "players"]
    # another organiser put them into a team meanwhile: a number says nothing of who it is
    assert form.errors["players"][0].startswith("Somebody you ticked is not on the list any more")
    assert form.errors["captain"] == ["Your choice is not on the list any more: choose again."]


def test_players_are_offered_by_name_and_nobody_as_captain_first(hall: Hall) -> None:
    names = ["Zoé", "Élise", "bo", "Anna"]
    players = [Player.objects.create(name=name, club=hall.club) for name in names]
    in_order = ["Anna", "bo", "Élise", "Zoé"]
    assert [name for _pk, name in player_choices_by_name(players)] == in_order
    form = TeamForm(choices(hall, players=players, captains=players))
    assert [name for _pk, name in offered(form, "players")] == in_order
    assert offered(form, "captain")[0] == ("", "Nobody: organisers name who plays")
    assert [name for _pk, name in offered(form, "captain")[1:]] == in_order


def test_a_form_asks_only_what_may_be_said(hall: Hall) -> None:
    assert list(TeamForm(choices(hall)).fields) == ["name", "players", "names", "captain"]
    # nobody names who plays, and the name stays
    form = TeamForm(choices(hall, captains=None, has_name=False, names_help="One per line."))
    assert list(form.fields) == ["players", "names"]
    assert form.fields["names"].help_text == "One per line."
    # there may be captains, and nobody is one of them
    assert offered(TeamForm(choices(hall, captains=[])), "captain") == [
        ("", "Nobody: organisers name who plays")
    ]


def test_the_form_of_a_team_shows_the_team(hall: Hall) -> None:
    season = team_season(hall)
    team = season.teams.get(name="East")
    form = TeamForm(choices(hall), team=team)
    assert form.initial == {
        "name": "East",
        "players": [hall.players[0].pk, hall.players[4].pk],
        "captain": hall.players[0].pk,
    }
    assert TeamForm(choices(hall)).initial == {}


def test_a_team_has_at_least_one_player(hall: Hall) -> None:
    form = sent(choices(hall))
    assert form.errors == {"players": ["This field is required."]}
    assert sent(choices(hall, staying=hall.players[:1])).is_valid(), "somebody stays"
    assert sent(choices(hall), names="Marguerite").is_valid()
    # what is wrong with the names is said alone
    assert list(sent(choices(hall), names="bo@example.org").errors) == ["names"]


def test_names_are_looked_up_and_those_who_are_new_are_typed(hall: Hall) -> None:
    form = sent(choices(hall), names="Aiko\nMarguerite")
    assert form.is_valid()
    assert [(name.name, name.player) for name in form.typed] == [
        ("Aiko", hall.players[0]),
        ("Marguerite", None),
    ]
    assert form.names_asked_about == []


def test_a_name_nearly_on_the_roster_is_asked_about(hall: Hall) -> None:
    lukasz = Player.objects.create(name="Łukasz Żółć", club=hall.club)
    form = sent(choices(hall), names="Lukasz Zolc")
    assert form.errors["names"] == ["Say first whether it is the same person."]
    (asked,) = form.names_asked_about
    assert asked.near == [lukasz]
    answered = sent(choices(hall), names="Lukasz Zolc", **{asked.field: lukasz.pk})
    assert answered.is_valid()
    assert [name.player for name in answered.typed] == [lukasz]
    new = sent(choices(hall), names="Lukasz Zolc", **{asked.field: "new"})
    assert new.is_valid()
    assert [name.player for name in new.typed] == [None]


def test_a_list_with_columns_is_read_into_names_to_check(hall: Hall) -> None:
    pasted = "No.\tName\tCity\n1\tMarguerite Petit\tLille\n2\tJean-Pierre Roux\tGand\n"
    form = sent(choices(hall), names=pasted)
    assert not form.is_valid()
    assert "check them, then send them" in form.errors["names"][-1]
    assert form["names"].value() == "Marguerite Petit\nJean-Pierre Roux"
    assert form.typed == []
    assert sent(choices(hall), names=form["names"].value()).is_valid()


def test_what_a_list_leaves_out_is_said(hall: Hall) -> None:
    pasted = "Name\tComes\nMarguerite Petit\tyes\nJean-Pierre Roux\tno\nBo Chen\tyes\n\tyes\n"
    form = sent(choices(hall), names=pasted)
    said = form.errors["names"]
    assert form["names"].value() == "Marguerite Petit\nBo Chen"
    assert said[0] == (
        "No part of the list, left out: Jean-Pierre Roux · yes – This row has no name: type one, or "
        "empty the row."
    )
    assert len(said) == 2


def test_invisible_characters_of_a_list_are_removed_and_said(hall: Hall) -> None:
    form = sent(choices(hall), names="Margue\u200brite\nBo Chen")
    assert form.errors["names"][0] == "Invisible characters were removed from the list."
    assert form["names"].value() == "Marguerite\nBo Chen"


# --- who is of it ---


def team_of(hall: Hall, name: str, *players: Player) -> Team:
    evening, _made = hall.club.evenings.get_or_create(date=date(2026, 11, 27))
    competition, _made = Competition.objects.get_or_create(club=hall.club, evening=evening)
    team = create_team(competition, name)
    save_team_members(team, players, {})
    return team


def members(team: Team) -> list[str]:
    return list(team.members.values_list("player__name", flat=True))


def test_members_come_and_go_and_who_stays_keeps_the_row(hall: Hall) -> None:
    aiko, benoit, chen, *_others = hall.players
    team = team_of(hall, "Lions", aiko, benoit)
    other = team_of(hall, "Bears", hall.players[3])
    stays = team.members.get(player=benoit).pk
    save_team_members(team, [benoit, chen], {})
    assert members(team) == ["Benoît", "Chen"]
    assert team.members.get(player=benoit).pk == stays
    assert members(other) == ["Dina"]


def test_nobody_is_of_two_teams(hall: Hall) -> None:
    aiko, benoit, *_others = hall.players
    team, other = team_of(hall, "Lions", aiko), team_of(hall, "Bears", benoit)
    elsewhere = teams_by_player(TeamMember.objects.filter(team=other))
    assert elsewhere == {benoit.pk: "Bears"}
    with pytest.raises(Refused, match="plays for") as refused:
        save_team_members(team, [aiko, benoit], elsewhere)
    assert str(refused.value).replace("\u2068", "").replace("\u2069", "") == "Benoît plays for Bears."
    assert refused.value.field == "names"
    assert members(team) == ["Aiko"]


def test_a_row_of_the_list_says_who_leads_and_who_plays(hall: Hall) -> None:
    team = team_of(hall, "Lions", *hall.players[:2])
    assert team_row(team, ["Aiko"]) == TeamRow(number=1, name="Lions", captain="", players=["Aiko"])
    team.captain = hall.players[1]
    row = team_row(team, ["Aiko", "Benoît"])
    assert (row.captain, row.page, row.edit, row.reserves) == ("Benoît", "", "", 0)


# --- who leads it ---


def test_teams_are_numbered_from_one_and_no_number_is_given_twice(hall: Hall) -> None:
    first, second = team_of(hall, "Lions"), team_of(hall, "Bears")
    assert (first.number, second.number) == (1, 2)
    first.delete()
    assert team_of(hall, "Wolves").number == 3


def test_the_captain_leads_by_an_account_of_their_own_or_of_whom_they_are(hall: Hall) -> None:
    team = team_of(hall, "Lions")
    account, other = Account.objects.create_user("one"), Account.objects.create_user("other")
    assert not team.is_led_by(account.pk)
    captain, kept = hall.players[:2]
    team.captain = captain
    assert not team.is_led_by(account.pk)
    assert not team.is_led_by(None), "nobody is signed in, and the captain has no account"
    captain.account = account
    assert team.is_led_by(account.pk)
    assert not team.is_led_by(other.pk)
    kept.account, captain.merged_into = other, kept
    assert team.is_led_by(other.pk)


def test_a_link_of_a_captain_opens_the_team_until_another_leads_it(hall: Hall) -> None:
    day = date(2026, 11, 27)
    tournament = Tournament.objects.create(
        club=hall.club, name="Open", variant="riichi", preset="ema", rules={}, day=day, round_count=3
    )
    competition = Competition.objects.create(club=hall.club, tournament=tournament)
    team = create_team(competition, "Lions")
    first, second, *_others = hall.players
    assert not team.save_captain(first, new_link=False)
    assert team.captain_key == ""
    assert find_team_by_link(1, captain_token(team)) is None
    assert not team.save_captain(first, new_link=True), "there was no link before"
    token = captain_token(team)
    assert find_team_by_link(1, token) == team
    assert find_team_by_link(2, token) is None
    assert find_team_by_link(1, f"{token}x") is None
    assert not team.save_captain(first, new_link=False)
    assert captain_token(team) == token
    assert team.save_captain(second, new_link=False), "whoever led before has the link"
    assert find_team_by_link(1, token) is None
    token = captain_token(team)
    assert find_team_by_link(1, token) == team
    assert team.save_captain(second, new_link=True), "a new link voids the old one"
    assert find_team_by_link(1, token) is None
    assert team.save_captain(None, new_link=False)
    team.refresh_from_db()
    assert team.captain is None
    assert len(team.captain_key) == 32


def test_the_link_of_a_team_without_an_event_opens_nothing(hall: Hall) -> None:
    team = team_of(hall, "Lions")
    team.save_captain(hall.players[0], new_link=True)
    assert find_team_by_link(team.number, captain_token(team)) is None
