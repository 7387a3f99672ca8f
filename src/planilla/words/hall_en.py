"""What is said of a Masnou hall: its rules, what happens in it and why not, in English."""

HALL: dict[str, str] = {
    "system.masnou": "Masnou marathon",
    "system-help.masnou": (
        "Tables and a queue: the winner stays, the loser queues again, the next one sits down; "
        "most points when the time is over."
    ),
    # the rules of a hall, and what each may be
    "hall-rule.tables": "tables",
    "hall-rule.duration": "duration in minutes",
    "hall-rule.clock": "minutes on the clock for each player (0: no clock)",
    "hall-rule.order": "who sits down first",
    "hall-rule.draw_points": "a draw is worth",
    "hall-rule.leaves_on_draw": "who leaves after a draw",
    "hall-rule.stayer_colour": "who stays plays",
    "hall-rule.call_seconds": "seconds to answer a call (0: who is called sits down at once)",
    "hall-rule.missed": "who does not come when called",
    "hall-rule.paused": "who pauses",
    "hall-rule.wins_cap": "wins in a row after which the winner leaves too (0: never)",
    "hall-rule.same_opponent": "the same two may meet twice running",
    "hall-rule.running_games": "games that run when the time is over",
    "hall-rule.tiebreaks": "tie-breaks",
    "hall-rule.playoff": "play-off for the first place",
    "hall-rule.last_start": "minutes before the end in which no game begins (0: none)",
    "hall-order.best-first": "the best first",
    "hall-order.worst-first": "the worst first",
    "hall-order.arrival": "by arrival",
    "hall-order.lot": "by lot",
    "hall-draw-points.half": "half a point",
    "hall-draw-points.nothing": "nothing",
    "hall-leaves-on-draw.white": "White",
    "hall-leaves-on-draw.black": "Black",
    "hall-leaves-on-draw.newcomer": "who came to the table last",
    "hall-leaves-on-draw.both": "both",
    "hall-stayer-colour.white": "White",
    "hall-stayer-colour.black": "Black",
    "hall-stayer-colour.alternate": "the other colour",
    "hall-missed.out": "is out until they report",
    "hall-missed.end": "goes to the end of the queue",
    "hall-missed.one-back": "goes one place back",
    "hall-paused.loses": "loses the place in the queue",
    "hall-paused.keeps": "keeps the place in the queue",
    "hall-running-games.finish": "are finished and count",
    "hall-running-games.stop": "are stopped and do not count",
    "hall-tiebreak.fewest-games": "fewest games",
    "hall-tiebreak.most-wins": "most wins",
    "hall-tiebreak.particular": "particular result",
    # where somebody is
    "hall-status.waiting": "waits",
    "hall-status.called": "called",
    "hall-status.sitting": "sits at the table",
    "hall-status.playing": "plays",
    "hall-status.held": "stayed; waits for another table",
    "hall-status.resting": "does not queue",
    "hall-status.paused": "pauses",
    "hall-status.absent": "is absent",
    "hall-status.gone": "has gone home",
    "hall-status.expelled": "is expelled",
    # what happened
    "event.HallOpened": (
        "The marathon begins at {tables} {tables:table|tables}, until {ends_at:moment} (UTC)."
    ),
    "event.QueueFormed": "{waiting} {waiting:player lines|players line} up.",
    "event.QueueFormed.lot": "{waiting} {waiting:player lines|players line} up by lot ({lot}).",
    "event.PlayerQueued": "{entrant:name} goes to the end of the queue.",
    "event.PlayerQueued.place": "{entrant:name} goes to place {place} of the queue.",
    "event.QueueMoved": "The director gives {entrant:name} place {place} of the queue.",
    "event.QueueMoved.passed": (
        "The director gives {entrant:name} place {place} of the queue, before {passed:name}."
    ),
    "event.PlayerCalled": "{entrant:name} is called to table {table}.",
    "event.PlayerCalled.passed": (
        "{entrant:name} is called to table {table}, before {passed:name}: by the rules they do "
        "not play there now."
    ),
    "event.SeatTaken": "{entrant:name} takes the seat at table {table}.",
    "event.CallMissed": "{entrant:name} does not come to table {table} and loses the turn.",
    "event.CallWithdrawn": (
        "The call of {entrant:name} to table {table} is taken back: first of the queue again."
    ),
    "event.GameSeated": "Table {table}: {white:name} – {black:name} begins.",
    "event.GameVoided": "Table {table}: {white:name} – {black:name} does not count.",
    "event.TableLeft": "{entrant:name} leaves table {table}.",
    "event.PlayerStoodDown": "{entrant:name} {away:@hall-status}.",
    "event.TableAdded": "Table {table} is used.",
    "event.TableWithdrawalAsked": "Table {table} is to be withdrawn when its game ends.",
    "event.TableWithdrawalAsked.any": "The next table whose game ends is to be withdrawn.",
    "event.TableWithdrawalCancelled": "Table {table} is not withdrawn after all.",
    "event.TableWithdrawalCancelled.any": "One table less is not withdrawn after all.",
    "event.TableWithdrawn": "Table {table} is withdrawn.",
    "event.StayerMoved": "{entrant:name}, who stayed at table {from_table}, goes to {to_table}.",
    "event.HallEndMoved": "The marathon now ends at {ends_at:moment} (UTC).",
    "event.HallPaused": "The hall is paused: games go on, nobody is called.",
    "event.HallResumed": "The pause of the hall is over.",
    "event.HallPairsForbidden": "Kept apart: {entrants:name}.",
    "event.HallPairsAllowed": "The pair of version {forbidden} may meet again.",
    "event.TimeExpired": "The time is over: no game begins any more.",
    "event.PlayoffDrawn": (
        "Play-off, round {round}: {games} {games:game|games} and {byes} {byes:bye|byes}, "
        "colours by lot."
    ),
    "event.ResultRecorded.table": "Table {table}: {white:name} {result} {black:name}.",
    "event.ResultRecorded.playoff": "Play-off: {white:name} {result} {black:name}.",
    "event.ResultWithdrawn.table": (
        "Table {table}: the result of {white:name} and {black:name} is taken back."
    ),
    "event.ResultWithdrawn.playoff": (
        "Play-off: the result of {white:name} and {black:name} is taken back."
    ),
    "event.ResultCorrected.table": (
        "Correction, table {table}: {white:name} {result} {black:name}, not {before} "
        "(version {corrects}): {points:@counts-points}; who sat where stays as it was."
    ),
    "event.ResultCorrected.playoff": (
        "Correction, play-off: {white:name} {result} {black:name}, not {before} "
        "(version {corrects})."
    ),
    # what the queue would have been
    "whatif.hall.title": (
        "Table {table}, game {game}: {white:name} {after} {black:name}, not {before}."
    ),
    "whatif.hall.after": "Right after it:",
    "whatif.hall.now": "Today:",
    "whatif.hall.same": "  Everybody would sit where they sit.",
    "whatif.hall.table": "  Table {table}: {would_be:name}; it was {was:name}.",
    "whatif.hall.queue-was": "  The queue was: {queue:name}.",
    "whatif.hall.queue-would-be": "  The queue would be: {queue:name}.",
    "whatif.hall.kept": (
        "{kept} later {kept:result|results} would stand: the same two at the same table."
    ),
    "whatif.hall.unknown": (
        "{n} later {n:result|results} would be of other pairs, and nobody knows: {games}."
    ),
    "whatif.hall.method": (
        "The marathon done again from that game on: a later result counts where the same two "
        "sit at that table; where others would sit there, nobody knows, and that table stands "
        "still. The points are corrected all the same; who sat where stays a fact."
    ),
    "whatif.hall.place": "Where",
    "whatif.hall.at-table": "table {table}",
    "whatif.hall.queue": "queue",
    # why not
    "hall-number.tables": "tables",
    "hall-number.duration": "minutes of duration",
    "hall-number.clock": "minutes on the clock",
    "hall-number.call_seconds": "seconds to answer a call",
    "hall-number.wins_cap": "wins in a row",
    "hall-number.last_start": "minutes before the end without a new game",
    "refusal.hall-out-of-range": (
        "{value} {field:@hall-number} is not possible: choose between {smallest} and {largest}."
    ),
    "refusal.hall-end-out-of-range": (
        "The end must be after {earliest:moment} and not after {latest:moment} (UTC)."
    ),
    "refusal.no-such-table": "There is no table {table}: they go from 1 to {tables}.",
    "refusal.no-such-place": "The queue has no place {place}: {queue} wait.",
    "refusal.made-out-of-time": (
        "A clock is wrong: that would have been at {made_at:moment}, and the marathon began at "
        "{opened_at:moment}; now it is {now:moment} (UTC)."
    ),
    "refusal.too-few-for-playoff": "A play-off needs two players.",
    "refusal.hall-not-open": "The marathon has not begun.",
    "refusal.hall-already-open": "The marathon has begun already.",
    "refusal.hall-is-over": "The time is over: no game begins any more.",
    "refusal.hall-still-runs": "The marathon is not over. Games that still run: {games}.",
    "refusal.too-few-to-open": "It takes two players to begin, and there are {players}.",
    "refusal.no-such-call": "Call {call} does not wait for an answer.",
    "refusal.after-the-end": (
        "Game {game} is of {at:moment}, and the marathon ended at {ended_at:moment}: "
        "it does not count."
    ),
    "refusal.other-call": (
        "Call {call} is for {found:name} at table {found_table}; "
        "the act was about {meant:name} at table {meant_table}."
    ),
    "refusal.not-as-seen": (
        "{entrant:name}: on the server “{found:@hall-status}”, and whoever acted saw "
        "“{meant:@hall-status}”, or another game."
    ),
    "refusal.other-at-place": (
        "In place {place} of the queue stands {found:name}, and not {meant:name}."
    ),
    "refusal.seen-not-told": (
        "An act made without a connection has to say what was on the screen: “{field}” is missing."
    ),
    "refusal.plays-now": "{entrant:name} is at table {table}.",
    "refusal.not-waiting": "{entrant:name} does not wait in the queue.",
    "refusal.table-in-use": "Table {table} is used already.",
    "refusal.table-not-in-use": "Table {table} was withdrawn.",
    "refusal.last-table": "The last table cannot be withdrawn; end the marathon instead.",
    "refusal.nothing-to-keep": "No table is to be withdrawn.",
    "refusal.game-is-void": "Game {game} does not count: it was stopped.",
    "refusal.too-late-to-undo": (
        "What followed game {game} cannot be taken back. Correct the result instead."
    ),
    "refusal.playoff-runs": "The play-off is drawn already.",
    "refusal.not-tied-for-first": (
        "Only those who share the first place play it off; {entrant:name} does not."
    ),
    "refusal.playoff-not-announced": "The rules of this marathon have no play-off.",
}
