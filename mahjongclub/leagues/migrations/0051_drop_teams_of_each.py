import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """They were copied: see 0050."""

    dependencies = [("leagues", "0050_copy_teams")]

    operations = [
        migrations.RemoveField("team", "season"),
        migrations.RemoveField("teammember", "season"),
        migrations.AlterField(
            "place",
            "team",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="places",
                to="leagues.team",
            ),
        ),
        migrations.DeleteModel("TournamentMember"),
        migrations.DeleteModel("TournamentTeam"),
        migrations.AlterModelOptions("teammember", {"ordering": ["pk"]}),
        migrations.AlterField(
            "team",
            "competition",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="teams", to="leagues.competition"
            ),
        ),
        migrations.AlterField("team", "number", models.PositiveIntegerField()),
        migrations.AlterField("team", "captain_key", models.CharField(blank=True, max_length=32)),
        migrations.AddConstraint(
            "team",
            models.UniqueConstraint(
                fields=("competition", "number"), name="one_team_per_number_of_its_owner"
            ),
        ),
        migrations.AddConstraint(
            "team",
            models.UniqueConstraint(fields=("competition", "name"), name="one_team_per_name_of_its_owner"),
        ),
        migrations.AddConstraint(
            "team",
            models.UniqueConstraint(
                condition=models.Q(("captain_key", ""), _negated=True),
                fields=("captain_key",),
                name="one_team_per_captain_key",
            ),
        ),
        migrations.AddConstraint(
            "teammember",
            models.UniqueConstraint(fields=("team", "player"), name="nobody_is_twice_in_a_team"),
        ),
    ]
