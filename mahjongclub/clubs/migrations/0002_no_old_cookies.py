from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("clubs", "0001_initial")]
    operations = [migrations.RemoveField("device", "old_cookie")]
