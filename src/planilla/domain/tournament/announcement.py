"""The regulations of an event as one value, which configures the tournament and its page.

It holds facts. Free text and names of people are kept apart from the log, by `Topic`. The order is
that of the book. Amounts are in the smallest unit of their currency; dates and times are local to
the venue, whose `time_zone` is a name of the tz database.

Source: seed 000, 1.1 (*Convocatoria*) and 1.2.3; seed 004 for the data of people that are
published.
"""

from datetime import date, datetime
from enum import StrEnum

import msgspec

from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.tournament.time_controls import TimeControl
from planilla.domain.tournament.values import AskedSettings, TournamentSettings
from planilla.domain.vocabulary import Colour


class ProseTopic(StrEnum):
    """Topics of free text, in the order of the book's announcement."""

    ORGANISER = "organiser"
    WHO_MAY_ENTER = "who-may-enter"
    HOW_TO_ENTER = "how-to-enter"
    PAYMENT = "payment"
    ALLOWANCES = "allowances"
    CONDITIONS = "conditions"
    VENUE = "venue"
    CONTACT = "contact"
    CALENDAR = "calendar"
    HOMOLOGATION = "homologation"
    PHASES = "phases"
    EVENT_RULES = "event-rules"
    PRIZES = "prizes"
    DIRECTOR = "director"
    CHIEF_ARBITER = "chief-arbiter"
    DEPUTY_ARBITERS = "deputy-arbiters"
    ARBITERS = "arbiters"
    COMMITTEE = "committee"
    APPEALS = "appeals"
    DATA = "data"


class Laws(StrEnum):
    """The rules that the games are played by; `OTHER` ones are described in `Topic.EVENT_RULES`."""

    FIDE = "fide"
    OTHER = "other"


class CommitteeWay(StrEnum):
    """The formation of the appeals committee (the book, 1.2.3); `NAMED`: its members are listed."""

    NONE = "none"
    NAMED = "named"
    LOT = "lot"
    VOTE = "vote"
    RULES = "rules"


class Published(StrEnum):
    """Data that may be public beside names, results and standings."""

    RATINGS = "ratings"
    FEDERATIONS = "federations"
    CLUBS = "clubs"
    GAMES = "games"
    PHOTOS = "photos"


class Category(msgspec.Struct, frozen=True, kw_only=True):
    """A group of entrants by its code; `born_from` is a year, `rating_to` inclusive, 0: no limit.

    Entrants in a category with `minors` are shown with reduced data.
    """

    code: str
    minors: bool = False
    born_from: int = 0
    rating_to: int = 0

    def fits(self, rating: int, born: int) -> bool:
        """Return whether an entrant is within its limits; 0 is no rating, or no known year.

        A category without limits fits nobody: who is in it is decided by the arbiter.
        """
        is_limited = bool(self.born_from or self.rating_to)
        is_rated = not self.rating_to or 0 < rating <= self.rating_to
        return is_limited and is_rated and born >= self.born_from


class Entries(msgspec.Struct, frozen=True, kw_only=True):
    """The period, fees and limits of entries; 0 players: no limit."""

    opens: date | None = None
    closes: datetime | None = None
    fee: int = 0
    currency: str = "EUR"
    players_min: int = 0
    players_max: int = 0


class Venue(msgspec.Struct, frozen=True, kw_only=True):
    """The city, and the code of three letters of the federation (TRF 022, 032).

    Directions are in `Topic.VENUE`.
    """

    city: str = ""
    federation: str = ""


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    """The start of each round, from round 1; `round_minutes` where the clocks do not determine it.

    An empty `time_zone` keeps the one announced before, if there is one.
    """

    time_zone: str = ""
    starts: tuple[datetime, ...] = ()
    round_minutes: int = 0


class Play(AskedSettings, frozen=True, kw_only=True):
    """Settings of the play, except the rule on entrants of one federation.

    That rule may change from round to round.
    """

    first_colour: Colour | None = None


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """The federations that rate the games (`FIDE` or a three-letter code), and the rating rules."""

    federations: tuple[str, ...] = ()
    rules: str = ""


class Conduct(msgspec.Struct, frozen=True, kw_only=True):
    """The rules during play: a player absent for `default_minutes` after the start loses.

    A player who misses `no_shows_max` games is disqualified; 0: no such limit.
    """

    laws: Laws = Laws.FIDE
    default_minutes: int = 30
    no_shows_max: int = 0


class Appeals(msgspec.Struct, frozen=True, kw_only=True):
    """The formation of the committee, and the minutes after a round in which one may appeal."""

    committee: CommitteeWay = CommitteeWay.NONE
    minutes: int = 30
    deposit: int = 0


class Privacy(msgspec.Struct, frozen=True, kw_only=True):
    """Published data besides names and results; minors are shown in full only if requested."""

    published: tuple[Published, ...] = (Published.RATINGS, Published.FEDERATIONS)
    minors_in_full: bool = False


class Regulations(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that an event announces, except free text."""

    name: str
    entries: Entries = Entries()
    categories: tuple[Category, ...] = ()
    venue: Venue = Venue()
    schedule: Schedule = Schedule()
    rating: Rating = Rating()
    play: Play = Play()
    time_control: TimeControl | None = None
    conduct: Conduct = Conduct()
    prizes: PrizePlan | None = None
    appeals: Appeals = Appeals()
    privacy: Privacy = Privacy()

    @property
    def reduced_categories(self) -> frozenset[str]:
        """Return the categories whose entrants are shown with reduced data."""
        if self.privacy.minors_in_full:
            return frozenset()
        return frozenset(category.code for category in self.categories if category.minors)


def play_of(settings: TournamentSettings) -> Play:
    """Return the settings of the play as regulations announce them."""
    return Play(
        system=settings.system_name,
        rounds=settings.rounds_asked,
        point_system=settings.point_system,
        tiebreaks=settings.tiebreaks,
        tiebreak_mode=settings.tiebreak_mode,
        tiebreak_edition=settings.tiebreak_edition,
        first_colour=settings.first_colour,
    )


def settings_of(regulations: Regulations, time_zone: str) -> TournamentSettings:
    """Return the settings that follow from complete regulations."""
    play = regulations.play
    return TournamentSettings(
        name=regulations.name,
        system_name=play.system,
        rounds_asked=play.rounds,
        point_system=play.point_system,
        tiebreaks=play.tiebreaks or (),
        tiebreak_mode=play.tiebreak_mode,
        tiebreak_edition=play.tiebreak_edition,
        rating_rules=regulations.rating.rules,
        first_colour=play.first_colour,
        time_zone=time_zone,
    )
