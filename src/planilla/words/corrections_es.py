"""Las correcciones y sus pruebas, en español."""

CORRECTIONS: dict[str, str] = {
    "event.ResultDeleted": (
        "Corrección, ronda {round}, tablero {board}: se borra el resultado de {white:name} y "
        "{black:name} ({before}, versión {corrects}); la partida {counts_as:@left-as}: "
        "{points:@counts-points}; {pairing}; {rating:@counts-rating}."
    ),
    "event.ResultDeleted.table": (
        "Corrección, mesa {table}: la partida de {white:name} y {black:name} ({before}, "
        "versión {corrects}) no cuenta; quién se sentó dónde no cambia."
    ),
    "event.ByeCorrected": ("Corrección, ronda {round}: {entrant:name} no jugó ({kind:@bye})."),
    "event.EntrantRuledIneligible": (
        "{entrant:name} no podía participar desde la ronda {round}: {games:@games-meanwhile}. "
        "No se le empareja desde la ronda {out_from}."
    ),
    "event.EntrantReinstated": (
        "{entrant:name} sí puede participar, y vuelve a jugar desde la ronda {round}."
    ),
    "event.EntrantWithdrawn.late": (
        "{entrant:name} se había retirado desde la ronda {round}, y se anota ahora: "
        "{games:@games-meanwhile}."
    ),
    "event.EvidenceAdded": (
        "Se {n:añade|añaden} {n} {n:archivo|archivos} como prueba de la versión {about}."
    ),
    "left-as.*": "vuelve a quedar abierta",
    "left-as.-/-": "cuenta como no jugada por ninguno",
    "games-meanwhile.stand": "las partidas desde entonces valen",
    "games-meanwhile.forfeit": "las partidas desde entonces se pierden por incomparecencia",
    "games-meanwhile.not-played": "las partidas desde entonces cuentan como no jugadas",
    "reported.before-next-pairing": "Antes del siguiente emparejamiento",
    "reported.during-next-round": "Durante la ronda siguiente",
    "reported.later": "Más tarde",
    "refusal.known-too-early": "Un error no puede conocerse antes de publicarse su ronda.",
    "refusal.same-game": (
        "Un resultado no puede intercambiarse consigo mismo: hacen falta dos partidas."
    ),
    "refusal.evidence-unacceptable": (
        "Ese archivo no puede ser prueba: se admite un PDF, JPEG o PNG o texto sin formato de "
        "10 MB como mucho."
    ),
    "refusal.too-much-evidence": (
        "{files} archivos son demasiados para un acto: {largest} como mucho. "
        "Añade los demás después."
    ),
    "refusal.result-was-deleted": (
        "El árbitro borró el resultado de {game} (versión {in_force}). "
        "Lo que sea ahora lo dirá una corrección."
    ),
    "refusal.data-corrected-meanwhile": (
        "Alguien corrigió mientras tanto los datos de {entrant:name} "
        "(viste la versión {corrects}, ahora rige la {in_force}). Vuelve a mirar y decide."
    ),
    "refusal.already-ineligible": "Ya se decidió que {entrant:name} no puede participar.",
    "refusal.entrant-is-ineligible": (
        "{entrant:name} no puede participar: antes hay que retirar esa decisión."
    ),
    "refusal.not-ineligible": "Nada se decidió contra la participación de {entrant:name}.",
}
