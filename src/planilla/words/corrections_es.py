"""Las correcciones y sus pruebas, en español."""

CORRECTIONS: dict[str, str] = {
    "event.ResultDeleted": (
        "Corrección, ronda {round}, tablero {board}: se borra el resultado de {white:name} y "
        "{black:name} ({before}, versión {corrects}); la partida {counts_as:@left-as}: "
        "{points:@counts-points}; {pairing}; {rating:@counts-rating}."
    ),
    "event.ResultDeleted.table": (
        "Corrección, mesa {table}: la partida de {white:name} y {black:name} ({before}, "
        "versión {corrects}) no cuenta; quién se sentó dónde no cambia."
    ),
    "event.ByeCorrected": ("Corrección, ronda {round}: {entrant:name} no jugó ({kind:@bye})."),
    "event.EntrantRuledIneligible": (
        "{entrant:name} no podía participar desde la ronda {round}: {games:@games-meanwhile}. "
        "No se le empareja desde la ronda {out_from}."
    ),
    "event.EntrantReinstated": (
        "{entrant:name} sí puede participar, y vuelve a jugar desde la ronda {round}."
    ),
    "event.EntrantWithdrawn.late": (
        "{entrant:name} se había retirado desde la ronda {round}, y se anota ahora: "
        "{games:@games-meanwhile}."
    ),
    "event.EvidenceAdded": (
        "Se {n:añade|añaden} {n} {n:archivo|archivos} como prueba de la versión {about}."
    ),
    "left-as.*": "vuelve a quedar abierta",
    "left-as.-/-": "cuenta como no jugada por ninguno",
    "games-meanwhile.stand": "las partidas desde entonces valen",
    "games-meanwhile.forfeit": "las partidas desde entonces se pierden por incomparecencia",
    "games-meanwhile.not-played": "las partidas desde entonces cuentan como no jugadas",
    "reported.before-next-pairing": "Antes del siguiente emparejamiento",
    "reported.during-next-round": "Durante la ronda siguiente",
    "reported.later": "Más tarde",
    "refusal.known-too-early": "Un error no puede conocerse antes de publicarse su ronda.",
    "refusal.same-game": (
        "Un resultado no puede intercambiarse consigo mismo: hacen falta dos partidas."
    ),
    "refusal.evidence-unacceptable": (
        "Ese archivo no puede ser prueba: se admite un PDF, JPEG o PNG o texto sin formato de "
        "10 MB como mucho."
    ),
    "refusal.too-much-evidence": (
        "{files} archivos son demasiados para un acto: {largest} como mucho. "
        "Añada los demás después."
    ),
    "refusal.result-was-deleted": (
        "El árbitro borró el resultado de {game} (versión {in_force}). "
        "Lo que sea ahora lo dirá una corrección."
    ),
    "refusal.data-corrected-meanwhile": (
        "Alguien corrigió mientras tanto los datos de {entrant:name} "
        "(usted vio la versión {corrects}, ahora rige la {in_force}). Mire otra vez y decida."
    ),
    "refusal.already-ineligible": "Ya se decidió que {entrant:name} no puede participar.",
    "refusal.entrant-is-ineligible": (
        "{entrant:name} no puede participar: antes hay que retirar esa decisión."
    ),
    "refusal.not-ineligible": "Nada se decidió contra la participación de {entrant:name}.",
    # páginas
    "correct.title": "Correcciones y pruebas",
    "correct.known": "Se supo ({zone}; vacío: ahora)",
    "correct.handed-in": "Presentada ({zone}; vacío: ahora)",
    "correct.evidence": "Prueba (PDF, JPEG, PNG o texto, 10 MB cada una como mucho)",
    "correct.evidence-kept": (
        "Ya {n:está guardado|están guardados} {n} {n:archivo|archivos}, y se citarán."
    ),
    "correct.evidence-of": "Prueba:",
    "correct.by-the-rule": "Según el reglamento: el caso del momento en que se supo",
    "correct.applies": "es el caso ahora",
    "correct.case.before-next-pairing": (
        "se usa en el emparejamiento de la ronda {round}; si ya está publicado, cuenta para los "
        "puntos y para el primer emparejamiento que venga (ronda {coming})."
    ),
    "correct.case.during-next-round": (
        "el emparejamiento publicado queda; cuenta para los puntos y desde el emparejamiento de la "
        "ronda {round}, y de los que faltan desde la ronda {coming}."
    ),
    "correct.case.later": "solo en el informe de Elo; puntos y emparejamientos quedan como están.",
    "correct.other": "Ronda {round}, tablero {board}: {white:name} {result} {black:name}",
    "correct.other-at-table": "{where}: {white:name} {result} {black:name}",
    "correct.recorded-at": "anotado {at}",
    "correct.known-at": "sabido {at}",
    "correct.in-force": "vigente",
    "correct.none": "No se ha corregido nada.",
    "correct.history": "Qué se sabía y cuándo",
    "correct.delete": "Borrar el resultado",
    "correct.delete.left": "Qué es entonces la partida",
    "correct.delete.*": (
        "vuelve a estar abierta: ya se comunicará (mientras, tablas para emparejar, C.04.2, 3.1)"
    ),
    "correct.delete.-/-": (
        "no la jugó ninguno: sin puntos, y pueden volver a enfrentarse (C.04.2, 3.5)"
    ),
    "correct.delete.hall": (
        "La partida no contará para nadie. No vuelve a abrirse: su mesa ha seguido."
    ),
    "correct.swap": "Intercambiar los resultados de dos partidas",
    "correct.swap.with": "La otra partida",
    "correct.swap.help": (
        "Cada partida toma el resultado de la otra. Si la otra no tiene, el resultado pasa a ella "
        "y esta vuelve a quedar abierta."
    ),
    "correct.swap.hall-help": (
        "Cada partida toma el resultado de la otra; quién se sentó dónde no cambia. Si la otra "
        "sigue en juego, acaba ahora con este resultado y esta continúa, mientras nada dependa "
        "de ella."
    ),
    "correct.games": "Las partidas desde entonces",
    "correct.games.stand": "valen como están",
    "correct.games.forfeit": "se pierden por incomparecencia; los rivales ganan sin jugar",
    "correct.games.not-played": "cuentan como no jugadas por ninguno de los dos",
    "correct.left-earlier": "Se había ido antes: se anotó tarde",
    "correct.left-from": "Desde la ronda",
    "correct.left-effect": (
        "Nada cambia en silencio: cada partida que cambia es una corrección propia, y cuenta como "
        "dice el C.04.2, 4.3 para el momento en que se supo, salvo que decida otra cosa. Tableros "
        "y rivales quedan."
    ),
    "correct.ineligible": "Decidir que no puede participar",
    "correct.ineligible-since": "No podía jugar desde la ronda",
    "correct.ineligible-from": "No puede participar: no podía jugar desde la ronda {round}.",
    "correct.ineligible-help": (
        "No se le empareja más y no tiene premio. Las partidas jugadas quedan en el informe de "
        "Elo. Que valgan para los rivales es la lectura habitual (el texto del C.05 de la FIDE no "
        "se ha verificado); decide el árbitro."
    ),
    "correct.note.ineligible": "no puede participar (desde la ronda {round})",
    "correct.reinstate": "Sí puede participar",
    "correct.numbers.free": (
        "Los números quedan hasta que se asignen otra vez, lo que puede hacerse antes de emparejar "
        "la ronda 4 (C.04.2, 2.3)."
    ),
    "correct.numbers.fixed": (
        "La ronda 4 está emparejada: los números ya no cambian (C.04.2, 2.3). El Elo se corrige "
        "para el informe de Elo y para los desempates que usan Elos."
    ),
    "correct.elo": (
        "El Elo de {n} {n:partida jugada|partidas jugadas} se calcula de nuevo, también el de los "
        "rivales."
    ),
    "correct.renumber": "Asignar otra vez los números: se corrigió un Elo",
    "correct.hall-games": "Partidas por mesa",
    "correct.table": "Mesa {table}",
    "correct.at-table": "Mesa {table}, partida {game}",
    "correct.of-playoff": "Eliminatoria, ronda {table}, partida {game}",
    "correct.hall-help": (
        "Cambian los puntos; quién se sentó dónde y la cola no cambian. Nadie vuelve a sentarse."
    ),
    "correct.wrong-table": "Comunicado en la mesa equivocada",
    "correct.hall-whatif": "¿Cómo habría sido la cola?",
    "correct.still-running": "La partida no tiene resultado todavía.",
    "correct.first-reported": "comunicado primero: {result}",
    "correct.in-report": "en el informe de Elo: {result}",
    "correct.counts": "cuenta para los puntos: {result}",
    "evidence.title": "Pruebas",
    "evidence.file": "Archivo",
    "evidence.about": "De",
    "evidence.state": "Comprobado",
    "evidence.whole": "íntegro: sus bytes tienen la huella del registro",
    "evidence.changed": "alterado: sus bytes no tienen la huella del registro",
    "evidence.erased": "borrado",
    "evidence.missing": "falta: aquí no se guardó nunca",
    "evidence.unnamed": "ningún hecho lo cita",
    "evidence.gone": "ya no está",
    "evidence.none": "Todavía no hay archivos.",
    "evidence.add": "Añadir pruebas",
    "evidence.add-about": "Del hecho de versión",
    "evidence.erase": "Borrar",
    "evidence.erase-help": "Los bytes se olvidan para siempre. La huella queda en el registro.",
    "evidence.help": (
        "Solo los árbitros ven estos archivos. El registro guarda su SHA-256, para poder mostrar "
        "que una copia es la que se tuvo en cuenta."
    ),
    "evidence.type.application/pdf": "PDF",
    "evidence.type.image/jpeg": "foto (JPEG)",
    "evidence.type.image/png": "imagen (PNG)",
    "evidence.type.text/plain": "texto",
    "confirm.act.delete-result": "Borrar el resultado",
    "confirm.act.swap-results": "Intercambiar los resultados de dos partidas",
    "confirm.act.rule-ineligible": "Decidir que no puede participar",
    "confirm.act.reinstate-entrant": "Sí puede participar",
    "refusal.no-such-evidence": "No hay tal archivo.",
    # línea de órdenes
    "evidence.cli": "archivos que son prueba de hechos",
    "evidence.cli.add": "guardar un archivo y citarlo como prueba de un hecho",
    "evidence.cli.list": "los archivos de un torneo",
    "evidence.cli.verify": "calcular otra vez cada huella y compararla con el registro",
    "evidence.cli.erase": "olvidar los bytes de un archivo; su huella queda en el registro",
    "evidence.cli.tournament": "el torneo; si no se dice, todos",
    "evidence.cli.version": "la versión del hecho del que es prueba",
    "evidence.cli.file": "un PDF, JPEG o PNG o texto sin formato, 10 MB como mucho",
    "evidence.cli.sha256": "el SHA-256 del archivo, 64 cifras hexadecimales",
    "evidence.cli.done": "{sha256} queda guardado, como prueba de la versión {version}.",
    "evidence.cli.already": "{sha256} ya era prueba de la versión {version}.",
    "evidence.cli.line": "{tournament} {about}: {sha256} ({type}, {size} bytes): {state}",
    "evidence.cli.sum": (
        "{files} {files:archivo|archivos}, {bad} {bad:alterado o ausente|alterados o ausentes}."
    ),
    "evidence.cli.erased": "{tournament}: {sha256} se ha borrado; su huella queda en el registro.",
    "evidence.cli.nothing": "{tournament}: de {sha256} no se guarda nada.",
}
