"""The server is killed between sending a message and noting that it was sent: none is lost."""

from __future__ import annotations

import signal
import threading
import time
from datetime import date, timedelta
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from tests.http_phone import owner
from tests.serving import running_server

from ..receiver import receiving

PASSWORD = "seventeen-tiles-and-a-rose"


def test_a_message_on_its_way_as_the_server_dies_is_sent_again_under_its_name(tmp_path: Path) -> None:
    with receiving() as receiver, running_server(tmp_path / "data", TELL_THIS_MACHINE="true") as server:
        phone = owner(server)
        form = {"address": receiver.url, "events": "evening", "language": "en"}
        assert phone.post("/c/arras/channels/new/json/", form).status == 302
        dead = threading.Event()

        def hold(request: BaseHTTPRequestHandler) -> None:
            dead.wait(30)

        receiver.before = hold
        began = time.monotonic()
        planned = phone.post(
            "/c/arras/evenings/new/", {"date": str(date.today() + timedelta(days=9)), "name": "Kings"}
        )
        assert planned.status == 302, planned.text
        receiver.wait_for(1)
        assert time.monotonic() - began < 5, "who writes wakes who sends"
        receiver.before = lambda request: None
        server.restart(signal.SIGKILL)
        dead.set()
        first, second = receiver.wait_for(2)
        assert first.headers["webhook-id"] == second.headers["webhook-id"]
        assert second.json["data"]["evenings"][0]["name"] == "Kings"
        for _look in range(50):
            if 'class="chip good"' in (shown := phone.get("/c/arras/channels/").text):
                break
            time.sleep(0.1)
        assert "answered 200" in shown
        assert len(receiver.came) == 2
