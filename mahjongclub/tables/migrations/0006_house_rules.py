import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0005_sessions_of_a_club"),
    ]

    operations = [
        migrations.CreateModel(
            name="HouseRules",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(max_length=20)),
                ("preset", models.CharField(max_length=40)),
                ("name", models.CharField(max_length=80)),
                ("rules", models.JSONField()),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="house_rules",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "ordering": ["variant", "name"],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("club"),
                        models.F("variant"),
                        django.db.models.functions.text.Lower("name"),
                        name="one_house_rules_per_name",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="house_rules_have_a_name"
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="session",
            name="house_rules",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="sessions",
                to="tables.houserules",
            ),
        ),
    ]
