import django.db.models.deletion
from django.db import migrations, models

import mahjongclub.outbox.models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0033_penalty_kinds"), ("outbox", "0004_kinds_of_channels")]

    operations = [
        migrations.CreateModel(
            name="EntryMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", mahjongclub.outbox.models.Sealed()),
                ("language", models.CharField(max_length=10)),
                ("agreed_at", models.DateTimeField(auto_now_add=True)),
                ("told", models.CharField(blank=True, default="", max_length=60)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "entrant",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mail",
                        to="leagues.entrant",
                    ),
                ),
            ],
        ),
    ]
