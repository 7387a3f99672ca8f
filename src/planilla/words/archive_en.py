"""What is said of archives of the log, in English.

The verifiers in `web/verifier` say the same by themselves; a test compares them.
"""

ARCHIVE: dict[str, str] = {
    "archive.fault": "{path}, line {line}: {why}.",
    "archive.empty": "the file is empty",
    "archive.no-archive": "this is not an archive of Planilla",
    "archive.other-format": "format {number} is not known here",
    "archive.unreadable": "this is no line of an archive",
    "archive.not-canonical": "the line is not written as Planilla writes it",
    "archive.too-many": "{events} events are announced; there may be 1 to {most}",
    "archive.too-long": "the line is longer than {most} bytes",
    "archive.cut": "the archive is cut off here",
    "archive.tail": (
        "it ends with v{ends}, but the expected head is v{expected}: the end is missing"
    ),
    "archive.order": (
        "v{version} stands where v{expected} belongs: a line is missing, doubled or out of place"
    ),
    "archive.other-stream": "the event is of another tournament ({stream})",
    "archive.seal": "the seal of v{version} does not fit: this event or one before it was changed",
    "archive.other-head": (
        "v{version} has the hash {hash}…, not the expected one: this is another history"
    ),
    "archive.head": "v{version} is not the last event that the first line names",
    "archive.head-elsewhere": "the signed head is of another event (v{version})",
    "archive.head-signature": "the signature of the head is not good",
    "archive.head-key": "the head was signed by another key ({found})",
    "archive.old-head": (
        "the signed head has form 1, which did not bind versions and is not read any more: ask for "
        "the archive again"
    ),
    "archive.digest": (
        "the digest is not that of the lines before it: something in them was changed"
    ),
    "archive.unsigned": "nobody signed the archive; the key {expected} was expected",
    "archive.signature": "the signature is not good",
    "archive.other-key": "it was signed by {found}, not by the expected key {expected}",
    "archive.not-announced": (
        "it was signed by {found}, which is neither the key that the tournament announces "
        "({announced}) nor one that you expected"
    ),
    "archive.more": "something stands after the end",
    "archive.whole": (
        "{path}: whole. v1 to v{version} of {stream}; nothing changed, missing or out of place."
    ),
    "archive.head-is": "Head: v{version}:{hash}",
    "archive.withheld": (
        "Of {events} events, {withheld} by their seal alone: only arbiters read them."
    ),
    "archive.head-known": "The expected head, v{version}, is in it.",
    "archive.head-signed": "The head is signed by the same key.",
    "archive.signed-expected": "It is signed by the expected key.",
    "archive.signed-vouched": (
        "It is signed by the key {public_key}, which the expected key endorsed."
    ),
    "archive.signed-announced": (
        "It is signed by the key that the tournament announces, {public_key}. Whoever made the "
        "whole of it anew could announce another one: compare it with the key that was published."
    ),
    "archive.signed-unendorsed": (
        "It is signed by the key that the tournament announced last, {public_key}; the key before "
        "it did not endorse it. Compare it with the key that was published."
    ),
    "archive.signed-by": (
        "It is signed by the key {public_key}. This proves only that the holder of this key signed "
        "it: compare it with the key that was published."
    ),
    "archive.not-signed": (
        "Nobody signed it: whoever had the file could have made it anew. Compare the head with one "
        "that was published."
    ),
    "archive.bad-key": "“{given}” is not a public key: 64 hex digits, or a file that holds them.",
    "archive.bad-head": "“{given}” is not a head: v61:…, with 12 to 64 hex digits.",
    "archive.no-file": "{path} cannot be read: {reason}.",
    "archive.page.title": "Is it what was written?",
    "archive.page.lead": (
        "The archive of a tournament, the proof of one fact or a signed head is read here, in this "
        "page, and sent nowhere: it works without a network, and from disk."
    ),
    "archive.page.choose": "Choose an archive, a proof or a head",
    "archive.page.drop": "or drop it here",
    "archive.page.known": "What you know from elsewhere",
    "archive.page.key": "Public key (64 hex digits)",
    "archive.page.head": "A head that was published (v61:…)",
    "archive.page.reading": "Reading: {done} %",
    "archive.page.whole": "Whole",
    "archive.page.broken": "Not what was written",
    "archive.page.other": "Not readable",
    "archive.page.proved": "Proved",
    "archive.page.unproved": "Not proved",
    "archive.page.no-script": "This page checks by itself and needs script.",
    "archive.not-a-file": "it is no file",
    "cli.log.import": "append an archive, verified, to this log",
    "cli.log.verifier": "write the verifier of archives, one Python file",
    "cli.tournament-or-archive": "tournament; without one, all; or a file that is an archive",
    "cli.archive": "archive of a tournament",
    "cli.archive.public": "tell what everybody may see; other facts by their seal alone",
    "cli.archive.people": "file to write names and texts to, which are in no archive",
    "cli.archive.people-in": "file with the names and texts",
    "cli.archive.key": "public key that must have signed it: 64 hex digits, or a file",
    "cli.archive.head": "head that must be in it, as it was published",
    "cli.taken-in": "{tournament}: {events} {events:fact|facts} appended, up to v{version}.",
    "cli.taken-in-before": "{tournament}: all facts up to v{version} are here already.",
    "cli.taken-in-people": (
        "Names of {people} {people:person|people} and {texts} {texts:text|texts} are kept beside "
        "the log."
    ),
    "cli.verifier-written": "The verifier is in {path}: python3 {path} ARCHIVE",
    "error.people-are-not-public": (
        "Names and texts go with the full form only: leave out --public or --people."
    ),
    "error.take-in.public-form": (
        "The public form cannot be taken in: what only arbiters read is not in it."
    ),
    "error.take-in.no-tournament": "This is no archive of a tournament.",
    "error.take-in.unfit": (
        "v{version} ({type}) cannot be read here: a newer Planilla wrote it, or somebody made it "
        "up."
    ),
    "error.take-in.other-history": (
        "“{tournament}” is here with another history: v{version} is not the same."
    ),
    "error.take-in.changed": (
        "The archive changed while it was read: event {version} is not the one that was verified."
    ),
    "error.take-in.more-here": "“{tournament}” is here up to v{version}, further than the archive.",
    "error.take-in.people-too-long": "The file with the names is too long (line {line}).",
    "error.take-in.people-unreadable": "Line {line} of the file with the names cannot be read.",
    "error.take-in.people-unfit": (
        "Line {line} of the file with the names does not fit its commitment."
    ),
    "error.take-in.people-of-another": (
        "The file with the names is not of this archive: no fact commits to {commitment}…, or a "
        "later one replaced it."
    ),
    "error.take-in.conflict": (
        "Somebody else appended to this tournament meanwhile, or its facts are in this log "
        "already; import it again."
    ),
    "refusal.no-such-form": "There is no form “{form}” of an archive. There are: {known}.",
    "archive.proof.fault": "{path}: {why}.",
    "archive.proof.unreadable": (
        "this is no proof and no head as Planilla writes them: cut, changed, or something else"
    ),
    "archive.proof.event": "what it says of v{version} does not fit its hash",
    "archive.proof.way": (
        "v{version} is not in the log of this head: the way to its root is not good"
    ),
    "archive.proof.other": "the archive has another event as v{version}",
    "archive.proof.good": (
        "{path}: v{version} of {stream} is event {position} of the log whose head is signed, of "
        "{size}."
    ),
    "archive.proof.form": (
        "the proof has form {number}, and form {read} is read here: ask for it again"
    ),
    "archive.proof.key": (
        "the proof was signed by {found}, a key that the archive does not announce"
    ),
    "archive.proof.told": "It says: {type}, recorded on {at} UTC, {data}",
    "archive.proof.staff": (
        "Only the arbiters read what v{version} says: its place and its hash, {hash}, are proved, "
        "not what it says."
    ),
    "archive.proof.size": (
        "What v{version} says is too long for a proof: its place and its hash, {hash}, are proved, "
        "and its line in the archive says the rest."
    ),
    "archive.proof.limits": (
        "Not proved: that what was recorded is true, or what came after the head, v{head}, signed "
        "on {signed_at} UTC."
    ),
    "archive.proof.signed-by": (
        "The head is signed by the key {public_key}. This proves only that the holder of this key "
        "signed it: compare it with the key that was published."
    ),
    "archive.proof.signed-expected": "The head is signed by the expected key.",
    "archive.proof.head": (
        "{path}: the head of {stream} is v{version}:{hash}, at position {position} of its log, "
        "signed on {signed_at} UTC."
    ),
    "archive.proof.head-limits": (
        "Not proved: that what was recorded is true, or that a log still holds it: compare this "
        "head with the archive, or with the page of the tournament."
    ),
}
