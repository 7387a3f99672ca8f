"""The appeals committee and the lots drawn, as everybody sees them; its working for the arbiter."""

from dataclasses import dataclass

from planilla.adapters.http.views.sheet import TournamentPage
from planilla.domain.tournament.committee import (
    FEWEST,
    OFFICES,
    Choice,
    eligible,
    sitting_in,
    working,
)
from planilla.domain.tournament.context import Given
from planilla.domain.tournament.personal import Personal
from planilla.domain.tournament.values import Committee, Office
from planilla.domain.vocabulary import EntrantId, GameId

FOR_GOOD = GameId("")


@dataclass(frozen=True, kw_only=True)
class CommitteeSeat:
    """One seat in words."""

    entrant: str
    office: str
    name: str


@dataclass(frozen=True, kw_only=True)
class Case:
    """A replacement in the case of one game, or permanent if `game` is empty."""

    game: str
    instead: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class CommitteeView:
    """The committee as it was formed, who sits now, and who was replaced.

    `version` is that of the event that formed it; `lot` is empty where none was drawn, `votes` are
    names with numbers where there was a vote.
    """

    version: int
    way: str
    lot: str
    generator: str
    votes: tuple[tuple[str, int], ...]
    seats: tuple[CommitteeSeat, ...]
    sitting: tuple[CommitteeSeat, ...]
    cases: tuple[Case, ...]


@dataclass(frozen=True, kw_only=True)
class Proposed:
    """The candidate of the rules for one seat, and why the next in line was passed over."""

    office: str
    name: str
    why: str


@dataclass(frozen=True, kw_only=True)
class LotRow:
    """An entrant and the number that they drew."""

    entrant: str
    name: str
    number: int


def committee_of(sheet: TournamentPage) -> CommitteeView | None:
    """The committee with its replacements; None where there is none."""
    committee = sheet.state.committee
    if committee is None:
        return None
    return CommitteeView(
        version=committee.version,
        way=committee.way.value,
        lot="" if committee.lot is None else str(committee.lot),
        generator=committee.generator,
        votes=tuple((sheet.name(entrant), votes) for entrant, votes in committee.votes),
        seats=_seated(sheet, committee.members),
        sitting=_seated(sheet, sitting_in(committee, FOR_GOOD)),
        cases=_cases(sheet, committee),
    )


def _seated(sheet: TournamentPage, members: tuple[EntrantId, ...]) -> tuple[CommitteeSeat, ...]:
    return tuple(
        CommitteeSeat(entrant=entrant, office=_office(sheet, office), name=sheet.name(entrant))
        for entrant, office in zip(members, OFFICES, strict=False)
    )


def _office(sheet: TournamentPage, office: Office) -> str:
    return sheet.say(f"office.{office.value}")


def _cases(sheet: TournamentPage, committee: Committee) -> tuple[Case, ...]:
    games = dict.fromkeys(each.case for each in committee.replacements)
    return tuple(
        Case(
            game=sheet.game_name(game) if game else "",
            instead=tuple(
                sheet.say("page.committee.instead", reserve=each.reserve, member=each.member)
                for each in committee.replacements
                if each.case == game
            ),
        )
        for game in games
    )


def case_choices(sheet: TournamentPage) -> tuple[tuple[GameId, str], ...]:
    """The games of the last published round, of which a case may be, with their players."""
    played = sheet.state.round(sheet.state.last_published)
    if played is None:
        return ()
    return tuple(
        (game, f"{sheet.game_name(game)}: {sheet.name(white)} – {sheet.name(black)}")
        for game, (white, black) in zip(played.games, played.boards, strict=True)
    )


def proposed_for(sheet: TournamentPage, at: int) -> tuple[Proposed, ...]:
    """Return the candidates at a moment as sentences, for the arbiter only: they show ages."""
    return tuple(
        Proposed(
            office=_office(sheet, each.office),
            name=sheet.name(each.entrant),
            why=_why(sheet, each),
        )
        for each in choices_for(sheet, at)
    )


def choices_for(sheet: TournamentPage, at: int) -> tuple[Choice, ...]:
    """Return the candidates at a moment, seat by seat; none if there are too few players."""
    among = eligible(sheet.state, ())
    if len(among) < FEWEST:
        return ()
    return working(sheet.state, among, {}, Given(at=at, people=personal_of(sheet)))


def personal_of(sheet: TournamentPage) -> dict[EntrantId, Personal]:
    """Return the personal data that a decision may use."""
    return {
        EntrantId(entrant): Personal(name=person.name, birth=person.birth, arbiter=person.arbiter)
        for entrant, person in sheet.people.items()
    }


def _why(sheet: TournamentPage, choice: Choice) -> str:
    if choice.runner_up is None or choice.decided is None:
        return sheet.say("page.committee.last")
    why = sheet.say(f"page.committee.criterion.{choice.decided.value}")
    return sheet.say("page.committee.before", other=choice.runner_up, why=why)


def lot_rows(sheet: TournamentPage) -> tuple[LotRow, ...]:
    """The numbers drawn, the smallest first."""
    drawn = sorted(sheet.state.lots.items(), key=lambda each: (each[1], sheet.number(each[0])))
    return tuple(
        LotRow(entrant=entrant, name=sheet.name(entrant), number=number)
        for entrant, number in drawn
    )
