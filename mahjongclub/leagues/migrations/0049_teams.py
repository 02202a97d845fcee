import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The teams of seasons become those of competitions, with room for those of events."""

    dependencies = [("leagues", "0048_drop_penalties_of_each")]

    operations = [
        migrations.RemoveConstraint("team", "one_team_per_name_in_a_season"),
        migrations.RemoveConstraint("teammember", "one_team_per_player_in_a_season"),
        migrations.AlterModelTable("team", "rounds_team"),
        migrations.AlterModelTable("teammember", "rounds_teammember"),
        migrations.AddField(
            "team",
            "competition",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="teams",
                to="leagues.competition",
            ),
        ),
        migrations.AddField("team", "number", models.PositiveIntegerField(null=True)),
        migrations.AddField("team", "captain_key", models.CharField(blank=True, default="", max_length=32)),
        migrations.AlterField(
            "team",
            "captain",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="captain_of",
                to="clubs.player",
            ),
        ),
        migrations.AlterField(
            "team",
            "season",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="teams",
                to="leagues.season",
            ),
        ),
        migrations.AlterField(
            "teammember",
            "season",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="team_members",
                to="leagues.season",
            ),
        ),
        # until 0050 has given it the numbers of the new rows
        migrations.AlterField(
            "place",
            "team",
            models.ForeignKey(
                blank=True,
                db_constraint=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="places",
                to="leagues.tournamentteam",
            ),
        ),
    ]
