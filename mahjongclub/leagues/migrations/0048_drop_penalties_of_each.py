from django.db import migrations


class Migration(migrations.Migration):
    """They were copied: see 0047."""

    dependencies = [("leagues", "0047_copy_penalties")]

    operations = [
        migrations.DeleteModel("Adjustment"),
        migrations.DeleteModel("TournamentPenalty"),
    ]
