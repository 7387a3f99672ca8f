"""Regulations as articles: sentences made from the facts, and free texts as written."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from planilla.adapters.http.command_forms import KEIZER, keizer_groups, shown
from planilla.adapters.http.forms import FormField
from planilla.adapters.http.problems import Failure, failure_of
from planilla.adapters.http.views.committee import committee_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.copying import CopiedCommand, foreseen_tournament
from planilla.application.envelope import Answer
from planilla.application.moments import zone_name
from planilla.application.schedule import regulations_of
from planilla.application.trf_export import prose_of
from planilla.domain.pairing.keizer.rules import KeizerRules, Mode
from planilla.domain.prizes.plan import PrizeGroup, PrizePlan
from planilla.domain.scoring import notation_of
from planilla.domain.tournament.announcement import Category, CommitteeWay, ProseTopic, Regulations
from planilla.domain.tournament.contradictions import round_length_s
from planilla.domain.tournament.crosstables import rounds_for_one_winner
from planilla.domain.tournament.prizes import plan_of
from planilla.domain.tournament.regulations import FIXED_FIELDS
from planilla.domain.tournament.schedule import starts_of
from planilla.domain.tournament.time_controls import (
    MOVES_LONGEST,
    code_of,
    longest_length_s,
    rate_of,
    symbols_of,
)
from planilla.presentation.dates import day, day_and_time, length
from planilla.presentation.figures import money, setting_shown
from planilla.presentation.regulations import time_control
from planilla.presentation.tiebreaks import tiebreak_name


@dataclass(frozen=True, kw_only=True)
class Clause:
    """A numbered paragraph: a sentence, possibly with a list, or a free text below its label."""

    text: str
    label: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Article:
    """An article with its title and clauses."""

    title: str
    clauses: tuple[Clause, ...]


Clauses = Iterator[Clause]


def fixed_later(page: TournamentPage) -> tuple[str, ...]:
    """Return the names of what cannot change from round 1 on; nothing once it is paired."""
    if page.state.rounds or page.state.has_begun:
        return ()
    return tuple(page.say(f"regulations.field.{each}") for each in FIXED_FIELDS)


def rounds_judged(page: TournamentPage) -> str:
    """Return in words whether the rounds of a Swiss leave one winner; "" once round 1 is paired."""
    state, planned = page.state, page.rounds_planned
    least = rounds_for_one_winner(state)
    if not least or state.rounds:
        return ""
    key = "regulations.rounds.few" if planned < least else "regulations.rounds.enough"
    return page.say(key, rounds=planned, entrants=len(state.order), least=least)


class RegulationsWriter:
    """Writer of the articles of one tournament in the language of the page.

    `texts` are the free texts by topic, `plan` is the current prize plan.
    """

    def __init__(
        self, page: TournamentPage, texts: Mapping[str, str], plan: PrizePlan | None
    ) -> None:
        self._page = page
        self._texts = texts
        self._plan = plan
        self._said: Regulations = regulations_of(page.state)
        self._is_whole = page.state.regulations is not None

    @property
    def articles(self) -> tuple[Article, ...]:
        """Return the articles in the order of the book; articles without content are left out."""
        parts = {
            "event": self._event,
            "entries": self._entries,
            "technical": self._technical,
            "type": self._type,
            "rules": self._rules,
            "staff": self._staff,
            "privacy": self._privacy,
        }
        dated = ("technical",) if starts_of(self._page.state) else ()
        short = {name: parts[name] for name in ("event", *dated, "type")}
        known = parts if self._is_whole else short
        written = (
            Article(title=self._say(f"article.{name}"), clauses=tuple(clauses()))
            for name, clauses in known.items()
        )
        return tuple(article for article in written if article.clauses)

    def _say(self, key: str, **fields: object) -> str:
        return self._page.say(f"regulations.{key}", **fields)

    def _clause(self, key: str, **fields: object) -> Clause:
        return Clause(text=self._say(key, **fields))

    def _free(self, *topics: ProseTopic) -> Clauses:
        for topic in topics:
            if topic.value in self._texts:
                label = self._say(f"topic.{topic.value}")
                yield Clause(text=self._texts[topic.value], label=label)

    def _money(self, amount: int, currency: str) -> str:
        return money(self._page.language, amount, currency)

    def _event(self) -> Clauses:
        yield self._clause("event", name=self._said.name)
        yield from self._free(ProseTopic.ORGANISER)

    def _entries(self) -> Clauses:
        entries = self._said.entries
        yield from self._free(ProseTopic.WHO_MAY_ENTER)
        if self._said.categories:
            said = [self._category(category) for category in self._said.categories]
            yield self._clause("categories", categories=said)
        yield from self._period()
        yield from self._free(ProseTopic.HOW_TO_ENTER)
        if entries.fee:
            yield self._clause("fee", fee=self._money(entries.fee, entries.currency))
        yield from self._free(ProseTopic.PAYMENT, ProseTopic.ALLOWANCES)
        limits = {"least": entries.players_min, "most": entries.players_max}
        named = [name for name, limit in limits.items() if limit]
        if named:
            yield self._clause(f"players.{'both' if len(named) > 1 else named[0]}", **limits)
        yield from self._free(ProseTopic.CONDITIONS)

    def _category(self, category: Category) -> str:
        notes = []
        if category.born_from:
            notes.append(self._say("category.born", year=str(category.born_from)))
        if category.rating_to:
            notes.append(self._say("category.rating", rating=category.rating_to))
        if category.minors:
            notes.append(self._say("category.minors"))
        return f"{category.code} ({', '.join(notes)})" if notes else category.code

    def _period(self) -> Clauses:
        opens, closes = self._said.entries.opens, self._said.entries.closes
        said = {
            "opens": day(self._page.language, opens) if opens else "",
            "closes": day_and_time(self._page.language, closes) if closes else "",
        }
        match (opens, closes):
            case (None, None):
                return
            case (_, None):
                yield self._clause("entries.from", **said)
            case (None, _):
                yield self._clause("entries.to", **said)
            case _:
                yield self._clause("entries.both", **said)

    def _technical(self) -> Clauses:
        venue = self._said.venue
        if venue.city:
            key = "place-of" if venue.federation else "place"
            yield self._clause(key, city=venue.city, federation=venue.federation)
        yield from self._free(ProseTopic.VENUE, ProseTopic.CONTACT)
        starts = starts_of(self._page.state)
        if starts:
            lines = tuple(
                f"{self._page.say('page.round')} {number}: "
                f"{day_and_time(self._page.language, start)}"
                for number, start in starts.items()
            )
            text = self._say("zone", zone=zone_name(self._page.state))
            yield Clause(text=text, lines=lines)
        seconds = round_length_s(self._said)
        if seconds is not None:
            yield Clause(text=self._length(seconds))
        yield from self._free(ProseTopic.CALENDAR)

    def _length(self, seconds: int) -> str:
        said = self._say("length", expected=length(seconds))
        control = self._said.time_control
        longest = None if control is None else longest_length_s(control)
        if longest is None or longest <= seconds:
            return said
        more = self._say("length.longest", moves=MOVES_LONGEST, longest=length(longest))
        return f"{said} {more}"

    def _type(self) -> Clauses:
        state = self._page.state
        if self._is_whole:
            yield self._rating()
        yield from self._free(ProseTopic.HOMOLOGATION)
        yield self._clause("system", system=state.system_name)
        yield from self._free(ProseTopic.PHASES)
        if state.rounds_asked:
            yield self._clause("rounds", rounds=state.rounds_asked)
        yield from self._control()
        points = (
            self._page.say(f"point-system.{state.point_system}")
            if state.points is None
            else notation_of(state.points)
        )
        yield self._clause("points", points=points)
        colour = "lot" if state.first_colour is None else state.first_colour.value
        label = self._page.say("page.rules.colour")
        yield Clause(text=self._page.say(f"page.rules.colour-{colour}"), label=label)
        if not self._is_whole:
            yield self._tiebreaks()
            yield from self._qualifying()

    def _rating(self) -> Clause:
        rating, control = self._said.rating, self._said.time_control
        if not rating.federations:
            return self._clause("unrated")
        said = self._say("rated", federations=list(rating.federations), rules=rating.rules)
        rate = None if control is None else rate_of(control)
        return Clause(text=said if rate is None else f"{said} {self._say(f'rate.{rate.value}')}")

    def _control(self) -> Clauses:
        control = self._said.time_control
        if control is None:
            return
        meaning = time_control(self._page.language, control)
        said = self._say("control", signs=symbols_of(control), meaning=meaning)
        code = code_of(control)
        more = self._say("control.no-code" if code is None else "control.code", code=code)
        yield Clause(text=f"{said} {more}")

    def _rules(self) -> Clauses:
        conduct = self._said.conduct
        yield self._clause(f"laws.{conduct.laws.value}")
        yield from self._free(ProseTopic.EVENT_RULES)
        when = "after" if conduct.default_minutes else "at-once"
        yield self._clause(f"default.{when}", minutes=conduct.default_minutes)
        if conduct.no_shows_max:
            yield self._clause("no-shows", n=conduct.no_shows_max)
        yield self._tiebreaks()
        yield from self._qualifying()
        if self._plan is not None:
            yield self._prizes(self._plan)
        yield from self._free(ProseTopic.PRIZES)

    def _qualifying(self) -> Clauses:
        found = self._page.state.qualifying
        if found is not None:
            fields = {"places": found.places, "stage": found.stage.value}
            yield Clause(text=self._page.say("qualifying.rule", **fields))

    def _tiebreaks(self) -> Clause:
        state = self._page.state
        if not state.tiebreaks:
            return self._clause("tiebreaks.none")
        text = self._say("tiebreaks", mode=state.tiebreak_mode, edition=state.tiebreak_edition)
        return Clause(text=text, lines=tuple(self._tiebreak(code) for code in state.tiebreaks))

    def _tiebreak(self, code: str) -> str:
        return f"{tiebreak_name(self._page.language, code)} ({code})"

    def _prizes(self, plan: PrizePlan) -> Clause:
        lines = tuple(self._group(group, plan.currency) for group in plan.groups)
        fund = self._say("fund", fund=self._money(plan.fund, plan.currency))
        taking = self._say(f"taking.{plan.taking.value}")
        return Clause(text=fund, lines=(*lines, taking))

    def _group(self, group: PrizeGroup, currency: str) -> str:
        named = [
            group.category,
            self._say("prizes.from", rating=group.rating_from) if group.rating_from else "",
            self._say("prizes.to", rating=group.rating_to) if group.rating_to is not None else "",
            self._say("prizes.unrated") if group.admits_unrated else "",
        ]
        who = ", ".join(name for name in named if name) or self._say("prizes.general")
        prizes = "; ".join(
            self._say("prizes.place", place=place, prize=self._money(prize, currency))
            for place, prize in enumerate(group.prizes, start=1)
        )
        return (
            f"{who[0].upper()}{who[1:]}: {prizes} ({self._say(f'sharing.{group.sharing.value}')})"
        )

    def _staff(self) -> Clauses:
        appeals = self._said.appeals
        yield from self._free(
            ProseTopic.DIRECTOR,
            ProseTopic.CHIEF_ARBITER,
            ProseTopic.DEPUTY_ARBITERS,
            ProseTopic.ARBITERS,
        )
        yield self._clause(f"committee.{appeals.committee.value}")
        yield from self._free(ProseTopic.COMMITTEE)
        formed = committee_of(self._page)
        if formed is not None:
            members = [f"{seat.name} ({seat.office})" for seat in formed.seats]
            yield self._clause("committee.formed", members=members)
        if appeals.committee is not CommitteeWay.NONE:
            yield self._clause("appeal", minutes=appeals.minutes)
            if appeals.deposit:
                deposit = self._money(appeals.deposit, self._said.entries.currency)
                yield self._clause("deposit", deposit=deposit)
        yield from self._free(ProseTopic.APPEALS)

    def _privacy(self) -> Clauses:
        what = [each.value for each in self._said.privacy.published]
        yield self._clause("published.also" if what else "published", what=what)
        minors = [category.code for category in self._said.categories if category.minors]
        if self._said.privacy.minors_in_full:
            yield self._clause("minors.full")
        elif minors:
            yield self._clause("minors", categories=minors)
        else:
            yield self._clause("minors.by-age")
        yield self._clause("consent")
        yield self._clause("private")
        yield from self._free(ProseTopic.DATA)


@dataclass(frozen=True, kw_only=True)
class RegulationsPreview:
    """The regulations page of a tournament that is not founded.

    With a `failure`, for which the founding would be refused, there are no articles. `is_whole` is
    false before regulations are announced.
    """

    articles: tuple[Article, ...] = ()
    is_whole: bool = False
    failure: Failure | None = None


def preview_of(commands: Iterable[CopiedCommand], at: int, language: str) -> RegulationsPreview:
    """Return the regulations page of the tournament that `commands` would found."""
    foreseen = foreseen_tournament(commands, at)
    if isinstance(foreseen, Answer):
        return RegulationsPreview(failure=failure_of(foreseen))
    state = foreseen.state
    page = TournamentPage("", state, {}, language)
    writer = RegulationsWriter(page, prose_of(state, foreseen.texts), plan_of(state))
    return RegulationsPreview(articles=writer.articles, is_whole=state.regulations is not None)


PASS_SETTINGS = frozenset({"passes_max", "on_cycle"})
"""Settings of values that are recalculated until they converge."""

Say = Callable[[str], str]


@dataclass(frozen=True, kw_only=True)
class RuleGroup:
    """A group of settings, as pairs of label and value."""

    title: str
    rules: tuple[tuple[str, str], ...]


def rules_text(say: Say, rules: KeizerRules) -> tuple[RuleGroup, ...]:
    """Return the settings of Keizer that apply, by group, in the order of the form."""
    texts = shown(rules, KEIZER)
    return tuple(
        RuleGroup(
            title=setting_shown(say(f"keizer-group.{group}"), "")[0],
            rules=tuple(_group_text(say, texts, group, settings)),
        )
        for group, settings in keizer_groups()
    )


def _group_text(
    say: Say, texts: dict[str, str], group: str, settings: tuple[tuple[str, FormField], ...]
) -> Iterator[tuple[str, str]]:
    is_once = texts[f"{KEIZER}mode"] == Mode.ONE_PASS.value
    for name, setting in settings:
        text = texts.get(setting.name, "")
        if setting.kind == "group":
            yield say(f"keizer-setting.{name}"), ", ".join(_credit(say, texts, setting))
        elif setting.kind in {"choice", "flag"}:
            if not (is_once and name in PASS_SETTINGS):
                choice = say(f"keizer-choice.{name}.{text}")
                yield say(f"keizer-setting.{name}"), choice
        elif text and not (is_once and name in PASS_SETTINGS):
            label, value = setting_shown(say(f"keizer-setting.{name}"), text)
            is_unlimited = group == "pairs" and text == "0"
            yield label, setting_shown(say("keizer-group.pairs"), "0")[1] if is_unlimited else value


def _credit(say: Say, texts: dict[str, str], setting: FormField) -> Iterator[str]:
    """Yield the credit for an absence, and its limit, if any."""
    share, limit, decay = (texts[f"{setting.name}.{part}"] for part in ("share", "limit", "decay"))
    yield setting_shown("", share)[1]
    if limit != "0":
        yield f"{setting_shown(say('keizer-setting.limit'), limit)[0]} {limit}"
    if decay != "1":
        yield f"{say('keizer-setting.decay')} {setting_shown('', decay)[1]}"
