"""What the pages of files and the support are sent."""

from __future__ import annotations

import json

from django.contrib.contenttypes.models import ContentType
from django.core.files.uploadedfile import SimpleUploadedFile

from ..asks import Ask, plain
from ..hall import NAMES


def game_file() -> SimpleUploadedFile:
    record = {"format": 1, "variant": "riichi", "players": NAMES, "hands": [], "closed": True}
    return SimpleUploadedFile("game.json", json.dumps(record).encode())


NEW_PASSWORD = {
    "password1": "a wall of four winds",
    "password2": "a wall of four winds",
    "usable_password": "true",
}

#: nothing in the list of memberships that stands on the page
INLINE = {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0", "_save": "Save"}


#: by address
CASES: dict[str, list[Ask]] = {
    # files
    "c/<slug:slug>/calendar/": [plain(new="1")],
    "c/<slug:slug>/players/file/": [
        Ask(fields=lambda hall, who: {"file": SimpleUploadedFile("new.csv", b"Name;Club\nZoe;A\nYan;B")})
    ],
    "c/<slug:slug>/import/": [Ask(fields=lambda hall, who: {"chosen": [game_file()]})],
    "c/<slug:slug>/import/<uuid:upload>/": [plain(keep="1")],
    # support
    "admin/r/<path:content_type_id>/<path:object_id>/": [
        Ask(
            things=lambda hall: {
                "content_type_id": ContentType.objects.get_for_model(type(hall.club)).pk,
                "object_id": hall.club.pk,
            }
        )
    ],
    "admin/autocomplete/": [
        Ask(
            query=lambda hall, who: {
                "app_label": "clubs",
                "model_name": "player",
                "field_name": "account",
                "term": "",
            }
        )
    ],
    "admin/clubs/account/<id>/password/": [
        Ask(
            "of an account",
            fields=lambda hall, who: NEW_PASSWORD,
            things=lambda hall: {"id": hall.accounts["member"].pk},
        ),
        Ask(
            "of the installation's owner",
            fields=lambda hall, who: NEW_PASSWORD,
            things=lambda hall: {"id": hall.accounts["installer"].pk},
        ),
    ],
    "admin/clubs/account/<path:object_id>/change/": [
        Ask(
            "shut",
            fields=lambda hall, who: {"username": "member", **INLINE},
            things=lambda hall: {"object_id": hall.accounts["member"].pk},
        ),
        Ask(
            "made staff and owner",
            fields=lambda hall, who: {
                "username": "member",
                "is_active": "on",
                "is_staff": "on",
                "is_superuser": "on",
                **INLINE,
            },
            things=lambda hall: {"object_id": hall.accounts["member"].pk},
            methods=("POST",),
        ),
        Ask(
            "the installation's owner, shut",
            fields=lambda hall, who: {"username": "renamed", **INLINE},
            things=lambda hall: {"object_id": hall.accounts["installer"].pk},
        ),
    ],
    "admin/clubs/club/<path:object_id>/change/": [
        Ask(fields=lambda hall, who: {"name": "Six Winds", "visibility": "private", **INLINE})
    ],
    "admin/clubs/player/<path:object_id>/change/": [
        Ask("", fields=lambda hall, who: {"name": "Aïko", **INLINE}),
    ],
}
