"""What is said of timers and of absent players, in Spanish."""

TIMERS: dict[str, str] = {
    "timer.hall-end": "Final del maratón",
    "timer.call": "Llamada a una mesa",
    "timer.publish-pairings": "Publicación de los emparejamientos",
    "timer.round-start": "Comienzo de la ronda",
    "timer.default-time": "Tiempo de espera",
    "timer.keizer-values": "Recálculo de los valores Keizer",
    "timer.reminder": "Recordatorio",
    "event.TimerScheduled": "{kind:@timer}: fijado para el {due_at:moment} (UTC).",
    "event.TimerScheduled.publish-pairings": (
        "Los emparejamientos de la ronda {about} se publicarán el {due_at:moment} (UTC)."
    ),
    "event.TimerScheduled.round-start": ("La ronda {about} comenzará el {due_at:moment} (UTC)."),
    "event.TimerScheduled.default-time": (
        "Ronda {about}: pierde quien no haya llegado el {due_at:moment} (UTC)."
    ),
    "event.TimerFired": "{kind:@timer}: ha llegado la hora.",
    "event.TimerFired.round": "{kind:@timer}, ronda {about}: ha llegado la hora.",
    "event.TimerFired.late": (
        "{kind:@timer}: tocaba el {due_at:moment} y se hizo el {fired_at:moment} (UTC)."
    ),
    "event.TimerFired.round.late": (
        "{kind:@timer}, ronda {about}: tocaba el {due_at:moment} y se hizo el "
        "{fired_at:moment} (UTC)."
    ),
    "event.TimerCancelled": "{kind:@timer}: anulado.",
    "event.TimerCancelled.round": "{kind:@timer}, ronda {about}: anulado.",
    "event.TimerSettled": "{kind:@timer}: resuelto por el árbitro.",
    "event.AbsenceNoted": "Se anota la ausencia de {entrant:name}.",
    "event.AbsenceWithdrawn": "Ya no consta la ausencia de {entrant:name}.",
    "refusal.timer-not-offered": (
        "«{kind:@timer}» lo fijan las reglas: no se fija ni se anula a mano."
    ),
    "refusal.due-out-of-range": (
        "Elige un momento posterior al {earliest:moment} y no posterior al {latest:moment} (UTC)."
    ),
    "refusal.default-minutes-out-of-range": (
        "Un tiempo de espera de {minutes} minutos no puede ser: elige de 0 a {largest}."
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
}
