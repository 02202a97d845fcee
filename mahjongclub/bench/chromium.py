"""Finding the system's Chromium, and the devices it plays."""

import shutil
from typing import Any

LAUNCH_ARGUMENTS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = (390, 844)


def find_chromium() -> str | None:
    """Return the path of an installed Chromium or Chrome, or None."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for path in map(shutil.which, names) if path), None)


def device_options(
    size: tuple[int, int] = PHONE,
    *,
    language: str = "en",
    dark: bool = False,
    javascript: bool = True,
    touch: bool = True,
    workers: bool = False,
) -> dict[str, Any]:
    """Return the browser context options of a device: width and height in CSS pixels, and its wishes.

    `workers` lets it keep pages for when there is no network; their requests would blur what others measure.
    """
    width, height = size
    return {
        "viewport": {"width": width, "height": height},
        "screen": {"width": width, "height": height},
        "is_mobile": touch,
        "has_touch": touch,
        "locale": language,
        "color_scheme": "dark" if dark else "light",
        "java_script_enabled": javascript,
        "reduced_motion": "reduce",
        "service_workers": "allow" if workers else "block",
    }
