"""Español: el expediente de una corrección, para un caso de apelación."""

DOSSIER: dict[str, str] = {
    "cli.dossier": "el caso entero de una corrección: hechos, regla, opciones y qué habría sido",
    "dossier.cli.version": "la versión de lo que corrige: una corrección, un fallo, una prueba",
    "dossier.cli.output": "escribirlo en un archivo: .html (para imprimir), .txt o .json",
    "dossier.cli.public": "solo con los hechos públicos, como lo puede ver cualquiera",
    "dossier.cli.written": "El expediente está en {path}.",
    "dossier.cli.nothing-asked": (
        "Diga la versión de una corrección (v153), o --game y --result para una que no se ha hecho."
    ),
    "dossier.cli.ending": "El expediente se escribe como .html, .txt o .json, no como {path}.",
    "refusal.no-case": (
        "v{version} no corrige nada: un expediente trata de una corrección o de un fallo."
    ),
    "page.dossier": "Expediente",
    "page.dossier.print": "Imprimir",
    "page.dossier.all-boards": "El «¿y si…?», tablero por tablero",
    "page.dossier.programs": "Para programas",
    "dossier.title": "Expediente para un caso de apelación",
    "dossier.supposed": "Sin decidir: la partida {game} es {before}, y sería {after}.",
    "dossier.from.public": (
        "Hecho solo con hechos públicos: no lleva textos ni pruebas de los árbitros."
    ),
    "dossier.from.staff": (
        "Hecho con todos los hechos, también los de los árbitros: no es para publicar."
    ),
    "dossier.section.head": "El registro",
    "dossier.section.facts": "Lo que pasó, por orden",
    "dossier.section.evidence": "Pruebas",
    "dossier.section.whatif": "Si se hubiera sabido desde el principio",
    "dossier.section.rounds": "Si se hubiera sabido desde el principio: ronda a ronda",
    "dossier.section.branch": "Si se hubiera sabido desde el principio: como una rama",
    "dossier.section.hall": "Si se hubiera sabido desde el principio: asientos y cola",
    "dossier.section.rule": "La regla",
    "dossier.section.options": "Qué permiten las reglas, y qué supondría cada opción",
    "dossier.section.decision": "Qué se decidió, y por qué",
    "dossier.section.verify": "Cómo comprobarlo",
    "dossier.label.tournament": "Torneo",
    "dossier.label.moment": "A fecha de",
    "dossier.label.zone": "Horas",
    "dossier.label.head": "Cabeza",
    "dossier.label.actor": "Quién actuó",
    "dossier.label.signature": "Firma",
    "dossier.label.reason": "Motivo",
    "dossier.label.head-full": "Cabeza, entera",
    "dossier.label.signed-at": "Firmada, posición en el registro",
    "dossier.label.root": "Raíz del registro",
    "dossier.label.key": "Clave pública",
    "dossier.label.proof": "Probar el hecho",
    "dossier.label.check": "Comprobar la prueba",
    "dossier.label.archive": "El registro entero, en un archivo",
    "dossier.label.page": "Comprobarlo en un navegador",
    "dossier.label.replay": "Hacerlo otra vez",
    "dossier.unsigned": "sin firmar aquí: no hay clave",
    "dossier.role.paired": "el emparejamiento",
    "dossier.role.reported": "comunicado",
    "dossier.role.built": "hecho a partir de ello",
    "dossier.role.corrected": "corregido",
    "dossier.role.evidence": "prueba",
    "dossier.role.known": "sabido antes",
    "dossier.recorded": "registrado {at}",
    "dossier.known": "se supo {at}",
    "dossier.corrects": "corrige v{version}",
    "dossier.by": "por {actor}",
    "dossier.file": "{type}, {size} kB",
    "dossier.evidence.none": "El registro no nombra ningún archivo como prueba.",
    "dossier.evidence.staff": "Las pruebas, si las hay, son para los árbitros y el comité.",
    "dossier.reported": "Cuándo se supo: {moment}.",
    "dossier.unverified": "SIN VERIFICAR (UNVERIFIED): no se leyó el texto de este artículo.",
    "dossier.article.C.04.2-4.3.name": "FIDE C.04.2, 4.3",
    "dossier.article.C.04.2-4.3": (
        "Un error comunicado antes del emparejamiento siguiente se usa en él; después de ese "
        "emparejamiento y antes de que acabe su ronda, en el que viene después; más tarde, cuenta "
        "solo para el informe de Elo."
    ),
    "dossier.article.C.04.2-4.4.name": "FIDE C.04.2, 4.4",
    "dossier.article.C.04.2-4.4": (
        "Un emparejamiento publicado se queda; si el árbitro lo cambia, responde de ello con un "
        "motivo."
    ),
    "dossier.article.C.04.2-3.1.name": "FIDE C.04.2, 3.1",
    "dossier.article.C.04.2-3.1": (
        "Una partida sin resultado vale mientras tanto tablas para emparejar."
    ),
    "dossier.article.C.04.2-3.5.name": "FIDE C.04.2, 3.5",
    "dossier.article.C.04.2-3.5": "Dos que no jugaron su partida pueden volver a emparejarse.",
    "dossier.article.C.04.2-2.3.name": "FIDE C.04.2, 2.3",
    "dossier.article.C.04.2-2.3": (
        "Por datos equivocados se pueden repartir otra vez los números hasta emparejar la ronda 4; "
        "después se quedan. El informe de Elo lleva siempre los datos buenos."
    ),
    "dossier.article.C.04.2-2.4.name": "FIDE C.04.2, 2.4",
    "dossier.article.C.04.2-2.4": (
        "Quien entra tarde no tiene puntos por las rondas perdidas, y lleva número según su fuerza."
    ),
    "dossier.article.C.04.2-3.2.name": "FIDE C.04.2, 3.2",
    "dossier.article.C.04.2-3.2": (
        "Quien se retira ya no se empareja. Qué pasa con las partidas emparejadas entretanto lo "
        "dice el árbitro."
    ),
    "dossier.article.C.05-6.5.name": "FIDE C.05, 6.5 y 6.6",
    "dossier.article.C.05-6.5": (
        "Las partidas de quien no podía participar valen para sus rivales, o como falle el árbitro."
    ),
    "dossier.article.seed-004.name": "Sistema Masnou",
    "dossier.article.seed-004": (
        "En un Masnou se corrigen los puntos, y quién se sentó dónde y la cola se quedan como "
        "fueron: nadie se sienta de nuevo."
    ),
    "dossier.options.help": (
        "Los tres casos de C.04.2, 4.3; el árbitro puede fallar otra cosa, con un motivo. Lo que "
        "supone cada uno se calcula sobre la clasificación del momento de la decisión."
    ),
    "dossier.ruling": "El fallo propio del árbitro",
    "dossier.applies": "Es el caso del momento en que se supo.",
    "dossier.decided": "Se decidió así.",
    "dossier.means": (
        "{points} {points:jugador tiene|jugadores tienen} otros puntos, {places} {places:puesto "
        "cambia|puestos cambian}, {prizes} {prizes:premio|premios}, {elo} {elo:Elo|Elos}."
    ),
    "dossier.means.nothing": "Nada cambia en clasificación, premios o Elo.",
    "dossier.undecided": "No se decidió nada: esta corrección no se ha hecho.",
    "dossier.stands": "La decisión está en vigor.",
    "dossier.corrected-again": "Se volvió a corregir más tarde: véanse los hechos.",
    "dossier.no-reason": "Ningún motivo que se pueda leer aquí.",
    "dossier.verify.help": (
        "Cada hecho tiene su hash en la cadena de este torneo; la cabeza responde de todo lo "
        "anterior. Quien tenga una hoja más antigua con una cabeza puede compararla."
    ),
    "dossier.no-what-if": "De esta clase de corrección no se rehace nada.",
    "dossier.what-if-refused": "No se puede rehacer: {why}",
    "dossier.void": (
        "{n} {n:hecho posterior ya no se sostendría|hechos posteriores ya no se sostendrían}."
    ),
    "dossier.round": "Ronda {round}",
    "dossier.round.same": "igual, {boards} {boards:tablero|tableros}",
    "dossier.round.differs": (
        "{changed} de {boards} {boards:tablero sería otro|tableros serían otros}"
    ),
    "dossier.round.unpairable": "no habría emparejamiento posible",
    "dossier.round.kept": (
        "{kept} de {boards} tableros siguen en todos los mundos; {unknown} partidas sin saber "
        "de media"
    ),
    "dossier.parting": "Primer criterio: {article}, {criterion}; grupo de {points}: {who:name}",
    "dossier.bye": "Descanso: {was}; sería {would_be}",
    "dossier.players": "Para los jugadores",
    "dossier.place": ("{player:name}: ahora {now}; mejor {best}, probable {likely}, peor {worst}"),
    "dossier.others": (
        "{n} {n:jugador más conserva|jugadores más conservan} como probable el puesto de ahora."
    ),
    "dossier.queue": "Cola, {when}: {who}",
}
