import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0044_since_when_they_are_here")]

    operations = [
        migrations.RemoveField(model_name="presence", name="here"),
        migrations.AlterField(
            model_name="presence",
            name="here_at",
            field=models.DateTimeField(blank=True, default=django.utils.timezone.now, null=True),
        ),
    ]
