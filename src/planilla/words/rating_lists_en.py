"""What is said of rating lists of federations, in English."""

RATING_LISTS: dict[str, str] = {
    # commands
    "cli.list": "rating lists of federations: import one, show them, look somebody up",
    "cli.list.import": "put a list in the place of the one of its kind",
    "cli.list.show": "show which lists there are",
    "cli.list.find": "look up a player by name or id",
    "cli.list.file": "list in fixed columns, XML or CSV, or a zip with one of them",
    "cli.list.month": "month of the list (without it: the one that the list or its name says)",
    "cli.list.kind": "whose list it is: fide, feda, … (small letters, digits, hyphens)",
    "cli.list.rate": "rate of play of a list that has a single rating",
    "cli.list.name": "name in any order, the beginning of one, or an id",
    "cli.list.imported": (
        "{kind} {month}: {players} {players:player|players} imported, {broken} broken "
        "{broken:line|lines} left out."
    ),
    "cli.list.more-broken": "… and {n} more broken {n:line|lines}.",
    "cli.list.nothing": "{path} holds no line that can be read. The list of before stays.",
    "cli.list.none": "No list was imported yet: planilla list import FILE",
    "cli.list.one": (
        "{kind} {month}: {players} {players:player|players}, {broken} broken {broken:line|lines} "
        "left out ({source}, {form})"
    ),
    "cli.list.nobody": "Nobody of that name or id in the list {kind} {month}: {name}",
    "progress.list": "{bar} {done} of {total} MB",
    "error.not-a-list": "{path} is no rating list: {why}",
    "error.list-month": "Of which month is {path}? Say it as --month 2026-11.",
    "error.list-zip": (
        "{path} should hold one list (.txt, .xml or .csv); there are {found} files of that kind."
    ),
    "error.list-bomb": (
        "{path} would unpack to {size} bytes: that is no rating list. Unpack it yourself if it is."
    ),
    "error.no-list": "There is no list {kind} here. Import one: planilla list import FILE",
    "error.list-unusable": (
        "The list {kind} is broken or of another version of Planilla. Import it again: "
        "planilla list import FILE --kind {kind}"
    ),
    # why a file is no list
    "list-unreadable.empty": "it is empty.",
    "list-unreadable.no-columns": (
        "its first line should name the columns, with an id and a name among them; "
        "it says “{found}”."
    ),
    "list-unreadable.doctype": (
        "it declares a document type. Lists have none, and one could do harm: take it out."
    ),
    "list-unreadable.encoding": (
        "it is written in “{found}”; lists are in UTF-8, ISO-8859-1 or Windows-1252."
    ),
    "list-unreadable.no-players-element": "it is XML without any <player>.",
    # why a line is left out
    "list-fault.id-missing": "the id is missing; it is a number of up to ten digits",
    "list-fault.not-an-id": "“{found}” is no id; it is a number of up to ten digits",
    "list-fault.id-twice": "the id {id} stood in line {first} already; an id is one player's",
    "list-fault.name-missing": "the name is missing; “Last, First” is right",
    "list-fault.name-too-long": "the name is too long; at most {most} characters are right",
    "list-fault.not-a-number": (
        "“{found}” is no number ({field:@list-field}); digits alone are right"
    ),
    "list-fault.rating-out-of-range": (
        "a rating of {found} is not possible; 0 (unrated) to {most} is right"
    ),
    "list-fault.not-a-k": "a K of {found} is not possible; 0 to {most} is right",
    "list-fault.not-a-year": "“{found}” is no year of birth; four digits, as 1990, are right",
    "list-fault.not-a-federation": "“{found}” is no federation; three letters, as ESP, are right",
    "list-fault.not-a-sex": "“{found}” should be M or F",
    "list-fault.not-a-title": "“{found}” is no title; GM, IM, FM, CM, WGM and the like are right",
    "list-fault.not-a-flag": "“{found}” is no flag; i (inactive), w (woman) or wi are right",
    "list-fault.out-of-column": (
        "“{found}” does not fit its column ({field:@list-field}); the head of the list says where "
        "columns begin"
    ),
    "list-fault.too-many-cells": (
        "“{found}” stands beyond the last column; {most} cells are right, and quotation marks "
        "around a cell with a separator in it"
    ),
    "list-fault.line-too-long": "the line does not end; at most {most} characters are right",
    "list-fault.not-xml": "it is no well-formed XML ({found}); <player>…</player> is right",
    "list-fault.cut-off": "the file ends within the list; fetch it again",
    "list-field.id": "id",
    "list-field.name": "name",
    "list-field.federation": "federation",
    "list-field.sex": "sex",
    "list-field.title": "title",
    "list-field.womens_title": "women's title",
    "list-field.other_titles": "other titles",
    "list-field.online_title": "online title",
    "list-field.rating": "rating",
    "list-field.games": "games",
    "list-field.k": "K",
    "list-field.standard": "standard rating",
    "list-field.standard_games": "standard games",
    "list-field.standard_k": "standard K",
    "list-field.rapid": "rapid rating",
    "list-field.rapid_games": "rapid games",
    "list-field.rapid_k": "rapid K",
    "list-field.blitz": "blitz rating",
    "list-field.blitz_games": "blitz games",
    "list-field.blitz_k": "blitz K",
    "list-field.birth": "year of birth",
    "list-field.flag": "flag",
    # pages
    "rate.standard": "standard",
    "rate.rapid": "rapid",
    "rate.blitz": "blitz",
    "page.list.search": "Look up in {kind} {month}",
    "page.list.which": "List",
    "page.list.rate": "Rating",
    "page.list.find": "Look up",
    "page.list.inactive": "inactive",
    "page.list.nobody": "Nobody of that name or id: {name}",
    "page.list.taken": "From the list: {list}, id {id}. Nothing is entered yet.",
    "page.list.no-rating": "no rating",
    "page.list.complete": "Complete from",
    "page.list.ids-too": (
        "A name or an id alone will do: the list adds the rest, and you see it first."
    ),
    "page.list.not-at-all": "no list",
    "page.list.completed": (
        "Completed from {kind} {month}, {rate:@rate}. What you wrote stays; the list fills what "
        "was missing."
    ),
    "page.list.who": "Line {line}: who is {name}?",
    "page.list.undecided": "choose",
    "page.list.none-of-them": "none of them: as it stands",
    "page.list.answer": "Take these",
    "page.list.from-list": "from the rating list",
    "page.entries.column.sex": "Sex",
    "page.entries.column.k": "K",
    "page.entries.column.rating_list": "List",
    "page.entries.wrong.no-k": (
        "Line {line}, column {column}: a K of {text} is not possible; 0 to 100 is right."
    ),
    "page.entries.wrong.another-player": (
        "Line {line}, column {column}: this id is that of “{text}”. Mend the id or the name."
    ),
    "page.entries.wrong.several-players": (
        "Line {line}, column {column}: several players of the list are called “{text}”. Choose "
        "one, or write the id."
    ),
    "page.entries.note.not-listed": "{name} is not in the list under this name; nothing was added.",
    "page.entries.note.no-such-id": "Nobody in the list has the id {id}; nothing was added.",
    "page.entries.note.rating-differs": (
        "The list has {listed}; the {rating} that was written stays, without a list."
    ),
    "page.entries.note.other-rate": (
        "No rating at this rate of play: the {rate:@rate} one, {rating}, is taken."
    ),
    "refusal.no-rating-list": "There is no such rating list here: import one first.",
    "refusal.too-many-questions": (
        "That is more than {most} questions in {seconds} seconds. Wait a little and ask again."
    ),
}
