"""Draw the tile set: `python tools/draw_tiles.py > static/tiles/tiles.svg`, and with `winds` winds.svg.

One sprite of symbols, 60 by 80 units, named in the notation of the game record: 1m-9m, 1p-9p, 1s-9s, 1z-7z,
the red fives 0m 0p 0s, the flowers f1-f4, the seasons g1-g4, the joker j1 and back. Every tile carries an
index in its corner and every motif is drawn in strokes of our own, so that no font decides whether a tile can
be read. Nothing is told by colour alone: a red five has its index in a filled disc.
"""

import sys

INK, RED, GREEN, BLUE = "#1d2320", "#b3241b", "#17653f", "#1b4f8f"

# Characters as the strokes of a brush, in a square of 100.
STROKES = {
    "1": "M10 50H90",
    "2": "M20 26H80M8 78H92",
    "3": "M18 18H82M25 50H75M8 84H92",
    "4": "M14 18H86V86H14ZM40 18Q40 50 24 64M60 18V52Q60 60 76 60",
    "5": "M14 14H86M46 14L34 86M20 46H74L68 86M6 86H94",
    "6": "M50 6V26M8 36H92M36 54Q28 76 10 92M62 54Q74 72 90 92",
    "7": "M8 52L92 38M42 10V76Q42 88 56 88H90V74",
    "8": "M38 18Q34 62 8 88M56 14Q66 66 94 88",
    "9": "M12 36H68V76Q68 88 80 88H94V72M40 10Q42 64 8 90",
    "man": "M8 16H92M38 46H80Q78 78 70 88Q64 92 52 86M42 16Q42 66 10 92",
    "E": "M10 20H90M20 36H80V66H20ZM20 51H80M50 4V98M46 68Q34 84 8 92M54 68Q68 84 92 92",
    "S": "M12 20H88M50 4V36M14 96V36H86V88Q84 96 72 93M36 44L42 54M64 44L58 54M30 60H70M28 75H72M50 60V94",
    "W": "M6 14H94M16 36H84V92H16ZM40 14V40Q40 58 28 66M60 14V56Q60 64 72 64",
    "N": "M38 8V94M10 36H38M6 82L38 68M62 8V76Q62 90 74 90H94V74M90 28Q78 42 62 46",
    "F": "M14 12H40Q34 34 6 46M18 26L28 34M60 4Q66 28 94 44M86 10L72 22M96 24L82 33"
    "M14 54H40V66H16V78H42Q42 96 30 94M60 52V60Q58 68 50 72M60 52H78V64Q78 70 90 69"
    "M54 78H84Q76 92 52 97M60 80Q72 94 94 97",
    "C": "M14 28H86V64H14ZM50 2V98",
}

CIRCLES: dict[str, list[tuple[float, float, float]]] = {
    "2": [(30, 34, 11), (30, 62, 11)],
    "3": [(17, 33, 8.5), (30, 49, 8.5), (43, 65, 8.5)],
    "4": [(18, 35, 10), (42, 35, 10), (18, 63, 10), (42, 63, 10)],
    "5": [(16, 33, 8.5), (44, 33, 8.5), (30, 49, 8.5), (16, 65, 8.5), (44, 65, 8.5)],
    "6": [(x, y, 8) for y in (31, 49, 67) for x in (19, 41)],
    "7": [(15, 27, 6.2), (30, 33, 6.2), (45, 39, 6.2), *((x, y, 6.8) for y in (54, 69) for x in (19, 41))],
    "8": [(x, y, 6.4) for y in (27, 41.5, 56, 70.5) for x in (20, 40)],
    "9": [(x, y, 6.8) for y in (32, 50, 68) for x in (14, 30, 46)],
}

# Rods: centre x, top, length.
RODS: dict[str, list[tuple[float, float, float]]] = {
    "2": [(30, 22, 25), (30, 51, 25)],
    "3": [(30, 22, 25), (18, 51, 25), (42, 51, 25)],
    "4": [(18, 22, 25), (42, 22, 25), (18, 51, 25), (42, 51, 25)],
    "5": [(14, 22, 25), (46, 22, 25), (30, 36, 26), (14, 51, 25), (46, 51, 25)],
    "6": [(x, y, 25) for y in (22, 51) for x in (14, 30, 46)],
    "7": [(30, 6, 20), *((x, y, 21) for y in (29, 54) for x in (14, 30, 46))],
    "8": [(x, y, 16) for y in (23, 60) for x in (14, 30, 46)] + [(21, 41.5, 16), (39, 41.5, 16)],
    "9": [(x, y, 16) for y in (23, 41.5, 60) for x in (14, 30, 46)],
}

BIRD = (
    f'<g fill="none" stroke-width="3.4"><path stroke="{GREEN}" '
    'd="M30 52Q20 60 12 74M31 54Q28 64 27 75M33 54Q38 64 43 74"/>'
    f'<path stroke="{RED}" d="M40 26L46 19M36 24L38 16"/></g>'
    f'<path fill="{GREEN}" d="M18 44Q20 32 34 31L46 33Q44 55 30 56Q20 55 18 44Z"/>'
    f'<circle cx="41" cy="30" r="8" fill="{RED}"/><path fill="{INK}" d="M48 27L57 31L48 33Z"/>'
    '<circle cx="42.5" cy="28.5" r="2" fill="#fff"/>'
    '<path fill="#fffdf6" d="M22 44Q30 36 38 42Q33 51 22 44Z"/>'
)

PICTURES = {
    "f1": (RED, "M30 50m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", 5, "ellipse"),
    "f2": (BLUE, "M30 75V52M30 70Q16 66 12 50M30 70Q44 66 48 50", 3, "blade"),
    "f3": ("#8a5a00", "", 10, "blade"),
    "f4": (GREEN, "M24 75V26M24 60H20M24 44H28M38 75V34M38 62H42", 0, ""),
}
SEASONS = {
    "g1": (GREEN, "M30 75V44M30 56Q12 56 12 36Q30 36 30 56M30 48Q48 46 47 28Q31 29 30 48"),
    "g2": (
        RED,
        "M30 50m-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0M30 34V25M30 66V75M14 50H7M46 50H53"
        "M19 39L13 33M41 61L47 67M41 39L47 33M19 61L13 67",
    ),
    "g3": ("#8a5a00", "M20 74L26 66M26 66Q12 46 46 24Q56 56 26 66ZM26 66L39 40"),
    "g4": (
        BLUE,
        "M30 24V76M8 37L52 63M52 37L8 63M24 28L30 34L36 28M24 72L30 66L36 72"
        "M10 45L17 42L15 35M50 55L43 58L45 65M50 45L43 42L45 35M10 55L17 58L15 65",
    ),
}


def number(value: float) -> str:
    """Return a coordinate without a needless point."""
    return f"{value:.4g}"


def brush(character: str, x: float, y: float, size: float, colour: str, width: float = 11) -> str:
    """Return a character drawn in strokes, its upper left corner at (x, y)."""
    return (
        f'<path d="{STROKES[character]}" transform="translate({number(x)} {number(y)}) '
        f'scale({number(size / 100)})" '
        f'fill="none" stroke="{colour}" stroke-width="{number(width)}"/>'
    )


def circle(x: float, y: float, radius: float, colour: str) -> str:
    """Return one coin: a ring around a disc."""
    ring = radius * 0.74
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(ring)}" fill="none" stroke="{colour}" '
        f'stroke-width="{number(radius * 0.52)}"/><circle cx="{number(x)}" cy="{number(y)}" '
        f'r="{number(radius * 0.22)}" fill="{colour}"/>'
    )


def rod(x: float, top: float, length: float, colour: str) -> str:
    """Return one bamboo rod: two joints with a node between."""
    half = length / 2
    return (
        f'<path d="M{number(x)} {number(top + 3.5)}v{number(half - 6)}M{number(x)} {number(top + half + 2.5)}'
        f'v{number(half - 6)}" stroke="{colour}" stroke-width="7"/>'
        f'<path d="M{number(x - 4.5)} {number(top + half)}h9" stroke="{colour}" stroke-width="2"/>'
    )


def blossom(petals: int, shape: str, colour: str) -> str:
    """Return petals around the middle of the tile."""
    petal = {
        "ellipse": f'<ellipse cx="30" cy="38" rx="7" ry="8.5" fill="{colour}"/>',
        "blade": f'<path d="M30 46Q25 34 30 26Q35 34 30 46" fill="{colour}"/>',
    }.get(shape, "")
    turns = [index * 360 / petals for index in range(petals)] if petals > 3 else [-42, 0, 42][:petals]
    return "".join(f'<g transform="rotate({number(turn)} 30 50)">{petal}</g>' for turn in turns)


def index(text: str, colour: str, red_five: bool = False) -> str:
    """Return the corner index; the one of a red five stands in a filled disc."""
    disc = f'<circle cx="13" cy="14" r="10.5" fill="{colour}"/>' if red_five else ""
    return (
        f'{disc}<text x="13" y="20.5" font-size="18" font-weight="700" text-anchor="middle" '
        f'font-family="system-ui,sans-serif" fill="{"#fff" if red_five else colour}">{text}</text>'
    )


def below_index(picture: str) -> str:
    """Return a suit's picture drawn a little smaller, clear of the corner."""
    return f'<g transform="translate(5 10) scale(.87)">{picture}</g>'


def symbol(name: str, picture: str) -> str:
    """Return a tile's face under its name."""
    return (
        f'<symbol id="{name}" viewBox="0 0 60 80" stroke-linecap="round" '
        f'stroke-linejoin="round"><rect x="1" y="1" width="58" height="78" rx="8" fill="#fffdf6" '
        f'stroke="#6f776f" stroke-width="2"/>{picture}</symbol>'
    )


def suit_tiles() -> list[str]:
    """Return the three suits with their red fives."""
    tiles = []
    for face in "1234567890":
        rank, red = ("5", True) if face == "0" else (face, False)
        numeral, accent = (RED, RED) if red else (INK, RED)
        character = brush(rank, 25, 9, 29, numeral, 13) + brush("man", 14, 41, 34, accent, 12)
        tiles.append(symbol(f"{face}m", index(rank, numeral, red) + character))

        if rank == "1":
            ring = f'<circle cx="30" cy="48" r="10" fill="none" stroke="{BLUE}" stroke-width="4"/>'
            coins = circle(30, 48, 23, RED) + ring
        else:
            middle = len(CIRCLES[rank]) // 2 if rank in "359" else -1
            coins = "".join(
                circle(*coin, RED if red or place == middle else BLUE)
                for place, coin in enumerate(CIRCLES[rank])
            )
        tiles.append(symbol(f"{face}p", index(rank, RED if red else BLUE, red) + below_index(coins)))

        if rank == "1":
            bamboo = BIRD
        else:
            special = {"5": 2, "7": 0}.get(rank, -1)
            bamboo = "".join(
                rod(*one, RED if red or place == special else GREEN) for place, one in enumerate(RODS[rank])
            )
        tiles.append(symbol(f"{face}s", index(rank, RED if red else GREEN, red) + below_index(bamboo)))
    return tiles


def honour_tiles() -> list[str]:
    """Return winds and dragons; their index is the letter players know: E S W N, P F C."""
    tiles = [
        symbol(f"{face}z", index(wind, INK) + brush(wind, 9, 26, 44, INK, 10))
        for face, wind in enumerate("ESWN", 1)
    ]
    frame = (
        f'<rect x="12" y="27" width="36" height="44" rx="3" fill="none" stroke="{BLUE}" stroke-width="4"/>'
        f'<rect x="18" y="33" width="24" height="32" rx="1" fill="none" stroke="{BLUE}" stroke-width="1.5"/>'
    )
    tiles.append(symbol("5z", index("P", BLUE) + frame))
    tiles.append(symbol("6z", index("F", GREEN) + brush("F", 8, 26, 46, GREEN, 8.5)))
    tiles.append(symbol("7z", index("C", RED) + brush("C", 9, 25, 46, RED, 12)))
    return tiles


def bonus_tiles() -> list[str]:
    """Return flowers (plum, orchid, chrysanthemum, bamboo) and seasons, numbered from East's."""
    tiles = []
    for name, (colour, lines, petals, shape) in PICTURES.items():
        line_colour = "#fffdf6" if name == "f1" else colour
        drawing = blossom(petals, shape, colour) if petals else ""
        if lines:
            drawing += f'<path d="{lines}" fill="none" stroke="{line_colour}" stroke-width="4"/>'
        tiles.append(symbol(name, index(name[1], colour) + drawing))
    for name, (colour, lines) in SEASONS.items():
        drawing = f'<path d="{lines}" fill="none" stroke="{colour}" stroke-width="3.4"/>'
        tiles.append(symbol(name, index(name[1], colour) + drawing))
    return tiles


def joker_tile() -> str:
    """Return the joker: a cap with three bells."""
    cap = (
        f'<path d="M18 62Q12 42 8 36Q20 34 25 46Q24 34 30 28Q36 34 35 46Q40 34 52 36Q48 42 42 62Z" '
        f'fill="{RED}"/><path d="M17 68H43" stroke="{GREEN}" stroke-width="6"/>'
    )
    bells = "".join(
        f'<circle cx="{x}" cy="{y}" r="4" fill="{BLUE}"/>' for x, y in ((8, 36), (30, 27), (52, 36))
    )
    return symbol("j1", index("J", RED) + cap + bells)


def sprite() -> str:
    """Return the whole sprite."""
    back = (
        '<symbol id="back" viewBox="0 0 60 80"><rect x="1" y="1" width="58" height="78" rx="8" '
        'fill="#1f5c47" stroke="#6f776f" stroke-width="2"/><path '
        'd="M30 14L48 40L30 66L12 40ZM30 26L40 40L30 54L20 40Z" '
        'fill="none" stroke="#f4f1e4" stroke-width="3"/></symbol>'
    )
    tiles = [*suit_tiles(), *honour_tiles(), *bonus_tiles(), joker_tile(), back]
    body = "\n".join(tiles)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


def winds() -> str:
    """Return the four winds alone, in the colour of the text around them: small enough for a first load."""
    body = "\n".join(
        f'<symbol id="{wind}" viewBox="0 0 100 102"><path d="{STROKES[wind]}"/></symbol>' for wind in "ESWN"
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


if __name__ == "__main__":
    sys.stdout.write(winds() if sys.argv[1:] == ["winds"] else sprite())
