"""One word for each thing: what the glossary gave up stays out of the catalogues."""

from __future__ import annotations

import re

import pytest

from mahjongclub.rules.registry import VARIANTS
from mahjongclub.server import catalogue

#: French that was given up, and what stands for it
GIVEN_UP = {
    r"fleurs? propres?|saisons? propres?|vent propre": "sa fleur, sa saison, vent du joueur",
    r"^Plus de (?:fu|han|tai)$": "Autres fu: “plus de” says that there is no more",
    r"bâtons? (?:de )?riichi|bâtonnets? riichi": "bâtonnet de riichi",
    r"fausses? (?:victoires?|annonces?)": "faux mahjong, chombo",
    r"(?:la|leur) marque\b|lien de marque": "le score, le lien du marqueur",
    r"\b[Hh]orloge": "chronomètre",
    r"^(?:Évaluations|Évalués par)": "cotes",
    r"[Tt]ables? de points|cartes? des règles": "tableau de points, fiche de règles",
    r"\badresses? mail\b": "adresse e-mail",
    r"\b(?:pige|pigé|boni)\b": "pioche, bonus: the others are Québec’s",
    r"\b(?:riichis|chombos|yakumans|honbas|hans|tenpais)\b": "Japanese words take no s",
    r"^(?:Défausse|Chombo|Faux mahjong) de qui": "a whole question: Qui a défaussé ?",
    r"mur (?:de|d’)\s?(?:Est|Sud|Ouest|Nord)": "le mur Est",
    r"dead wall|boîte kong": "mur mort",
    r"n’a pas été reprise?\b": "n’a pas été enregistré",
    r"\bsur sa pioche\b|tuiles? (?:tirée|piochée)s?\b|victoire tirée"
    r"|gagnées? du mur|^Du mur$": "sur pioche",
    r"(?:sur|premier|dernier|paie|réclamer|d’)(?: un)? ?écart\b|tuile écartée|a écarté\b": "défausse",
    r"\btuiles? (?:avaient déjà été )?jetées?\b|^(?:Première )?Jetée": "défausse: une jetée is a pier",
    r"gagne sur %\(": "gagne sur la défausse de",
    r"\bune (?:seule )?série\b|même série": "famille: séries are streaks",
    r"groupe de trois|chaque groupe": "combinaison",
    r"\bbâtons?\b": "bâtonnet",
    r"personne tenpai|joueurs? tenpai|(?:est|était|étant) tenpai\b": "en tenpai",
    r"(?:mur|pioche)s? épuisée?s?\b": "pioche vide, partie nulle",
    r"tours? de donne|(?:garde|passe) la donne|\bdonne passe\b": "le donneur reste, change",
    r"\bcompteurs et |sans compteurs": "honba",
    r"\b[Nn]o (?:%\(|\d)": "n°",
    r"journal (?:de la table|le garde|garde)": "historique",
    r"(?:dernière partie|dernier tour) défaite?|^Défaire l[ae] ": "annuler la saisie: défaite is lost",
    r"que c’est faux|^C’est faux|est juste$": "signale une erreur, corriger par le mien",
    r"^Garder (?:le|la|les|ce|ces|cette)\b": "Enregistrer: garder is not to throw away",
    r"quiconque|^qui l’a (?:voit|peut)|^qui (?:masque|scanne)|[.;:] qui (?:le gère|tient|masque|saisit)"
    r"|tient (?:le|ce) serveur": ("Toute personne qui, un joueur qui, la personne qui gère le serveur"),
    r"\bsui(?:t|vent)\.$": "est mis à jour",
    r"regarde[rz] (?:à|de) nouveau": "vérifiez, actualiser",
    r"tous les chiffres|autres chiffres|leurs chiffres|^Chiffres$|et chiffres$": "statistiques",
    r"\bforces?\b": "niveau",
    r"décompt": "barème, compter, calcul hors ligne",
    r"préréglage": "règles toutes faites",
    r"\bajustements?\b": "bonus et pénalités",
    r"tient les scores": "tenir le score",
    r"vous êtes (?:invité|connecté|assis)": "no participle that agrees with the reader",
    r"(?:la|cette|prochaine|dernière|chaque|quelle|dès la) donne\b(?! (?:les|la|le"
    r"|chanta))": "partie, distribution",
    r"\btenues? sur papier\b": "notée sur papier",
    r"\bkong volé": "carré volé, kan volé",
    r"(?<!annonce un )faux mahjong (?:paie|coûte)\b": "qui annonce un faux mahjong paie",
    r"(?:situés entre|entre) les deux perdent": "les joueurs entre le défausseur et lui",
    r"seul à les payer": "seul le donneur les paie",
    r"^scores ensuite": "scores après cette partie",
    r"s’assied\b": "qui est assis où",
    r"^il manque .* personnes? pour": "encore 4 personnes pour une table",
    r"^journal$|(?:voir le|retour au|touchez|d’abord le) journal|journal d’une partie"
    r"|journaux de": "historique",
    r"\bpoints finals\b": "points finaux",
    r"reprendre (?:un|le) club|peut reprendre": "importer",
    r"évaluations": "cotes",
    r"nº": "n°",
    r"['\"]": "’ and « »",
}
#: English that was given up, and what stands for it
GIVEN_UP_IN_ENGLISH = {
    r"^Keep (?:the (?!name|score|old one)|these|it so)"
    r"|(?:result|sheet|settings|rules) (?:is|are) kept|[Nn]othing is kept|^Store": (
        "save: to keep the score is another thing"
    ),
    r"\b(?:the|all) own\b|^Own wins": "their own, one’s own, the player’s, the seat wind",
    r"\b[Ww]hoever\b|^Tap who\b": "anyone who, the player who; Tap the winner",
    r"\banew\b": "again, reset",
    r"\b[Ll]ook(?:s|ing)? (?:on|again)\b|^Look\b(?! up)": "watch; check again, reload; see",
    r"[Bb]r(?:ing|ought) in\b|\btaken (?:in|over|back)\b": "import, saved, undone",
    r"\b[Ss]ettl(?:es|ed|ing)\b": "score a hand, work out the points",
    r"\b[Ff]etch": "download",
    r"\b[Tt]akes? (?:it |the .* )?(?:back|off|away)\b": "undo, withdraw, remove",
    r"^Draw(?:n hand| the | round )|[Ee]xhaust(?:ive|ed)|hand is drawn": "a draw; seatings are made",
    r"\b[Ff]igures?\b": "statistics, numbers",
    r"\b[Ss]trength\b": "skill",
    r"\b[Mm]ail address|\bby mail\b|\b[Tt]he mail\b": "email",
    r"^Found (?:a|the) club": "create",
    r"(?:\b[Pp]oints|\b[Mm]inutes|\bone|value|\bwin|unit\}) a (?:game|round|line|file|row|cell|wind|tai)\b": (
        "per"
    ),
    r"\b(?:standings|ranking|figures|page|calendar|games) follows?\b": "is updated, up to date",
    r"\b[Tt]he session (?:ends|has|had|is|opens|lasts|begins)\b": "game",
    r"\bcounters\b(?! of repeated)": "honba",
    r"\b(?:Chiihou|Houtei|Tenhou \()": "with their macrons; Tenhou is a site",
    r"\bgo(?:es)? on (?:to|from)\b|[Ww]ho goes on|^These go on": "qualify, qualifiers; continue",
    r"(?:[Ll]evel|stands?) (?:level )?at the (?:line|cut)": "tied at the cut",
    r"\b(?:[Cc]hanges?|[Tt]wo change) places\b": "swap",
    r"sits? down for\b|another player sits down": "replaces, replacement",
    r"[Pp]oints given or taken": "points adjusted, adjustments",
    r": (?:it|they|who goes on|the \w+|its \w+) stays?(?: as it is"
    r"| as they are)?\.$": "say what cannot be changed, deleted",
    r"^Then (?:hand|round) %": "Next: …",
    r"signs that nobody sees": "what nobody sees in a name is removed",
    r"grave fault|(?:have|with) faults|known fault": "serious error, errors, bug",
    r"^It (?:counts|becomes|begins|closes|comes|did|ends|holds|was used|was removed|is (?:on"
    r"|frozen|downloaded|removed|sent))\b": ("name what it is"),
    r"^This is no |^That (?:did not work|holds)|^(?:They|There it) (?:lie|taps|play from"
    r"|can no)": "name what it is",
    r"awaits? your word|told by the phone": "waits for your answer, from the phone",
    r"\b[Ff]ounds? (?:a|one|no) club|[Mm]ake an account|^Make the (?:account|evening|invitation"
    r"|team)": "create",
    r"under it\b|paid like it": "below; pays no more",
    r"tables that run": "running tables",
    r"(?:count(?:s|ed)?|[Aa]greed|play) otherwise(?! at)": "differently",
    r"\bas ever\b|\ball the same\b": "as usual; anyway, still",
    r"stands? (?:there )?twice": "is there twice",
    r"[Dd]iscard (?:the|this) table": "delete",
    r"^Its name|[Pp]ut away|run out of points"
    r"|how it stood": "Name of …; dismiss; Bo is out of points; last updated",
}
#: words of the code, which belong in a record and in no sentence
KEYS = r"“from”|« from »|\blast_hand\b|\bdealer_leads\b|\bbank_empty\b"

WRITTEN = [
    (message.id, text)
    for domain in catalogue.DOMAINS
    for message in catalogue.read_catalogue("fr", domain)
    if message.id
    for text in catalogue.translations(message)
]


@pytest.mark.parametrize("words", GIVEN_UP)
def test_a_word_that_was_given_up_stays_out(words: str) -> None:
    found = [text for _id, text in WRITTEN if re.search(words, re.sub(r"<[^>]*>", "", text), re.IGNORECASE)]
    assert found == [], GIVEN_UP[words]


@pytest.mark.parametrize("words", GIVEN_UP_IN_ENGLISH)
def test_an_english_word_that_was_given_up_stays_out(words: str) -> None:
    ids = [
        one
        for message_id, _text in WRITTEN
        for one in ([message_id] if isinstance(message_id, str) else message_id)
    ]
    assert [one for one in ids if re.search(words, one)] == [], GIVEN_UP_IN_ENGLISH[words]


def test_no_sentence_says_a_key_of_the_code() -> None:
    keys = re.compile("|".join([KEYS, *(rf"\b{key}_\w+" for key in VARIANTS)]))
    assert [pair for pair in WRITTEN if any(keys.search(text) for text in (str(pair[0]), pair[1]))] == []


def test_no_line_ends_before_a_french_mark() -> None:
    """A plain space before : ; ? !, inside « » or in a number lets a line begin with what follows it."""
    assert [
        text for _id, text in WRITTEN if re.search(r"[ \xa0][:;?!»]|«[ \xa0]|\d \d{3}\b| (?:Mo|ms)\b", text)
    ] == []
