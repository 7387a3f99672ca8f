"""Spanish: the audit of pairings."""

AUDIT: dict[str, str] = {
    "cli.audit": "emparejar de nuevo cada ronda a partir del registro y decir qué difiere",
    "progress.audit": "{bar} ronda {done} de {total}",
    "audit.title": "Los emparejamientos, hechos de nuevo, a fecha de v{version}",
    "audit.method": (
        "Cada ronda se empareja de nuevo con el sistema, la edición y los sorteos registrados, a "
        "partir de lo que se sabía cuando se emparejó."
    ),
    "audit.holds": "Cada ronda sale como mandan las reglas, o el árbitro responde de ella.",
    "audit.fails": "{n} {n:ronda no sale|rondas no salen} como se {n:registró|registraron}.",
    "audit.unjudged": (
        "{n} {n:ronda no se puede|rondas no se pueden} juzgar solo con hechos públicos; lo demás "
        "sale como mandan las reglas, o el árbitro responde de ello."
    ),
    "audit.nothing": "Todavía no se ha emparejado ninguna ronda.",
    "audit.round.same": "Ronda {round}: igual. {games} {games:tablero|tableros}, {system:@system}.",
    "audit.round.by-hand": (
        "Ronda {round}: cambiada por el árbitro en {n} de {games} {games:tablero|tableros}; "
        "la respuesta del sistema es la misma."
    ),
    "audit.round.differs": "Ronda {round}: difiere en {n} de {games} {games:tablero|tableros}.",
    "audit.round.unjudged": (
        "Ronda {round}: sin juzgar. De los hechos públicos solos sale otra cosa en {n} de {games} "
        "{games:tablero|tableros}; qué se cambió antes de publicarla, y quiénes no pueden "
        "enfrentarse, solo lo saben los árbitros."
    ),
    "audit.round.imported": (
        "Ronda {round}: en {n} de {games} tableros el archivo no coincide con lo que da "
        "{system:@system}."
    ),
    "audit.round.unpairable": "Ronda {round}: difiere: las reglas no dejan ningún emparejamiento.",
    "audit.reason": "Motivo: {reason}",
    "audit.no-reason": "No se guarda ningún motivo.",
    "audit.reason-apart": "Los hechos que aquí se ven no dan ningún motivo.",
    "audit.first": ("Se separan primero en {criterion}, en el grupo de {points}: {entrants:name}."),
    "audit.board": (
        "Mesa {board}: □ {white:name} – ■ {black:name}; "
        "el sistema: □ {white_system:name} – ■ {black_system:name}"
    ),
    "audit.board.more": "Mesa {board}: □ {white:name} – ■ {black:name}; el sistema no la tiene",
    "audit.board.less": (
        "Mesa {board}: ninguna; el sistema: □ {white_system:name} – ■ {black_system:name}"
    ),
    "audit.bye": "Descanso: {was}; el sistema: {would_be}",
    "audit.nobody": "nadie",
    "audit.other-edition": "La edición {edition} se ha corregido desde entonces.",
    "audit.list": "Los valores registrados en v{version} no se siguen de lo que se sabía.",
    "audit.hall.holds": "Hecho de nuevo acto por acto, todos se sientan donde los puso el maratón.",
    "audit.hall.fails": (
        "Hecho de nuevo acto por acto, alguien se sentaría en otro sitio: un acto lo impuso el "
        "director, o el registro no es lo que mandan las reglas. El «¿y si…?» de una partida dice "
        "dónde."
    ),
    "page.audit": "Auditoría de los emparejamientos",
    "page.audit.link": "Comprobar los emparejamientos de todas las rondas",
    "page.audit.boards": "Mesas",
    "page.audit.programs": "Para programas",
}
