"""Qué traerían las importaciones, en español."""

ARRIVALS: dict[str, str] = {
    "arrival.rounds": (
        "Quedaría {name}: {n} {n:jugador|jugadores}, {published} de {rounds} {rounds:ronda "
        "publicada|rondas publicadas}, {system}."
    ),
    "arrival.no-rounds": "Quedaría {name}: {n} {n:jugador|jugadores}, {system}.",
    "arrival.standings": "Su clasificación empezaría así:",
    "arrival.finished": "Su clasificación final empezaría así:",
    "arrival.would": (
        "{tournament}: se añadirían {events} {events:hecho|hechos}, hasta v{version}. No se "
        "ha escrito nada."
    ),
    "arrival.already": (
        "{tournament}: todos los hechos hasta v{version} ya están aquí; no se añadiría nada."
    ),
}
