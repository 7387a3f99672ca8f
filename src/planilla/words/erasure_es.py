"""Borrar personas y textos, en español."""

ERASURE: dict[str, str] = {
    "event.PersonErased": "Se borraron los datos personales de {entrant:name}.",
    "event.TextsErased": "Se {n:borró|borraron} {n} {n:texto|textos}.",
}
