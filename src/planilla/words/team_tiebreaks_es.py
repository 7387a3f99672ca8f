"""Tie-breaks of teams in Spanish: names, steps, and what is wrong with the teams of a file."""

TEAM_TIEBREAKS: dict[str, str] = {
    "tiebreak.MPTS": "Puntos de encuentro",
    "tiebreak.GPTS": "Puntos de partida",
    "tiebreak.MPVGP": "Puntos de encuentro o de partida",
    "tiebreak.EMMSB": "Sonneborn-Berger, puntos de encuentro por puntos de encuentro",
    "tiebreak.EMGSB": "Sonneborn-Berger, puntos de encuentro por puntos de partida",
    "tiebreak.EGMSB": "Sonneborn-Berger, puntos de partida por puntos de encuentro",
    "tiebreak.EGGSB": "Sonneborn-Berger, puntos de partida por puntos de partida",
    "tiebreak.EDE": "Resultado particular ampliado",
    "tiebreak.EDEBT": "Resultado particular ampliado, cuenta de tableros, primeros tableros",
    "tiebreak.EDEBB": "Resultado particular ampliado, cuenta de tableros, sin los últimos tableros",
    "tiebreak.EDET": "Resultado particular ampliado, primeros tableros",
    "tiebreak.EDEB": "Resultado particular ampliado, sin los últimos tableros",
    "tiebreak.BC": "Cuenta de tableros",
    "tiebreak.TBR": "Resultados de los primeros tableros",
    "tiebreak.BBE": "Eliminación de los últimos tableros",
    "tiebreak.SSSC": "Puntos y fuerza de los rivales",
    "tiebreak-short.MPTS": "P. enc.",
    "tiebreak-short.GPTS": "P. part.",
    "tiebreak-short.MPVGP": "PE/PP",
    "tiebreak-short.EMMSB": "EMMSB",
    "tiebreak-short.EMGSB": "EMGSB",
    "tiebreak-short.EGMSB": "EGMSB",
    "tiebreak-short.EGGSB": "EGGSB",
    "tiebreak-short.EDE": "EDE",
    "tiebreak-short.EDEBT": "EDEBT",
    "tiebreak-short.EDEBB": "EDEBB",
    "tiebreak-short.EDET": "EDET",
    "tiebreak-short.EDEB": "EDEB",
    "tiebreak-short.BC": "BC",
    "tiebreak-short.TBR": "TBR",
    "tiebreak-short.BBE": "BBE",
    "tiebreak-short.SSSC": "SSSC",
    "tiebreak-help.MPTS": "Los puntos por encuentros ganados y empatados.",
    "tiebreak-help.GPTS": "Los puntos que hicieron los jugadores del equipo.",
    "tiebreak-help.MPVGP": (
        "Los puntos de partida si deciden los de encuentro, y los de encuentro si deciden aquellos."
    ),
    "tiebreak-help.EMMSB": (
        "Los puntos de encuentro de cada rival por los puntos de encuentro hechos contra él."
    ),
    "tiebreak-help.EMGSB": (
        "Los puntos de encuentro de cada rival por los puntos de partida hechos contra él."
    ),
    "tiebreak-help.EGMSB": (
        "Los puntos de partida de cada rival por los puntos de encuentro hechos contra él."
    ),
    "tiebreak-help.EGGSB": (
        "Los puntos de partida de cada rival por los puntos de partida hechos contra él."
    ),
    "tiebreak-help.EDE": (
        "Lo que hicieron entre sí los equipos que empatan: por los puntos que deciden, y luego por "
        "los otros."
    ),
    "tiebreak-help.EDEBT": (
        "Resultado particular ampliado; entre dos equipos aún empatados, la menor cuenta de "
        "tableros de sus propios encuentros, y luego el mejor resultado en los primeros tableros."
    ),
    "tiebreak-help.EDEBB": (
        "Resultado particular ampliado; entre dos equipos aún empatados, la menor cuenta de "
        "tableros de sus propios encuentros, y luego el mejor resultado sin los últimos tableros."
    ),
    "tiebreak-help.EDET": (
        "Resultado particular ampliado; entre dos equipos aún empatados, el mejor resultado en los "
        "primeros tableros de sus propios encuentros."
    ),
    "tiebreak-help.EDEB": (
        "Resultado particular ampliado; entre dos equipos aún empatados, el mejor resultado de sus "
        "propios encuentros sin los últimos tableros."
    ),
    "tiebreak-help.BC": (
        "La suma del número de cada tablero por los puntos hechos en él; va delante la menor, "
        "entre equipos con los mismos puntos de partida."
    ),
    "tiebreak-help.TBR": (
        "Los puntos en el tablero 1; si no decide, en el siguiente, y así sucesivamente."
    ),
    "tiebreak-help.BBE": (
        "Los puntos sin el último tablero; si no decide, sin uno más, y así sucesivamente."
    ),
    "tiebreak-help.SSSC": "Los otros puntos, más el Buchholz dividido por un factor.",
    "tiebreak.HOL": "Holandés",
    "tiebreak.HOLT": "Holandés, torneo completo",
    "tiebreak-short.HOL": "Hol.",
    "tiebreak-short.HOLT": "Hol. t.",
    "tiebreak-help.HOL": (
        "En los encuentros entre quienes empatan: el resultado del tablero 1 por el número de "
        "tableros, el del 2 por uno menos, etc.; luego tablero a tablero; luego negras en el 1."
    ),
    "tiebreak-help.HOLT": (
        "En todos los encuentros: el resultado del tablero 1 por el número de tableros, el del 2 "
        "por uno menos, etc.; luego tablero a tablero."
    ),
    "step.board-weights": "todos los tableros, el primero por",
    "step.black-on-board": "negras, con todo tablas, en el tablero",
    "step.board": "tablero que decide",
    "step.boards-kept": "tableros que cuentan",
    "step.board-count": "cuenta de tableros, va delante la menor",
    "step.encounter-MP": "entre los empatados, por puntos de encuentro",
    "step.encounter-GP": "entre los empatados, por puntos de partida",
    "step.buchholz": "Buchholz",
    "step.factor": "dividido por",
    "step.other-score": "los otros puntos",
    "step.combined": "juntos",
    "trf.unknown-team": (
        "El registro {record} nombra el equipo {number}, que no es otro equipo del archivo."
    ),
    "trf.player-of-two-teams": (
        "El jugador {number} está en el equipo {team} y en el equipo {other}; se esperaba uno solo."
    ),
    "trf.without-team": "El jugador {number} tiene partidas y no está en ningún equipo.",
    "trf.team-mates": (
        "Ronda {round}: {number} tiene de rival a {opponent}, que es de su mismo equipo."
    ),
    "trf.two-matches": (
        "Ronda {round}: el equipo {team} se enfrenta a dos equipos; se esperaba un encuentro por "
        "ronda."
    ),
    "trf.match-and-bye": (
        "Ronda {round}: el equipo {team} tiene un encuentro, y un registro le da un descanso."
    ),
    "trf.forfeits-without-match": (
        "Ronda {round}: hay jugadores del equipo {team} con incomparecencias, pero el equipo no "
        "tiene encuentro; se esperaba un registro 330."
    ),
    "trf.too-many-boards": (
        "Ronda {round}: el encuentro del equipo {team} tiene más de {most} tableros, tantos como "
        "colores da el registro 352."
    ),
    "trf.boards-unclear": (
        "Ronda {round}: no se puede saber quién jugó en qué tablero en el encuentro de los equipos "
        "{team} y {other}; se esperaban registros 300 con las alineaciones de ambos."
    ),
    "cli.standings.col.team": "Equipo",
    "cli.standings.team": "Equipo {number}: puesto {rank}, puntos {points}",
    "error.no-such-team": "En {file} no hay equipo {number}.",
}
