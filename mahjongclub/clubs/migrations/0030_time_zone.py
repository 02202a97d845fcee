from django.db import migrations, models

from mahjongclub.clubs.time_zones import server_zone


class Migration(migrations.Migration):
    """Clubs that are there have the zone of the server, in which they were shown so far."""

    dependencies = [("clubs", "0029_forms_sent_once")]

    operations = [
        migrations.AddField(
            model_name="club", name="time_zone", field=models.CharField(default=server_zone, max_length=64)
        ),
    ]
