from django.db import migrations

COMPETITIONS = """
INSERT INTO rounds_competition (club_id, evening_id)
SELECT evening.club_id, evening.id FROM clubs_evening evening
WHERE evening.id IN (SELECT evening_id FROM leagues_nightround) ORDER BY evening.id
"""
ROUNDS = """
INSERT INTO rounds_round (competition_id, number, evening_id, drawn_at, game)
SELECT competition.id, night.number, night.evening_id, night.drawn_at, 1 FROM leagues_nightround night
JOIN rounds_competition competition ON competition.evening_id = night.evening_id ORDER BY night.id
"""
#: the new round of each old one
JOIN_ROUNDS = """
JOIN leagues_nightround night ON night.id = gone.round_id
JOIN rounds_competition competition ON competition.evening_id = night.evening_id
JOIN rounds_round new_round ON new_round.competition_id = competition.id AND new_round.number = night.number
"""
TABLES = f"""
INSERT INTO rounds_table (round_id, number, variant, session_id, doubtful)
SELECT new_round.id, gone.number, gone.variant, gone.session_id, gone.doubtful FROM leagues_nighttable gone
{JOIN_ROUNDS} ORDER BY gone.id
"""
#: the new table of each old seat, which may be at none
JOIN_TABLES = """
LEFT JOIN leagues_nighttable old_table ON old_table.id = gone.table_id
LEFT JOIN rounds_table new_table ON new_table.round_id = new_round.id AND new_table.number = old_table.number
"""
#: who has a seat to themselves at a table of the round: nothing in the database saw to it
ON_A_SEAT = """
SELECT MIN(seated.id) FROM leagues_nightseat seated
JOIN leagues_nighttable their_table ON their_table.id = seated.table_id AND their_table.round_id = seated.round_id
WHERE seated.seat IS NOT NULL GROUP BY seated.table_id, seated.seat
"""
SEATS = f"""
INSERT INTO rounds_seat (round_id, table_id, number, player_id)
SELECT new_round.id, new_table.id, gone.seat, gone.player_id FROM leagues_nightseat gone
{JOIN_ROUNDS} {JOIN_TABLES} WHERE gone.id IN ({ON_A_SEAT}) ORDER BY gone.id
"""
BYES = f"""
INSERT INTO rounds_bye (round_id, table_id, player_id)
SELECT new_round.id, new_table.id, gone.player_id FROM leagues_nightseat gone
{JOIN_ROUNDS} {JOIN_TABLES} WHERE gone.id NOT IN ({ON_A_SEAT}) ORDER BY gone.id
"""


class Migration(migrations.Migration):
    """In a migration of its own: PostgreSQL alters no table to which the same transaction has added rows."""

    dependencies = [("leagues", "0035_rounds_of_tables")]

    operations = [
        migrations.RunSQL([COMPETITIONS, ROUNDS, TABLES, SEATS, BYES], migrations.RunSQL.noop),
    ]
