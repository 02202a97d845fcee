"""Stopping the real server while phones listen."""

import http.client
import signal
from pathlib import Path

import pytest
from django.core.signing import Signer

from mahjongclub.live.publishing import SALT
from tests.serving import running_server
from tests.waiting import within


# test_redis.py stops by the other
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_an_open_stream_does_not_hold_the_server_back(tmp_path: Path, stop: signal.Signals) -> None:
    with running_server(tmp_path, SECRET_KEY="a key for this test alone") as server:
        token = Signer(key="a key for this test alone", salt=SALT).sign("abc:viewer")
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        connection.request("GET", f"/live/abc?token={token}")
        stream = connection.getresponse()
        assert stream.status == 200
        assert server.interrupt(stop) < within(3_000) / 1000
        stream.close()
        connection.close()
        assert "Traceback" not in server.log.read_text()
