from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0013_house_rules_differ_in_every_script"),
    ]

    operations = [
        migrations.AddField(
            model_name="session",
            name="given",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="access",
            name="by_club",
            field=models.BooleanField(default=False),
        ),
    ]
