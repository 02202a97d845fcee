import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_wall_links"),
        ("tables", "0006_house_rules"),
    ]

    operations = [
        migrations.CreateModel(
            name="EveningClock",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("minutes", models.PositiveSmallIntegerField()),
                ("alarms", models.JSONField(blank=True, default=list)),
                ("hides", models.BooleanField(default=True)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("deadline", models.DateTimeField(blank=True, null=True)),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                ("pause_reason", models.CharField(blank=True, max_length=200)),
                (
                    "evening",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="clock", to="clubs.evening"
                    ),
                ),
            ],
            options={"abstract": False},
        ),
    ]
