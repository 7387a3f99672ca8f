"""The regulations on the web: the page, the calendar, the form, and reduced data of minors."""

import re
from html import unescape
from typing import Any

import pytest

from dsl.tournaments import CREATED, folded
from dsl.web_club import ORGANISER_TOKEN, Club, fields_in, form_of
from planilla.adapters.http.views.regulations import RegulationsWriter
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.prizes.plan import Sharing
from planilla.domain.scoring import POINT_SYSTEMS
from planilla.domain.tournament.facts import decode
from planilla.domain.tournament.importing import PointsRuled
from planilla.domain.tournament.regulations import RegulationsAnnounced
from planilla.domain.tournament.setup import TournamentCreated

pytestmark = pytest.mark.anyio

REGULATIONS: dict[str, Any] = {
    "name": "Abierto del Libro",
    "entries": {
        "opens": "2026-05-01",
        "closes": "2026-07-03T20:00:00",
        "fee": 3050,
        "players_min": 4,
        "players_max": 40,
    },
    "categories": [
        {"code": "U14", "minors": True, "born_from": 2013},
        {"code": "Club", "rating_to": 1800},
        {"code": "Seniors"},
    ],
    "schedule": {
        "starts": ["2026-07-04T10:00:00", "2026-07-04T16:30:00", "2026-07-05T10:00:00"],
        "time_zone": "Europe/Madrid",
    },
    "rating": {"federations": ["FIDE", "ESP"]},
    "play": {"rounds": 3, "tiebreaks": ["BH/C1", "SB"]},
    "time_control": {"kind": "fischer", "periods": [{"seconds": 5400}], "each_s": 30},
    "conduct": {"no_shows_max": 2},
    "prizes": {
        "currency": "EUR",
        "fund": 100000,
        "groups": [
            {"prizes": [50000, 30000]},
            {"prizes": [20000], "category": "U14", "sharing": "fixed", "rating_to": 1700},
        ],
    },
    "appeals": {"committee": "rules", "deposit": 5000},
}
PROSE = {
    "organiser": "Club del Masnou",
    "venue": "Casino, Masnou; sala 2",
    "arbiters": "Dora Díaz\nEva Elías",
    "data": "dades@example.org",
}


def announced(club: Club, **changes: Any) -> None:
    """A tournament `club` opened by its regulations."""
    regulations = {**REGULATIONS, **changes}
    club.command("club", "announce-regulations", regulations=regulations, prose=PROSE)


def text_of(html: str) -> str:
    """What a page says, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.fixture
def club() -> Club:
    return Club()


@pytest.fixture
async def bus() -> Club:
    """A club whose browser has the organiser's link."""
    club = Club()
    await club.let_in("organiser", "*")
    return club


def last_event(club: Club, kind: type) -> Any:
    recorded = [each for each in club.store.ledger.log if each.type == kind.__name__]
    return decode(recorded[-1].type, recorded[-1].data)


async def test_the_page_is_written_from_the_structure(club: Club) -> None:
    announced(club)
    said = text_of(club.client.get("/t/club/regulations").text)
    for sentence in (
        "1.2 Organiser. Club del Masnou",
        "2.1 Categories: U14 (born in 2013 or later, minors); Club (rating up to 1800) and Sen",
        "2.2 Entries are open from Friday 1 May 2026 to Friday 3 July 2026, 20:00.",
        "2.3 The fee is 30.50 EUR.",
        "2.4 The event takes place with at least 4 players; at most 40 are admitted.",
        "Round 2: Saturday 4 July 2026, 16:30",
        "3.3 A round is planned for 4 h. A game of 120 moves that uses all its time lasts 5 h.",
        "They count for the standard list.",
        "In a TRF26 report: 5400+30.",
        "5.3 A player who misses 2 games without notice is disqualified",
        "General: 1. 500 EUR; 2. 300 EUR (Hort",
        "U14, rating up to 1700: 1. 200 EUR (each gets the prize of the place",
        "6.1 Arbiters. Dora Díaz Eva Elías",
        "A deposit of 50 EUR is returned",
        "7.2 For players in U14, and for players under 18 by date of birth, only",
    ):
        assert sentence in said


async def test_the_page_speaks_spanish(club: Club) -> None:
    announced(club)
    said = text_of(club.browser("es").get("/t/club/regulations").text)
    assert "2.2 El plazo de inscripción va del viernes 1 de mayo de 2026 al viernes 3" in said
    assert "General: 1.º 500 EUR; 2.º 300 EUR (sistema Hort" in said
    assert "7.2 De los jugadores de U14, y de quienes por su fecha de nacimiento tengan" in said


@pytest.mark.parametrize(
    ("changes", "sentences"),
    [
        ({"entries": {"opens": "2026-05-01"}}, ["open from Friday 1 May 2026 on."]),
        ({"entries": {"closes": "2026-07-03T20:00:00"}}, ["open until Friday 3 July 2026, 20:00"]),
        ({"entries": {"players_min": 8}}, ["with at least 8 players."]),
        ({"entries": {"players_max": 8}}, ["At most 8 players"]),
        ({"rating": {}}, ["The games are not rated."]),
        ({"time_control": None, "schedule": {}}, ["rated by FIDE and ESP: FIDE rules"]),
        (
            {"time_control": {"kind": "hourglass", "periods": [{"seconds": 300}]}, "rating": {}},
            ["5 min each; the time that one player uses", "TRF26 has no code for it."],
        ),
        ({"play": {"rounds": 3, "tiebreaks": []}}, ["with equal points share their place."]),
        ({"play": {"system": "round-robin", "first_colour": "black"}}, ["Black."]),
        ({"conduct": {"default_minutes": 0, "laws": "other"}}, ["absent when the round starts"]),
        ({"appeals": {}}, ["There is no appeals committee"]),
        ({"appeals": {"committee": "lot"}}, ["drawn by lot among the players", "until 30 minutes"]),
        (
            {"privacy": {"published": []}},
            ["Published data: names, pairings, results and standings."],
        ),
        ({"privacy": {"minors_in_full": True}}, ["For minors the same data are published"]),
        ({"schedule": {"round_minutes": 300}}, ["A round is planned for 5 h."]),
        (
            {
                "prizes": {
                    "currency": "EUR",
                    "fund": 100,
                    "groups": [{"prizes": [100], "rating_from": 1000, "admits_unrated": True}],
                }
            },
            ["Rating from 1000, including unrated players: 1. 1 EUR"],
        ),
    ],
)
async def test_each_choice_has_its_sentence(
    club: Club, changes: dict[str, Any], sentences: list[str]
) -> None:
    if changes.get("play", {}).get("system") == "round-robin":
        changes["schedule"] = {}
    announced(club, **{"categories": REGULATIONS["categories"], **changes})
    said = text_of(club.client.get("/t/club/regulations").text)
    assert [sentence for sentence in sentences if sentence not in said] == []


async def test_a_tournament_without_regulations_says_so(club: Club) -> None:
    club.found()
    page = club.client.get("/t/club/regulations").text
    assert "have not been announced in full" in page
    assert "Pairing system" in page
    assert "Personal data" not in page
    assert "schedule.ics" not in page
    assert "BEGIN:VEVENT" not in club.client.get("/t/club/schedule.ics").text


async def test_ruled_points_are_told() -> None:
    state = folded(CREATED, PointsRuled(points=POINT_SYSTEMS["3-1-0"]))
    writer = RegulationsWriter(TournamentPage("club", state, {}, "en"), {}, None)
    said = [clause.text for article in writer.articles for clause in article.clauses]
    assert "Points: 3-1-0." in said


async def test_the_rules_tab_leads_to_the_regulations(club: Club) -> None:
    announced(club)
    assert 'href="/t/club/regulations"' in club.client.get("/t/club/rules").text


async def test_the_schedule_is_a_calendar(club: Club) -> None:
    announced(club)
    answer = club.client.get("/t/club/schedule.ics")
    lines = answer.text.split("\r\n")
    assert answer.headers["content-type"].startswith("text/calendar")
    # 10:00 in Madrid in July is 08:00 UTC; a round is planned for four hours.
    (uid,) = [line for line in lines if line.startswith("UID:round-1@")]
    assert "club.test" not in uid, "a tournament may move to another host"
    assert lines[lines.index(uid) + 2] == "DTSTART:20260704T080000Z"
    page = club.client.get("/t/club/regulations").text
    assert 'href="webcal://club.test/t/club/schedule.ics"' in page
    assert lines[lines.index(uid) + 3] == "DTEND:20260704T120000Z"
    assert [line for line in lines if line.startswith("SUMMARY")] == [
        f"SUMMARY:Round {number} · Abierto del Libro" for number in (1, 2, 3)
    ]
    assert r"LOCATION:Casino\, Masnou\; sala 2" in lines
    assert "SEQUENCE:0" in lines


async def test_a_changed_calendar_has_the_same_ids_and_a_higher_sequence(club: Club) -> None:
    announced(club, time_control=None)
    before = club.client.get("/t/club/schedule.ics").text
    starts = ["2026-07-04T09:00:00", "2026-07-04T16:30:00", "2026-07-05T10:00:00"]
    announced(
        club, time_control=None, schedule={"starts": starts, "time_zone": "Atlantis/Poseidonis"}
    )
    after = club.client.get("/t/club/schedule.ics").text
    assert re.findall("UID:.*", before) == re.findall("UID:.*", after)
    assert "SEQUENCE:1" in after
    # A zone that this machine does not know is read as UTC; without clocks a round stands an hour.
    assert "DTSTART:20260704T090000Z\r\nDTEND:20260704T100000Z" in after


async def test_the_form_of_the_regulations_as_they_stand_changes_nothing(bus: Club) -> None:
    announced(bus)
    form = fields_in(bus.client.get("/t/club/arbiter/regulations").text)
    answer = bus.client.post("/t/club/arbiter/regulations", data=form, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/club/regulations")
    assert bus.version == 2


async def test_a_change_by_the_form_sends_only_the_texts_that_change(bus: Club) -> None:
    announced(bus)
    form = fields_in(bus.client.get("/t/club/arbiter/regulations").text)
    before = last_event(bus, RegulationsAnnounced)
    changed = {**form, "prose.venue": "Ateneo", "prose.data": "", "entries.fee": "27,5"}
    bus.client.post("/t/club/arbiter/regulations", data=changed)
    after = last_event(bus, RegulationsAnnounced)
    assert after.regulations.entries.fee == 2750
    assert after.prose["arbiters"] == before.prose["arbiters"]
    assert after.prose["venue"] != before.prose["venue"]
    assert "data" not in after.prose
    assert "Venue. Ateneo" in text_of(bus.client.get("/t/club/regulations").text)


async def test_a_tournament_is_created_by_the_form(bus: Club) -> None:
    form = fields_in(bus.client.get("/new/regulations").text)
    answer = bus.client.post("/new/regulations", data={**form, "name": "Open 2026"})
    assert "arbiter’s link" in answer.text
    created = last_event(bus, TournamentCreated)
    assert (created.name, created.system_name, created.rounds_asked) == (
        "Open 2026",
        "swiss-dutch-2026",
        7,
    )
    clocks = last_event(bus, RegulationsAnnounced).regulations.time_control
    assert (clocks.kind.value, clocks.each_s) == ("fischer", 30)


async def test_prizes_are_shared_by_hort_unless_another_way_is_chosen(bus: Club) -> None:
    """The rows for prizes come empty, with the usual way of sharing chosen."""
    form = fields_in(bus.client.get("/new/regulations").text)
    typed = {"name": "Open 2026", "prizes.fund": "100", "prizes.groups-1.prizes": "60 40"}
    bus.client.post("/new/regulations", data={**form, **typed})
    plan = last_event(bus, RegulationsAnnounced).regulations.prizes
    assert plan is not None
    assert [group.sharing for group in plan.groups] == [Sharing.HORT]


async def test_all_that_is_wrong_is_told_at_once(bus: Club) -> None:
    form = fields_in(bus.client.get("/new/regulations").text)
    wrong = {"name": "Open", "entries.currency": "€", "entries.players_max": "3"}
    page = bus.client.post("/new/regulations", data={**form, **wrong}).text
    assert "2 entries are contradictory" in page
    assert re.search(r'name="entries.currency"[^>]* aria-invalid="true"', page)
    assert re.search(r'name="play.rounds"[^>]* aria-invalid="true"', page)
    assert bus.store.ledger.log == []
    assert {name: fields_in(page)[name] for name in wrong} == wrong


async def test_every_kind_of_clock_comes_back_from_the_form(bus: Club) -> None:
    clocks: list[dict[str, Any]] = [
        {
            "kind": "guillotine",
            "periods": [{"seconds": 300}],
            "black": {"kind": "guillotine", "periods": [{"seconds": 240}]},
        },
        {
            "kind": "fischer-tournament",
            "periods": [{"seconds": 6000, "moves": 40}, {"seconds": 900}],
            "each_s": 30,
        },
        {"kind": "byo-yomi", "periods": [{"seconds": 90}], "each_s": 10, "repeats": 3},
        {"kind": "gong", "periods": [{"seconds": 10}]},
    ]
    for clock in clocks:
        announced(bus, time_control=clock, rating={}, schedule={})
        before = bus.version
        form = fields_in(bus.client.get("/t/club/arbiter/regulations").text)
        bus.client.post("/t/club/arbiter/regulations", data=form)
        assert bus.version == before


async def test_what_is_fixed_is_not_offered_after_round_one(bus: Club) -> None:
    bus.found()
    bus.pair(1)
    page = bus.client.get("/t/club/arbiter/regulations").text
    assert "Fixed since round 1 was paired" in page
    form = fields_in(page)
    assert bus.client.post("/t/club/arbiter/regulations", data=form).status_code == 200
    again = {**form, "play.rounds": "5", "command_id": "other"}
    refused = bus.client.post("/t/club/arbiter/regulations", data=again)
    assert refused.status_code == 422
    assert "it stays as announced" in refused.text


async def test_only_who_may_writes_regulations(club: Club) -> None:
    announced(club)
    assert club.client.get("/t/club/arbiter/regulations").status_code == 403
    assert club.client.post("/t/club/arbiter/regulations", data={}).status_code == 403
    assert club.client.get("/new/regulations").status_code == 403


def minors(club: Club) -> None:
    """A tournament with a girl in a category of minors and a woman in none."""
    announced(club)
    entrants = [
        {
            "id": "y",
            "person": {
                "name": "Ruiz Vidal, Nerea",
                "fide_id": "777",
                "club": "Masnou",
                "birth": "2014-01-02",
            },
            "rating": 1500,
            "categories": ["U14"],
        },
        {"id": "o", "person": {"name": "Alba, Ana", "fide_id": "888"}, "rating": 1600},
    ]
    club.command("club", "enter-entrants", entrants=entrants)
    club.command("club", "assign-numbers")


PUBLIC = (
    "/t/club",
    "/t/club/entrants",
    "/t/club/entrants/y",
    "/t/club/cross",
    "/t/club/facts",
    "/t/club/trf",
    "/api/t/club/trf",
)


@pytest.mark.parametrize("path", PUBLIC)
async def test_the_public_reads_reduced_data_of_minors(club: Club, path: str) -> None:
    minors(club)
    page = club.client.get(path).text
    assert "Ruiz Vidal" not in page
    assert "777" not in page
    assert "2014-01-02" not in page


async def test_a_past_moment_tells_no_more_than_the_present(club: Club) -> None:
    minors(club)
    page = club.client.get("/t/club/entrants?at=v3").text
    assert "Nerea R." in page
    assert "Ruiz Vidal" not in page


async def test_the_arbiter_sees_whole_names(bus: Club) -> None:
    minors(bus)
    assert "Ruiz Vidal, Nerea" in bus.client.get("/t/club/entries").text
    assert "Ruiz Vidal, Nerea" in bus.client.get("/t/club/trf").text
    assert "Ruiz Vidal" not in bus.client.get("/t/club/entrants").text


async def test_with_consent_everything_is_shown(club: Club) -> None:
    minors(club)
    announced(club, privacy={"minors_in_full": True})
    assert "Ruiz Vidal, Nerea" in club.client.get("/t/club/entrants").text


async def test_the_arbiter_says_who_is_in_which_category(bus: Club) -> None:
    minors(bus)
    page = bus.client.get("/t/club/arbiter/entrants/o").text
    form = form_of(page, "/t/club/acts/correct-sporting-data")
    sent = {**form, "rating": "1600", "categories": "U14, Club|U14"}
    bus.client.post("/t/club/acts/correct-sporting-data", data=sent)
    assert 'value="U14, Club"' in bus.client.get("/t/club/arbiter/entrants/o").text
    assert "Ana A." in bus.client.get("/t/club/entrants").text


async def test_a_list_of_entries_has_a_column_of_categories(bus: Club) -> None:
    announced(bus)
    lines = "Nombre;Elo;Categoría\nRuiz Vidal, Nerea;1500;U14\nAlba, Ana;1600;"
    review = bus.client.post("/t/club/entries/review", data={"lines": lines}).text
    assert "U14" in review
    form = form_of(review, "/t/club/entries")
    bus.client.post("/t/club/entries", data={**form, "lines": form.get("lines", lines)})
    page = bus.client.get("/t/club/entrants").text
    assert "Nerea R." in page
    assert "Alba, Ana" in page


def words(page: str) -> str:
    """What is read on a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        (3, "3 rounds are enough for 6 entrants: after 3 at most one can have won everything."),
        (
            2,
            "After 2 rounds several of 6 entrants may have won everything; after 3 at most one.",
        ),
    ],
)
async def test_before_round_1_the_rounds_are_judged_and_what_stays_is_listed(
    rounds: int, said: str
) -> None:
    """Six, three, two, one: three rounds."""
    club = Club()
    await club.let_in(ORGANISER_TOKEN, "*")
    club.found(rounds=rounds)
    stays = (
        "From round 1 on these stay as announced: Pairing system, Rounds, Points, Tie-breaks, "
        "Application of the tie-breaks, Edition of the tie-breaks, First colour, Rating rules."
    )
    for path in ("regulations", "arbiter"):
        assert said in words(club.client.get(f"/t/club/{path}").text)
    for path in ("regulations", "arbiter/regulations"):
        assert stays in words(club.client.get(f"/t/club/{path}").text)
    club.pair(1)
    for path in ("regulations", "arbiter", "arbiter/regulations"):
        page = words(club.client.get(f"/t/club/{path}").text)
        assert "won everything" not in page
        assert "these stay as announced" not in page


async def test_rounds_are_not_judged_where_nobody_is_entered_or_there_is_no_swiss() -> None:
    club = Club()
    club.command("club", "create-tournament", name="Club", rounds=5)
    club.command("hall", "create-tournament", name="Hall", system="keizer")
    for tournament in ("club", "hall"):
        page = words(club.client.get(f"/t/{tournament}/regulations").text)
        assert "won everything" not in page
        assert "these stay as announced" in page
