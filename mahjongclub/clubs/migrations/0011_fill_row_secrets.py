from django.db import migrations

from mahjongclub.clubs.row_secrets import device_hash, new_secret, old_device_secret

CHUNK = 500


def fill(apps, schema_editor):
    """Every device and wall gets a secret; the cookies and links given out go on until they are changed."""
    devices, changed = apps.get_model("clubs", "Device").objects, []
    for device in devices.order_by("pk").iterator(CHUNK):
        device.secret_hash = device_hash(old_device_secret(device.pk, device.created_at))
        device.old_cookie = True
        changed.append(device)
    devices.bulk_update(changed, ["secret_hash", "old_cookie"], batch_size=CHUNK)
    for club in apps.get_model("clubs", "Club").objects.all():
        club.wall_secret = new_secret()
        club.save(update_fields=["wall_secret"])


class Migration(migrations.Migration):
    dependencies = [("clubs", "0010_row_secrets")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
