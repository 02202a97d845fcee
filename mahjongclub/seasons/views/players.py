"""A player's page: places, averages, rates, by seat, against each opponent, streaks; and the page of two."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import accumulate
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from mahjongclub.clubs.club_access import READ, ClubVisit, club_page, show
from mahjongclub.clubs.devices import ClubRequest
from mahjongclub.clubs.models import Player
from mahjongclub.figures.pairs import compare_players, games_of_both, meeting_sums, shared_game_figures
from mahjongclub.figures.players import (
    STREAK_GAMES,
    Counts,
    GameSelection,
    hand_figures_in_words,
    mean,
    mean_place,
    opponents_met,
    percent,
    place_counts,
    streaks,
    tally,
    tally_by_seat,
    yaku_counts,
)
from mahjongclub.figures.wording import player_ratings_in_words, rounded, yaku_counts_in_words
from mahjongclub.games.kit.wording import said, wind_letter
from mahjongclub.games.registry import find_game
from mahjongclub.rules.reading import whole_number
from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.ranking import line_chart

from ..pages import day_without_year, player_names
from ..share_text import player_year_in_words, year_in_facts, year_selection, years_played
from .filters import filter_context, read_typed_days, season_selection_from_address, variants_played

CHART_GAMES = 40
YAKU_SHOWN = 12
SHARED_GAMES_SHOWN = 40


@club_page(methods=READ)
def show_player(request: ClubRequest, visit: ClubVisit, player_id: int) -> HttpResponse:
    """Filters stand in the address: variant, season, since and until (days)."""
    person = get_object_or_404(Player, pk=player_id, club=visit.club)
    if person.merged_into_id is not None:
        return redirect("leagues:player", visit.club.slug, person.merged_into_id)
    about = {"visit": visit, "club": visit.club, "name": person.shown_name, "person": person}
    selection = season_selection_from_address(request, visit, person)
    if selection is None:
        return render(request, "leagues/player.html", {**about, "games": []})
    context = {
        **about,
        **filter_context(request, selection, variants_played(selection.club, person)),
        "rating": player_ratings_in_words(visit.club, selection.variant, person)[0],
        **_figures(selection),
    }
    return render(request, "leagues/player.html", context, status=read_typed_days(request).status)


@club_page(methods=READ)
def show_player_year(request: ClubRequest, visit: ClubVisit, player_id: int) -> HttpResponse:
    """A player's year to be told: ?year= and ?variant= choose it, the latest where they name none."""
    person = get_object_or_404(Player, pk=player_id, club=visit.club)
    if person.merged_into_id is not None:
        return redirect("leagues:player_year", visit.club.slug, person.merged_into_id)
    selection = selection_from_address(request, visit, person)
    facts = year_in_facts(selection) if selection is not None else []
    context: dict[str, object] = {
        "person": person,
        "name": person.shown_name,
        "wanted": selection,
        "facts": facts,
    }
    if selection is not None and selection.period.since is not None:
        context |= {
            "year": selection.period.since.year,
            "years": years_played(visit.club, person),
            "games": [
                {"key": game.key, "name": said(game.name)} for game in variants_played(visit.club, person)
            ],
            "text": player_year_in_words(selection, facts),
            "picture": reverse("sheets:year_picture", args=[visit.club.slug, person.pk])
            + f"?variant={selection.variant}&year={selection.period.since.year}",
        }
    return show(request, visit, "leagues/player_year.html", context)


def selection_from_address(request: ClubRequest, visit: ClubVisit, person: Player) -> GameSelection | None:
    """The year and the game that the address names, else the latest and the first; None before any game."""
    years = years_played(visit.club, person)
    played = [game.key for game in variants_played(visit.club, person)]
    if not years or not played:
        return None
    year_number = whole_number(request.GET.get("year", ""), 4)
    variant = request.GET.get("variant", "")
    return year_selection(
        visit.club,
        person,
        variant if variant in played else played[0],
        year_number if year_number in years else years[0],
    )


def _figures(selection: GameSelection) -> dict[str, object]:
    by_seat = tally_by_seat(selection)
    sums = tally(by_seat)
    if not sums["games"]:
        return {"sums": sums}
    seats = selection.seat_count
    decimals = 1 if find_variant(selection.variant).decimal_points else 0
    places = place_counts(sums, seats)
    latest = list(selection.games().order_by("-order").values_list("place", "tenths", "day")[:STREAK_GAMES])
    latest.reverse()
    return {
        "sums": sums,
        "headline": [
            {"key": "games", "value": rounded(sums["games"], 0)},
            {"key": "average_place", "value": mean_place(sums, seats)},
            {"key": "points", "value": rounded(sums["tenths"] / 10, decimals, signed=True)},
            {"key": "points_a_game", "value": mean(sums["tenths"], 10 * sums["games"], 1, signed=True)},
        ],
        "places": [
            {
                "place": number,
                "games": times,
                "share": percent(times, sums["games"]),
                "width": round(100 * times / sums["games"], 1),
            }
            for number, times in enumerate(places, start=1)
        ],
        "rates": hand_figures_in_words(selection.variant, sums),
        "seats": rows_by_seat(selection, by_seat),
        "against": _against(selection, decimals),
        "yaku": yaku_counts_in_words(selection.variant, yaku_counts(selection).most_common(YAKU_SHOWN)),
        "streak_games": len(latest),
        "streaks": streaks([place for place, _tenths, _day in latest], seats),
        "chart": _chart(latest[-CHART_GAMES:]),
        "latest": [
            {"day": day, "place": place, "points": rounded(tenths / 10, decimals, signed=True)}
            for place, tenths, day in reversed(latest[-CHART_GAMES:])
        ],
    }


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """The figures of a seat at the start, in words; `seat` is its wind or its number."""

    seat: str
    games: int
    place: str
    points: str
    wins: str


def rows_by_seat(selection: GameSelection, rows: Iterable[Counts]) -> list[SeatFigures]:
    """The table by seat at the start, of counts by seat; who sat out first has "+"."""
    winds = find_game(selection.variant).seat_winds
    return [
        SeatFigures(
            seat="+"
            if row["seat"] >= selection.seat_count
            else wind_letter(winds[row["seat"]])
            if winds
            else str(row["seat"] + 1),
            games=row["games"],
            place=mean_place(row, selection.seat_count),
            points=mean(row["tenths"], 10 * row["games"], 1, signed=True),
            wins=percent(row["wins"], row["hands"]),
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class OpponentRow:
    """How it went against an opponent: how often the player was ahead, and by how many points in all."""

    player_id: int
    name: str
    games: int
    ahead: str
    difference: str


def _against(selection: GameSelection, decimals: int) -> list[OpponentRow]:
    rows = opponents_met(selection)
    names = player_names(row["opponent_id"] for row in rows)
    return [
        OpponentRow(
            player_id=row["opponent_id"],
            name=names[row["opponent_id"]],
            games=row["games"],
            ahead=percent(row["ahead"], row["games"]),
            difference=rounded((row["tenths"] - row["opponent_tenths"]) / 10, decimals, signed=True),
        )
        for row in rows
    ]


def _chart(latest: list[tuple[int, int, date]]) -> Any:
    """Points added up game by game, from nothing."""
    totals = accumulate((tenths / 10 for _place, tenths, _day in latest), initial=0.0)
    labels = ["", *(day_without_year(day) for _place, _tenths, day in latest)]
    return line_chart([[total] for total in totals], labels, [""])


@club_page(methods=READ)
def show_pair(request: ClubRequest, visit: ClubVisit, player_id: int, other_id: int) -> HttpResponse:
    """Filters stand in the address as on a player's page."""
    first_player = get_object_or_404(Player, pk=player_id, club=visit.club)
    two = get_object_or_404(Player, pk=other_id, club=visit.club)
    if first_player.merged_into_id is not None or two.merged_into_id is not None:
        return redirect(
            "leagues:pair",
            visit.club.slug,
            first_player.merged_into_id or first_player.pk,
            two.merged_into_id or two.pk,
        )
    if first_player == two:
        raise Http404("nobody meets themselves")
    context: dict[str, object] = {
        "visit": visit,
        "club": visit.club,
        "one": {"pk": first_player.pk, "name": first_player.shown_name},
        "two": {"pk": two.pk, "name": two.shown_name},
    }
    selection = season_selection_from_address(request, visit, first_player, two)
    if selection is not None:
        games = variants_played(visit.club, first_player, two)
        context |= {
            **filter_context(request, selection, games),
            **_pair_figures(selection, first_player, two),
        }
    return render(request, "leagues/pair.html", context, status=read_typed_days(request).status)


def _pair_figures(selection: GameSelection, first_player: Player, other: Player) -> dict[str, object]:
    sums = meeting_sums(selection, other)
    if not sums["games"]:
        return {"sums": sums}
    return {
        "sums": sums,
        "table": shared_game_figures(selection.variant, sums),
        "wins_on_discards": find_variant(selection.variant).wins_on_discards,
        "side_by_side": compare_players(selection, other),
        "ratings": player_ratings_in_words(selection.club, selection.variant, first_player, other),
        "latest": games_of_both(selection, other, SHARED_GAMES_SHOWN),
        "most": SHARED_GAMES_SHOWN,
    }
