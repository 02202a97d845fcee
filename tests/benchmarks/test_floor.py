"""The floor that recording is measured against: there for the bench, and nowhere else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.urls import Resolver404, resolve

from benchmarks import floor
from benchmarks.tables import new_device, open_table
from mahjongclub.tables.models import Hand

pytestmark = pytest.mark.django_db

OUTCOME = {"type": "draw", "tenpai": [0, 1, 2, 3]}
FORM = {"draft": json.dumps(OUTCOME), "played": 0, "version": 0, "key": str(uuid4())}


def test_the_app_has_no_floor() -> None:
    device, cookie = new_device()
    path = f"/bench/floor/{open_table(device).code}/"
    assert settings.ROOT_URLCONF == "mahjongclub.urls"
    with pytest.raises(Resolver404):
        resolve(path)
    client = Client()
    client.cookies["device"] = cookie.partition("=")[2]
    assert client.post(path, FORM).status_code == 404
    assert not Hand.objects.exists()


def test_the_floor_checks_access_stores_a_hand_and_answers_with_what_it_is_given(
    tmp_path: Path, settings: Any
) -> None:
    settings.ROOT_URLCONF = "benchmarks.floor"
    settings.DATA_DIR = tmp_path
    (tmp_path / floor.BODY).write_bytes(b"as many bytes")
    floor._body.cache_clear()
    device, cookie = new_device()
    path = f"/bench/floor/{open_table(device).code}/"
    stranger = Client()
    assert stranger.post(path, FORM).status_code == 404
    client = Client()
    client.cookies["device"] = cookie.partition("=")[2]
    answer = client.post(path, FORM)
    assert (answer.status_code, answer.content) == (200, b"as many bytes")
    assert Hand.objects.values_list("number", "outcome", "result").get() == (1, OUTCOME, {})
    floor._body.cache_clear()
