"""What is said about ratings, on pages and on the command line, in Spanish."""

RATINGS: dict[str, str] = {
    "rating-rules.elo-fide-2024": (
        "Reglas Elo de la FIDE de 2024, con la enmienda de octubre de 2025"
    ),
    "rating-rules.elo-fide-2024-rapid": "Reglas Elo de la FIDE de 2024 para rápidas y relámpago",
    "regulations.rating-rules.elo-fide-2024-rapid": (
        "reglamento FIDE del 1 de marzo de 2024 para rápidas y relámpago"
    ),
    "rating-rules.elo-libro": "Reglas Elo del libro",
    # why a round does not count
    "rating-why.open": "aún se juega",
    "rating-why.forfeit": "no se jugó: incomparecencia",
    "rating-why.bye": "descanso",
    "rating-why.absent": "ausente",
    "rating-why.unrated-opponent": "el rival no tiene Elo",
    "rating-why.not-rated": "no cuenta para el Elo",
    "rating-why.too-wide": "los Elos de los dos distan demasiado",
    # why there is no first rating
    "rating-none.no-points": "sin puntos ante rivales con Elo no hay Elo inicial",
    "rating-none.too-few-games": "pocas partidas para un Elo inicial",
    "rating-none.below-floor": "por debajo del Elo mínimo que se publica",
    "rating-none.too-few-rated-opponents": "pocos rivales con Elo para un Elo inicial",
    "rating-none.no-games": "aún sin partidas ante rivales con Elo",
    # the page
    "page.tab.elo": "Elo",
    "page.elo.rules": "{rules:@rating-rules}",
    "page.elo.counts": (
        "Solo cuentan las partidas jugadas ante rivales con Elo. Una partida en curso aún no "
        "cambia nada."
    ),
    "page.elo.col.expected": "Esperada",
    "page.elo.col.score": "Puntos",
    "page.elo.col.change": "Variación",
    "page.elo.col.performance": "Actuación",
    "page.elo.col.new": "Nuevo",
    "page.elo.col.difference": "Diferencia",
    "page.elo.gains": "gana {points} puntos",
    "page.elo.loses": "pierde {points} puntos",
    "page.elo.stays": "sin variación",
    "page.elo.first": "Elo inicial",
    "page.elo.game-by-game": "Partida a partida",
    "page.elo.cut": "cuenta como {difference}",
    "page.elo.sum": "Suma",
    "page.elo.times-k": "{score} − {expected} = {rest}; × K {k} = {change}",
    "page.elo.rounded": (
        "Se redondea una sola vez, el medio alejándose de cero: {rating} {rounded} = {after}."
    ),
    "page.elo.first-working": (
        "Media de los rivales {mean}, puntuación {percent} %: {difference}; en total {value}."
    ),
    "page.elo.no-games": "Aún no cuenta ninguna partida.",
    "page.elo.link": "Elo, partida a partida",
    # the command
    "cli.ratings": "lo que unos archivos de torneo cambian el Elo de cada uno, partida a partida",
    "cli.ratings.rules": (
        "reglas Elo: elo-fide-2024, elo-fide-2024-rapid o elo-libro (elo-fide-2024)"
    ),
    "cli.ratings.explain": "las partidas de un jugador (su número), una a una",
    "cli.ratings.method": (
        "partida a partida (swiss), o por medias de liga como en el libro (round-robin)"
    ),
    "cli.ratings.k": "K de todos; sin ella, 10 desde 2400 y si no 20",
    "cli.ratings.title": "{file}: {rules}",
    "cli.ratings.means": "Rar {rated}, Dp {difference}, Ra {table}, N {opponents}",
    "cli.ratings.no-table": "Aún no ha jugado nadie con Elo.",
    "cli.ratings.col.number": "Núm.",
    "cli.ratings.col.rating": "Elo",
    "cli.ratings.col.k": "K",
    "cli.ratings.col.games": "Partidas",
    "cli.ratings.col.score": "Puntos",
    "cli.ratings.col.expected": "Esperada",
    "cli.ratings.col.change": "Variación",
    "cli.ratings.col.new": "Nuevo",
    "cli.ratings.col.performance": "Act.",
    "cli.ratings.col.mean": "Rc",
    "cli.ratings.col.percentage": "p",
    "cli.ratings.player": "Jugador {number}, Elo {rating}, K {k}:",
    "cli.ratings.unrated-player": "Jugador {number}, sin Elo:",
    "cli.ratings.game": (
        "  ronda {round}: {opponent} ({rating}), diferencia {difference}, esperada {expected}, "
        "lograda {score}, variación {change}"
    ),
    "cli.ratings.game-cut": (
        "  ronda {round}: {opponent} ({rating}), la diferencia cuenta como {difference}, esperada "
        "{expected}, lograda {score}, variación {change}"
    ),
    "cli.ratings.game-first": "  ronda {round}: {opponent} ({rating}), lograda {score}",
    "cli.ratings.uncounted": "  ronda {round}: {why:@rating-why}",
    "cli.ratings.sum": "  en total {change}, redondeada {rounded}: {rating}",
    "cli.ratings.short": (
        "  por la fórmula abreviada del libro: {change}, {rating} (media de los rivales {mean})"
    ),
    "cli.ratings.first": (
        "  media de los rivales {mean}, puntuación {percent} %, diferencia {difference}: {value}"
    ),
    "cli.ratings.none": "  {why:@rating-none}",
    "progress.ratings": "archivo {done} de {total}",
    "error.no-such-rating-rules": "No hay reglas Elo «{rules}». Hay: {known}.",
    "error.no-such-number": "En {file} no hay jugador {number}.",
}
