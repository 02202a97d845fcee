import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_wall_links"),
        ("tables", "0004_all_agree"),
    ]

    operations = [
        migrations.AddField(
            model_name="session",
            name="club",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="sessions",
                to="clubs.club",
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="evening",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="sessions",
                to="clubs.evening",
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="on_paper",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
