"""English: what an inspection of the store finds, and what a damaged tournament says."""

INSPECTION = {
    "inspection.of-tournament": "{tournament}: {why} ({what}).",
    "inspection.of-store": "The database: {why} ({what}).",
    "inspection.rows-and-more": "{rows} and {more} more",
    "inspection.link": "Link {id}: {actor} ({scope}), made on {at:moment}, {state}.",
    "inspection.everywhere": "every tournament",
    "inspection.link.open": "active",
    "inspection.link.revoked": "revoked",
    "inspection.link.unsigned": "not made by this Planilla",
    "inspection.link.unjudged": "not judged: the key that signs links is not here",
    "fault.unreadable": "it cannot be read",
    "fault.head-moved": "the stored head is not the last fact",
    "fault.stream-missing": "its entry in the list of tournaments was deleted",
    "fault.stream-changed": "its name or a time in the list of tournaments is not the one recorded",
    "fault.stream-shown": "it is hidden or shown otherwise than its facts say",
    "fault.event-ids": "ids of its facts were changed or exchanged",
    "fault.corrects-another": "a correction names another fact than the one that it corrects",
    "fault.person-changed": "personal data are not what was sealed",
    "fault.person-missing": "personal data are missing that nobody erased",
    "fault.person-foreign": "there are personal data of somebody whom no fact names",
    "fault.person-returned": "personal data are back that had been erased",
    "fault.text-changed": "a reason or note is not what was sealed",
    "fault.text-missing": "a reason or note is missing that nobody erased",
    "fault.text-foreign": "there is a reason or note that no fact names",
    "fault.text-returned": "a reason or note is back that had been erased",
    "fault.text-shown": "a reason or note is shown to other readers than it was written for",
    "fault.evidence-changed": "a file of evidence is not the one that its hash names",
    "fault.answer-changed": "the recorded answer to a command is not what came of it",
    "fault.answer-missing": "the recorded answer to a command is missing",
    "fault.position-moved": "the stored end of the log is not its last fact",
    "fault.event-foreign": "there are facts that are of no tournament",
    "fault.guard-missing": "a trigger that keeps facts from being changed is missing",
    "fault.guard-changed": "a trigger that keeps facts from being changed was altered",
    "fault.guard-foreign": "there is a trigger or rule that is not one of Planilla's",
    "fault.link-unsigned": "a secret link was not made by this Planilla",
    "damage.broken": (
        "The log of this tournament was damaged. What is shown here may be wrong, and nothing more "
        "is recorded. The organiser must run “planilla log verify” and restore a backup."
    ),
    "damage.beside": (
        "Some data of this tournament were changed outside Planilla: {why}. Results and pairings "
        "are as they were recorded."
    ),
    "damage.lost": (
        "“{tournament}” is missing from this list although its facts are there: the database was "
        "changed outside Planilla."
    ),
}
