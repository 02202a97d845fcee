from django.db import migrations, models

from mahjongclub.clubs.row_secrets import new_secret


class Migration(migrations.Migration):
    dependencies = [("clubs", "0009_names_differ_in_every_script")]

    operations = [
        migrations.AddField(
            "device", "secret_hash", models.CharField(max_length=64, default="", editable=False)
        ),
        migrations.AddField("device", "old_cookie", models.BooleanField(default=False, editable=False)),
        migrations.AddField(
            "club", "wall_secret", models.CharField(max_length=32, default=new_secret, editable=False)
        ),
        migrations.AlterField(
            "club",
            "wall_generation",
            models.PositiveSmallIntegerField(null=True, default=None, editable=False),
        ),
    ]
