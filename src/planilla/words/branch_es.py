"""How far figures go in a branch, and how far its work has come, in Spanish."""

BRANCH: dict[str, str] = {
    "branch.figures": "Puntos, desempates, Elo y premios en estos mundos: de menos a más",
    "branch.figures.exact": (
        "Lo menos y lo más entre todas las formas en que pueden acabar las partidas desconocidas. "
        "Ø es la media, ponderada por el Elo."
    ),
    "branch.figures.drawn": (
        "Lo menos y lo más de los mundos sorteados: puede haber otros. Ø es su media con su error "
        "típico (±)."
    ),
    "branch.figure.points": "Puntos",
    "branch.figure.total": "Total",
    "branch.figure.elo": "Elo",
    "branch.figure.first": "Primer Elo",
    "branch.figure.prize": "Premio",
    "branch.figure.span": "{low}–{high}",
    "branch.figure.span-signed": "{low} … {high}",
    "branch.figure.mean": "Ø {mean}",
    "branch.figure.mean-drawn": "Ø {mean} ±{error}",
    "branch.figure.gets": "lo obtiene en el {share}",
    "branch.figure.now": "ahora {now}",
    "branch.figure.line": "{title} {span}",
    "branch.figure.line-mean": "{title} {span} ({mean})",
    "progress.whatif.log": "{bar} se recorre el registro",
    "progress.whatif.rounds": "{bar} {done} de {total} rondas emparejadas de nuevo",
    "progress.whatif.ends": "{bar} {done} de {total} finales seguidos",
    "progress.whatif.worlds": "{bar} {done} de {total} mundos",
    "progress.whatif.worlds-round": "{bar} {done} de {total} rondas de los mundos sorteados",
    "branch.run.title": "Se está calculando la respuesta",
    "branch.run.help": (
        "Esta página vuelve sola cuando esté. Si la cierra, el cálculo se deja enseguida."
    ),
    "branch.run.give-up": "Parar",
    "branch.run.waiting": "Está a punto de empezar.",
    "branch.run.ready": "La respuesta está lista.",
    "branch.run.failed": "No habrá respuesta.",
    "branch.run.log": "Se recorre el registro otra vez.",
    "branch.run.rounds": "{done} de {total} rondas emparejadas de nuevo",
    "branch.run.ends": "{done} de {total} finales de las partidas desconocidas, seguidos",
    "branch.run.worlds": "{done} de {total} mundos hechos",
    "branch.run.worlds-round": (
        "{done} de {total} mundos sorteados; el siguiente va por la ronda {round} de {rounds}"
    ),
    "refusal.too-many-what-ifs": (
        "Ya se calculan {most} preguntas de este tipo: vuelva a preguntar en un momento."
    ),
    "refusal.what-if-stopped": "El cálculo de esta pregunta se ha parado: vuelva a hacerla.",
    "refusal.no-such-run": "No existe ese cálculo, o ya no: vuelva a hacer la pregunta.",
    "error.known-from-result": "Solo de un resultado se puede decir desde qué ronda se supo.",
}
