"""What is said of timers and of absent players, in English."""

TIMERS: dict[str, str] = {
    "timer.hall-end": "End of the marathon",
    "timer.call": "Call to a table",
    "timer.publish-pairings": "Publication of the pairings",
    "timer.round-start": "Start of the round",
    "timer.default-time": "Default time",
    "timer.keizer-values": "Recalculation of the Keizer values",
    "timer.reminder": "Reminder",
    "event.TimerScheduled": "{kind:@timer}: set for {due}.",
    "event.TimerScheduled.publish-pairings": (
        "The pairings of round {about} are to be published at {due}."
    ),
    "event.TimerScheduled.round-start": "Round {about} is to start at {due}.",
    "event.TimerScheduled.default-time": ("Round {about}: who has not come by {due} loses."),
    "event.TimerFired": "{kind:@timer}: the time has come.",
    "event.TimerFired.publish-pairings": "The hour of publication of round {about} has come.",
    "event.TimerFired.round-start": "Round {about} begins.",
    "event.TimerFired.default-time": "The default time of round {about} is over.",
    "event.TimerFired.late": ("{kind:@timer}: it was due at {due} and fired at {fired}."),
    "event.TimerFired.round.late": (
        "{kind:@timer}, round {about}: it was due at {due} and fired at {fired}."
    ),
    "event.TimerCancelled": "Timer cancelled: {kind:@timer}.",
    "event.TimerCancelled.round": "Timer of round {about} cancelled: {kind:@timer}.",
    "event.TimerSettled": "{kind:@timer}: settled by the arbiter.",
    "event.AbsenceNoted": "{entrant:name} is noted as absent.",
    "event.AbsenceWithdrawn": "{entrant:name} is no more noted as absent.",
    "refusal.timer-not-offered": (
        "“{kind:@timer}” is set by the rules: it is neither set nor cancelled by hand."
    ),
    "refusal.due-out-of-range": (
        "Choose a moment after {earliest:moment} and not after {latest:moment} (UTC)."
    ),
    "refusal.default-minutes-out-of-range": (
        "A default time of {minutes} minutes is not possible: choose between 0 and {largest}."
    ),
    "refusal.no-such-hour": (
        "There is no such hour: a weekday from 1 (Monday) to 7, a minute of the day from 0 to "
        "1439 and a time zone such as Europe/Madrid (given: {weekday}, {minute}, “{time_zone}”)."
    ),
    "refusal.no-such-timer": "There is no timer “{timer}”.",
    "refusal.not-in-this-game": "{entrant:name} does not play game {game}.",
    "refusal.timer-not-due": (
        "The timer “{timer}” is due at {due_at:moment} (UTC), and it is {at:moment}."
    ),
    "refusal.game-has-result": "Game {game} has a result: nobody is absent from it any more.",
    "page.timers": "Timers and absences",
    "page.timers.pending": "To come",
    "page.timers.nothing": "No timer is set.",
    "page.timers.when": "When ({zone})",
    "page.timers.set": "Set it",
    "page.timers.cancel": "Cancel",
    "page.timers.start": "Start of a round",
    "page.timers.start.help": "All screens count down to it. Its default time is set with it.",
    "page.timers.minutes": "Default time, minutes after",
    "page.timers.by-rule": (
        "At the default time the games of those noted absent are forfeits at once; without this "
        "you confirm them."
    ),
    "page.timers.publish": "Publication of the pairings",
    "page.timers.publish.help": "A draft that is there at that time is published as it is.",
    "page.timers.default": "Default time of its own",
    "page.timers.default.help": "It replaces the one that is set for this round.",
    "page.timers.keizer": "Recalculation every week",
    "page.timers.keizer.help": "At the same local hour ({zone}), also when clocks are changed.",
    "page.timers.weekday": "Weekday",
    "page.timers.hour": "Hour",
    "page.timers.remind": "Reminder",
    "page.timers.note": "What to remind you of",
    "page.timers.fired": "What fired",
    "page.timers.late": "late; it was due at",
    "page.timers.forfeit": "Enter the forfeits",
    "page.timers.drop": "No forfeits",
    "page.timers.read": "Done",
    "page.timer.hall-end": "End of the marathon",
    "page.timer.call": "Call to a table",
    "page.timer.publish-pairings": "Pairings of round {about}",
    "page.timer.round-start": "Round {about} starts",
    "page.timer.default-time": "Default time, round {about}",
    "page.timer.keizer-values": "Keizer values",
    "page.timer.reminder": "Reminder",
    "page.absent": "Who is missing",
    "page.absent.help": "Touch a player who has not come, and again when they come.",
    "page.absent.noted": "absent",
    "weekday.1": "Monday",
    "weekday.2": "Tuesday",
    "weekday.3": "Wednesday",
    "weekday.4": "Thursday",
    "weekday.5": "Friday",
    "weekday.6": "Saturday",
    "weekday.7": "Sunday",
}
