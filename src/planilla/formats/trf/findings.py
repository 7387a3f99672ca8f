"""Faults and remarks of a reader, limited in number."""

from planilla.formats.trf.document import TrfRemark

FAULTS_MAX = 100
"""Most faults reported; the last one states that there are more."""

NOTES_MAX = 200


class Findings:
    """Faults and notes about one file, in the order in which they were found."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[TrfRemark] = []
        self.notes: list[TrfRemark] = []

    @property
    def are_full(self) -> bool:
        """Return whether the limit of faults is reached."""
        return len(self.faults) > FAULTS_MAX

    def fault(self, line: int, column: int, code: str, **fields: str | int) -> None:
        """Add a fault, which makes the file unusable."""
        if len(self.faults) < FAULTS_MAX:
            self.faults.append(self._remark(line, column, code, fields))
        elif not self.are_full:
            self.faults.append(self._remark(line, column, "too-many", {"shown": FAULTS_MAX}))

    def note(self, line: int, column: int, code: str, **fields: str | int) -> None:
        """Add a note of a tolerated deviation or of unusual content."""
        if len(self.notes) < NOTES_MAX:
            self.notes.append(self._remark(line, column, code, fields))

    def _remark(self, line: int, column: int, code: str, fields: dict[str, str | int]) -> TrfRemark:
        return TrfRemark(file=self.file, line=line, column=column, code=code, fields=fields)


def in_order(remarks: list[TrfRemark]) -> tuple[TrfRemark, ...]:
    """Sort remarks by line and column, and keep their order within one place."""
    return tuple(sorted(remarks, key=lambda remark: (remark.line, remark.column)))
