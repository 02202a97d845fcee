import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0029_forms_sent_once"),
        ("leagues", "0029_desk_of_every_round"),
    ]

    operations = [
        migrations.AddField(
            model_name="book",
            name="stamp",
            field=models.CharField(blank=True, max_length=16),
        ),
        migrations.CreateModel(
            name="SeasonGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("place", models.PositiveSmallIntegerField()),
                ("value", models.BigIntegerField()),
                ("tenths", models.BigIntegerField()),
                (
                    "appearance",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="season_game",
                        to="leagues.appearance",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.player"
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["season", "player", "value", "tenths", "place"], name="season_adds_up"
                    ),
                    models.Index(fields=["season", "day"], name="season_by_evening"),
                ],
            },
        ),
    ]
