from django.db import migrations


class Migration(migrations.Migration):
    """They were copied: see 0038."""

    dependencies = [("leagues", "0038_copy_matches")]

    operations = [
        migrations.DeleteModel("MatchSeat"),
        migrations.DeleteModel("MatchTable"),
        migrations.DeleteModel("Match"),
    ]
