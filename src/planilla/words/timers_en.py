"""What is said of timers and of absent players, in English."""

TIMERS: dict[str, str] = {
    "timer.hall-end": "End of the marathon",
    "timer.call": "Call to a table",
    "timer.publish-pairings": "Publication of the pairings",
    "timer.round-start": "Start of the round",
    "timer.default-time": "Default time",
    "timer.keizer-values": "Recalculation of the Keizer values",
    "timer.reminder": "Reminder",
    "event.TimerScheduled": "{kind:@timer}: set for {due_at:moment} (UTC).",
    "event.TimerScheduled.publish-pairings": (
        "The pairings of round {about} are to be published at {due_at:moment} (UTC)."
    ),
    "event.TimerScheduled.round-start": "Round {about} is to start at {due_at:moment} (UTC).",
    "event.TimerScheduled.default-time": (
        "Round {about}: who has not come by {due_at:moment} (UTC) loses."
    ),
    "event.TimerFired": "{kind:@timer}: the time has come.",
    "event.TimerFired.round": "{kind:@timer}, round {about}: the time has come.",
    "event.TimerFired.late": (
        "{kind:@timer}: it was due at {due_at:moment} and fired at {fired_at:moment} (UTC)."
    ),
    "event.TimerFired.round.late": (
        "{kind:@timer}, round {about}: it was due at {due_at:moment} and fired at "
        "{fired_at:moment} (UTC)."
    ),
    "event.TimerCancelled": "{kind:@timer}: cancelled.",
    "event.TimerCancelled.round": "{kind:@timer}, round {about}: cancelled.",
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
        "A default time of {minutes} minutes cannot be: choose from 0 to {largest}."
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
}
