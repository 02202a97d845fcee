"""Who dealt into whose hand. Games ended before have it after `manage.py rebuild`."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0002_tournaments")]

    operations = [
        migrations.AddField("appearance", "fed", models.JSONField(default=dict)),
        migrations.AddField("meeting", "hands", models.PositiveIntegerField(default=0)),
        migrations.AddField("meeting", "fed", models.PositiveIntegerField(default=0)),
        migrations.AddField("meeting", "fed_points", models.BigIntegerField(default=0)),
    ]
