"""What is said of rating lists of federations, in Spanish."""

RATING_LISTS: dict[str, str] = {
    # commands
    "cli.list": "listas de Elo de las federaciones: importar una, verlas, buscar a alguien",
    "cli.list.import": "poner una lista en el lugar de la de su clase",
    "cli.list.show": "mostrar qué listas hay",
    "cli.list.find": "buscar a un jugador por nombre o identificador",
    "cli.list.file": "lista en columnas fijas, XML o CSV, o un zip con una de ellas",
    "cli.list.month": "mes de la lista (sin él: el que diga la lista o su nombre)",
    "cli.list.kind": "de quién es la lista: fide, feda, … (minúsculas, cifras, guiones)",
    "cli.list.rate": "ritmo de juego de una lista con un solo Elo",
    "cli.list.name": "nombre en cualquier orden, su comienzo, o un identificador",
    "cli.list.imported": (
        "{kind} {month}: {players} {players:jugador importado|jugadores importados}, {broken} "
        "{broken:línea rota omitida|líneas rotas omitidas}."
    ),
    "cli.list.more-broken": "… y {n} {n:línea rota|líneas rotas} más.",
    "cli.list.nothing": "{path} no tiene ninguna línea legible. Queda la lista anterior.",
    "cli.list.none": "Aún no se ha importado ninguna lista: planilla list import FILE",
    "cli.list.one": (
        "{kind} {month}: {players} {players:jugador|jugadores}, {broken} "
        "{broken:línea rota omitida|líneas rotas omitidas} ({source}, {form})"
    ),
    "cli.list.nobody": "Nadie con ese nombre o identificador en la lista {kind} {month}: {name}",
    "progress.list": "{bar} {done} de {total} MB",
    "error.not-a-list": "{path} no es una lista de Elo: {why}",
    "error.list-month": "¿De qué mes es {path}? Dígalo así: --month 2026-11.",
    "error.list-zip": (
        "{path} debería contener una lista (.txt, .xml o .csv); hay {found} archivos así."
    ),
    "error.list-bomb": (
        "{path} ocuparía {size} bytes: eso no es una lista de Elo. Descomprímalo usted si lo es."
    ),
    "error.no-list": "Aquí no hay ninguna lista {kind}. Importe una: planilla list import FILE",
    "error.list-unusable": (
        "La lista {kind} está dañada o es de otra versión de Planilla. Impórtela de nuevo: "
        "planilla list import FILE --kind {kind}"
    ),
    # why a file is no list
    "list-unreadable.empty": "está vacía.",
    "list-unreadable.no-columns": (
        "su primera línea debería nombrar las columnas, entre ellas un identificador y un nombre; "
        "dice «{found}»."
    ),
    "list-unreadable.doctype": (
        "declara un tipo de documento. Las listas no lo llevan y podría hacer daño: quítelo."
    ),
    "list-unreadable.encoding": (
        "está escrita en «{found}»; las listas van en UTF-8, ISO-8859-1 o Windows-1252."
    ),
    "list-unreadable.no-players-element": "es XML sin ningún <player>.",
    # why a line is left out
    "list-fault.id-missing": "falta el identificador; es un número de hasta diez cifras",
    "list-fault.not-an-id": "«{found}» no es un identificador; es un número de hasta diez cifras",
    "list-fault.id-twice": (
        "el identificador {id} ya estaba en la línea {first}; cada uno es de un solo jugador"
    ),
    "list-fault.name-missing": "falta el nombre; lo correcto es «Apellido, Nombre»",
    "list-fault.name-too-long": "el nombre es demasiado largo; caben {most} caracteres",
    "list-fault.not-a-number": (
        "«{found}» no es un número ({field:@list-field}); lo correcto son solo cifras"
    ),
    "list-fault.rating-out-of-range": (
        "un Elo de {found} no puede ser; lo correcto es de 0 (sin Elo) a {most}"
    ),
    "list-fault.not-a-k": "un K de {found} no puede ser; lo correcto es de 0 a {most}",
    "list-fault.not-a-year": (
        "«{found}» no es un año de nacimiento; lo correcto son cuatro cifras, como 1990"
    ),
    "list-fault.not-a-federation": (
        "«{found}» no es una federación; lo correcto son tres letras, como ESP"
    ),
    "list-fault.not-a-sex": "«{found}» debería ser M o F",
    "list-fault.not-a-title": (
        "«{found}» no es un título; lo correcto es GM, IM, FM, CM, WGM o semejante"
    ),
    "list-fault.not-a-flag": (
        "«{found}» no es una marca; lo correcto es i (inactivo), w (mujer) o wi"
    ),
    "list-fault.out-of-column": (
        "«{found}» no cabe en su columna ({field:@list-field}); la cabecera de la lista dice dónde "
        "empiezan las columnas"
    ),
    "list-fault.too-many-cells": (
        "«{found}» está más allá de la última columna; lo correcto son {most} celdas, y comillas "
        "en la celda que contenga un separador"
    ),
    "list-fault.line-too-long": "la línea no acaba; caben {most} caracteres",
    "list-fault.not-xml": "no es XML bien formado ({found}); lo correcto es <player>…</player>",
    "list-fault.cut-off": "el archivo acaba en medio de la lista; descárguelo de nuevo",
    "list-field.id": "identificador",
    "list-field.name": "nombre",
    "list-field.federation": "federación",
    "list-field.sex": "sexo",
    "list-field.title": "título",
    "list-field.womens_title": "título femenino",
    "list-field.other_titles": "otros títulos",
    "list-field.online_title": "título en línea",
    "list-field.rating": "Elo",
    "list-field.games": "partidas",
    "list-field.k": "K",
    "list-field.standard": "Elo clásico",
    "list-field.standard_games": "partidas clásicas",
    "list-field.standard_k": "K clásico",
    "list-field.rapid": "Elo rápido",
    "list-field.rapid_games": "partidas rápidas",
    "list-field.rapid_k": "K rápido",
    "list-field.blitz": "Elo relámpago",
    "list-field.blitz_games": "partidas relámpago",
    "list-field.blitz_k": "K relámpago",
    "list-field.birth": "año de nacimiento",
    "list-field.flag": "marca",
    # pages
    "rate.standard": "clásico",
    "rate.rapid": "rápido",
    "rate.blitz": "relámpago",
    "page.list.search": "Buscar en {kind} {month}",
    "page.list.which": "Lista",
    "page.list.rate": "Elo",
    "page.list.find": "Buscar",
    "page.list.inactive": "inactivo",
    "page.list.nobody": "Nadie con ese nombre o identificador: {name}",
    "page.list.taken": "De la lista: {list}, identificador {id}. Aún no se ha inscrito a nadie.",
    "page.list.no-rating": "sin Elo",
    "page.list.complete": "Completar con",
    "page.list.ids-too": (
        "Basta un nombre o un identificador: la lista añade el resto, y usted lo ve antes."
    ),
    "page.list.not-at-all": "ninguna lista",
    "page.list.completed": (
        "Completado con {kind} {month}, {rate:@rate}. Queda lo que usted escribió; la lista "
        "rellena lo que faltaba."
    ),
    "page.list.who": "Línea {line}: ¿quién es {name}?",
    "page.list.undecided": "elija",
    "page.list.none-of-them": "ninguno de ellos: como está",
    "page.list.answer": "Tomar estos",
    "page.list.from-list": "de la lista de Elo",
    "page.entries.column.sex": "Sexo",
    "page.entries.column.k": "K",
    "page.entries.column.rating_list": "Lista",
    "page.entries.wrong.no-k": (
        "Línea {line}, columna {column}: un K de {text} no puede ser; lo correcto es de 0 a 100."
    ),
    "page.entries.wrong.another-player": (
        "Línea {line}, columna {column}: este identificador es de «{text}». Corrija el "
        "identificador o el nombre."
    ),
    "page.entries.wrong.several-players": (
        "Línea {line}, columna {column}: varios jugadores de la lista se llaman «{text}». Elija "
        "uno, o escriba el identificador."
    ),
    "page.entries.note.not-listed": (
        "{name} no está en la lista con este nombre; no se ha añadido nada."
    ),
    "page.entries.note.no-such-id": (
        "Nadie tiene en la lista el identificador {id}; no se ha añadido nada."
    ),
    "page.entries.note.rating-differs": (
        "La lista dice {listed}; queda el {rating} escrito, sin lista."
    ),
    "page.entries.note.other-rate": (
        "Sin Elo en este ritmo de juego: se toma el {rate:@rate}, {rating}."
    ),
    "refusal.no-rating-list": "Aquí no hay tal lista de Elo: importe una primero.",
    "refusal.too-many-questions": (
        "Son más de {most} preguntas en {seconds} segundos. Espere un poco y pregunte de nuevo."
    ),
}
