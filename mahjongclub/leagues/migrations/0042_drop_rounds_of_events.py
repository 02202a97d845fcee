from django.db import migrations


class Migration(migrations.Migration):
    """They were copied: see 0041."""

    dependencies = [("leagues", "0041_copy_rounds_of_events")]

    operations = [
        migrations.DeleteModel("DrawnSeat"),
        migrations.DeleteModel("DrawnTable"),
        migrations.DeleteModel("TournamentBye"),
        migrations.DeleteModel("TournamentRound"),
    ]
