from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0008_fill_name_keys")]

    operations = [
        operation
        for model, name, fields in (
            ("account", "one_account_per_name", ["username_key"]),
            ("club", "one_club_per_name", ["name_key"]),
            ("player", "one_player_per_name_in_a_club", ["club", "name_key"]),
            ("player", "one_player_per_name_on_a_device", ["known_on", "name_key"]),
        )
        for operation in (
            migrations.RemoveConstraint(model, name),
            migrations.AddConstraint(model, models.UniqueConstraint(fields=fields, name=name)),
        )
    ]
