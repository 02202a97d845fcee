from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0014_given_to_a_club"),
    ]

    operations = [
        migrations.AddField(
            model_name="session",
            name="to_pay",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
