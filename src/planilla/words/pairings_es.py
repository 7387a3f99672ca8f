"""Emparejamientos explicados, previstos y juzgados, en español."""

PAIRINGS: dict[str, str] = {
    # los motivos de una ronda
    "page.why.untold": "El sistema ya no puede decir por qué se emparejó así.",
    "page.why.legend": (
        "Grupos desde arriba. ▼ baja o ha bajado, ═ como tocaba, ⤮ por transposición, "
        "⇄ por intercambio, ≠ quién iba antes y por qué no, ✓ cumplido, △ sacrificado."
    ),
    "page.why.group": "{n} {n:jugador|jugadores}",
    "page.why.moved": "{n} de arriba",
    "page.why.from-above": "De arriba",
    "page.why.residents": "En el grupo",
    "page.why.met": "{n} {n:criterio cumplido|criterios cumplidos}",
    "page.why.none-given-up": "no se sacrifica nada",
    "page.why.some-given-up": "criterios sacrificados",
    # la ronda siguiente, prevista
    "page.preview.link": "Prever la ronda {round}",
    "page.preview.title": "La ronda {round}, prevista",
    "page.preview.help": (
        "La ronda tal como se emparejaría tras {n:el único final posible|cada uno de los finales "
        "posibles} de las partidas abiertas ({n}). No se registra nada y solo usted lo ve."
    ),
    "page.preview.certain": "{n} {n:tablero seguro|tableros seguros}",
    "page.preview.nothing-certain": "Ningún tablero es igual en todos los finales.",
    "page.preview.decides-nothing": "Por sí solo no asegura ningún tablero más.",
    "page.preview.uncertain": "{n} {n:tablero depende|tableros dependen} de partidas abiertas",
    "page.preview.pair": "Tablero",
    "page.preview.depends": "Depende de",
    "page.preview.outcomes": "Finales",
    "page.preview.unpairable": "En {n} de {total} finales no habría emparejamiento posible.",
    "page.preview.if": "Si acaban así",
    "page.preview.choose": "Elija un resultado para cada partida abierta y verá la ronda entera.",
    "page.preview.then": "La ronda {round} sería",
    "refusal.preview-too-long": (
        "La ronda es demasiado grande para preverla ahora: dio tiempo a emparejar {paired} de "
        "{total} finales. Vuelva a probar cuando queden menos partidas."
    ),
    # un cambio junto a la respuesta del sistema
    "page.judged.title": "El cambio de la ronda {round}, revisado",
    "page.judged.standing": "La ronda {round} junto a la respuesta del sistema",
    "page.judged.compare": "Comparar lo que hay con la respuesta del sistema",
    "page.judged.review": "Revisar el cambio",
    "page.judged.confirm": "Confirmar el cambio",
    "page.judged.mend": "Corregirlo",
    "page.judged.by-hand": "A mano",
    "page.judged.help": (
        "La respuesta del sistema es la que da ahora, con los mismos resultados. Del cambio "
        "responde el árbitro (C.04.2, 4.4)."
    ),
    "page.judged.identical": "Es el emparejamiento del sistema, tablero por tablero.",
    "page.judged.legal": "No se incumple ninguna regla absoluta.",
    "page.judged.broken": "Se {n:incumple|incumplen} {n} {n:regla absoluta|reglas absolutas}",
    "page.judged.unpairable": "El propio sistema no encuentra ningún emparejamiento permitido.",
    "page.judged.schedule": "Los tableros de esta ronda son los de una tabla: no se compara nada.",
    "page.judged.same": "{n} {n:tablero igual|tableros iguales}.",
    "page.judged.parting": "Se separan en: {criterion}, grupo de {points}.",
    "page.judged.counts": "La respuesta del sistema: {engine}; a mano: {by_hand}.",
    "fault.paired-twice": "{entrants:name} jugaría dos veces.",
    "fault.not-paired": "{entrants:name} no jugaría.",
    "fault.not-present": "{entrants:name} no se puede emparejar en esta ronda.",
    "fault.needless-bye": "Hay más descansos de los necesarios: {entrants:name}.",
    "fault.second-bye": "{entrants:name} no puede tener el descanso.",
    "fault.rematch": "{entrants:name} ya han jugado entre sí.",
    "fault.forbidden": "{entrants:name} no pueden jugar entre sí.",
    "fault.same-absolute-colour": "{entrants:name} deben tener los dos el mismo color.",
    "fault.colour-three-times": "{entrants:name} tendría un color por tercera vez seguida.",
    "fault.colour-difference": "{entrants:name} habría tenido un color tres veces de más.",
    "fault.other": "Se incumple una regla ({code}): {entrants:name}.",
    # inscripciones tardías
    "page.late.title": "Inscripciones tardías sin número",
    "page.late.place": (
        "{entrant:name} toma el número {number}; {n:se mueve|se mueven} {n} {n:número|números}."
    ),
    "page.late.last": "{entrant:name} toma el número {number}, el último.",
    "page.late.when": (
        "Toman el lugar que les dan el Elo, el título y el alfabeto al emparejar la ronda {round}; "
        "todos los de debajo se mueven (C.04.2, 2.4 y 2.5)."
    ),
    "page.late.fixed": (
        "La ronda 4 ya está emparejada: quien tiene número conserva su orden entre los demás "
        "(C.04.2, 2.3)."
    ),
    "page.late.missed": "Las rondas anteriores a la primera cuentan como ausencias, sin puntos.",
    "page.late.now": "Numerarlos ahora",
}
