"""Everything somebody can see of a club, without the numbers of rows: to be compared on two installations.

`python -m tests.exchange.club_facts SLUG` prints it as JSON, of the database that DATABASE_URL names.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from itertools import permutations
from typing import Any


def club_facts(slug: str) -> dict[str, Any]:
    """By what it is: standings, ratings, figures, games with their logs, evenings, tournaments."""
    from mahjongclub.clubs.models import Club, DifferentPeople, Player
    from mahjongclub.events.models import Tournament
    from mahjongclub.events.ranking import ranking, team_ranking
    from mahjongclub.events.state import TournamentState
    from mahjongclub.figures.models import Rating
    from mahjongclub.nights.changes import rounds_of
    from mahjongclub.seasons.models import Season
    from mahjongclub.seasons.pages import (
        player_names,
        player_sums,
        standings_lines,
        sums_after_evenings,
        team_sums,
    )
    from mahjongclub.tables.models import HouseRules, LateHand, Seat, Session, Sitter
    from mahjongclub.tables.replaying import game_record

    club = Club.objects.get(slug=slug)
    names = {
        player.pk: "(hidden)" if player.is_hidden else player.shown_name for player in Player.objects.all()
    }
    seasons = Season.objects.filter(league__club=club).order_by("league__name", "name", "variant")
    sessions = Session.objects.filter(club=club).order_by("pk")

    def standings(season: Season) -> list[Any]:
        sums = player_sums(season)
        teams = dict(season.teams.values_list("pk", "name"))
        shown = ("total", "games", "average_place", "adjustment")
        return [
            [
                (line.rank, names[line.key], *(getattr(line, what) for what in shown))
                for line in standings_lines(season, sums, player_names(one.key for one in sums))
            ],
            [
                (line.rank, line.name, line.total)
                for line in standings_lines(season, team_sums(season), teams)
            ],
            [
                (str(day), sorted((names[one.key], one.value) for one in s))
                for day, s in sums_after_evenings(season)
            ],
            season.scoring,
            str(season.starts),
            str(season.ends),
            sorted(
                (str(one.day), names[one.player_id], one.tenths, one.reason, str(one.made_at))
                for one in season.penalties
            ),
        ]

    def figures(model: type[Any]) -> list[str]:
        rows = model.objects.filter(book__club=club).select_related("book")
        return sorted(
            json.dumps(
                [
                    one.book.variant,
                    str(one.season) if getattr(one, "season_id", None) else None,
                    names[one.player_id],
                    names.get(getattr(one, "opponent_id", 0)),
                    *(
                        round(getattr(one, field.attname), 9)
                        if isinstance(getattr(one, field.attname), float)
                        else getattr(one, field.attname)
                        for field in model._meta.concrete_fields
                        if not field.is_relation and not field.primary_key
                    ),
                ],
                default=str,
                sort_keys=True,
            )
            for one in rows
        )

    def side(one: Any, told: Any) -> Any:
        if one.action == "result" and told is not None:
            return {**told, "players": [names[pk] for pk in told["players"]]}
        return [names[pk] for pk in told] if one.action == "swap" else told

    def history(session: Session) -> list[Any]:
        return [
            [
                str(one.key),
                one.version,
                one.action,
                one.hand_number,
                side(one, one.before),
                side(one, one.after),
                str(one.made_at),
                one.made_by_id == session.opener_id,
            ]
            for one in session.revisions.all()
        ]

    def rules_named(variant: str, key: str) -> list[str]:
        own = {one.key: one.name for one in HouseRules.objects.filter(club=club)}
        return [variant, own.get(key, key)]

    def game(session: Session) -> list[Any]:
        record = {**game_record(session), "id": "", "players": []}
        clock = getattr(session, "clock", None)
        return [
            record,
            session.state,
            session.on_paper,
            (session.origin.source, session.origin.fingerprint, session.origin.differences)
            if hasattr(session, "origin")
            else None,
            session.pending,
            session.seat_draw,
            session.version,
            session.agreeing,
            str(session.created_at),
            str(session.previous.created_at) if session.previous else None,
            str(session.season_choice.season) if hasattr(session, "season_choice") else "by its date",
            str(session.evening) if session.evening else None,
            str(session.house_rules) if session.house_rules else None,
            [(names[s.player_id], s.score) for s in session.seats.all()],
            [(h.result, str(h.changed_at), h.awaits, sorted(h.said)) for h in session.hands.all()],
            sorted((a.role, a.seat or -1) for a in session.accesses.all()),
            (clock.minutes, clock.alarms, str(clock.started_at), str(clock.deadline)) if clock else None,
            history(session),
        ]

    people = club.players.order_by("pk")
    facts = {
        "club": [club.visibility, str(club.created_at)],
        "counts_for": [club.counts_for],
        "late hands": [
            (late.number, late.outcome, str(late.arrived_at), str(late.left_out_at))
            for late in LateHand.objects.filter(session__club=club).order_by("pk")
        ],
        "sitters": sorted(
            (str(one.session.created_at), one.number, names[one.player_id])
            for one in Sitter.objects.filter(session__club=club).select_related("session")
        ),
        "people": [
            (names[p.pk], p.name_hidden, names.get(p.merged_into_id or 0), str(p.created_at)) for p in people
        ],
        "merges": [
            (
                names[p.pk],
                names[m.gone_id],
                [
                    names[s]
                    for s in Seat.objects.filter(pk__in=m.moved["seats"]).values_list("player", flat=True)
                ],
            )
            for p in people
            for m in p.merges.all()
        ],
        "told apart": sorted(
            sorted((names[one.one_id], names[one.other_id]))
            for one in DifferentPeople.objects.filter(one__club=club)
        ),
        "dues": sorted((names[p.pk], str(p.dues.paid_until)) for p in people if hasattr(p, "dues")),
        "guests": sorted(names[p.pk] for p in people if p.guest),
        "events count": [season.events for season in seasons],
        "rooms": [e.capacity for e in club.evenings.all()],
        "hours": [f"{e.begins} {e.ends}" if e.begins else "" for e in club.evenings.all()],
        "evenings": [
            (
                str(e.date),
                e.name,
                e.place,
                str(e.created_at),
                str(e.clock.deadline) if hasattr(e, "clock") else "",
            )
            for e in club.evenings.all()
        ],
        "nights": [
            [
                [(rules_named(one["variant"], one["preset"])) for one in e.night.games],
                e.night.fives,
                [(names[p.player_id], p.answer, str(p.since), p.waits) for p in e.replies.all()],
                [(names[p.player_id], p.here, p.wants, str(p.came_at)) for p in e.presences.all()],
                [
                    [
                        r.number,
                        str(r.drawn_at),
                        [(t.number, t.variant, t.session_id is None) for t in r.tables.all()],
                        sorted(
                            [(names[s.player_id], s.table.number, s.number) for s in r.seats.all()]
                            + [(names[b.player_id], b.table and b.table.number, None) for b in r.byes.all()]
                        ),
                    ]
                    for r in rounds_of(e)
                ],
            ]
            for e in club.evenings.filter(night__isnull=False)
        ],
        "begins_with": sorted(rules_named(*one) for one in club.begins_with.items()),
        "rules": [(h.variant, h.name, h.rules) for h in HouseRules.objects.filter(club=club)],
        "standings": [standings(season) for season in seasons],
        "months": sums_by_month(club, names),
        "meetings": meetings_by_month(club, names),
        "ratings": figures(Rating),
        "games": [game(session) for session in sessions],
        "tournaments": [
            [
                [
                    (
                        line.number,
                        "" if "no." in line.name else line.name,
                        line.rank,
                        line.total,
                        line.penalty,
                    )
                    for line in ranking(TournamentState(one))
                ],
                [(line.name, line.total) for line in team_ranking(TournamentState(one))],
                one.state,
                one.final_ranking,
                [
                    (
                        r.number,
                        str(r.published_at),
                        [(t.number, t.session_id is None) for t in r.tables.all()],
                    )
                    for r in one.rounds.all()
                ],
            ]
            for one in Tournament.objects.filter(club=club).order_by("pk")
        ],
        "stages": [
            [
                [(s.name, s.places, s.carries, s.bonus, str(s.cut_at)) for s in one.stages.all()],
                [(q.position, q.place.number) for s in one.stages.all() for q in s.qualifiers.all()],
                [(time.number, time.day, time.starts_at) for time in one.round_times.all()],
                [(team.name, [names[m.player_id] for m in team.members.all()]) for team in one.teams.all()],
            ]
            for one in Tournament.objects.filter(club=club).order_by("pk")
        ],
    }
    facts["matches"] = [
        [
            str(season),
            [
                (m.number, str(m.day), str(m.closes_at), m.level, m.game, m.go_on, str(m.evening))
                for m in season.matches.all()
            ],
            [
                (m.number, t.number, t.session and str(t.session.created_at), t.doubtful)
                for m in season.matches.all()
                for t in m.tables.all()
            ],
            sorted(
                (
                    m.number,
                    s.table.number,
                    s.number,
                    s.team.name if s.team else "",
                    names.get(s.player_id, ""),
                )
                for m in season.matches.all()
                for s in m.seats.all()
            ),
        ]
        for season in seasons
    ]
    facts["rounds"] = [
        [
            str(e),
            r.number,
            str(r.drawn_at),
            [
                (t.number, t.variant, t.session and str(t.session.created_at), t.doubtful)
                for t in r.tables.all()
            ],
            sorted(
                [(names[s.player_id], s.table.number, s.number) for s in r.seats.all()]
                + [(names[b.player_id], b.table.number if b.table else 0, -1) for b in r.byes.all()]
            ),
        ]
        for e in club.evenings.all()
        for r in rounds_of(e)
    ]
    facts["drawn"] = [
        [
            sorted(
                (t.number, t.doubtful, s.number, s.place.number)
                for t in r.tables.all()
                for s in t.seats.all()
            ),
            sorted(bye.place.number for bye in r.byes.all()),
            [str(at) for at in (r.published_at, r.opened_at, r.closed_at, r.shown_at)],
        ]
        for one in Tournament.objects.filter(club=club).order_by("pk")
        for r in one.rounds.all()
    ]
    # as JSON keeps it, so that a tuple and a list are one
    return json.loads(json.dumps(facts, default=str))  # type: ignore[no-any-return]


def sums_by_month(club: Any, names: dict[int, str]) -> list[str]:
    """The figures of each player at each seat in a month of a season (or none), added up game by game."""
    from mahjongclub.figures.models import COUNTS, Appearance

    found: dict[Any, list[Any]] = defaultdict(list)
    for row in _played(Appearance, club):
        found[row.book.variant, _season_of(row), row.player_id, row.day.replace(day=1), row.seat].append(row)
    return sorted(
        json.dumps(
            [
                variant,
                season,
                names[player],
                None,
                *(sum(getattr(row, name) for row in rows) for name in COUNTS),
                max(row.best_hand for row in rows),
                dict(sum((Counter(row.yaku) for row in rows), Counter())),
                sum(row.score for row in rows),
                sum(row.tenths for row in rows),
                sum(row.season_game.value for row in rows) if season else 0,
                month,
                seat,
                len(rows),
                *(sum(row.place == place for row in rows) for place in range(1, 8)),
            ],
            default=str,
            sort_keys=True,
        )
        for (variant, season, player, month, seat), rows in found.items()
    )


def meetings_by_month(club: Any, names: dict[int, str]) -> list[str]:
    """How each player did against each other in a month of a season (or none), table by table."""
    from mahjongclub.figures.models import Appearance

    tables: dict[int, list[Any]] = defaultdict(list)
    for row in _played(Appearance, club):
        tables[row.session_id].append(row)
    found: dict[Any, list[Any]] = defaultdict(list)
    for rows in tables.values():
        for one, other in permutations(rows, 2):
            where = (
                one.book.variant,
                _season_of(one),
                one.player_id,
                other.player_id,
                one.day.replace(day=1),
            )
            found[where].append((one, other))
    return sorted(
        json.dumps(
            [
                variant,
                season,
                names[player],
                names[opponent],
                month,
                len(pairs),
                sum(one.hands for one, _other in pairs),
                *(sum(one.fed.get(str(other.seat), (0, 0))[part] for one, other in pairs) for part in (0, 1)),
                sum(one.place < other.place for one, other in pairs),
                sum(one.place == other.place for one, other in pairs),
                sum(one.tenths for one, _other in pairs),
                sum(other.tenths for _one, other in pairs),
            ],
            default=str,
            sort_keys=True,
        )
        for (variant, season, player, opponent, month), pairs in found.items()
    )


def _played(model: type[Any], club: Any) -> Any:
    return model.objects.filter(book__club=club).select_related("book", "season_game__season__league")


def _season_of(row: Any) -> str | None:
    return str(row.season_game.season) if hasattr(row, "season_game") else None


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjongclub.settings")
    django.setup()
    json.dump(club_facts(sys.argv[1]), sys.stdout)
