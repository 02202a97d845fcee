"""What a phone loads over the wire, of each game: `python -m tests.browser.weight` measures and prints it."""

from __future__ import annotations

from mahjongclub.bench.weighing import weigh, weigh_first_load
from tests.browser.alone import server_and_browser
from tests.browser.chromium import device_options
from tests.browser.screens import start_table

NAMES = {
    "riichi": ("Aiko", "Benoît", "Chen", "Dina"),
    "classical": ("Aiko", "Benoît", "Chen", "Dina"),
    "taiwanese": ("Aiko", "Benoît", "Chen", "Dina"),
    "ten": ("Ten", "Akagi"),
    "six": ("Aiko", "Benoît", "Chen", "Dina", "Emil", "Fatou"),
}


def main() -> None:
    """Measure on a server and a database of its own."""
    with server_and_browser() as (server, browser):
        for variant, names in NAMES.items():
            context = browser.new_context(**device_options())
            page = context.new_page()
            start_table(page, server.url, variant, names)
            fresh = browser.new_context(**device_options())
            fresh.add_cookies(context.cookies())  # type: ignore[arg-type]
            tab = fresh.new_page()
            if variant == "riichi":
                weight = weigh(tab, page.url)
                for address, count in weight.requests.items():
                    print(f"{count:8,}  {address.removeprefix(server.url)}")
                for step, count in weight.updates.items():
                    print(f"{count:8,}  update: {step}")
                total = weight.first_load
            else:
                total = sum(weigh_first_load(tab, page.url).values())
            print(f"{total:8,}  first load of the {variant} table")


if __name__ == "__main__":
    main()
