from django.db import migrations, models

from mahjongclub.clubs.row_secrets import new_secret


class Migration(migrations.Migration):
    dependencies = [("clubs", "0012_row_secrets_differ"), ("exchange", "0002_origins_and_uploads")]

    operations = [
        migrations.AddField(
            "calendarlink", "secret", models.CharField(max_length=32, default=new_secret, editable=False)
        ),
        migrations.AlterField(
            "calendarlink",
            "generation",
            models.PositiveIntegerField(null=True, default=None, editable=False),
        ),
    ]
