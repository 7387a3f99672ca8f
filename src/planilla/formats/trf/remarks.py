"""Codes of remarks about a file, with their fields.

The messages are `trf.<code>` in the catalogues. Codes are never renamed or reused; a test compares
both.
"""

BOARD = frozenset({"round", "number", "opponent"})
TWO_SIDES = BOARD | {"found", "theirs"}
TEAM = frozenset({"round", "team"})

FAULTS: dict[str, frozenset[str]] = {
    "empty": frozenset(),
    "no-players": frozenset(),
    "not-a-number": frozenset({"field", "found"}),
    "not-points": frozenset({"field", "found"}),
    "number-out-of-range": frozenset({"number", "most"}),
    "not-blank": frozenset({"field", "found"}),
    "tab": frozenset({"field", "found"}),
    "too-many-rounds": frozenset({"most"}),
    "not-a-colour": frozenset({"found"}),
    "not-a-result": frozenset({"found"}),
    "unreadable": frozenset({"record", "found", "expected"}),
    "duplicate-number": frozenset({"number", "first"}),
    "unknown-player": frozenset({"record", "number"}),
    "unknown-opponent": BOARD,
    "own-opponent": BOARD,
    "not-mutual": BOARD | {"theirs"},
    "bye-with-opponent": TWO_SIDES,
    "colour-missing": TWO_SIDES,
    "colour-contradicts": TWO_SIDES,
    "result-contradicts": TWO_SIDES,
    "missing-round": frozenset({"round"}),
    "points-differ": frozenset({"number", "found", "expected"}),
    "too-many-records": frozenset({"record", "most"}),
    "too-many-pairs": frozenset({"record", "most"}),
    "too-many-lines": frozenset({"most"}),
    "too-many": frozenset({"shown"}),
    "round-beyond": frozenset({"round", "following"}),
    "no-more-rounds": frozenset({"planned"}),
    "unknown-team": frozenset({"record", "number"}),
    "player-of-two-teams": frozenset({"number", "team", "other"}),
    "without-team": frozenset({"number"}),
    "team-mates": BOARD,
    "two-matches": TEAM,
    "match-and-bye": TEAM,
    "forfeits-without-match": TEAM,
    "too-many-boards": TEAM | {"most"},
    "boards-unclear": TEAM | {"other"},
}
"""Codes of faults, which make a file or a round of it unusable, each with its fields."""

NOTES: dict[str, frozenset[str]] = {
    "latin-1": frozenset(),
    "columns-in-bytes": frozenset({"name"}),
    "number-gap": frozenset({"number"}),
    "uneven": TWO_SIDES,
    "points-differ": frozenset({"number", "found", "expected"}),
    "old-bye": frozenset({"round", "number", "found", "read"}),
    "blank-result": frozenset({"round", "number"}),
    "kept-lines": frozenset({"count", "first"}),
}
"""Codes of tolerated deviations and unusual content, each with its fields."""
