"""Public lists of the appeals committee and of lots, with the arbiter's proposals."""

from dataclasses import dataclass

from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.tournament.committee import (
    FEWEST,
    OFFICES,
    Choice,
    eligible,
    sitting_in,
    working,
)
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.personal import Personal
from planilla.domain.tournament.values import Committee, Office
from planilla.domain.vocabulary import EntrantId, GameId

PERMANENT = GameId("")


@dataclass(frozen=True, kw_only=True)
class CommitteeSeat:
    """One seat, as text."""

    entrant: str
    office: str
    name: str


@dataclass(frozen=True, kw_only=True)
class Case:
    """A replacement for the case of one game, or a permanent one if `game` is empty."""

    game: str
    instead: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class CommitteeView:
    """The committee as formed, its current members, and the replacements.

    `version` is that of its event; `lot` is empty without a drawing, `votes` are names with numbers
    of votes.
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
    """The candidate by the rules for one seat, and the reasons for passing over others."""

    office: str
    name: str
    why: str


@dataclass(frozen=True, kw_only=True)
class LotRow:
    """An entrant and the number drawn."""

    entrant: str
    name: str
    number: int


def committee_of(page: TournamentPage) -> CommitteeView | None:
    """Return the committee with its replacements; None without one."""
    committee = page.state.committee
    if committee is None:
        return None
    return CommitteeView(
        version=committee.version,
        way=committee.way.value,
        lot="" if committee.lot is None else str(committee.lot),
        generator=committee.generator,
        votes=tuple((page.name(entrant), votes) for entrant, votes in committee.votes),
        seats=_seated(page, committee.members),
        sitting=_seated(page, sitting_in(committee, PERMANENT)),
        cases=_cases(page, committee),
    )


def _seated(page: TournamentPage, members: tuple[EntrantId, ...]) -> tuple[CommitteeSeat, ...]:
    return tuple(
        CommitteeSeat(entrant=entrant, office=_office(page, office), name=page.name(entrant))
        for entrant, office in zip(members, OFFICES, strict=False)
    )


def _office(page: TournamentPage, office: Office) -> str:
    return page.say(f"office.{office.value}")


def _cases(page: TournamentPage, committee: Committee) -> tuple[Case, ...]:
    games = dict.fromkeys(each.case for each in committee.replacements)
    return tuple(
        Case(
            game=page.game_name(game) if game else "",
            instead=tuple(
                page.say("page.committee.instead", reserve=each.reserve, member=each.member)
                for each in committee.replacements
                if each.case == game
            ),
        )
        for game in games
    )


def case_choices(page: TournamentPage) -> tuple[tuple[GameId, str], ...]:
    """Return the games of the last published round with their players, for choosing a case."""
    played = page.state.round(page.state.last_published)
    if played is None:
        return ()
    return tuple(
        (game, f"{page.game_name(game)}: {page.name(white)} – {page.name(black)}")
        for game, (white, black) in zip(played.games, played.boards, strict=True)
    )


def proposed_for(page: TournamentPage, at: int) -> tuple[Proposed, ...]:
    """Return the candidates at a moment as sentences with ages, for the arbiter only."""
    return tuple(
        Proposed(
            office=_office(page, each.office),
            name=page.name(each.entrant),
            why=_why(page, each),
        )
        for each in choices_for(page, at)
    )


def choices_for(page: TournamentPage, at: int) -> tuple[Choice, ...]:
    """Return the candidates at a moment, seat by seat; none if there are too few players."""
    among = eligible(page.state, ())
    if len(among) < FEWEST:
        return ()
    return working(page.state, among, {}, DecisionContext(at=at, people=personal_of(page)))


def personal_of(page: TournamentPage) -> dict[EntrantId, Personal]:
    """Return the personal data needed for a decision."""
    return {
        EntrantId(entrant): Personal(name=person.name, birth=person.birth, arbiter=person.arbiter)
        for entrant, person in page.people.items()
    }


def _why(page: TournamentPage, choice: Choice) -> str:
    if choice.runner_up is None or choice.decided is None:
        return page.say("page.committee.last")
    why = page.say(f"page.committee.criterion.{choice.decided.value}")
    return page.say("page.committee.before", other=choice.runner_up, why=why)


def lot_rows(page: TournamentPage) -> tuple[LotRow, ...]:
    """Return the numbers drawn, smallest first."""
    drawn = sorted(page.state.lots.items(), key=lambda each: (each[1], page.number(each[0])))
    return tuple(
        LotRow(entrant=entrant, name=page.name(entrant), number=number) for entrant, number in drawn
    )
