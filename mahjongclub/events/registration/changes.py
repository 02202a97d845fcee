"""Changing the people of an event: entering, withdrawing, moving up, and becoming its players.

Whether there is room is asked under the lock of the tournament, so that of two who enter at once for the last
place one gets it and the other waits. `Refused` (of `events.changes`) says why something cannot be done.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from mahjongclub.clubs.models import Account, Device, Player
from mahjongclub.clubs.name_keys import with_name_keys
from mahjongclub.clubs.naming import name_key
from mahjongclub.clubs.near_names import NearNames
from mahjongclub.clubs.refusal import Refused
from mahjongclub.clubs.room import check_quota
from mahjongclub.clubs.row_secrets import new_secret
from mahjongclub.games.kit.wording import and_list, isolated
from mahjongclub.rounds.checkin import check_in, check_out
from mahjongclub.rounds.waiting import Places

from ..changes import lock_tournament, replace_places_and_discard_draw
from ..holders import link_entrants_to_players, merge_federation_details, save_federation_details
from ..late import departed_player
from ..late import return_player_to_place as come_back_to
from ..models import Place, Tournament
from ..namesakes import name_with_namesake_mark, name_without_namesake_mark
from ..state import TournamentState
from ..substitutes import save_substitute
from .entries import coming_entrants, entrant_place, entrants_of
from .models import DETAILS, Entrant, Registration

Status = Entrant.Status
Doubt = Entrant.Doubt
#: so many people are on one event's list at most, whoever puts them there
MOST_ENTRANTS = 1000
#: codes of refusals: somebody has to say first whose entries these are; nobody can enter any more, or yet
DOUBTFUL, CLOSED = "doubtful", "closed"


def get_or_new_registration(tournament: Tournament) -> Registration:
    """How an event is entered; not stored yet where nothing was said about it."""
    registration = Registration.objects.filter(tournament=tournament).first() or Registration()
    registration.tournament = tournament
    return registration


def save_registration_and_move_up(registration: Registration) -> None:
    """Store how an event is entered; where there is more room, who waits moves up."""
    with lock_tournament(registration.tournament) as locked:
        registration_pk = Registration.objects.filter(tournament=locked).values_list("pk", flat=True).first()
        registration.pk = registration_pk
        registration.save()
        _move_up(locked)


def find_similarly_named_entrant(
    tournament: Tournament, name: str, except_for: Entrant | None = None
) -> Entrant | None:
    """Who has entered under a name that is nearly this one."""
    there: NearNames[Entrant] = NearNames()
    for entrant in undisputed_entrants(tournament).exclude(pk=except_for.pk if except_for else 0):
        there.add(entrant.name, entrant)
    return next(iter(there.find_near(name)), None)


def undisputed_entrants(tournament: Tournament) -> QuerySet[Entrant]:
    """Return the entries that stand under their names: not withdrawn, and in no doubt."""
    return tournament.entrants.exclude(status=Status.OUT).filter(doubt="")


def find_member_named(tournament: Tournament, name: str, account_id: int | None = None) -> Player | None:
    """Return the member of the club whose name this is: on the roster, or with an account. Guests of earlier
    events are none, and who is hidden is nobody's."""
    player = tournament.club.players.find_by_name(name, account_id)
    if player is None or (player.guest and player.account_id is None):
        return None
    return player


def entry_doubt(tournament: Tournament, name: str, account_id: int | None) -> str:
    """Return why an entry of this name by the page has to be said to be theirs first; "" for no reason."""
    member = find_member_named(tournament, name, account_id)
    if member is None or (member.account_id is not None and member.account_id == account_id):
        return ""
    return str(Doubt.MEMBER)


def add_entrants(
    tournament: Tournament,
    entries: Sequence[dict[str, Any]],
    *,
    device: Device | None = None,
    account: Account | None = None,
    by_page: bool = False,
    to_check: bool = False,
    namesakes: bool | Collection[int] = False,
) -> list[Entrant]:
    """Put these on the list, each with a place where there is one, else waiting.

    `entries` are the columns of each; those `to_check` wait for an organiser's look. Refused where they come
    `by_page` and it is not open, and where a name is there already, unless those are `namesakes` of that
    name: then their country or a number tells them apart.
    """
    check_quota(tournament.club)
    with lock_tournament(tournament) as locked:
        registration = get_or_new_registration(locked)
        if by_page and not registration.is_open:
            raise Refused(_("Registration is not open at the moment."), code=CLOSED)
        if locked.entrants.count() + len(entries) > MOST_ENTRANTS:
            raise Refused(_("The list is full: at most %(count)s people.") % {"count": MOST_ENTRANTS})
        places = places_and_waiting_line(locked)
        used_keys = {*undisputed_entrants(locked).values_list("name_key", flat=True)}
        made: list[Entrant] = []
        for at, columns in enumerate(entries):
            is_other = namesakes if isinstance(namesakes, bool) else at in namesakes
            account_id = account.pk if account is not None else None
            doubt = str(Doubt.MANY) if to_check else ""
            if by_page and not to_check:
                doubt = entry_doubt(locked, columns["name"], account_id)
            if not doubt and name_key(columns["name"]) in used_keys:
                if not is_other:
                    raise _taken(columns["name"])
                columns = {
                    **columns,
                    "name": distinct_entrant_name(locked, columns["name"], columns.get("country", "")),
                }
            if not doubt:
                used_keys.add(name_key(columns["name"]))
            entrant = Entrant(
                tournament=locked,
                device=device,
                account=account,
                status=Status.WAITING,
                agreed_at=timezone.now() if by_page else None,
                doubt=doubt,
                **columns,
            )
            if not to_check:
                places.add(entrant)
            entrant.save()
            made.append(entrant)
        if locked.is_running and not by_page:
            link_entrants_to_players(locked.pk, made)
    return made


def distinct_entrant_name(
    tournament: Tournament, name: str, country: str, other_names: Collection[str] = ()
) -> str:
    """Return the name in an event of somebody who is called as another of its people, or as a member.

    `other_names` are names that others will have.
    """
    used_keys = {
        *undisputed_entrants(tournament).values_list("name_key", flat=True),
        *map(name_key, other_names),
    }
    numbered = tournament.club.players.filter(name_key__startswith=name_key(name_without_namesake_mark(name)))
    return name_with_namesake_mark(name, country, used_keys, {*numbered.values_list("name_key", flat=True)})


def confirm_as_namesake(entrant: Entrant) -> None:
    """Say that an entry in doubt is somebody else's of that name: country or number tells them apart."""
    with lock_tournament(entrant.tournament) as locked:
        name = distinct_entrant_name(locked, entrant.name, entrant.country)
        entrant.name, entrant.doubt, entrant.confirmed_at = name, "", timezone.now()
        entrant.save(update_fields=["name", "doubt", "confirmed_at"])
        _move_up(locked)


def confirm_entrants_except_doubtful(
    tournament: Tournament, numbers: Collection[int], account: Account | None = None
) -> list[str]:
    """Say that these entries are of whom they name: by an organiser, or by the member, whose `account` they
    get, with another link: whoever entered may have the old one. Returns the names that stay in doubt because
    another entry stands under them."""
    clashes = []
    with lock_tournament(tournament) as locked:
        for entrant in locked.entrants.filter(pk__in=numbers).exclude(doubt=""):
            if entrant.awaits_organiser_check and (
                doubt := entry_doubt(locked, entrant.name, entrant.account_id)
            ):
                entrant.doubt = doubt  # it is looked at, and has still to be said to be the member's
                entrant.save(update_fields=["doubt"])
                continue
            others = undisputed_entrants(locked).filter(name_key=entrant.name_key)
            if not entrant.has_withdrawn and others.exists():
                clashes.append(entrant.shown_name)
                continue
            entrant.doubt, entrant.confirmed_at = "", timezone.now()
            if account is not None:
                entrant.account, entrant.secret = account, new_secret()
            entrant.save(update_fields=["doubt", "confirmed_at", "account", "secret"])
        _move_up(locked)
    return clashes


def save_entrant(entrant: Entrant, account_id: int | None = None, *, by_page: bool = False) -> None:
    """Store what is new of an entrant's name and details; Refused where another has the name. A name that
    somebody takes `by_page` is in doubt like one they enter by.

    Who is one of the players by now is told to the federation so, too; the name at the tables stays.
    """
    with lock_tournament(entrant.tournament) as locked:
        before = locked.entrants.filter(pk=entrant.pk).first()
        if before is None:
            raise Refused(_("There is no such entry any more."))
        if by_page and not before.awaits_organiser_check and name_key(before.name) != name_key(entrant.name):
            entrant.doubt, entrant.confirmed_at = entry_doubt(locked, entrant.name, account_id), None
        others = undisputed_entrants(locked).exclude(pk=entrant.pk).filter(name_key=name_key(entrant.name))
        if not entrant.has_withdrawn and not entrant.doubt and others.exists():
            raise _taken(entrant.name)
        entrant.save(update_fields=["name", "team", "remembered", "doubt", "confirmed_at", *DETAILS])
        if entrant.player is not None:
            save_federation_details(locked.pk, {entrant.player: entrant.details})


def withdraw_entrant(entrant: Entrant) -> None:
    """They do not come; who waits longest has the place. In an event that runs nobody holds their seat then.

    Refused where the last round has begun.
    """
    with lock_tournament(entrant.tournament) as locked:
        if (place := _holds(locked, entrant)) is not None:
            save_substitute(place, "", ranked=False)
        Entrant.objects.filter(pk=entrant.pk).exclude(status=Status.OUT).update(
            status=Status.OUT, since=timezone.now(), here_at=None, moved_up_at=None
        )
        _move_up(locked)


def reinstate_entrant(entrant: Entrant) -> None:
    """They come after all: with a place where one is free, else waiting as the last.

    Who left an event that runs has the seat again from the next round on, unless somebody else holds it.
    """
    with lock_tournament(entrant.tournament) as locked:
        if not entrant.has_withdrawn:
            return
        if locked.is_running and (place := vacated_place(TournamentState(locked), entrant)) is not None:
            _give_back(locked, entrant, place)
            back = Entrant.objects.filter(pk=entrant.pk)
            back.update(status=Status.IN, since=timezone.now())
            check_in(back)
            return
        if not entrant.doubt and undisputed_entrants(locked).filter(name_key=entrant.name_key).exists():
            raise _taken(entrant.name)
        entrant.since, entrant.no_show, entrant.moved_up_at = timezone.now(), False, None
        if entrant.awaits_organiser_check:
            entrant.set_place(False)
        else:
            places_and_waiting_line(locked).add(entrant)
        entrant.save(update_fields=["status", "since", "no_show", "moved_up_at"])


def give_place_out_of_turn(entrant: Entrant) -> None:
    """Who waits gets a place though others wait longer, or there is no room."""
    waiting = Entrant.objects.filter(pk=entrant.pk, status=Status.WAITING).exclude(doubt=Doubt.MANY)
    with lock_tournament(entrant.tournament):
        waiting.update(status=Status.IN, moved_up_at=timezone.now())


def delete_entrant(entrant: Entrant) -> None:
    """As if they had never entered. Refused for one of the players."""
    with lock_tournament(entrant.tournament) as locked:
        if entrant_place(entrant) is not None:
            raise Refused(_("This person is already one of the players."))
        Entrant.objects.filter(pk=entrant.pk).delete()
        _move_up(locked)


def delete_entrants(tournament: Tournament, numbers: Collection[int]) -> tuple[int, list[str]]:
    """Delete these entries in one step. Returns how many went, and the names of those who are players."""
    with lock_tournament(tournament) as locked:
        chosen = list(locked.entrants.filter(pk__in=numbers).select_related("player__merged_into", "place"))
        stay = [entrant for entrant in chosen if entrant_place(entrant) is not None]
        gone = [entrant.pk for entrant in chosen if entrant not in stay]
        Entrant.objects.filter(pk__in=gone).delete()
        _move_up(locked)
    return len(gone), [entrant.shown_name for entrant in stay]


def tick_entrant(entrant: Entrant, tick: str) -> None:
    """One tick of the organiser's list: paid, unpaid, here, away."""
    ticked = Entrant.objects.filter(pk=entrant.pk)
    match tick:
        case "paid" | "unpaid":
            ticked.update(paid=tick == "paid")
        case "here":
            check_in(ticked.exclude(status=Status.OUT))
        case "away":
            check_out(ticked)


def mark_missing_and_vacate_place(entrant: Entrant) -> int | None:
    """They did not come: nobody holds their place from the next round on, which is returned.

    None before the seating is published: they then do not become one of the players.
    """
    begins = None
    with lock_tournament(entrant.tournament) as locked:
        place = entrant_place(entrant)
        if place is not None and not locked.is_draft:
            begins = save_substitute(place, "", ranked=False)
        Entrant.objects.filter(pk=entrant.pk).update(no_show=True, here_at=None)
        _move_up(locked)
    return begins


def unmark_missing_and_restore_place(entrant: Entrant) -> int | None:
    """They came after all, and hold their place again from the next round on, which is returned."""
    begins = None
    with lock_tournament(entrant.tournament) as locked:
        place = entrant_place(entrant)
        if place is not None and entrant.player is not None and not locked.is_draft:
            begins = _give_back(locked, entrant, place)
        check_in(Entrant.objects.filter(pk=entrant.pk))
    return begins


def _give_back(tournament: Tournament, entrant: Entrant, place: Place) -> int:
    """Have an entrant hold their place again from the next round on, which is returned."""
    assert entrant.player is not None
    if vacated_place(TournamentState(tournament), entrant) is not None:
        begins = come_back_to(place)
    else:  # from whoever has taken the place over
        begins = save_substitute(place, entrant.player.person.shown_name, ranked=True)
    return begins


def vacated_place(state: TournamentState, entrant: Entrant) -> Place | None:
    """The place that an entrant has left and nobody has taken over, None where there is none."""
    place = entrant_place(entrant)
    former = departed_player(state, state.place[place.pk]) if place is not None else None
    return place if former is not None and entrant.player and former == entrant.player.person else None


def _holds(tournament: Tournament, entrant: Entrant) -> Place | None:
    """The place that an entrant holds to the end of an event that runs, None where they hold none."""
    place = entrant_place(entrant)
    if place is None or entrant.player is None or not tournament.is_running:
        return None
    player = TournamentState(tournament).player(place.pk, tournament.round_count)
    return place if player == entrant.player.person else None


def make_entrants_players(tournament: Tournament) -> int:
    """Who has a place, and is not missing, becomes a player of the event in the order they entered.

    What was drawn and not published is forgotten. Returns how many they are.
    """
    _note_doubts(tournament)
    with lock_tournament(tournament):
        coming = coming_entrants(tournament)
        if not coming:
            raise Refused(_("Nobody has a place yet."))
        _check_identities(coming)
        teamless = next((entrant.shown_name for entrant in coming if not entrant.team), None)
        if teamless is not None and any(entrant.team for entrant in coming):
            raise Refused(_("With teams, everybody needs one: %(name)s.") % {"name": isolated(teamless)})
        replace_places_and_discard_draw(
            tournament, [(entrant.shown_name, entrant.team) for entrant in coming]
        )
        places = Place.objects.filter(tournament=tournament, steward=False).order_by("number")
        places = places.select_related("team").prefetch_related("stints__player")
        rows = list(zip(coming, places, strict=True))
        save_entrant_places(rows)
    return len(rows)


def save_entrant_places(rows: Sequence[tuple[Entrant, Place]]) -> None:
    """Write down which place each of these entrants has by now, and who they are."""
    told: dict[Player, list[dict[str, str]]] = {}
    for entrant, place in rows:
        player = place.stints.all()[0].player
        if player is not None:
            told[player] = [entrant.details] if entrant.player_id != player.pk else []
        entrant.place, entrant.player = place, player
        entrant.team = place.team.name if place.team is not None else ""
    Entrant.objects.bulk_update([entrant for entrant, _place in rows], ["place", "player", "team"])
    if rows:
        merge_federation_details(rows[0][0].tournament_id, told)


def _note_doubts(tournament: Tournament) -> None:
    """Doubt the entries under the name of somebody who came onto the roster after them."""
    with lock_tournament(tournament) as locked:
        for entrant in coming_entrants(locked):
            by_page = (
                entrant.agreed_at is not None and entrant.confirmed_at is None and entrant.place_id is None
            )
            if (
                by_page
                and not entrant.doubt
                and (doubt := entry_doubt(locked, entrant.name, entrant.account_id))
            ):
                Entrant.objects.filter(pk=entrant.pk).update(doubt=doubt)


def _check_identities(coming: Sequence[Entrant]) -> None:
    """Refused where somebody would become a player of the club, or get a number, that may not be theirs."""
    if doubted := [isolated(entrant.shown_name) for entrant in coming if entrant.doubt]:
        text = _("Nobody has said who these entries belong to: %(names)s. Confirm or remove them first.")
        raise Refused(text % {"names": and_list(doubted[:5])}, code=DOUBTFUL)
    for number, same in entrants_by_shared_ema_number(coming).items():
        raise Refused(
            _("%(names)s have one EMA number, %(number)s: correct it first.")
            % {"names": and_list([isolated(entrant.shown_name) for entrant in same]), "number": number}
        )


def entrants_by_shared_ema_number(entrants: Sequence[Entrant]) -> dict[str, list[Entrant]]:
    """Return the EMA numbers that several of these have told, each with who did."""
    by_number: dict[str, list[Entrant]] = {}
    for entrant in entrants:
        if entrant.ema_number and not entrant.has_withdrawn:
            by_number.setdefault(entrant.ema_number, []).append(entrant)
    return {number: same for number, same in by_number.items() if len(same) > 1}


def add_players_as_entrants(tournament: Tournament) -> int:
    """List as entrants the players who were entered by another way, and return how many they are."""
    made = 0
    told: dict[Player, list[dict[str, str]]] = {}
    with lock_tournament(tournament) as locked:
        listed = entrants_of(locked)
        by_person = {entrant.player.person.pk: entrant for entrant in listed if entrant.player is not None}
        by_name = {entrant.name_key: entrant for entrant in listed if not entrant.has_withdrawn}
        players_places = locked.places.filter(steward=False)
        for place in players_places.prefetch_related("stints__player__merged_into").select_related("team"):
            stint = place.last_holder
            if (
                stint is None
                or stint.player is None
                or any(entrant.place_id == place.pk for entrant in listed)
            ):
                continue
            player = stint.player.person
            entrant_there = by_person.get(player.pk) or by_name.get(name_key(player.shown_name))
            if entrant_there is not None:
                told[player] = [entrant_there.details] if entrant_there.player_id is None else []
                Entrant.objects.filter(pk=entrant_there.pk).update(place=place, player=player)
                continue
            Entrant.objects.create(
                tournament=locked,
                name=player.shown_name,
                team=place.team.name if place.team else "",
                place=place,
                player=player,
                **stint.details,
            )
            made += 1
        merge_federation_details(locked.pk, told)
    return made


def anonymise_entrants(entrants: Collection[Entrant]) -> None:
    """What these told of themselves goes; that somebody entered stays, under a number."""
    for entrant in entrants:
        blank = dict.fromkeys(DETAILS, "")
        name = f"#{entrant.player_id}" if entrant.player_id is not None else f"#{entrant.pk}e"
        Entrant.objects.filter(pk=entrant.pk).update(
            **with_name_keys(Entrant, {"name": name, **blank}), remembered=False, device=None, account=None
        )


def places_and_waiting_line(tournament: Tournament) -> Places[Entrant]:
    """Return who has a place and who waits for one, those aside at whom an organiser looks first."""
    return Places(tournament.entrants.all(), get_or_new_registration(tournament).capacity)


def _move_up(tournament: Tournament) -> None:
    """Give the free places to those who wait longest. Within the lock."""
    moved = places_and_waiting_line(tournament).take_from_line()
    Entrant.objects.filter(pk__in=[entrant.pk for entrant in moved]).update(
        status=Status.IN, moved_up_at=timezone.now()
    )


def _taken(name: str) -> Refused:
    return Refused(
        _("“%(name)s” is on the list already: add an initial to tell the two apart.")
        % {"name": isolated(name)}
    )
