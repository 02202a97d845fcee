"""When an evening begins and ends."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0026_guests_of_events")]

    operations = [
        migrations.AddField("evening", "begins", models.TimeField(blank=True, null=True)),
        migrations.AddField("evening", "ends", models.TimeField(blank=True, null=True)),
        migrations.AddConstraint(
            "evening",
            models.CheckConstraint(
                condition=models.Q(ends=None) | models.Q(begins__isnull=False),
                name="evening_ends_after_it_begins",
            ),
        ),
    ]
