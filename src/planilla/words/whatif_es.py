"""What would have been with other facts, in its two readings, in Spanish."""

WHATIF: dict[str, str] = {
    "refusal.no-such-fact": "Aquí no se ve ningún hecho v{version}; el último es v{last}.",
    "refusal.too-many-edits": "Se pueden cambiar como mucho {largest} hechos a la vez.",
    "refusal.edited-twice": "Dos cambios son del mismo hecho, v{version}.",
    "refusal.not-in-a-what-if": (
        "«{command}» no se puede añadir: lo que resulta depende de lo que viene después. Las "
        "rondas se emparejan, se cierran y se publican de nuevo por sí solas."
    ),
    "refusal.fact-stays": (
        "v{version} ({event}) no se puede cambiar: se sigue de otros hechos, o dice lo que se "
        "jugó. Cambie aquellos de los que se sigue."
    ),
    "refusal.entry-has-played": (
        "{entrant:name} fue emparejado en la ronda {round}, y esas partidas son hechos: su "
        "inscripción no se puede quitar. Añada una retirada (withdraw-entrant) donde debía irse."
    ),
    "refusal.draws-out-of-range": (
        "Se pueden sortear entre {smallest} y {largest} mundos, no {draws}."
    ),
    "refusal.already-so": "No dice nada nuevo: ya es así.",
    "refusal.known-no-earlier": "v{version} no se podía saber antes: cuenta lo que pasó entonces.",
    "refusal.not-seated-again": (
        "Por v{version} nadie se sienta de nuevo: de un Masnou solo se prueba otro resultado."
    ),
    "refusal.what-if-too-long": (
        "Esto tarda más de lo que espera una página. Se está calculando: vuelva a preguntar "
        "enseguida."
    ),
    "cli.remove": "un hecho no hubiera ocurrido (se repite para varios)",
    "cli.insert": "se hubiera hecho una orden justo después de ese hecho; su cuerpo es JSON",
    "cli.replace": "se hubiera hecho una orden en lugar de ese hecho; su cuerpo es JSON",
    "cli.reading": (
        "rounds: ronda a ronda; branch: una sola cadena con partidas desconocidas (both: ambas)"
    ),
    "cli.draws": "mundos que se sortean; sin ello se siguen todos mientras sean pocos",
    "cli.seed": "el número del que salen los mundos sorteados",
    "cli.top": "también quién queda entre los N primeros; sin él, en los puestos que clasifican",
    "whatif.reading.rounds": "RONDA A RONDA",
    "whatif.reading.rounds.help": (
        "Cada ronda posterior se empareja otra vez con lo que de verdad se jugó antes, corregido. "
        "Lo jugado se queda; los puestos son los de las partidas de verdad jugadas."
    ),
    "whatif.reading.branch": "RAMA",
    "whatif.reading.branch.help": (
        "Una sola cadena: cada ronda se sigue de lo que se habría jugado antes. Una partida cuya "
        "pareja se encuentra igual en esa ronda, con los mismos colores, conserva su resultado; "
        "las demás son desconocidas."
    ),
    "whatif.edit.left-out": "No hubiera ocurrido (v{version}): {text}",
    "whatif.edit.added": "Hubiera ocurrido (en v{version}): {text}",
    "whatif.edit.none": "No se cambia nada.",
    "whatif.void": "Ya no valdría: v{version}, {text} {why}",
    "whatif.missing": (
        "{n} {n:partida jugada|partidas jugadas} de verdad no {n:tendría|tendrían} resultado: "
        "{games}. Las rondas siguientes se emparejan como si aún no se {n:hubiera|hubieran} jugado."
    ),
    "whatif.imported": (
        "{n:La ronda|Las rondas} {rounds} {n:vino|vinieron} de un archivo: se comparan las "
        "respuestas propias del sistema."
    ),
    "whatif.schedule": (
        "En una liga se sabe desde el principio quién juega con quién: solo cambia la "
        "clasificación."
    ),
    "whatif.consequences": "Para los jugadores, según las partidas de verdad jugadas:",
    "whatif.consequences.branch": "Para los jugadores, al final de la rama:",
    "whatif.nobody": "No cambiaría el puesto, los puntos ni los desempates de nadie.",
    "whatif.branch.certain": "No hay ninguna partida desconocida: hay un solo camino.",
    "whatif.branch.exact": (
        "Las {worlds} maneras en que pueden acabar las partidas desconocidas, pesadas por el Elo."
    ),
    "whatif.branch.drawn": (
        "{worlds} mundos sorteados con la semilla {seed}, según la expectativa Elo con un {share} "
        "% de tablas. Cada frecuencia lleva su error típico (±) y un intervalo que contiene la "
        "verdadera con un 95 %. Mejor y peor son los de los mundos sorteados."
    ),
    "whatif.branch.method": (
        "Donde falta un Elo los tres resultados son igual de probables. No se cuentan "
        "incomparecencias."
    ),
    "whatif.branch.running": "La ronda {round} se está jugando: sus partidas abiertas siguen así.",
    "whatif.branch.by-hand": (
        "Lo que el árbitro cambió a mano en {n:la ronda|las rondas} {rounds} no se pudo repetir."
    ),
    "whatif.branch.edits-void": (
        "{n} {n:cambio no tuvo|cambios no tuvieron} efecto: la partida no existe."
    ),
    "whatif.branch.stopped": "En el {share} % de los mundos no se pudo emparejar una ronda.",
    "whatif.branch.round-same": "Ronda {round}: la misma en todos los mundos.",
    "whatif.branch.round": (
        "Ronda {round}: {kept} de {boards} tableros están en todos los mundos; partidas "
        "desconocidas: {unknown} de media."
    ),
    "whatif.branch.board": "  Tablero {board}: □ {white:name} – ■ {black:name}: {stays}",
    "whatif.branch.bye": "  Descanso: {white:name}: {stays}",
    "whatif.branch.instead": "  En su lugar: □ {white:name} – ■ {black:name}: {stays}",
    "whatif.branch.instead-bye": "  En su lugar descansa {white:name}: {stays}",
    "whatif.branch.share": "{share} %",
    "whatif.branch.share-drawn": "{share} % ±{error} ({low}–{high} %)",
    "whatif.branch.places": "Puestos finales: ahora, mejor, probable, peor",
    "whatif.branch.place": (
        "  {player:name}: ahora {now}; mejor {best}, probable {likely}, peor {worst}; sigue ahí: "
        "{same}"
    ),
    "whatif.branch.top": "entre los {top} primeros: {share}",
    "page.whatif.readings": "Lecturas",
    "page.whatif.rounds": "Ronda a ronda",
    "page.whatif.branch": "Rama",
    "page.whatif.edits": "Qué se cambia",
    "page.whatif.void": "Lo que ya no valdría",
    "page.whatif.unknown": "desconocida",
    "page.whatif.meets": "Se da en",
    "page.whatif.instead": "En su lugar",
    "page.whatif.floats-no-more": "Ya no bajaría: {who}.",
    "page.whatif.floats-now": "Bajaría: {who}.",
    "page.whatif.by-hand": (
        "El árbitro la había cambiado; se comparan las respuestas propias del sistema."
    ),
    "page.whatif.now": "Ahora",
    "page.whatif.best": "Mejor",
    "page.whatif.likely": "Probable",
    "page.whatif.worst": "Peor",
    "page.whatif.stays": "Sigue",
    "page.whatif.top": "{top} primeros",
    "page.whatif.more": "Cambiar otra cosa",
    "page.whatif.more.help": (
        "Un cambio por línea, con los números de la cronología: «remove v12» quita ese hecho; "
        "«replace v12 …» e «insert v12 …» ponen una orden en su lugar o a continuación, escrita "
        "como en la línea de órdenes."
    ),
    "page.whatif.hall.help": (
        "Un cambio por línea, con los números de la cronología, solo resultados: «remove v12» "
        "quita ese resultado; «replace v12 …» e «insert v12 …» ponen otro en su lugar o a "
        "continuación, escrito como en la línea de órdenes."
    ),
    "page.whatif.first": "También los … primeros puestos",
    "page.whatif.places": "Puestos finales",
    "page.whatif.public": (
        "Solo con hechos públicos: lo que solo sabe el árbitro, como las parejas que no se pueden "
        "enfrentar, no cuenta."
    ),
}
