"""Names of people in the languages of our players: by them a code page is told, and a first name from a last.

Each language has the code pages its files are written in, common first names and common last names.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

WESTERN = ("cp1252", "iso8859_15", "mac_roman", "cp850", "cp437", "cp858")
CENTRAL = ("cp1250", "iso8859_2", "cp852", "mac_latin2", "iso8859_16")
CYRILLIC = ("cp1251", "koi8_r", "koi8_u", "iso8859_5", "cp866", "mac_cyrillic")
GREEK = ("cp1253", "iso8859_7", "mac_greek", "cp737")
TURKISH = ("cp1254", "iso8859_9", "mac_turkish", "cp857")
BALTIC = ("cp1257", "iso8859_13", "cp775")
JAPANESE, CHINESE, KOREAN = ("cp932", "euc_jp"), ("gb18030", "big5"), ("cp949",)


@dataclass(frozen=True, slots=True)
class Language:
    """A language, by its code: what its files are written in, and names."""

    code: str
    encodings: tuple[str, ...]
    first_names: tuple[str, ...]
    last_names: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """First and last names."""
        return (*self.first_names, *self.last_names)


def _language(code: str, encodings: tuple[str, ...], first: str, last: str) -> Language:
    return Language(code, encodings, tuple(first.split()), tuple(last.split()))


LANGUAGES = (
    _language(
        "en",
        WESTERN,
        "James John Robert Michael William David Richard Thomas Charles Christopher Daniel Matthew "
        "Anthony Mark Paul Steven Andrew Kenneth George Edward Brian Ronald Kevin Jason Jeffrey Ryan "
        "Gary Nicholas Eric Stephen Jonathan Larry Scott Frank Justin Brandon Raymond Gregory Samuel "
        "Benjamin Patrick Jack Dennis Alexander Tyler Henry Douglas Adam Peter Zachary Walter Kyle "
        "Harold Carl Jeremy Gerald Keith Roger Arthur Lawrence Sean Christian Ethan Austin Joe Albert "
        "Jesse Bryan Bruce Alan Ralph Roy Noah Mary Patricia Jennifer Linda Elizabeth Barbara Susan "
        "Jessica Karen Sarah Lisa Nancy Sandra Betty Ashley Emily Kimberly Margaret Donna Michelle "
        "Carol Amanda Melissa Deborah Stephanie Rebecca Laura Helen Sharon Cynthia Kathleen Amy Angela "
        "Shirley Anna Ruth Brenda Pamela Nicole Katherine Virginia Catherine Alice Ann Jane Grace Judy "
        "Rachel Diana Rose Kelly Claire Chloë Zoë Siân Seán Sinéad Niamh Ben Dan Tom",
        "Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Moore Jackson White "
        "Harris Thompson Robinson Clark Lewis Walker Hall Young Wright King Hill Green Baker Adams "
        "Nelson Campbell Mitchell Roberts Carter Phillips Evans Turner Parker Edwards Collins Stewart "
        "Morris Murphy Cook Rogers Morgan Cooper Reed Bailey Bell Kelly Howard Ward Cox Richardson "
        "Wood Watson Bennett Gray Hughes Brontë",
    ),
    _language(
        "fr",
        WESTERN,
        "Léa Chloé Zoé Inès Hélène Hélèna Françoise Thérèse Geneviève Anaïs Maëlle Maël Élodie Éloïse "
        "Élise Éric Étienne Émile Émilie Édouard Édith Loïc Loïs Noël Noëlle Joël Joëlle Gaël Gaëlle "
        "Raphaël Mickaël Michaël Jérôme Jérémy Rémi Rémy Régis René Renée André Andrée Cédric Frédéric "
        "Sébastien Benoît François Stéphane Stéphanie Aurélie Aurélien Amélie Mélanie Valérie "
        "Véronique Béatrice Cécile Céline Désirée Eugénie Hervé Gérard Gérald Clément Cléo Théo "
        "Théodore Timothée Timéo Barnabé Côme Jean Pierre Marie Marguerite Anne Sophie Philippe "
        "Jacques Michel Alain Bernard Daniel Nicolas Julien Thomas Antoine Guillaume Laurent Olivier "
        "Pascal Thierry Vincent Xavier Yves Luc Marc Mathieu Camille Manon Charlotte Pauline Claire "
        "Juliette Louise Agnès Solène Maïté Anaëlle Chloë Max Nathalie Isabelle Monique Catherine "
        "Brigitte Sylvie Martine",
        "Dupont Durand Lefèvre Lefébvre Lefebvre Moreau Garçon Gonçalves Bérenger Béranger Bézard "
        "Crépin Créteil Delorme Désormeaux Duprès Dupré Després Dubois Évrard Fèvre Gérard Guérin "
        "Hébert Lévêque Lévy Legrand Lemaître Maître Ménard Mercier Noël Pélissier Périer Prévost "
        "Rivière Roché Rousseau Salomé Thévenet Vallée Martin Bernard Thomas Petit Robert Richard "
        "Simon Laurent Michel Garcia David Bertrand Roux Vincent Fournier Morel Girard André Bonnet "
        "Lambert Fontaine Château Côté Bégin Gagné Bouché Sauvé Rochefoucauld Bergère Boulé Lachâtre "
        "Forêt Forêts Chênier Duchêne Hélary Nérac Séguin Thiébaut Vidal",
    ),
    _language(
        "de",
        WESTERN,
        "Jörg Jürgen Günter Günther Björn Sören Götz Dörte Käthe Bärbel Lüder Rüdiger Müge Jürg "
        "Ägidius Uwe Ute Wolfgang Klaus Hans Heinz Peter Dieter Manfred Helmut Gerhard Thomas Andreas "
        "Stefan Matthias Markus Christian Sebastian Tobias Lukas Jonas Felix Maximilian Anna Lena "
        "Sabine Petra Monika Ursula Renate Gisela Karin Brigitte Ingrid Erika Heike Birgit Anke Silke "
        "Katrin Julia Hannah Ulrike Heidi Max Jan René Sönke Mäxchen Änne Hänsel Gänseblümchen Jost "
        "Frank Bernd Horst Karl Kurt Otto",
        "Müller Schröder Krüger Schäfer Köhler König Böhm Groß Voß Weiß Strauß Jäger Vögel Vogel "
        "Förster Günther Schütz Schütte Lösch Löwe Möller Hübner Hüttner Bäcker Bäumer Kühn Küster "
        "Größer Fröhlich Grün Höfer Höhn Schön Schönfeld Brückner Büttner Döring Dörr Fähnrich Gärtner "
        "Häußler Jähn Kästner Lüdke Mößner Nägele Pfäffle Rößler Säger Täuber Übelacker Würth Züfle "
        "Österle Ackermann Schmidt Schneider Fischer Weber Meyer Wagner Becker Hoffmann Schulz Koch "
        "Bauer Richter Klein Wolf Neumann Schwarz Zimmermann Braun Hartmann Lange Schmitt Werner "
        "Krause Meier Lehmann Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Berg",
    ),
    _language(
        "nl",
        WESTERN,
        "Daniël Joël Noël Michaël Raphaël Chloë Zoë Loïs Anaïs Renée André José Désirée Andreé Jan "
        "Piet Kees Henk Wim Joost Sjoerd Pieter Maarten Jeroen Bram Sander Thijs Ruud Marijke Anneke "
        "Femke Saskia Ingrid Els Daan Sem Lucas Finn Milan Levi Luuk Lotte Fleur Sanne Eva Emma Julia "
        "Geertruida Wilhelmina Ilse Koen Dirk Geert",
        "Jansen Vries Berg Dijk Bakker Visser Smit Meijer Boer Mulder Groot Bos Vos Peters Hendriks "
        "Leeuwen Dekker Brouwer Wit Dijkstra Smits Graaf Meer Linden Kok Jacobs Haan Vermeulen Heuvel "
        "Veen Broek Bruijn Schouten Beek Willems Hoekstra Koster Prins Blom Huisman Peeters Kuipers "
        "Postma Coöpman Beukeboom Reünie Moët Ruë",
    ),
    _language(
        "da",
        WESTERN,
        "Søren Jørgen Jørn Bjørn Bjørk Asbjørn Torbjørn Øjvind Åge Åse Påske Kåre Håkon Mårten Gøran "
        "Sørine Ægidius Bo Lars Jens Peter Hans Niels Henrik Michael Thomas Anders Rasmus Mikkel "
        "Kasper Mads Emil Freja Mette Kirsten Hanne Anne Inge Lene Pia Birthe Dorthe Bente Jytte Rikke "
        "Sofie Ida Astrid Signe Maja René Andrea",
        "Sørensen Jørgensen Nørgaard Nørgård Østergaard Østergård Kjær Kjærgaard Bæk Møller Mølgaard "
        "Bøgh Høj Højgaard Lærke Mønster Rønne Skjødt Skov Søgaard Søndergaard Thorsø Vestergård Ågård "
        "Årup Åkjær Brændgaard Præst Hjørring Jensen Nielsen Hansen Pedersen Andersen Christensen "
        "Larsen Rasmussen Petersen Madsen Kristensen Olsen Thomsen Christiansen Poulsen Johansen "
        "Knudsen Mortensen Holm Krogh Bruun Lind Dahl",
    ),
    _language(
        "sv",
        WESTERN,
        "Åsa Åke Åsalie Pär Pål Märta Märit Göran Görel Jörgen Björn Sören Östen Örjan Ängla Håkan "
        "Mårten Måns Bosse Lars Anders Per Karl Johan Nils Lennart Sven Gunnar Bengt Bo Hans Erik "
        "Gustav Fredrik Magnus Linnéa Anna Eva Maria Karin Kristina Lena Kerstin Ingrid Birgitta Ulla "
        "Marianne Astrid Elsa Ebba Siri Desirée Zoë Hjördis Lovisa Malin Sara Emma Hanna Johanna "
        "Emelie André",
        "Åberg Åkesson Åkerlund Ångström Ahlström Bergström Sjöberg Sjögren Sjöström Lindström "
        "Lundström Nordström Söderberg Söderström Björk Björklund Öberg Öhman Österberg Östlund Hägg "
        "Häggström Järvinen Källström Källman Lönn Löfgren Löfven Mårtensson Månsson Norén Nordén "
        "Lindén Hedén Näslund Åhlin Sandström Ström Gåsström Sjölund Svensson Andersson Johansson "
        "Karlsson Nilsson Eriksson Larsson Olsson Persson Pettersson Gustafsson Jonsson Lindberg "
        "Lindqvist Berg Bergman Lundgren Lundin Sandberg Holm Nyström Strömberg Wallström",
    ),
    _language(
        "nb",
        WESTERN,
        "Bjørn Torbjørn Asbjørn Jørgen Jørn Øyvind Øystein Håkon Håvard Pål Pål-Erik Åse Åshild Åge "
        "Kåre Gøril Sølvi Bård Mårten Trøgstad Ole Lars Knut Kjell Arne Odd Geir Tor Terje Svein Stein "
        "Rune Morten Espen Frode Trond Ingeborg Ingrid Kari Berit Randi Marit Solveig Liv Anne Astrid "
        "Siri Silje Hege Tone Trine Turid Sigrid Nora",
        "Ødegård Ødegaard Østby Øverland Bråten Bråthen Bø Bøe Haugstøl Håland Hægeland Hågensen Kjøs "
        "Kvåle Løken Lønning Moskvær Nygård Nærø Røed Rønning Sæther Sætre Sørlie Strøm Tømmerås Vågen "
        "Ås Åsen Åmodt Ærø Hansen Johansen Olsen Larsen Andersen Pedersen Nilsen Kristiansen Jensen "
        "Karlsen Johnsen Pettersen Eriksen Berg Haugen Hagen Johannessen Andreassen Jacobsen Dahl "
        "Jørgensen Halvorsen Lund Henriksen Solberg Moen",
    ),
    _language(
        "fi",
        WESTERN,
        "Päivi Päivö Väinö Äijö Mäijä Jyrki Pälvi Säde Eevi Yrjö Töyry Hämäri Kyösti Pentti Matti "
        "Mikko Juha Timo Kari Antti Jari Jukka Markku Pekka Hannu Heikki Seppo Janne Ari Marko Tuomas "
        "Ville Eero Ilkka Sami Olli Tuula Anne Päivikki Pirjo Ritva Leena Anna Sari Minna Marja Tiina "
        "Riitta Tarja Liisa Hanna Sirpa Kirsi Satu Aino Väinämö Iida Elina Emilia Hilja Tyyne Höytiö "
        "Åke Åsa Kössi Äinö Näpsä Ylä",
        "Mäkinen Hämäläinen Hänninen Heikkilä Hyvönen Jääskeläinen Jäntti Järvinen Järvelä Kähkönen "
        "Kämäräinen Kärkkäinen Lähteenmäki Lämsä Mäkelä Mäki Määttä Mönkkönen Nevalainen Närhi "
        "Pääkkönen Pöyhönen Pöysti Räsänen Rönkä Sääksi Särkkä Söderholm Tähtinen Töyrylä Väisänen "
        "Väyrynen Yläjärvi Äijälä Öhman Ahonen Korhonen Virtanen Nieminen Laine Koskinen Heikkinen "
        "Salonen Turunen Saarinen Rantanen Lehtonen Laitinen Peltola Könönen Kyllönen Niskanen Törmälä "
        "Hölttä Pesälä Häkkinen Räikkönen Mäntylä Mäenpää Lindström",
    ),
    _language(
        "it",
        WESTERN,
        "Niccolò Nicolò Noè Giosuè Mosè Gesù Ciccì Cesaré Salomè Marco Andrea Luca Matteo Giuseppe "
        "Giovanni Antonio Francesco Mario Luigi Alessandro Lorenzo Davide Simone Federico Riccardo "
        "Stefano Roberto Paolo Fabio Giulia Chiara Sara Martina Francesca Silvia Elisa Alice Federica "
        "Giorgia Elena Anna Maria Laura Valentina Paola",
        "Cantù Dalcò Forlì Frè Nardò Morrà Muscarà Sarà Totò Tagliabuè Mondì Soffritì Calò Calì Bertè "
        "Mosè Patanè Fodè Cucè Rossi Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno "
        "Gallo Conti Costa Giordano Mancini Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani "
        "Rinaldi Caruso Ferrara Galli Martini Leone Longo D’Angelo D’Amico Nicolò",
    ),
    _language(
        "es",
        WESTERN,
        "José María Jesús Ángel Ángela Álvaro Óscar Iván Adrián Rubén Raúl Andrés Martín Sebastián "
        "Nicolás Tomás Joaquín Agustín Fermín Benjamín Germán Hernán Ramón Simón Efraín Elías Matías "
        "Inés Mónica Verónica Sofía Lucía Rocío Begoña Íñigo Iñaki Begoñe Concepción Asunción Noemí "
        "Belén Héctor César Víctor Félix Ágata Zoé Carlos Juan Manuel Luis Javier Miguel Antonio "
        "Francisco Pablo Pedro Diego Alejandro Carmen Ana Laura Isabel Marta Cristina Elena Pilar Rosa "
        "Teresa Julia Álex Núria Aarón",
        "García Martínez López Sánchez Pérez Gómez Fernández Rodríguez González Hernández Jiménez "
        "Álvarez Díaz Vázquez Domínguez Gutiérrez Ramírez Suárez Méndez Núñez Nuñez Muñoz Ibáñez Peña "
        "Cañizares Castaño Bolaño Cárdenas Cortés Durán Galván Guzmán Marín Millán Pavón Rincón "
        "Calderón León Beltrán Garzón Ávila Águila Ríos Solís Valdés Vélez Zúñiga Ordóñez Yáñez "
        "Quiñones Cabañas Peñalver Ruiz Moreno Romero Torres Castro Ortiz Bermúdez Sáez Páez Güell "
        "Agüero Argüello Sigüenza",
    ),
    _language(
        "pt",
        WESTERN,
        "João José Antônio António André Luís Luís Inês Cátia Mónica Mônica Flávio Flávia Fábio "
        "Cláudio Cláudia Patrícia Letícia Vinícius Márcio Márcia Lúcia Célia Sérgio Rogério Tânia "
        "Sônia Sónia Zélia Estevão Simão Sebastião Adão Conceição Assunção Raúl Íris Érica Ângela "
        "Ângelo Hélder Nádia Joaquim Manuel Pedro Tiago Rui Miguel Nuno Paulo Ricardo Bruno Carlos "
        "Diogo Hugo Ana Maria Beatriz Mariana Sofia Catarina Rita Teresa",
        "Gonçalves Simões Magalhães Guimarães Carvalhão Leitão Falcão Brandão Galvão Frazão Conceição "
        "Assunção França Lourenço Mendonça Araújo Antão Aragão Ávila Avelã Câmara Cabeça Calçada Condé "
        "Corrêa Cortês Damião Estêvão Esperança Feijó Gusmão Inácio Leão Limões Luís Macário Mourão "
        "Neves Palmeirão Patrício Peção Quintão Romão Salomão Sá Sequeirão Serrão Silva Santos "
        "Ferreira Pereira Oliveira Costa Rodrigues Martins Jesus Sousa Fernandes Lopes Marques Gomes "
        "Ribeiro Almeida Pinto Alves Dias Teixeira Monteiro Mendes Cardoso Soares",
    ),
    _language(
        "pl",
        CENTRAL,
        "Łukasz Michał Paweł Rafał Sławomir Stanisław Władysław Mirosław Jarosław Radosław Bolesław "
        "Czesław Wiesław Zdzisław Przemysław Bogusław Wojciech Grzegorz Krzysztof Andrzej Małgorzata "
        "Elżbieta Świętosława Agnieszka Bożena Grażyna Jędrzej Józef Róża Żaneta Żywia Maciej Mikołaj "
        "Błażej Jagoda Kacper Piotr Jan Tomasz Marcin Adam Jakub Katarzyna Anna Maria Barbara Ewa "
        "Krystyna Magdalena Joanna Aleksandra Zofia Justyna Łucja Bogumiła Danuta Halina Jadwiga Kinga "
        "Beata Dorota Renata Urszula Wanda Ola Ania Gosia Kasia Małgosia Ząb",
        "Żółć Kowalski Wiśniewski Wójcik Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski "
        "Kozłowski Jankowski Mazur Kwiatkowski Krawczyk Kaczmarek Piotrowski Grabowski Pawłowski "
        "Michałowski Król Wieczorek Jabłoński Wróbel Nowakowski Majewski Stępień Górski Rutkowski "
        "Sikorski Głowacki Baran Błaszczyk Szczęsny Chmiel Żak Ziółkowski Ślusarczyk Świątek Sobczak "
        "Pająk Pętka Zając Gołąb Łęcki Łapiński Łoś Kędzierski Mączyński Miśkiewicz Ostrowski Poręba "
        "Różański Rząsa Śliwa Święcicki Tomaszewski Wąsik Węgrzyn Źrebiec Żmuda Żuławski Ćwik Ćwikła",
    ),
    _language(
        "cs",
        CENTRAL,
        "Jiří Tomáš Lukáš Ondřej Matěj Jáchym Šimon Štěpán Štefan Vojtěch Zdeněk Bedřich Bořivoj Bohuš "
        "Čeněk Čestmír Dalibor František Jaroslav Miloš Luboš Aleš Leoš Radek Řehoř Přemysl Václav Vít "
        "Vítězslav Vladimír Zbyněk Žaneta Zdeňka Lucie Tereza Kateřina Alžběta Anežka Božena Blažena "
        "Eliška Hana Helena Ivana Jana Jiřina Květa Lenka Libuše Markéta Michaela Monika Růžena Šárka "
        "Věra Veronika Zuzana Ďáblice Ľubomír Ľudmila Jozef Martin Petr Pavel Jan Marek David Ladislav "
        "Peter Andrej Ján Michal Mária Zuzana Katarína Lucia Kristína",
        "Novák Nováková Svoboda Novotný Dvořák Dvořáková Černý Procházka Kučera Veselý Horák Němec "
        "Pokorný Marešová Krejčí Růžička Beneš Fiala Sedláček Doležal Zeman Kolář Navrátil Čermák "
        "Vaněk Urban Blažek Kříž Kovář Kratochvíl Bartoš Vlček Polák Musil Kopecký Šimek Konečný Malý "
        "Holub Čech Štěpánek Staněk Kadlec Dostál Soukup Šťastný Mareš Moravec Sýkora Tichý Vávra "
        "Matoušek Bláha Říha Ševčík Bureš Hruška Mašek Pavlíček Dušek Hájek Kováč Horváth Varga Tóth "
        "Nagy Baláž Szabó Molnár Ďurica Ľupták Žiak Hudáček Krajčí Šoltés",
    ),
    _language(
        "hu",
        CENTRAL,
        "István József János László Ferenc Zoltán Sándor Gábor Mihály György Gyula Béla Jenő Ernő "
        "Győző Dezső Lőrinc Gergő Csaba Tamás Péter Attila Balázs Dániel Ádám Máté Bálint Márton Áron "
        "Gergely Norbert Levente Bence Márk Zsolt Róbert Tibor Miklós Imre Dénes Ágnes Ágota Anikó "
        "Beáta Borbála Csilla Dóra Éva Erzsébet Etelka Gyöngyi Györgyi Ibolya Ildikó Ilona Jolán Judit "
        "Júlia Katalin Kinga Klára Krisztina Lívia Magdolna Mária Márta Mónika Noémi Orsolya Piroska "
        "Réka Rózsa Sára Tímea Tünde Tűzvirág Vilmos Virág Zsófia Zsuzsanna Örs Ödön Őze",
        "Nagy Kovács Tóth Szabó Horváth Varga Kiss Molnár Németh Farkas Balogh Papp Lakatos Takács "
        "Juhász Mészáros Oláh Simon Rácz Fekete Szilágyi Török Fehér Balázs Gál Szűcs Kocsis Orsós "
        "Pintér Fodor Szalai Sipos Magyar Lukács Gulyás Bíró Király László Katona Jakab Bogdán Hegedűs "
        "Hegedüs Győri Győrfi Erdős Erdélyi Füzesi Fűzfa Görög Gergő Hidvégi Hőgyes Káldor Köves "
        "Kőszegi Kőrösi Lőrincz Mező Mezőfi Petőfi Szőke Szőllősi Tűz Temesvári Vörös Vörösmarty Zöld "
        "Őri Űrhegyi Dudás Dömötör Kertész Bodnár Sárközi",
    ),
    _language(
        "hr",
        CENTRAL,
        "Željko Željka Marija Dražen Božidar Živko Žarko Šime Đorđe Đuro Anđela Anđelko Čedomir Matija "
        "Krešimir Siniša Nataša Saša Dušan Miloš Blaž Jože Matjaž Tomaž Uroš Boštjan Žiga Nejc Špela "
        "Tjaša Urška Andrej Ivan Marko Luka Ante Josip Petar Ana Ivana Katarina Maja Goran Zoran "
        "Dragan Snježana Višnja Mihaela Tihomir Ćiril",
        "Horvat Kovačević Babić Marić Jurić Novak Kovačić Knežević Vuković Marković Petrović Matić "
        "Tomić Pavlović Kovač Božić Blažević Grgić Pavić Radić Perić Filipović Šarić Lovrić Vidović "
        "Perković Popović Bošnjak Jukić Barišić Župan Žagar Žnidaršič Šušteršič Kržišnik Potočnik "
        "Golob Zupančič Đukić Đurić Đorđević Jovanović Nikolić Ilić Stojanović Milošević Čavić Ćosić "
        "Ćurković Šimić Đokić",
    ),
    _language(
        "ro",
        ("cp1250", "iso8859_2", "iso8859_16", "cp852"),
        "Ştefan Ștefan Ioan Gheorghe Constantin Mihai Andrei Alexandru Cătălin Cătălina Mădălina "
        "Mălina Rareş Mircea Vasile Ionuţ Ionuț Dănuţ Dănuț Cristian Răzvan Bogdan Tiberiu Maria Elena "
        "Ioana Andreea Mihaela Sînziana Ţiriac Anca Raluca Roxana Ileana Crăiţa Sorin Lucian Vlăduţ",
        "Popescu Ionescu Popa Pop Radu Dumitru Stan Stoica Gheorghe Matei Ciobanu Rusu Munteanu "
        "Moldoveanu Constantin Şerban Șerban Ţurcanu Țurcanu Brâncuşi Brâncoveanu Câmpeanu Rădulescu "
        "Văduva Bălan Mărginean Vlădescu Ştefănescu Ștefănescu Ungureanu Niţu Nițu Creţu Crețu Lupaşcu "
        "Mureşan Mureșan Bănică Dobrițoiu",
    ),
    _language(
        "ru",
        CYRILLIC,
        "Александр Алексей Анатолий Андрей Антон Артём Борис Вадим Валентин Валерий Василий Виктор "
        "Виталий Владимир Владислав Вячеслав Геннадий Георгий Григорий Даниил Денис Дмитрий Евгений "
        "Егор Иван Игорь Илья Кирилл Константин Леонид Максим Михаил Никита Николай Олег Павел Пётр "
        "Роман Сергей Станислав Степан Тимофей Фёдор Юрий Ярослав Алёна Александра Алина Анастасия "
        "Анна Валентина Вера Виктория Галина Дарья Евгения Екатерина Елена Елизавета Жанна Зоя Ирина "
        "Ксения Лариса Людмила Любовь Маргарита Марина Мария Надежда Наталья Нина Оксана Ольга Полина "
        "Светлана София Татьяна Юлия Яна",
        "Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков "
        "Алексеев Лебедев Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин "
        "Захаров Зайцев Соловьёв Борисов Яковлев Григорьев Романов Воробьёв Сергеев Кузьмин Фролов "
        "Александров Дмитриев Королёв Гусев Киселёв Ильин Максимов Поляков Сорокин Виноградов Ковалёв "
        "Белов Медведев Антонов Тарасов Жуков Баранов Филиппов Комаров Давыдов Беляев Герасимов "
        "Богданов Осипов Сидоров Матвеев Титов Марков Миронов Крылов Куликов Карпов Иванова Смирнова "
        "Кузнецова Попова Чехов Щербаков Шевцова Цветкова Достоевский Толстая Горький Юдин Эйхе",
    ),
    _language(
        "uk",
        CYRILLIC,
        "Олександр Андрій Богдан Василь Віктор Віталій Володимир Вячеслав Григорій Дмитро Євген Іван "
        "Ігор Ілля Кирило Костянтин Максим Микола Михайло Назар Олег Олексій Остап Павло Петро Роман "
        "Руслан Сергій Станіслав Степан Тарас Тимофій Юрій Ярослав Аліна Анастасія Ганна Вікторія "
        "Галина Дарина Євгенія Єлизавета Ірина Катерина Ксенія Лариса Лілія Людмила Любов Марія Надія "
        "Наталія Оксана Олена Ольга Світлана Соломія Софія Тетяна Юлія",
        "Шевченко Коваленко Бондаренко Ткаченко Кравченко Ковальчук Олійник Шевчук Коваль Поліщук "
        "Бондар Ткачук Мельник Марченко Лисенко Руденко Савченко Петренко Кравчук Клименко Павленко "
        "Савчук Кузьменко Пономаренко Мороз Мельничук Василенко Харченко Карпенко Гаврилюк Гриценко "
        "Захарчук Іваненко Їжакевич Ґалаґан Сидоренко Тимошенко Федоренко Юрченко Яценко Дяченко "
        "Щербина Зеленський Залізняк",
    ),
    _language(
        "el",
        GREEK,
        "Γεώργιος Γιώργος Ιωάννης Γιάννης Κωνσταντίνος Κώστας Δημήτριος Δημήτρης Νικόλαος Νίκος "
        "Παναγιώτης Βασίλειος Βασίλης Χρήστος Αθανάσιος Θανάσης Μιχαήλ Μιχάλης Ευάγγελος Σπυρίδων "
        "Σπύρος Αντώνιος Αντώνης Αναστάσιος Τάσος Θεόδωρος Ανδρέας Ηλίας Στέφανος Στέλιος Πέτρος "
        "Σταύρος Αλέξανδρος Ιάσων Φίλιππος Μαρία Ελένη Αικατερίνη Κατερίνα Βασιλική Σοφία Αγγελική "
        "Γεωργία Δήμητρα Ευαγγελία Αναστασία Ιωάννα Παναγιώτα Χριστίνα Άννα Ζωή Ξανθή Όλγα Ψυχή Ειρήνη "
        "Έλλη Ήρα Ύδρα Ώρα",
        "Παπαδόπουλος Παπαδοπούλου Παπαγεωργίου Οικονόμου Παπαδάκης Παππάς Μακρής Γεωργίου Δημητρίου "
        "Νικολάου Ιωάννου Κωνσταντίνου Αντωνίου Βασιλείου Αθανασίου Αγγελόπουλος Αναγνωστόπουλος "
        "Βλάχος Γιαννόπουλος Δημόπουλος Ζαχαρίου Ηλιάδης Θεοδωρίδης Καραγιάννης Κυριακίδης Λάμπρου "
        "Μιχαηλίδης Νικολαΐδης Ξενάκης Πετρόπουλος Ρήγας Σαμαράς Σωτηρίου Τριανταφύλλου Φωτίου Χατζής "
        "Χριστοδούλου Ψαράς Αϊβαλής",
    ),
    _language(
        "tr",
        TURKISH,
        "Ayşe Fatma Emine Hatice Zeynep Elif Meryem Şerife Şule Şeyma Gülşen Gülay Güneş Gökçe Çağla "
        "Çiğdem Özge Özlem Öykü Ümit Ülkü İrem İpek Işıl Işık Iraz Yağmur Doğa Tuğba Tuğçe Buğra Çağrı "
        "Çağatay Doğan Erdoğan Ertuğrul Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim İsmail Osman "
        "Yusuf Murat Ömer Ramazan Halil Süleyman Abdullah Mahmut Recep Salih Fatih Kadir Emre Hakan "
        "Onur Barış Oğuz Oğuzhan Şahin Şükrü Tarık Kılıç Uğur Yiğit Yılmaz Kübra Büşra Ebru Esra Dilek "
        "Sevgi Songül Tülay Aslı Başak",
        "Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan "
        "Çetin Kara Koç Kurt Özkan Şimşek Polat Korkmaz Özcan Çakır Erdoğan Yavuz Can Acar Şen Aktaş "
        "Güler Yalçın Güneş Bozkurt Bulut Keskin Ünal Turan Gül Özer Işık Kaplan Avcı Sarı Tekin Taş "
        "Köse Yüksel Ateş Aksoy Çoban Uçar Uysal Gündoğdu Akgün Ağaoğlu Hacıoğlu Kadıoğlu Dağ Dağdelen "
        "Değirmenci Sağlam Bağcı Tanrıöver İnan İnce",
    ),
    _language(
        "lt",
        BALTIC,
        "Jonas Antanas Vytautas Kęstutis Žygimantas Žilvinas Šarūnas Ąžuolas Čėsna Rūta Jūratė Eglė "
        "Aušrinė Gintarė Rasa Živilė Daiva Agnė Miglė Ieva Jānis Pēteris Andris Mārtiņš Kārlis Jēkabs "
        "Ģirts Ķirsis Ēriks Ilze Līga Kristīne Mārīte Dace Inese Zane Elīna Sņežana Ūla",
        "Kazlauskas Jankauskas Petrauskas Žukauskas Šimkus Čiurlionis Brazauskas Paulauskienė "
        "Kazlauskienė Butkutė Bērziņš Kalniņš Ozoliņš Jansons Ozols Liepiņš Krūmiņš Balodis Eglītis "
        "Zariņš Pētersons Šmits Vītols Zvirbulis Čaks Ķēniņš Ļaudams Žagars Ūdris",
    ),
    _language(
        "et",
        (*BALTIC, *WESTERN),
        "Tõnu Tõnis Jüri Jaan Ülo Ülle Õie Õnne Ääro Mäido Märt Kärt Külli Sirje Malle Peeter Andres "
        "Toomas Urmas Rein Priit Marek Katrin Tiina Piret Krõõt Pärt Ants Hõbe Põldur Väino Jõgi",
        "Tamm Saar Sepp Mägi Kask Kukk Rebane Ilves Pärn Koppel Lepik Lõhmus Põder Õunapuu Õispuu Järv "
        "Kõiv Käär Kütt Mõttus Nõmm Rõõm Sõber Tõnisson Võsu Vääli Ööbik Üksvärav Jõesaar Kuusk Oja "
        "Luik Raud",
    ),
    _language(
        "is",
        WESTERN,
        "Guðrún Sigríður Þórður Þór Þorsteinn Þórunn Jón Sigurður Guðmundur Ólafur Ólöf Ásgeir Ásta "
        "Árni Ægir Össur Örn Höskuldur Hörður Dagný Bryndís Kristján Magnús Rögnvaldur Sæunn Steinþór",
        "Jónsson Jónsdóttir Guðmundsson Guðmundsdóttir Sigurðsson Sigurðardóttir Þórðarson Þórsdóttir "
        "Ólafsson Ólafsdóttir Árnason Björnsson Björnsdóttir Kristjánsson Gíslason Þorsteinsson "
        "Hafliðason",
    ),
    _language(
        "ja",
        JAPANESE,
        "愛子 太郎 花子 一郎 次郎 健太 翔太 大輔 拓也 直樹 和也 達也 浩二 誠 隆 茂 実 進 明 清 正 勝 博 "
        "豊 美咲 陽子 裕子 恵子 幸子 久美子 由美子 真由美 明美 直美 "
        "智子 さくら あい ゆい はるか たろう はなこ ケンジ アキラ ヒロシ 蓮 陽翔 結衣 葵 凛 結菜 悠真 湊 "
        "大翔",
        "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 "
        "清水 山崎 森 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 "
        "岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 斉藤 福田 太田 西村 藤井 金子 岡本 藤原 三浦 "
        "中野 原田 松田 竹内 小野 中川 田村 和田 上田 森田 石田 横山 酒井 "
        "柴田 工藤 宮崎 高木 内田 今井 増田 丸山 菅原 大塚 千葉 野口",
    ),
    _language(
        "zh",
        CHINESE,
        "伟 芳 娜 秀英 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀兰 霞 平 刚 桂英 志强 建华 建国 文 "
        "小明 晓明 子轩 浩然 欣怡 梓涵 宇 偉 麗 強 軍 傑 濤 剛 "
        "志明 志強 淑芬 美玲 淑惠 雅婷 怡君 家豪 俊傑 宗翰 建宏 佳穎 詩涵 冠宇 承恩",
        "王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢 韩 唐 冯 于 董 萧 程 曹 "
        "袁 邓 许 傅 沈 曾 彭 吕 苏 卢 蒋 蔡 贾 丁 魏 "
        "薛 叶 阎 余 潘 杜 戴 夏 钟 汪 田 任 姜 范 方 石 姚 谭 廖 邹 熊 金 陆 郝 孔 白 崔 康 毛 邱 秦 江 "
        "史 顾 侯 邵 孟 張 劉 陳 楊 趙 黃 吳 孫 馬 羅 "
        "鄭 謝 韓 馮 蕭 鄧 許 呂 蘇 盧 蔣 賈 葉 閻 鍾 譚 鄒 陸 顧 龍 萬 歐陽 司馬",
    ),
    _language(
        "ko",
        KOREAN,
        "민수 영희 철수 지훈 현우 서연 지민 지우 서준 예준 도윤 시우 주원 하준 민준 지호 수아 하은 서윤 "
        "미영 정숙 영수 순자 정희 경숙 성호 동현 준호 은영 은주 혜진 "
        "수진 유진 지영 민지 태영 상훈 재현 승현 진우",
        "김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 전 홍 유 고 문 양 손 배 백 허 남 심 노 하 "
        "곽 성 차 주 우 구 민 류 나 진 지 엄 채 원 천 "
        "방 공 현 함 변 염 여 추 도 소 석 선 설 마 길 연 위 표 명 기 반 왕 금 옥 육 인 맹 제 모",
    ),
)
#: letters that a language has beside ASCII, where few of our names have them
ALPHABETS = {
    "en": "éëèïöüçñáíó",
    "fr": "àâæçéèêëîïôœùûüÿ",
    "de": "äöüßé",
    "nl": "ëïéèüöáóí",
    "da": "æøåéöäü",
    "sv": "åäöéüà",
    "nb": "æøåéòôè",
    "fi": "åäöšžé",
    "it": "àèéìíòóùú",
    "es": "áéíóúñüç",
    "pt": "áâãàçéêíóôõúü",
    "pl": "ąćęłńóśźż",
    "cs": "áčďéěíňóřšťúůýžľĺŕôä",
    "hu": "áéíóöőúüű",
    "hr": "čćđšž",
    "ro": "ăâîșțşţ",
    "ru": "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "el": "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ",
    "tr": "çğıöşüâî",
    "lt": "āąčėēęģīįķļņšūųž",
    "et": "äöõüšž",
    "is": "áéíóúýþæöð",
}


@cache
def unambiguous_first_names() -> frozenset[str]:
    """Return the common first names of all languages that are no common last names, in small letters."""
    last = {name.casefold() for language in LANGUAGES for name in language.last_names}
    return frozenset(name.casefold() for language in LANGUAGES for name in language.first_names) - last


@cache
def unambiguous_last_names() -> frozenset[str]:
    """Return the common last names of all languages that are no common first names, in small letters."""
    first = {name.casefold() for language in LANGUAGES for name in language.first_names}
    return frozenset(name.casefold() for language in LANGUAGES for name in language.last_names) - first
