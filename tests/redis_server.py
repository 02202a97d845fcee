"""A Redis of a test's own, which it may stop and start."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import free_port


class RedisServer:
    """A Redis on a free port of this machine that keeps nothing."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = {"bind": "127.0.0.1", "port": str(self.port), "save": "", "dir": str(self.directory)}
        command = [
            "redis-server",
            *(word for name, value in options.items() for word in (f"--{name}", value)),
        ]
        with (self.directory / "redis.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        for _try in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.05)
        raise AssertionError("Redis did not start")

    def stop(self) -> None:
        """Stop it at once, as a crash would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(timeout=10)
            self.process = None


@contextlib.contextmanager
def running_redis(directory: Path) -> Iterator[RedisServer]:
    """A running Redis; without the program, skip the test, or fail where CI is set."""
    if shutil.which("redis-server") is None:
        message = "NO TEST WITH REDIS RAN: install redis-server (on Debian: apt install redis-server)."
        if os.environ.get("CI", "").lower() in ("1", "true"):
            pytest.fail(message)
        pytest.skip(message)
    directory.mkdir(parents=True, exist_ok=True)
    server = RedisServer(directory)
    server.start()
    try:
        yield server
    finally:
        server.stop()
