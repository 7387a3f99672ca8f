"""What is said of a Masnou hall: its rules, what happens in it and why not, in Spanish."""

HALL: dict[str, str] = {
    "system.masnou": "maratón Masnou",
    "system-help.masnou": (
        "Mesas y una cola: quien gana se queda, quien pierde vuelve a la cola y se sienta el "
        "siguiente; al acabar el tiempo gana quien tiene más puntos."
    ),
    # the rules of a hall, and what each may be
    "hall-rule.tables": "mesas",
    "hall-rule.duration": "duración en minutos",
    "hall-rule.clock": "minutos de reloj por jugador (0: sin reloj)",
    "hall-rule.order": "quién se sienta primero",
    "hall-rule.draw_points": "unas tablas valen",
    "hall-rule.leaves_on_draw": "quién se va con tablas",
    "hall-rule.stayer_colour": "quien se queda juega con",
    "hall-rule.call_seconds": (
        "segundos para acudir a una llamada (0: quien es llamado se sienta en el acto)"
    ),
    "hall-rule.missed": "quien no acude a la llamada",
    "hall-rule.paused": "quien hace una pausa",
    "hall-rule.wins_cap": "victorias seguidas tras las que también se va quien gana (0: nunca)",
    "hall-rule.same_opponent": "los mismos dos pueden jugar dos veces seguidas",
    "hall-rule.running_games": "las partidas en juego al acabar el tiempo",
    "hall-rule.tiebreaks": "desempates",
    "hall-rule.playoff": "eliminatoria por el primer puesto",
    "hall-rule.last_start": "minutos antes del final en que no empieza ninguna partida (0: no hay)",
    "hall-order.best-first": "los mejores",
    "hall-order.worst-first": "los peores",
    "hall-order.arrival": "por orden de llegada",
    "hall-order.lot": "por sorteo",
    "hall-draw-points.half": "medio punto",
    "hall-draw-points.nothing": "nada",
    "hall-leaves-on-draw.white": "las blancas",
    "hall-leaves-on-draw.black": "las negras",
    "hall-leaves-on-draw.newcomer": "quien llegó el último a la mesa",
    "hall-leaves-on-draw.both": "los dos",
    "hall-stayer-colour.white": "blancas",
    "hall-stayer-colour.black": "negras",
    "hall-stayer-colour.alternate": "el otro color",
    "hall-missed.out": "queda fuera hasta que avise",
    "hall-missed.end": "va al final de la cola",
    "hall-missed.one-back": "retrocede un puesto",
    "hall-paused.loses": "pierde el puesto en la cola",
    "hall-paused.keeps": "conserva el puesto en la cola",
    "hall-running-games.finish": "se acaban y cuentan",
    "hall-running-games.stop": "se paran y no cuentan",
    "hall-tiebreak.fewest-games": "menos partidas",
    "hall-tiebreak.most-wins": "más victorias",
    "hall-tiebreak.particular": "resultado particular",
    # where somebody is
    "hall-status.waiting": "espera",
    "hall-status.called": "llamado",
    "hall-status.sitting": "sentado a la mesa",
    "hall-status.playing": "juega",
    "hall-status.held": "se quedó; espera otra mesa",
    "hall-status.resting": "no está en la cola",
    "hall-status.paused": "hace una pausa",
    "hall-status.absent": "no está",
    "hall-status.gone": "se ha ido a casa",
    "hall-status.expelled": "queda expulsado",
    # what happened
    "event.HallOpened": (
        "Comienza el maratón en {tables} {tables:mesa|mesas}, hasta el {ends_at:moment} (UTC)."
    ),
    "event.QueueFormed": "Se {waiting:pone|ponen} en cola {waiting} {waiting:jugador|jugadores}.",
    "event.QueueFormed.lot": (
        "Se {waiting:pone|ponen} en cola {waiting} {waiting:jugador|jugadores} por sorteo ({lot})."
    ),
    "event.PlayerQueued": "{entrant:name} va al final de la cola.",
    "event.PlayerQueued.place": "{entrant:name} va al puesto {place} de la cola.",
    "event.QueueMoved": "El director da a {entrant:name} el puesto {place} de la cola.",
    "event.QueueMoved.passed": (
        "El director da a {entrant:name} el puesto {place} de la cola, antes que {passed:name}."
    ),
    "event.PlayerCalled": "{entrant:name}, a la mesa {table}.",
    "event.PlayerCalled.passed": (
        "{entrant:name}, a la mesa {table}, antes que {passed:name}: según las reglas no les toca "
        "jugar allí ahora."
    ),
    "event.SeatTaken": "{entrant:name} se sienta a la mesa {table}.",
    "event.CallMissed": "{entrant:name} no acude a la mesa {table} y pierde su turno.",
    "event.CallWithdrawn": (
        "Se retira la llamada de {entrant:name} a la mesa {table}: vuelve a ser el primero de la "
        "cola."
    ),
    "event.GameSeated": "Mesa {table}: comienza {white:name} – {black:name}.",
    "event.GameVoided": "Mesa {table}: {white:name} – {black:name} no cuenta.",
    "event.TableLeft": "{entrant:name} deja la mesa {table}.",
    "event.PlayerStoodDown": "{entrant:name} {away:@hall-status}.",
    "event.TableAdded": "Se usa la mesa {table}.",
    "event.TableWithdrawalAsked": "La mesa {table} se retirará al acabar su partida.",
    "event.TableWithdrawalAsked.any": "Se retirará la próxima mesa que acabe su partida.",
    "event.TableWithdrawalCancelled": "La mesa {table} al final no se retira.",
    "event.TableWithdrawalCancelled.any": "Al final se retira una mesa menos.",
    "event.TableWithdrawn": "Se retira la mesa {table}.",
    "event.StayerMoved": (
        "{entrant:name}, que se quedó en la mesa {from_table}, pasa a la {to_table}."
    ),
    "event.HallEndMoved": "El maratón acaba ahora el {ends_at:moment} (UTC).",
    "event.HallPaused": ("La sala hace una pausa: las partidas siguen y no se llama a nadie."),
    "event.HallResumed": "La pausa de la sala ha terminado.",
    "event.HallPairsForbidden": "No jugarán entre sí: {entrants:name}.",
    "event.HallPairsAllowed": "La pareja de la versión {forbidden} puede volver a jugar entre sí.",
    "event.TimeExpired": "Se acabó el tiempo: ya no empieza ninguna partida.",
    "event.PlayoffDrawn": (
        "Eliminatoria, ronda {round}: {games} {games:partida|partidas} y {byes} "
        "{byes:descanso|descansos}, colores por sorteo."
    ),
    "event.ResultRecorded.table": "Mesa {table}: {white:name} {result} {black:name}.",
    "event.ResultRecorded.playoff": "Eliminatoria: {white:name} {result} {black:name}.",
    "event.ResultWithdrawn.table": (
        "Mesa {table}: se retira el resultado de {white:name} y {black:name}."
    ),
    "event.ResultWithdrawn.playoff": (
        "Eliminatoria: se retira el resultado de {white:name} y {black:name}."
    ),
    "event.ResultCorrected.table": (
        "Corrección, mesa {table}: {white:name} {result} {black:name}, no {before} "
        "(versión {corrects}): {points:@counts-points}; quién se sentó dónde no cambia."
    ),
    "event.ResultCorrected.playoff": (
        "Corrección, eliminatoria: {white:name} {result} {black:name}, no {before} "
        "(versión {corrects})."
    ),
    # what the queue would have been
    "whatif.hall.title": (
        "Mesa {table}, partida {game}: {white:name} {after} {black:name}, no {before}."
    ),
    "whatif.hall.after": "Justo después:",
    "whatif.hall.now": "Hoy:",
    "whatif.hall.same": "  Todos estarían donde están.",
    "whatif.hall.table": "  Mesa {table}: {would_be:name}; fue {was:name}.",
    "whatif.hall.queue-was": "  La cola era: {queue:name}.",
    "whatif.hall.queue-would-be": "  La cola sería: {queue:name}.",
    "whatif.hall.kept": (
        "{kept} {kept:resultado posterior valdría|resultados posteriores valdrían}: los "
        "mismos dos en la misma mesa."
    ),
    "whatif.hall.unknown": (
        "{n} {n:resultado posterior sería|resultados posteriores serían} de otras "
        "parejas, y nadie lo sabe: {games}."
    ),
    "whatif.hall.method": (
        "El maratón repetido desde esa partida: un resultado posterior vale donde los mismos "
        "dos están en esa mesa; donde estarían otros nadie sabe qué habría pasado, y esa mesa "
        "se queda parada. Los puntos se corrigen igualmente; quién se sentó dónde es un hecho "
        "y no cambia."
    ),
    "whatif.hall.place": "Dónde",
    "whatif.hall.at-table": "mesa {table}",
    "whatif.hall.queue": "cola",
    # why not
    "hall-number.tables": "mesas",
    "hall-number.duration": "minutos de duración",
    "hall-number.clock": "minutos de reloj",
    "hall-number.call_seconds": "segundos para acudir a una llamada",
    "hall-number.wins_cap": "victorias seguidas",
    "hall-number.last_start": "minutos finales sin partidas nuevas",
    "refusal.hall-out-of-range": (
        "No puede haber {value} {field:@hall-number}: elija de {smallest} a {largest}."
    ),
    "refusal.hall-end-out-of-range": (
        "El final tiene que ser después del {earliest:moment} y no después del {latest:moment} "
        "(UTC)."
    ),
    "refusal.no-such-table": "No hay mesa {table}: van de la 1 a la {tables}.",
    "refusal.no-such-place": "La cola no tiene puesto {place}: esperan {queue}.",
    "refusal.made-out-of-time": (
        "Hay un reloj que va mal: eso habría sido el {made_at:moment}, y el maratón empezó el "
        "{opened_at:moment}; ahora es {now:moment} (UTC)."
    ),
    "refusal.too-few-for-playoff": "Una eliminatoria necesita dos jugadores.",
    "refusal.hall-not-open": "El maratón no ha empezado.",
    "refusal.hall-already-open": "El maratón ya ha empezado.",
    "refusal.hall-is-over": "Se acabó el tiempo: ya no empieza ninguna partida.",
    "refusal.hall-still-runs": "El maratón no ha acabado. Partidas en juego: {games}.",
    "refusal.too-few-to-open": "Para empezar hacen falta dos jugadores, y hay {players}.",
    "refusal.no-such-call": "La llamada {call} no espera respuesta.",
    "refusal.after-the-end": (
        "La partida {game} es de {at:moment}, y el maratón acabó el {ended_at:moment}: no cuenta."
    ),
    "refusal.other-call": (
        "La llamada {call} es para {found:name} en la mesa {found_table}; "
        "lo anotado era sobre {meant:name} en la mesa {meant_table}."
    ),
    "refusal.not-as-seen": (
        "{entrant:name}: en el servidor consta «{found:@hall-status}», y quien lo anotó veía "
        "«{meant:@hall-status}» u otra partida."
    ),
    "refusal.other-at-place": (
        "En el puesto {place} de la cola está {found:name}, y no {meant:name}."
    ),
    "refusal.seen-not-told": (
        "Lo anotado sin conexión tiene que decir qué se veía en la pantalla: falta «{field}»."
    ),
    "refusal.plays-now": "{entrant:name} está en la mesa {table}.",
    "refusal.not-waiting": "{entrant:name} no espera en la cola.",
    "refusal.table-in-use": "La mesa {table} ya se usa.",
    "refusal.table-not-in-use": "La mesa {table} se retiró.",
    "refusal.last-table": "No se puede retirar la última mesa; acaba el maratón.",
    "refusal.nothing-to-keep": "No se va a retirar ninguna mesa.",
    "refusal.game-is-void": "La partida {game} no cuenta: se paró.",
    "refusal.too-late-to-undo": (
        "Lo que siguió a la partida {game} ya no se puede deshacer. Corrija el resultado."
    ),
    "refusal.playoff-runs": "La eliminatoria ya está sorteada.",
    "refusal.not-tied-for-first": (
        "Solo juegan la eliminatoria quienes comparten el primer puesto; {entrant:name}, no."
    ),
    "refusal.playoff-not-announced": "Las bases de este maratón no tienen eliminatoria.",
}
