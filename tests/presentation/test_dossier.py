"""A dossier in sentences: what a committee reads, section by section, in both languages."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from dsl.masnou_scenarios import Played
from dsl.played_logs import PlayedLog, newcomer
from dsl.tournaments import ANA, BEA, CARL, CREATED, DORA, entered, facts, imported, numbered
from planilla.audit.branch import branch
from planilla.audit.dossier import Dossier, dossier, supposed
from planilla.audit.masnou_replay import masnou_what_if
from planilla.audit.replay import VoidFact
from planilla.audit.round_by_round import round_by_round
from planilla.domain.tournament.command import Sealed as SealedText
from planilla.domain.tournament.corrections import CorrectResult, DeleteResult, ResultCorrected
from planilla.domain.tournament.eligibility import EntrantRuledIneligible, RuleIneligible
from planilla.domain.tournament.entrants import CorrectSportingData, EnterEntrants
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.results import RecordResult, ResultRecorded
from planilla.domain.tournament.values import Effect, EvidenceFile
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.presentation.dossier import DossierText, DossierWords, Readings, SealedLog, Section

GAME = GameId("1.1")
WHY = SealedText("5" * 64)
PAPER = EvidenceFile(sha256="a" * 64, media_type="application/pdf", size=2001)


def white_wins(_played: object, _board: int) -> str:
    return "1-0"


def opened(players: int = 8, system: str = "swiss-dutch-2026", rounds: int = 3) -> PlayedLog:
    """All games won by White; the last of the rounds is published and open."""
    log = PlayedLog()
    log.open(system, tuple(2400 - 50 * place for place in range(players)), 6)
    for number in range(1, rounds):
        log.play(number, white_wins)
    log.do(PairRound(round=rounds))
    log.do(PublishPairings(round=rounds))
    return log


def corrected(log: PlayedLog, result: str = "0-1", **fields: object) -> Dossier:
    """The case of game 1.1 with another result."""
    corrects = log.version_of(GAME, ResultRecorded)
    command = CorrectResult(game=GAME, result=result, corrects=corrects, reason=WHY, **fields)  # type: ignore[arg-type]
    (first, *_) = [len(log.facts) + 1, *log.do(command)]
    found = dossier(log.facts, int(str(first)), {})
    assert found is not None
    return found


def both(log: Sequence[Fact], case: Dossier) -> Readings:
    return Readings(rounds=round_by_round(log, case.edits), branch=branch(log, case.edits))


def said(
    log: Sequence[Fact],
    case: Dossier,
    readings: Readings | None = None,
    *,
    language: str = "en",
    texts: dict[str, str] | None = None,
    is_public: bool = False,
) -> DossierText:
    words = DossierWords(
        language=language,
        name_of=str.upper,
        facts=log,
        sealed=SealedLog(
            tournament="open",
            hashes={each.version: f"{each.version:064x}" for each in log},
            actors={} if is_public else {each.version: "fay" for each in log},
            texts=texts or {},
            is_public=is_public,
        ),
    )
    return words.said(case, readings or Readings())


def section(found: DossierText, name: str) -> Section:
    return next(each for each in found.sections if each.name == name)


def text_of(part: Section) -> str:
    lines = [*part.intro]
    for item in part.items:
        lines += [f"{item.label}: {item.text}", *item.notes, item.code]
    return "\n".join(lines)


def test_a_committee_reads_facts_evidence_rule_options_decision_and_proof() -> None:
    log = opened()
    case = corrected(
        log,
        effect=Effect(points=True, pairing_from=None, rating=True),
        evidence=(PAPER,),
        known_at=log.facts[-1].recorded_at,
    )
    found = said(log.facts, case, both(log.facts, case), texts={"5" * 64: "They swapped"})
    assert [each.name for each in found.sections] == [
        "head", "facts", "evidence", "rounds", "branch", "rule", "options", "decision", "verify",
    ]  # fmt: skip
    told = text_of(section(found, "facts"))
    assert "“They swapped”" in told
    assert "became known 1 Jan 1970" in told
    assert f"corrects v{case.story[1].version} · by fay" in told
    assert f"{case.version:064x}" in told
    assert "PDF, 3 kB" in text_of(section(found, "evidence"))
    options = section(found, "options")
    assert [item.mark for item in options.items] == ["", "", "applies", "decided"]
    assert "0 players have other points, 0 places change, 0 prizes, 2 ratings." in text_of(options)
    assert "When it became known: Later." in text_of(section(found, "rule"))
    decision = text_of(section(found, "decision"))
    assert "The decision stands." in decision
    assert "They swapped" in decision
    assert "Changes of place" in decision
    verify = text_of(section(found, "verify"))
    assert f"planilla log proof open v{case.version}" in verify
    assert "not signed: this server" in text_of(section(found, "head"))


def test_both_readings_are_told_in_short() -> None:
    log = opened()
    case = corrected(log, effect=Effect(points=True, pairing_from=None, rating=True))
    found = said(log.facts, case, both(log.facts, case))
    rounds = section(found, "rounds")
    differing = [item for item in rounds.items if item.mark == "differs"]
    assert differing
    assert all("would differ" in item.text for item in differing)
    assert "First difference at " in text_of(rounds)
    branch_ = text_of(section(found, "branch"))
    assert "boards stay in every scenario" in branch_
    assert "Final places: now, best, likely, worst" in branch_
    assert "P1: now " in branch_, "the two of the game are told in any case"
    assert "Points, tie-breaks, Elo and prizes in these scenarios: minimum to maximum" in branch_
    assert "P1: Points " in branch_


def test_what_everybody_reads_names_no_pseudonym_and_no_reason() -> None:
    log = opened()
    case = corrected(log)
    found = said(log.facts, case, is_public=True, language="es")
    whole = "\n".join(text_of(each) for each in found.sections)
    assert "fay" not in whole
    assert "No hay ningún motivo que se pueda leer aquí" in whole
    assert "Elaborado solo con hechos públicos" in whole
    assert "para los árbitros y el comité" in whole


def test_a_correction_that_changes_nobody_and_was_corrected_again() -> None:
    log = opened()
    first = corrected(log, effect=Effect(points=False, pairing_from=None, rating=False))
    corrects = len(log.facts)
    log.do(CorrectResult(game=GAME, result="½-½", corrects=corrects, reason=WHY))
    found = dossier(log.facts, first.version or 0, {})
    assert found is not None
    told = said(log.facts, found)
    assert "corrected again later" in text_of(section(told, "decision"))
    assert "Nothing changes in standings, prizes or ratings." in text_of(section(told, "options"))


def test_a_case_not_decided_yet_says_what_the_options_are() -> None:
    log = opened()
    case = supposed(log.facts, GAME, "½-½")
    told = said(log.facts, case, both(log.facts, case))
    assert told.about == "Not decided: the result of game 1.1 is 1–\u20600 and would be ½–\u2060½."
    assert len(section(told, "options").items) == 3
    assert "Nothing was decided" in text_of(section(told, "decision"))
    assert "planilla dossier open --game 1.1 --result ½-½" in text_of(section(told, "verify"))


def test_what_cannot_be_replayed_says_why() -> None:
    log = opened()
    log.do(EnterEntrants(entrants=(newcomer("late", 2000),)))
    case = dossier(log.facts, len(log.facts), {})
    assert case is not None
    assert "are not replayed" in text_of(section(said(log.facts, case), "whatif"))
    refused = Readings(refused=("no-such-game", {"game": "9.9"}))
    told = text_of(section(said(log.facts, case, refused), "whatif"))
    assert told == "It cannot be replayed: There is no game 9.9."


def test_a_ruling_on_a_player_tells_of_that_player() -> None:
    log = opened()
    log.do(RuleIneligible(entrant=EntrantId("p2"), from_round=1, reason=WHY))
    version = max(
        fact.version for fact in log.facts if isinstance(fact.event, EntrantRuledIneligible)
    )
    case = dossier(log.facts, version, {})
    assert case is not None
    told = said(log.facts, case, both(log.facts, case))
    assert "UNVERIFIED" in text_of(section(told, "rule"))
    assert "options" not in [each.name for each in told.sections]
    assert "bye" in text_of(section(told, "rounds")).lower()
    assert "P2" in text_of(section(told, "branch"))


def test_a_round_robin_only_has_other_standings() -> None:
    log = opened(4, "round-robin", 2)
    case = corrected(log)
    told = said(log.facts, case, both(log.facts, case))
    rounds = text_of(section(told, "rounds"))
    assert "all pairings are known from the start" in rounds
    assert "the same, 2 boards" in rounds
    branch_ = text_of(section(told, "branch"))
    assert "No game is unknown" in branch_
    assert "the same, 2 boards" in branch_


def test_a_last_round_has_no_later_one() -> None:
    log = opened(rounds=1)
    log.do(RecordResult(game=GAME, result="1-0"))
    case = corrected(log)
    told = said(log.facts, case, Readings(rounds=round_by_round(log.facts, case.edits)))
    assert "No round has been paired since that game" in text_of(section(told, "rounds"))


def test_a_game_that_would_have_no_result_is_named() -> None:
    log = opened(4, rounds=3)
    corrects = log.version_of(GAME, ResultRecorded)
    log.do(DeleteResult(game=GAME, corrects=corrects, reason=WHY))
    case = dossier(log.facts, len(log.facts), {})
    assert case is not None
    told = text_of(section(said(log.facts, case, both(log.facts, case)), "rounds"))
    assert "would have no result: 1.1" in told


def test_what_falls_and_what_cannot_be_paired_is_told() -> None:
    log = opened()
    case = corrected(log)
    found = both(log.facts, case)
    assert found.rounds is not None
    assert found.branch is not None
    void = VoidFact(version=9, event="ResultRecorded", code="no-such-game", fields={})
    later = replace(found.rounds.rounds[0], unpairable=True, identical=False)
    hard = Readings(
        rounds=replace(found.rounds, void=(void,), rounds=(later,)),
        branch=replace(found.branch, exact=False, worlds=50, stopped=1250, places=()),
    )
    told = said(log.facts, case, hard)
    assert "minimum to maximum" not in text_of(section(told, "branch"))
    rounds = text_of(section(told, "rounds"))
    assert "1 later fact would no longer hold." in rounds
    assert "no pairing would be possible" in rounds
    assert "In 12.5% of the scenarios" in text_of(section(told, "branch"))


def test_a_round_of_a_file_is_compared_with_the_systems_own() -> None:
    start = (CREATED, *entered(ANA, BEA, CARL, DORA), numbered(ANA, BEA, CARL, DORA))
    log = facts(
        *start,
        imported(1, (ANA, CARL), (DORA, BEA)),
        ResultRecorded(game=GAME, result="1-0"),
        ResultRecorded(game=GameId("1.2"), result="1-0"),
        imported(2, (BEA, ANA), (CARL, DORA)),
    )
    case = supposed(log, GAME, "0-1")
    told = said(log, case, both(log, case))
    assert "Round 2 came from a file" in text_of(section(told, "rounds"))


@pytest.mark.parametrize(("result", "moves"), [("0-1", True), ("1-0", False)])
def test_of_a_marathon_seats_and_queue_are_told(result: str, moves: bool) -> None:
    entrants = [{"id": each, "rating": 2000 - place} for place, each in enumerate("abcde")]
    run = Played({"entrants": entrants, "rules": {"tables": 1}})
    for number in (1, 2):
        body = {"game": f"T1.{number}", "result": "1-0"}
        run.act({"command": "record-result", "body": body, "at": 60 * number})
    case = supposed(run.log, GameId("T1.1"), result)
    told = said(run.log, case, Readings(seats=masnou_what_if(run.log, GameId("T1.1"), result)))
    hall = text_of(section(told, "hall"))
    assert ("Queue, " in hall) is moves
    assert ("All seats would be the same" in hall) is not moves
    assert "seats and the queue stay" in text_of(section(told, "rule"))
    assert [item.mark for item in section(told, "hall").items] == (
        ["differs", "differs"] if moves else ["", ""]
    )


def test_in_a_marathon_the_two_times_are_those_of_its_hours() -> None:
    entrants = [{"id": each, "rating": 2000 - place} for place, each in enumerate("abcd")]
    run = Played({"entrants": entrants, "rules": {"tables": 1}})
    game = GameId("T1.1")
    run.act({"command": "record-result", "body": {"game": game, "result": "1-0"}, "at": 60})
    reported = next(each for each in run.log if isinstance(each.event, ResultRecorded)).version
    body = {"game": game, "result": "0-1", "corrects": reported, "reason": "5" * 64}
    run.act({"command": "correct-result", "body": body, "at": 120})
    fixed = next(each for each in run.log if isinstance(each.event, ResultCorrected))
    case = dossier(run.log, fixed.version, {})
    assert case is not None
    drawn = section(said(run.log, case), "facts").drawing
    # It opened at 0, was reported after a minute and put right at the end, after two.
    assert '<circle cx="50.00%" cy="10" r="5" class="happened">' in drawn
    assert '<circle cx="100.00%" cy="10" r="5" class="known">' in drawn
    assert "<span>1 minute</span>" in drawn

    rated = {"command": "correct-sporting-data", "body": {"entrant": "a", "rating": 1}, "at": 180}
    run.act(rated)
    of_a_player = dossier(run.log, run.log[-1].version, {})
    assert of_a_player is not None
    assert section(said(run.log, of_a_player), "facts").drawing == ""


def test_what_is_of_no_round_has_no_times_to_draw() -> None:
    log = opened()
    entrant = log.facts[-1].event.games[0].white  # type: ignore[attr-defined]
    log.do(CorrectSportingData(entrant=entrant, rating=1))
    case = dossier(log.facts, log.facts[-1].version, {})
    assert case is not None
    assert section(said(log.facts, case), "facts").drawing == ""
