"""Who goes on to a phase: proposed by the standings, said by an organiser; and how standings show it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from mahjongclub.clubs.club_access import FORM, ClubVisit, club_page, show
from mahjongclub.clubs.club_model import Role
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Account
from mahjongclub.clubs.refusal import Refused
from mahjongclub.figures.wording import place_in_words, tie_break_words
from mahjongclub.pairing.cut import cut_ranking, ranks_of
from mahjongclub.pairing.standings import StandingsRow
from mahjongclub.rounds.models import LONGEST_REASON
from mahjongclub.rules.reading import whole_number

from ..models import Phase, Season
from ..pages import StandingsLine, phase_of
from ..phases import admitted_keys, phase_cut, set_entrants
from ..wording import season_points
from .filters import find_season_or_404


@club_page(Role.ORGANISER, FORM)
def edit_phase_entrants(request: ClubRequest, visit: ClubVisit, pk: int) -> HttpResponse:
    """Who goes on to this phase: ticked by the standings, changed with a reason."""
    season = find_season_or_404(visit, pk)
    phase = phase_of(season)
    if phase is None:
        raise Http404("goes on from no other season")
    rows, names, by_standings = phase_cut(phase)
    chosen = admitted_keys(phase) or {*by_standings.through}
    reason, error = phase.reason, ""
    if request.method == "POST":
        chosen = {key for text in request.POST.getlist("goes") if (key := whole_number(text))}
        reason = request.POST.get("reason", "").strip()
        error = _("Give the reason in %(most)s letters.") % {"most": LONGEST_REASON}
        if len(reason) <= LONGEST_REASON and "\0" not in reason:
            try:
                set_entrants(
                    phase, chosen, reason, request.user if isinstance(request.user, Account) else None
                )
            except Refused as fault:
                error = str(fault)
            else:
                messages.success(request, _("Qualifiers saved."))
                return redirect("leagues:season", visit.club.slug, pk)
    context = {
        "season": season,
        "phase": phase,
        "rows": [
            {
                "key": row.sums.key,
                "rank": place_in_words(row.rank),
                "name": names.get(row.sums.key, ""),
                "total": season_points(phase.before, row.total),
                "why": tie_break_words(row),
                "goes": row.sums.key in chosen,
                "level": row.sums.key in by_standings.level,
            }
            for row in rows
        ],
        "cut": by_standings,
        "level": len(by_standings.level),
        "reason": reason,
        "longest": LONGEST_REASON,
        "error": error,
    }
    return show(request, visit, "leagues/goes_on.html", context, status=422 if error else 200)


@dataclass(frozen=True, slots=True)
class PhaseCut:
    """What the page of standings says of those who go on: places free at the line, how many are level there.

    `said` is whether an organiser said who goes on, `others` who would have gone on without that.
    """

    phase: Phase
    free: int
    level: int
    said: bool
    others: list[str]


def lines_with_cut(
    season: Season, line_rows: list[StandingsLine], *, teams: bool
) -> tuple[list[StandingsLine], PhaseCut | None]:
    """Return the lines marked "in", "out" or "level" where a phase follows, and what the page says of it.

    They stay as they are where none follows, or one of the others, teams or players.
    """
    phase = getattr(season, "next_phase", None)
    if phase is None or phase.season.is_for_teams != teams:
        return line_rows, None
    by_standings = cut_ranking(ranks_of([line.row for line in line_rows]), phase.takes)
    entrant_keys = admitted_keys(phase) if phase.cut_at else None
    inside = {*by_standings.through} if entrant_keys is None else entrant_keys
    level = {*by_standings.level} if entrant_keys is None else set()
    marked = [
        replace(line, goes="in" if line.key in inside else "level" if line.key in level else "out")
        for line in line_rows
    ]
    last = max((at for at, line in enumerate(marked) if line.goes != "out"), default=len(marked))
    if last < len(marked) - 1:
        marked[last] = replace(marked[last], cut_below=True)
    others = {*by_standings.through} - inside if entrant_keys is not None else set()
    return marked, PhaseCut(
        phase=phase,
        free=by_standings.free,
        level=len(level),
        said=entrant_keys is not None,
        others=[line.name for line in line_rows if line.key in others],
    )


@dataclass(frozen=True, slots=True)
class Carried:
    """What was carried into a row: what the season before came to, and the share that counts, in words."""

    before: Season
    carries: str
    whole: str
    value: str


def carried_into_row(season: Season, row: StandingsRow) -> Carried | None:
    """What was carried into a row as a line of why it has its points; None where nothing could be."""
    phase = phase_of(season)
    if phase is None:
        return None
    whole = row.sums.carried * (2 if phase.carries == phase.Carries.HALF else 1)
    return Carried(
        before=phase.before,
        carries=phase.carries,
        whole=season_points(phase.before, whole),
        value=season_points(season, row.sums.carried),
    )
