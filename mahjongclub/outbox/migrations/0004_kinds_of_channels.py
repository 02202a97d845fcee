from django.db import migrations, models

import mahjongclub.outbox.channels.registry


class Migration(migrations.Migration):
    """The kinds are read from the registry: a further one takes no migration, and this one changes no row."""

    dependencies = [("outbox", "0003_who_comes")]

    operations = [
        migrations.AlterField(
            "channel",
            "kind",
            models.CharField(choices=mahjongclub.outbox.channels.registry.channel_choices, max_length=10),
        ),
    ]
