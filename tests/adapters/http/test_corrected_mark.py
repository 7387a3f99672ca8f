"""The mark of a corrected result in the pairings, which leads to the reason."""

import re

from dsl.web_club import Club

MARK = re.compile(
    r'<a class="correction" href="([^"]+)" title="([^"]+)" aria-label="([^"]+)">✎</a>'
)


async def test_a_corrected_result_leads_the_public_to_the_reason(club: Club) -> None:
    club.play(1, "1-0", "½-½", "0-1")
    spectator = club.browser()
    assert MARK.search(spectator.get("/t/club/rounds/1").text) is None
    corrects = next(
        version
        for version, fact in enumerate(club.store.ledger.log, start=1)
        if fact.event.game == "1.1"
    )
    club.command(
        "club", "correct-result", game="1.1", corrects=corrects, result="0-1", reason="The slip"
    )
    html = spectator.get("/t/club/rounds/1").text
    ((address, title, label),) = MARK.findall(html)
    assert title == label == "The result was corrected: the reason"
    assert address == f"/t/club/facts?upto=v{club.version}#v{club.version}"
    timeline = spectator.get(address).text
    line = re.search(rf'<li class="[^"]*" id="v{club.version}">.*?</li>', timeline, re.DOTALL)
    assert line is not None
    assert "The slip" in line[0]
