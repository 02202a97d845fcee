"""The environment, as a start reads it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import ROOT


def manage(data_dir: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py with nothing in its environment but what is given."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir), **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("said", "zone"),
    [
        ({"TZ": "Europe/Lisbon"}, "Europe/Lisbon"),
        ({"TZ": "Europe/Lisbon", "TIME_ZONE": "Asia/Tokyo"}, "Asia/Tokyo"),
        ({"TZ": "Etc/UTC"}, "UTC"),
        ({"TZ": "UTC0"}, "UTC"),
    ],
)
def test_the_time_zone_is_that_of_the_machine_where_no_other_is_said(
    tmp_path: Path, said: dict[str, str], zone: str
) -> None:
    show = "from django.conf import settings; print(settings.TIME_ZONE)"
    assert manage(tmp_path, "shell", "--command", show, **said).stdout.split()[-1] == zone


def test_what_is_wrong_is_the_last_line_of_what_was_started(tmp_path: Path) -> None:
    check = manage(tmp_path, "check", EMAIL_URL="http://user:hush@localhost")
    assert check.returncode != 0
    last_line = check.stderr.strip().splitlines()[-1]
    assert "EMAIL_URL" in last_line
    assert "hush" not in check.stderr
