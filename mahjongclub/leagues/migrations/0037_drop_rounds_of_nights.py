from django.db import migrations


class Migration(migrations.Migration):
    """They were copied: see 0036."""

    dependencies = [("leagues", "0036_copy_rounds_of_nights")]

    operations = [
        migrations.DeleteModel("NightSeat"),
        migrations.DeleteModel("NightTable"),
        migrations.DeleteModel("NightRound"),
    ]
