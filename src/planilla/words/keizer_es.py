"""Escalas Keizer, en español: las reglas, los valores vigentes, los totales y sus porqués."""

KEIZER: dict[str, str] = {
    "system.keizer": "escala Keizer",
    "system-help.keizer": (
        "Una escala para la temporada: ganar a los de arriba vale más; se enfrentan los vecinos."
    ),
    # por qué una ronda se empareja así
    "explained.ladder": "Desde lo alto de la lista: {seats}.",
    "meeting.ladder-next": "el más próximo por debajo",
    "meeting.ladder-further": "más abajo: el más próximo no podía ser",
    "colour-rule.ladder-both": "los dos reciben el color que les toca",
    "colour-rule.ladder-difference": (
        "el color que toca a ambos es para la mayor diferencia de colores"
    ),
    "colour-rule.ladder-longest": "el color es para quien lleva más tiempo sin él",
    "colour-rule.ladder-stronger": "el color que toca a ambos es para el mayor valor inicial",
    "colour-rule.ladder-lot": "el color sorteado se alterna de tablero en tablero",
    "colour-rule.ladder-bound": "no hay otros colores dentro de los límites",
    "criterion.ladder-origin": "los de una misma federación no se enfrentan",
    "criterion.ladder-colour": "los colores no pasan de los límites",
    "criterion.ladder-distance": "hay bastantes rondas entre dos partidas de los mismos",
    "criterion.ladder-meetings": "los mismos no se enfrentan demasiadas veces",
    "criterion.ladder-complete": "todos deben quedar emparejados",
    "instead-barred.ladder-forbidden": "los dos no pueden enfrentarse",
    "instead-barred.ladder-origin": "los dos son de la misma federación",
    "instead-barred.ladder-colour": "ningún reparto de colores quedaría dentro de los límites",
    "instead-barred.ladder-distance": "jugaron hace demasiado pocas rondas",
    "instead-barred.ladder-meetings": "ya se han enfrentado todas las veces que pueden",
    "fault.colour-bound": "{entrants:name} tendría un color más allá de los límites.",
}
