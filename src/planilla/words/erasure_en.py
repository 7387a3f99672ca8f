"""Erasing people and texts, in English."""

ERASURE: dict[str, str] = {
    "event.PersonErased": "The personal data of {entrant:name} were erased.",
    "event.TextsErased": "{n} {n:text was|texts were} erased.",
}
