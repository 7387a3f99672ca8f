"""What is said about prizes, in Spanish."""

PRIZES: dict[str, str] = {
    "event.PrizesAnnounced": "Se anuncian premios por {fund:money/{currency}}.",
    "event.PrizesShared": (
        "Se reparten {paid:money/{currency}} entre {n} {n:jugador|jugadores} {by:@shared-by}."
    ),
    "shared-by.final": "según la clasificación final",
    "shared-by.standings": "según la clasificación del torneo inconcluso",
    "shared-by.chances": "según la probabilidad de cada puesto",
    "refusal.no-prizes": (
        "El grupo {group} no tiene premios: escriba el primero o quite el grupo."
    ),
    "refusal.no-such-currency": (
        "«{currency}» no es una moneda: escriba sus tres mayúsculas, como EUR."
    ),
    "refusal.negative-prize": (
        "Grupo {group}, puesto {place}: {prize:money/{currency}} es menos que nada. "
        "Escriba 0 o más."
    ),
    "refusal.prizes-rise": (
        "Grupo {group}: el premio del puesto {place} es mayor que el anterior. "
        "Escriba primero el mayor."
    ),
    "refusal.prize-group-twice": (
        "El grupo {group} es para los mismos jugadores que otro anterior: junte sus premios."
    ),
    "refusal.rating-band-empty": (
        "Grupo {group}: nadie tiene un Elo de {rating_from} a {rating_to}. "
        "Escriba primero el menor."
    ),
    "refusal.prize-fund-mismatch": (
        "Los premios suman {prizes:money/{currency}} y el fondo es de {fund:money/{currency}}: "
        "cambie uno de los dos."
    ),
    "refusal.nobody-in-category": (
        "Grupo {group}: ningún jugador tiene la categoría «{category}». Hay: {known}."
    ),
    "refusal.chances-out-of-range": (
        "Las tablas ({draws}) van de 0 a 100 centésimas y los desenlaces sorteados ({samples}) de "
        "1 a {samples_max}."
    ),
    "refusal.prizes-not-announced": "No hay premios anunciados: anúncielos primero.",
    "refusal.prizes-in-regulations": "Los premios son parte de las bases: cámbielos allí.",
    "refusal.too-many-open-for-chances": (
        "Quedan {open} partidas abiertas, y las probabilidades se calculan con {largest} como "
        "mucho: reparta los premios según la clasificación."
    ),
    "refusal.nothing-open": (
        "No queda ninguna partida abierta: reparta los premios según la clasificación."
    ),
    "page.prizes": "Premios",
    "page.prizes.none": "No hay premios anunciados.",
    "page.prizes.plan": "Qué se puede ganar",
    "page.prizes.plan.final": "Los premios anunciados",
    "page.prizes.fund": "{fund:money/{currency}} en total.",
    "page.prizes.general": "General",
    "page.prizes.category": "Categoría {category}",
    "page.prizes.band": "Elo de {rating_from} a {rating_to}",
    "page.prizes.band.from": "Elo desde {rating_from}",
    "page.prizes.band.to": "Elo hasta {rating_to}",
    "page.prizes.unrated": "también sin Elo",
    "page.prizes.place": "Puesto",
    "page.prizes.prize": "Premio",
    "page.prizes.sharing": "Empatados a puntos",
    "prize-sharing.fixed": "A cada uno el premio de su puesto tras los desempates.",
    "prize-sharing.shared": (
        "Los empatados a puntos se reparten por igual los premios de sus puestos."
    ),
    "prize-sharing.hort": (
        "Sistema Hort: de los premios de sus puestos, la mitad se reparte por igual entre los "
        "empatados a puntos y la otra mitad va por puestos."
    ),
    "prize-sharing.fixed.short": "Fijos: a cada uno el de su puesto",
    "prize-sharing.shared.short": "A partes iguales",
    "prize-sharing.hort.short": "Hort: mitad a partes iguales, mitad por puestos",
    "prize-taking.highest": "Nadie se lleva más de un premio, el mayor; los demás suben.",
    "prize-taking.every": "Cada jugador se lleva todos los premios que gana.",
    "page.prizes.now": "Tal como está",
    "page.prizes.now.help": "Lo que ganaría cada uno si la clasificación quedara así.",
    "page.prizes.final": "Según la clasificación final",
    "page.prizes.final.help": "Lo que ha ganado cada uno según la clasificación final.",
    "page.prizes.nobody": "Nadie ha ganado nada todavía.",
    "page.prizes.nobody.final": "Nadie ha ganado un premio.",
    "page.prizes.shared": "Premios repartidos",
    "page.prizes.shared.differs": (
        "Los premios se repartieron antes del último cambio: hoy serían otros."
    ),
    "page.prizes.player": "Jugador",
    "page.prizes.amount": "Gana",
    "page.prizes.working": "Cómo se ha calculado",
    "page.prizes.points": "Puntos",
    "page.prizes.unpaid": "{unpaid:money/{currency}} no tienen ganador.",
    "page.prizes.pool.one": "Puesto {first}: {pool}",
    "page.prizes.pool": "Puestos {first} a {last}, empatados a puntos: {prizes} = {pool}",
    "page.prizes.common": "A partes iguales",
    "page.prizes.by-place": "Por puesto",
    "page.prizes.rounding": "Redondeo",
    "page.prizes.struck": "{player:name} gana más en otro grupo: {takes}.",
    "page.prizes.chances": "Mientras quedan partidas",
    "page.prizes.chances.exact": (
        "{games:Queda|Quedan} {games} {games:partida|partidas}. Se han mirado los {outcomes} "
        "desenlaces, {likelihood:@likelihood}."
    ),
    "page.prizes.chances.drawn": (
        "Quedan {games} partidas. Se han sorteado {outcomes} desenlaces, {likelihood:@likelihood}, "
        "con la semilla {seed}; cada probabilidad puede errar en ±{error} % (error típico)."
    ),
    "page.prizes.chances.many": (
        "Quedan {games} partidas: las probabilidades se muestran cuando queden {largest} o menos."
    ),
    "page.prizes.chances.soon": (
        "Se están calculando las probabilidades: vuelva a mirar en un momento."
    ),
    "page.prizes.nothing": "Tal como está, este jugador no gana nada.",
    "page.prizes.nothing.final": "Este jugador no ha ganado ningún premio.",
    "page.prizes.chances.place": "{place}.º",
    "page.prizes.chances.mean": "Puede esperar",
    "page.prizes.chances.even": "Todos los desenlaces igual de probables",
    "page.prizes.chances.elo": "Según el Elo",
    "page.prizes.chances.bar": "{chance} de quedar en el puesto {place}",
    "likelihood.even": "todos igual de probables",
    "likelihood.elo": "ponderados por el Elo",
    "page.prizes.effect": "Efecto en los premios",
    "page.prizes.effect.none": "No cambia ningún premio.",
    "page.prizes.effect.row": "{player:name}: {before} → {after} ({change})",
    "page.prizes.effect.help": (
        "Según la clasificación actual, si la partida hubiera acabado de otro modo."
    ),
    "page.prizes.edit": "Cambiar los premios",
    "page.prizes.edit.help": (
        "Un grupo en cada bloque; primero el premio del primer puesto, como 500 300 150,50. Un "
        "bloque vacío no cuenta. Los premios de todos los grupos suman el fondo."
    ),
    "page.prizes.edit.currency": "Moneda",
    "page.prizes.edit.total": "Fondo",
    "page.prizes.edit.group": "Grupo {number}",
    "page.prizes.edit.prizes": "Premios, primero el primero",
    "page.prizes.edit.category-of": "Categoría (vacía: todos)",
    "page.prizes.edit.from": "Elo desde",
    "page.prizes.edit.to": "Elo hasta",
    "page.prizes.edit.unrated": "con los que no tienen Elo",
    "page.prizes.edit.taking": "Más de un premio",
    "page.prizes.edit.announce": "Anunciar estos premios",
    "page.prizes.edit.share": "Repartir los premios",
    "page.prizes.edit.share.final": "Repartir según la clasificación final",
    "page.prizes.edit.share.standings": (
        "El torneo queda inconcluso: repartir según la clasificación"
    ),
    "page.prizes.edit.share.chances": (
        "El torneo queda inconcluso: repartir según las probabilidades"
    ),
    "page.prizes.edit.in-regulations": "Los premios son parte de las bases.",
    "refusal.not-an-amount": (
        "«{text}» no es una cantidad de dinero: escríbala como 150 o 150,50."
    ),
    "page.tab.prizes": "Premios",
}
