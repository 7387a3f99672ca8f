"""Why not, in Spanish: one sentence for each refusal code, and for what the write path answers."""

REFUSALS: dict[str, str] = {
    # the tournament as a whole
    "refusal.name-missing": "El torneo necesita un nombre de 1 a 120 caracteres.",
    "refusal.no-such-time-zone": (
        "No hay ninguna zona horaria «{time_zone}»: escríbala como en la base de datos tz, por "
        "ejemplo Europe/Madrid."
    ),
    "refusal.no-such-system": "No hay ningún sistema «{system}». Los que hay: {known}.",
    "refusal.no-such-tiebreak": "No hay ningún desempate «{tiebreak}». Los que hay: {known}.",
    "refusal.no-such-point-system": (
        "No hay ninguna puntuación «{point_system}». Las que hay: {known}."
    ),
    "refusal.no-such-mode": "Los desempates no se pueden aplicar de modo «{mode}».",
    "refusal.rounds-out-of-range": (
        "{rounds} {rounds:ronda|rondas} no puede ser: elija de {smallest} a {largest}."
    ),
    "refusal.not-in-this-system": "Eso no existe en este sistema de juego ({system:@system}).",
    "refusal.tournament-exists": "Ya hay un torneo con esa clave («{tournament}»).",
    "refusal.no-such-tournament": "No hay ningún torneo «{tournament}».",
    "refusal.already-finished": "El torneo está terminado. Para cambiar algo, reábralo primero.",
    "refusal.not-finished": "El torneo no está terminado.",
    "refusal.rounds-missing": (
        "Todavía no se puede terminar: van {played} de {rounds} {rounds:ronda|rondas}."
    ),
    "refusal.stale-version": (
        "Alguien ha cambiado el torneo mientras lo miraba "
        "(usted vio la versión {expected}, ahora es la {actual}). Mire otra vez y decida."
    ),
    # entrants
    "refusal.list-too-long": (
        "Una lista admite como máximo {largest} personas y esta tiene {given}: envíe las demás en "
        "otras listas."
    ),
    "refusal.too-many-entrants": "No caben más de {largest} participantes.",
    "refusal.entrant-twice": "{entrant:name} aparece dos veces.",
    "refusal.rating-out-of-range": (
        "{entrant:name}: un Elo de {rating} no puede ser; va de 0 a 4000."
    ),
    "refusal.numbering-incomplete": "En la numeración falta: {missing:name}.",
    "refusal.no-such-entrant": "Nadie participa con la clave «{entrant}».",
    "refusal.nobody-to-forbid": "Para no enfrentarse hacen falta dos jugadores.",
    "refusal.no-such-prohibition": "La versión {forbidden} no prohíbe ningún enfrentamiento.",
    "refusal.no-such-number": "Nadie tiene el número {number}.",
    "refusal.bye-not-offered": "Este descanso no se puede pedir: {kind:@bye}.",
    "refusal.entrant-exists": "Con la clave «{entrant}» ya hay inscrita otra persona.",
    "refusal.entry-in-use": (
        "{entrant:name} ya figuró en un emparejamiento publicado, o tiene un cargo o un lugar en "
        "la sala: la inscripción se queda. Retire al jugador."
    ),
    "refusal.already-withdrawn": "{entrant:name} ya se había retirado.",
    "refusal.not-withdrawn": "{entrant:name} no se había retirado.",
    "refusal.entrant-is-expelled": "{entrant:name} fue expulsado y no puede volver.",
    "refusal.numbers-fixed": (
        "Los números ya no cambian una vez emparejada la ronda {round} (C.04.2, 2.3)."
    ),
    "refusal.bye-not-requested": "{entrant:name} no había pedido descansar en la ronda {round}.",
    # rounds
    "refusal.no-such-round": "No hay ronda {round}: el torneo tiene {rounds}.",
    "refusal.illegal-pairing": (
        "Ese emparejamiento no es posible ({article}). Revise: {entrants:name}."
    ),
    "refusal.round-already-paired": "La ronda {round} ya está emparejada.",
    "refusal.nobody-to-pair": "Para emparejar hacen falta dos jugadores y hay {present}.",
    "refusal.no-legal-pairing": (
        "Las reglas no dejan ningún emparejamiento posible ({reason:@reason}: {entrants:name}). "
        "Decide el árbitro."
    ),
    "refusal.all-rounds-paired": "Ya están emparejadas todas las rondas ({rounds}).",
    "refusal.previous-round-open": (
        "La ronda {round} no ha terminado: no hay resultado de {games}."
    ),
    "refusal.draft-pending": "La ronda {round} es todavía un borrador: publíquela o deséchela.",
    "refusal.round-not-paired": "La ronda {round} todavía no está emparejada.",
    "refusal.round-is-published": "La ronda {round} ya está publicada.",
    "refusal.round-not-published": "La ronda {round} es un borrador: publíquela primero.",
    "refusal.round-has-results": (
        "La ronda {round} ya tiene resultados ({games}) y no se puede deshacer."
    ),
    "refusal.round-is-closed": (
        "La ronda {round} está cerrada: un resultado se cambia ahora con una corrección."
    ),
    "refusal.round-not-closed": "La ronda {round} no está cerrada.",
    "refusal.too-many-games-open": (
        "La ronda siguiente se puede prever cuando quedan como mucho {largest} partidas; en la "
        "ronda {round} quedan {open}."
    ),
    "refusal.games-open": "En la ronda {round} faltan resultados: {games}.",
    "refusal.later-round-paired": (
        "Ya está emparejada la ronda {later}: en la {round} solo cabe una corrección."
    ),
    "refusal.not-the-last-round": (
        "Solo se puede cambiar la última ronda emparejada, que es la {last}, no la {round}."
    ),
    # games
    "refusal.no-such-result": "«{result}» no es un resultado. Los que hay: {known}.",
    "refusal.no-such-game": "No hay ninguna partida {game}.",
    "refusal.effect-out-of-range": (
        "Una corrección no puede contar para emparejar desde la ronda {pairing_from}: "
        "la primera sin publicar es la {smallest}."
    ),
    "refusal.known-too-late": "Una corrección no puede haberse sabido después de anotarla.",
    "refusal.results-conflict": (
        "La partida {game} ya consta como {recorded} y ahora llega {reported}. Decide el árbitro."
    ),
    "refusal.other-players": (
        "La partida {game} es entre {found:name}, y no entre {meant:name} (primero las blancas)."
    ),
    "refusal.no-result-yet": "La partida {game} no tiene resultado todavía.",
    "refusal.same-result": "La partida {game} ya consta como {result}: no hay nada que corregir.",
    "refusal.corrects-another-event": (
        "La partida {game} ya no la decide la versión {corrects}, sino la {in_force}. "
        "Mire otra vez y decida."
    ),
    "refusal.not-played": "La partida {game} no se jugó: no tiene colores.",
    # the write path
    "refusal.malformed": "La petición no se entiende, en «{path}»: {message}.",
    "refusal.tournament-hidden": "Este torneo no es público.",
    "refusal.unfit-text": (
        "El texto de «{path}» contiene {character}, un carácter de control o que invierte el "
        "sentido de la escritura: escríbalo de nuevo sin él."
    ),
    "refusal.no-such-command": "No hay ninguna orden «{command}».",
    "refusal.command-id-reused": (
        "Esta clave de orden ya se usó para otra cosa. No se ha anotado nada."
    ),
    "refusal.not-permitted": "Este enlace no da permiso para hacer eso en este torneo.",
    "refusal.internal": "Error interno. No se ha anotado nada.",
    "refusal.log-damaged": (
        "El registro de este torneo no corresponde a sus sellos desde la versión {version}. "
        "No se ha anotado nada."
    ),
    "refusal.unavailable": (
        "La base de datos no responde. Puede repetir la misma orden sin peligro."
    ),
    "refusal.database-newer": (
        "La base de datos es de una versión más nueva de Planilla. Actualice el programa."
    ),
    "refusal.unknown-code": "No puede ser ({code}).",
}
