"""Somebody else at a place: who takes it over, who only fills in, from which round on, at which table."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.clubs.models import Device, Player
from mahjongclub.clubs.refusal import Refused
from mahjongclub.games.kit.wording import isolated, said
from mahjongclub.rounds.models import Table
from mahjongclub.rules.game import RuleError
from mahjongclub.tables.models import Session
from mahjongclub.tables.notify import notify_table
from mahjongclub.tables.recording import NotAgreed, Submission, append_entry
from mahjongclub.tables.sitters import KIND, get_or_create_sitter_number

from .changes import find_or_create_event_player, lock_tournament
from .closing import reopen_or_close_round
from .free_seats import give_newcomer_seats_or_byes
from .holders import save_place_holder
from .loading import drawn_seats_of
from .models import Place
from .state import TournamentState


def save_substitute(
    place: Place,
    player_name: str,
    *,
    ranked: bool | None = None,
    fills_in: bool = False,
    begins: int | None = None,
    only: bool = False,
    device: Device | None = None,
) -> int:
    """From a round on this place is somebody else's, or nobody's (""); the round is returned.

    `ranked` says whether the place stays in the ranking with its points (None: as it is). Who `fills_in`
    plays for whoever holds the place, by the event's rules for substitutes. It `begins` with the first round
    whose table has no hand yet, unless another is named; with `only` the place goes back after that round.
    At an open table the newcomer sits down, where hands were played there, for the rest of the game; in
    rounds to come whose seat of this place was given away they take a free one, else sit out. Raises Refused.
    """
    with lock_tournament(place.tournament) as tournament:
        state = TournamentState(tournament)
        place = state.place[place.pk]
        begins = state.first_substitute_round(place.pk) if begins is None else begins
        if tournament.is_final or begins not in [
            number for number, _begun in state.replacement_rounds_with_begun(place.pk)
        ]:
            raise Refused(_("The last round has begun: nobody can be replaced any more."))
        player = find_or_create_event_player(tournament, player_name) if player_name else None
        if player is not None:
            check_no_other_place(state, place, player.person, begins)
            if fills_in:
                check_substitute_count(state, player.person)
        before = state.stint(place.pk, begins)
        back = state.stint(place.pk, begins + 1)
        # who leaves in the round in which they came is still told by the place's own stint
        returns = player is None and place.stints.filter(from_round=begins, substitute=False).exists()
        _hold(place, begins, player, returns or (fills_in and player is not None))
        if only and begins < tournament.round_count and back is not None and back.from_round <= begins:
            _hold(place, begins + 1, back.player, back.substitute)
        if ranked is not None:
            Place.objects.filter(pk=place.pk).update(ranked=ranked)
        if player is not None and before is not None and before.player_id != player.pk:
            round_ = next((round_ for round_ in state.rounds if round_.number == begins), None)
            table = state.table_of(place.pk, round_) if round_ is not None else None
            if table is not None and table.session is not None:
                replace_player_at_table(state, begins, table, table.session, place, player, device)
        if player is not None and (before is None or before.player_id is None):
            last = begins if only else tournament.round_count
            give_newcomer_seats_or_byes(TournamentState(tournament), place, begins, last)
        for round_ in tournament.rounds.filter(opened_at__isnull=False):
            reopen_or_close_round(round_)
    return begins


def substitutes_of(state: TournamentState) -> list[Player]:
    """Everybody who fills in or has filled in as a substitute, each once."""
    return list(
        dict.fromkeys(
            stint.player.person
            for place in state.places
            for stint in place.stints.all()
            if stint.substitute and stint.player is not None
        )
    )


def check_substitute_count(state: TournamentState, player: Player) -> None:
    """Raise Refused where the rules of the event allow no further substitute."""
    most = state.tournament.most_substitutes
    there = substitutes_of(state)
    if most is None or len(there) < most or player in there:
        return
    text = ngettext(
        "The rules of this event allow %(most)s substitute",
        "The rules of this event allow %(most)s substitutes",
        most,
    ) % {"most": most}
    names = ", ".join(isolated(other.shown_name) for other in there)
    listed = _("%(what)s: %(value)s") % {"what": text, "value": names} if names else text
    raise Refused(f"{listed}.")


def check_no_other_place(state: TournamentState, place: Place, player: Player, begins: int) -> None:
    """Raise Refused if a player holds another place then; a steward may leave tables not seated yet."""
    for other in state.places:
        if state.player(other.pk, begins) != player or other.pk == place.pk:
            continue
        seated = any(
            round_.number >= begins and state.table_of(other.pk, round_) is not None
            for round_ in state.rounds
        )
        if not other.steward or seated:
            raise Refused(
                _("%(name)s plays already, as number %(number)s.")
                % {"name": isolated(player.shown_name), "number": other.number}
            )


def _hold(place: Place, begins: int, player: Player | None, fills_in: bool) -> None:
    if not fills_in:
        place.stints.filter(from_round=begins, substitute=True).delete()
    save_place_holder(place, begins, player, substitute=fills_in)


def replace_player_at_table(
    state: TournamentState,
    round_number: int,
    table: Table,
    session: Session,
    place: Place,
    player: Player,
    device: Device | None,
) -> None:
    """The newcomer takes the seat of the place at an open table, for the rest of the game if it has begun."""
    drawn = next(seat.number for seat in drawn_seats_of(table) if seat.place_id == place.pk)
    at = state.drawn_seats_by_session_seat(round_number, table, session).index(drawn)
    session = Session.objects.select_for_update(of=("self",)).get(pk=session.pk)
    if not session.row_count:
        _take_seat(session, at, player)
        return
    get_or_create_sitter_number(
        session, player.pk
    )  # so that the name means this player, whoever else is called so
    entry = {"type": KIND, "seat": at, "player": player.person.shown_name}
    try:
        append_entry(session.pk, Submission(uuid4(), session.version, device, directs=True), entry)
    except NotAgreed as fault:
        raise Refused(_("A hand of this table is still waiting to be confirmed.")) from fault
    except RuleError as fault:
        raise Refused(said(fault.text)) from fault


def _take_seat(session: Session, number: int, player: Player) -> None:
    """A seat of a table without a hand is this player's; no phone of somebody else sits there any more."""
    session.seats.filter(number=number).update(player=player)
    session.accesses.filter(seat=number).update(seat=None, asks_seat=True)
    session.version += 1  # another name at the seat
    session.save(update_fields=["version"])
    transaction.on_commit(partial(notify_table, session))
