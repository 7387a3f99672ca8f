"""Signed heads, keys and proofs, in English."""

KEYS: dict[str, str] = {
    "event.LogKeyAnnounced": "The heads of the tournament are signed by the key {fingerprint}.",
    "event.LogKeyAnnounced.endorsed": (
        "From now on heads are signed by the key {fingerprint}; the key before it said so itself."
    ),
    "event.LogKeyAnnounced.next": (
        "From now on heads are signed by the key {fingerprint}; the key before it did not say so."
    ),
    "refusal.no-such-key-form": (
        "“{field}” is not written as it should be: a key has 64 hex digits in small letters, an "
        "endorsement 128."
    ),
    "refusal.another-key-in-force": (
        "The key to be replaced is not the one in force. Look again and decide."
    ),
    "refusal.key-retired": "The key {public_key} was replaced by another: it never comes back.",
    "keys.head": (
        "{tournament}: {head} (log up to position {position}, root {root}), signed on {at:moment} "
        "(UTC) by the key {public_key}."
    ),
    "keys.not-announced": "The tournament has not announced this key: `planilla log key announce`.",
    "keys.announced": "{tournament}: {version} announces the key {public_key}.",
    "keys.refused": "The key cannot be announced: {why}",
    "keys.rotated": "The key {before} is replaced by {after}, and has said so itself.",
    "keys.public": "Heads are signed by the key {public_key}.",
    "keys.endorsed": "{old} endorsed {new}.",
    "keys.written": "Written to {path}.",
    "keys.proof": "{tournament}: {version} is at position {position} of the log.",
    "keys.proved": "{version} ({kind}) is in the log, at position {position}, with these data:",
    "keys.proved.staff": (
        "{version}, which only the staff may read, is in the log at position {position}: the hash "
        "in the proof is proved, not what the event says."
    ),
    "keys.proved.size": (
        "{version} is in the log at position {position}: the hash in the proof is proved; the data "
        "are too long for it and are in the archive."
    ),
    "keys.signed": (
        "The head of {tournament} is {head}, position {position} of the log, signed on {at:moment} "
        "(UTC) by the key {public_key}."
    ),
    "keys.compare-key": (
        "Compare this key with the one that the organiser made known, or give it with --key."
    ),
    "keys.grown": "The log up to position {new} begins with the log up to position {old}.",
    "keys.contained": (
        "This log contains the head {head} and all that was in the log then (position {position})."
    ),
    "keys.hole": "The log cannot be followed beyond position {position}: events are missing.",
    "keys.fault.unreadable": "This is no proof, no head and no consistency proof that can be read.",
    "keys.fault.other-form": (
        "It has form {number}, and form {read} is read here: ask for it again. Form 1 did not bind "
        "the version of an event."
    ),
    "keys.fault.too-large": "The file is too long to be a proof: more than {limit} bytes.",
    "keys.fault.no-head": "There is no signed head in {path}.",
    "keys.fault.another-key": "It is signed by another key: {public_key}.",
    "keys.fault.not-signed": "The signature of the head is not good: it was changed.",
    "keys.fault.another-log": "The head is of another log.",
    "keys.fault.another-position": (
        "The known head is of position {wanted}, this one of {found}: ask for it with "
        "--position {wanted}."
    ),
    "keys.fault.another-history": (
        "At position {position} the log is not the one of the head: it was changed or begun anew "
        "since the head was published."
    ),
    "keys.fault.damaged": (
        "The hashes are those of the head, but the facts of {tournament} do not fit them from "
        "v{version} on: the log was changed. “planilla log verify” tells more."
    ),
    "keys.fault.another-event": (
        "The proof does not fit its event: v{version} says something else, or is another event."
    ),
    "keys.fault.not-in-log": "The proof does not lead from v{version} to the root of the head.",
    "keys.fault.not-grown": (
        "The log up to position {new} does not begin with the log up to position {old}."
    ),
    "keys.fault.cut": (
        "The log ends at position {found}, the head was published at {wanted}: its end is missing."
    ),
    "keys.unusable.open": (
        "Others may read the key file {where}: it is not used. Take their rights away "
        "(chmod 600), or replace the key if somebody may have read it."
    ),
    "keys.unusable.unreadable": "The key file {where} cannot be read or written.",
    "keys.unusable.malformed": "There is no signing key in {where}: 64 hex digits are expected.",
    "keys.unusable.set": (
        "The key stands in the setting {where}: put another one there, or use a file."
    ),
    "keys.cli.head": "sign and show the head of a tournament",
    "keys.cli.proof": "prove that an event is in the log",
    "keys.cli.check-proof": "check a proof or a head that came from elsewhere",
    "keys.cli.check-head": "say whether this log holds all that a published head says",
    "keys.cli.key": "show, announce or replace the key that signs heads",
    "keys.cli.no-announce": "do not announce the key in the log",
    "keys.cli.version": "the event, by its version",
    "keys.cli.position": "against the head at this position of the log",
    "keys.cli.proof-file": "the proof, head or consistency proof",
    "keys.cli.known-head": "a head that is believed already",
    "keys.cli.known-key": "the public key that must have signed",
    "keys.cli.head-file": "the signed head",
    "keys.cli.key-act": "what to do with the key",
    "keys.cli.key-tournament": "to announce it in",
    "refusal.no-such-position": "The log has no position {position} (there are {last}).",
    "refusal.no-key": "This server has no key that signs: there are no signed heads and no proofs.",
    "keys.page.title": "Proof of the record",
    "page.tab.proof": "Proof of the record",
    "keys.page.what": (
        "Everything that happens in this tournament is written down, one fact after another, and "
        "each fact seals all those before it. The head is the short number that comes out at the "
        "end: if anybody changed, left out or moved anything in the record, even one letter, it "
        "would be another. It stands at the foot of every page and on every printed sheet."
    ),
    "keys.page.code": (
        "Keep it: photograph it, print it, or scan the code. Whoever keeps a head can find out "
        "later whether the record was touched."
    ),
    "keys.page.qr": "Code with the head",
    "keys.page.compare": "Compare a head that you kept",
    "keys.page.typed": "The head as it was printed",
    "keys.page.compare.do": "Compare",
    "keys.page.compare.contained": (
        "Yes: the record contains {head}. What was written then has not been changed since."
    ),
    "keys.page.compare.cut": (
        "No: the record ends at {last}, before the head that you kept. Its end is missing."
    ),
    "keys.page.compare.another": (
        "No: at that place the record has the head {head}, and you kept another one. Either it was "
        "copied with a mistake, or the record was changed."
    ),
    "keys.page.compare.unreadable": (
        "“{typed}” cannot be read as a head: it is a version and at least eight signs, for "
        "instance v61 · 3fa9 c1d2."
    ),
    "keys.page.compare.why": (
        "A record whose last facts were taken away still fits together by itself: only a head that "
        "somebody kept tells."
    ),
    "keys.page.keys": "Who signs",
    "keys.page.keys.what": (
        "Heads are signed, so that nobody else can publish one in the organiser’s name. The public "
        "key is written in the record itself."
    ),
    "keys.page.none": "The tournament has not announced its key yet.",
    "keys.page.present": "The key of this server:",
    "keys.page.announce": "Announce the key",
    "keys.page.standing.first": "first key",
    "keys.page.standing.endorsed": "replaces the key before it, which signed for it",
    "keys.page.standing.unendorsed": "replaces the key before it, which did not sign for it",
    "keys.page.standing.false": "says that the key before it signed for it, and that is not true",
    "keys.page.verify": "Check it yourself",
    "keys.page.verify.head": "The head of now with its signature:",
    "keys.page.verify.signed": "signed head",
    "keys.page.verify.event": "One fact proved by itself, without the others:",
    "keys.page.verify.proof": "proof of {version}",
    "keys.page.verify.archive": (
        "The whole record, with a program of one file or a page, which take a single proof too:"
    ),
    "keys.page.verify.archive.get": "archive",
    "keys.page.verify.tools": "verifiers",
}
