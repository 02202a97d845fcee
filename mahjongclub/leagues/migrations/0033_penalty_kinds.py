from django.db import migrations, models

import mahjongclub.rounds.penalties.kinds


def kind() -> models.CharField:
    choices = mahjongclub.rounds.penalties.kinds.kind_choices
    return models.CharField(choices=choices, default="points", max_length=20)


CHANGES_SOMETHING = models.Q(kind="points", tenths=0)


class Migration(migrations.Migration):
    """What was given so far is mere points; a kind may take none."""

    dependencies = [("leagues", "0032_sums_are_asked_for")]

    operations = [
        migrations.RemoveConstraint("adjustment", "adjustment_changes_something"),
        migrations.RemoveConstraint("tournamentpenalty", "tournament_penalty_changes_something"),
        migrations.AddField("adjustment", "kind", kind()),
        migrations.AddField("tournamentpenalty", "kind", kind()),
        migrations.AddConstraint(
            "adjustment",
            models.CheckConstraint(condition=~CHANGES_SOMETHING, name="adjustment_changes_something"),
        ),
        migrations.AddConstraint(
            "tournamentpenalty",
            models.CheckConstraint(condition=~CHANGES_SOMETHING, name="tournament_penalty_changes_something"),
        ),
    ]
