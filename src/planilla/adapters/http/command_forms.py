"""Forms of commands: each form is one command, parsed by the struct of that command.

A new command needs no change here. `HINTS` is for fields with their own syntax (amounts, time
controls), with another name in the form, or made of several fields.
"""

import hashlib
import re
from collections.abc import Iterable
from typing import Any

import msgspec

from planilla.adapters.http.forms import (
    ROWS_MAX,
    UNSET,
    Form,
    FormField,
    FormReader,
    Hint,
    Hints,
    WrongForm,
    amount_text,
    distinct,
    fields_of,
    texts_of,
    words_in,
)
from planilla.adapters.http.problems import Failure
from planilla.application.envelope import Person
from planilla.application.trf_import import readable_id
from planilla.domain.pairing import SYSTEMS, system_named
from planilla.domain.pairing.keizer.rules import LIMITS as KEIZER_LIMITS
from planilla.domain.pairing.keizer.rules import KeizerRules
from planilla.domain.pairing.masnou import MasnouRules
from planilla.domain.prizes.plan import PrizeGroup, PrizePlan
from planilla.domain.ratings.rules import RATING_RULES
from planilla.domain.scoring import POINT_SYSTEMS
from planilla.domain.standings import MODES
from planilla.domain.tiebreaks import EDITIONS
from planilla.domain.tournament.announcement import (
    Appeals,
    Category,
    Entries,
    Play,
    Rating,
    Regulations,
    Venue,
)
from planilla.domain.tournament.ballots import HandInBallot
from planilla.domain.tournament.command import GameCommand
from planilla.domain.tournament.lots import Draw
from planilla.domain.tournament.masnou.rules import LIMITS as HALL_LIMITS
from planilla.domain.tournament.subjects import COMMANDS
from planilla.domain.tournament.time_controls import FORMS, Kind, Period, TimeControl
from planilla.domain.tournament.values import Effect, EvidenceFile, Recurrence, Reported, Way
from planilla.domain.vocabulary import EntrantId
from planilla.formats.entry_list import EntryLine, read_entries

VOTES, LOT = "votes-", "lot-"
"""Prefixes of fields that hold a number for each entrant."""
BALLOT_VALUE = "value-"
"""Prefix of the fields of a ballot, with the number of an option or player from 1."""
EVIDENCE = "evidence"
"""Name of the field with files, and of the field with their names afterwards."""
PRESSED = "pressed"
"""Name of the buttons in the form around the boards. A value is the game, White, Black and, of a
button that enters one, the result, separated by blanks."""
RULED_EFFECT = "ruled"
"""Effect of a correction by a ruling beside the cases of the rule."""
RATING_DIGITS_MAX = 4
MINUS_SIGNS = ("-", "−")
KEIZER = "keizer."
"""Prefix of fields with the settings of a Keizer tournament."""

_PERIOD = re.compile(r"(?:(\d{1,3})\s*/\s*)?(\d{1,4})\s*('|min|m|\"|s)?", re.ASCII)
_FILE = re.compile(r"(?P<sha256>[0-9a-f]{64}):(?P<media_type>[a-z/]{1,40}):(?P<size>[0-9]{1,9})")


def of_board(form: Form) -> Form:
    """Return a form with the fields of the board whose button was pressed; another form as it is.

    The command id is that of the board, and the next page begins at its row.
    """
    if PRESSED not in form:
        return form
    names = ("game", "white", "black", "result")
    fields = dict(zip(names, form[PRESSED].split(), strict=False))
    game = fields.get("game", "")
    return {
        **{name: value for name, value in form.items() if name != PRESSED},
        **fields,
        "command_id": f"{form.get('command_id', '')}:{game}",
        "next": f"{form.get('next', '')}#g{game}",
    }


def body_of(act: str, form: Form) -> dict[str, Any]:
    """Return the body of the command of a form.

    Raises:
        Failure: there is no such act, or fields cannot be read.
    """
    kind = COMMANDS.get(act)
    if kind is None:
        raise Failure("no-such-command", {"command": act[:40]})
    return read(kind, form)


def read(
    kind: type[msgspec.Struct], form: Form, prefix: str = "", *, blank_is_empty: bool = False
) -> dict[str, Any]:
    """Return a struct as JSON data.

    Raises:
        WrongForm: fields cannot be read.
    """
    reader = FormReader(form, HINTS, blank_is_empty=blank_is_empty)
    body = reader.struct(kind, prefix)
    if reader.problems:
        raise WrongForm(*reader.problems)
    return body


def fields_shown(act: str) -> dict[str, FormField]:
    """Return the fields of the form of a command by name."""
    return described(COMMANDS[act])


def shown(value: msgspec.Struct, prefix: str = "") -> dict[str, str]:
    """Return the field texts of a value."""
    return texts_of(value, HINTS, prefix)


def described(kind: type[msgspec.Struct], prefix: str = "") -> dict[str, FormField]:
    """Return the fields of the form of a struct by name."""
    return {each.name: each for each in fields_of(kind, HINTS, prefix)}


def known_in(form: Form) -> int | None:
    """Return the time at which a fact became known, in microseconds since 1970 (UTC); None: now.

    Raises:
        WrongForm: it is not a time.
    """
    reader = FormReader(form, HINTS)
    text = reader.text("known_at")
    at = reader.instant("known_at", text, reader.text("zone")) if text else None
    if reader.problems:
        raise WrongForm(*reader.problems)
    return at


def keizer_in(form: Form) -> dict[str, Any] | None:
    """Return the settings of Keizer, if that system is chosen and the form has them.

    Raises:
        WrongForm: a number is not valid.
    """
    reader = FormReader(form, HINTS)
    rules: dict[str, Any] | None = _keizer_chosen(reader, KEIZER)
    if reader.problems:
        raise WrongForm(*reader.problems)
    return rules


def rows_offered(form: Form, name: str, mark: str, least: int) -> range:
    """Return the numbers of the rows to show: those filled in, and an empty one."""
    number = 1
    while form.get(f"{name}-{number}.{mark}", "").strip() and number < ROWS_MAX:
        number += 1
    return range(1, max(least, number) + 1)


def file_text(file: EvidenceFile) -> str:
    """Return the form text of a file of evidence."""
    return f"{file.sha256}:{file.media_type}:{file.size}"


def _files(reader: FormReader, name: str) -> list[dict[str, str | int]]:
    found = []
    for text in reader.text(name).split():
        named = _FILE.fullmatch(text)
        if named is None:
            raise Failure("not-a-form")
        found.append({**named.groupdict(), "size": int(named["size"])})
    return found


def _effect(reader: FormReader, name: str) -> Any:
    """Parse a case of C.04.2, 4.3, or a ruling; by default the regulations decide."""
    match reader.text(name):
        case Reported.LATER as case:
            return {"points": False, "pairing_from": None, "rating": True, "reported": case}
        case (Reported.BEFORE_NEXT_PAIRING | Reported.DURING_NEXT_ROUND) as case:
            coming = reader.number("coming") or None
            return {"points": True, "pairing_from": coming, "rating": True, "reported": case}
        case word if word == RULED_EFFECT:
            return {
                "points": "points" in reader.form,
                "pairing_from": reader.number("pairing_from") or None,
                "rating": "rating" in reader.form,
            }
        case _:
            return UNSET


PERSON_FIELDS = ("name", "birth", "fide_id", "club", "sex", "arbiter")


def new_entrant_id(line: EntryLine, command_id: str) -> EntrantId:
    """Return the id of a new entrant, derived from the command id to prevent duplicates."""
    return EntrantId(f"p{hashlib.sha256(f'{command_id} {line.line}'.encode()).hexdigest()[:10]}")


def new_entrant(line: EntryLine, command_id: str) -> dict[str, Any]:
    """Return the command data of a new entrant."""
    person = {name: line.values[name] for name in PERSON_FIELDS if line.values.get(name)}
    return {
        "id": new_entrant_id(line, command_id),
        "person": person,
        "rating": line.rating,
        "title": line.values.get("title", "").upper(),
        "federation": line.values.get("federation", "").upper(),
        "k": line.k,
        "rating_list": line.values.get("rating_list", ""),
        "categories": distinct(line.values.get("categories", "")),
    }


def _new_players(reader: FormReader, name: str) -> Any:
    """Parse people line by line, as a list of entries; a line that cannot be read is named."""
    lines = read_entries(reader.text(name))
    wrong = next((line for line in lines if line.problems), None)
    if wrong is not None:
        return reader.fail(name, "unreadable-entry", reader.text(name).splitlines()[wrong.line - 1])
    return [new_entrant(line, reader.text("command_id")) for line in lines]


def _players(reader: FormReader, _: str) -> Any:
    """Parse White and Black as shown on the page; left out if the form does not name them."""
    players = [reader.text(colour) for colour in ("white", "black")]
    return players if all(players) else UNSET


def _boards(reader: FormReader, _: str) -> list[tuple[str, str]]:
    """Parse boards as `white-1`, `black-1`, …; empty boards are left out."""
    boards, number = [], 1
    while f"white-{number}" in reader.form:
        boards.append((reader.form[f"white-{number}"], reader.form.get(f"black-{number}", "")))
        number += 1
    return [pair for pair in boards if any(pair)]


def _by_entrant(reader: FormReader, beginning: str) -> dict[str, int]:
    """Parse the numbers of fields with a prefix, by entrant; empty ones are left out."""
    return {
        name.removeprefix(beginning): reader.number(name)
        for name in reader.form
        if name.startswith(beginning) and reader.text(name)
    }


def _votes(reader: FormReader, _: str) -> list[dict[str, Any]]:
    """Parse votes, only if the method is a vote: the form is the same for all methods."""
    found = _by_entrant(reader, VOTES) if reader.text("way") == Way.VOTE else {}
    return [{"entrant": entrant, "votes": number} for entrant, number in found.items()]


def _lots(reader: FormReader) -> dict[str, int]:
    return _by_entrant(reader, LOT) if reader.text("draw") == Draw.HAND else {}


def _options(reader: FormReader, name: str) -> list[dict[str, Any]]:
    """Parse options, one a line; a number of places follows a semicolon."""
    lines = filter(None, map(str.strip, reader.text(name).splitlines()))
    parts = (line.partition(";") for line in lines)
    return [
        {"name": option.strip(), "places": reader.number(name, places.strip()) if mark else 1}
        for option, mark, places in parts
    ]


def _ballot_values(reader: FormReader, _: str) -> list[int]:
    """Parse the values of a ballot, an empty one as 0; without any the ballot is empty."""
    names = [f"{BALLOT_VALUE}{place}" for place in range(1, len(reader.form) + 1)]
    texts = {name: reader.text(name) for name in names if name in reader.form}
    if not any(texts.values()):
        return []
    return [
        -reader.number(name, text[1:].strip())
        if text.startswith(MINUS_SIGNS)
        else reader.number(name, text)
        for name, text in texts.items()
    ]


def _other(reader: FormReader, name: str) -> str:
    """Parse a game with the version of its result: `2.3@71`, or `2.3@0` without one."""
    return reader.text(name).partition("@")[0].strip()


def _other_corrects(reader: FormReader, name: str) -> int:
    return reader.number(name, reader.text("other").partition("@")[2].strip())


def _person(reader: FormReader, _: str) -> dict[str, str]:
    names = Person.__struct_fields__
    return {name: reader.text(name) for name in names if reader.text(name)}


def _rating_list(reader: FormReader, _: str) -> Any:
    """Return an empty list name for a rating changed by hand, else leave the field out."""
    before = reader.number("rating_before")
    return UNSET if reader.number("rating") == before else ""


def _categories(reader: FormReader, name: str) -> Any:
    return distinct(reader.form[name]) if name in reader.form else UNSET


def _due_at(reader: FormReader, name: str) -> Any:
    if "weekday" in reader.form:
        return UNSET
    return reader.instant(name, reader.text(name), reader.text("zone"))


def _moment(reader: FormReader, name: str) -> Any:
    text = reader.text(name)
    return reader.instant(name, text, reader.text("zone")) if text else UNSET


def _recurrence(reader: FormReader, _: str) -> Any:
    if "weekday" not in reader.form:
        return UNSET
    hour, _, minute = reader.text("hour").partition(":")
    if not (hour and minute):
        return reader.fail("hour", "not-a-number", minute)
    return {
        "weekday": reader.number("weekday"),
        "minute": 60 * reader.number("hour", hour) + reader.number("hour", minute),
        "time_zone": reader.text("zone"),
    }


def _currency(reader: FormReader, _: str = "") -> str:
    """Parse the currency of the plan, or that of the entry fee: the regulations have only one."""
    return reader.text("plan.currency").upper() or reader.text("entries.currency")


def _amount(reader: FormReader, name: str) -> int:
    text = reader.text(name) or ("0" if reader.blank_is_empty else "")
    amount = reader.amount(name, text, _currency(reader))
    if amount < 0:
        reader.fail(name, "not-an-amount", text)
    return amount


def _prizes(reader: FormReader, name: str) -> list[int]:
    """Parse prizes separated by blanks, since commas are decimal."""
    texts = reader.text(name).replace(";", " ").split()
    return [reader.amount(name, text, _currency(reader)) for text in texts]


def _rating_bound(reader: FormReader, name: str) -> Any:
    text = reader.text(name)
    if len(text) > RATING_DIGITS_MAX:
        return reader.fail(name, "not-a-number", text)
    return reader.number(name) if text else None


def _plan_announced(reader: FormReader, name: str) -> Any:
    plan = reader.struct(PrizePlan, f"{name}.")
    return plan if plan["groups"] or reader.text(f"{name}.fund").strip("0") else None


def plan_texts(plan: PrizePlan | None, name: str) -> dict[str, str]:
    """Return the texts of a prize plan; none without a plan."""
    if plan is None:
        return {}
    texts = {
        f"{name}.currency": plan.currency,
        f"{name}.fund": amount_text(plan.fund, plan.currency),
        f"{name}.taking": plan.taking.value,
    }
    for number, group in enumerate(plan.groups, start=1):
        row = f"{name}.groups-{number}."
        prizes = " ".join(amount_text(prize, plan.currency) for prize in group.prizes)
        texts |= {**shown(group, row), f"{row}prizes": prizes}
    return texts


def _entries_shown(entries: Entries, name: str) -> dict[str, str]:
    plain = texts_of(entries, Hints(), f"{name}.")
    return {**plain, f"{name}.fee": amount_text(entries.fee, entries.currency)}


def _festival_id(reader: FormReader, name: str) -> str:
    """Return the id of a festival; of a new one a readable id, the same if sent twice."""
    digest = hashlib.sha256(reader.text("command_id").encode()).hexdigest()
    return reader.text(name) or readable_id(reader.text("name"), digest)


def _control(reader: FormReader, name: str) -> dict[str, Any] | None:
    kind = reader.text(name)
    if kind not in FORMS:
        return None
    form = FORMS[Kind(kind)]
    control: dict[str, Any] = {
        "kind": kind,
        "periods": _periods(reader, f"{name}.periods"),
        "each_s": reader.number(f"{name}.each_s") if form.has_each else 0,
        "repeats": reader.number(f"{name}.repeats") if form.has_repeats else 1,
    }
    if reader.text(f"{name}.black"):
        control["black"] = {**control, "periods": _periods(reader, f"{name}.black")}
    return control


def _periods(reader: FormReader, name: str) -> list[dict[str, int]]:
    periods = []
    for part in reader.text(name).split("+"):
        found = _PERIOD.fullmatch(part.strip())
        if found is None:
            reader.fail(name, "not-a-time-control", part.strip())
            continue
        unit = 1 if found[3] in {"s", '"'} else 60
        periods.append({"moves": int(found[1] or 0), "seconds": unit * int(found[2])})
    return periods


def _control_shown(control: TimeControl | None, name: str) -> dict[str, str]:
    if control is None:
        return {name: ""}
    return {
        name: control.kind.value,
        f"{name}.periods": _period_texts(control),
        f"{name}.each_s": str(control.each_s),
        f"{name}.repeats": str(control.repeats),
        f"{name}.black": _period_texts(control.black) if control.black else "",
    }


def _period_texts(control: TimeControl) -> str:
    return " + ".join(map(_period_text, control.periods))


def _period_text(period: Period) -> str:
    minutes, rest = divmod(period.seconds, 60)
    time = f"{period.seconds}s" if rest else str(minutes)
    return f"{period.moves}/{time}" if period.moves else time


def _keizer_chosen(reader: FormReader, name: str) -> Any:
    asked = any(each.startswith(KEIZER) for each in reader.form)
    system = system_named(reader.text("system") or reader.text("play.system"))
    return _keizer(reader, name) if asked and system.keeps_values else None


def _keizer(reader: FormReader, _: str) -> dict[str, Any]:
    return reader.struct(KeizerRules, KEIZER)


def _words_shown(words: tuple[str, ...] | None, name: str) -> dict[str, str]:
    return {name: " ".join(words or ())}


def _zero_is_empty(number: int, name: str) -> dict[str, str]:
    return {name: str(number or "")}


def _upper(reader: FormReader, name: str) -> str:
    return reader.text(name).upper()


def _tiebreaks(reader: FormReader, name: str) -> list[str] | None:
    return words_in(reader, name) or None


def _numbering(reader: FormReader, _: str) -> Any:
    """Parse the field, which is not named `reason`: confirmation pages show that as a text."""
    return reader.text("numbering") or UNSET


def _of(act: str, **hints: Hint) -> dict[tuple[type, str], Hint]:
    return {(COMMANDS[act], name): hint for name, hint in hints.items()}


def _choices(known: Iterable[str]) -> Hint:
    return Hint(kind="choice", choices=tuple(known))


KEIZER_GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "values",
        (
            *("maximum", "step", "floor", "given", "maximum_follows", "own_value"),
            "categories",
        ),
    ),
    (
        "rounds",
        (
            *("bye", "unjustified", "justified", "external", "absences_max", "announced"),
            *("missed", "forfeit_win", "loss", "loss_of"),
        ),
    ),
    ("pairs", ("rounds_between", "meetings_max", "colour_difference_max", "same_colour_max")),
    (
        "season",
        (
            *("late_entry", "retired", "retired_share", "recalculate", "mode", "passes_max"),
            *("on_cycle", "final"),
        ),
    ),
)
"""Settings of a Keizer tournament in the order of their form."""


def keizer_groups() -> tuple[tuple[str, tuple[tuple[str, FormField], ...]], ...]:
    """Return the settings of a Keizer tournament by name, group by group."""
    known = described(KeizerRules, KEIZER)
    return tuple(
        (group, tuple((name, known[KEIZER + name]) for name in names))
        for group, names in KEIZER_GROUPS
    )


HINTS = Hints(
    types={
        Effect: Hint(read=_effect, kind="effect"),
        EvidenceFile: Hint(read=_files, kind="files"),
        Recurrence: Hint(read=_recurrence, kind="weekly"),
        TimeControl: Hint(
            read=_control,
            show=_control_shown,
            kind="choice",
            choices=tuple(Kind),
            parts={"periods": "text", "each_s": "number", "repeats": "number", "black": "text"},
        ),
    },
    fields={
        (GameCommand, "players"): Hint(read=_players),
        (HandInBallot, "values"): Hint(read=_ballot_values),
        **_of("register-players", players=Hint(read=_new_players)),
        **_of("open-allocation", options=Hint(read=_options)),
        **_of("change-pairing", boards=Hint(read=_boards)),
        **_of(
            "swap-results",
            other=Hint(read=_other),
            other_corrects=Hint(read=_other_corrects),
        ),
        **_of("correct-personal-data", person=Hint(read=_person)),
        **_of(
            "correct-sporting-data",
            rating_list=Hint(read=_rating_list),
            categories=Hint(read=_categories),
        ),
        **_of("assign-numbers", reason=Hint(read=_numbering)),
        **_of("form-appeals-committee", votes=Hint(read=_votes)),
        **_of(
            "draw-lots",
            entrants=Hint(read=lambda reader, _: list(_lots(reader))),
            numbers=Hint(read=lambda reader, _: list(_lots(reader).values())),
        ),
        **_of("schedule-timer", due_at=Hint(read=_due_at)),
        **_of("open-claims", ends_at=Hint(read=_moment)),
        **_of("join-festival", id=Hint(read=_festival_id)),
        **_of("rule-keizer", rules=Hint(read=_keizer)),
        **_of("create-tournament", keizer=Hint(read=_keizer_chosen), system=_choices(SYSTEMS)),
        (PrizePlan, "currency"): Hint(read=_currency),
        (PrizePlan, "fund"): Hint(read=_amount, kind="amount"),
        (PrizeGroup, "prizes"): Hint(read=_prizes, kind="amounts"),
        (PrizeGroup, "rating_from"): Hint(read=_rating_bound, limits=(0, 9999)),
        (PrizeGroup, "rating_to"): Hint(read=_rating_bound, limits=(0, 9999)),
        (Regulations, "prizes"): Hint(read=_plan_announced, show=plan_texts),
        (Regulations, "entries"): Hint(show=_entries_shown),
        (Entries, "fee"): Hint(read=_amount, kind="amount"),
        (Category, "born_from"): Hint(show=_zero_is_empty),
        (Category, "rating_to"): Hint(show=_zero_is_empty),
        (Venue, "federation"): Hint(read=_upper),
        (Rating, "federations"): Hint(read=words_in, show=_words_shown, kind="text"),
        (Rating, "rules"): _choices(RATING_RULES),
        (Play, "system"): _choices(SYSTEMS),
        (Play, "rounds"): Hint(show=_zero_is_empty),
        (Play, "point_system"): _choices(POINT_SYSTEMS),
        (Play, "tiebreaks"): Hint(read=_tiebreaks, show=_words_shown, kind="text"),
        (Play, "tiebreak_mode"): _choices(MODES),
        (Play, "tiebreak_edition"): _choices(EDITIONS),
        (Appeals, "deposit"): Hint(read=_amount, kind="amount"),
        (KeizerRules, "categories"): Hint(read=_categories),
        **{(KeizerRules, name): Hint(limits=(lo, hi)) for name, lo, hi in KEIZER_LIMITS},
        **{(MasnouRules, name): Hint(limits=limits) for name, limits in HALL_LIMITS.items()},
    },
)
"""Hints for fields beyond their structs."""
