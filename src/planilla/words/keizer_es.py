"""Escalas Keizer, en español: las reglas, los valores vigentes, los totales y sus porqués."""

KEIZER: dict[str, str] = {
    "system.keizer": "escala Keizer",
    "system-help.keizer": (
        "Una escala para la temporada: ganar a los de arriba vale más; se enfrentan los vecinos."
    ),
    # por qué una ronda se empareja así
    "explained.ladder": "Desde lo alto de la lista: {seats}.",
    "meeting.ladder-next": "el más próximo por debajo",
    "meeting.ladder-further": "más abajo: el más próximo no era posible",
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
    # qué pasó y por qué no
    "event.KeizerRuled": "Se anuncian las reglas de la escala.",
    "event.ValuesRecalculated": (
        "Valores nuevos tras la ronda {after_round}: {n} {n:jugador|jugadores}, desde {maximum} "
        "({why:@recalculated})."
    ),
    "event.ValuesRecalculated.start": (
        "Los primeros valores: {n} {n:jugador|jugadores}, desde {maximum}."
    ),
    "event.ValuesRecalculated.cycle": (
        "Valores nuevos tras la ronda {after_round}, desde {maximum}: las pasadas giran en un "
        "ciclo de {cycle} listas, hallado en la pasada {passes}; {on_cycle:@on-cycle}."
    ),
    "event.ValuesRecalculated.limited": (
        "Valores nuevos tras la ronda {after_round}, desde {maximum}: se paró tras {passes} "
        "pasadas, que no se habían estabilizado."
    ),
    "event.AbsenceRuled": "{entrant:name} en la ronda {round}: {absence:@absence}.",
    "recalculated.start": "los primeros",
    "recalculated.round-closed": "se cerró la ronda",
    "recalculated.late-entry": "alguien entró en la lista o salió de ella",
    "recalculated.correction": "se corrigió un resultado",
    "recalculated.arbiter": "lo pidió el árbitro",
    "recalculated.timer": "llegó la hora",
    "on-cycle.average": "cuenta la media de ellas",
    "on-cycle.stop": "cuenta la última",
    "absence.unjustified": "ausente sin justificar",
    "absence.justified": "ausencia justificada",
    "absence.external": "partida externa o servicio al club",
    "absence.external-win": "partida externa ganada",
    "absence.external-draw": "partida externa en tablas",
    "absence.external-loss": "partida externa perdida",
    "absence.nothing": "no cuenta",
    "refusal.keizer-setting-impossible": (
        "Una escala no puede tener este ajuste: {field} = «{value}»."
    ),
    "refusal.keizer-rules-fixed": "La ronda 1 está emparejada: la escala conserva sus reglas.",
    "refusal.no-absence": (
        "{entrant:name} jugó en la ronda {round}, o descansó: no hay ausencia que juzgar."
    ),
    # la escala en una página
    "page.ladder.value": "Valor",
    "page.ladder.value.help": "Lo que da ganarle desde la próxima ronda",
    "page.ladder.total": "Total",
    "page.ladder.points": "Pts",
    "page.ladder.points.help": "Puntos del torneo",
    "page.ladder.new": "nuevo en la lista",
    "page.ladder.help": "El valor propio y, por cada ronda, una parte de un valor",
    "page.ladder.counted": (
        "Totales tras la ronda {after}, contados con los valores con que se emparejó; al lado, los "
        "valores de la próxima ronda. Toque un total para ver la suma."
    ),
    "page.ladder.counting": (
        "Todas las partidas contadas con los valores vigentes, los de tras la ronda {after}. Toque "
        "un total para ver la suma."
    ),
    "page.ladder.cycle": (
        "Las pasadas giran en un ciclo de {cycle} listas (hallado en la pasada {passes}); "
        "{on_cycle:@on-cycle}."
    ),
    "page.ladder.limited": "Se paró tras {passes} pasadas, que no se habían estabilizado.",
    "page.ladder.rest": "La lista se estabilizó en la pasada {passes}.",
    "page.ladder.mean": "Los valores son la media de las {parts} listas del ciclo.",
    "page.ladder.frozen": "solo una parte del último valor: el jugador se ha ido",
    "page.ladder.over-limit": "ya no se cuentan más",
    "page.ladder.game": "R{round} {opponent}: {kind}",
    "page.ladder.round": "R{round} {kind}",
    "ladder.own": "valor propio",
    "ladder.win": "ganó",
    "ladder.draw": "tablas",
    "ladder.loss": "perdió",
    "ladder.open": "aún sin resultado",
    "ladder.forfeit-win": "ganó, el rival no compareció",
    "ladder.bye": "descanso",
    "ladder.unjustified": "ausente sin justificar",
    "ladder.justified": "ausencia justificada",
    "ladder.external": "partida externa o servicio al club",
    "ladder.external-win": "partida externa ganada",
    "ladder.external-draw": "partida externa en tablas",
    "ladder.external-loss": "partida externa perdida",
    "ladder.nothing": "no cuenta",
    # en la línea de órdenes
    "cli.keizer": "una temporada Keizer para mirar",
    "cli.keizer.simulate": (
        "jugar por sí solo una temporada, una tarde por segundo, y servir sus páginas"
    ),
    "cli.keizer.players": "jugadores desde el principio; luego entra una cuarta parte más",
    "cli.keizer.rounds": "rondas de la temporada",
    "page.why.ladder": "Lista",
}
