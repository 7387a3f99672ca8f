"""Momentos de un torneo, lo ocurrido desde entonces y la causa de cada hecho, en español."""

MOMENTS: dict[str, str] = {
    "refusal.moment-unreadable": (
        "«{text}» no es un momento. Escribe una versión (v61), una posición del registro (p1234), "
        "una hora (14:32 o 2026-05-03T14:32), before-round-5 o after-round-5."
    ),
    "refusal.moment-day-missing": (
        "El torneo dura más de un día: escribe también el día, como 2026-05-03T14:32."
    ),
    "refusal.moment-ahead": "{at} todavía no ha llegado.",
    "refusal.moment-before-log": "En {at} aún no había nada en el registro de este torneo.",
    "refusal.moment-no-round": "En este torneo no hay, por ahora, ninguna ronda {round}.",
    "refusal.moment-round-open": ("La ronda {round} no ha terminado: quedan partidas por acabar."),
    "moments.banner": "Momento v{version}: {clock} ({zone})",
    "moments.newest": "desde entonces no ha pasado nada",
    "moments.cli.at": (
        "momento que se mira: v61, p1234, 14:32, 2026-05-03T14:32, before-round-5, after-round-5"
    ),
    "moments.cli.player": "solo los hechos de este jugador: una clave o parte del nombre",
    "moments.cli.round": "solo los hechos de esta ronda",
    "moments.cli.board": "solo los hechos de este tablero o mesa",
    "moments.cli.kind": "solo los hechos de esta clase",
    "moments.cli.actor": "solo lo que hizo este seudónimo",
    "moments.cli.view": "nombre de la vista, por ejemplo standings",
    "moments.cli.show": "mostrar las filas de una vista, ahora o en cualquier momento",
    "moments.nobody": "En este torneo nadie se llama «{player}».",
    "moments.no-such-view": "No existe la vista «{view}»; las hay {known}.",
    "moments.view": "{view}, v{version}",
    "moments.cause.corrects": "corrige v{version}, por {actor}",
    "moments.cause.correction": "por la corrección de v{version}",
    "moments.cause.act": "junto con v{version}",
    "moments.cause.timer": "por un temporizador",
    "moments.cause.file": "del fichero importado",
    "moments.cause.person": "por {actor}",
}
