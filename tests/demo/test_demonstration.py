"""`mahjongclub demo`: a scratch folder, one link that makes a visitor the organiser, nothing left behind."""

from __future__ import annotations

import pytest
from django.test import Client


@pytest.mark.django_db
def test_a_server_that_is_no_demonstration_has_no_such_link(client: Client) -> None:
    assert client.get("/demo/anything/").status_code == 404
