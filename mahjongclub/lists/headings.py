"""What a heading says of its column, in the languages of our players: alone, or within a longer question.

Phrases are compared without case, accents and signs; a heading says what its most telling phrase says, so
that "What is your e-mail address?" is no name's and "Team name" is a team's.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from .letters import without_accents

#: what stands in columns that no list of ours takes in, beside those with names of people
LEFT_OUT = (
    "email",
    "phone",
    "remark",
    "timestamp",
    "date",
    "paid",
    "city",
    "number",
    "reading",
    "points",
    "other",
    "coming",
)
NAMES = ("name", "turned", "first_name", "last_name")

#: Phrases of each kind, the most telling kind first: where a heading has phrases of several, the first
#: counts.
#: Languages in the order en, fr, de, nl, da/nb/sv, fi, it, es, pt, pl, cs, hu, ru, uk, el, tr, ja, zh, ko.
PHRASES: dict[str, str] = {
    "email": """
        البريد الإلكتروني|بريد|אימייל|דוא ל|ایمیل|
        e mail|email|emails|mail|mail address|courriel|mel|adresse mail|mailadresse|e mail adresse|
        epost|e post|sahkoposti|sahkopostiosoite|posta elettronica|correo|correo electronico|
        correio eletronico|adres e mail|mejl|emailova adresa|emailcim|drotposta|почта|
        электронная почта|эл почта|пошта|электронной почты|електронна пошта|имейл|
        ηλεκτρονικη διευθυνση|ηλεκτρονικο ταχυδρομειο|e posta|eposta|メール|メールアドレス|邮箱|
        电子邮件|電郵|電子郵件|电邮|이메일|메일""",
    "phone": """
        الهاتف|هاتف|الجوال|טלפון|נייד|تلفن|
        phone|telephone|tel|mobile|mobile number|cell|cellphone|whatsapp|telefon|telefonnummer|handy|
        handynummer|portable|gsm|telefoon|telefoonnummer|mobiel|mobil|mobilnummer|telefonnr|tlf|
        puhelin|puhelinnumero|telefono|cellulare|movil|telemovel|telefone|celular|numer telefonu|
        telefon komorkowy|komorka|telefonni cislo|mobilni telefon|telefonszam|телефон|номер телефона|
        мобильный|τηλεφωνο|κινητο|telefon numarasi|cep telefonu|電話|電話番号|携帯|电话|手机|手機|
        電話號碼|전화|전화번호|연락처|휴대폰""",
    "timestamp": """
        timestamp|submitted|submitted at|start time|completion time|horodateur|zeitstempel|
        tijdstempel|tidsstempel|tidsstampel|tidstampel|aikaleima|informazioni cronologiche|
        marca temporal|carimbo de data hora|carimbo de data|sygnatura czasowa|casova znacka|
        casove razitko|idobelyeg|отметка времени|позначка часу|χρονικη σημανση|zaman damgasi|
        タイムスタンプ|时间戳记|时间戳|時間戳記|타임스탬프""",
    "remark": """
        remark|remarks|comment|comments|note|notes|allergy|allergies|allergic|diet|dietary|food|meal|
        lunch|dinner|vegetarian|vegan|menu|anything else|message|information|remarque|remarques|
        commentaire|commentaires|allergie|regime|regime alimentaire|repas|dejeuner|diner|bemerkung|
        bemerkungen|anmerkung|anmerkungen|allergien|essen|ernahrung|unvertraglichkeiten|kommentar|
        kommentare|opmerking|opmerkingen|dieet|dieetwensen|allergieen|eten|maaltijd|bemaerkning|
        bemaerkninger|bemerkninger|kommentarer|allergi|allergier|kost|mad|mat|merknad|merknader|
        anmarkning|anmarkningar|ovrigt|huomautus|huomautuksia|huomiot|lisatiedot|kommentti|kommentit|
        allergiat|ruokavalio|erityisruokavalio|osservazioni|commenti|dieta|pasto|pranzo|intolleranze|
        observaciones|comentario|comentarios|notas|alergias|alergia|comida|almuerzo|observacoes|
        refeicao|almoco|restricoes alimentares|uwagi|komentarz|alergie|posilek|poznamka|poznamky|
        komentar|strava|obed|megjegyzes|megjegyzesek|allergia|etkezes|etel|ebed|примечание|примечания|
        комментарий|комментарии|аллергия|аллергии|питание|диета|пожелания|примітка|примітки|коментар|
        коментарі|алергія|алергії|харчування|παρατηρησεις|παρατηρηση|σχολια|σχολιο|αλλεργιες|αλλεργια|
        διατροφη|γευμα|not|notlar|aciklama|yorum|alerji|alerjiler|diyet|yemek|備考|コメント|メモ|
        アレルギー|食事|備註|备注|备註|说明|過敏|过敏|饮食|飲食|餐|비고|메모|알레르기|식사""",
    "ema_number": """
        ema|ema number|ema id|ema no|ema nr|ema nummer|numero ema|no ema|licence|license|
        licence number|numero de licence|lizenz|lizenznummer|licentie|licentienummer|licensnummer|
        licencia|licenca|licenza|licencja|membership number|member number|membership id|
        mitgliedsnummer|numero d adherent|numero adherent|numero de membre|lidnummer|medlemsnummer|
        medlemsnr|jasennumero|numero tessera|tessera|numero de socio|numer czlonkowski|clenske cislo|
        tagszam|членский номер|会員番号|会员号|회원번호""",
    "paid": """
        paid|payment|fee|paid fee|dues|membership fee|cotisations|mitgliedsbeitrag|contributie|
        medlemsavgift|jasenmaksu|quota associativa|skladka|paye|payee|
        a paye|paiement|cotisation|montant|bezahlt|zahlung|
        beitrag|gebuhr|betrag|startgeld|betaald|betaling|bedrag|betalt|kontingent|gebyr|betald|
        betalat|avgift|betalning|maksettu|maksu|maksanut|pagato|pagamento|quota|pagado|pago|cuota|
        importe|pagou|oplacone|zaplacone|oplata|wplata|zaplaceno|platba|poplatek|startovne|fizetve|
        fizetett|befizetes|tagdij|dij|оплачено|оплата|взнос|сплачено|внесок|πληρωμη|πληρωσε|συνδρομη|
        odendi|odeme|aidat|ucret|支払い|支払|入金|会費|参加費|已付|付款|繳費|缴费|費用|费用|납부|회비|
        참가비""",
    "date": """
        date|day|birthday|date of birth|birth date|paid until|until|valid until|jour|
        date de naissance|naissance|jusqu au|valable jusqu au|paye jusqu au|payee jusqu au|
        cotisation payee jusqu au|a jour jusqu au|betaald tot|pagato fino al|pagado hasta|pago ate|
        oplacone do|betalt til|betald till|datum|tag|geburtsdatum|bis|bezahlt bis|geboortedatum|
        tot|dato|fodselsdato|dag|fodelsedatum|paivamaara|pvm|paiva|syntymaaika|data|
        data di nascita|giorno|fecha|fecha de nacimiento|dia|data de nascimento|dzien|data urodzenia|
        datum narozeni|den|szuletesi datum|nap|дата|дата рождения|день|дата народження|ημερομηνια|
        ημερα|tarih|dogum tarihi|gun|日付|日期|生年月日|生日|年月日|날짜|생년월일|일자""",
    "team": """
        team|teams|team name|name of your team|equipe|equipes|nom de l equipe|nom d equipe|mannschaft|
        teamname|teamnaam|ploeg|hold|holdnavn|lag|lagnavn|lagnamn|joukkue|joukkueen nimi|squadra|
        nome squadra|equipo|nombre del equipo|equipa|nome da equipe|druzyna|zespol|nazwa druzyny|tym|
        druzstvo|nazev tymu|csapat|csapatnev|команда|название команды|ομαδα|takim|takim adi|チーム|
        チーム名|队|队伍|队名|隊伍|隊名|團隊|团队|팀|팀명|팀이름""",
    "city": """
        city|town|place of residence|residence|address|postal address|street|zip|zip code|postcode|
        postal code|ville|commune|adresse|adresse postale|code postal|lieu|stadt|ort|wohnort|
        anschrift|plz|strasse|stad|woonplaats|plaats|adres|by|sted|adress|hemort|kaupunki|paikkakunta|
        osoite|kotipaikka|citta|indirizzo|comune|residenza|ciudad|localidad|direccion|poblacion|
        cidade|morada|endereco|localidade|miasto|miejscowosc|mesto|obec|bydliste|adresa|varos|lakhely|
        cim|telepules|город|адрес|місто|адреса|πολη|διευθυνση|sehir|il|都市|市|住所|都道府県|城市|
        地址|居住地|도시|주소|지역""",
    "federation": """
        federation|club|clubs|club name|name of your club|association|organisation|organization|
        society|federation or club|club or association|nom du club|nom de l association|
        federation ou club|verein|verband|klub|vereinsname|vereniging|clubnaam|bond|forening|klubnavn|
        forbund|klubb|klubbnavn|klubbnamn|seura|seuran nimi|yhdistys|liitto|kerho|circolo|
        associazione|societa|federazione|clube|asociacion|federacion|associacao|federacao|
        nombre del club|stowarzyszenie|federacja|klubu|oddil|svaz|spolek|klub neve|egyesulet|
        szovetseg|egylet|клуб|федерация|объединение|ассоциация|федерація|асоціація|название клуба|
        συλλογος|λεσχη|ομοσπονδια|σωματειο|kulup|dernek|kulubu|federasyon|クラブ|所属|所屬|連盟|団体|
        協会|俱乐部|俱樂部|協會|协会|联盟|클럽|소속|협회|동호회""",
    "country": """
        البلد|الدولة|بلد|מדינה|ארץ|کشور|
        tara|drzava|zemlja|salis|valsts|riik|quoc gia|
        country|country of residence|country code|nation|nationality|pays|pays de residence|
        nationalite|land|wohnsitzland|staat|staatsangehorigkeit|nationalitat|nationaliteit|landskode|
        landkode|nationalitet|nasjonalitet|maa|kansalaisuus|paese|nazione|nazionalita|stato|pais|
        nacionalidad|nacionalidade|kraj|narodowosc|panstwo|zeme|stat|krajina|narodnost|
        statni prislusnost|orszag|allampolgarsag|nemzetiseg|страна|гражданство|країна|громадянство|
        χωρα|εθνικοτητα|υπηκοοτητα|ulke|ulkesi|uyruk|国|国名|国籍|国家|國家|國籍|地区|地區|국가|나라|
        국적""",
    "reading": """
        furigana|kana|reading|phonetic|pinyin|romaji|フリガナ|ふりがな|よみがな|読み方|カナ|かな|拼音|
        발음""",
    "turned": """
        nom et prenom|nom prenom|nom prenoms|noms et prenoms|surname and first name|
        surname first name|last name first name|surname name|family name first name|name vorname|
        nachname vorname|name und vorname|nachname und vorname|achternaam voornaam|naam en voornaam|
        efternavn fornavn|etternavn fornavn|efternamn fornamn|sukunimi etunimi|cognome e nome|
        cognome nome|apellidos y nombre|apellidos nombre|apellido y nombre|apelido e nome|
        nazwisko i imie|nazwisko imie|prijmeni a jmeno|prijmeni jmeno|фио|ф и о|фамилия имя|
        фамилия и имя|фамилия имя отчество|піб|прізвище та ім я|прізвище ім я|επωνυμο ονομα|
        επωνυμο και ονομα|soyad ad|soyadi adi""",
    "first_name": """
        الاسم الأول|الاسم الاول|שם פרטי|نام کوچک|
        prenume|ime|vardas|vards|eesnimi|fornafn|
        first name|first names|firstname|given name|given names|forename|forenames|christian name|
        prenom|prenoms|vorname|vornamen|rufname|voornaam|voornamen|roepnaam|fornavn|fornavne|fornamn|
        tilltalsnamn|etunimi|etunimet|nome di battesimo|nombre de pila|nombres|primeiro nome|
        nome proprio|imie|imiona|krestni jmeno|krstne meno|keresztnev|utonev|имя отчество|
        имя и отчество|μικρο ονομα|ilk ad|isim ad|on ad|名|下の名前|名字名|given|이름 이름""",
    "last_name": """
        اسم العائلة|اللقب|שם משפחה|نام خانوادگی|
        nume de familie|prezime|pavarde|uzvards|perekonnanimi|eftirnafn|kenninafn|
        last name|last names|lastname|surname|surnames|family name|family names|second name|
        nom de famille|nom de naissance|nom d usage|nachname|nachnamen|familienname|familiennamen|
        zuname|achternaam|achternamen|familienaam|efternavn|etternavn|efternamn|slektsnavn|sukunimi|
        cognome|apellido|apellidos|primer apellido|apelido|apelidos|sobrenome|ultimo nome|nazwisko|
        nazwiska|prijmeni|priezvisko|vezeteknev|csaladnev|фамилия|фамилии|прізвище|επωνυμο|επιθετο|
        soyad|soyadi|soyisim|姓|苗字|名字姓|氏|성|성씨""",
    "name": """
        الاسم|اسم|الاسم الكامل|שם|שם מלא|نام|
        nume|nume si prenume|ime i prezime|vardas pavarde|vards uzvards|nafn|
        name|names|full name|whole name|your name|player name|player|players|participant|participants|
        nickname|nick|entrant|entrants|attendee|member|nom|noms|nom complet|joueur|joueuse|joueurs|
        joueuses|participante|pseudo|pseudonyme|namen|vollstandiger name|spieler|spielerin|
        spielername|teilnehmer|teilnehmerin|mitglied|naam|volledige naam|speler|spelers|deelnemer|
        deelnemers|lid|leden|navn|fulde navn|fullt navn|spiller|spillere|deltager|deltagere|deltaker|
        medlem|medlemmer|namn|fullstandigt namn|for och efternamn|spelare|deltagare|medlemmar|nimi|
        nimet|koko nimi|pelaaja|pelaajat|osallistuja|jasen|nome|nomi|nome e cognome|nome completo|
        giocatore|giocatrice|giocatori|partecipante|partecipanti|socio|nombre|nombre completo|
        nombre y apellidos|nombre y apellido|jugador|jugadora|jugadores|participantes|nome e apelido|
        jogador|jogadora|jogadores|imie i nazwisko|imie nazwisko|gracz|gracze|zawodnik|uczestnik|
        uczestnicy|jmeno|meno|jmena|cele jmeno|jmeno a prijmeni|jmeno prijmeni|hrac|hraci|ucastnik|
        nev|nevek|teljes nev|jatekos|jatekosok|resztvevo|имя|имена|имя и фамилия|имя фамилия|
        полное имя|игрок|игроки|участник|участники|ім я|імя|ім я та прізвище|повне ім я|гравець|
        гравці|учасник|учасники|ονομα|ονοματα|ονοματεπωνυμο|πληρες ονομα|ονομα και επωνυμο|παικτης|
        παικτες|συμμετεχων|ad|adi|ad soyad|adi soyadi|isim|oyuncu|oyuncular|katilimci|
        vorname und nachname|vor und nachname|vorname nachname|first name and surname|
        first and last name|name and surname|prenom et nom|prenom nom|voornaam en achternaam|
        voor en achternaam|fornavn og efternavn|fornavn og etternavn|fornamn och efternamn|
        etu ja sukunimi|名前|お名前|氏名|姓名|選手|選手名|参加者|プレイヤー|玩家|選手姓名|选手|参赛者|
        參賽者|名字|이름|성명|선수|참가자""",
    "points": """
        score|scores|points|pts|total|result|results|rank|ranking|rating|place|placement|position|
        classement|resultat|punkte|punktzahl|ergebnis|rang|punten|uitslag|point|poeng|poang|pisteet|
        tulos|punti|punteggio|puntos|puntuacion|pontos|pontuacao|punkty|wynik|body|vysledek|pont|
        pontszam|очки|результат|бали|ποντοι|βαθμοι|puan|点数|得点|順位|得分|分数|分數|积分|점수|순위|
        games|game|parties|partie|spiele|spel|spil|partite|partidas|gry""",
    "coming": """
        coming|comes|attending|attendance|attend|attends|rsvp|will you come|will you attend|can you come|
        are you coming|will you play|present|presence|vient|viens|viens tu|venez vous|viendras|viendrez|
        tu viens|vous venez|presence|participe|participez|participes|anwesend|anwesenheit|zusage|kommst|
        kommen|kommt|dabei|nimmst du teil|nehmen sie teil|aanwezig|aanwezigheid|kom je|komt|kom jij|
        aanmelding|kommer|kommer du|deltar|deltar du|deltager du|deltagelse|tilmeldt|tilstede|narvaro|
        narvarande|deltagande|deltakelse|oppmote|tuletko|tulossa|lasna|osallistuu|osallistuminen|
        osallistutko|presenza|partecipi|partecipazione|vieni|viene|asistencia|asiste|asistira|asistiras|
        vienes|presenca|
        participacao|comparece|obecnosc|obecny|obecna|przyjdzie|przyjdziesz|udzial|ucast|prijde|
        prijdes|pritomen|reszvetel|jossz|jelenlet|участие|придет|придете|присутствие|участвует|
        участь|прииде|присутність|παρουσια|ερχεται|ερχεσαι|συμμετοχη|katilim|geliyor|geliyor musun|
        出欠|参加|出席|参加可否|参加しますか|出席しますか|是否参加|是否參加|參加|到场|出席情况|
        참석|참석여부|참가 여부|참석 여부|출석""",
    "number": """
        number|no|nr|num|numero|n|nummer|lfd nr|lfd|position|pos|rang|numer|lp|cislo|szam|sorszam|
        номер|п п|αριθμος|numara|sira|番号|编号|編號|序号|번호|id|#|№""",
    "other": """
        sex|gender|age|born|year|sexe|genre|annee|geschlecht|alter|jahrgang|geslacht|leeftijd|kon|
        kjonn|alder|sukupuoli|ika|sesso|eta|sexo|edad|idade|plec|wiek|pohlavi|vek|nem|kor|пол|возраст|
        стать|вік|φυλο|ηλικια|cinsiyet|yas|性別|年齢|性别|年龄|年齡|성별|나이|arrival|arrivee|hotel|
        t shirt|tshirt|consent|i agree|j accepte|photo|photos|language|langue|sprache|volunteer|
        how did you hear""",
}
#: words of a name that begin with a small letter
PARTICLES = re.compile(
    r"d|d[aeiou]s?|dal|de[ilnr]|dell[ae]|el|[ae]l|l[ae]|bin|ibn|van|von|te[nr]|zu|a[fv]|[ye]", re.IGNORECASE
)
#: words that say whose name it is: "First name of the player"
ROLES = frozenset(
    (
        *("player", "participant", "participante", "attendee", "entrant", "member", "joueur", "joueuse"),
        *("spieler", "spielerin", "teilnehmer", "teilnehmerin", "mitglied", "speler", "deelnemer", "lid"),
        *("spiller", "deltager", "deltaker", "medlem", "spelare", "deltagare", "pelaaja", "osallistuja"),
        *("giocatore", "giocatrice", "partecipante", "socio", "jugador", "jugadora", "jogador", "jogadora"),
        *("gracz", "zawodnik", "uczestnik", "hrac", "ucastnik", "jatekos", "resztvevo", "игрок", "участник"),
        *("гравець", "учасник", "παικτησ", "oyuncu", "katilimci"),
    )
)
#: words of headings that speak of who pays, or of whom to call, and not of who plays; without accents
SOMEBODY_ELSE = frozenset(
    (
        *(
            "payer",
            "buyer",
            "purchaser",
            "billing",
            "payeur",
            "acheteur",
            "facturation",
            "besteller",
            "kaufer",
        ),
        *("rechnung", "zahler", "koper", "betaler", "kober", "kjoper", "maksaja", "pagatore", "acquirente"),
        *("comprador", "pagador", "kupujacy", "platnik", "kupujici", "vevo", "покупатель", "плательщик"),
        *("emergency", "urgence", "notfall", "noodgeval", "emergenza", "emergencia", "guardian", "tuteur"),
    )
)
#: one sign may be a whole word in these scripts
LOGOGRAPHIC = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
#: letters of last names that stand first: Han and Hangul, not the kana in which names of others are written
FAMILY_NAME_FIRST = re.compile(r"[\u3400-\u9fff\uac00-\ud7af]")
NO_LETTER = re.compile(r"[^\w№#]+|_+")
SCRIPT_ENDS = re.compile(
    r"(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])(?=[a-z0-9])|(?<=[a-z0-9])(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])"
)
LONGEST_HEADING = 200


def plain_text(text: str) -> str:
    """Return a text in small letters without accents and signs, one blank between words.

    >>> plain_text(" N.º EMA:"), plain_text("Prénom *"), plain_text("EMA番号")
    ('n o ema', 'prenom', 'ema 番号')
    """
    return SCRIPT_ENDS.sub(" ", " ".join(NO_LETTER.sub(" ", without_accents(text)).split()))


@cache
def kind_by_phrase() -> dict[str, str]:
    """Return every phrase with the kind it tells; of two kinds the more telling."""
    kinds: dict[str, str] = {}
    for kind, phrases in PHRASES.items():
        for phrase in phrases.split("|"):
            kinds.setdefault(plain_text(phrase), kind)
    kinds.pop("", None)
    return kinds


@cache
def _longest() -> int:
    return max(phrase.count(" ") + 1 for phrase in kind_by_phrase())


#: words that are headings alone, and say nothing of one within others: "Last game"
ALONE = {"first": "first_name", "last": "last_name"}


@lru_cache(2048)
def exact_heading_kind(cell: str) -> str:
    """Return the kind of column that a heading names by itself; "" for what is no heading we know.

    >>> exact_heading_kind("Vorname"), exact_heading_kind("N° EMA"), exact_heading_kind("Max")
    ('first_name', 'ema_number', '')
    """
    text = plain_text(cell)
    kind = ALONE.get(text) or kind_by_phrase().get(text, "")
    if not kind and " " in text and LOGOGRAPHIC.search(text):
        kind = kind_by_phrase().get(text.replace(" ", ""), "")
    return kind or (_contained(text) if len(text.split()) <= 4 and "ema" in text.split() else "")


@lru_cache(2048)
def heading_kind(cell: str) -> str:
    """Return the kind of column that a heading or a question speaks of; "" where it says nothing we know.

    >>> heading_kind("What is your first name?"), heading_kind("Quel est ton prénom ?")
    ('first_name', 'first_name')
    >>> heading_kind("E-mail address of the player"), heading_kind("Name of your team"), heading_kind("Maa")
    ('email', 'team', 'country')
    """
    return exact_heading_kind(cell) or _contained(plain_text(cell[:LONGEST_HEADING]))


def _contained(text: str) -> str:
    """Return the most telling kind of all phrases in a text; of names the longest phrase."""
    words = text.split()
    if SOMEBODY_ELSE & {*words}:
        return "other"
    phrases = kind_by_phrase()
    contained: list[tuple[str, str]] = []
    for at in range(len(words)):
        for length in range(min(_longest(), len(words) - at), 0, -1):
            phrase = " ".join(words[at : at + length])
            if phrase in phrases:
                contained.append((phrase, phrases[phrase]))
    if not contained and LOGOGRAPHIC.search(text):
        contained = [
            (phrase, kind)
            for phrase, kind in phrases.items()
            if LOGOGRAPHIC.search(phrase) and phrase in text
        ]
    if not contained:
        return ""
    kinds = {kind for _phrase, kind in contained}
    if kinds & set(NAMES) and not kinds & TELLING:
        names = [named for named in contained if named[1] in NAMES]
        names = [named for named in names if named[0] not in ROLES] or names
        both = {"first_name", "last_name"} <= kinds
        return "name" if both and "turned" not in kinds else max(names, key=lambda named: len(named[0]))[1]
    return next(kind for kind in PHRASES if kind in kinds)


#: kinds that a heading is of though it speaks of a name too: "Name of your team", "E-mail (first name)"
TELLING = frozenset(
    ("email", "phone", "timestamp", "remark", "ema_number", "team", "federation", "country", "paid")
)
