"""What is said on the pages that keep players apart, in Spanish."""

SEPARATIONS: dict[str, str] = {
    "page.apart": "Evitar enfrentamientos",
    "page.apart.help": (
        "Ninguno de los que elija se empareja con otro de ellos. Una ronda publicada se queda "
        "como está; un borrador en que dos de ellos se enfrenten se descarta."
    ),
    "page.apart.who": "Dos jugadores o más",
    "page.apart.first": "Desde la ronda",
    "page.apart.last": "Hasta la ronda (vacío: hasta el final)",
    "page.apart.forbid": "Que no se enfrenten",
    "page.apart.from": "Que no se enfrente a otros",
    "page.apart.now": "No se enfrentan",
    "page.apart.nobody": "No hay ningún enfrentamiento prohibido.",
    "page.apart.open": "desde la ronda {first}",
    "page.apart.one": "ronda {first}",
    "page.apart.span": "rondas {first} a {last}",
    "page.apart.over": "ya no rige",
    "page.apart.allow": "Volver a permitir",
    "page.apart.schedule": "En una liga juegan todos contra todos: no se prohíben enfrentamientos.",
    "page.origin": "Los jugadores de una misma federación",
    "page.origin.help.meet": "La federación no cambia nada.",
    "page.origin.help.avoid": "Los puntos van antes que esto, y esto antes que los colores.",
    "page.origin.help.forbid": "Si una ronda no se puede emparejar de otro modo, no se empareja.",
    "page.origin.rule": "Disponer así",
    "page.origin.when": (
        "Rige desde el próximo emparejamiento; un borrador sigue igual hasta que se repite."
    ),
    "page.origin.unknown": (
        "{n} {n:jugador no tiene|jugadores no tienen} federación: la norma no les afecta."
    ),
}
