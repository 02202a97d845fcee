from django.db import migrations

OF_SEASONS = """
INSERT INTO rounds_competition (club_id, season_id)
SELECT league.club_id, season.id FROM leagues_season season
JOIN leagues_league league ON league.id = season.league_id
WHERE season.id IN (SELECT season_id FROM rounds_team)
AND NOT EXISTS (SELECT 1 FROM rounds_competition there WHERE there.season_id = season.id) ORDER BY season.id
"""
OF_EVENTS = """
INSERT INTO rounds_competition (club_id, tournament_id)
SELECT event.club_id, event.id FROM leagues_tournament event
WHERE event.id IN (SELECT tournament_id FROM leagues_tournamentteam)
AND NOT EXISTS (SELECT 1 FROM rounds_competition there WHERE there.tournament_id = event.id) ORDER BY event.id
"""
#: their addresses stay
NUMBERS = """
UPDATE rounds_team SET number = id, competition_id =
(SELECT there.id FROM rounds_competition there WHERE there.season_id = rounds_team.season_id)
"""
TEAMS = """
INSERT INTO rounds_team (competition_id, number, name, captain_id, captain_key)
SELECT competition.id, gone.id, gone.name, gone.captain_id, gone.captain_key FROM leagues_tournamentteam gone
JOIN rounds_competition competition ON competition.tournament_id = gone.tournament_id ORDER BY gone.id
"""
#: an event's team by its name, since numbers of teams made later may be another's of before
NEW_TEAMS = """
rounds_team team JOIN rounds_competition competition ON competition.id = team.competition_id
JOIN leagues_tournamentteam gone ON gone.tournament_id = competition.tournament_id AND gone.name = team.name
"""
MEMBERS = f"""
INSERT INTO rounds_teammember (team_id, player_id)
SELECT team.id, member.player_id FROM leagues_tournamentmember member
JOIN (SELECT team.id, gone.id AS old_id FROM {NEW_TEAMS}) team ON team.old_id = member.team_id
ORDER BY member.id
"""
PLACES = f"""
UPDATE leagues_place SET team_id = (SELECT team.id FROM {NEW_TEAMS} WHERE gone.id = leagues_place.team_id)
WHERE team_id IS NOT NULL
"""
EVENT_TEAMS = """
SELECT team.id FROM rounds_team team JOIN rounds_competition competition
ON competition.id = team.competition_id WHERE competition.tournament_id IS NOT NULL
"""
TEAMS_BACK = """
INSERT INTO leagues_tournamentteam (tournament_id, name, captain_id, captain_key)
SELECT competition.tournament_id, team.name, team.captain_id, team.captain_key FROM rounds_team team
JOIN rounds_competition competition ON competition.id = team.competition_id
WHERE competition.tournament_id IS NOT NULL ORDER BY team.number, team.id
"""
MEMBERS_BACK = f"""
INSERT INTO leagues_tournamentmember (team_id, player_id)
SELECT team.old_id, member.player_id FROM rounds_teammember member
JOIN (SELECT team.id, gone.id AS old_id FROM {NEW_TEAMS}) team ON team.id = member.team_id ORDER BY member.id
"""
PLACES_BACK = f"""
UPDATE leagues_place SET team_id = (SELECT gone.id FROM {NEW_TEAMS} WHERE team.id = leagues_place.team_id)
WHERE team_id IS NOT NULL
"""
SEASONS_BACK = """
UPDATE rounds_team SET season_id =
(SELECT there.season_id FROM rounds_competition there WHERE there.id = rounds_team.competition_id)
"""
MEMBERS_OF_SEASONS_BACK = """
UPDATE rounds_teammember SET season_id =
(SELECT team.season_id FROM rounds_team team WHERE team.id = rounds_teammember.team_id)
"""


class Migration(migrations.Migration):
    """In a migration of its own, as 0036."""

    dependencies = [("leagues", "0049_teams")]

    operations = [
        migrations.RunSQL(
            [OF_SEASONS, OF_EVENTS, NUMBERS, TEAMS, MEMBERS, PLACES],
            [
                *(TEAMS_BACK, MEMBERS_BACK, PLACES_BACK),
                f"DELETE FROM rounds_teammember WHERE team_id IN ({EVENT_TEAMS})",
                f"DELETE FROM rounds_team WHERE id IN ({EVENT_TEAMS})",
                *(SEASONS_BACK, MEMBERS_OF_SEASONS_BACK),
            ],
        ),
    ]
