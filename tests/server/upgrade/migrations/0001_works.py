from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.CreateModel("Novelty", [("id", models.BigAutoField(primary_key=True))]),
    ]
