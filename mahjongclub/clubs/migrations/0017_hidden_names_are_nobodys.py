from django.db import migrations, models

SHOWN = models.Q(("name_hidden", False))


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0016_spellings_hide_too"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="player", name="one_player_per_name_in_a_club"),
        migrations.RemoveConstraint(model_name="player", name="one_player_per_name_on_a_device"),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                fields=["club", "name_key"], condition=SHOWN, name="one_player_per_name_in_a_club"
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                fields=["known_on", "name_key"], condition=SHOWN, name="one_player_per_name_on_a_device"
            ),
        ),
    ]
