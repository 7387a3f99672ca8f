"""What is said of importing and exporting tournaments, in Spanish."""

IMPORTS: dict[str, str] = {
    "cli.import": "importar al registro un archivo de torneo, con todo lo que se jugó",
    "cli.import.id": "clave del nuevo torneo (sin ella, una hecha de su nombre y del archivo)",
    "cli.database": "base de datos que se usa en lugar de la de los ajustes",
    "cli.export": "escribir un torneo del registro como archivo de torneo",
    "cli.import.title": (
        "{name} ({tournament}): {players} {players:jugador|jugadores}, {played} de {rounds} "
        "{rounds:ronda|rondas}, {system}."
    ),
    "cli.import.done": "Importado: {events} {events:hecho|hechos}.",
    "cli.import.already": "Ya estaba así: este archivo se importó antes.",
    "cli.import.would": "No se ha escrito nada; al importarlo se anotarían {events} hechos.",
    "cli.trf-written": "{tournament} está en {path} ({dialect}).",
    "import.rounds-assumed": "El archivo no dice cuántas rondas hay: se suponen {rounds}.",
    "import.renumbered": (
        "Los números tienen huecos u otro orden: {players} "
        "{players:jugador tiene|jugadores tienen} aquí otro."
    ),
    "import.tiebreaks-unknown": "Se omiten desempates que aquí no se conocen: {codes}.",
    "import.tiebreaks-assumed": "El archivo no nombra desempates conocidos: se suponen {codes}.",
    "import.late-entry": (
        "{number} {name} no hizo nada antes de la ronda {round}: se lee como inscripción tardía."
    ),
    "import.withdrawn": (
        "{number} {name} no hizo nada desde la ronda {round}: se lee como retirada."
    ),
    "import.uneven-result": (
        "Ronda {round}, {one} y {other}: medio punto para un solo lado no tiene sitio aquí; "
        "la partida cuenta como perdida por ambos."
    ),
    "import.abnormal-points": (
        "Se {records:omite|omiten} {records} {records:registro|registros} de puntos anormales "
        "(299): los puntos salen solo de los resultados."
    ),
    "import.acceleration": (
        "La aceleración se omite: las rondas que faltan se emparejan sin ella."
    ),
    "import.teams": (
        "Se {records:omite|omiten} {records} {records:equipo|equipos}: se importan jugadores, "
        "no equipos."
    ),
    "import.national-ratings": (
        "Se {records:omite|omiten} {records} Elo "
        "{records:nacional|nacionales}; vale el del registro 001."
    ),
    "import.header-cut": (
        "{lines} {lines:línea|líneas} de la cabecera no {lines:cabe|caben} en lo que se guarda "
        "junto al registro."
    ),
    "refusal.unknown-trf-system": (
        "El archivo pide el sistema «{system}», que no está entre los nuestros: elija uno."
    ),
    "refusal.no-such-dialect": "No hay ningún dialecto «{dialect}». Hay: {known}.",
    "page.import": "Importar un torneo",
    "page.import.explained": (
        "Un archivo de torneo de otro programa (TRF16, TRF26, JaVaFo, bbpPairings) entra con todo "
        "lo que se jugó. Primero se ve lo que se ha entendido."
    ),
    "page.import.file": "Archivo de torneo",
    "page.import.paste": "O sus líneas",
    "page.import.system": "Sistema de emparejamiento",
    "page.import.system-of-file": "El que nombra el archivo",
    "page.import.review": "Revisar",
    "page.import.understood": "Esto es lo que se ha entendido",
    "page.import.wrong": "Este archivo no se puede importar tal como está",
    "page.import.adjusted": "Lo que se ha ajustado",
    "page.import.nothing-adjusted": "No ha hecho falta ajustar nada.",
    "page.import.more": "Y {n} más.",
    "page.import.confirm": "Importar {n} {n:jugador|jugadores}",
    "page.import.another": "Otro archivo",
    "page.import.nothing": "Elija un archivo o pegue sus líneas.",
    "page.import.place": "Línea {line}, columna {column}",
    "page.import.tournament": "Torneo",
    "page.import.rounds-played": "Rondas",
    "page.import.rounds-of": "{played} de {rounds}",
    "page.import.column.number": "N.º",
    "page.import.column.name": "Nombre",
    "page.import.column.rating": "Elo",
    "page.import.column.points": "Ptos.",
    "page.import.was-number": "antes {number}",
    "page.import.from-round": "desde la ronda {round}",
    "page.import.until-round": "se fue antes de la ronda {round}",
    "page.export": "Archivo de torneo",
    "page.export.explained": "Para otros programas y para el comprobador.",
}
