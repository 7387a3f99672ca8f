"""What is said of tournament report files, in English."""

TRF: dict[str, str] = {
    "trf.empty": "The file is empty; a tournament report file was expected.",
    "trf.no-players": "There is no player; at least one line that begins with 001 was expected.",
    "trf.not-a-number": "“{found}” is no number; {field:@trf-field} was expected here.",
    "trf.not-points": "“{found}” are no points; {field:@trf-field} was expected here, such as 1.5.",
    "trf.number-out-of-range": (
        "{number} cannot be a pairing number; one from 1 to {most} was expected."
    ),
    "trf.not-blank": (
        "“{found}” stands where a blank was expected, before or within {field:@trf-field}: "
        "the columns are shifted."
    ),
    "trf.tab": "There is a tab before or within {field:@trf-field}; blanks were expected.",
    "trf.too-many-rounds": "The line goes on after {most} rounds; at most {most} were expected.",
    "trf.not-a-colour": "“{found}” is no colour; w, b or - was expected.",
    "trf.not-a-result": (
        "“{found}” is no result; one of 1 = 0 W D L + - H F U Z, ? or a blank was expected."
    ),
    "trf.unreadable": "Record {record} says “{found}” here; {expected} was expected.",
    "trf.duplicate-number": (
        "Number {number} is that of line {first} already; each number was expected once."
    ),
    "trf.unknown-player": "Record {record} names number {number}, but no player has it.",
    "trf.unknown-opponent": (
        "Round {round}: the opponent of number {number} is {opponent}, but no player has that "
        "number."
    ),
    "trf.own-opponent": "Round {round}: number {number} is their own opponent.",
    "trf.not-mutual": (
        "Round {round}: number {number} has {opponent} as opponent, but the line of {opponent} "
        "has {theirs}."
    ),
    "trf.bye-with-opponent": (
        "Round {round}: “{found}” is a bye, but number {number} has {opponent} as opponent; "
        "the result of a game was expected."
    ),
    "trf.colour-missing": (
        "Round {round}: number {number} has the result “{found}” without a colour; "
        "w or b was expected."
    ),
    "trf.colour-contradicts": (
        "Round {round}: both {number} and {opponent} have the colour “{found}”; "
        "one w and one b were expected."
    ),
    "trf.result-contradicts": (
        "Round {round}: number {number} has “{found}” and {opponent} has “{theirs}”; "
        "two results that fit one another were expected."
    ),
    "trf.missing-round": (
        "Round {round} is blank for everybody, and later rounds are not; no round may be left out."
    ),
    "trf.points-differ": ("Number {number} has {found} points; the results come to {expected}."),
    "trf.too-many-records": (
        "There are more than {most} records {record}; at most {most} were expected."
    ),
    "trf.too-many-pairs": (
        "The records {record} forbid more than {most} pairs; at most {most} were expected."
    ),
    "trf.too-many-lines": "The file has more than {most} lines; no tournament needs so many.",
    "trf.too-many": "There are more than {shown} faults; the rest is not listed.",
    "trf.round-beyond": (
        "Round {round} cannot be paired; a round from 1 to {following} was expected."
    ),
    "trf.no-more-rounds": "All {planned} rounds are played; there is none to be paired.",
    "trf.latin-1": "The file is not in UTF-8; it was read as Latin-1.",
    "trf.columns-in-bytes": "The columns were counted in bytes; they were put right for “{name}”.",
    "trf.number-gap": "Nobody has number {number}.",
    "trf.uneven": (
        "Round {round}: number {number} has “{found}” and {opponent} has “{theirs}”; "
        "it was taken for a ruling."
    ),
    "trf.old-bye": (
        "Round {round}: number {number} has “{found}” without an opponent; it was read as {read}."
    ),
    "trf.blank-result": (
        "Round {round}: number {number} has nothing; it was read as an absence (Z)."
    ),
    "trf.kept-lines": (
        "{count} {count:line|lines} from line {first} on {count:says|say} nothing known; "
        "{count:it is|they are} kept as {count:it is|they are}."
    ),
    "trf-field.number": "the pairing number (columns 5-8)",
    "trf-field.sex": "the sex and title (10-13)",
    "trf-field.name": "the name (15-47)",
    "trf-field.rating": "the rating (49-52)",
    "trf-field.federation": "the federation (54-56)",
    "trf-field.fide_id": "the FIDE number (58-68)",
    "trf-field.birth": "the date of birth (70-79)",
    "trf-field.points": "the points (81-84)",
    "trf-field.rank": "the rank (86-89)",
    "trf-field.rounds": "the columns of the rounds (from 92 on)",
    "trf-field.opponent": "the number of the opponent",
}
