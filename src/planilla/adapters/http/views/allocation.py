"""The allocation as its pages show it: the result, the steps as tables, the form of a ballot."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.allocation.hungarian import Matrix, Step
from planilla.domain.allocation.team_formation import Claim, Team, TeamStep
from planilla.domain.tournament.values import AllocationMethod, AllocationState, Ballot
from planilla.domain.vocabulary import EntrantId
from planilla.projections.allocation import AllocationRow, AllocationSheet, rows

VETOED = "×"
"""A vetoed cell."""


class CellShown(NamedTuple):
    """A cell of a matrix: its text, and the marks that are drawn on it."""

    text: str
    is_zero: bool = False
    is_taken: bool = False
    in_row: bool = False
    in_column: bool = False

    @property
    def css(self) -> str:
        """The classes of the cell."""
        marks = {
            "zero": self.is_zero,
            "taken": self.is_taken,
            "struck-row": self.in_row,
            "struck-column": self.in_column,
        }
        return " ".join(name for name, holds in marks.items() if holds)


class MatrixShown(NamedTuple):
    """A table of a step: the heads of its columns, and its rows by name."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[CellShown, ...]], ...]


class StepShown(NamedTuple):
    """A step as sentences, with its matrix or the order of the tied players."""

    said: tuple[str, ...]
    matrix: MatrixShown | None = None


class ResultLine(NamedTuple):
    """The share of a player: the option with the value of the ballot, or the number of the team."""

    entrant: EntrantId
    name: str
    row: AllocationRow


class BallotField(NamedTuple):
    """A field of the form of a ballot: an option or a player, and the value handed in."""

    place: int
    label: str
    value: str
    is_own: bool
    is_vetoed: bool


class AllocationShown:
    """The allocation of a tournament in the reader's language."""

    def __init__(self, page: TournamentPage, sheet: AllocationSheet) -> None:
        self._page = page
        self.sheet = sheet
        self.rules = sheet.rules
        self.result = sheet.result
        self._options = [option.name for option in sheet.rules.options]

    @property
    def options(self) -> list[tuple[str, int]]:
        """The options with their places."""
        return [(option.name, option.places) for option in self.rules.options]

    @property
    def heading(self) -> str:
        """The method and the numbers of the allocation."""
        rules = self.rules
        ending = ".teams" if rules.method.forms_teams else ""
        return self._page.say(
            f"page.allocation.rules{ending}",
            method=rules.method,
            n=len(self.sheet.entrants),
            options=len(rules.options),
            team=rules.team,
            votes=rules.votes,
        )

    def lines(self) -> list[ResultLine]:
        """Return what each player got, in the order of the ballots."""
        found = rows(self._page.state)
        return [
            ResultLine(each, self._page.name(each), AllocationRow(*found[each]))
            for each in self.sheet.entrants
            if each in found
        ]

    def teams(self) -> list[list[tuple[EntrantId, str]]]:
        """Return the teams, each with its players."""
        teams = self.result.teams if self.result is not None else ()
        return [[(each, self._page.name(each)) for each in team] for team in teams]

    def totals(self) -> list[str]:
        """Return the sentences on the total, on other assignments and on lots."""
        result = self.result
        if result is None:
            return []
        if self.rules.method.forms_teams:
            said = [self._page.say("cli.allocate.total.teams", total=result.total)]
            if result.without:
                names = [self._page.name(each) for each in result.without]
                said.append(self._page.say("cli.allocate.without", players=names))
            return [*said, *([] if result.is_unique else [self._page.say("cli.allocate.lot")])]
        goal = "max" if self.rules.method is AllocationMethod.VOTES else "min"
        return [
            self._page.say(f"cli.allocate.total.{goal}", total=result.total),
            self._page.say("cli.allocate.unique" if result.is_unique else "cli.allocate.several"),
        ]

    def steps(self) -> list[StepShown]:
        """Return the steps of the book, in order."""
        return [*self._matrix_steps(), *map(self._team_step, self.sheet.team_steps)]

    def _matrix_steps(self) -> Iterator[StepShown]:
        matrix: Matrix = ()
        for step in self.sheet.steps:
            matrix = step.matrix or matrix
            yield StepShown((self._said(step),), self._matrix(matrix, step))

    def _said(self, step: Step) -> str:
        if step.kind == "assigned":
            return self._page.say("page.allocation.step.assigned")
        return self._page.say(
            f"cli.allocate.step.{step.kind}",
            amount=step.amount,
            lines=step.lines,
            size=max(len(self.sheet.entrants), len(self.sheet.columns)),
            rows=[self._row_name(row) for row in step.rows],
            columns=[self._column_name(column) for column in step.columns],
        )

    def _matrix(self, matrix: Matrix, step: Step) -> MatrixShown:
        """Return the matrix of a step, with its lines, its corrections and the options given."""
        heads = [self._column_name(column) for column in range(len(matrix[0]))]
        shown = [
            (self._row_name(at), tuple(self._cells(values, at, step)))
            for at, values in enumerate(matrix)
        ]
        correction = self._page.say("cli.allocate.correction")
        minima = tuple(CellShown(f"−{least}" if least else "") for least in step.minima)
        if step.kind == "row_reduced":
            heads.append(correction)
            shown = [
                (name, (*cells, cell)) for (name, cells), cell in zip(shown, minima, strict=True)
            ]
        if step.kind == "column_reduced":
            shown.append((correction, minima))
        return MatrixShown(tuple(heads), tuple(shown))

    @staticmethod
    def _cells(values: Sequence[int | None], row: int, step: Step) -> Iterator[CellShown]:
        for column, value in enumerate(values):
            text = VETOED if value is None else str(value).replace("-", "−")
            yield CellShown(
                text,
                is_zero=value == 0 and step.kind in {"covered", "assigned"},
                is_taken=bool(step.options) and step.options[row] == column,
                in_row=row in step.rows,
                in_column=column in step.columns,
            )

    def _row_name(self, row: int) -> str:
        if row >= len(self.sheet.entrants):
            return self._page.say("cli.allocate.nobody")
        return self._page.name(self.sheet.entrants[row])

    def _column_name(self, column: int) -> str:
        if column >= len(self.sheet.columns):
            return self._page.say("cli.allocate.nothing")
        return self._options[self.sheet.columns[column]]

    def _team_step(self, step: TeamStep) -> StepShown:
        votes = ":".join(map(str, step.sequence))
        said = [self._page.say(f"cli.allocate.rule.{step.rule}", votes=votes)]
        if len(step.tied) > 1:
            said.append(self._page.say("cli.allocate.tied", teams=self._joined(step.tied)))
        said += [
            self._page.say(
                "cli.allocate.choice",
                player=self._row_name(choice.player),
                votes=choice.votes,
                teams=self._joined(choice.teams),
            )
            for choice in step.choices
        ]
        said.append(self._page.say("cli.allocate.formed", teams=self._joined(step.teams)))
        return StepShown(tuple(said), self._order(step.order) if step.order else None)

    def _joined(self, teams: Sequence[Team]) -> list[str]:
        return [" : ".join(map(self._row_name, team)) for team in teams]

    def _order(self, claims: Sequence[Claim]) -> MatrixShown:
        """Return the values of V1 or V2 by their letters in the book, the first player first."""
        values = (
            (each.received_tied, each.weighted_tied, each.difference, each.received, each.weighted)
            for each in claims
        )
        return MatrixShown(
            ("E", "Se", "So", "T", "St"),
            tuple(
                (
                    self._row_name(claim.player),
                    tuple(CellShown(str(value).replace("-", "−")) for value in numbers),
                )
                for claim, numbers in zip(claims, values, strict=True)
            ),
        )


def ballot_matrix(page: TournamentPage, found: AllocationState) -> MatrixShown:
    """Return the ballots that are handed in; a player without one has an empty row."""
    taken = {} if found.result is None else {e.entrant: e.option for e in found.result.given}
    heads = _columns(page, found)
    return MatrixShown(
        tuple(heads),
        tuple(
            (
                page.name(each),
                tuple(_values(found.ballots.get(each), len(heads), taken.get(each))),
            )
            for each in found.entrants
        ),
    )


def _columns(page: TournamentPage, found: AllocationState) -> list[str]:
    if found.rules.method.forms_teams:
        return [page.name(each) for each in found.entrants]
    return [option.name for option in found.rules.options]


def _values(ballot: Ballot | None, columns: int, taken: int | None) -> Iterator[CellShown]:
    for place in range(1, columns + 1):
        text = "" if ballot is None else str(ballot.values[place - 1]).replace("-", "−")
        if ballot is not None and place in ballot.vetoes:
            text = f"{text} {VETOED}"
        yield CellShown(text, is_taken=place == taken)


def ballot_fields(
    page: TournamentPage, found: AllocationState, entrant: EntrantId, kept: Mapping[str, str]
) -> list[BallotField]:
    """Return the fields of the ballot of an entrant, with what was typed or handed in."""
    ballot = found.ballots.get(entrant)
    vetoes = () if ballot is None else ballot.vetoes
    forms_teams = found.rules.method.forms_teams
    first = 1 if found.rules.method is AllocationMethod.RANKS else 0
    fields: list[BallotField] = []
    for place, label in enumerate(_columns(page, found), start=1):
        value = "" if ballot is None else str(ballot.values[place - 1] + first)
        fields.append(
            BallotField(
                place=place,
                label=label,
                value=kept.get(f"value-{place}", value),
                is_own=forms_teams and found.entrants[place - 1] == entrant,
                is_vetoed=place in vetoes,
            )
        )
    return fields


def _stage_of_teams(page: TournamentPage, found: AllocationState) -> int:
    """Return the stage whose formed teams can become those of its table; 0 without any."""
    has_teams = found.result is not None and bool(found.result.teams)
    can_form = page.state.system.forms_teams and not page.state.rounds
    return page.state.stage if has_teams and can_form else 0


def allocation_desk(page: TournamentPage, asked: str, kept: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of the page of the arbiter; `asked` is the entrant of the form."""
    found = page.state.allocation
    chosen = EntrantId(kept.get("entrant", asked))
    if found is None:
        return {"allocation": None, "methods": [each.value for each in AllocationMethod]}
    without = [each for each in found.entrants if each not in found.ballots]
    if chosen not in found.entrants:
        chosen = (*without, *found.entrants)[0]
    rank_last = len(found.rules.options)
    has_ranks = found.rules.method is AllocationMethod.RANKS
    return {
        "allocation": found,
        "methods": [each.value for each in AllocationMethod],
        "matrix": ballot_matrix(page, found),
        "missing": [page.name(each) for each in without],
        "players": [(each, page.name(each), each in found.ballots) for each in found.entrants],
        "chosen": chosen,
        "chosen_name": page.name(chosen),
        "fields": ballot_fields(page, found, chosen, kept),
        "has_ranks": has_ranks,
        "stage_of_teams": _stage_of_teams(page, found),
        "expected": rank_last * (rank_last + 1) // 2 if has_ranks else found.rules.votes,
    }
