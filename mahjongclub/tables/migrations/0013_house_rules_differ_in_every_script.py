from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0012_fill_house_rules_keys")]

    operations = [
        migrations.RemoveConstraint("houserules", "one_house_rules_per_name"),
        migrations.AddConstraint(
            "houserules",
            models.UniqueConstraint(fields=["club", "variant", "name_key"], name="one_house_rules_per_name"),
        ),
    ]
