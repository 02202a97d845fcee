"""What a phone loads over the wire, of each game: `python -m tests.browser.weight` measures and prints it."""

from __future__ import annotations

from benchmarks.browser import TAPS, weigh
from tests.browser.alone import server_and_browser
from tests.browser.chromium import device_options
from tests.browser.opening import open_table

NAMES = {
    "riichi": ("Aiko", "Benoît", "Chen", "Dina"),
    "sanma": ("Aiko", "Benoît", "Chen"),
    "classical": ("Aiko", "Benoît", "Chen", "Dina"),
    "taiwanese": ("Aiko", "Benoît", "Chen", "Dina"),
    "hongkong": ("Aiko", "Benoît", "Chen", "Dina"),
    "american": ("Aiko", "Benoît", "Chen", "Dina"),
    "ten": ("Ten", "Akagi"),
    "six": ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou"),
}


def main() -> None:
    """Measure on a server and a database of its own."""
    with server_and_browser() as (server, browser):
        for variant, names in NAMES.items():
            context = browser.new_context(**device_options())
            page = context.new_page()
            open_table(page, variant, names, server.url)
            fresh = browser.new_context(**device_options())
            fresh.add_cookies(context.cookies())  # type: ignore[arg-type]
            tab = fresh.new_page()
            weight = weigh(tab, page.url, TAPS if variant == "riichi" else {})
            if variant == "riichi":
                for address, count in weight.requests.items():
                    print(f"{count:8,}  {address.removeprefix(server.url)}")
                for step, count in weight.updates.items():
                    print(f"{count:8,}  update: {step}")
            times = f"{len(weight.requests)} requests"
            print(f"{weight.first_load:8,}  first load of the {variant} table in {times}")
            print(f"{weight.behind:8,}  what comes once it stands")
            print(f"{weight.steps:8,}  the steps behind it")


if __name__ == "__main__":
    main()
