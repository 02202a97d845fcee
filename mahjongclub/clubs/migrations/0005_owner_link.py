from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0004_readable_account_names")]

    operations = [
        migrations.CreateModel(
            name="OwnerLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("expires_at", models.DateTimeField()),
            ],
        ),
    ]
