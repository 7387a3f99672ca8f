"""What happened, in Spanish: one sentence of the timeline for each event type."""

EVENTS: dict[str, str] = {
    "event.TournamentCreated": "Se convoca «{name}»: {system:@system}.",
    "event.TournamentImported": "Lo ya jugado se lee de un archivo ({format}).",
    "event.PointsRuled": "El torneo tiene su propia puntuación: {points}.",
    "event.SameOriginRuled": "Los jugadores de una misma federación {rule:@same-origin}.",
    "event.EntrantEntered": "Se inscribe {entrant:name}.",
    "event.EntrantEntered.late": "Se inscribe {entrant:name} desde la ronda {first_round}.",
    "event.PersonalDataCorrected": "Se corrigen los datos de {entrant:name}.",
    "event.SportingDataCorrected": "Se corrige el Elo de {entrant:name}: {rating}.",
    "event.PairingNumbersAssigned": (
        "Se reparten los números del 1 al {entrants}: {why:@numbering}."
    ),
    "event.ByeRequested": "{entrant:name} pide descansar en la ronda {round} ({kind:@bye}).",
    "event.ByeRequestCancelled": "{entrant:name} jugará la ronda {round} después de todo.",
    "event.EntrantWithdrawn": "{entrant:name} se retira a partir de la ronda {round}.",
    "event.EntryRemoved": "Se anula una inscripción: {entrant:name}.",
    "event.EntrantReturned": "{entrant:name} vuelve a partir de la ronda {round}.",
    "event.EntrantExpelled": "{entrant:name} queda expulsado a partir de la ronda {round}.",
    "event.PairsForbidden": (
        "Desde la ronda {first_round} no pueden enfrentarse entre sí: {entrants:name}."
    ),
    "event.PairsForbidden.until": (
        "De la ronda {first_round} a la {last_round} no pueden enfrentarse entre sí: "
        "{entrants:name}."
    ),
    "event.PairsAllowed": (
        "Desde la ronda {round} se levanta la prohibición de la versión {forbidden}."
    ),
    "event.RoundPaired": (
        "Se empareja la ronda {round} (borrador): {boards} {boards:tablero|tableros}."
    ),
    "event.DraftChanged": "El árbitro cambia a mano el borrador de la ronda {round}.",
    "event.DraftDiscarded": "Se desecha el borrador de la ronda {round}.",
    "event.PairingsPublished": ("Se publica la ronda {round}: {boards} {boards:tablero|tableros}."),
    "event.PairingsPublished.by-hand": (
        "Se publica la ronda {round}: {boards} {boards:tablero|tableros}. El árbitro había "
        "cambiado el emparejamiento a mano."
    ),
    "event.RoundImported": (
        "Ronda {round}, tal como se emparejó fuera: {boards} {boards:tablero|tableros}."
    ),
    "event.PairingChanged": "El árbitro cambia a mano los emparejamientos de la ronda {round}.",
    "event.RoundUnpaired": "Se deshace la ronda {round}.",
    "event.RoundClosed": "Se cierra la ronda {round}.",
    "event.RoundReopened": "Se reabre la ronda {round}.",
    "event.ResultRecorded": "Ronda {round}, tablero {board}: {white:name} {result} {black:name}.",
    "event.ResultWithdrawn": (
        "Ronda {round}, tablero {board}: se retira el resultado de {white:name} y {black:name}."
    ),
    "event.ColoursCorrected": (
        "Ronda {round}, tablero {board}: las blancas las llevaba {black:name} "
        "y las negras {white:name}."
    ),
    "event.ResultCorrected": (
        "Corrección, ronda {round}, tablero {board}: {white:name} {result} {black:name}, "
        "no {before} (versión {corrects}): {points:@counts-points}; {pairing}; "
        "{rating:@counts-rating}."
    ),
    "event.TournamentFinished": "El torneo ha terminado: la clasificación es definitiva.",
    "event.TournamentHidden": "El torneo se oculta: solo lo ve quien tiene un enlace.",
    "event.TournamentShown": "El torneo vuelve a ser público.",
    "event.TournamentReopened": "El torneo se reabre.",
    "counts-points.True": "cuenta para los puntos",
    "counts-points.False": "no cuenta para los puntos",
    "counts-pairing.from": "cuenta para emparejar desde la ronda {round}",
    "counts-pairing.never": "no cuenta para emparejar",
    "counts-rating.True": "cuenta para el Elo",
    "counts-rating.False": "no cuenta para el Elo",
    "numbering.initial-order": "orden inicial por Elo, título y alfabeto",
    "numbering.late-entry": "hay una inscripción tardía",
    "numbering.rating-corrected": "se corrigió un Elo",
    "same-origin.meet": "pueden enfrentarse",
    "same-origin.avoid": "solo se enfrentan si no hay otro remedio",
    "same-origin.forbid": "no pueden enfrentarse",
    "numbering.imported": "los del archivo",
    "numbering.arbiter": "por decisión del árbitro",
}
