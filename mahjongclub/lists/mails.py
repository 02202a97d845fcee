"""Mails as lists: to whom they go, and the greeting, the closing and the signature around names."""

from __future__ import annotations

import re

from .answers import phrases_of
from .headings import plain_text

#: somebody to whom a mail goes, with the address or by it alone
RECEIVER = re.compile(
    r'\s*(?:"([^"]*)"|([^"<>;,]*))\s*<\s*([^\s<>@]+@[^\s<>]+)\s*>\s*|\s*([^\s<>@,;"]+@[^\s<>@,;"]+)\s*'
)
#: what begins the lines of a mail that say to whom it goes, and those that say something else
TO = re.compile(
    r"^(?:to|cc|bcc|an|à|cci|aan|til|kopi|till|a|para|do|dw|komu|кому|копия|宛先|收件人|抄送|받는사람)\s*[:：]\s*",
    re.IGNORECASE,
)
OTHER_HEADER = re.compile(
    r"^(?:subject|from|date|sent|objet|de|envoyé|betreff|von|gesendet|datum|onderwerp|van|emne|fra|ämne|från|oggetto|"
    r"da|data|asunto|assunto|temat|od|předmět|тема|от|дата|件名|差出人|主题|发件人)\s*[:：]",
    re.IGNORECASE,
)
#: how a mail begins, and what stands below its text
GREETING = re.compile(
    r"^(?:hi|hello|hey|dear|good (?:morning|evening)|bonjour|bonsoir|salut|coucou|chers?|chère?s?|hallo|"
    r"liebe[rs]?|guten (?:tag|abend|morgen)|moin|servus|beste|dag|hoi|hej|hei|kære|kjære|ciao|cara|caro|"
    r"cari|buongiorno|hola|querid[oa]s?|ol[aá]|cześć|witam|ahoj|dobrý den|szia(?:sztok)?|kedves|"
    r"привет|здравствуйте|добрый|привіт|"
    r"γεια|merhaba)\b[^,:]{0,40}[,!]+$",
    re.IGNORECASE,
)
#: closings that are somebody's name too
NAMES_TOO = frozenset(("best", "tack", "tak", "merci", "gruss", "danke", "udv"))
CLOSINGS = phrases_of(
    """
    best|best regards|kind regards|regards|many thanks|thanks|thank you|cheers|see you|
    see you soon|best wishes|yours|all the best|cordialement|bien cordialement|amicalement|
    amities|bises|a bientot|merci|merci d avance|viele grusse|viele gruesse|liebe grusse|
    liebe gruesse|beste grusse|mit freundlichen grussen|gruss|grusse|lg|mfg|vg|danke|bis bald|
    groeten|groetjes|met vriendelijke groet|vriendelijke groeten|bedankt|mvh|hilsen|
    med venlig hilsen|venlig hilsen|med vennlig hilsen|med vanliga halsningar|vanliga halsningar|
    tack|ystavallisin terveisin|terveisin|kiitos|saluti|cordiali saluti|un saluto|grazie|
    a presto|saludos|un saludo|un abrazo|gracias|abraco|abracos|cumprimentos|obrigado|obrigada|
    pozdrawiam|dzieki|s pozdravem|dekuji|diky|udv|udvozlettel|koszonom|с уважением|спасибо|
    дякую|з повагою|με εκτιμηση|ευχαριστω|saygilarimla|tesekkurler
    """
)
SENT_FROM = re.compile(
    r"^(?:sent from|get outlook|envoyé (?:de|depuis)|gesendet (?:mit|von)|verzonden (?:met|vanaf)|sendt fra|"
    r"skickat från|inviato da|enviado (?:desde|do)|wysłane z|отправлено с)\b",
    re.IGNORECASE,
)


def read_mail_recipients(text: str) -> tuple[list[tuple[int, str]], list[str]] | None:
    """Return to whom a mail goes, each with the line in the text, and its other lines; None for another text.

    Whoever has no name there is called by the address.

    >>> read_mail_recipients('To: Bo <bo@x.org>, "Ode, Cy" <cy@x.org>; lu@x.org\\nSubject: Thursday')
    ([(1, 'Bo'), (1, 'Cy Ode'), (1, 'lu@x.org')], ['Subject: Thursday'])
    >>> read_mail_recipients("Bo;bo@x.org") is None
    True
    """
    if "@" not in text:
        return None
    people: list[tuple[int, str]] = []
    others: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        receivers = TO.sub("", line.strip())
        if not receivers:
            continue
        if OTHER_HEADER.match(receivers):
            others.append(receivers)
            continue
        place = 0
        while place < len(receivers):
            receiver = RECEIVER.match(receivers, place)
            if receiver is None or (
                receiver.end() < len(receivers) and receivers[receiver.end()] not in ",;"
            ):
                return None
            place = receiver.end() + 1
            while place < len(receivers) and receivers[place] in ",; ":
                place += 1
            people.append((number, _name(receiver)))
    return (people, others) if people else None


def _name(receiver: re.Match[str]) -> str:
    quoted, plain, address, bare = receiver.groups()
    name = (quoted or plain or "").strip().strip("'")
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() else name or address or bare


def is_greeting(line: str) -> bool:
    """Whether a line greets: "Hi Marguerite,".

    >>> is_greeting("Hi Marguerite,"), is_greeting("Bonjour à tous !"), is_greeting("Hallo Kitty")
    (True, True, False)
    """
    return GREETING.match(line.strip()) is not None


def is_mail_closing(line: str) -> bool:
    """Whether a mail ends with this line: "Best regards,", "--", "Sent from my …".

    >>> is_mail_closing("Best regards,"), is_mail_closing("--"), is_mail_closing("Best")
    (True, True, False)
    """
    bare = line.strip()
    plain = plain_text(bare)
    is_closing = plain in CLOSINGS and (plain not in NAMES_TOO or bare[-1:] in ",!.")
    return bare in ("--", "—", "__") or is_closing or SENT_FROM.match(bare) is not None
