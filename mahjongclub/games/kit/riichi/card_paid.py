"""The sections of riichi's rules card that the options turn: who pays whom what, and how a game is ranked."""

from __future__ import annotations

from mahjongclub.rules.kit.riichi.option_lists import ABORTS, DOUBLED, PAO_COVERS
from mahjongclub.rules.kit.riichi.options import Rules
from mahjongclub.rules.kit.riichi.value import LIMITS
from mahjongclub.rules.kit.sticks import STICK
from mahjongclub.rules.words import Text

from ..card import Section, starting_points_sentence, without_unused_sentences

USAGE = Text("Usual Japanese rules")
SEVERAL = Text("The club’s riichi rules, “Ron! Ron!”")

PAID = {
    "head_bump": Text(
        "If several rons are declared at once, the nearest in the order of play takes "
        "precedence. All others are void."
    ),
    "double": Text(
        "If two rons are declared at once, both are paid. Three rons abort the hand: nobody is paid."
    ),
    "triple": Text("If several rons are declared at once, all of them are paid."),
}
TWO_HONBA = {
    "nearest": Text("The honba are paid to the nearest winner alone."),
    "each": Text("The honba are paid to each winner."),
}
TWO_STICKS = {
    "nearest": Text("All riichi sticks go to the nearest winner."),
    "own_first": Text("Each winner gets their own riichi stick; the rest go to the nearest winner."),
}
AFTER_ABORT = {
    "stays": Text("After an aborted hand the dealer deals again."),
    "passes": Text("After an aborted hand the deal passes."),
}
COMPOSITE = {
    "whole": Text("The liable player also pays another yakuman in the same hand."),
    "that_yakuman": Text("Another yakuman in the same hand is paid as if there were no pao."),
}
PAO_HONBA = {
    "liable": Text("On a ron the liable player pays the honba."),
    "discarder": Text("On a ron the discarder pays the honba."),
}
OPEN_KAN = Text(
    "A player whose discard was claimed for a kan pays the hand whole if its replacement tile wins."
)
#: By `nagashi_as`.
NAGASHI_AS = {
    "draw": Text("Honba, sticks and the deal then go as after a draw."),
    "win": Text(
        "Nagashi mangan counts as a win: honba and sticks are paid with it, and the deal goes as after a win."
    ),
}
IPPATSU = {
    True: Text("Ippatsu counts: a win within one turn of riichi is a han."),
    False: Text("No ippatsu: a win within one turn of riichi is nothing more."),
}
URA_DORA = {
    True: Text("Ura dora count: with riichi, the tiles under the indicators too."),
    False: Text("No ura dora: the tiles under the indicators are nothing."),
}
KAN_DORA = {
    True: Text("A kan turns over another indicator."),
    False: Text("No kan dora: a kan turns over no other indicator."),
}
RENHOU = {
    "off": Text("Renhō, a ron before one’s first draw and any call, is worth nothing of its own."),
    "mangan": Text("Renhō, a ron before one’s first draw and any call, is a mangan, unless worth more."),
    "yakuman": Text("Renhō, a ron before one’s first draw and any call, is a yakuman."),
}
CHOMBO_LAST = {
    "replayed": Text("The hand is played again, even the last hand of the game."),
    "ends": Text("The hand is played again; in the last hand the game ends instead."),
}
COUNTED = {
    "yakuman": Text("13 han and more are a yakuman."),
    "sanbaiman": Text("13 han and more are a sanbaiman, no yakuman."),
}
ADDED_UP = {
    True: Text("Several yakuman in one hand add up."),
    False: Text("Several yakuman in one hand are paid as one."),
}
KIRIAGE = {
    True: Text("Kiriage: 30 fu 4 han and 60 fu 3 han are a mangan."),
    False: Text("No kiriage: 30 fu 4 han and 60 fu 3 han stay below a mangan."),
}
OPEN_TANYAO = {True: Text("Tanyao counts in an open hand too."), False: Text("Tanyao needs a closed hand.")}
BELOW_STICK = {
    True: Text("A player with less than 1,000 points may still declare riichi."),
    False: Text("A player with less than 1,000 points cannot declare riichi."),
}
LEFT_OVER = {
    "first": Text("Sticks left on the table at the end go to the leader."),
    "shared": Text("Sticks left on the table at the end go to the leader, shared and rounded down if tied."),
    "shared_whole": Text(
        "Sticks left on the table at the end go to the leader, shared if tied; what is left goes to the one "
        "nearest the first dealer."
    ),
    "lost": Text("Sticks left on the table at the end are nobody’s."),
}
TIES = {
    "split": Text("Equal scores share a place, its uma and its oka."),
    "seat": Text("Of equal scores the seat nearer the first dealer ranks first."),
    "seat_shared": Text(
        "Of equal scores the seat nearer the first dealer ranks first; uma and oka are shared."
    ),
}
#: What the leading dealer must have done, by `tenpai_yame`.
AFTER_TENPAI = {True: Text.at("the dealer", "wins or is in tenpai"), False: Text.at("the dealer", "wins")}
BUST = {
    "off": Text("The game goes on when a player is below zero."),
    "below_zero": Text("The game ends when a player is below zero."),
    "zero_or_below": Text("The game ends when a player has no points left: zero, or below."),
}


def several_winners_section(rules: Rules, book: Text) -> Section:
    """Who is paid of several who ron."""
    alone = rules.multi_ron == "head_bump"
    source = SEVERAL if alone else book
    return Section(
        "several",
        Text("Ron! Ron!"),
        source,
        without_unused_sentences(
            PAID[rules.multi_ron],
            None if alone else TWO_HONBA[rules.multi_honba],
            None if alone else TWO_STICKS[rules.multi_riichi],
        ),
    )


def draw_section(rules: Rules, book: Text) -> Section:
    """What is paid when nobody wins, and what aborts a hand."""
    aborts = [ABORTS[reason] for reason in rules.abortive if reason != "triple_ron"]
    return Section(
        "end",
        Text("When nobody wins"),
        book,
        (
            Text(
                "When only the 14 tiles of the dead wall are left and nobody has completed a hand, the hand "
                "is a draw."
            ),
            _noten(rules),
            Text(
                "Nagashi mangan: a river of terminals and honours alone, of which none was claimed, is paid "
                "like a self-drawn mangan, in place of tenpai."
            )
            if rules.nagashi
            else Text("A river of terminals and honours alone (nagashi mangan) is paid nothing."),
            *((NAGASHI_AS[rules.nagashi_as],) if rules.nagashi else ()),
            *(
                (
                    Text("These abort a hand, without a payment: {reasons}.", reasons=Text.listed(aborts)),
                    AFTER_ABORT[rules.abort_deal],
                )
                if aborts
                else (Text("Nothing aborts a hand: there are no abortive draws."),)
            ),
        ),
    )


def _noten(rules: Rules) -> Text:
    if not rules.noten_pool:
        return Text("Nothing is paid for tenpai at a draw.")
    return Text(
        "Players who are not in tenpai (noten) pay {pool} together, in equal parts, and those in "
        "tenpai share it. If all or none are in tenpai, nothing is paid.",
        pool=rules.noten_pool,
    )


def honba_and_sticks_section(rules: Rules, book: Text) -> Section:
    """What a honba and a riichi stick are worth, and who gets them."""
    return Section(
        "counters",
        Text("Honba and riichi sticks"),
        book,
        (
            Text(
                "A honba is laid beside the dealer after each hand that the dealer deals again and after "
                "every draw. A win by another player takes them all away."
            ),
            Text(
                "Each honba adds {honba} to a win: the discarder pays it on a ron, {each} each on a tsumo.",
                honba=rules.honba,
                each=rules.honba_from_each(),
            ),
            Text("A riichi costs a stick of {stick}, laid on the table until somebody wins.", stick=STICK)
            if rules.multi_ron != "head_bump" and rules.multi_riichi == "own_first"
            else Text(
                "A riichi costs a stick of {stick}, laid on the table. The next player who wins takes every "
                "stick.",
                stick=STICK,
            ),
            BELOW_STICK[rules.riichi_under_1000],
            LEFT_OVER[rules.leftover_sticks],
        ),
    )


def liability_section(rules: Rules, book: Text) -> Section:
    """What pao covers, who pays the honba with it, and what a renhō is worth."""
    lines: tuple[Text, ...] = ()
    if not rules.pao:
        lines = (Text("Nobody is liable for another player’s yakuman: there is no pao."),)
    yakuman = [PAO_COVERS[name] for name in rules.pao if name != "open_kan"]
    if yakuman:
        lines = (
            Text(
                "Pao, for {yakuman}: the player who feeds the last set pays the hand whole on a tsumo, and "
                "half of it on another player’s discard.",
                yakuman=Text.listed(yakuman),
            ),
            *((COMPOSITE[rules.pao_composite],) if rules.yakuman_add_up else ()),
            PAO_HONBA[rules.pao_honba],
        )
    if "open_kan" in rules.pao:
        lines += (OPEN_KAN,)
    return Section("pao", Text("Pao and renhō"), book, (*lines, RENHOU[rules.renhou]))


def chombo_section(rules: Rules, book: Text) -> Section:
    """What a chombo costs."""
    if rules.chombo == "off":
        line = Text("There is no chombo: nobody is fined for a fault.")
        return Section("chombo", Text("Chombo"), book, (line,))
    return Section(
        "chombo",
        Text("Chombo! Ron!"),
        Text("The club’s riichi rules, “Chombo! Ron!”") if rules.chombo == "mangan" else book,
        (
            _fine(rules),
            CHOMBO_LAST[rules.chombo_last],
            Text(
                "If one or several chombo (a severe penalty) fall together with a ron, the ron stands "
                "and the chombo are void."
            ),
        ),
    )


def _fine(rules: Rules) -> Text:
    if rules.chombo == "20000_after_uma":
        return Text(
            "A serious error (chombo), such as a false win, costs {points} points in the ranking, after uma.",
            points=rules.chombo_points,
        )
    from_dealer, from_other = rules.tsumo_shares(LIMITS["mangan"], False)
    _nobody, dealer_gives = rules.tsumo_shares(LIMITS["mangan"], True)
    return Text(
        "A serious error (chombo), such as a false win, pays the others a mangan: a dealer "
        "{dealer_gives} to each, another player {from_dealer} to the dealer and {from_other} to each "
        "other.",
        dealer_gives=dealer_gives,
        from_dealer=from_dealer,
        from_other=from_other,
    )


def value_section(rules: Rules, book: Text) -> Section:
    """What the options say of a hand's value."""
    doubled = [DOUBLED[name] for name in rules.double_yakuman] if rules.yakuman_add_up else []
    return Section(
        "values",
        Text("What a hand is worth"),
        book,
        without_unused_sentences(
            KIRIAGE[rules.kiriage_mangan],
            COUNTED[rules.kazoe],
            ADDED_UP[rules.yakuman_add_up],
            Text("Counted twice: {yakuman}.", yakuman=Text.listed(doubled)) if doubled else None,
            OPEN_TANYAO[rules.open_tanyao],
            IPPATSU[rules.ippatsu],
            URA_DORA[rules.ura_dora],
            KAN_DORA[rules.kan_dora],
            Text.counted("One five is red: a dora.", "{count} fives are red: a dora each.", rules.red_fives)
            if rules.red_fives
            else Text("No five is red."),
            Text(
                "A pair of the wind that is both seat and round wind is {double_wind_pair_fu} fu."
            ).with_options(rules),
        ),
    )


def start_and_end_section(rules: Rules, book: Text) -> Section:
    """What everybody starts with, when the game ends, and how it is ranked."""
    return Section(
        "ranking",
        Text("Start, end and ranking"),
        book,
        without_unused_sentences(
            starting_points_sentence(rules.starting_points),
            Text.counted(
                "One wind is played: East.", "{count} winds are played, from East on.", rules.rounds
            ),
            BUST[rules.bust],
            _agari_yame(rules),
            _extension(rules),
            Text(
                "At the end {points} count as zero, and every 1,000 above or below as one point.",
                points=rules.return_points,
            ),
            *_uma(rules),
            Text("Oka: the first place gets {oka} points more.", oka=rules.oka)
            if rules.oka
            else Text("No oka: the first place gets nothing more."),
            TIES[rules.ties],
            Text("The final points are whole: 500 is rounded down, 600 up.")
            if rules.rounding == "five_down"
            else None,
            Text(
                "A player who goes bust by a win pays its winner {points} points more.",
                points=rules.bust_bonus,
            )
            if rules.bust_bonus
            else None,
            Text(
                "Yakitori: a player who has not won a hand pays {points} points, shared by those who have.",
                points=rules.yakitori,
            )
            if rules.yakitori
            else None,
            Text("Each chip counts {points} points.", points=rules.chips) if rules.chips else None,
        ),
    )


def _agari_yame(rules: Rules) -> Text | None:
    if rules.agari_yame == "off":
        return None
    least = _target(rules) if rules.west_extension else rules.return_points
    earned = AFTER_TENPAI[rules.tenpai_yame]
    if rules.agari_yame == "asked":
        return Text(
            "Agari-yame: in the last hand a dealer who {earned}, and leads with {least} or more, may end the "
            "game.",
            earned=earned,
            least=least,
        )
    return Text(
        "Agari-yame: in the last hand a dealer who {earned}, and leads with {least} or more, ends the game.",
        earned=earned,
        least=least,
    )


def _target(rules: Rules) -> int:
    """The score that spares the extension round."""
    return rules.return_points if rules.extension_target is None else rules.extension_target


def _extension(rules: Rules) -> Text | None:
    if not rules.west_extension:
        return None
    return Text(
        "Where nobody has {target} after the last hand, one more round is played until somebody has.",
        target=_target(rules),
    )


def _uma(rules: Rules) -> tuple[Text, ...]:
    if not rules.floating_uma:
        if not any(rules.uma):
            return (Text("No uma: the places add nothing."),)
        return (Text("Uma, by place: {uma} points.", uma=signed_uma(rules.uma)),)
    floats = (rules.uma_one_floats, rules.uma_two_float, rules.uma_three_float)[: rules.seats - 1]
    if rules.float_line() != rules.starting_points:
        line = rules.float_line()
        return (
            *(
                Text.counted(
                    "Uma where one has {line} or more: {uma} points.",
                    "Uma where {count} have {line} or more: {uma} points.",
                    number,
                    line=line,
                    uma=signed_uma(uma),
                )
                for number, uma in enumerate(floats, start=1)
            ),
            Text("Where all or nobody have {line}, there is no uma.", line=line),
        )
    return (
        *(
            Text.counted(
                "Uma where one has the start or more: {uma} points.",
                "Uma where {count} have the start or more: {uma} points.",
                number,
                uma=signed_uma(uma),
            )
            for number, uma in enumerate(floats, start=1)
        ),
        Text("Where all or nobody have the start, there is no uma."),
    )


def signed_uma(uma: tuple[int, ...]) -> Text:
    """The points of the places: "+20, +10, −10, −20".

    >>> str(signed_uma((20, 0, -20)))
    '+20, 0, −20'
    """
    return Text.plain(", ".join(f"{points:+d}".replace("-", "−") if points else "0" for points in uma))
