"""What is said about the appeals committee and about lots, in Spanish."""

COMMITTEE: dict[str, str] = {
    "event.AppealsCommitteeFormed": (
        "Se forma el comité de apelación {way:@committee-way}: {members:name}."
    ),
    "event.AppealsCommitteeFormed.lot": (
        "Se forma el comité de apelación {way:@committee-way}, con el número {lot}: {members:name}."
    ),
    "event.CommitteeMemberReplaced": (
        "{reserve:name} ocupa el puesto de {member:name} en el comité de apelación."
    ),
    "event.CommitteeMemberReplaced.case": (
        "{reserve:name} ocupa el puesto de {member:name} en el comité de apelación para el caso de "
        "{case}."
    ),
    "event.LotsDrawn": "Se sortea {draw:@draw} entre {drawn} {drawn:jugador|jugadores}.",
    "event.LotsDrawn.lot": (
        "Se sortea {draw:@draw} entre {drawn} {drawn:jugador|jugadores}, con el número {lot}."
    ),
    "event.LotsDrawn.lottery": (
        "Se sortea {draw:@draw} entre {drawn} {drawn:jugador|jugadores}: su última cifra es "
        "{figure}."
    ),
    "committee-way.lot": "por sorteo",
    "committee-way.vote": "por votación",
    "committee-way.rules": "según las normas",
    "draw.machine": "con la máquina",
    "draw.hand": "a mano",
    "draw.lottery": "con la lotería nacional",
    "office.president": "presidente",
    "office.member": "titular",
    "office.reserve": "reserva",
    "refusal.votes-do-not-fit": (
        "Un comité por votación necesita votos, cero o más y una sola vez por jugador; por sorteo "
        "o según las normas no vota nadie."
    ),
    "refusal.too-few-for-committee": (
        "Un comité necesita {fewest} jugadores y {candidates:queda|quedan} {candidates} para "
        "elegir."
    ),
    "refusal.no-committee": "Todavía no hay comité de apelación.",
    "refusal.not-in-committee": "{entrant:name} no está en el comité, o no en este caso.",
    "refusal.no-reserve-left": "No queda ninguna reserva para el puesto de {member:name}.",
    "refusal.lots-do-not-fit": (
        "A mano cada jugador tiene su propio número, 1 o mayor, y si no, no se da ninguno: hacen "
        "falta {entrants} y han llegado {numbers}."
    ),
    "refusal.no-lottery-figure": (
        "La lotería necesita su última cifra, de 0 a 9, y ningún otro sorteo la tiene."
    ),
    "refusal.nobody-to-draw": "No hay dos jugadores entre los que sortear.",
    "page.committee": "Comité de apelación",
    "page.committee.none": "No hay comité de apelación.",
    "page.committee.formed": "Formado {way:@committee-way}.",
    "page.committee.lot": "El número sorteado fue {lot}; de él sale el orden con {generator}.",
    "page.committee.votes": "Votos",
    "page.committee.case": "En el caso de {case}",
    "page.committee.for-good": "Sustituido",
    "page.committee.instead": "{reserve:name} en el puesto de {member:name}",
    "page.committee.proposal": "Lo que dan ahora las normas",
    "page.committee.proposal.private": (
        "Aquí deciden edades y títulos de árbitro: solo lo ve usted y nada de ello se registra."
    ),
    "page.committee.before": "antes que {other:name}: {why}",
    "page.committee.last": "no queda nadie más",
    "page.committee.criterion.adult": "mayor de edad",
    "page.committee.criterion.federation": "de una federación que aún no está en el comité",
    "page.committee.criterion.arbiter": "el título de árbitro más alto",
    "page.committee.criterion.rating": "la valoración más alta",
    "page.committee.criterion.age": "de más edad",
    "page.committee.criterion.alphabet": "antes en el alfabeto",
    "page.committee.criterion.number": "el número más bajo",
    "page.committee.form": "Formar el comité",
    "page.committee.again": "Formarlo de nuevo",
    "page.committee.way": "Cómo",
    "page.committee.way.help.rules": "Por las condiciones del libro, una tras otra.",
    "page.committee.way.help.lot": "Sortea la máquina y se registra el número que sale.",
    "page.committee.way.help.vote": (
        "Escriba los votos junto a los nombres; a igualdad de votos deciden las normas."
    ),
    "page.committee.without": "Fuera",
    "page.committee.without.help": "Marque a quien no pueda o no quiera estar en el comité.",
    "page.committee.replace": "Sustituir a un miembro",
    "page.committee.member": "Miembro",
    "page.committee.game": "En el caso de una partida (vacío: para siempre)",
    "page.committee.replace.do": "Que entre la siguiente reserva",
    "regulations.committee.formed": "Lo forman {members}.",
    "page.lots": "Sorteo",
    "page.lots.help": (
        "El número menor va delante cuando se llega al desempate por sorteo. Quien sortea otra vez "
        "tiene el número nuevo."
    ),
    "page.lots.none": "No se ha sorteado.",
    "page.lots.number": "Número",
    "page.lots.machine": "Que sortee la máquina entre todos",
    "page.lots.lottery": "Última cifra de la lotería nacional",
    "page.lots.lottery.help": (
        "Los empatados se ordenan por apellidos; la cifra dice por quién empieza el orden."
    ),
    "page.lots.lottery.do": "Sortear entre los empatados",
    "page.lots.hand": "Números sacados a mano",
    "page.lots.hand.do": "Registrar los números",
    "page.entries.column.arbiter": "Título de árbitro",
}
