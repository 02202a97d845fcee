import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0029_forms_sent_once"),
        ("leagues", "0039_drop_matches"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="competition",
            name="a_competition_has_one_owner",
        ),
        migrations.RemoveConstraint(
            model_name="seat",
            name="a_seat_is_somebodys",
        ),
        migrations.AddField(
            model_name="bye",
            name="place",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="byes",
                to="leagues.place",
            ),
        ),
        migrations.AddField(
            model_name="competition",
            name="tournament",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="competition",
                to="leagues.tournament",
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="closed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="opened_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="published_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="shown_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="place",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="drawn",
                to="leagues.place",
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="code_from",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AlterField(
            model_name="bye",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="byes",
                to="clubs.player",
            ),
        ),
        migrations.AddConstraint(
            model_name="bye",
            constraint=models.UniqueConstraint(
                fields=("round", "place"), name="no_place_sits_out_twice_in_a_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="bye",
            constraint=models.CheckConstraint(
                condition=models.Q(("place__isnull", False), ("player__isnull", False), _connector="OR"),
                name="a_bye_is_somebodys",
            ),
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("evening__isnull", False), ("season", None), ("tournament", None)),
                    models.Q(("evening", None), ("season__isnull", False), ("tournament", None)),
                    models.Q(("evening", None), ("season", None), ("tournament__isnull", False)),
                    _connector="OR",
                ),
                name="a_competition_has_one_owner",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("team__isnull", False),
                    ("player__isnull", False),
                    ("place__isnull", False),
                    _connector="OR",
                ),
                name="a_seat_is_somebodys",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("table", "place"), name="one_seat_per_place_of_a_table"
            ),
        ),
    ]
