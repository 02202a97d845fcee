from django.db import migrations, models

from mahjongclub.clubs.row_secrets import nobodys_hash


class Migration(migrations.Migration):
    dependencies = [("clubs", "0011_fill_row_secrets")]

    operations = [
        migrations.AlterField(
            "device",
            "secret_hash",
            models.CharField(max_length=64, unique=True, default=nobodys_hash, editable=False),
        ),
    ]
