"""A whole played session typed in from its paper sheet: looked at row by row, kept at once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from secrets import token_hex

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from mahjongclub.clubs.club_access import ClubVisit, club_page
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Club
from mahjongclub.clubs.room import quota_message
from mahjongclub.clubs.time_zones import activate_club_zone
from mahjongclub.games.kit.context import encode_draft
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.variant import Variant

from ..access import count_opened_table, opening_limit_message
from ..club_choice import NOBODY, ClubAndEvening, club_choices
from ..forms import playable_variants
from ..models import Session
from ..paper import noon_of
from ..rules_form import chosen_preset, house_rules_of
from ..score_sheet.form import SheetForm, column_heads, sheet_foot, sheet_progress
from ..score_sheet.running import MOST_ROWS, TypedSheet, names_or_placeholders, row_lines, settle_sheet
from ..sitters import find_players
from ..whole_record import WholeRecord, store_record
from .new_table import known_names


@require_http_methods(["GET", "HEAD", "POST"])
def enter_score_sheet(request: ClubRequest, variant: str) -> HttpResponse:
    """A sheet of nobody's, or for a club somebody may keep the score for."""
    return _answer(request, variant, None)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(Role.SCORER)
def enter_club_score_sheet(request: ClubRequest, visit: ClubVisit, variant: str) -> HttpResponse:
    """A sheet of the club: its evenings, its own rules, its players."""
    return _answer(request, variant, visit.club)


def _answer(request: ClubRequest, key: str, club: Club | None) -> HttpResponse:
    """The sheet to fill in (GET); what was typed, looked at, looked at in passing, or kept (POST)."""
    variant = next((game for game in playable_variants() if game.key == key), None)
    if variant is None:
        raise Http404("no such game")
    page = SheetPage(request, variant, club)
    step = request.POST.get("step", "check") if request.method == "POST" else ""
    if step == "running":
        return render(request, "tables/_sheet_check.html", page.check_context())
    if step == "save" and (session := page.save_if_right()) is not None:
        return redirect(page.next_sheet_path(session))
    return render(
        request, "tables/sheet_entry.html", page.page_context(), status=page.refused if page.faulty else 200
    )


@dataclass(frozen=True, slots=True)
class GameSheet:
    """The sheet of a game: its name, whether it is the one shown, and its path."""

    name: str
    chosen: bool
    url: str


class SheetPage:
    """One request's sheet: what was asked for, the form above and below, the rows between."""

    def __init__(self, request: ClubRequest, variant: Variant, club: Club | None) -> None:
        self.request, self.club = request, club
        self.asked = request.POST if request.method == "POST" else request.GET
        self.variant = variant
        self.offered = self._offered()
        self.belonging = self._belonging(self.asked.get("belongs", ""))
        activate_club_zone(self.belonging.club)
        whose = self.belonging.club
        self.preset, self.house_rules = chosen_preset(variant, whose, self.asked.get("preset", ""))
        self.variant = variant = variant.with_seats_of(self.preset.rules)
        looked_for = request.POST.get("step") != "running"  # who is meant matters once it is kept
        self.form = SheetForm(
            variant,
            self.preset,
            request.POST if request.method == "POST" else None,
            evenings=[
                (choice.key if choice.evening or not club else "", choice.label if club else choice.title)
                for choice in self.offered
            ],
            find=lambda names: (
                find_players(names, request.visitor.device_id, whose, request.user.pk) if looked_for else {}
            ),
            initial={
                name: self.asked[name]
                for name in self.asked
                if name.startswith(("name-", "belongs", "date", "dice"))
            },
        )
        sound = self.form.is_valid() if self.form.is_bound else True
        self.typed: TypedSheet = settle_sheet(
            variant, self.preset, self.form.first_throw if self.form.is_bound else None, request.POST
        )
        self.faulty = self.form.is_bound and not (sound and not self.typed.faulty_rows)
        self.refused = 422

    def _offered(self) -> list[ClubAndEvening]:
        """What may be chosen: of the club its latest evenings, and the one asked for, however long ago."""
        offered = club_choices(self.request)
        if self.club is None:
            return offered or [NOBODY]
        choices = [choice for choice in offered if choice.club == self.club]
        word = self.asked.get("belongs", "")
        if word[:1] == "e" and (number := whole_number(word[1:], 8)) is not None:
            evening = self.club.evenings.filter(pk=number).first()
            current = ClubAndEvening(self.club, evening)
            choices += [current] if evening is not None and current not in choices else []
        return choices

    def _belonging(self, word: str) -> ClubAndEvening:
        chosen = next((choice for choice in self.offered if choice.key == word), None)
        return chosen or ClubAndEvening(self.club)

    @property
    def names(self) -> list[str]:
        """The names as far as they are typed."""
        return names_or_placeholders(
            [str(self.form[f"name-{seat}"].value() or "")[:200] for seat in range(self.variant.seats)]
        )

    def save_if_right(self) -> Session | None:
        """Keep what is right; None where something has to be looked at first."""
        form, typed = self.form, self.typed
        if not typed.hands and not typed.faulty_rows:
            form.add_error(None, _("No hand is typed yet."))
        if not typed.faulty_rows:
            form.add_final_errors(typed)
        self.faulty = bool(form.errors or typed.faulty_rows)
        if not self.faulty and (too_many := opening_limit_message(self.request)):
            form.add_error(None, too_many)
            self.faulty, self.refused = True, 429
        elif not self.faulty and (why := quota_message(self.belonging.club, games=1)):
            form.add_error(None, why)
            self.faulty = True
        if self.faulty:
            return None
        count_opened_table(self.request)
        evening = self.belonging.evening
        day = evening.date if evening is not None else form.cleaned_data["date"]
        preset = self.house_rules.preset if self.house_rules else typed.preset.key
        try:
            whole = WholeRecord(
                record=typed.record(form.names, preset),
                began=noon_of(day, self.belonging.club),
                belonging=self.belonging,
                house_rules=self.house_rules,
                account_id=self.request.user.pk,
                once=self._once(day),
            )
            return store_record(whole, self.request.visitor.get_or_create_device())
        except RuleError as fault:
            seat = (fault.field or "").removeprefix("players.")
            name = f"name-{seat}" if f"name-{seat}" in form.fields else None
            form.add_error(name, said(fault.text))
        self.faulty = True
        return None

    def _once(self, day: date) -> str:
        """The same sheet sent twice from one page is kept once; another sheet typed into a page that was come
        back to is another game."""
        key, hands = self.request.POST.get("key", "")[:64], self.typed.hands
        draft_data = {"names": self.form.names, "hands": hands, "day": str(day), "for": self.belonging.key}
        return f"sheet:{key}:{sha256(encode_draft(draft_data).encode()).hexdigest()}" if key else ""

    def next_sheet_path(self, session: Session) -> str:
        """The next sheet of the pile: the same evening and rules, nothing else."""
        params = {"kept": session.code, "preset": self.asked.get("preset", "")}
        if self.belonging.evening is not None or self.club is None:
            params["belongs"] = self.belonging.key
        if self.belonging.evening is None:
            params["date"] = self.form.cleaned_data["date"].isoformat()
        return f"{self.request.path}?{urlencode(params)}"

    def check_context(self) -> dict[str, object]:
        """What the engine says to the rows, for the page or for its running check."""
        names = self.names
        nothing: list[int | None] = [None] * self.variant.seats
        finals = self.form.finals if self.form.is_bound else nothing
        return {
            "sheet": self.typed.sheet,
            "lines": row_lines(self.typed, names),
            "heads": column_heads(self.typed, names),
            "state": sheet_progress(self.typed, names),
            "foot": sheet_foot(self.typed, finals),
        }

    def page_context(self) -> dict[str, object]:
        """Everything the page shows."""
        whose = self.belonging.club
        return {
            **self.check_context(),
            "club": self.club,
            "form": self.form,
            "variant": self.variant.key,
            "game": said(self.variant.name),
            "games": self._games(),
            "presets": [{"key": preset.key, "name": said(preset.name)} for preset in self.variant.presets],
            "house_rules": house_rules_of(self.variant, whose),
            "preset_key": self.preset.key,
            "codes": self.typed.sheet.codes_in_rules(self.preset.rules),
            "known_names": known_names(self.request, whose),
            "key": self.request.POST.get("key", "")[:64] or token_hex(16),
            "most_rows": MOST_ROWS,
            "kept": self._kept(),
            "despite": any(self.form[f"final-{seat}"].errors for seat in range(self.variant.seats)),
        }

    def _games(self) -> list[GameSheet]:
        """The sheets of the other games, for the same club."""
        return [
            GameSheet(
                name=said(variant.name),
                chosen=variant.key == self.variant.key,
                url=reverse("tables:sheet_entry", args=[variant.key])
                if self.club is None
                else reverse("tables:club_sheet_entry", args=[self.club.slug, variant.key]),
            )
            for variant in playable_variants()
        ]

    def _kept(self) -> Session | None:
        """The session that the sheet before this one became, on the device that typed it."""
        code = self.request.GET.get("kept", "")
        device_id = self.request.visitor.device_id
        if not code or device_id is None or "\x00" in code:
            return None
        return Session.objects.filter(code=code, accesses__device_id=device_id).first()
