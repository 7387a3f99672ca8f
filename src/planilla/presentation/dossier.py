"""A dossier in sections of sentences: the same on its page, on paper, in a file and as text.

Its what-if is summarised: rounds that would differ, at which criterion, and who would move.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from functools import cached_property
from typing import Any

from planilla.application.moments import zone_name
from planilla.audit.branch import Branch, Outlook, RoundOutlook
from planilla.audit.compare import Consequences
from planilla.audit.dossier import CaseOption, Dossier, StoryFact
from planilla.audit.masnou_replay import MasnouWhatIf
from planilla.audit.proofs import SignedHead, head_line
from planilla.audit.redraw import RoundDifference
from planilla.audit.replay import FactWithState
from planilla.audit.round_by_round import RoundByRound
from planilla.domain.instants import time_zone_of, utc
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.event import GameAct
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.masnou.events import HallOpened
from planilla.domain.tournament.memory import Seating
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.tournament.values import Effect
from planilla.presentation.catalogue import sentence
from planilla.presentation.dates import stamp
from planilla.presentation.drawings.ranges import last_place, ranges_markup
from planilla.presentation.drawings.slopes import slope_markup, slope_of
from planilla.presentation.drawings.times import (
    MasnouTimes,
    last_paired,
    masnou_times_markup,
    times_markup,
    two_times,
)
from planilla.presentation.figures import figure, joined, written
from planilla.presentation.impact import ImpactTopic
from planilla.presentation.pairings import named
from planilla.presentation.whatif import BranchWords, WhatIfWords, reservations

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
    """The what-ifs of a case; `refused` is the code and the fields where the rules refuse."""

    rounds: RoundByRound | None = None
    branch: Branch | None = None
    seats: MasnouWhatIf | None = None
    refused: tuple[str, dict[str, Any]] | None = None


def item_of(
    topic: ImpactTopic, effects: Consequences, language: str, name_of: Callable[[str], str]
) -> Item:
    """Return the sentences of a topic, each with its sign; of places with their drawing."""
    lines = (f"{each.shape} {each.text}" if each.shape else each.text for each in topic.lines)
    slope = slope_of(effects.places) if topic.name == "places" else None
    drawing = "" if slope is None else slope_markup(slope, language, name_of)
    return Item(label=topic.title, text="", notes=tuple(lines), drawing=drawing)


@dataclass(frozen=True, kw_only=True)
class ReadingWords(WhatIfWords):
    """Sentences of both readings of a case, in short."""

    state: Tournament
    case: Dossier

    def sections(self, readings: Readings) -> Iterator[Section]:
        """Yield the sections: round by round and the branch; of a Masnou the seats."""
        if readings.rounds is not None:
            yield self._rounds(readings.rounds)
        if readings.branch is not None:
            yield self._branch(readings.branch)
        if readings.seats is not None:
            yield self._hall(readings.seats)
        if not (readings.rounds or readings.branch or readings.seats):
            yield self._section("whatif", (), (self._why_not(readings),))

    def _why_not(self, readings: Readings) -> str:
        if readings.refused is None:
            return self.say("dossier.no-what-if")
        code, fields = readings.refused
        said = sentence(self.language, code, fields, name_of=self.name_of)
        return self.say("dossier.what-if-refused", why=said)

    def _section(self, name: str, items: tuple[Item, ...], intro: tuple[str, ...]) -> Section:
        title = self.say(f"dossier.section.{name}")
        return Section(name=name, title=title, intro=intro, items=items)

    def _rounds(self, found: RoundByRound) -> Section:
        items = (
            *(
                self._of_stage(
                    self.stage(found, each.stage),
                    self._round(each, self.unit(found, each.stage)),
                )
                for each in found.rounds
            ),
            *(
                item_of(each, found.consequences, self.language, self.name_of)
                for each in self.later_stages(found)
            ),
            *(
                self._of_stage(stage, each)
                for stage, effects in self.stages(found)
                for each in self._consequences(effects)
            ),
        )
        intro = [self.say("whatif.reading.rounds.help")]
        intro += reservations(self.language, found)
        if found.void:
            intro.append(self.say("dossier.void", n=len(found.void)))
        if not found.rounds:
            intro.append(self.say("whatif.no-later-round"))
        return self._section("rounds", items, tuple(intro))

    def _of_stage(self, stage: str, item: Item) -> Item:
        """Return an item whose label names its stage, if there are several."""
        if not (stage and item.label):
            return item
        label = self.say("impact.stage.of", stage=stage, text=item.label)
        return replace(item, label=label)

    def _round(self, paired: RoundDifference, unit: int) -> Item:
        label = self.say("dossier.round", round=paired.round)
        if paired.unpairable:
            text = self.say("dossier.round.unpairable")
        elif paired.identical:
            text = self.say("dossier.round.same", boards=len(paired.boards))
        else:
            fields = {"changed": paired.changed, "boards": len(paired.boards)}
            text = self.say("dossier.round.differs", **fields)
        notes = tuple(self._round_notes(paired, unit))
        return Item(label=label, text=text, notes=notes, mark="" if paired.identical else "differs")

    def _round_notes(self, paired: RoundDifference, unit: int) -> Iterator[str]:
        if paired.criterion is not None:
            yield self.say(
                "dossier.parting",
                article=paired.criterion.article,
                criterion=named(
                    self.language, "criterion", paired.criterion.article, self.state.system_name
                ),
                points=figure(paired.criterion.points, unit),
                who=paired.criterion.entrants,
            )
        if paired.bye_before != paired.bye_after:
            names = [
                NOBODY if each is None else self.name_of(each)
                for each in (paired.bye_before, paired.bye_after)
            ]
            yield self.say("dossier.bye", was=names[0], would_be=names[1])
        if paired.by_hand:
            yield self.say("page.whatif.by-hand")

    def _consequences(self, effects: Consequences) -> Iterator[Item]:
        if effects.is_nothing:
            yield Item(label=self.say("dossier.players"), text=self.say("whatif.nobody"))
        for topic in self.topics(effects):
            yield item_of(topic, effects, self.language, self.name_of)

    def _branch(self, found: Branch) -> Section:
        intro = [self.say("whatif.reading.branch.help"), self.scenarios(found)]
        if not found.certain:
            intro += self.stopped(found)
        items = [
            self._of_stage(stage, each)
            for stage, branch in self.branches(found)
            for each in self._of_branch(branch)
        ]
        return self._section("branch", tuple(items), tuple(intro))

    def _of_branch(self, found: Branch) -> Iterator[Item]:
        yield from map(self._branch_round, found.rounds)
        if found.consequences is not None:
            yield from self._consequences(found.consequences)
        else:
            yield from self._places(found)

    def _branch_round(self, paired: RoundOutlook) -> Item:
        label = self.say("dossier.round", round=paired.round)
        if paired.certain and not paired.instead:
            return Item(label=label, text=self.say("dossier.round.same", boards=len(paired.boards)))
        text = self.say(
            "dossier.round.kept",
            kept=paired.kept,
            boards=len(paired.boards),
            unknown=written(self.language, paired.unknown),
        )
        return Item(label=label, text=text, mark="differs")

    def _places(self, found: Branch) -> Iterator[Item]:
        concerned = self._concerned()
        shown = [
            each for each in found.places if each.entrant in concerned or each.likely != each.now
        ]
        last = last_place(found.places)
        yield Item(
            label=self.say("whatif.branch.places"),
            text="" if shown else self.say("whatif.nobody"),
            notes=tuple(self._place(each) for each in shown),
            drawing=ranges_markup(shown, last, self.language, self.name_of) if shown else "",
            drawn_instead=bool(shown),
        )
        rest = len(found.places) - len(shown)
        if shown and rest:
            yield Item(label="", text=self.say("dossier.others", n=rest))
        words = BranchWords(self.language, found)
        figures = [(each.entrant, words.line(each)) for each in shown if _is_shown(each, concerned)]
        notes = tuple(f"{self.name_of(entrant)}: {line}" for entrant, line in figures if line)
        if notes:
            yield Item(label=self.say("branch.figures"), text=words.how, notes=notes)

    def _concerned(self) -> frozenset[str]:
        """Return the two of the game, or the player of the case."""
        found = None if self.case.game is None else self.state.find(self.case.game)
        who = () if found is None else found[0].boards[found[1]]
        return frozenset(who) | ({self.case.entrant} if self.case.entrant else frozenset())

    def _place(self, place: Outlook) -> str:
        return self.say(
            "dossier.place",
            player=place.entrant,
            now=NOBODY if place.now is None else place.now,
            best=place.best,
            likely=place.likely,
            worst=place.worst,
        )

    def _hall(self, found: MasnouWhatIf) -> Section:
        intro = (self.say("whatif.masnou.method"), *self.reach(found))
        items = tuple(
            Item(
                label=self.say(f"whatif.masnou.{key}"),
                text=self.say("whatif.masnou.same").strip() if was == would_be else "",
                notes=tuple(self._seats(was, would_be)),
                mark="" if was == would_be else "differs",
            )
            for key, (was, would_be) in (("after", found.after), ("now", found.now))
        )
        return self._section("hall", items, intro)

    def _seats(self, was: Seating, would_be: Seating) -> Iterator[str]:
        yield from map(str.strip, self.tables(was, would_be))
        if was.queue != would_be.queue:
            for key, seating in (("was", was), ("would-be", would_be)):
                who = joined(self.language, [self.name_of(each) for each in seating.queue])
                yield self.say("dossier.queue", when=self.say(f"page.whatif.{key}"), who=who)


def _is_shown(place: Outlook, concerned: frozenset[str]) -> bool:
    """Return whether the figures of a player are shown: of the case, or with a varying prize."""
    prize = place.prize
    return place.entrant in concerned or (prize is not None and prize.low != prize.high)


@dataclass(frozen=True, kw_only=True)
class SealedLog:
    """Hashes and pseudonyms of the log by version, and the head, signed or not.

    `texts` are the reasons that the reader may see, by commitment. `is_public`: made from public
    facts alone.
    """

    tournament: str
    hashes: Mapping[int, str]
    actors: Mapping[int, str]
    texts: Mapping[str, str]
    signed: SignedHead | None = None
    is_public: bool = True
    public_url: str = ""


@dataclass(frozen=True, kw_only=True)
class DossierText:
    """A dossier as text: its subject in one sentence, and its sections."""

    title: str
    about: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, kw_only=True)
class DossierWords(WhatIfWords):
    """Sentences of a dossier."""

    facts: Sequence[Fact]
    sealed: SealedLog

    def said(self, case: Dossier, readings: Readings) -> DossierText:
        """Return all sections, in the order in which a committee reads them."""
        reading_words = ReadingWords(self.language, self.name_of, state=self._state, case=case)
        sections = (
            self._head(case),
            self._facts(case),
            self._evidence(case),
            *reading_words.sections(readings),
            self._rule(case),
            self._options(case),
            self._decision(case),
            self._verify(case),
        )
        return DossierText(
            title=self.say("dossier.title"),
            about=self._about(case),
            sections=tuple(each for each in sections if each.items or each.intro),
        )

    @cached_property
    def _facts_in_context(self) -> dict[int, FactWithState]:
        """Each fact with the tournament before it, by version."""
        found, state = {}, INITIAL
        for fact in self.facts:
            found[fact.version] = FactWithState(before=state, fact=fact)
            state = evolve(state, fact)
        return found

    @cached_property
    def _state(self) -> Tournament:
        last = self._facts_in_context[self.facts[-1].version]
        return evolve(last.before, last.fact)

    def _about(self, case: Dossier) -> str:
        if case.version is not None:
            return self._sentence(case.version)
        return self.say("dossier.supposed", game=case.game, before=case.before, after=case.after)

    def _sentence(self, version: int) -> str:
        return self.fact(self._facts_in_context[version])

    def _at(self, at: int) -> str:
        zone = time_zone_of(zone_name(self._state)) or UTC
        return stamp(self.language, utc(at).astimezone(zone))

    def _item(self, label: str, text: str, mark: str = "") -> Item:
        return Item(label=self.say(f"dossier.label.{label}"), text=text, mark=mark)

    def _head(self, case: Dossier) -> Section:
        head = self.facts[-1].version
        items = [
            self._item("tournament", f"{self._state.name} ({self.sealed.tournament})"),
            self._item("moment", f"v{head}, {self._at(self.facts[-1].recorded_at)}"),
            self._item("zone", zone_name(self._state)),
            self._item("head", head_line(head, self.sealed.hashes.get(head, "")), "code"),
        ]
        acting = self.sealed.actors.get(case.version or 0, "")
        if acting:
            items.append(self._item("actor", acting))
        if self.sealed.signed is None:
            items.append(self._item("signature", self.say("dossier.unsigned")))
        key = "public" if self.sealed.is_public else "staff"
        return self._section("head", items, (self.say(f"dossier.from.{key}"),))

    def _section(self, name: str, items: Iterable[Item], intro: Iterable[str] = ()) -> Section:
        title = self.say(f"dossier.section.{name}")
        return Section(name=name, title=title, intro=tuple(intro), items=tuple(items))

    def _facts(self, case: Dossier) -> Section:
        section = self._section("facts", [self._fact(each) for each in case.story])
        return replace(section, drawing=self._times(case))

    def _times(self, case: Dossier) -> str:
        """Return the drawing of when it happened and when it was known."""
        if case.version is None:
            return ""
        fact = self._facts_in_context[case.version].fact
        known_at = fact.event.known_at or fact.recorded_at
        if case.without_rounds:
            return self._hours(case, known_at)
        if case.round is None:
            return ""
        known = last_paired(self.facts, fact.version, known_at)
        state = self._facts_in_context[case.version].before
        times = two_times(rounds_planned(state), case.round, known, fact.event.effect)
        return times_markup(times, self.language, self._at(known_at))

    def _hours(self, case: Dossier, known_at: int) -> str:
        story = (self._facts_in_context[each.version].fact for each in case.story)
        reported = [each.recorded_at for each in story if each.event.game_act is GameAct.REPORTED]
        if not reported:
            return ""
        opened = (each.recorded_at for each in self.facts if isinstance(each.event, HallOpened))
        times = MasnouTimes(
            begin=next(opened), happened=reported[0], known=known_at, end=self.facts[-1].recorded_at
        )
        return masnou_times_markup(times, self.language, self._at)

    def _fact(self, each: StoryFact) -> Item:
        notes = [self.say(f"dossier.role.{each.role.value}")]
        notes.append(self.say("dossier.recorded", at=self._at(each.at)))
        if each.known_at is not None:
            notes.append(self.say("dossier.known", at=self._at(each.known_at)))
        if each.corrects:
            notes.append(self.say("dossier.corrects", version=each.corrects))
        actor = self.sealed.actors.get(each.version, "")
        if actor:
            notes.append(self.say("dossier.by", actor=actor))
        event = self._facts_in_context[each.version].fact.event
        reason = self.sealed.texts.get(event.reason, "")
        hash_ = self.sealed.hashes.get(each.version, "")
        return Item(
            label=f"v{each.version}",
            text=self._with_reason(self._sentence(each.version), reason),
            notes=(" · ".join(notes),),
            code=hash_,
            mark="case" if each.is_case else each.role.value,
        )

    def _with_reason(self, sentence: str, reason: str) -> str:
        return self.say("moments.reason", text=sentence, reason=reason) if reason else sentence

    def _evidence(self, case: Dossier) -> Section:
        items = tuple(
            Item(
                label=f"v{file.about}",
                text=self.say(
                    "dossier.file",
                    type=self.say(f"evidence.type.{file.media_type}"),
                    size=-(-file.size // 1000),
                ),
                code=file.sha256,
            )
            for file in case.files
        )
        hidden = "dossier.evidence.staff" if self.sealed.is_public else "dossier.evidence.none"
        return self._section("evidence", items, () if items else (self.say(hidden),))

    def _rule(self, case: Dossier) -> Section:
        items = tuple(
            Item(
                label=self.say(f"dossier.article.{each.name}.name"),
                text=self.say(f"dossier.article.{each.name}"),
                notes=(self.say("dossier.unverified"),) if each.unverified else (),
                mark="unverified" if each.unverified else "",
            )
            for each in case.articles
        )
        intro: tuple[str, ...] = ()
        if case.reported is not None:
            moment = self.say(f"reported.{case.reported.value}")
            intro = (self.say("dossier.reported", moment=moment),)
        return self._section("rule", items, intro)

    def _options(self, case: Dossier) -> Section:
        items = tuple(self._option(each) for each in case.options)
        intro = (self.say("dossier.options.help"),) if items else ()
        return self._section("options", items, intro)

    def _option(self, option: CaseOption) -> Item:
        name = "ruling" if option.reported is None else option.reported.value
        key = "dossier.ruling" if option.reported is None else f"reported.{name}"
        marks = [each for each in ("applies", "decided") if getattr(option, each)]
        said = [self.say(f"dossier.{mark}") for mark in marks]
        return Item(
            label=self.say(key),
            text=self._effect(option.effect),
            notes=(*said, self._means(option.means)),
            mark=marks[-1] if marks else "",
        )

    def _effect(self, effect: Effect) -> str:
        key = "never" if effect.pairing_from is None else "from"
        parts = (
            self.say(f"counts-points.{effect.points}"),
            self.say(f"counts-pairing.{key}", round=effect.pairing_from),
            self.say(f"counts-rating.{effect.rating}"),
        )
        return "; ".join(parts)

    def _means(self, effects: Consequences) -> str:
        if effects.is_nothing:
            return self.say("dossier.means.nothing")
        points = sum(1 for each in effects.places if each.points_before != each.points_after)
        return self.say(
            "dossier.means",
            places=len(effects.moved),
            points=points,
            elo=len(effects.elo) + len(effects.first_ratings),
            prizes=0 if effects.prizes is None else len(effects.prizes.changes),
        )

    def _decision(self, case: Dossier) -> Section:
        if case.version is None:
            return self._section("decision", (), (self.say("dossier.undecided"),))
        items = list(self._decided(case))
        key = "stands" if case.stands else "corrected-again"
        return self._section("decision", items, (self.say(f"dossier.{key}"),))

    def _decided(self, case: Dossier) -> Iterator[Item]:
        version = case.version or 0
        event = self._facts_in_context[version].fact.event
        yield Item(label=f"v{version}", text=self._sentence(version), mark="case")
        reason = self.sealed.texts.get(event.reason, "")
        yield self._item("reason", reason or self.say("dossier.no-reason"))
        for option in case.options:
            if option.decided and not option.means.is_nothing:
                for topic in self.topics(option.means):
                    yield item_of(topic, option.means, self.language, self.name_of)

    def _verify(self, case: Dossier) -> Section:
        name, version = self.sealed.tournament, case.version or case.head
        head = self.facts[-1].version
        items = [
            self._code("head-full", f"v{head} {self.sealed.hashes.get(head, '')}"),
            *self._signature(),
            self._code("proof", f"planilla log proof {name} v{version} -o v{version}.proof.json"),
            self._code("check", f"planilla log check-proof v{version}.proof.json"),
            self._code("archive", f"planilla log export {name} -o {name}.jsonl"),
            self._code("page", f"{self.sealed.public_url}/verify"),
            self._code("replay", f"planilla dossier {name} {self._asked(case)}"),
        ]
        return self._section("verify", items, (self.say("dossier.verify.help"),))

    def _asked(self, case: Dossier) -> str:
        if case.version is None:
            return f"--game {case.game} --result {case.after}"
        return f"v{case.version}"

    def _code(self, label: str, code: str) -> Item:
        return Item(label=self.say(f"dossier.label.{label}"), text="", code=code, mark="code")

    def _signature(self) -> Iterator[Item]:
        signed = self.sealed.signed
        if signed is not None:
            said = self._at(signed.head.signed_at)
            yield self._item("signed-at", f"{said} · {signed.head.position}")
            yield self._code("root", signed.head.root)
            yield self._code("key", signed.head.public_key)
            yield self._code("signature", signed.signature)
