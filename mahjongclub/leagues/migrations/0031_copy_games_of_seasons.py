from django.db import migrations

COPY = """
INSERT INTO leagues_seasongame (appearance_id, season_id, player_id, day, place, value, tenths)
SELECT id, season_id, player_id, day, place, value, tenths FROM leagues_appearance WHERE season_id IS NOT NULL
"""


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0030_games_of_seasons"),
    ]

    operations = [
        migrations.RunSQL(COPY, migrations.RunSQL.noop),
    ]
