"""What the command on standings says, in Spanish."""

STANDINGS: dict[str, str] = {
    "cli.standings": "la clasificación de archivos de torneo y de dónde sale cada valor",
    "cli.standings.tiebreaks": (
        "desempates en su orden, como BH/C1,BH,SB (los del archivo, o los habituales)"
    ),
    "cli.standings.edition": "qué significan: fide-2026-03, fide-2024-08 o libro (fide-2026-03)",
    "cli.standings.mode": (
        "volver al primer desempate cuando alguien se separa (subsidiary) o seguir (successive); "
        "sin ello, como recomienda la edición"
    ),
    "cli.standings.after-round": "la clasificación tras esta ronda (la última jugada)",
    "cli.standings.round-robin": "se sabía desde el principio quién juega con quién",
    "cli.standings.swiss": "quién juega con quién salió de los resultados",
    "cli.standings.explain": "de dónde sale cada valor de un jugador (número de sorteo)",
    "cli.standings.title": "{file}: {edition}",
    "cli.standings.left-out": (
        "{file}: se dejan fuera, porque {edition} no los tiene o aquí no pueden usarse: {codes}"
    ),
    "cli.standings.col.rank": "Puesto",
    "cli.standings.col.number": "N.º",
    "cli.standings.col.points": "Puntos",
    "cli.standings.col.round": "Ronda",
    "cli.standings.col.opponent": "Rival",
    "cli.standings.col.value": "Valor",
    "cli.standings.player": "Jugador {number}: puesto {rank}, puntos {points}",
    "cli.standings.value": "{tiebreak} ({name}): {value}",
    "cli.standings.among": "entre quienes empatan: {numbers}",
    "cli.standings.cut": "se descarta",
    "cli.standings.article": "C.07, {article}",
    "progress.standings": "archivo {done} de {total}",
    "error.round-not-played": (
        "{file}: la ronda {round} no tiene resultados; {played:los tiene|los tienen} {played}."
    ),
    "error.tiebreak-not-here": "{file}: el desempate «{tiebreak}» no puede usarse: {why:@flaw}.",
}
