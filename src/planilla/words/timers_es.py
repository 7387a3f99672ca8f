"""What is said of timers and of absent players, in Spanish."""

TIMERS: dict[str, str] = {
    "timer.hall-end": "Final del maratón",
    "timer.call": "Llamada a una mesa",
    "timer.publish-pairings": "Publicación de los emparejamientos",
    "timer.round-start": "Comienzo de la ronda",
    "timer.default-time": "Tiempo de espera",
    "timer.keizer-values": "Recálculo de los valores Keizer",
    "timer.reminder": "Recordatorio",
    "event.TimerScheduled": "{kind:@timer}: fijado para el {due}.",
    "event.TimerScheduled.publish-pairings": (
        "Los emparejamientos de la ronda {about} se publicarán el {due}."
    ),
    "event.TimerScheduled.round-start": ("La ronda {about} comenzará el {due}."),
    "event.TimerScheduled.default-time": ("Ronda {about}: pierde quien no haya llegado el {due}."),
    "event.TimerFired": "{kind:@timer}: ha llegado la hora.",
    "event.TimerFired.publish-pairings": "Ha llegado la hora de publicar la ronda {about}.",
    "event.TimerFired.round-start": "Comienza la ronda {about}.",
    "event.TimerFired.default-time": "Se cumple el tiempo de espera de la ronda {about}.",
    "event.TimerFired.late": ("{kind:@timer}: tocaba el {due} y se hizo el {fired}."),
    "event.TimerFired.round.late": (
        "{kind:@timer}, ronda {about}: tocaba el {due} y se hizo el {fired}."
    ),
    "event.TimerCancelled": "Se anula el temporizador: {kind:@timer}.",
    "event.TimerCancelled.round": "Se anula el temporizador de la ronda {about}: {kind:@timer}.",
    "event.TimerSettled": "{kind:@timer}: resuelto por el árbitro.",
    "event.AbsenceNoted": "Se anota la ausencia de {entrant:name}.",
    "event.AbsenceWithdrawn": "Ya no consta la ausencia de {entrant:name}.",
    "refusal.timer-not-offered": (
        "«{kind:@timer}» lo fijan las reglas: no se fija ni se anula a mano."
    ),
    "refusal.due-out-of-range": (
        "Elija un momento posterior al {earliest:moment} y no posterior al {latest:moment} (UTC)."
    ),
    "refusal.default-minutes-out-of-range": (
        "Un tiempo de espera de {minutes} minutos no puede ser: elija de 0 a {largest}."
    ),
    "refusal.no-such-hour": (
        "Esa hora no existe: un día de la semana de 1 (lunes) a 7, un minuto del día de 0 a 1439 "
        "y una zona horaria como Europe/Madrid (dado: {weekday}, {minute}, «{time_zone}»)."
    ),
    "refusal.no-such-timer": "No hay ningún temporizador «{timer}».",
    "refusal.not-in-this-game": "{entrant:name} no juega la partida {game}.",
    "refusal.timer-not-due": (
        "Al temporizador «{timer}» le toca el {due_at:moment} (UTC), y son las {at:moment}."
    ),
    "refusal.game-has-result": "La partida {game} ya tiene resultado: nadie falta en ella.",
    "page.timers": "Temporizadores y ausencias",
    "page.timers.pending": "Lo que viene",
    "page.timers.nothing": "No hay nada fijado.",
    "page.timers.when": "Cuándo ({zone})",
    "page.timers.set": "Fijar",
    "page.timers.cancel": "Anular",
    "page.timers.start": "Comienzo de una ronda",
    "page.timers.start.help": (
        "Todas las pantallas llevan la cuenta atrás. Su tiempo de espera se fija con ella."
    ),
    "page.timers.minutes": "Tiempo de espera, minutos después",
    "page.timers.by-rule": (
        "Al cumplirse el tiempo de espera pierden al momento los ausentes anotados; sin esto, lo "
        "confirma usted."
    ),
    "page.timers.publish": "Publicación de los emparejamientos",
    "page.timers.publish.help": "El borrador que haya a esa hora se publica tal cual.",
    "page.timers.default": "Tiempo de espera aparte",
    "page.timers.default.help": "Sustituye al que esté fijado para esa ronda.",
    "page.timers.keizer": "Recálculo cada semana",
    "page.timers.keizer.help": (
        "A la misma hora local ({zone}), también cuando cambia la hora oficial."
    ),
    "page.timers.weekday": "Día de la semana",
    "page.timers.hour": "Hora",
    "page.timers.remind": "Recordatorio",
    "page.timers.note": "Qué hay que recordar",
    "page.timers.fired": "Lo que ya sonó",
    "page.timers.late": "con retraso; tocaba a las",
    "page.timers.forfeit": "Anotar las incomparecencias",
    "page.timers.drop": "Sin incomparecencias",
    "page.timers.read": "Hecho",
    "page.timer.hall-end": "Final del maratón",
    "page.timer.call": "Llamada a una mesa",
    "page.timer.publish-pairings": "Emparejamientos de la ronda {about}",
    "page.timer.round-start": "Comienza la ronda {about}",
    "page.timer.default-time": "Tiempo de espera, ronda {about}",
    "page.timer.keizer-values": "Valores Keizer",
    "page.timer.reminder": "Recordatorio",
    "page.absent": "Quién falta",
    "page.absent.help": "Toque a quien no haya llegado, y otra vez cuando llegue.",
    "page.absent.noted": "ausente",
    "weekday.1": "lunes",
    "weekday.2": "martes",
    "weekday.3": "miércoles",
    "weekday.4": "jueves",
    "weekday.5": "viernes",
    "weekday.6": "sábado",
    "weekday.7": "domingo",
}
