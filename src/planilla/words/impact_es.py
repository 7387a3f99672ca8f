"""What a command would bring, and the step that asks before it is done, in Spanish."""

IMPACT: dict[str, str] = {
    "impact.title": "Qué cambiaría",
    "impact.seen-from": "Visto desde v{head}; una vez anotado sería v{version}.",
    "impact.nothing": "No cambiaría el puesto, el resultado ni el premio de nadie.",
    "impact.already": "No hay nada que hacer: ya es así.",
    "impact.more": "y {n} más",
    "impact.topic.by-lot": "Por sorteo",
    "impact.topic.rounds": "Rondas",
    "impact.topic.boards": "En los tableros",
    "impact.topic.later": "Emparejado con lo que cambiaría",
    "impact.topic.hall": "En la sala",
    "impact.topic.hall-had": "En la sala, de haberse sabido al momento (lo jugado se queda)",
    "impact.topic.numbers": "Números de emparejamiento",
    "impact.topic.places": "Quién se mueve",
    "impact.topic.qualifying": "Los {top} primeros puestos",
    "impact.topic.prizes": "Premios",
    "impact.topic.elo": "Elo, variación en este torneo",
    "impact.topic.told": "A quién hay que avisar",
    "impact.topic.screens": "Dónde se verá",
    "impact.by-lot.first-colour": "El color del número 1 en la ronda 1 se sortea.",
    "impact.by-lot.lots": "Los números de {among:name} se sortean, y con ellos sus puestos.",
    "impact.by-lot.committee": "Quién de {among:name} forma el comité se sortea.",
    "impact.by-lot.queue": "En qué orden se sientan {among:name} se sortea.",
    "impact.by-lot.playoff": "Quién de {among:name} juega con quién, y quién descansa, se sortea.",
    "impact.by-lot.lots.many": "Los números de {n} jugadores se sortean, y con ellos sus puestos.",
    "impact.by-lot.committee.many": "Quién de {n} jugadores forma el comité se sortea.",
    "impact.by-lot.queue.many": "En qué orden se sientan {n} jugadores se sortea.",
    "impact.by-lot.playoff.many": "Quién de {n} jugadores juega con quién, o descansa, se sortea.",
    "impact.round.none-draft": (
        "Se emparejaría la ronda {round}: un borrador que solo ve el árbitro."
    ),
    "impact.round.none-published": "Se publicaría la ronda {round}.",
    "impact.round.none-closed": "Estaría la ronda {round}, cerrada.",
    "impact.round.draft-published": "Se publicaría la ronda {round}.",
    "impact.round.draft-none": "Se descartaría el borrador de la ronda {round}.",
    "impact.round.published-none": "Se retiraría la ronda {round}: todo el mundo la ha visto.",
    "impact.round.published-closed": "Se cerraría la ronda {round}.",
    "impact.round.closed-published": "Se reabriría la ronda {round}.",
    "impact.round.draft-closed": "La ronda {round} se publicaría y se cerraría.",
    "impact.round.published-draft": (
        "La ronda {round} volvería a ser un borrador: todo el mundo la ha visto."
    ),
    "impact.round.closed-draft": (
        "La ronda {round} volvería a ser un borrador: todo el mundo la ha visto."
    ),
    "impact.round.closed-none": "La ronda {round} se retiraría: todo el mundo la ha visto.",
    "impact.finished.True": "El torneo quedaría terminado.",
    "impact.finished.False": "El torneo volvería a estar abierto.",
    "impact.board.result": (
        "Ronda {round}, tablero {board}: □ {white:name} – ■ {black:name}, {before} → {after}"
    ),
    "impact.board.players": (
        "Ronda {round}, tablero {board}: □ {white:name} – ■ {black:name} {after}; "
        "antes □ {white_was:name} – ■ {black_was:name} {before}"
    ),
    "impact.board.new": "Ronda {round}, tablero {board}: □ {white:name} – ■ {black:name} {after}",
    "impact.board.gone": "Ronda {round}, tablero {board}, desaparece: □ {white_was:name} – "
    "■ {black_was:name} {before}",
    "impact.later.changed": (
        "Ronda {round} ({status:@round}): {changed} de {boards} tableros serían otros. "
        "Se queda como está."
    ),
    "impact.later.draft": (
        "Borrador de la ronda {round}: {changed} de {boards} tableros serían otros. "
        "Para tenerlos, retírelo y vuelva a emparejar."
    ),
    "impact.later.same": "Ronda {round} ({status:@round}): todos los tableros serían los mismos.",
    "impact.later.bye": "El descanso sería de otra persona.",
    "impact.later.unpairable": "Ronda {round} ({status:@round}): no se podría emparejar.",
    "impact.later.unknown": (
        "La ronda {round} ({status:@round}) también se emparejó con ello; aquí no ha habido tiempo "
        "de volver a emparejarla. Lo dice la página «Y si…»."
    ),
    "impact.later.by-hand": (
        "El árbitro la había cambiado; se comparan las respuestas propias del sistema."
    ),
    "impact.table": "Mesa {table}: {after:name}; antes {before:name}",
    "impact.table.new": "Mesa {table}: {after:name}",
    "impact.table.empty": "Mesa {table}: nadie; antes {before:name}",
    "impact.queue": "Cola: {queue:name}",
    "impact.queue.empty": "No esperaría nadie.",
    "impact.number": "{player:name}: {before} → {after}",
    "impact.number.new": "{player:name}: {after}",
    "impact.place": "{player:name}: puesto {before} → {after}",
    "impact.place.new": "{player:name}: puesto {after}",
    "impact.place.gone": "{player:name}: ya sin puesto; tenía el {before}",
    "impact.place.stays": "{player:name}: sigue en el puesto {after}",
    "impact.points": "{before} → {after} puntos",
    "impact.tiebreak": "{code} {before} → {after}",
    "impact.stay": ("{n} más: cambian los puntos o los desempates, y no el puesto."),
    "impact.into": "Dentro: {who:name}",
    "impact.out": "Fuera: {who:name}",
    "impact.top-same": "Los mismos jugadores que ahora.",
    "impact.prize": "{player:name}: {before:money/{currency}} → {after:money/{currency}}",
    "impact.paid": "{player:name} cobra {amount:money/{currency}}",
    "impact.prizes.none": "No cambia ningún premio.",
    "impact.prizes.paid": "Los premios ya se repartieron y se quedan como se pagaron.",
    "impact.elo": "{player:name}: {before} → {after}",
    "impact.first-rating": "{player:name}: primer Elo {before} → {after}",
    "impact.told": "{who:name}",
    "impact.screens": "{screens:@impact.screen}",
    "impact.screen.event": "Cabecera",
    "impact.screen.standings": "Clasificación",
    "impact.screen.pairings": "Emparejamientos",
    "impact.screen.crosstable": "Cuadro de cruces",
    "impact.screen.elo": "Elo",
    "impact.screen.hall": "Sala",
    "impact.screen.ladder": "Escalera",
    "impact.screen.prizes": "Premios",
    "impact.screen.players": "Jugadores",
    "impact.screen.people": "Nombres",
    "impact.screen.timers": "Horarios",
    "confirm.title": "Antes de confirmar",
    "confirm.help": (
        "Esto toca algo que todo el mundo ha visto. No se anota nada hasta que confirme, y solo si "
        "entre tanto no se ha anotado otra cosa."
    ),
    "confirm.do": "Confirmar",
    "confirm.back": "Volver",
    "confirm.mend": "Cambiar algo",
    "confirm.nothing-recorded": "Todavía no se ha anotado nada.",
    "confirm.top": "Puestos que clasifican",
    "confirm.top-n": "Los primeros",
    "confirm.look": "Ver quién se clasifica",
    "confirm.meanwhile": (
        "Se ha anotado algo desde que miró (v{shown}); esto es lo que cambiaría ahora:"
    ),
    "confirm.act.correct-result": "Corregir un resultado",
    "confirm.act.withdraw-result": "Borrar un resultado",
    "confirm.act.correct-colours": "Corregir los colores",
    "confirm.act.change-pairing": "Cambiar un emparejamiento",
    "confirm.act.unpair-round": "Retirar una ronda",
    "confirm.act.withdraw-entrant": "Retirar a un jugador",
    "confirm.act.expel-entrant": "Expulsar a un jugador",
    "confirm.act.return-entrant": "Dejar que vuelva un jugador",
    "confirm.act.assign-numbers": "Numerar de nuevo a los jugadores",
    "confirm.act.correct-sporting-data": "Corregir el Elo u otros datos",
    "confirm.act.reopen-round": "Reabrir una ronda",
    "confirm.act.reopen-tournament": "Reabrir el torneo",
    "confirm.act.draw-lots": "Sortear",
    "confirm.act.share-prizes": "Repartir los premios",
    "confirm.act.rule-keizer": "Cambiar las reglas de la escalera",
    "confirm.act.close-round": "Cerrar una ronda",
    "confirm.act.finish-tournament": "Terminar el torneo",
    "confirm.act.enter-entrants": "Inscribir a jugadores tarde",
    "confirm.act.announce-regulations": "Cambiar las bases",
    "confirm.act.announce-prizes": "Anunciar otros premios",
    "confirm.act.settle-timer": "Dar por perdidas las partidas de los ausentes",
    "confirm.act.recalculate-values": "Recalcular los valores",
    "confirm.act.rule-absence": "Resolver sobre una ausencia",
    "cli.act": "entregar cualquier orden; con --dry-run decir qué cambiaría",
    "cli.act.command": "nombre de la orden, como en docs/reference/commands.md",
    "cli.act.body": "su cuerpo en JSON (- lee la entrada estándar)",
    "cli.act.head": "solo si esta es la última versión",
    "cli.act.top": "quién entraría en los N primeros, no en los que clasifican, y quién saldría",
    "cli.regulations.would": "{tournament}: se anunciarían las bases.",
    "cli.act.id": "identificador de la orden: repetido, se hace una vez",
    "cli.act.done": "Anotado: {events} (v{version}).",
    "cli.act.would": "Se anotaría: {events} (v{version}).",
    "cli.act.already": "No hay nada que hacer: ya es así (v{version}).",
}
