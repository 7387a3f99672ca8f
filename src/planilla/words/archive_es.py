"""What is said of archives of the log, in Spanish.

The verifiers in `web/verifier` say the same by themselves; a test compares them.
"""

ARCHIVE: dict[str, str] = {
    "archive.fault": "{path}, línea {line}: {why}.",
    "archive.empty": "el archivo está vacío",
    "archive.no-archive": "esto no es un archivo de Planilla",
    "archive.other-format": "aquí no se conoce el formato {number}",
    "archive.unreadable": "esta no es una línea de un archivo",
    "archive.not-canonical": "la línea no está escrita como la escribe Planilla",
    "archive.too-many": "se anuncian {events} hechos; puede haber de 1 a {most}",
    "archive.too-long": "la línea tiene más de {most} bytes",
    "archive.cut": "el archivo está cortado aquí",
    "archive.tail": "termina en v{ends}, pero la cabeza esperada es v{expected}: falta el final",
    "archive.order": (
        "está v{version} donde va v{expected}: falta una línea, sobra o está fuera de sitio"
    ),
    "archive.other-stream": "el hecho es de otro torneo ({stream})",
    "archive.seal": "el sello de v{version} no corresponde: se cambió este hecho o uno anterior",
    "archive.other-head": "v{version} tiene el hash {hash}…, no el esperado: esta es otra historia",
    "archive.head": "v{version} no es el último hecho que nombra la primera línea",
    "archive.head-elsewhere": "la cabeza firmada es de otro hecho (v{version})",
    "archive.head-signature": "la firma de la cabeza no es válida",
    "archive.head-key": "la cabeza la firmó otra clave ({found})",
    "archive.old-head": (
        "la cabeza firmada tiene la forma 1, que no ligaba las versiones y ya no se lee: pida el "
        "archivo otra vez"
    ),
    "archive.digest": "el resumen no es el de las líneas anteriores: se cambió algo en ellas",
    "archive.unsigned": "nadie firmó el archivo; se esperaba la clave {expected}",
    "archive.signature": "la firma no es válida",
    "archive.other-key": "lo firmó {found}, no la clave esperada {expected}",
    "archive.not-announced": (
        "lo firmó {found}, que no es la clave que anuncia el torneo ({announced}) ni una que usted "
        "esperara"
    ),
    "archive.more": "hay algo después del final",
    "archive.whole": (
        "{path}: entero. De v1 a v{version} de {stream}; nada cambiado, ausente ni fuera de sitio."
    ),
    "archive.head-is": "Cabeza: v{version}:{hash}",
    "archive.withheld": (
        "De {events} hechos, {withheld} solo por su sello: los leen solo los árbitros."
    ),
    "archive.head-known": "La cabeza esperada, v{version}, está en él.",
    "archive.head-signed": "La cabeza está firmada por la misma clave.",
    "archive.signed-expected": "Está firmado por la clave esperada.",
    "archive.signed-vouched": (
        "Está firmado por la clave {public_key}, que la clave esperada confirmó."
    ),
    "archive.signed-announced": (
        "Está firmado por la clave que anuncia el torneo, {public_key}. Quien rehiciera todo "
        "podría anunciar otra: compárela con la que se publicó."
    ),
    "archive.signed-unendorsed": (
        "Está firmado por la última clave que anunció el torneo, {public_key}; la anterior no la "
        "confirmó. Compárela con la que se publicó."
    ),
    "archive.signed-by": (
        "Está firmado por la clave {public_key}. Esto prueba solo que lo firmó quien tiene esta "
        "clave: compárela con la que se publicó."
    ),
    "archive.not-signed": (
        "Nadie lo firmó: quien tuvo el archivo pudo rehacerlo. Compare la cabeza con una que se "
        "publicó."
    ),
    "archive.bad-key": (
        "«{given}» no es una clave pública: 64 cifras hexadecimales, o un archivo que las contiene."
    ),
    "archive.bad-head": "«{given}» no es una cabeza: v61:…, con 12 a 64 cifras hexadecimales.",
    "archive.no-file": "{path} no se puede leer: {reason}.",
    "archive.page.title": "¿Es lo que se escribió?",
    "archive.page.lead": (
        "El archivo de un torneo, la prueba de un solo hecho o una cabeza firmada se lee aquí, en "
        "esta página, y no se envía a ningún sitio: funciona sin red y desde el disco."
    ),
    "archive.page.choose": "Elegir un archivo, una prueba o una cabeza",
    "archive.page.drop": "o soltarlo aquí",
    "archive.page.known": "Lo que se sabe por otro lado",
    "archive.page.key": "Clave pública (64 cifras hexadecimales)",
    "archive.page.head": "Una cabeza que se publicó (v61:…)",
    "archive.page.reading": "Leyendo: {done} %",
    "archive.page.whole": "Entero",
    "archive.page.broken": "No es lo que se escribió",
    "archive.page.other": "No se puede leer",
    "archive.page.proved": "Probado",
    "archive.page.unproved": "No queda probado",
    "archive.page.no-script": "Esta página comprueba por sí misma y necesita script.",
    "archive.not-a-file": "no es un archivo",
    "cli.log.import": "añadir a este registro un archivo sellado, una vez comprobado",
    "cli.log.verifier": "escribir el comprobador de archivos sellados, un solo programa de Python",
    "cli.tournament-or-archive": "torneo; sin él, todos; o un archivo sellado",
    "cli.archive": "archivo sellado de un torneo",
    "cli.archive.public": "contar lo que todos pueden ver; los demás hechos, solo por su sello",
    "cli.archive.people": (
        "archivo aparte en el que escribir los nombres y textos, que el archivo sellado no contiene"
    ),
    "cli.archive.people-in": "archivo con los nombres y textos",
    "cli.archive.key": (
        "clave pública que debe haberlo firmado: 64 cifras hexadecimales, o un archivo"
    ),
    "cli.archive.head": "cabeza que debe estar en él, como se publicó",
    "cli.taken-in": (
        "{tournament}: {events} {events:hecho añadido|hechos añadidos}, hasta v{version}."
    ),
    "cli.taken-in-before": "{tournament}: todos los hechos hasta v{version} ya están aquí.",
    "cli.taken-in-people": (
        "Los nombres de {people} {people:persona|personas} y {texts} {texts:texto|textos} se "
        "guardan junto al registro."
    ),
    "cli.verifier-written": "El comprobador está en {path}: python3 {path} ARCHIVO",
    "error.people-are-not-public": (
        "Los nombres y textos van solo con la forma completa: quite --public o --people."
    ),
    "error.take-in.public-form": (
        "La forma pública no se puede incorporar: no contiene lo que solo leen los árbitros."
    ),
    "error.take-in.no-tournament": "Este no es el archivo sellado de un torneo.",
    "error.take-in.unfit": (
        "v{version} ({type}) no se puede leer aquí: lo escribió un Planilla más nuevo, o alguien "
        "lo inventó."
    ),
    "error.take-in.other-history": (
        "«{tournament}» está aquí con otra historia: v{version} no es igual."
    ),
    "error.take-in.changed": (
        "El archivo cambió mientras se leía: el hecho {version} ya no es el que se verificó."
    ),
    "error.take-in.more-here": "«{tournament}» está aquí hasta v{version}, más allá del archivo.",
    "error.take-in.people-too-long": (
        "El archivo con los nombres es demasiado largo (línea {line})."
    ),
    "error.take-in.people-unreadable": (
        "La línea {line} del archivo con los nombres no se puede leer."
    ),
    "error.take-in.people-unfit": (
        "La línea {line} del archivo con los nombres no corresponde a su compromiso."
    ),
    "error.take-in.people-of-another": (
        "El archivo con los nombres no corresponde a este archivo sellado: ningún hecho se "
        "compromete con {commitment}…, o uno posterior lo sustituyó."
    ),
    "error.take-in.conflict": (
        "Alguien más añadió hechos a este torneo entretanto, o ya están en este registro; vuelva a "
        "importarlo."
    ),
    "refusal.no-such-form": "No hay ninguna forma «{form}» de un archivo. Hay: {known}.",
    "archive.proof.fault": "{path}: {why}.",
    "archive.proof.unreadable": (
        "esto no es una prueba ni una cabeza como las escribe Planilla: cortada, cambiada, u otra "
        "cosa"
    ),
    "archive.proof.event": "lo que dice de v{version} no corresponde a su hash",
    "archive.proof.way": (
        "v{version} no está en el registro de esta cabeza: el camino a su raíz no es válido"
    ),
    "archive.proof.other": "el archivo tiene otro hecho como v{version}",
    "archive.proof.good": (
        "{path}: v{version} de {stream} es el hecho {position} del registro cuya cabeza está "
        "firmada, de {size}."
    ),
    "archive.proof.form": (
        "la prueba tiene la forma {number} y aquí se lee la {read}: pídala otra vez"
    ),
    "archive.proof.key": "la prueba la firmó {found}, una clave que el archivo no anuncia",
    "archive.proof.told": "Dice: {type}, registrado el {at} UTC, {data}",
    "archive.proof.staff": (
        "Lo que dice v{version} lo leen solo los árbitros: quedan probados su sitio y su hash, "
        "{hash}, no lo que dice."
    ),
    "archive.proof.size": (
        "Lo que dice v{version} no cabe en una prueba: quedan probados su sitio y su hash, {hash}, "
        "y el resto lo dice su línea en el archivo."
    ),
    "archive.proof.limits": (
        "No queda probado que lo registrado sea verdad, ni lo que vino después de la cabeza, "
        "v{head}, firmada el {signed_at} UTC."
    ),
    "archive.proof.signed-by": (
        "La cabeza está firmada por la clave {public_key}. Esto prueba solo que la firmó quien "
        "tiene esta clave: compárela con la que se publicó."
    ),
    "archive.proof.signed-expected": "La cabeza está firmada por la clave esperada.",
    "archive.proof.head": (
        "{path}: la cabeza de {stream} es v{version}:{hash}, en la posición {position} de su "
        "registro, firmada el {signed_at} UTC."
    ),
    "archive.proof.head-limits": (
        "No queda probado que lo registrado sea verdad, ni que un registro lo contenga todavía: "
        "compare esta cabeza con el archivo o con la página del torneo."
    ),
}
