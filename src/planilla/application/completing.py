"""Entries completed from a rating list: by id, or by a name that only one player has.

Data in an entry stay; the list fills the missing ones. If several players have a name, the user
chooses; it is never guessed. Nothing is written here: the user first sees the data taken.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from planilla.application.rating_lists import RatingList, RatingLists
from planilla.domain.tournament.personal import Entered
from planilla.formats.entry_list import EntryLine, Problem
from planilla.formats.rating_list.names import are_of_one_person
from planilla.formats.rating_list.records import RATES, STANDARD, ListedPlayer

NO_LISTED_PLAYER = "-"
"""The answer that none of the players of the list is meant."""

NOTES: dict[str, frozenset[str]] = {
    "not-listed": frozenset({"name"}),
    "no-such-id": frozenset({"id"}),
    "rating-differs": frozenset({"rating", "listed"}),
    "other-rate": frozenset({"rate", "rating"}),
}
"""Remarks on lines that are not wrong. The sentences are `page.entries.note.<code>`."""


class CompletionSource(NamedTuple):
    """The source of completions: the lists, the one to use, and the rate of play."""

    lists: RatingLists
    listed: RatingList
    rate: str = STANDARD


class CompletionNote(NamedTuple):
    """A remark on a line: its code in `NOTES`, and the fields of the sentence."""

    code: str
    fields: Mapping[str, str]


class ListedRating(NamedTuple):
    """A player's rating for a rate of play: the rating, its K, and the rate it is really of."""

    rating: int
    k: int
    rate: str


@dataclass(frozen=True, kw_only=True)
class Completion:
    """A line with what the list added, the columns it filled, and who else may be meant."""

    line: EntryLine
    filled: tuple[str, ...] = ()
    candidates: tuple[ListedPlayer, ...] = ()
    notes: tuple[CompletionNote, ...] = ()


def standing_at(player: ListedPlayer, rate: str) -> ListedRating:
    """Return the rating that counts at a rate of play.

    A player without a rapid or blitz rating plays with the standard one, without the K of the list.

    Source: FIDE B.02, rapid and blitz (1 October 2025), unrated players with a standard rating.
    """
    if rate not in RATES:
        rate = STANDARD
    rating = player.rating(rate)
    if rating or not player.standard:
        return ListedRating(rating, player.k(rate) if rating else 0, rate)
    return ListedRating(player.standard, 0, STANDARD)


def values_of(player: ListedPlayer, source: CompletionSource) -> dict[str, str]:
    """Return the data of a player in a list, by the columns of an entry list, without empty ones.

    Only the year of birth is known; it is personal data, as are name, id and sex.
    """
    standing = standing_at(player, source.rate)
    sex = player.sex or ("F" if "w" in player.flag else "")
    values = {
        "name": player.name,
        "rating": str(standing.rating or ""),
        "federation": player.federation,
        "title": player.title,
        "fide_id": str(player.id),
        "birth": str(player.birth or ""),
        "sex": {"M": "m", "F": "w"}.get(sex, ""),
        "k": str(standing.k or ""),
        "rating_list": source.listed.rating_name(standing.rate) if standing.rating else "",
    }
    return {column: value for column, value in values.items() if value}


def completed(
    lines: Iterable[EntryLine],
    source: CompletionSource,
    picked: Mapping[int, str],
    entered: Entered,
) -> tuple[Completion, ...]:
    """Return every line with what the list adds, in order.

    `picked` holds the choices for ambiguous lines: an id, or `NO_LISTED_PLAYER`. Players `entered`
    already, or in an earlier line, are reported.
    """
    seen = entered.copy()
    return tuple(
        _unique(_completion(line, source, picked.get(line.line, "")), seen) for line in lines
    )


class Lookup(NamedTuple):
    """The player of a list whom a line means; without one, those it may mean, or why there is none.

    `problem` is the column, the code and the text of a fault of the line.
    """

    player: ListedPlayer | None = None
    candidates: tuple[ListedPlayer, ...] = ()
    note: CompletionNote | None = None
    problem: tuple[str, str, str] | None = None


def looked_up(line: EntryLine, source: CompletionSource, picked: str = "") -> Lookup:
    """Return the player whom a line means, by the id that was `picked`, its own id or its name."""
    if picked == NO_LISTED_PLAYER:
        return Lookup()
    id_, name = picked or line.values.get("fide_id", ""), line.values.get("name", "")
    if not id_:
        return _by_name(line, source)
    player = _with_id(id_, source)
    if player is None:
        return Lookup(note=CompletionNote("no-such-id", {"id": id_}))
    if name and not picked and not are_of_one_person(name, player.name):
        return Lookup(problem=("fide_id", "another-player", player.name))
    return Lookup(player)


def with_listed(line: EntryLine, player: ListedPlayer, source: CompletionSource) -> EntryLine:
    """Return a line with the data of a player of the list in place of its own.

    What the list does not have stays; so does a date of birth in the year that the list has.
    """
    listed, typed = values_of(player, source), line.values.get("birth", "")
    birth = {"birth": typed} if str(player.birth) in typed else {}
    return replace(line, values={**line.values, **listed, **birth})


def _completion(line: EntryLine, source: CompletionSource, picked: str) -> Completion:
    found = looked_up(line, source, picked)
    if found.player is not None:
        return _filled(line, found.player, source)
    if found.problem is not None:
        line = _problem(line, *found.problem)
    notes = () if found.note is None else (found.note,)
    return Completion(line=line, candidates=found.candidates, notes=notes)


def _with_id(text: str, source: CompletionSource) -> ListedPlayer | None:
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        return None
    return source.lists.with_id(source.listed.kind, int(text))


def _by_name(line: EntryLine, source: CompletionSource) -> Lookup:
    name = line.values.get("name", "")
    if not name:
        return Lookup()
    candidates = tuple(
        player for player in source.lists.named(source.listed.kind, name) if _agrees(line, player)
    )
    if not candidates:
        return Lookup(note=CompletionNote("not-listed", {"name": name}))
    if len(candidates) > 1:
        return Lookup(candidates=candidates, problem=("name", "several-players", name))
    return Lookup(candidates[0])


def _agrees(line: EntryLine, player: ListedPlayer) -> bool:
    """Return whether federation and year of birth are the same, where both are known."""
    federation = line.values.get("federation", "").upper()
    birth = line.values.get("birth", "")
    return (not federation or not player.federation or federation == player.federation) and (
        not birth or not player.birth or str(player.birth) in birth
    )


def _filled(line: EntryLine, player: ListedPlayer, source: CompletionSource) -> Completion:
    listed = values_of(player, source)
    standing = standing_at(player, source.rate)
    notes = []
    if "rating" in line.values and line.values["rating"] != str(standing.rating):
        notes.append(
            CompletionNote(
                "rating-differs", {"rating": line.values["rating"], "listed": f"{standing.rating}"}
            )
        )
        listed = {name: listed[name] for name in listed if name not in {"k", "rating_list"}}
    elif standing.rate != source.rate and standing.rating:
        notes.append(
            CompletionNote("other-rate", {"rate": standing.rate, "rating": f"{standing.rating}"})
        )
    filled = tuple(column for column in listed if not line.values.get(column))
    added = {column: listed[column] for column in filled}
    problems = tuple(each for each in line.problems if each.code != "name-missing")
    whole = replace(line, values={**line.values, **added}, problems=problems)
    return Completion(line=whole, filled=filled, notes=tuple(notes))


def _unique(completion: Completion, seen: Entered) -> Completion:
    """The completion, or with a problem where its player is entered or stands in a line before."""
    line = completion.line
    found = None if line.problems else seen.twice(line.values)
    if found is not None:
        column, code = found
        wrong = _problem(line, column, code, line.values[column])
        return replace(completion, line=wrong)
    if not line.problems:
        seen.add(line.values)
    return completion


def _problem(line: EntryLine, column: str, code: str, text: str) -> EntryLine:
    problem = Problem(line=line.line, column=column, code=code, text=text[:40])
    return replace(line, problems=(*line.problems, problem))
