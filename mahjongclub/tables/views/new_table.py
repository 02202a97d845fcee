"""A table is started: the game, who sits in which chair, the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any
from uuid import uuid4

from django.db import IntegrityError
from django.db.models import F, Max, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Club, Player
from mahjongclub.clubs.naming import shown_name_expression
from mahjongclub.clubs.room import quota_message
from mahjongclub.clubs.time_zones import activate_club_zone
from mahjongclub.clubs.typed_names import NamesAtTable
from mahjongclub.games.kit.wording import said
from mahjongclub.games.registry import find_game
from mahjongclub.help.preset_source import SourceInWords, source_in_words
from mahjongclub.help.rules_line import rules_line
from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.variant import Preset, Source, Variant
from mahjongclub.rules.words import Text

from ..access import count_opened_table, opening_limit_message
from ..addresses import derived_link_code
from ..chairs import SeatDraw, chairs_with_winds, draw_chairs, names_by_seat_from, own_seat
from ..club_choice import chosen_club_and_evening, club_choices
from ..club_games import CONFIRMED, OtherTable, other_tables_of
from ..forms import NewTableForm, playable_variant_or_first, playable_variants
from ..models import HouseRules, Session
from ..opening import METHODS, open_session, start_session
from ..rules_form import asks_for_options, chosen_preset, house_rules_of
from ..sitters import find_players
from .answers import answer_with_page

NAMES_OFFERED = 60
ROSTER_OFFERED = 400
#: cards of rules in sight; the others are folded
CARDS = 3
#: how a form names the rules of an earlier table of this phone
EARLIER = "as-"


@require_http_methods(["GET", "HEAD", "POST"])
def open_new_table(request: ClubRequest) -> HttpResponse:
    """Choose the game and its rules, say who sits in which chair, and start.

    A form without `start`, as earlier versions sent it, opens a table whose seats are drawn on a page of
    its own.
    """
    params = request.POST if request.method == "POST" else request.GET
    variant = playable_variant_or_first(params.get("game") or params.get("variant", ""))
    belongings = club_choices(request, opening=True)
    belonging = chosen_club_and_evening(belongings, params.get("belongs"))
    activate_club_zone(belonging.club)
    rules = RulesChoice(request, variant, belonging.club)
    variant = _seated(variant, rules, params)
    roster = names_at_table(request, belonging.club)
    # "Other game", "Draw lots" and "Show these rules" submit the same form: what was typed comes along
    choosing = asks_for_options(request, variant, rules.preset, rules.shown) or asks_to_draw(request)
    again = "game" in request.POST or "players" in request.POST
    choosing = request.method == "POST" and (again or bool(choosing))
    form = NewTableForm(
        variant,
        rules.preset,
        request.POST if request.method == "POST" and not choosing else None,
        belongings=[(choice.key, choice.title) for choice in belongings],
        find=roster.find
        if roster
        else lambda names: find_players(names, request.visitor.device_id, None, request.user.pk),
        names_needed=belonging.club is not None,
        initial={"belongs": belonging.key},
    )
    refused = 422
    elsewhere: list[OtherTable] = []
    draw: SeatDraw | None = None
    if choosing:
        form.initial = {"belongs": belonging.key, **_typed(request)}
        draw = _draw(request, form)
    elif request.method == "POST" and (before := _opened_before(request)) is not None:
        return answer_with_page(request, reverse("tables:table", args=[before.code]))
    elif request.method == "POST" and form.is_valid() and roster is not None and roster.has_open_questions:
        pass  # who is meant is asked first
    elif request.method == "POST" and form.is_valid() and (elsewhere := _at_two_tables(request, roster)):
        pass  # nobody sits at two tables unsaid
    elif request.method == "POST" and form.is_valid() and (too_many := opening_limit_message(request)):
        form.add_error(None, too_many)
        refused = 429
    elif (
        request.method == "POST"
        and form.is_valid()
        and (why := opening_error_message(belonging.club, roster))
    ):
        form.add_error(None, why)
    elif request.method == "POST" and form.is_valid() and form.rules is not None:
        count_opened_table(request)
        starts, east = "start" in request.POST, int(form.cleaned_data["east"])
        names = names_by_seat_from(form.names, variant.seats, east) if starts else form.names
        try:
            session = open_session(
                request.visitor.get_or_create_device(),
                variant.key,
                rules.stored_key,
                form.rules,
                roster.as_on_roster(names) if roster else names,
                "order" if starts else form.cleaned_data["method"],
                agreeing=form.cleaned_data["agreeing"],
                rotation=form.rotation,
                belonging=belonging,
                house_rules=rules.house_rules,
                account_id=request.user.pk,
                code=_code(request),
                device_seat=own_seat(variant.seats, east) if starts else None,
            )
        except IntegrityError:  # two taps that came at once
            before = _opened_before(request)
            if before is None:
                raise
            session = before
        if starts:
            start_session(session)
        return answer_with_page(
            request, reverse("tables:table" if starts else "tables:seats", args=[session.code])
        )
    asked_about = roster.names_asked_about if roster and form.is_bound else ()
    context = {
        "form": form,
        "games": [
            {
                "key": game.key,
                "name": said(game.name),
                "seats_in_words": _players_in_words(variant if game.key == variant.key else game),
                "chosen": game.key == variant.key,
            }
            for game in playable_variants()
        ],
        **rules.cards(),
        "variant": variant,
        "counts": [{"number": count, "chosen": count == variant.seats} for count in variant.seat_counts],
        "stylesheet": find_game(variant.key).stylesheet,
        "belonging": belonging,
        "known_names": known_names(request, belonging.club),
        "asked": asked_about,
        "elsewhere": elsewhere,
        "key": request.POST.get("key") if form.is_bound else uuid4().hex,
        "shows_options": "rules" in request.POST.getlist("choose"),
        **_chairs(form, draw),
    }
    status = refused if form.is_bound and (form.errors or asked_about or elsewhere) else 200
    return render(request, "tables/new.html", context, status=status)


@dataclass(frozen=True, slots=True)
class RulesCard:
    """Rules to be chosen from, told in a `line`; `note` says whose they are or that they were played last."""

    key: str
    name: str
    line: str
    note: str
    source: SourceInWords | None
    chosen: bool


class RulesChoice:
    """The rules a form names, and those it offers: the club's, this phone's last ones, the presets."""

    def __init__(self, request: ClubRequest, variant: Variant, club: Club | None) -> None:
        params = request.POST if request.method == "POST" else request.GET
        self.variant, self.club = variant, club
        self.earlier = self._earlier_table(request)
        self.earlier_key = self._key_of_earlier()
        key = params.get("preset", "")
        if request.method != "POST" and not key and club is None:
            key = self.earlier_key
        self.preset, self.house_rules = self._find(key)
        _variant, _blank, preset_key = request.POST.get("options-of", "").partition(" ")
        self.shown = self._find(preset_key)[0] if _variant == variant.key else None

    @property
    def stored_key(self) -> str:
        """The key of the preset that a session keeps: the one that the rules began as."""
        if self.house_rules is not None:
            return self.house_rules.preset
        if self.earlier is not None and self.preset.key.startswith(EARLIER):
            return self.earlier.preset
        return self.preset.key

    def cards(self) -> dict[str, object]:
        """The cards of the rules, the likeliest first; those after `CARDS` are folded."""
        earlier = self.earlier_key
        cards = [
            self._card(rules_row.key, rules_row.name, rules_row.as_preset().rules, _("of the club"))
            for rules_row in house_rules_of(self.variant, self.club)
        ]
        if earlier.startswith(EARLIER) and self.earlier is not None:
            cards.append(self._card(earlier, _("As last time"), self.earlier.current_rules))
        presets = sorted(self.variant.presets, key=lambda preset: preset.key != earlier)
        cards += [
            self._card(
                preset.key,
                said(preset.name),
                preset.rules,
                _("last played") if preset.key == earlier else "",
                preset.source,
            )
            for preset in presets
        ]
        cards.sort(key=lambda card: self.club is not None and not card.chosen)
        chosen = next(place for place, card in enumerate(cards) if card.chosen)
        if chosen >= CARDS:
            cards.insert(CARDS - 1, cards.pop(chosen))
        return {
            "cards": cards[:CARDS],
            "card_lines": [card.line for card in cards],
            "folded": cards[CARDS:],
            "count": len(cards),
            "preset": self.preset,
            "source": source_in_words(self.preset.source),
            "preset_name": next(card.name for card in cards if card.chosen),
            "for_beginners": said(self.variant.default_preset.name) if self.earlier is None else "",
        }

    def _card(
        self, key: str, name: str, rules: Any, note: str = "", source: Source | None = None
    ) -> RulesCard:
        return RulesCard(
            key=key,
            name=name,
            line=rules_line(rules),
            note=note,
            source=source_in_words(source),
            chosen=key == self.preset.key,
        )

    def _find(self, key: str) -> tuple[Preset, HouseRules | None]:
        if key == self.earlier_key and key.startswith(EARLIER) and self.earlier is not None:
            return Preset(key, Text.plain(key), self.earlier.current_rules), None
        return chosen_preset(self.variant, self.club, key)

    def _earlier_table(self, request: ClubRequest) -> Session | None:
        if request.visitor.device_id is None:
            return None
        sessions = Session.objects.on_device(request.visitor.device_id).filter(variant=self.variant.key)
        return sessions.first()

    def _key_of_earlier(self) -> str:
        if self.earlier is None:
            return ""
        rules = self.earlier.current_rules
        same = (preset.key for preset in self.variant.presets if preset.rules == rules)
        return next(same, f"{EARLIER}{self.earlier.code}")


def _players_in_words(game: Variant) -> str:
    """How many sit at the table."""
    return ngettext("%(seats)s player", "%(seats)s players", game.seats) % {"seats": game.seats}


def _seated(variant: Variant, rules: RulesChoice, params: Mapping[str, str]) -> Variant:
    """The game for the number of players that was chosen: by a button now, before, or by the rules."""
    # with another game comes its own number
    chosen = None if "game" in params else whole_number(params.get("players") or params.get("seats", ""), 1)
    of_rules = getattr(rules.preset.rules, "seats", None)
    return variant.with_seats(chosen if chosen in variant.seat_counts else of_rules)


def asks_to_draw(request: ClubRequest) -> bool:
    """Whether a form wants lots to be drawn for the seats."""
    return request.POST.get("draw") in METHODS


def _typed(request: ClubRequest) -> dict[str, str]:
    return {
        name: request.POST[name]
        for name in request.POST
        if name.startswith("name-") or name in ("method", "agreeing", "rotation", "east")
    }


def _draw(request: ClubRequest, form: NewTableForm) -> SeatDraw | None:
    """Lots drawn for the chairs, as the form then shows them; None where nobody asked for it."""
    if not asks_to_draw(request):
        return None
    seats = form.variant.seats
    names = [str(form.initial.get(f"name-{number}", "")) for number in range(seats)]
    more = str(form.initial.get(f"name-{seats}", ""))
    draw = draw_chairs([*names, more] if more else names, seats, request.POST["draw"])
    form.initial = {
        **form.initial,
        **{f"name-{number}": name for number, name in enumerate(draw.names)},
        "east": draw.east,
    }
    return draw


def _chairs(form: NewTableForm, draw: SeatDraw | None) -> dict[str, object]:
    """The chairs around the table, each with its field, and which one is East's."""
    places = chairs_with_winds(find_game(form.variant.key), form.variant.seats)
    chairs = [{**place, "field": form[f"name-{place['number']}"]} for place in places]
    east = str(form["east"].value() or "0")
    return {
        "chairs": chairs,
        "east": int(east) if east in {str(chair["number"]) for chair in chairs} else 0,
        "has_winds": not form.variant.thrown_dealer,
        "drawn": draw,
        "throws": [
            {"name": name or _("no name"), "throws": thrown} for name, thrown in (draw.throws if draw else [])
        ],
    }


def _code(request: ClubRequest) -> str:
    """The code of the table that this form opens; "" for a form without a key.

    It is drawn from all that was sent: Back and another tap lead to the same table, other names to another.
    """
    key = request.POST.get("key", "")
    if not key:
        return ""
    fields = sorted(
        (name, values)
        for name, values in request.POST.lists()
        if name not in ("csrfmiddlewaretoken", "at_once", CONFIRMED)
    )
    digest = blake2b(repr(fields).encode(), digest_size=16).hexdigest()
    device = request.visitor.get_or_create_device()
    return derived_link_code("mahjongclub.tables.new", f"{device.pk}:{digest}")


def _opened_before(request: ClubRequest) -> Session | None:
    """The table that this very form has opened already."""
    if not request.POST.get("key") or request.visitor.device_id is None:
        return None
    return Session.objects.on_device(request.visitor.device_id).filter(code=_code(request)).first()


def _at_two_tables(request: ClubRequest, roster: NamesAtTable | None) -> list[OtherTable]:
    """Those of the names who sit at a running table of the club; [] once somebody confirmed it."""
    if roster is None or CONFIRMED in request.POST:
        return []
    return other_tables_of(
        roster.club, [typed_name.player.pk for typed_name in roster.typed if typed_name.player is not None]
    )


def names_at_table(request: ClubRequest, club: Club | None) -> NamesAtTable | None:
    """The names that a form brings for a table of the club, None where it is nobody's."""
    return NamesAtTable(club, request.POST.dict(), request.user.pk) if club is not None else None


def opening_error_message(club: Club | None, roster: NamesAtTable | None) -> str:
    """Why the host lets no table be opened for the club, or not with so many new names; "" where it may."""
    new = (
        {typed_name.name for typed_name in roster.typed if typed_name.player is None}
        if roster is not None
        else ()
    )
    return quota_message(club, games=1, people=len(new))


def known_names(request: ClubRequest, club: Club | None) -> list[str]:
    """The players of the club, else those known on this device, as shown; the latest table's first."""
    if club is not None:
        players = club.players.on_roster().without_merged()
    elif request.visitor.device_id is not None:
        players = Player.objects.without_merged().filter(known_on=request.visitor.device_id)
    else:
        return []
    named: QuerySet[Any, Any] = players.annotate(last_seat=Max("seats__pk"), shown_as=shown_name_expression())
    latest = named.order_by(F("last_seat").desc(nulls_last=True), "shown_as")
    names = latest.values_list("shown_as", flat=True)
    return list(names[: NAMES_OFFERED if club is None else ROSTER_OFFERED])
