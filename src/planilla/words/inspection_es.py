"""Español: lo que encuentra una inspección de la base, y lo que dice un torneo dañado."""

INSPECTION = {
    "inspection.of-tournament": "{tournament}: {why} ({what}).",
    "inspection.of-store": "La base de datos: {why} ({what}).",
    "inspection.rows-and-more": "{rows} y {more} más",
    "inspection.link": "Enlace {id}: {actor} ({scope}), creado el {at:moment}, {state}.",
    "inspection.everywhere": "todos los torneos",
    "inspection.link.open": "vigente",
    "inspection.link.revoked": "anulado",
    "inspection.link.unsigned": "no es de esta instalación de Planilla",
    "inspection.link.unjudged": "sin comprobar: aquí no está la clave que firma los enlaces",
    "fault.unreadable": "no se puede leer",
    "fault.head-moved": "la cabeza guardada no es el último hecho",
    "fault.stream-missing": "se borró su entrada en la lista de torneos",
    "fault.stream-changed": "su nombre o una hora en la lista de torneos no es lo que se anotó",
    "fault.stream-shown": "está oculto o visible al contrario de lo que dicen sus hechos",
    "fault.event-ids": "se cambiaron o intercambiaron identificadores de sus hechos",
    "fault.corrects-another": "una corrección nombra otro hecho que el que corrige",
    "fault.person-changed": "hay datos personales que no son los que se sellaron",
    "fault.person-missing": "faltan datos personales que nadie suprimió",
    "fault.person-foreign": "hay datos personales de alguien a quien ningún hecho nombra",
    "fault.person-returned": "han vuelto datos personales que se habían suprimido",
    "fault.text-changed": "un motivo o una nota no es lo que se selló",
    "fault.text-missing": "falta un motivo o una nota que nadie suprimió",
    "fault.text-foreign": "hay un motivo o una nota que ningún hecho nombra",
    "fault.text-returned": "ha vuelto un motivo o una nota que se había suprimido",
    "fault.text-shown": "un motivo o una nota se muestra a otros lectores que los previstos",
    "fault.evidence-changed": "un archivo de prueba no es el que nombra su huella",
    "fault.answer-changed": "la respuesta guardada a una orden no es lo que resultó de ella",
    "fault.answer-missing": "falta la respuesta guardada a una orden",
    "fault.position-moved": "el final guardado del registro no es su último hecho",
    "fault.event-foreign": "hay hechos que no son de ningún torneo",
    "fault.guard-missing": "falta un disparador que impide cambiar los hechos",
    "fault.guard-changed": "se alteró un disparador que impide cambiar los hechos",
    "fault.guard-foreign": "hay un disparador o una regla que no es de Planilla",
    "fault.link-unsigned": "hay un enlace secreto que no es de esta instalación de Planilla",
    "damage.broken": (
        "El registro de este torneo está dañado. Lo que se muestra aquí puede ser falso y no se "
        "anota nada más. La organización debe ejecutar «planilla log verify» y restaurar una copia "
        "de seguridad."
    ),
    "damage.beside": (
        "Se cambió algo de este torneo fuera de Planilla: {why}. Los resultados y los "
        "emparejamientos son los que se anotaron."
    ),
    "damage.lost": (
        "«{tournament}» falta en esta lista aunque sus hechos están: la base de datos se cambió "
        "fuera de Planilla."
    ),
}
