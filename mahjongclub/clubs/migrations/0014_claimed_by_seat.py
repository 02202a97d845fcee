from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0013_known_devices"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="claimed_by_seat",
            field=models.BooleanField(default=False),
        ),
    ]
