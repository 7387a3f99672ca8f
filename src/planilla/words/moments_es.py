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
}
