"""Who holds a place from a round on, and what a federation asks of them.

The answers stand with every place that somebody holds and with their entry on the list of people. Whatever
changes one of these changes all of them, here; callers have locked the event.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.db.models import Q
from django.utils import timezone

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.naming import name_key

from .models import FOR_FEDERATION, HasFederationDetails, Place, Stint
from .registration.models import Entrant


def save_place_holder(
    place: Place, from_round: int, player: Player | None, *, substitute: bool = False
) -> None:
    """Store who holds a place from a round on. What the event knows of them goes along."""
    people = [player] if player is not None else []
    rows = [row for rows in _rows_by_person(place.tournament_id, people).values() for row in rows]
    known = _first_answers([row.details for row in rows])
    # not by `stints`: where they were loaded with their players, PostgreSQL cannot lock them
    Stint.objects.update_or_create(
        place=place, from_round=from_round, substitute=substitute, defaults={"player": player, **known}
    )
    merge_federation_details(place.tournament_id, dict.fromkeys(people, ()))
    if not substitute:
        _end_waiting(place.tournament_id, people)


def link_entrants_to_players(tournament_id: int, entrants: Collection[Entrant]) -> None:
    """Note who of these newly listed plays already, under the name on the list: they wait for no place."""
    keys = [entrant.name_key for entrant in entrants]
    stints = Stint.objects.filter(place__tournament=tournament_id, player__name_key__in=keys)
    people = {stint.player: stint.substitute for stint in stints.select_related("player") if stint.player}
    merge_federation_details(tournament_id, dict.fromkeys(people, ()))
    _end_waiting(tournament_id, [player for player, fills_in in people.items() if not fills_in])


def save_federation_details(tournament_id: int, details: Mapping[Player, Mapping[str, str]]) -> None:
    """Store what is known of these people now, in place of what was known."""
    rows = _rows_by_person(tournament_id, details)
    _save({player.person.pk: values for player, values in details.items()}, rows)


def merge_federation_details(
    tournament_id: int, details_by_player: Mapping[Player, Collection[Mapping[str, str]]]
) -> None:
    """Have the places and the entry of these people say one thing.

    What `details_by_player` says of somebody, who just told it, stands before what was known. The entry of
    whoever entered under the name of a player is theirs from now on.
    """
    news: dict[int, list[Mapping[str, str]]] = {}
    for player, answers in details_by_player.items():
        news.setdefault(player.person.pk, []).extend(answers)
    for entrant in _link_entrants(tournament_id, details_by_player):
        if entrant.player_id is not None:
            news[entrant.player_id].append(entrant.details)
    rows = _rows_by_person(tournament_id, details_by_player)
    _save({pk: _first_answers([*news[pk], *(row.details for row in rows[pk])]) for pk in rows}, rows)


def copy_details_between_spellings(person: Player) -> None:
    """Fill in what is known of somebody under one spelling where it is not known under another.

    What differs stays, so that both are as they were if they turn out to be two people.
    """
    of_person = Q(player=person) | Q(player__merged_into=person)
    events = {*Stint.objects.filter(of_person).values_list("place__tournament", flat=True)}
    for tournament_id in events | {*Entrant.objects.filter(of_person).values_list("tournament", flat=True)}:
        rows = _rows_by_person(tournament_id, [person])[person.pk]
        known = _first_answers([row.details for row in rows])
        for row in rows:
            _save({person.pk: _first_answers([row.details, known])}, {person.pk: [row]})


def is_ema_number_of_another(
    tournament_id: int, number: str, player: Player | None, name: str, entrant_id: int = 0
) -> bool:
    """Whether somebody else of an event has this number of the federation, at a place or on the list.

    A player and an entry of one name are one person, two entries are not.
    """
    key, pk = name_key(name), player.person_id if player is not None else None
    stints = Stint.objects.filter(place__tournament=tournament_id, ema_number=number)
    for stint in stints.exclude(player=None).select_related("player__merged_into"):
        person = stint.player.person if stint.player is not None else None
        if person is not None and person.pk != pk and name_key(person.name) != key:
            return True
    entrants = Entrant.objects.filter(tournament=tournament_id, ema_number=number).exclude(pk=entrant_id)
    for entrant in entrants.exclude(status=Entrant.Status.OUT).select_related("player"):
        is_them = entrant.player is not None and entrant.player.person_id == pk
        if not is_them and (pk is None or entrant.name_key != key):
            return True
    return False


def _rows_by_person(
    tournament_id: int, players: Collection[Player]
) -> dict[int, Sequence[HasFederationDetails]]:
    """Return the stints of each, the latest first, and then the entries."""
    pks = {player.person.pk for player in players}
    of_them = Q(player__in=pks) | Q(player__merged_into__in=pks)
    stints = Stint.objects.filter(of_them, place__tournament=tournament_id).order_by("-from_round", "-pk")
    entrants = Entrant.objects.filter(of_them, tournament=tournament_id).order_by("-pk")
    rows: dict[int, list[HasFederationDetails]] = {pk: [] for pk in pks}
    of_events: list[Stint | Entrant] = [
        *stints.select_related("player"),
        *entrants.select_related("player"),
    ]
    for row in of_events:
        if row.player is not None:
            rows[row.player.person_id].append(row)
    return {**rows}


def _link_entrants(tournament_id: int, players: Collection[Player]) -> list[Entrant]:
    """Note for whoever entered under the name of one of these that it is them; return those entrants."""
    people = {name_key(player.person.name): player.person for player in players}
    unlinked = Entrant.objects.filter(
        tournament=tournament_id, player=None, doubt="", name_key__in=people
    ).exclude(status=Entrant.Status.OUT)
    linked = list(unlinked)
    for entrant in linked:
        entrant.player = people[entrant.name_key]
    if linked:
        Entrant.objects.bulk_update(linked, ["player"])
    return linked


def _end_waiting(tournament_id: int, players: Collection[Player]) -> None:
    """Note that these have a place, whoever waits."""
    waiting = Entrant.objects.filter(tournament=tournament_id, status=Entrant.Status.WAITING)
    waiting.filter(player__in=[player.person.pk for player in players]).update(
        status=Entrant.Status.IN, moved_up_at=timezone.now()
    )


def _first_answers(answers: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Return of each question the first answer there is."""
    return {
        name: next((answer[name] for answer in answers if answer.get(name)), "") for name in FOR_FEDERATION
    }


def _save(
    details: Mapping[int, Mapping[str, str]], rows: Mapping[int, Sequence[HasFederationDetails]]
) -> None:
    """Store these answers of each person in their rows, as far as they are new there."""
    changed: dict[type[HasFederationDetails], list[HasFederationDetails]] = {}
    for pk, values in details.items():
        for row in rows[pk]:
            if row.details != values:
                for name, value in values.items():
                    setattr(row, name, value)
                changed.setdefault(type(row), []).append(row)
    for model, of_model in changed.items():
        model._default_manager.bulk_update(of_model, FOR_FEDERATION)
