"""What the records of a club are found by: comebacks, first places in a row, the most of each along an index."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0012_events_in_seasons")]

    operations = [
        migrations.AddField("appearance", "comeback", models.PositiveIntegerField(default=0)),
        migrations.AddField("appearance", "firsts", models.PositiveIntegerField(default=0)),
        migrations.AddField("rating", "firsts", models.PositiveIntegerField(default=0)),
        migrations.AddIndex(
            "appearance", models.Index(fields=["book", "-best_hand"], name="appearance_best_hand")
        ),
        migrations.AddIndex(
            "appearance", models.Index(fields=["book", "-score"], name="appearance_highest_score")
        ),
        migrations.AddIndex(
            "appearance", models.Index(fields=["book", "-comeback"], name="appearance_biggest_comeback")
        ),
        migrations.AddIndex(
            "appearance", models.Index(fields=["book", "-firsts"], name="appearance_longest_streak")
        ),
    ]
