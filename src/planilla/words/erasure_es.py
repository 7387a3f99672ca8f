"""Borrar personas y textos, en español."""

ERASURE: dict[str, str] = {
    "event.PersonErased": "Se borraron los datos personales de {entrant:name}.",
    "event.TextsErased": "Se {n:borró|borraron} {n} {n:texto|textos}.",
    "erasure-field.name": "nombre",
    "erasure-field.birth": "fecha de nacimiento",
    "erasure-field.fide_id": "código FIDE",
    "erasure-field.club": "club",
    "erasure-field.contact": "contacto",
    "erasure-field.sex": "sexo",
    "erasure-field.arbiter": "título arbitral",
    "erasure-audience.public": "público",
    "erasure-audience.staff": "organización",
    "erasure.remains.facts": (
        "{n} {n:hecho|hechos} con la clave del participante {number}: lo que se jugó está"
        " en el registro para siempre, solo con el número."
    ),
    "erasure.remains.sporting": (
        "Título, federación y Elo como se inscribieron ({said}): de ellos salen los "
        "emparejamientos y el Elo de los demás."
    ),
    "erasure.remains.commitment": (
        "El compromiso {commitment}: una huella cuya sal ya no existe, así que no se "
        "puede atribuir a nadie."
    ),
    "erasure.remains.key": (
        "La clave «{entrant}» contiene una palabra del nombre: las claves están en los "
        "hechos y no se pueden cambiar."
    ),
    "erasure.remains.text": (
        "El texto {commitment} ({versions}) contiene una palabra del nombre y no se eligió."
    ),
    "erasure.remains.file": "El archivo {sha256} contiene una palabra del nombre y no se eligió.",
    "erasure.remains.file-unread": (
        "El archivo {sha256} ({type}) no se puede buscar: mírelo y bórrelo si nombra a la persona."
    ),
    "erasure.remains.elsewhere": (
        "El mismo código FIDE o nombre está inscrito en «{tournament}» como «{entrant}»: "
        "eso se borra aparte."
    ),
    "erasure.remains.listed": (
        "La lista de Elo {kind} de {month} de esta máquina contiene a la persona: datos "
        "públicos de la federación, que se reemplazan al importar la lista siguiente."
    ),
    "erasure.remains.sqlite.busy": (
        "No se pudo reescribir el archivo porque alguien estaba escribiendo: puede quedar"
        " algo en sus páginas. «planilla person compact» lo hace después."
    ),
    "erasure.remains.sqlite.large": (
        "El archivo es grande y no se reescribió, para no hacer esperar a quien escribe: "
        "puede quedar algo en sus páginas. «planilla person compact» lo hace."
    ),
    "erasure.remains.sqlite.journal": (
        "El diario («-wal») no se pudo vaciar porque alguien leía un estado anterior. "
        "Desaparece cuando el último proceso cierra el archivo, o con «planilla person "
        "compact»."
    ),
    "erasure.remains.postgresql.not-owner": (
        "Las tablas guardan versiones antiguas de las filas hasta que se reescriben, y "
        "este usuario no es su dueño: ejecute «planilla person compact» con la dirección "
        "del dueño."
    ),
    "erasure.remains.postgresql.busy": (
        "Una tabla no se pudo reescribir porque alguien la tenía ocupada. «planilla "
        "person compact» lo hace después."
    ),
    "erasure.remains.postgresql.large": (
        "Las tablas son grandes y no se reescribieron, para no hacer esperar a quien "
        "escribe: «planilla person compact» lo hace."
    ),
    "erasure.remains.postgresql.wal": (
        "El diario de PostgreSQL hasta el segmento {segment} puede contener las filas "
        "antiguas hasta que se sobrescriba; las réplicas también."
    ),
    "erasure.remains.postgresql.archived": (
        "El diario de PostgreSQL hasta el segmento {segment} está archivado: contiene las"
        " filas antiguas mientras el archivo lo conserve; las réplicas también."
    ),
    "erasure.remains.postgresql.log": (
        "El registro propio de PostgreSQL solo contiene valores si se configuró para "
        "anotar las sentencias con sus parámetros."
    ),
    "erasure.remains.backups": (
        "Las copias de seguridad anteriores lo contienen todo. El temporizador guarda "
        "noventa días: la última desaparece antes del {until:moment}. Tras restaurar una:"
        " «planilla person erase-again»."
    ),
    "erasure.remains.backup": "Copia {name}: desaparece antes del {until:moment}.",
    "erasure.remains.devices": (
        "Las páginas abiertas olvidan el nombre en 15 segundos; la tableta de una sala, "
        "cuando vuelva a conectar con el servidor."
    ),
    "erasure.remains.copies": (
        "Las hojas impresas, los archivos exportados o enviados y los archivos con "
        "nombres quedan fuera del alcance."
    ),
    "erasure.done": "{shown}: {n:se borró este dato|se borraron estos datos}: {fields}.",
    "erasure.would": "{shown} ({name}): se {n:borraría este dato|borrarían estos datos}: {fields}.",
    "erasure.nothing": "{shown}: ya no se guarda nada personal.",
    "erasure.texts": "Textos borrados: {n}.",
    "erasure.files": "Archivos de pruebas borrados: {n}.",
    "erasure.rewritten": "Las tablas se reescribieron: no queda nada de ello en la base de datos.",
    "erasure.journal": "El diario («-wal») está vacío.",
    "erasure.chain": "La cadena está entera: {events} {events:hecho|hechos}, cabeza {head}.",
    "erasure.broken": "La cadena está rota en v{version}: véase «planilla log verify».",
    "erasure.remains": "Lo que queda, y por qué:",
    "erasure.found-texts": "Textos en los que aparece una palabra del nombre:",
    "erasure.found-files": "Archivos de pruebas:",
    "erasure.text-line": "{commitment}  {versions}  {audience:@erasure-audience}  «{text}»",
    "erasure.file-line": "{sha256}  {type}  {about}  {words}",
    "erasure.cannot-search": "no se puede buscar",
    "erasure.cli.erase": "borrar los datos personales de un participante; lo que jugó se queda",
    "erasure.cli.again": (
        "volver a borrar lo que los hechos o la lista dan por borrado, tras restaurar una copia"
    ),
    "erasure.cli.list": "la lista de lo borrado; sin ella, la de la carpeta de datos",
    "erasure.cli.texts": "listar los textos libres: motivos, notas, nombres de la organización",
    "erasure.cli.words": "palabras que contiene el texto",
    "erasure.cli.erase-texts": "borrar textos libres",
    "erasure.cli.commitment": "un texto por las primeras cifras de su compromiso, al menos 8",
    "erasure.cli.compact": "sobrescribir lo que dejaron en la base de datos las filas borradas",
    "erasure.cli.text": "borrar también este texto, por las primeras cifras de su compromiso",
    "erasure.cli.matching": "borrar todos los textos en los que aparece una palabra del nombre",
    "erasure.cli.file": (
        "borrar también este archivo de pruebas, por las primeras cifras de su SHA-256"
    ),
    "erasure.cli.backups": "carpeta de copias de seguridad: nombrar cada una con su fin",
    "erasure.cli.again-line": "{tournament}: {who}, borrado otra vez.",
    "erasure.cli.would-again-line": "{tournament}: {who} se borraría otra vez.",
    "erasure.cli.texts-and-files": "{texts} {texts:texto|textos}, {files} {files:archivo|archivos}",
    "erasure.cli.nothing-again": "No ha vuelto nada de lo borrado.",
    "erasure.cli.no-texts": "No se guarda ningún texto.",
    "erasure.cli.would-erase-texts": "Se {n:borraría|borrarían} {n} {n:texto|textos}.",
    "progress.erasure": "Reescribiendo las tablas {bar} {done}/{total}",
    "erasure.not-kept.text": (
        "En «{tournament}» nunca se guardó un texto con el compromiso {hash}, o varios "
        "empiezan así."
    ),
    "erasure.not-kept.file": (
        "En «{tournament}» nunca se guardó un archivo con el SHA-256 {hash}, o varios empiezan así."
    ),
    "erasure.not-done": "No se borró: {why}",
    "erasure.bad-list": "La lista «{path}» no se puede leer.",
    "erasure.no-folder": "No existe la carpeta «{path}».",
    "refusal.no-such-text": "Aquí nunca se guardó un texto con ese compromiso.",
    "refusal.no-such-file": "Aquí nunca se guardó un archivo con ese SHA-256.",
    "refusal.number-not-typed": "Para confirmar, escriba el número {number}.",
    "erasure.title": "Borrar a una persona",
    "erasure.report": "Qué se borró y qué queda",
    "erasure.link": "Borrar los datos personales…",
    "erasure.vanishes": "Lo que desaparecerá",
    "erasure.vanished": "Lo que se vació",
    "erasure.stays": "Lo que quedará, y por qué",
    "erasure.stays-now": "Lo que queda, y por qué",
    "erasure.on-every-page": "Cada página, archivo y fuente dirá «{shown}».",
    "erasure.row": "{fields}: la fila se vacía y se sobrescribe el lugar que ocupaba.",
    "erasure.choose-texts": (
        "Textos en los que aparece una palabra del nombre: elija cuáles se vacían"
    ),
    "erasure.choose-files": "Archivos de pruebas: elija cuáles se borran",
    "erasure.no-texts": "Ningún texto libre contiene una palabra del nombre.",
    "erasure.confirm": "Para confirmar, escriba el número: {number}",
    "erasure.button": "Borrar para siempre",
    "erasure.no-way-back": "No hay vuelta atrás.",
    "erasure.help": (
        "Lo que se jugó se queda con el número, y la cadena se sigue verificando. El "
        "informe que sigue no nombra a nadie y se puede guardar o imprimir."
    ),
    "erasure.texts-title": "Textos libres",
    "erasure.texts-help": (
        "Motivos, notas y nombres de la organización en las bases. Un texto vaciado deja "
        "su compromiso en el registro."
    ),
    "erasure.choose": "Elija cuáles se vacían",
    "erasure.search": "Buscar",
    "erasure.words": "Palabras",
    "erasure.empty-chosen": "Vaciar los textos elegidos",
}
