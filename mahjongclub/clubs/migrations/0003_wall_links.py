from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_accounts_and_clubs"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="wall_generation",
            field=models.PositiveSmallIntegerField(default=1),
        ),
    ]
