"""What the command line says, in Spanish."""

CLI: dict[str, str] = {
    # help
    "help.usage": "uso:",
    "help.options": "opciones",
    "help.commands": "órdenes",
    "help.command": "orden",
    "help.help": "mostrar esta ayuda",
    "help.version": "mostrar la versión del programa",
    "cli.first-steps": """\
Torneos de ajedrez a partir de un registro inalterable de hechos: en directo, verificable.

  planilla serve            servir las páginas y los torneos de esta carpeta
  planilla serve --demo     lo mismo, con un torneo de muestra que se juega solo
  planilla pair ARCHIVO     emparejar la ronda siguiente de un archivo de torneo (TRF)
  planilla import ARCHIVO   importar un archivo de torneo, con todo lo que se jugó
  planilla ORDEN --help     qué puede hacer una orden

Todas las órdenes: planilla --help""",
    "cli.planilla": (
        "Torneos de ajedrez a partir de un registro inalterable de hechos: en directo, verificable."
    ),
    "cli.serve": "servir las páginas y los torneos",
    "cli.serve.demo": "jugar además el torneo de muestra",
    "cli.serve.host": "dirección en la que escuchar",
    "cli.serve.port": "puerto en el que escuchar (0: uno libre)",
    "cli.serve.pace": "segundos entre dos actos de la muestra",
    "cli.demo": "jugar el abierto del libro y decir qué salió",
    "cli.demo.check": "compararlo todo con el libro: parejas, colores, flotantes, descansos",
    "cli.demo.golden": "otro archivo con el que comparar",
    "cli.demo.input": "otro archivo de jugadores y resultados",
    "cli.pair": "emparejar la ronda siguiente de un archivo de torneo",
    "cli.pair.round": "la ronda que se empareja (la siguiente); una anterior se empareja de nuevo",
    "cli.pair.explain": "decir por qué: grupos, quién baja, qué se sacrificó, cada tablero",
    "cli.trf-file": "archivo de torneo (TRF06, TRF16, TRF26); - para la entrada estándar",
    "cli.system": "sistema; sin él, el del archivo, o swiss-dutch-2026",
    "cli.check": "emparejar de nuevo las rondas de archivos de torneo y mostrar dónde difieren",
    "cli.check.files": "archivos de torneo, carpetas de ellos, o patrones como '*.trf'",
    "cli.jobs": "cuántos procesos usar (tantos como procesadores haya)",
    "cli.generate": "hacer torneos al azar para probar",
    "cli.generate.players": "jugadores (100)",
    "cli.generate.rounds": "rondas (9)",
    "cli.generate.played": "rondas que ya se han jugado (todas)",
    "cli.generate.seed": "semilla: la misma semilla, los mismos bytes (sin ella, cualquiera)",
    "cli.generate.system": "sistema que empareja las rondas (swiss-dutch-2026)",
    "cli.generate.ratings": (
        "bandas de Elo con su peso, por ejemplo 1400-2000:3,2000-2600:1 (1400-2600)"
    ),
    "cli.generate.draw": "partidas en tablas, hasta donde dejan los Elos: 0.3 o 30%% (0.3)",
    "cli.generate.forfeit": "partidas por incomparecencia (0.01)",
    "cli.generate.bye": "jugadores que piden descanso de medio punto o de cero, cada ronda (0.02)",
    "cli.generate.full-bye": "jugadores con descanso de un punto entero, cada ronda (0)",
    "cli.generate.withdrawal": "jugadores que se retiran antes de cada ronda (0.01)",
    "cli.generate.late": "jugadores que entran en la ronda 2 o 3 (0.02)",
    "cli.generate.count": "cuántos torneos, con esta semilla y las siguientes",
    "cli.generate.out-dir": "carpeta en la que escribirlos, un archivo por semilla",
    "cli.dialect": "cómo se escribe el archivo: trf06, trf16, trf26, javafo o bbp (trf26)",
    "cli.masnou": "un maratón Masnou para mirar",
    "cli.masnou.simulate": "jugar solo un maratón, más deprisa que el tiempo, y servir sus páginas",
    "cli.masnou.players": "jugadores; uno de cada ocho llega tarde",
    "cli.masnou.tables": "mesas (si no se dice, un tercio de los jugadores)",
    "cli.masnou.minutes": "minutos que dura el maratón",
    "cli.masnou.speed": "cuántas veces más deprisa que el tiempo",
    "cli.masnou.call-seconds": "segundos para acudir a una llamada (0: se sienta en el acto)",
    "cli.migrate": "poner la base de datos al día",
    "cli.log": "leer, verificar o exportar el registro de un torneo",
    "cli.log.show": "contar lo que pasó",
    "cli.log.verify": "comprobar el registro o un archivo sellado: nada cambiado, nada perdido",
    "cli.log.export": "exportar los hechos en un archivo sellado y firmado",
    "cli.whatif": "qué habría sido con otros hechos",
    "cli.rebuild": "rehacer las vistas a partir del registro",
    "cli.person": "lo que se guarda de las personas",
    "cli.entrant": "clave del participante, como en la dirección de su ficha",
    "cli.tournament": "clave del torneo",
    "cli.game": "partida, por ejemplo 2.5",
    "cli.result": "resultado que habría tenido: 1-0, ½-½, 0-1, +/-, -/+, -/-, 0-0",
    "cli.correction": "la corrección de esta versión, por ejemplo v120",
    "cli.json": "responder en JSON",
    "cli.lang": "idioma de las respuestas: es o en",
    "cli.dry-run": "decir qué se haría, sin escribir nada",
    "cli.output": "archivo en el que escribir",
    # answers
    "cli.serving": "Planilla en {address}",
    "cli.in-network": "Desde los móviles de la misma red: {addresses}",
    "cli.not-in-network": (
        "Los móviles de la misma red no pueden abrir esta dirección; "
        "con «planilla serve --host 0.0.0.0», sí."
    ),
    "cli.no-network": "Este ordenador no está en ninguna red: los móviles no llegan a él.",
    "cli.data": "Datos en {folder}, base de datos {database}",
    "cli.data-thrown-away": "Datos en una carpeta temporal que se borra al final",
    "cli.organiser-link": "Árbitro (secreto): {address}",
    "cli.organiser-hidden": "Enlace de árbitro: planilla link organiser",
    "cli.demo-created": "Torneo de muestra: {address}",
    "cli.stopped": "Planilla se ha detenido.",
    "cli.migrated": "La base de datos está al día ({revision}).",
    "cli.would-migrate": "La base de datos está en {revision}; se pondría en {head}.",
    "cli.rebuilt": "{view}: rehecha ({version}).",
    "cli.would-rebuild": "Se reharían: {views}.",
    "cli.rebuild-stopped": (
        "{view}: no se ha podido rehacer; en «{tournament}» la versión v{version} "
        "no se puede leer. Se sigue mostrando lo de antes."
    ),
    "cli.views": "nombre de la vista; sin ninguno, todas",
    "cli.log-line": "v{version}  {at:moment}  {text}",
    "cli.hole": "En el registro falta algo después de la posición {position}.",
    "cli.no-tournaments": "Todavía no hay ningún torneo.",
    "cli.verified": "{tournament}: {events} {events:hecho|hechos} en orden, la cadena está entera.",
    "cli.tampered": (
        "{tournament}: el registro no es el que se escribió; "
        "la primera versión alterada es v{version} ({why})."
    ),
    "cli.exported": "{events} {events:hecho|hechos} en {path}.",
    "cli.explained": "Ronda {round}, {system:@system}",
    "cli.check.same": "{file}: {rounds} {rounds:ronda igual|rondas, todas iguales} ({system})",
    "cli.check.differs": (
        "{file}: {differing:difiere la ronda|difieren las rondas} {numbers} de {rounds} ({system})"
    ),
    "cli.check.no-rounds": "{file}: no se ha jugado ninguna ronda",
    "cli.check.round": "{name}: Round #{round}",
    "cli.check.no-pairing": "  Según las reglas no se puede emparejar: {reason:@reason}.",
    "cli.check.summary": (
        "{files} {files:archivo|archivos}: {same} {same:igual|iguales}, "
        "{different} {different:distinto|distintos}, {faulty} {faulty:ilegible|ilegibles}; "
        "{rounds} {rounds:ronda|rondas}, {differing} {differing:distinta|distintas}."
    ),
    "cli.generated": "{players} jugadores, {rounds} {rounds:ronda|rondas}, semilla {seed}: {path}",
    "cli.generated-all": "{count} {count:torneo|torneos} en {path}.",
    "cli.ended-early": (
        "{path}: la ronda {round} no se puede emparejar ({reason:@reason}); "
        "el torneo acaba con las anteriores."
    ),
    "fault.hash-mismatch": "su sello no corresponde a lo que dice",
    "fault.version-gap": "falta algo antes",
    "fault.other-stream": "es de otro torneo",
    "demo.round-ok": "ronda {round}: {pairs}/{pairs} parejas, colores, flotantes y descanso bien",
    "demo.round-wrong": "ronda {round}: {differences} {differences:diferencia|diferencias}",
    "demo.rounds": "{right}/{rounds} rondas como en el libro ({events} hechos, {seconds} s)",
    "demo.played": "Jugado: {events} hechos, {rounds} rondas publicadas, en {seconds} s.",
    "demo.invented": "Los nombres y los Elos son inventados; las partidas son las del libro.",
    "difference.pair": "tablero {board}: el libro tiene {expected}, aquí {actual}",
    "difference.colour": "tablero {board}: los colores están cambiados; el libro tiene {expected}",
    "difference.float": "jugador {player}: el libro marca «{expected}», aquí «{actual}»",
    "difference.mark": (
        "jugador {player}: antes de la ronda el libro marca «{expected}», aquí «{actual}»"
    ),
    "difference.absent": "ausentes: el libro tiene {expected}, aquí {actual}",
    "difference.bye": "descanso: el libro tiene {expected}, aquí {actual}",
    "difference.boards": "el libro tiene {expected} tableros, aquí {actual}",
    "difference.missing": "la ronda no se publicó",
    "difference.no-result": "la ronda {round} empareja a {white} con {black}, y el libro no",
    "difference.refused": "se rechazó un acto: {sentence}",
    "progress.demo": "acto {done} de {total}",
    "progress.check": "archivo {done} de {total}",
    "progress.generate": "torneo {done} de {total}",
    "progress.rounds": "ronda {done} de {total}",
    "progress.rebuild": "vista {done} de {total}",
    # what if
    "whatif.title": (
        "¿Y si la partida {game} (ronda {round}, tablero {board}: {white:name} – {black:name}) "
        "hubiera sido {after}, no {before}?"
    ),
    "whatif.no-later-round": "Después de esa partida no se ha emparejado ninguna ronda.",
    "whatif.round-same": "Ronda {round}: saldría igual.",
    "whatif.round-changed": (
        "Ronda {round}: {changed} de {boards} {boards:tablero|tableros} "
        "{changed:sería otro|serían otros}."
    ),
    "whatif.round-moved": "Ronda {round}: las mismas parejas, en otro orden de tableros.",
    "whatif.round-unpairable": "Ronda {round}: no se podría emparejar.",
    "whatif.by-hand": (
        "  El árbitro la había cambiado a mano; se compara con lo que dio el sistema."
    ),
    "whatif.first": (
        "  Se separan en el grupo de {points}: {criterion:@criterion} ({entrants:name})."
    ),
    "whatif.board.opponents": (
        "  Tablero {board}: {white_was:name} – {black_was:name} → {white:name} – {black:name}"
    ),
    "whatif.board.colours": (
        "  Tablero {board}: {white_was:name} – {black_was:name} "
        "→ {white:name} – {black:name} (otros colores)"
    ),
    "whatif.board.moved": (
        "  Tablero {board}: {white_was:name} – {black_was:name} "
        "→ {white:name} – {black:name} (la misma pareja, de otro tablero)"
    ),
    "whatif.bye": "  Descansaría {after:name}, no {before:name}.",
    "whatif.floats-no-more": "  Ya no bajaría: {entrants:name}.",
    "whatif.floats-now": "  Bajaría: {entrants:name}.",
    # what stops a command
    "cli.known-from": "primera ronda que se empareja sabiéndolo (la siguiente a la partida)",
    "usage.missing": "Falta: {what}. Ayuda: «{command} --help».",
    "usage.unknown": "No se entiende «{what}». Ayuda: «{command} --help».",
    "usage.choice": "«{what}» no vale para {where}. Ayuda: «{command} --help».",
    "usage.value": "«{what}» no vale para {where}. Ayuda: «{command} --help».",
    "usage.empty": "A {where} le falta su valor. Ayuda: «{command} --help».",
    "usage.other": "No se entiende: {message}. Ayuda: «{command} --help».",
    "error.refused": "{sentence}",
    "error.game-and-result": "--game y --result van juntos.",
    "error.unreadable-event": (
        "La versión v{version} no se puede leer: o el registro está alterado (vea "
        "«planilla log verify»), o es de una versión más nueva de Planilla."
    ),
    "error.database-newer": (
        "La base de datos es de una versión más nueva de Planilla. Actualice el programa."
    ),
    "error.database-unreachable": "No se llega a la base de datos ({database}).",
    "error.no-such-database": (
        "{database} no dice una base de datos que sirva: sqlite:///archivo o postgresql://…."
    ),
    "error.not-migrated": "La base de datos no está al día: ejecute «planilla migrate».",
    "error.no-such-view": "No hay ninguna vista «{view}». Las que hay: {known}.",
    "error.cannot-listen": "No se puede escuchar en {host}, puerto {port}.",
    "error.port-in-use": "El puerto {port} está ocupado. Elija otro con --port.",
    "error.no-such-tournament": "No hay ningún torneo «{tournament}».",
    "error.no-such-entrant": "No hay ningún participante «{entrant}» en «{tournament}».",
    "error.no-correction": "En este torneo no hay ninguna corrección que mirar.",
    "error.no-pairing": "La ronda {round} no se puede emparejar: {reason:@reason} ({numbers}).",
    "error.unknown-system": (
        "el archivo pide {system}, que Planilla no empareja; --system nombra otro"
    ),
    "error.no-such-system": "No hay ningún sistema «{system}» que empareje rondas. Hay: {known}.",
    "error.no-such-dialect": "No hay ningún dialecto «{dialect}». Hay: {known}.",
    "error.count-and-output": "Para varios torneos hace falta una carpeta: --out-dir.",
    "error.output-and-out-dir": "--output y --out-dir no van juntos.",
    "error.no-files": "«{pattern}» no encuentra ningún archivo.",
    "error.cannot-read": "No se puede leer {path}: {reason}.",
    "error.cannot-write": "No se puede escribir {path}: {reason}.",
    "error.setting": "El ajuste {variable} no puede ser «{value}»: {expected}.",
    "error.internal": "Error interno. Los detalles están en {path}.",
    "error.internal-in-file": "Error interno en {path}: {reason}.",
    "error.installation": "A la instalación le falta algo: {reason}.",
    "error.interrupted": "Interrumpido.",
}
