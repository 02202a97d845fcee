from django.db import migrations

COMPETITIONS = """
INSERT INTO rounds_competition (club_id, season_id)
SELECT league.club_id, season.id FROM leagues_season season
JOIN leagues_league league ON league.id = season.league_id
WHERE season.id IN (SELECT season_id FROM leagues_match) ORDER BY season.id
"""
ROUNDS = """
INSERT INTO rounds_round (competition_id, number, evening_id, day, closes_at, level, game, go_on)
SELECT competition.id, played.number, played.evening_id, played.day, played.closes_at, played.level, played.game,
played.go_on FROM leagues_match played
JOIN rounds_competition competition ON competition.season_id = played.season_id ORDER BY played.id
"""
#: the new round of each old table
JOIN_ROUNDS = """
JOIN leagues_match played ON played.id = old_table.match_id
JOIN rounds_competition competition ON competition.season_id = played.season_id
JOIN rounds_round new_round
ON new_round.competition_id = competition.id AND new_round.number = played.number
"""
TABLES = f"""
INSERT INTO rounds_table (round_id, number, variant, session_id, doubtful)
SELECT new_round.id, old_table.number, season.variant, old_table.session_id, old_table.doubtful
FROM leagues_matchtable old_table {JOIN_ROUNDS}
JOIN leagues_season season ON season.id = played.season_id ORDER BY old_table.id
"""
SEATS = f"""
INSERT INTO rounds_seat (round_id, table_id, number, player_id, team_id, named_by_id)
SELECT new_round.id, new_table.id, gone.seat, gone.player_id, gone.team_id, gone.named_by_id
FROM leagues_matchseat gone JOIN leagues_matchtable old_table ON old_table.id = gone.table_id {JOIN_ROUNDS}
JOIN rounds_table new_table ON new_table.round_id = new_round.id AND new_table.number = old_table.number
ORDER BY gone.id
"""


class Migration(migrations.Migration):
    """In a migration of its own, as 0036."""

    dependencies = [("leagues", "0037_drop_rounds_of_nights")]

    operations = [
        migrations.RunSQL([COMPETITIONS, ROUNDS, TABLES, SEATS], migrations.RunSQL.noop),
    ]
