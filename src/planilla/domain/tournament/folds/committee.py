"""The appeals committee, and lots drawn."""

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.committee import Committee, Replacement
from planilla.domain.tournament.state import Folds, Tournament


def _formed(state: Tournament, event: e.AppealsCommitteeFormed, version: int) -> Tournament:
    members = tuple(each.entrant for each in event.seats)
    committee = Committee(
        version=version,
        way=event.way,
        members=members,
        lot=event.lot,
        generator=event.generator,
        votes=tuple((each.entrant, each.votes) for each in event.votes),
    )
    return replace(state, committee=committee)


def _replaced(state: Tournament, event: e.CommitteeMemberReplaced, version: int) -> Tournament:
    committee = state.committee
    assert committee is not None, "a member is replaced in a committee that was formed"
    replacement = Replacement(
        version=version, member=event.member, reserve=event.reserve, case=event.case
    )
    replacements = (*committee.replacements, replacement)
    return replace(state, committee=replace(committee, replacements=replacements))


def _drawn(state: Tournament, event: e.LotsDrawn, _: int) -> Tournament:
    drawn = {each.entrant: each.number for each in event.lots}
    return replace(state, lots={**state.lots, **drawn})


FOLDS: Folds = {
    e.AppealsCommitteeFormed: _formed,
    e.CommitteeMemberReplaced: _replaced,
    e.LotsDrawn: _drawn,
}
