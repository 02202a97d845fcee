from django.db import migrations

OF_SEASONS = """
INSERT INTO rounds_competition (club_id, season_id)
SELECT league.club_id, season.id FROM leagues_season season
JOIN leagues_league league ON league.id = season.league_id
WHERE season.id IN (SELECT season_id FROM leagues_adjustment)
AND NOT EXISTS (SELECT 1 FROM rounds_competition there WHERE there.season_id = season.id) ORDER BY season.id
"""
OF_EVENTS = """
INSERT INTO rounds_competition (club_id, tournament_id)
SELECT event.club_id, event.id FROM leagues_tournament event
WHERE event.id IN (SELECT tournament_id FROM leagues_tournamentpenalty)
AND NOT EXISTS (SELECT 1 FROM rounds_competition there WHERE there.tournament_id = event.id) ORDER BY event.id
"""
ADJUSTMENTS = """
INSERT INTO rounds_penalty (competition_id, player_id, day, kind, tenths, reason, made_by_id, made_at)
SELECT competition.id, gone.player_id, gone.day, gone.kind, gone.tenths, gone.reason, gone.made_by_id,
gone.made_at FROM leagues_adjustment gone
JOIN rounds_competition competition ON competition.season_id = gone.season_id ORDER BY gone.id
"""
#: the points of an event's penalty were those taken
PENALTIES = """
INSERT INTO rounds_penalty (competition_id, place_id, round_number, kind, tenths, reason, made_by_id, made_at)
SELECT competition.id, gone.place_id, gone.round_number, gone.kind, -gone.tenths, gone.reason,
gone.made_by_id, gone.made_at FROM leagues_tournamentpenalty gone
JOIN rounds_competition competition ON competition.tournament_id = gone.tournament_id ORDER BY gone.id
"""
ADJUSTMENTS_BACK = """
INSERT INTO leagues_adjustment (season_id, player_id, day, kind, tenths, reason, made_by_id, made_at)
SELECT competition.season_id, penalty.player_id, penalty.day, penalty.kind, penalty.tenths, penalty.reason,
penalty.made_by_id, penalty.made_at FROM rounds_penalty penalty
JOIN rounds_competition competition ON competition.id = penalty.competition_id
WHERE penalty.player_id IS NOT NULL ORDER BY penalty.id
"""
PENALTIES_BACK = """
INSERT INTO leagues_tournamentpenalty
(tournament_id, place_id, round_number, kind, tenths, reason, made_by_id, made_at)
SELECT competition.tournament_id, penalty.place_id, penalty.round_number, penalty.kind, -penalty.tenths,
penalty.reason, penalty.made_by_id, penalty.made_at FROM rounds_penalty penalty
JOIN rounds_competition competition ON competition.id = penalty.competition_id
WHERE penalty.place_id IS NOT NULL ORDER BY penalty.id
"""


class Migration(migrations.Migration):
    """In a migration of its own, as 0036."""

    dependencies = [("leagues", "0046_penalties")]

    operations = [
        migrations.RunSQL(
            [OF_SEASONS, OF_EVENTS, ADJUSTMENTS, PENALTIES],
            [ADJUSTMENTS_BACK, PENALTIES_BACK, "DELETE FROM rounds_penalty"],
        ),
    ]
