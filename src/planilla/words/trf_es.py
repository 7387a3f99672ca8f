"""What is said of tournament report files, in Spanish."""

TRF: dict[str, str] = {
    "trf.empty": "El archivo está vacío; se esperaba un archivo TRF de torneo.",
    "trf.no-players": (
        "No hay ningún jugador; se esperaba al menos una línea que empiece por 001."
    ),
    "trf.not-a-number": "«{found}» no es un número; aquí se esperaba {field:@trf-field}.",
    "trf.not-points": "«{found}» no son puntos; aquí se esperaba {field:@trf-field}, como 1.5.",
    "trf.number-out-of-range": (
        "{number} no puede ser un número de emparejamiento; se esperaba uno de 1 a {most}."
    ),
    "trf.not-blank": (
        "Hay «{found}» donde se esperaba un espacio, antes o dentro de {field:@trf-field}: "
        "las columnas están desplazadas."
    ),
    "trf.tab": "Hay un tabulador antes o dentro de {field:@trf-field}; se esperaban espacios.",
    "trf.too-many-rounds": (
        "La línea sigue después de {most} rondas; se esperaban como mucho {most}."
    ),
    "trf.not-a-colour": "«{found}» no es un color; se esperaba w, b o -.",
    "trf.not-a-result": (
        "«{found}» no es un resultado; se esperaba uno de 1 = 0 W D L + - H F U Z, ? o un espacio."
    ),
    "trf.unreadable": "El registro {record} dice aquí «{found}»; se esperaba {expected}.",
    "trf.duplicate-number": (
        "El número {number} ya es el de la línea {first}; se esperaba cada número una vez."
    ),
    "trf.unknown-player": "El registro {record} nombra el número {number}, que nadie tiene.",
    "trf.unknown-opponent": (
        "Ronda {round}: el rival del número {number} es el {opponent}, pero nadie tiene ese número."
    ),
    "trf.own-opponent": "Ronda {round}: el número {number} es su propio rival.",
    "trf.not-mutual": (
        "Ronda {round}: el número {number} tiene de rival al {opponent}, pero la línea del "
        "{opponent} dice {theirs}."
    ),
    "trf.bye-with-opponent": (
        "Ronda {round}: «{found}» es un descanso, pero el número {number} tiene de rival al "
        "{opponent}; se esperaba el resultado de una partida."
    ),
    "trf.colour-missing": (
        "Ronda {round}: el número {number} tiene el resultado «{found}» sin color; "
        "se esperaba w o b."
    ),
    "trf.colour-contradicts": (
        "Ronda {round}: tanto el {number} como el {opponent} tienen el color «{found}»; "
        "se esperaban una w y una b."
    ),
    "trf.result-contradicts": (
        "Ronda {round}: el número {number} tiene «{found}» y el {opponent} tiene «{theirs}»; "
        "se esperaban dos resultados que casen."
    ),
    "trf.missing-round": (
        "La ronda {round} está en blanco para todos y hay rondas posteriores; "
        "no puede faltar ninguna."
    ),
    "trf.points-differ": (
        "El número {number} tiene {found} puntos; los resultados suman {expected}."
    ),
    "trf.too-many-records": (
        "Hay más de {most} registros {record}; se esperaban como mucho {most}."
    ),
    "trf.too-many-pairs": (
        "Los registros {record} prohíben más de {most} parejas; se esperaban como mucho {most}."
    ),
    "trf.too-many-lines": "El archivo tiene más de {most} líneas; ningún torneo necesita tantas.",
    "trf.too-many": "Hay más de {shown} faltas; las demás no se enumeran.",
    "trf.round-beyond": (
        "La ronda {round} no se puede emparejar; se esperaba una de 1 a {following}."
    ),
    "trf.no-more-rounds": "Las {planned} rondas están jugadas; no queda ninguna por emparejar.",
    "trf.latin-1": "El archivo no está en UTF-8; se ha leído como Latin-1.",
    "trf.columns-in-bytes": (
        "Las columnas estaban contadas en bytes; se han corregido en «{name}»."
    ),
    "trf.number-gap": "Nadie tiene el número {number}.",
    "trf.uneven": (
        "Ronda {round}: el número {number} tiene «{found}» y el {opponent} tiene «{theirs}»; "
        "se ha tomado por una decisión arbitral."
    ),
    "trf.old-bye": (
        "Ronda {round}: el número {number} tiene «{found}» sin rival; se ha leído como {read}."
    ),
    "trf.blank-result": (
        "Ronda {round}: el número {number} no tiene nada; se ha leído como ausencia (Z)."
    ),
    "trf.kept-lines": (
        "{count} {count:línea|líneas} desde la {first} no {count:dice|dicen} nada conocido; "
        "se {count:conserva|conservan} tal cual."
    ),
    "trf-field.number": "el número de emparejamiento (columnas 5-8)",
    "trf-field.sex": "el sexo y el título (10-13)",
    "trf-field.name": "el nombre (15-47)",
    "trf-field.rating": "el Elo (49-52)",
    "trf-field.federation": "la federación (54-56)",
    "trf-field.fide_id": "el número FIDE (58-68)",
    "trf-field.birth": "la fecha de nacimiento (70-79)",
    "trf-field.points": "los puntos (81-84)",
    "trf-field.rank": "el puesto (86-89)",
    "trf-field.rounds": "las columnas de las rondas (desde la 92)",
    "trf-field.opponent": "el número del rival",
}
