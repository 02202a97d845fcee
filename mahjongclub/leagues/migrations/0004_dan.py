"""The dan beside R. Games ended before count for it after `manage.py rebuild`."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0003_who_dealt_in_to_whom")]

    operations = [
        migrations.AddField("appearance", "east_only", models.BooleanField(default=False)),
        migrations.AddField("appearance", "dan", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("appearance", "dan_points", models.FloatField(default=0)),
        migrations.AddField("rating", "dan", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("rating", "dan_points", models.FloatField(default=0)),
    ]
