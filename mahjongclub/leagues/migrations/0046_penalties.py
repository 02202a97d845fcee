import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import mahjongclub.rounds.penalties.kinds


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0029_forms_sent_once"),
        ("leagues", "0045_here_or_not"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Penalty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(blank=True, null=True)),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "kind",
                    models.CharField(
                        choices=mahjongclub.rounds.penalties.kinds.kind_choices,
                        default="points",
                        max_length=20,
                    ),
                ),
                ("tenths", models.IntegerField()),
                ("reason", models.CharField(max_length=200)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "competition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="penalties",
                        to="leagues.competition",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "place",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="penalties",
                        to="leagues.place",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="penalties",
                        to="clubs.player",
                    ),
                ),
            ],
            options={"db_table": "rounds_penalty", "ordering": ["day", "pk"]},
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="a_penalty_has_a_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind", "points"), ("tenths", 0), _negated=True),
                name="a_penalty_changes_something",
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("day__isnull", False),
                        ("place", None),
                        ("player__isnull", False),
                        ("round_number", None),
                    ),
                    models.Q(("day", None), ("place__isnull", False), ("player", None)),
                    _connector="OR",
                ),
                name="a_penalty_is_a_players_or_a_places",
            ),
        ),
    ]
