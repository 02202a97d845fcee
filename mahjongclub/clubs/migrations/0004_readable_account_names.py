from django.db import migrations, models

import mahjongclub.clubs.naming


class Migration(migrations.Migration):
    dependencies = [("clubs", "0003_wall_links")]

    operations = [
        migrations.AlterField(
            model_name="account",
            name="username",
            field=models.CharField(
                max_length=150,
                unique=True,
                validators=[mahjongclub.clubs.naming.well_formed_name],
                verbose_name="name",
            ),
        ),
    ]
