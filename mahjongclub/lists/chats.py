"""Messages copied or exported from a chat: whom they name, and who wrote them.

A sender and a moment are no part of a name. Who writes "I'm in" means themselves; "+1" is mostly a guest
whose name does not stand there, and somebody says who it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .answers import begins_with_no, is_declining_line, phrases_of
from .headings import PARTICLES, plain_text

#: so many letters of a message are looked at
LONGEST_MESSAGE = 300
#: a message that names more people is a text
MOST_NAMED = 12
#: words of a name in a message
MOST_WORDS = 4
#: signs of the direction of writing that chats put before lines and names
UNSEEN = re.compile("[\ufeff\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_TIME = r"[0-9]{1,2}[:.h][0-9]{2}(?:[:.][0-9]{2})?(?:\s?[ap]\.?\s?m\.?)?"
_EAST_TIME = rf"(?:(?:오전|오후|上午|下午|午前|午後)\s?)?{_TIME}"
_DATE = (
    r"(?:[0-9]{1,4}[./-]\s?[0-9]{1,2}[./-]\s?[0-9]{1,4}\.?|[0-9]{1,2}\.?\s[^\W\d_]{3,12}\.?,?\s[0-9]{2,4}"
    r"|[^\W\d_]{3,12}\.?\s[0-9]{1,2},?\s[0-9]{4}|[0-9]{4}年[0-9]{1,2}月[0-9]{1,2}日)"
)
_AT = r"(?:,?\s+(?:at|à|um|om|kl\.?|o|a\sles|alle|às|в|о)\s+|[,、]?\s+|,\s*)"
_MOMENT = rf"(?:{_DATE}{_AT}{_EAST_TIME}|{_EAST_TIME}{_AT}{_DATE})"
_LATELY = (
    r"(?:today|yesterday|aujourd['’]hui|hier|heute|gestern|vandaag|gisteren|oggi|ieri|hoy|ayer|hoje|ontem|dzisiaj|"
    r"dziś|wczoraj|i\s?dag|i\s?går|idag|igår|tänään|eilen|dnes|včera|ma|tegnap|сегодня|вчера|сьогодні|вчора|σήμερα|"
    r"χθες|bugün|dün|今日|昨日|今天|昨天|오늘|어제)"
)
_SENDER = r"(?P<sender>[^:;|\[\]\n\t]{1,60}?)"
#: how a message begins: WhatsApp, Telegram, Signal, Discord, Slack, KakaoTalk, WeChat
BEGINNINGS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^\[{_MOMENT}\]\s*(?:-\s*)?{_SENDER}\s*:(?:\s+(?P<text>.*))?$",
        rf"^\[{_MOMENT}\]\s*(?P<sender>[^:\[\]\n]{{1,60}}?)$",
        rf"^{_MOMENT}\s+[-–]\s+{_SENDER}\s*:(?:\s+(?P<text>.*))?$",
        rf"^{_DATE}\s(?:오전|오후)\s{_TIME},\s{_SENDER}\s:\s(?P<text>.*)$",
        rf"^{_SENDER},?\s*\[{_MOMENT}\]\s*:?\s*(?P<text>.*)$",
        rf"^{_SENDER}\s*\({_MOMENT}\)\s*:?\s*(?P<text>.*)$",
        rf"^{_SENDER}\s+[—–]\s+(?:{_MOMENT}|{_LATELY}(?:\s(?:at|à|um|om|kl\.?))?,?\s+{_TIME}|{_TIME})\s*$",
        rf"^{_SENDER}\s+(?:\[{_TIME}\]|(?<=\s\s)[0-9]{{1,2}}:[0-9]{{2}}\s?[ap]m)\s*$",
        rf"^\[(?P<sender>[^\[\]\n]{{1,60}})\]\s*\[{_EAST_TIME}\]\s*(?P<text>.*)$",
        rf"^(?P<sender>[^:;,|\[\]\n\t]{{1,60}}?) {_DATE} +{_TIME}\s*$",
    )
)
#: what a chat itself says: no message of anybody
NOTICE = re.compile(rf"^(?:{_MOMENT}\s+[-–]\s+[^:]*|\[{_MOMENT}\]\s*[^:]*)$", re.IGNORECASE)
#: LINE: a moment, a sender and a text between tabs, days in lines of their own
LINE_APP = re.compile(r"^\[LINE\]|^[0-9]{4}[/.][0-9]{1,2}[/.][0-9]{1,2}\s?\(.\)\s*$", re.MULTILINE)
LINE_MESSAGE = re.compile(rf"^{_EAST_TIME}\t(?P<sender>[^\t]{{1,60}})\t(?P<text>.*)$")
#: what stands behind a message
EDITED = re.compile(
    r"\s*[<(][^<>()]{0,40}(?:edited|modifié|bearbeitet|editado|modificato|omitted|omis|weggelassen|bewerkt)"
    r"[^<>()]{0,20}[>)]\s*$",
    re.IGNORECASE,
)


#: what a sender writes who means themselves, without accents
THEMSELVES = phrases_of(
    """
    me|me too|i m in|im in|i am in|in|count me in|i ll come|i will come|i come|i ll be there|
    i am coming|i m coming|coming|yes|yep|yeah|yes please|yes me|ok|okay|sure|present|here|i am here|
    same|same here|also me|i can come|i can|i join|i ll join|joining|moi|moi aussi|je viens|je serai la|
    j y serai|j en suis|j en serai|je suis la|je participe|presente|oui|oui moi|partant|partante|
    j arrive|je suis partant|je suis partante|pareil|idem|ich|ich auch|ich komme|dabei|bin dabei|
    ich bin dabei|ich bin da|bin da|komme|ja|ja gerne|ik|ik ook|ik kom|ik ben erbij|erbij|ben erbij|jag|
    jag kommer|jag med|jag ar med|mig|jeg|jeg kommer|jeg er med|meg|er med|mina|mina tulen|tulen|
    mukana|kylla|io anche io|anch io|ci sono|vengo|si|yo tambien|voy|me apunto|eu|eu vou|sim|tak|ja tez|
    bede|jestem|ja taky|prijdu|ano|en|en is|jovok|igen|я|и я|я тоже|буду|я буду|приду|да|я теж|я прийду|
    прииду|так|εγω|κι εγω|ερχομαι|ναι|ben de|geliyorum|evet|私|私も|参加|参加します|行きます|行く|
    行けます|はい|我|我来|我來|我参加|
    我參加|参加|參加|来|來|나|저|저요|나도|갈게요|참석|네
    """
)
#: the same in signs alone
RAISED_HANDS = re.compile(r"^[\s👍✅✔✓🙋🙌✋🤚☝💪🖐🀄♂♀\u200d\ufe0f\U0001f3fb-\U0001f3ff!]+$")
#: somebody more than the sender, whose name does not stand there
FURTHER = re.compile(r"^\+\s?[0-9]{1,2}(?:\s.*)?$")
GUEST = phrases_of(
    """
    a friend|a guest|one guest|one friend|my friend|un ami|une amie|un invite|une invitee|mon ami|
    mon amie|ein freund|eine freundin|ein gast|een vriend|een gast|un amico|un amigo|my wife|my husband|
    ma femme|mon mari|meine frau|mein mann|友達|朋友|친구
    """
)
BETWEEN = re.compile(r"\s*(?:[,;&/、，；]|\+(?!\s?[0-9]))\s*|\s+(?=\+\s?[0-9])")
AND = re.compile(
    r"\s+(?:and|et|und|en|og|och|ja|e|y|i|a|és|и|та|και|ve|plus|with|avec|mit|met|med)\s+", re.IGNORECASE
)
BULLET = re.compile(
    r"^\s*(?:\(?[0-9０-９]{1,3}\s*[.):、．）]|[0-9]{1,2}\ufe0f?\u20e3|[-*•‣◦·▪●○✓✔☑✅➡→]\ufe0f?)\s*"
    r"(?P<rest>.*)$"
)
NO_NAME = re.compile(r"[0-9]{3}|[@/\\:!?=_<>%€$#\[\]{}…]|https?|\.\s*$")
#: short answers that are nobody's name
CHATTER = phrases_of(
    """
    thanks|thank you|thx|great|nice|cool|perfect|super|hello|hi|hey|good|bye|lol|haha|merci|bonjour|
    salut|bonsoir|danke|hallo|moin|servus|dank je|bedankt|tack|hej|tak|kiitos|moi|grazie|ciao|gracias|
    hola|obrigado|obrigada|ola|dzieki|dziekuje|czesc|dekuji|diky|ahoj|koszonom|szia|спасибо|привет|
    дякую|привіт|ευχαριστω|tesekkurler|merhaba|ありがとう|了解|谢谢|謝謝|好|好的|감사합니다|안녕|today|tonight|tomorrow|
    ce soir|demain|heute|morgen|image omitted|video omitted|sticker omitted|null
    """
)


@dataclass(frozen=True, slots=True)
class ChatPerson:
    """Somebody whom a message of `sender` names; `name` is "" where it does not say who that is."""

    name: str
    sender: str
    message: str


@dataclass
class PeopleInChat:
    """Whom the messages of a chat name, each once, and the messages that name nobody."""

    people: list[ChatPerson] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Message:
    sender: str
    lines: list[str]


def read_chat(text: str) -> PeopleInChat | None:
    """Return whom a chat names; None for a text that is no chat.

    >>> chat = read_chat("[12.11.26, 19:03:12] Bo: I'm in\\n[12.11.26, 19:04:00] Lu: 1. Cy Ode\\n2. me\\n+1")
    >>> [(named.name, named.sender) for named in chat.people]
    [('Bo', 'Bo'), ('Cy Ode', 'Lu'), ('Lu', 'Lu'), ('', 'Lu')]
    >>> read_chat("1. Bo\\n2. Lu") is None
    True
    """
    messages = _messages(UNSEEN.sub("", text))
    if messages is None:
        return None
    chat = PeopleInChat()
    if not any(message.lines for message in messages):  # a list with the moment of each
        names = (BULLET.sub(r"\g<rest>", message.sender) for message in messages)
        chat.people = [ChatPerson(name, name, "") for name in dict.fromkeys(names)]
        return chat
    seen: set[str] = set()
    for message in messages:
        for line in message.lines:
            named = _named(line, message.sender)
            if named is None:
                _leave_out(chat, message.sender, line)
            for name in named or ():
                if not name or name.casefold() not in seen:
                    chat.people.append(ChatPerson(name, message.sender, line))
                    seen.add(name.casefold())
    if not chat.people:  # nobody is lost without a word
        chat.people = [ChatPerson("", *line.split(": ", 1)) for line in chat.left_out]
        chat.left_out = []
    return chat


def needs_a_name(text: str) -> bool:
    """Whether what stands for a name in a list says "me" or "one more", and somebody has to say who it is.

    >>> [needs_a_name(text) for text in ("+1", "me", "moi aussi", "I'm in", "a friend", "Moi", "Bo")]
    [True, True, True, True, True, False, False]
    >>> [needs_a_name(text) for text in ("Bo +1", "Bo (+ 2)", "Bo 2", "Bo and a friend")]
    [True, True, False, True]
    """
    plain = plain_text(text)
    is_phrase = plain in GUEST or (plain in THEMSELVES and (" " in plain or text.islower()))
    beside = [plain_text(side) for side in AND.split(text)[1:]]
    has_guest = re.search(r"\s\(?\+\s?[0-9]{1,2}\)?$", text) is not None or bool(GUEST & {*beside})
    return has_guest or FURTHER.fullmatch(text) is not None or (is_phrase and text.isascii())


def message_text(line: str) -> str:
    """Return what a line of a chat says, without its moment and sender; another line as it is.

    >>> message_text("[12.11.26, 19:03:12] Bo: Lu 30, Cy -30"), message_text("Lu 30, Cy -30")
    ('Lu 30, Cy -30', 'Lu 30, Cy -30')
    """
    begins = _beginning(UNSEEN.sub("", line).strip())
    return line if begins is None else begins.groupdict().get("text") or ""


def _messages(text: str) -> list[_Message] | None:
    """Return the messages of a chat; None where the text does not begin like one."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if LINE_APP.search("\n".join(lines[:5])):
        return _line_messages(lines)
    messages: list[_Message] = []
    for at, line in enumerate(lines):
        if (begins := _beginning(line)) is not None:
            text_behind = begins.groupdict().get("text") or ""
            messages.append(_Message(_sender(begins["sender"]), [text_behind] if text_behind.strip() else []))
        elif NOTICE.match(line):
            continue
        elif messages:
            messages[-1].lines.append(line)
        elif at > 2:
            return None
    return _cleaned(messages) if messages else None


def _line_messages(lines: list[str]) -> list[_Message] | None:
    messages: list[_Message] = []
    for line in lines:
        if (message_match := LINE_MESSAGE.match(line)) is not None:
            messages.append(_Message(_sender(message_match["sender"]), [message_match["text"].strip('"')]))
        elif messages and not LINE_APP.match(line):
            messages[-1].lines.append(line.strip('"'))
    return _cleaned(messages) if messages else None


def _cleaned(messages: list[_Message]) -> list[_Message]:
    for message in messages:
        lines = (EDITED.sub("", line[:LONGEST_MESSAGE]) for line in message.lines)
        message.lines = [line for line in map(str.strip, lines) if line]
    return messages


def _beginning(line: str) -> re.Match[str] | None:
    if not any(sign.isdigit() for sign in line[:100]) or len(line) > 4 * LONGEST_MESSAGE:
        return None
    head = line[:LONGEST_MESSAGE]
    begins = next(
        (begin_match for pattern in BEGINNINGS if (begin_match := pattern.match(head)) is not None), None
    )
    return begins if begins is not None and "  " not in begins["sender"] else None  # columns, no sender


def _sender(written: str) -> str:
    """Return the sender's name as the chat has it, without the sign of somebody who is no contact."""
    return written.strip().removeprefix("~").strip(" \u00a0\u202f-")


def _named(line: str, sender: str) -> list[str] | None:
    """Return whom a line of a message names, "" for somebody without a name; None where it names nobody."""
    if begins_with_no(plain_text(line)):
        return None
    if RAISED_HANDS.match(line):
        return [_themselves(sender)]
    if line.endswith((":", "：")):
        return None
    bulleted = BULLET.match(line)
    names_text = bulleted["rest"] if bulleted is not None else line
    parts = [part for part in BETWEEN.split(names_text) if part.strip()]
    parts = [piece for part in parts for piece in _around_and(part)]
    if not parts or len(parts) > MOST_NAMED:
        return None
    names: list[str] = []
    for part in parts:
        plain = plain_text(part)
        if FURTHER.match(part.strip()) or plain in GUEST or is_declining_line(part):
            names.append("")
        elif plain in THEMSELVES or RAISED_HANDS.match(part):
            names.append(_themselves(sender))
        elif _is_name(part, in_list=bulleted is not None):
            names.append(_without_signs(part))
        else:
            return None
    return names


def _around_and(part: str) -> Iterator[str]:
    """Yield the two sides of "and" where one of them is the sender or a guest, else the part."""
    sides = AND.split(part)
    telling = [plain_text(side) in THEMSELVES | GUEST or FURTHER.match(side) for side in sides]
    yield from sides if any(telling) else [part]


def _themselves(sender: str) -> str:
    """Return the sender as a name; "" for a telephone number, and for whoever exported the chat."""
    plain = plain_text(sender)
    if not any(sign.isalpha() for sign in sender) or plain in {"me", "you", "moi", "vous", "ich", "du"}:
        return ""
    return _without_signs(sender)


def _without_signs(text: str) -> str:
    """Return a name without pictures and ticks about it."""
    return re.sub(r"^[^\w(]+|[^\w).'’]+$", "", text).strip()


def _is_name(text: str, *, in_list: bool) -> bool:
    """Whether a part of a message is a name: in a numbered list any short one, else only with capitals."""
    bare = _without_signs(text)
    words = bare.split()
    if not words or len(words) > MOST_WORDS + 2 * in_list or NO_NAME.search(bare):
        return False
    if not any(sign.isalpha() for sign in bare) or plain_text(bare) in CHATTER:
        return False
    capitals = all(not word[0].islower() or PARTICLES.fullmatch(word) for word in words)
    return in_list or (capitals and not words[0][0].islower())


def _leave_out(chat: PeopleInChat, sender: str, line: str) -> None:
    """Put a line with what is left out; who takes back a yes is somebody to ask about."""
    chat.left_out.append(f"{sender}: {line}")
    if not begins_with_no(plain_text(line)):
        return
    sender_name = _themselves(sender)
    for at, named in enumerate(chat.people):
        if sender_name and named.name == sender_name:
            chat.people[at] = ChatPerson("", sender, f"{named.message} … {line}")
