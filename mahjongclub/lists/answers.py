"""Answers to the question who comes: a word, a sign or a message that says yes, no or perhaps."""

from __future__ import annotations

import re

from .headings import LOGOGRAPHIC, plain_text


def phrases_of(text: str) -> frozenset[str]:
    """Return the phrases of a text that are set apart by bars, each with single blanks."""
    return frozenset(" ".join(phrase.split()) for phrase in text.split("|"))


#: how a message begins that says no or perhaps
DECLINES = phrases_of(
    """
    sorry|no|nope|not|can t|cannot|i can t|i cannot|out|i m out|maybe|perhaps|non|desole|desolee|pas|je ne|
    je peux pas|peut etre|nein|leider|kann nicht|ich kann|vielleicht|nee|helaas|misschien|nej|tyvarr|
    kanske|nei|ei|en paase|ehka|purtroppo|forse|quizas|talvez|nao|nie|niestety|moze|ne|bohuzel|nem|sajnos|
    нет|не|увы|может|ні|οχι|hayir|belki|不参加|欠席|行けません|無理|不去|不来|不來|아니요|못 가요
    """
)
#: further whole answers that say no or perhaps, without accents
ABSENT = phrases_of(
    """
    excuses|excusees|desistement|desistements|forfait|forfaits|entschuldigte|abgemeldete|afmeldingen|
    tentative|undecided|no show|no shows|cannot come|can t come|could not come|
    absent|absente|absents|absentes|abs|not coming|not attending|not here|won t come|away|declined|cancelled|
    canceled|can t go|cannot go|not going|interested|refunded|rejected|withdrawn|pending|
    canceled|excused|apologies|regrets|unavailable|unable|tbc|false|ne vient pas|vient pas|viendra pas|
    ne viennent pas|excuse|excusee|annule|annulee|abwesend|abgesagt|abgemeldet|entschuldigt|verhindert|
    pas interesse|interesse|interessee|rembourse|remboursee|refuse|refusee|en attente|storniert|
    annulliert|geannuleerd|annulleret|avbokad|peruttu|annullato|cancelado|anulowane|zruseno|
    kommt nicht|kommen nicht|keine zeit|absage|absagen|afwezig|afgemeld|verhinderd|komt niet|komen niet|
    fravaer|fravaerende|afbud|forhindret|kommer ikke|kommer inte|franvarande|forhindrad|avbojt|estynyt|
    ei tule|poissa|assente|assenti|non viene|non vengono|ausente|ausentes|no viene|no vienen|nao vem|
    nieobecny|nieobecna|nieobecni|nie przyjdzie|neprijde|nepritomen|nepritomna|hianyzik|nem jon|
    не придет|не приду|не будет|не буду|отсутствует|отсутствуют|не прииде|відсутніи|відсутня|δεν ερχεται|
    απων|απουσα|απουσια|gelmiyor|gelemiyor|yok|欠|欠席者|不参加者|不可|缺席|请假|請假|不参加|不參加|
    불참|결석|못 감|아니오|いいえ|否|不
    """
)
#: whole answers that say yes, without accents
PRESENT = phrases_of(
    """
    going|accepted|confirmed|registered|valide|validee|confirme|confirmee|inscrit|inscrite|angemeldet|
    zugesagt|bestatigt|bevestigd|bekraeftet|bekraftad|confermato|confirmado|potwierdzone|
    yes|yep|yeah|ok|okay|sure|coming|in|oui|present|presente|vient|ja|jawohl|kommt|dabei|komt|kommer|jo|
    joo|kylla|tulee|si|sim|viene|vem|tak|ano|igen|да|так|ναι|evet|はい|参加|出席|是|来|네|예|참석|true
    """
)
#: signs of those who do not come or do not know, and of those who come
CROSSES = "❌❎✗✘✕✖×╳🚫⛔👎🙅🔴🟡🟠△▲❓❔"
TICKS = "✅✔☑✓👍🙋🟢○◯〇◎"
_CROSSED = re.compile(rf"^[{CROSSES}]|(?<!\w)[{CROSSES}][\ufe0f\u200d♀♂\U0001f3fb-\U0001f3ff\s]*$")
#: what stands beside a name in brackets, and behind it after a colon or a dash
BRACKETED = re.compile(r"[(（\[]([^()（）\[\]]{1,40})[)）\]]")
BEHIND = re.compile(r"(?<=\S)(?:\s?[:：=→]|\s(?:[-–—]+|->|\.{2,}))\s?([^:：=→–—]{1,40})$")
#: a single word that says no behind a name, in small letters: in capitals it may be a family name
NO_WORDS = frozenset(
    ["no", "non", "nein", "nee", "nej", "nei", "não", "нет", "ні", "όχι", "hayır", "nie"],
)
#: words behind a name that leave it open, in small letters, and how a name ends that somebody asked about
OPEN_WORDS = frozenset(
    (
        *("maybe", "perhaps", "tbc", "unsure", "peut-être", "vielleicht", "misschien", "kanske", "måske"),
        *("kanskje", "ehkä", "forse", "quizás", "talvez", "może", "možná", "talán", "возможно", "можливо"),
        "belki",
    ),
)
ASKED = re.compile(r"\S\s*[(\[]?[?？]+[)\]]?$")
#: a letter before a name that ticks it, or crosses it out
MARK = re.compile(r"^\s*([xXoOvV])\s+(?=[^\W\d_])")
#: letters of a first word that says no whatever the case of its letters
SURE_LENGTH = 4


def begins_with_no(plain: str) -> bool:
    """Whether a message in plain letters begins with a no; Chinese and Japanese have no blanks behind it."""
    words = plain.split()
    begins = any(" ".join(words[:count]) in DECLINES for count in (1, 2, 3))
    return begins or (LOGOGRAPHIC.match(plain) is not None and plain.startswith(tuple(DECLINES)))


def says_no(answer: str) -> bool:
    """Whether an answer says no or perhaps.

    >>> [says_no(text) for text in ("No", "✗", "Nein, leider", "absent", "Yes", "20:00", "Bo", "")]
    [True, True, True, True, False, False, False, False]
    """
    plain = plain_text(answer)
    if not plain:
        return bool(answer) and _CROSSED.match(answer.strip()) is not None
    return plain in ABSENT or begins_with_no(plain)


def says_yes(answer: str) -> bool:
    """Whether a whole answer says yes.

    >>> [says_yes(text) for text in ("Yes", "✅", "Oui !", "Bo", "")]
    [True, True, True, False, False]
    """
    plain = plain_text(answer)
    return plain in PRESENT if plain else re.fullmatch(rf"[{TICKS}\s\ufe0f!]+", answer) is not None


def is_declining_line(line: str) -> bool:
    """Whether a line with a name says that its person does not come, or perhaps.

    >>> [is_declining_line(line) for line in ("Bo (no)", "Bo: non", "Bo - can't come", "❌ Bo", "Bo ✗")]
    [True, True, True, True, True]
    >>> [is_declining_line(line) for line in ("Bo no", "Bo, abs.", "Bo (abs)", "Bo, absent")]
    [True, True, True, True]
    >>> [is_declining_line(line) for line in ("Bo", "Bo (NO)", "Bo - Denmark", "Bo (not paid)", "Bo No")]
    [False, False, False, False, False]
    """
    line = " ".join(line.split())
    beside = [*BRACKETED.findall(line), *BEHIND.findall(line)]
    if _CROSSED.search(line) is not None or any(map(_is_no, beside)):
        return True
    words = line.split()
    _name, comma, behind = line.rpartition(",")
    if comma and plain_text(behind) in ABSENT and behind.strip()[:1].islower():
        return True
    return len(words) > 1 and words[-1] in NO_WORDS and words[0] not in NO_WORDS


def is_undecided_line(line: str) -> bool:
    """Whether a line with a name leaves open whether its person comes.

    >>> [is_undecided_line(line) for line in ("Bo?", "Bo (?)", "Bo maybe", "Bo perhaps late", "Maybe", "Bo")]
    [True, True, True, True, False, False]
    >>> is_undecided_line("x Bo"), is_undecided_line("X Bo")
    (True, False)
    """
    words = [word.strip(".,!()") for word in line.split()]
    if (mark := MARK.match(line)) is not None and mark[1].islower():
        return True
    return ASKED.search(line.strip()) is not None or any(word in OPEN_WORDS for word in words[1:])


def _is_no(remark: str) -> bool:
    """Whether what stands beside a name says no; NO in capitals is Norway, "not paid" is of money."""
    remark = remark.strip()
    plain = plain_text(remark)
    words = plain.split()
    if remark == "NO" or {"paid", "paye", "payee", "bezahlt", "betaald", "betalt"} & {*words}:
        return False
    if not words or plain in ABSENT | DECLINES:
        return says_no(remark)
    begins = next((count for count in (3, 2, 1) if " ".join(words[:count]) in DECLINES), 0)
    is_sure = begins > 1 or remark[0].islower() or len(words[0]) >= SURE_LENGTH
    return (bool(begins) and is_sure) or (LOGOGRAPHIC.match(plain) is not None and begins_with_no(plain))


def without_yes(name: str) -> str:
    """Return a name without what says behind it that its person comes.

    >>> [without_yes(name) for name in ("Bo: yes", "Lu - ja", "Cy ○", "Ed (Oui)", "Johanna (Jo)")]
    ['Bo', 'Lu', 'Cy', 'Ed', 'Johanna (Jo)']
    """
    bare = re.sub(
        rf"(?<=\S)(?:\s?[:：=→]|\s[-–—])?\s?[{TICKS}][\s\ufe0f]*$|^[{TICKS}]\ufe0f?\s*(?=\S)", "", name
    )
    for pattern in (BRACKETED, BEHIND):
        answer = pattern.search(bare)
        if answer is not None and says_yes(answer[1]) and not _may_be_name(answer[1].strip()):
            bare = bare[: answer.start()] + bare[answer.end() :]
    return bare.strip() or name


def _may_be_name(answer: str) -> bool:
    """Whether a yes may be a nickname or a country as well: Jo, Si, SI."""
    return answer[:1].isupper() and plain_text(answer) not in {"yes", "ok", "oui", "ja", "да", "ναι"}
