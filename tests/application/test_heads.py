"""Heads, proofs and the tree that a process keeps: as the log grows, and as it is restored."""

import hashlib

import msgspec
import pytest

from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.adapters.signing import Ed25519Signer
from planilla.application.envelope import Actor, Submission
from planilla.application.heads import Announcer, HeadNotFound, Heads, key_in_force, steps
from planilla.application.log_tree import LogProofs, OutsideTheLog
from planilla.application.ports import Signer
from planilla.application.roles import full_grant
from planilla.audit.merkle import BLOCK, Frontier, LeafPlace, Tree, is_consistent, is_included
from planilla.audit.proofs import (
    Endorsement,
    KeyOrigin,
    ProofFault,
    announced_keys,
    check_consistency,
    check_head,
    check_proof,
    endorsement_message,
    is_signed_in_hex,
)
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.keys import LogKeyAnnounced

pytestmark = pytest.mark.anyio
ORGANISER = Actor(id="organiser", grants=(full_grant("*"),))
SIGNERS = tuple(Ed25519Signer(bytes([number]) * 32) for number in (1, 2, 3))
HEX = tuple(signer.public_key.hex() for signer in SIGNERS)


def endorsed(old: int, new: int) -> Endorsement:
    message = endorsement_message(SIGNERS[old].public_key, SIGNERS[new].public_key)
    signature = SIGNERS[old].sign(message).hex()
    return Endorsement(old=HEX[old], new=HEX[new], signature=signature)


class Ring:
    """A key that can be exchanged, and the endorsements that are known."""

    def __init__(self) -> None:
        self.place = 0
        self.known: tuple[Endorsement, ...] = ()

    def current(self) -> Signer:
        return SIGNERS[self.place]

    def endorsements(self) -> tuple[Endorsement, ...]:
        return self.known


class Entries(MemoryStore):
    """A log of which only entries are asked for."""

    def __init__(self, count: int) -> None:
        super().__init__(clock=SetClock(), ids=CountedIds())
        self.kept = [hashlib.sha256(number.to_bytes(4)).digest() for number in range(count)]
        self.named = "first"

    async def epoch(self) -> str:
        return self.named

    async def entries(self, after: int, upto: int) -> tuple[bytes, ...]:
        return tuple(self.kept[after:upto])


@pytest.fixture
def store() -> MemoryStore:
    made = MemoryStore(clock=SetClock(), ids=CountedIds())
    for tournament in ("a", "b"):
        created(made, tournament)
    return made


def created(store: MemoryStore, tournament: str) -> None:
    submission = Submission(
        tournament=tournament,
        name="create-tournament",
        body=b'{"name":"Open"}',
        command_id=f"create-{tournament}",
        actor=ORGANISER,
    )
    assert store.submit_all((submission,))[0].status == "done"


async def test_the_tree_is_the_same_whatever_it_was_asked_on_the_way() -> None:
    log = Entries(3 * BLOCK + 7)
    frontiers = [Frontier()]
    for entry in log.kept:
        frontiers.append(frontiers[-1].grown((entry,)))
    roots = [frontier.root for frontier in frontiers]
    tree = LogProofs(log)
    for way in (
        (3 * BLOCK + 7,),
        (5, 200, BLOCK, BLOCK + 1, 3 * BLOCK),
        (2 * BLOCK, 3 * BLOCK + 7),
    ):
        tree = LogProofs(log)
        for size in (*way, 0, 1, BLOCK - 1, BLOCK, 2 * BLOCK + 100):
            assert await tree.root(size) == roots[size], (way, size)
    for event, size in ((1, 1), (1, 700), (BLOCK, BLOCK + 1), (700, 775), (BLOCK + 1, BLOCK + 1)):
        path = await tree.inclusion(event, size)
        place = LeafPlace(index=event - 1, size=size)
        assert is_included(log.kept[event - 1], place, path, roots[size])
    for old, new in ((1, 775), (BLOCK, 2 * BLOCK), (BLOCK + 5, 700), (775, 775)):
        path = await tree.consistency(old, new)
        before, after = (Tree(size=size, root=roots[size]) for size in (old, new))
        assert is_consistent(before, after, path)


async def test_a_restored_log_is_read_anew_and_a_hole_is_found() -> None:
    log = Entries(300)
    tree = LogProofs(log)
    await tree.root(300)
    log.kept[7] = bytes(32)
    log.named = "second"
    assert await tree.root(300) == Frontier().grown(log.kept).root
    with pytest.raises(OutsideTheLog) as found:
        await tree.root(301)
    assert (found.value.asked, found.value.position) == (301, 300)


async def test_heads_of_two_tournaments_share_the_root_and_not_the_hash(store: MemoryStore) -> None:
    heads = Heads(store, Ring(), SetClock(5))
    a, b = await heads.head("a"), await heads.head("b")
    assert a.head.root == b.head.root
    assert a.head.hash != b.head.hash
    assert (a.head.version, a.head.signed_at) == (len(await store.events("a")), 5)
    check_head(a, key=HEX[0].upper())
    await heads.agrees(a.head)


async def test_a_log_that_lost_its_tail_or_has_another_does_not_agree(store: MemoryStore) -> None:
    heads = Heads(store, Ring(), SetClock())
    kept = (await heads.head("b")).head
    cut = store.ledger.log.pop()
    with pytest.raises(ProofFault, match="cut"):
        await Heads(store, Ring(), SetClock()).agrees(kept)
    store.ledger.log.append(store.ledger.log[0])
    with pytest.raises(ProofFault, match="another-history"):
        await Heads(store, Ring(), SetClock()).agrees(kept)
    store.ledger.log[-1] = cut
    await Heads(store, Ring(), SetClock()).agrees(kept)
    moved = msgspec.structs.replace(kept, stream_id="tournament/a")
    with pytest.raises(ProofFault, match="another-history"):
        await heads.agrees(moved)
    with pytest.raises(ProofFault, match="another-log"):
        await heads.agrees(msgspec.structs.replace(kept, log_id="11" * 16))


async def test_a_tournament_that_came_later_has_no_head_before(store: MemoryStore) -> None:
    heads = Heads(store, Ring(), SetClock())
    created(store, "late")
    first = (await store.events("late"))[0].position
    with pytest.raises(HeadNotFound, match="no-such-tournament"):
        await heads.head("late", first - 1)
    proof = await heads.proof("late", 1, first)
    check_proof(proof)
    check_consistency(await heads.consistency(first - 1, first))


async def test_keys_are_announced_step_by_step_and_each_vouches_for_the_next(
    store: MemoryStore,
) -> None:
    ring = Ring()
    announcer = Announcer(store, store, ring)
    assert await key_in_force(store, "a") == ""
    assert len(await announcer.announced("a", ORGANISER)) == 1
    assert await announcer.announced("a", ORGANISER) == ()
    ring.place, ring.known = 2, (endorsed(0, 1), endorsed(1, 2))
    assert len(await announcer.announced("a", ORGANISER)) == 2
    await announcer.announced("b", ORGANISER)
    ring.known = ()
    ring.place = 1
    (lost,) = await announcer.announced("b", ORGANISER)
    assert lost.status == "done"
    keys = announced_keys(event.fact for event in await store.events("a"))
    assert [key.public_key for key in keys] == list(HEX)
    assert [key.standing for key in keys] == [
        KeyOrigin.FIRST,
        KeyOrigin.ENDORSED,
        KeyOrigin.ENDORSED,
    ]
    others = announced_keys(event.fact for event in await store.events("b"))
    assert [key.standing for key in others] == [KeyOrigin.FIRST, KeyOrigin.UNENDORSED]
    ring.place = 0
    (back,) = await announcer.announced("a", ORGANISER)
    assert back.code == "key-retired"


def test_an_endorsement_by_nobody_is_no_endorsement() -> None:
    event = LogKeyAnnounced(public_key=HEX[1], replaces=HEX[0], endorsement="00" * 64)
    facts = [
        Fact(version=1, recorded_at=7, event=event),
        Fact(version=2, recorded_at=8, event=RoundClosed(round=1)),
    ]
    (key,) = announced_keys(facts)
    assert (key.standing, key.version, key.at) == (KeyOrigin.FALSE, 1, 7)
    assert not is_signed_in_hex("zz", b"", "00")


def test_a_way_that_leads_elsewhere_is_not_taken() -> None:
    unendorsed = (Endorsement(old=HEX[0], new=HEX[2], signature=""),)
    assert steps(HEX[0], HEX[2], (endorsed(0, 1),)) == unendorsed
    assert steps(HEX[0], HEX[2], (endorsed(0, 1), endorsed(1, 0))) == unendorsed
    assert steps(HEX[0], HEX[1], (endorsed(0, 1), endorsed(1, 2))) == (endorsed(0, 1),)


async def test_a_chain_is_followed_once_as_far_as_it_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("planilla.application.heads.CHAINS_MAX", 1)
    store = MemoryStore(clock=SetClock(step=1), ids=CountedIds())
    store.submit_all(
        Submission(
            tournament=name,
            name="create-tournament",
            body=b'{"name":"Open","rounds":3}',
            command_id="create",
            actor=ORGANISER,
        )
        for name in ("a", "b")
    )
    asked: list[str] = []
    events = store.events

    async def watched(tournament: str, after: int = 0, upto: int | None = None) -> object:
        asked.append(f"{tournament} {after}")
        return await events(tournament, after, upto)

    monkeypatch.setattr(store, "events", watched)
    heads = Heads(store, Ring(), SetClock())
    for tournament in ("a", "a", "b", "b", "a"):
        await heads.head(tournament)
    assert asked == ["a 0", "b 0", "a 0"]
