"""A Masnou hall kept on paper: lists and names, slow, written from the rules and not from the code.

It is told the acts that were accepted, and knows where everybody is after each.
"""

from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
MINUTE = 60_000_000
LOST = {"1-0": "black", "0-1": "white"}


class Seat:
    """Somebody at a table without a game: when they came (0: stayed), from where, with what."""

    def __init__(self, who: str, came: int, table: int = 0, had: str = "") -> None:
        self.who, self.came, self.table, self.had = who, came, table, had


class Game:
    """A game on paper."""

    def __init__(self, name: str, table: int, white: str, black: str, newcomer: str) -> None:
        self.name, self.table, self.white, self.black = name, table, white, black
        self.newcomer, self.result = newcomer, ""

    def both(self) -> list[str]:
        """White and Black."""
        return [self.white, self.black]

    def colour_of(self, who: str) -> str:
        return "white" if who == self.white else "black"


def starting(order: str, present: list[tuple[str, int]]) -> list[str]:
    """Those present, the best or the worst first, or as they came."""
    sign = {"best-first": -1, "worst-first": 1, "arrival": 0}[order]
    return [who for who, _ in sorted(present, key=lambda each: sign * each[1])]


class PlainMasnou:
    """The hall: cards on tables, names in a line, a list of calls, and who went where."""

    def __init__(
        self,
        rules: Json,
        entered: list[tuple[str, int]],
        absent: list[str],
        opened: int,
        apart: list[tuple[int, set[str]]],
    ) -> None:
        self.rules = rules
        self.now = self.told = opened
        self.ends = opened + rules["duration"] * MINUTE
        self.apart = apart
        self.pausing_since = 0
        self.over = False
        self.in_use = list(range(1, rules["tables"] + 1))
        self.ever = list(self.in_use)
        self.idle = list(self.in_use)
        self.playing: dict[int, Game] = {}
        self.sitting: dict[int, list[Seat]] = {table: [] for table in self.ever}
        self.calls: list[tuple[int, str, int]] = []
        self.called = 0
        self.pausing_in_line: set[str] = set()
        self.away: dict[str, str] = {}
        self.resting: set[str] = set()
        self.held: list[Seat] = []
        self.doomed: list[int] = []
        self.fewer = 0
        self.games: dict[str, Game] = {}
        self.at_table: dict[int, int] = {}
        self.book: list[tuple[str, str, str]] = []
        self.meetings: list[tuple[str, str, str]] = []
        self.missed: dict[str, int] = {}
        self.line = starting(rules["order"], [each for each in entered if each[0] not in absent])
        self.known = [*self.line, *absent]
        self.away = dict.fromkeys(absent, "absent")
        self.fill()

    # what is asked

    def act(self, command: str, body: Json, at: int, version: int) -> None:
        """An act that was accepted and changed something; the play-off is nobody's seat."""
        self.now = body.get("due_at") or body.get("made_at") or at
        self.told = at
        self.version = version
        if command == "draw-playoff" or body.get("game", "").startswith("P"):
            return
        ways: dict[str, Callable[[Json], None]] = {
            "record-result": self.result,
            "withdraw-result": self.undo,
            "correct-result": self.correct,
            "enter-entrants": self.enter,
            "queue-player": lambda each: self.back_in_line(each["entrant"]),
            "take-seat": lambda each: self.take_seat(each["call"]),
            "miss-call": lambda each: self.miss(each["call"]),
            "call-expired": lambda each: self.miss(each["call"]),
            "stand-down": lambda each: self.stand_down(each["entrant"], each["away"]),
            "add-table": lambda each: self.add_table(each["table"]),
            "withdraw-table": lambda each: self.withdraw(each["table"], each["broken"]),
            "keep-table": lambda each: self.keep(each["table"]),
            "move-in-queue": lambda each: self.move(each["entrant"], each["place"]),
            "move-hall-end": lambda each: self.go_on(each["ends_at"]),
            "pause-hall": lambda _: self.pause(),
            "resume-hall": lambda each: self.resume(each["extend"]),
            "forbid-pairs": lambda each: self.keep_apart(set(each["entrants"])),
            "allow-pairs": lambda each: self.let_meet(each["forbidden"]),
            "end-hall": lambda _: self.end(),
            "time-expired": lambda _: self.end(),
        }
        ways[command](body)

    def tables(self) -> Json:
        found: Json = {}
        for table in sorted(self.in_use):
            if table in self.playing:
                found[str(table)] = self.playing[table].both()
            else:
                called = [who for _, who, there in self.calls if there == table]
                sits = [seat.who for seat in self.sitting[table]]
                found[str(table)] = {"sits": sits, "called": called}
        return found

    def points(self) -> dict[str, int]:
        """In halves, added up from the games."""
        points = dict.fromkeys(self.known, 0)
        for game in self.games.values():
            if game.result == "½-½" and self.rules["draw_points"] == "half":
                points[game.white] += 1
                points[game.black] += 1
            if game.result == "1-0":
                points[game.white] += 2
            if game.result == "0-1":
                points[game.black] += 2
        return points

    # results

    def result(self, body: Json) -> None:
        game = self.games[body["game"]]
        if game.result == "void":  # the end stopped it, and it had ended before: nobody moves
            self.note(game, body["result"])
            return
        self.finish(game, body["result"])
        self.fill()

    def note(self, game: Game, result: str) -> None:
        game.result = result
        for who in game.both():
            won = result != "½-½" and LOST[result] != game.colour_of(who)
            self.book.append((game.name, who, "won" if won else "not won"))
        self.meetings += [(game.name, game.white, game.black), (game.name, game.black, game.white)]

    def finish(self, game: Game, result: str, going: str = "") -> None:
        self.note(game, result)
        table = game.table
        del self.playing[table]
        self.idle.append(table)
        if self.over:
            self.resting |= set(game.both())
            return
        leaving = self.leaving(game)
        self.sitting[table] = [
            Seat(who, 0, table, game.colour_of(who)) for who in game.both() if who not in leaving
        ]
        for who in leaving:
            self.book.append((game.name, who, "left"))
            if who != going:
                self.line.append(who)
        self.withdraw_if_due(table)

    def leaving(self, game: Game) -> list[str]:
        if game.result == "½-½":
            return {
                "white": [game.white],
                "black": [game.black],
                "newcomer": [game.newcomer],
                "both": game.both(),
            }[self.rules["leaves_on_draw"]]
        loser = game.white if LOST[game.result] == "white" else game.black
        winner = game.black if loser == game.white else game.white
        cap = self.rules["wins_cap"]
        return [loser, winner] if cap and self.running_wins(winner) >= cap else [loser]

    def running_wins(self, who: str) -> int:
        wins = 0
        for _, whose, what in reversed(self.book):
            if whose == who:
                if what != "won":
                    return wins
                wins += 1
        return wins

    def gets_up(self, who: str) -> None:
        """A run of wins ends where its winner gets up; taking back the last game undoes that."""
        mine = [game for game, whose, _ in self.book if whose == who]
        if mine:
            self.book.append((mine[-1], who, "left"))

    def correct(self, body: Json) -> None:
        self.games[body["game"]].result = body["result"]

    def undo(self, body: Json) -> None:
        game = self.games[body["game"]]
        table = game.table
        if table in self.playing:
            self.void(self.playing[table], game.both())
        back = [
            (each.came, each.who) for each in self.sitting[table] if each.who not in game.both()
        ]
        back += [(number, who) for number, who, there in self.calls if there == table]
        self.calls = [call for call in self.calls if call[2] != table]
        self.line[:0] = [who for _, who in sorted(back)]
        for who in game.both():
            self.nowhere(who)
        self.sitting[table] = []
        self.book = [entry for entry in self.book if entry[0] != game.name]
        self.meetings = [each for each in self.meetings if each[0] != game.name]
        game.result = ""
        self.playing[table] = game
        self.idle.remove(table)
        self.fill()

    def void(self, game: Game, stay: list[str]) -> None:
        """`stay` sit at the table again, unless the time is over; the others are first in line."""
        game.result = "void"
        table = game.table
        del self.playing[table]
        self.idle.append(table)
        staying = [who for who in game.both() if who in stay]
        self.line[:0] = [who for who in game.both() if who not in stay]
        if self.over:
            self.resting |= set(staying)
            return
        self.sitting[table] = []
        for who in staying:
            had = "black" if game.colour_of(who) == "white" else "white"
            came = 1 if who == game.newcomer else 0
            self.sitting[table].append(Seat(who, came, table, had))

    # coming and going

    def nowhere(self, who: str) -> None:
        """Out of wherever somebody waits or sits."""
        self.line = [each for each in self.line if each != who]
        self.calls = [call for call in self.calls if call[1] != who]
        self.held = [seat for seat in self.held if seat.who != who]
        for table, seats in self.sitting.items():
            self.sitting[table] = [seat for seat in seats if seat.who != who]
        self.resting.discard(who)
        self.away.pop(who, None)
        self.pausing_in_line.discard(who)

    def enter(self, body: Json) -> None:
        for each in body["entrants"]:
            if not self.over:
                self.back_in_line(each["id"])

    def back_in_line(self, who: str) -> None:
        if who in self.pausing_in_line:
            self.pausing_in_line.discard(who)
        else:
            self.nowhere(who)
            self.line.append(who)
        if who not in self.known:
            self.known.append(who)
        self.fill()

    def stand_down(self, who: str, away: str) -> None:
        if who not in self.known:
            self.known.append(who)
        keeps = away == "paused" and self.rules["paused"] == "keeps"
        for game in list(self.playing.values()):
            if who in game.both() and away == "absent":
                self.void(game, game.both())
                if not self.over:
                    self.withdraw_if_due(game.table)
            elif who in game.both():
                self.finish(game, "0-1" if who == game.white else "1-0", who)
        if keeps and who in [called for _, called, _ in self.calls]:
            self.nowhere(who)
            self.line.insert(0, who)
        if keeps and who in self.line:
            self.pausing_in_line.add(who)
        else:
            self.nowhere(who)
            self.gets_up(who)
            self.away[who] = away
        self.fill()

    # calls

    def take_seat(self, number: int) -> None:
        (call,) = [each for each in self.calls if each[0] == number]
        self.calls.remove(call)
        self.sitting[call[2]].append(Seat(call[1], number))
        self.begin_if_both_are_there(call[2])
        self.fill()

    def miss(self, number: int) -> None:
        ((_, who, _),) = [each for each in self.calls if each[0] == number]
        self.nowhere(who)
        self.missed[who] = self.missed.get(who, 0) + 1
        if self.rules["missed"] == "out" or self.missed[who] > 1:
            self.away[who] = "absent"
            self.fill()
            return
        self.fill()
        self.line.insert(0 if self.rules["missed"] == "one-back" else len(self.line), who)
        self.fill()

    # tables

    def add_table(self, table: int | None) -> None:
        number = max(self.ever) + 1 if table is None else table
        self.ever.append(number)
        self.in_use.append(number)
        self.sitting[number] = []
        self.idle.append(number)
        self.fill()

    def withdraw(self, table: int | None, broken: bool) -> None:
        if broken and table in self.playing:
            self.void(self.playing[table], self.playing[table].both())
        if self.over:
            return
        if table is None:
            alone = [each for each in self.idle if each not in [call[2] for call in self.calls]]
            alone.sort(key=lambda each: len(self.sitting[each]))
            self.fewer += 1
            if alone:
                self.take_away(alone[0])
        else:
            self.doomed += [] if table in self.doomed else [table]
            if table in self.idle:
                self.line[:0] = [who for _, who, there in self.calls if there == table]
                self.calls = [call for call in self.calls if call[2] != table]
                self.take_away(table)
        self.fill()

    def keep(self, table: int | None) -> None:
        if table is None:
            self.fewer -= 1
        else:
            self.doomed.remove(table)

    def withdraw_if_due(self, table: int) -> None:
        if table in self.doomed or self.fewer:
            self.take_away(table)

    def take_away(self, table: int) -> None:
        if table in self.doomed:
            self.doomed.remove(table)
        else:
            self.fewer -= 1
        self.held += sorted(self.sitting.pop(table), key=lambda seat: seat.came)
        self.in_use.remove(table)
        self.idle.remove(table)

    # the director

    def move(self, who: str, place: int) -> None:
        self.line.remove(who)
        self.line.insert(place - 1, who)
        self.fill()

    def take_calls_back(self) -> None:
        self.line[:0] = [who for _, who, _ in sorted(self.calls)]
        self.calls = []

    def pause(self) -> None:
        self.take_calls_back()
        self.pausing_since = self.now

    def resume(self, longer: bool) -> None:
        since, self.pausing_since = self.pausing_since, 0
        if longer:
            self.go_on(self.ends + self.now - since)
        self.fill()

    def keep_apart(self, who: set[str]) -> None:
        self.apart.append((self.version, who))

    def let_meet(self, version: int) -> None:
        self.apart = [each for each in self.apart if each[0] != version]
        self.fill()

    def end(self) -> None:
        self.take_calls_back()
        self.over = True
        if self.rules["running_games"] == "stop":
            for table in dict.fromkeys(self.ever):
                if table in self.playing:
                    self.void(self.playing[table], self.playing[table].both())

    def go_on(self, ends: int) -> None:
        """Move the end; of a marathon that is over, one that has passed too lets no game begin."""
        self.ends = ends
        if self.over and ends <= self.told:
            return
        if self.over:
            self.over = False
            again = [who for who in self.known if who in self.resting]
            for who in again:
                self.gets_up(who)
            self.line += again
            self.resting = set()
        self.fill()

    # who sits down next

    def fill(self) -> None:
        while self.may_begin() and (self.seat_held() or self.call_next() or self.join_lonely()):
            pass

    def may_begin(self) -> bool:
        """No game begins after the end, in a pause, or in the last minutes where it is so ruled."""
        last = self.rules["last_start"]
        late = last and self.now >= self.ends - last * MINUTE
        return not (self.over or self.pausing_since or late)

    def waiting(self) -> list[str]:
        return [who for who in self.line if who not in self.pausing_in_line]

    def wanted(self, table: int) -> int:
        return 2 - len(self.sitting[table]) - sum(1 for call in self.calls if call[2] == table)

    def at(self, table: int) -> list[str]:
        there = [seat.who for seat in self.sitting[table]]
        return there + [who for _, who, where in self.calls if where == table]

    def foes(self, one: str, other: str) -> bool:
        return one != other and not any({one, other} <= who for _, who in self.apart)

    def choice(self, here: list[str], offered: list[str]) -> list[str]:
        """Return who of those offered may sit opposite; whoever has just met them comes last."""
        may = [who for who in offered if all(self.foes(who, one) for one in here)]
        stale = [who for who in may if any(self.met(who, one) for one in here)]
        return [who for who in may if who not in stale] + stale

    def seat_held(self) -> bool:
        for table in self.idle if self.held else ():
            here = self.at(table)
            if len(here) > 1:
                continue
            for seat in self.held:
                others = [each.who for each in self.held] + self.waiting()
                if not here and not any(self.foes(seat.who, other) for other in others):
                    continue
                if here and not self.held_may_sit(seat.who, here):
                    continue
                self.held.remove(seat)
                self.sitting[table].append(seat)
                self.begin_if_both_are_there(table)
                return True
        return False

    def held_may_sit(self, who: str, here: list[str]) -> bool:
        """Return whether a held player may sit: a queued one goes first to avoid a repetition."""
        if not self.foes(who, here[0]):
            return False
        first = self.choice(here, self.waiting())[:1]
        better = first and not self.met(first[0], here[0])
        return not (self.met(who, here[0]) and better)

    def call_next(self) -> bool:
        waiting = self.waiting()
        for table in self.idle:
            if 0 < self.wanted(table) <= len(waiting):
                if self.at(table):
                    able = self.choice(self.at(table), waiting)
                else:
                    able = [one for one in waiting if any(self.foes(one, each) for each in waiting)]
                if not able:
                    continue
                who = able[0]
                self.line.remove(who)
                self.called += 1
                self.calls.append((self.called, who, table))
                if not self.rules["call_seconds"]:
                    self.begin_if_both_are_there(table)
                return True
        return False

    def met(self, one: str, other: str) -> bool:
        if self.rules["same_opponent"]:
            return False
        return self.last_met(one) == other or self.last_met(other) == one

    def last_met(self, who: str) -> str:
        return ([""] + [other for _, whose, other in self.meetings if whose == who])[-1]

    def join_lonely(self) -> bool:
        lonely = [each for each in self.idle if len(self.sitting[each]) == self.wanted(each) == 1]
        found = []
        for place, table in enumerate(lonely):
            for other in lonely[place + 1 :]:
                (here,), (there,) = self.sitting[table], self.sitting[other]
                if self.foes(here.who, there.who):
                    found.append((self.met(here.who, there.who), table, other))
        if not found:
            return False
        _, table, other = min(found, key=lambda each: each[0])
        (moving,) = self.sitting[other]
        self.sitting[other] = []
        self.sitting[table].append(moving)
        self.begin_if_both_are_there(table)
        return True

    def begin_if_both_are_there(self, table: int) -> None:
        coming = [call for call in self.calls if call[2] == table]
        if self.wanted(table) or (coming and self.rules["call_seconds"]):
            return
        seats = [*self.sitting[table], *(Seat(who, number) for number, who, _ in coming)]
        first, second = sorted(seats, key=lambda seat: (seat.came, seat.table))
        white, black = first, second
        wanted = self.rules["stayer_colour"]
        if wanted == "alternate":
            wanted = "black" if first.had == "white" else "white"
        if first.came == 0 and second.came != 0 and wanted == "black":
            white, black = second, first
        newcomer = white if white.came > black.came else black
        number = self.at_table[table] = self.at_table.get(table, 0) + 1
        game = Game(f"T{table}.{number}", table, white.who, black.who, newcomer.who)
        self.games[game.name] = self.playing[table] = game
        self.missed |= {white.who: 0, black.who: 0}
        self.sitting[table] = []
        self.calls = [call for call in self.calls if call[2] != table]
        self.idle.remove(table)
