"""What is said about why somebody moved in the standings, in Spanish."""

MOVEMENT: dict[str, str] = {
    "page.movement": "Por qué este puesto",
    "page.movement.why": "¿por qué?",
    "page.movement.own-points": "{points} en la ronda {round}: ya no va por detrás de {others}.",
    "page.movement.their-points": "{points} en la ronda {round}: ahora va por detrás de {others}.",
    "page.movement.tiebreak.up": (
        "A igualdad de puntos, {tiebreak} {value}: ya no va por detrás de {others}."
    ),
    "page.movement.tiebreak.down": (
        "A igualdad de puntos, {tiebreak} {value}: ahora va por detrás de {others}."
    ),
    "page.movement.more": "{n} más",
    "page.movement.none": "En la ronda {round} no ha adelantado a nadie ni nadie le ha adelantado.",
    "page.movement.sum": "{before}.º antes de la ronda {round}, {now}.º ahora: {sum}.",
    "page.movement.changes": (
        "Cuando se publicó la ronda {round} iba {published}.º. Desde entonces han cambiado rondas "
        "anteriores:"
    ),
    "page.movement.changed": (
        "{published}.º tal como se publicó, {before}.º con lo que hoy se sabe de las rondas "
        "anteriores a la {round}: {sum}."
    ),
    "page.movement.first": "Nadie se mueve antes de la segunda ronda.",
}
