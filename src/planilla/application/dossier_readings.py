"""The what-if of a case, summarised: rounds that would differ, where they part, who would move."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from planilla.application.branch_said import BranchWords
from planilla.application.impact_said import ImpactWords, Topic
from planilla.application.whatif import reservations
from planilla.audit.branch import Branch, Outlook, RoundOutlook
from planilla.audit.compare import Consequences
from planilla.audit.dossier import Dossier
from planilla.audit.hall_replay import HallWhatIf, Seating
from planilla.audit.impact import Impact
from planilla.audit.redraw import RoundDifference
from planilla.audit.round_by_round import RoundByRound
from planilla.domain.tournament.state import Tournament
from planilla.presentation.catalogue import CATALOGUES, sentence, tr
from planilla.presentation.drawings.ranges import last_place, ranges_markup
from planilla.presentation.drawings.slopes import slope_markup, slope_of
from planilla.presentation.figures import joined, points, written

NOBODY = "–"


@dataclass(frozen=True, kw_only=True)
class Item:
    """A line with what stands before it; `code` is a hash or a command, to be copied as it is.

    `mark` says what it is (`case`, `decided`, `applies`, `differs` …), for its looks. `drawing` is
    markup that stands before the notes; with `drawn_instead` it says all that they say.
    """

    label: str
    text: str
    notes: tuple[str, ...] = ()
    code: str = ""
    mark: str = ""
    drawing: str = ""
    drawn_instead: bool = False


@dataclass(frozen=True, kw_only=True)
class Section:
    """A part of a dossier, by a stable name; `drawing` is markup that stands before its items."""

    name: str
    title: str
    intro: tuple[str, ...]
    items: tuple[Item, ...]
    drawing: str = ""


@dataclass(frozen=True, kw_only=True)
class Readings:
    """What would have been; `refused` is the code and the fields where the rules say no."""

    rounds: RoundByRound | None = None
    branch: Branch | None = None
    hall: HallWhatIf | None = None
    refused: tuple[str, dict[str, Any]] | None = None


def item_of(topic: Topic, told: Consequences, language: str, name_of: Callable[[str], str]) -> Item:
    """The sentences of a topic, each with its sign; of places with their drawing."""
    lines = (f"{each.shape} {each.text}" if each.shape else each.text for each in topic.lines)
    slope = slope_of(told.places) if topic.name == "places" else None
    drawing = "" if slope is None else slope_markup(slope, language, name_of)
    return Item(label=topic.title, text="", notes=tuple(lines), drawing=drawing)


@dataclass(frozen=True)
class ReadingWords:
    """Says both readings in a language, in short."""

    language: str
    name_of: Callable[[str], str]
    state: Tournament
    case: Dossier

    def sections(self, readings: Readings) -> Iterator[Section]:
        """Round by round and the branch; of a Masnou the seats."""
        if readings.rounds is not None:
            yield self._rounds(readings.rounds)
        if readings.branch is not None:
            yield self._branch(readings.branch)
        if readings.hall is not None:
            yield self._hall(readings.hall)
        if not (readings.rounds or readings.branch or readings.hall):
            yield self._section("whatif", (), (self._why_not(readings),))

    def _why_not(self, readings: Readings) -> str:
        if readings.refused is None:
            return self._say("dossier.no-what-if")
        code, fields = readings.refused
        said = sentence(self.language, code, fields, name_of=self.name_of)
        return self._say("dossier.what-if-refused", why=said)

    def _say(self, key: str, **fields: Any) -> str:
        return tr(self.language, key, name_of=self.name_of, **fields)

    def _section(self, name: str, items: tuple[Item, ...], intro: tuple[str, ...]) -> Section:
        title = self._say(f"dossier.section.{name}")
        return Section(name=name, title=title, intro=intro, items=items)

    def _rounds(self, found: RoundByRound) -> Section:
        items = (
            *(self._round(each, found.unit) for each in found.rounds),
            *self._consequences(found.consequences),
        )
        intro = [self._say("whatif.reading.rounds.help")]
        intro += reservations(self.language, found)
        if found.void:
            intro.append(self._say("dossier.void", n=len(found.void)))
        if not found.rounds:
            intro.append(self._say("whatif.no-later-round"))
        return self._section("rounds", items, tuple(intro))

    def _round(self, paired: RoundDifference, unit: int) -> Item:
        label = self._say("dossier.round", round=paired.round)
        if paired.unpairable:
            text = self._say("dossier.round.unpairable")
        elif paired.identical:
            text = self._say("dossier.round.same", boards=len(paired.boards))
        else:
            fields = {"changed": paired.changed, "boards": len(paired.boards)}
            text = self._say("dossier.round.differs", **fields)
        notes = tuple(self._round_notes(paired, unit))
        return Item(label=label, text=text, notes=notes, mark="" if paired.identical else "differs")

    def _round_notes(self, paired: RoundDifference, unit: int) -> Iterator[str]:
        if paired.criterion is not None:
            yield self._say(
                "dossier.parting",
                article=paired.criterion.article,
                criterion=self._criterion(paired.criterion.article),
                points=points(paired.criterion.points, unit),
                who=paired.criterion.entrants,
            )
        if paired.bye_before != paired.bye_after:
            names = [
                NOBODY if each is None else self.name_of(each)
                for each in (paired.bye_before, paired.bye_after)
            ]
            yield self._say("dossier.bye", was=names[0], would_be=names[1])
        if paired.by_hand:
            yield self._say("page.whatif.by-hand")

    def _criterion(self, article: str) -> str:
        catalogue = CATALOGUES[self.language]
        keys = (f"criterion.{self.state.system}.{article}", f"criterion.{article}")
        known = next((key for key in keys if key in catalogue), None)
        return article if known is None else self._say(known)

    def _consequences(self, told: Consequences) -> Iterator[Item]:
        words = ImpactWords(self.language, self.name_of)
        topics = words.topics(Impact(head=0, version=0, consequences=told))
        if told.is_nothing:
            yield Item(label=self._say("dossier.players"), text=self._say("whatif.nobody"))
        for topic in topics:
            yield item_of(topic, told, self.language, self.name_of)

    def _branch(self, found: Branch) -> Section:
        intro = [self._say("whatif.reading.branch.help"), *self._method(found)]
        items = [self._branch_round(each) for each in found.rounds]
        if found.consequences is not None:
            items += self._consequences(found.consequences)
        else:
            items += self._places(found)
        return self._section("branch", tuple(items), tuple(intro))

    def _method(self, found: Branch) -> Iterator[str]:
        if found.certain:
            yield self._say("whatif.branch.certain")
            return
        key = "exact" if found.exact else "drawn"
        fields = {"worlds": found.worlds, "seed": found.seed, "share": found.drawn_games}
        yield self._say(f"whatif.branch.{key}", **fields)
        if found.stopped:
            yield self._say("whatif.branch.stopped", share=written(self.language, found.stopped))

    def _branch_round(self, paired: RoundOutlook) -> Item:
        label = self._say("dossier.round", round=paired.round)
        if paired.certain and not paired.instead:
            return Item(
                label=label, text=self._say("dossier.round.same", boards=len(paired.boards))
            )
        text = self._say(
            "dossier.round.kept",
            kept=paired.kept,
            boards=len(paired.boards),
            unknown=written(self.language, paired.unknown),
        )
        return Item(label=label, text=text, mark="differs")

    def _places(self, found: Branch) -> Iterator[Item]:
        concerned = self._concerned()
        told = [each for each in found.places if each.entrant in concerned or _may_move(each)]
        last = last_place(found.places)
        yield Item(
            label=self._say("whatif.branch.places"),
            text="" if told else self._say("whatif.nobody"),
            notes=tuple(self._place(each) for each in told),
            drawing=ranges_markup(told, last, self.language, self.name_of) if told else "",
            drawn_instead=bool(told),
        )
        rest = len(found.places) - len(told)
        if told and rest:
            yield Item(label="", text=self._say("dossier.others", n=rest))
        words = BranchWords(self.language, found)
        figures = [(each.entrant, words.line(each)) for each in told if _is_told(each, concerned)]
        notes = tuple(f"{self.name_of(entrant)}: {line}" for entrant, line in figures if line)
        if notes:
            yield Item(label=self._say("branch.figures"), text=words.how, notes=notes)

    def _concerned(self) -> frozenset[str]:
        """The two of the game, or the player of the case."""
        game = None if self.case.game is None else self.state.find(self.case.game)
        who = () if game is None else game[0].boards[game[1]]
        return frozenset(who) | ({self.case.entrant} if self.case.entrant else frozenset())

    def _place(self, place: Outlook) -> str:
        return self._say(
            "dossier.place",
            player=place.entrant,
            now=NOBODY if place.now is None else place.now,
            best=place.best,
            likely=place.likely,
            worst=place.worst,
        )

    def _hall(self, found: HallWhatIf) -> Section:
        kept = self._say("whatif.hall.kept", kept=found.kept)
        intro = [self._say("whatif.hall.method"), kept]
        if found.unknown:
            games = {"n": len(found.unknown), "games": found.unknown}
            intro.append(self._say("whatif.hall.unknown", **games))
        items = tuple(
            Item(
                label=self._say(f"whatif.hall.{key}"),
                text=self._say("whatif.hall.same").strip() if was == would_be else "",
                notes=tuple(self._seats(was, would_be)),
                mark="" if was == would_be else "differs",
            )
            for key, (was, would_be) in (("after", found.after), ("now", found.now))
        )
        return self._section("hall", items, tuple(intro))

    def _seats(self, was: Seating, would_be: Seating) -> Iterator[str]:
        before = {table: (white, black) for table, white, black in was.tables}
        after = {table: (white, black) for table, white, black in would_be.tables}
        for table in sorted(before.keys() | after.keys()):
            if before.get(table) != after.get(table):
                pairs = {"was": before.get(table, ()), "would_be": after.get(table, ())}
                yield self._say("whatif.hall.table", table=table, **pairs).strip()
        if was.queue != would_be.queue:
            for key, seating in (("was", was), ("would-be", would_be)):
                who = joined(self.language, [self.name_of(each) for each in seating.queue])
                yield self._say("dossier.queue", when=self._say(f"page.whatif.{key}"), who=who)


def _is_told(place: Outlook, concerned: frozenset[str]) -> bool:
    """Whether the figures of a player matter to the case: their own, or what a prize comes to."""
    prize = place.prize
    return place.entrant in concerned or (prize is not None and prize.low != prize.high)


def _may_move(place: Outlook) -> bool:
    return place.likely != place.now
