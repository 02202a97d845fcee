from typing import Any

from django.db import migrations

COMPETITIONS = """
INSERT INTO rounds_competition (club_id, tournament_id)
SELECT club_id, id FROM leagues_tournament
WHERE id IN (SELECT tournament_id FROM leagues_tournamentround) ORDER BY id
"""
ROUNDS = """
INSERT INTO rounds_round
(competition_id, number, evening_id, game, published_at, opened_at, closed_at, shown_at)
SELECT competition.id, played.number, played.evening_id, 1, played.published_at, played.opened_at,
played.closed_at, played.shown_at FROM leagues_tournamentround played
JOIN rounds_competition competition ON competition.tournament_id = played.tournament_id ORDER BY played.id
"""
#: the new round of a row of an old one
JOIN_ROUNDS = """
JOIN rounds_competition competition ON competition.tournament_id = played.tournament_id
JOIN rounds_round new_round
ON new_round.competition_id = competition.id AND new_round.number = played.number
"""
TABLES = f"""
INSERT INTO rounds_table (round_id, number, variant, session_id, doubtful, code_from)
SELECT new_round.id, gone.number, tournament.variant, gone.session_id, gone.doubtful, gone.code_from
FROM leagues_drawntable gone JOIN leagues_tournamentround played ON played.id = gone.round_id {JOIN_ROUNDS}
JOIN leagues_tournament tournament ON tournament.id = played.tournament_id ORDER BY gone.id
"""
SEATS = f"""
INSERT INTO rounds_seat (round_id, table_id, number, place_id)
SELECT new_round.id, new_table.id, gone.seat, gone.place_id FROM leagues_drawnseat gone
JOIN leagues_drawntable old_table ON old_table.id = gone.table_id
JOIN leagues_tournamentround played ON played.id = old_table.round_id {JOIN_ROUNDS}
JOIN rounds_table new_table ON new_table.round_id = new_round.id AND new_table.number = old_table.number
ORDER BY gone.id
"""
BYES = f"""
INSERT INTO rounds_bye (round_id, place_id)
SELECT new_round.id, gone.place_id FROM leagues_bye gone
JOIN leagues_tournamentround played ON played.id = gone.round_id {JOIN_ROUNDS} ORDER BY gone.id
"""
OF_EVENTS = "SELECT id FROM rounds_competition WHERE tournament_id IS NOT NULL"
ROUNDS_OF_EVENTS = f"SELECT id FROM rounds_round WHERE competition_id IN ({OF_EVENTS})"
#: what the tables of before have no columns for
BACK: list[Any] = [
    *(
        f"DELETE FROM rounds_{rows} WHERE round_id IN ({ROUNDS_OF_EVENTS})"
        for rows in ("seat", "bye", "table")
    ),
    f"DELETE FROM rounds_round WHERE competition_id IN ({OF_EVENTS})",
    "DELETE FROM rounds_competition WHERE tournament_id IS NOT NULL",
]


class Migration(migrations.Migration):
    """In a migration of its own, as 0036."""

    dependencies = [("leagues", "0040_rounds_of_events")]

    operations = [
        migrations.RunSQL([COMPETITIONS, ROUNDS, TABLES, SEATS, BYES], BACK),
    ]
