"""Erasing people and texts, in English."""

ERASURE: dict[str, str] = {
    "event.PersonErased": "The personal data of {entrant:name} were erased.",
    "event.TextsErased": "{n} {n:text was|texts were} erased.",
    "erasure-field.name": "name",
    "erasure-field.birth": "date of birth",
    "erasure-field.fide_id": "FIDE id",
    "erasure-field.club": "club",
    "erasure-field.contact": "contact",
    "erasure-field.sex": "sex",
    "erasure-field.arbiter": "arbiter title",
    "erasure-audience.public": "public",
    "erasure-audience.staff": "staff",
    "erasure.remains.facts": (
        "{n} {n:fact|facts} with the key of entrant {number}: what was played is in the "
        "log for ever, under the number alone."
    ),
    "erasure.remains.sporting": (
        "Title, federation and rating as they were entered ({said}): the pairing and the "
        "Elo of the others are worked out from them."
    ),
    "erasure.remains.commitment": (
        "The commitment {commitment}: a hash whose salt is gone, so that it cannot be "
        "matched to anybody."
    ),
    "erasure.remains.key": (
        "The key “{entrant}” holds a word of the name: keys stand in the facts and cannot"
        " be changed."
    ),
    "erasure.remains.text": (
        "The text {commitment} ({versions}) holds a word of the name and was not chosen."
    ),
    "erasure.remains.file": "The file {sha256} holds a word of the name and was not chosen.",
    "erasure.remains.file-unread": (
        "The file {sha256} ({type}) cannot be searched: look at it, and erase it if it "
        "names the person."
    ),
    "erasure.remains.elsewhere": (
        "The same FIDE id or name is entered in “{tournament}” as “{entrant}”: that is "
        "another erasure."
    ),
    "erasure.remains.listed": (
        "The rating list {kind} of {month} on this machine holds the person: public data "
        "of the federation, replaced when the next list is imported."
    ),
    "erasure.remains.sqlite.busy": (
        "The file could not be written anew, because somebody was writing: pages may keep"
        " old cells. “planilla person compact” does it later."
    ),
    "erasure.remains.sqlite.large": (
        "The file is large and was not written anew, so as not to hold up who writes: "
        "pages may keep old cells. “planilla person compact” does it."
    ),
    "erasure.remains.sqlite.journal": (
        "The journal (“-wal”) could not be emptied, because somebody was reading an older"
        " state. It goes when the last process closes the file, or with “planilla person "
        "compact”."
    ),
    "erasure.remains.postgresql.not-owner": (
        "The tables keep old versions of the rows until they are written anew, and this "
        "role does not own them: run “planilla person compact” with the owner's address."
    ),
    "erasure.remains.postgresql.busy": (
        "A table could not be written anew, because somebody held it. “planilla person "
        "compact” does it later."
    ),
    "erasure.remains.postgresql.large": (
        "The tables are large and were not written anew, so as not to hold up who writes:"
        " “planilla person compact” does it."
    ),
    "erasure.remains.postgresql.wal": (
        "PostgreSQL's journal up to segment {segment} may hold the old rows until the "
        "segments are written over; replicas too."
    ),
    "erasure.remains.postgresql.archived": (
        "PostgreSQL's journal up to segment {segment} is archived: it holds the old rows "
        "for as long as the archive keeps it; replicas too."
    ),
    "erasure.remains.postgresql.log": (
        "PostgreSQL's own log holds values only where it was set to log statements with "
        "their parameters."
    ),
    "erasure.remains.backups": (
        "Backups made before hold everything. The timer keeps ninety days: the last of "
        "them is gone by {until:moment}. After a restore: “planilla person erase-again”."
    ),
    "erasure.remains.backup": "Backup {name}: gone by {until:moment}.",
    "erasure.remains.devices": (
        "Pages that are open forget the name within 15 seconds; the tablet of a hall when"
        " it next reaches the server."
    ),
    "erasure.remains.copies": (
        "Printed tables, files that were exported or sent on, and archives with names are"
        " out of reach."
    ),
    "erasure.done": "{shown}: {n:this datum is|these data are} erased: {fields}.",
    "erasure.would": "{shown} ({name}): {n:this datum|these data} would be erased: {fields}.",
    "erasure.nothing": "{shown}: nothing personal is kept any more.",
    "erasure.texts": "Texts erased: {n}.",
    "erasure.files": "Files of evidence erased: {n}.",
    "erasure.rewritten": "The tables were written anew: nothing of it is left in the database.",
    "erasure.journal": "The journal (“-wal”) is empty.",
    "erasure.chain": "The chain is whole: {events} {events:fact|facts}, head {head}.",
    "erasure.broken": "The chain is broken at v{version}: see “planilla log verify”.",
    "erasure.remains": "What remains, and why:",
    "erasure.found-texts": "Texts in which a word of the name occurs:",
    "erasure.found-files": "Files of evidence:",
    "erasure.text-line": "{commitment}  {versions}  {audience:@erasure-audience}  «{text}»",
    "erasure.file-line": "{sha256}  {type}  {about}  {words}",
    "erasure.cannot-search": "cannot be searched",
    "erasure.cli.erase": "erase the personal data of an entrant; what they played stays",
    "erasure.cli.again": "erase again what the facts or the list say to be erased, after a restore",
    "erasure.cli.list": "the list of erasures; without it, the one in the data folder",
    "erasure.cli.texts": "list free texts: reasons, notes, names of staff",
    "erasure.cli.words": "words that the text holds",
    "erasure.cli.erase-texts": "erase free texts",
    "erasure.cli.commitment": "a text by the first digits of its commitment, at least 8",
    "erasure.cli.compact": "overwrite what erased rows left behind in the database",
    "erasure.cli.text": "erase this text too, by the first digits of its commitment",
    "erasure.cli.matching": "erase all texts in which a word of the name occurs",
    "erasure.cli.file": "erase this file of evidence too, by the first digits of its SHA-256",
    "erasure.cli.backups": "folder of backups: name each with its end",
    "erasure.cli.again-line": "{tournament}: {who} erased again.",
    "erasure.cli.would-again-line": "{tournament}: {who} would be erased again.",
    "erasure.cli.texts-and-files": "{texts} {texts:text|texts}, {files} {files:file|files}",
    "erasure.cli.nothing-again": "Nothing that was erased is back.",
    "erasure.cli.no-texts": "No text is kept.",
    "erasure.cli.would-erase-texts": "{n} {n:text|texts} would be erased.",
    "progress.erasure": "Writing the tables anew {bar} {done}/{total}",
    "erasure.not-kept.text": (
        "No text with the commitment {hash} was ever kept in “{tournament}”, or several begin so."
    ),
    "erasure.not-kept.file": (
        "No file with the SHA-256 {hash} was ever kept in “{tournament}”, or several begin so."
    ),
    "erasure.not-done": "It was not erased: {why}",
    "erasure.bad-list": "The list “{path}” cannot be read.",
    "erasure.no-folder": "There is no folder “{path}”.",
    "refusal.no-such-text": "No text with that commitment was ever kept here.",
    "refusal.no-such-file": "No file with that SHA-256 was ever kept here.",
    "refusal.number-not-typed": "To confirm, type the pairing number {number}.",
    "erasure.title": "Erase a person",
    "erasure.report": "What was erased, and what remains",
    "erasure.link": "Erase personal data…",
    "erasure.vanishes": "What will vanish",
    "erasure.vanished": "What was emptied",
    "erasure.stays": "What will remain, and why",
    "erasure.stays-now": "What remains, and why",
    "erasure.on-every-page": "Every page, file and feed will say “{shown}”.",
    "erasure.row": "{fields}: the row is emptied, and the place it had is overwritten.",
    "erasure.choose-texts": "Texts in which a word of the name occurs: choose which are emptied",
    "erasure.choose-files": "Files of evidence: choose which are erased",
    "erasure.no-texts": "No free text holds a word of the name.",
    "erasure.confirm": "To confirm, type the pairing number: {number}",
    "erasure.button": "Erase for ever",
    "erasure.no-way-back": "There is no way back.",
    "erasure.help": (
        "What was played stays under the number, and the chain still verifies. The report"
        " that follows names nobody and may be kept or printed."
    ),
    "erasure.texts-title": "Free texts",
    "erasure.texts-help": (
        "Reasons, notes, and names of staff in the regulations. An emptied text leaves "
        "its commitment in the log."
    ),
    "erasure.choose": "Choose which are emptied",
    "erasure.search": "Search",
    "erasure.words": "Words",
    "erasure.empty-chosen": "Empty the chosen texts",
}
