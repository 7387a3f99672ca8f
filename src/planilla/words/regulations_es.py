"""Las bases de un torneo como las cuenta su página, en español."""

REGULATIONS: dict[str, str] = {
    "event.RegulationsAnnounced": "Se anuncian las bases.",
    "regulations.title": "Bases",
    "regulations.read": "Leer las bases",
    "regulations.none": "Las bases de este torneo no se han anunciado por entero.",
    "regulations.subscribe": "Suscribirse al calendario",
    "regulations.calendar": "Calendario para su agenda (.ics)",
    "regulations.article.event": "Torneo y organización",
    "regulations.article.entries": "Inscripción",
    "regulations.article.technical": "Local y calendario",
    "regulations.article.type": "Tipo de torneo",
    "regulations.article.rules": "Reglas específicas",
    "regulations.article.staff": "Plantilla",
    "regulations.article.privacy": "Datos personales",
    "regulations.topic.organiser": "Organiza",
    "regulations.topic.who-may-enter": "Quién puede inscribirse",
    "regulations.topic.how-to-enter": "Cómo inscribirse",
    "regulations.topic.payment": "Pago",
    "regulations.topic.allowances": "Honorarios y dietas",
    "regulations.topic.conditions": "Otras condiciones",
    "regulations.topic.venue": "Local de juego",
    "regulations.topic.contact": "Contacto",
    "regulations.topic.calendar": "Sobre el calendario",
    "regulations.topic.homologation": "Homologación",
    "regulations.topic.phases": "Fases y grupos",
    "regulations.topic.event-rules": "Reglas de este torneo",
    "regulations.topic.prizes": "Sobre los premios",
    "regulations.topic.director": "Dirección",
    "regulations.topic.chief-arbiter": "Árbitro principal: apellidos, nombre (código FIDE)",
    "regulations.topic.deputy-arbiters": (
        "Árbitros adjuntos, uno por línea: apellidos, nombre (código FIDE)"
    ),
    "regulations.topic.arbiters": "Equipo arbitral",
    "regulations.topic.committee": "Miembros del comité de apelación",
    "regulations.topic.appeals": "Cómo apelar y sobre qué",
    "regulations.topic.data": "A quién preguntar por los datos personales",
    "regulations.event": "Estas son las bases del torneo «{name}».",
    "regulations.entries.both": "El plazo de inscripción va del {opens} al {closes}.",
    "regulations.entries.from": "El plazo de inscripción empieza el {opens}.",
    "regulations.entries.to": "El plazo de inscripción acaba el {closes}.",
    "regulations.fee": "La inscripción cuesta {fee}.",
    "regulations.players.both": (
        "El torneo se celebra con un mínimo de {least} jugadores; no se admiten más de {most}."
    ),
    "regulations.players.least": "El torneo se celebra con un mínimo de {least} jugadores.",
    "regulations.players.most": "No se admiten más de {most} jugadores.",
    "regulations.categories": "Categorías: {categories}.",
    "regulations.category.born": "nacidos en {year} o después",
    "regulations.category.rating": "Elo hasta {rating}",
    "regulations.category.minors": "menores de edad",
    "regulations.place": "Se juega en {city}.",
    "regulations.place-of": "Se juega en {city} ({federation}).",
    "regulations.zone": "Las rondas empiezan a estas horas de {zone}:",
    "regulations.length": "Para cada ronda se cuenta con {expected}.",
    "regulations.length.longest": (
        "Una partida de {moves} jugadas que agota todo su tiempo dura {longest}."
    ),
    "regulations.rated": (
        "Las partidas valen para Elo de {federations}: {rules:@regulations.rating-rules}."
    ),
    "regulations.unrated": "Las partidas no valen para Elo.",
    "regulations.rating-rules.elo-libro": "Elo según el libro",
    "regulations.rating-rules.elo-fide-2024": "reglamento FIDE del 1 de marzo de 2024",
    "regulations.rating-rules.elo-fide-2024-rapid": (
        "reglamento FIDE del 1 de marzo de 2024, rápidas y relámpago"
    ),
    "regulations.rate.standard": "Cuentan para la lista de ajedrez clásico.",
    "regulations.rate.rapid": "Cuentan para la lista de rápidas.",
    "regulations.rate.blitz": "Cuentan para la lista de relámpago.",
    "regulations.rate.faster": "Son demasiado rápidas para las listas de la FIDE.",
    "regulations.system": "Sistema de juego: {system:@system}. {system:@system-help}",
    "regulations.rounds": "Se {rounds:juega|juegan} {rounds} {rounds:ronda|rondas}.",
    "regulations.points": "Puntuación: {points}.",
    "regulations.control": "Ritmo de juego: {signs}. {meaning}",
    "regulations.control.code": "En un informe TRF26: {code}.",
    "regulations.control.no-code": "TRF26 no tiene código para este ritmo.",
    "regulations.control.black": "Las negras tienen {signs}.",
    "regulations.control.guillotine": "{periods}.",
    "regulations.control.one-period": "{periods}.",
    "regulations.control.two-periods": "{periods}.",
    "regulations.control.repeated": "{periods}, que se repite mientras dure la partida.",
    "regulations.control.fide": (
        "{periods}; cuando un jugador los ha agotado se suman a ambos {each} por jugada, y lo no "
        "usado se acumula."
    ),
    "regulations.control.fide-tournament": (
        "{periods}; desde el último periodo se suman {each} por jugada."
    ),
    "regulations.control.fischer": (
        "{periods}; se suman {each} por jugada desde la primera, y lo no usado se acumula."
    ),
    "regulations.control.fischer-tournament": (
        "{periods}; se suman {each} por jugada desde la primera."
    ),
    "regulations.control.bronstein": (
        "{periods}; de cada jugada no cuentan los primeros {each}, y lo no usado no se acumula."
    ),
    "regulations.control.hourglass": "{first} cada uno; lo que uno gasta lo gana el otro.",
    "regulations.control.gong": (
        "{first} para cada jugada; lo que sobra corre hasta cero antes de que empiece el tiempo "
        "del otro."
    ),
    "regulations.control.byo-yomi": (
        "{first} y después {repeats} {repeats:periodo|periodos} de {each}; quien juega a tiempo "
        "recupera el periodo entero."
    ),
    "regulations.control.period.moves": "{time} para {moves} jugadas",
    "regulations.control.period.rest": "{time} hasta el final de la partida",
    "regulations.control.period.first": "{time}",
    "regulations.control.then": " y después ",
    "time-control.guillotine": "Guillotina: un tiempo para toda la partida",
    "time-control.one-period": "Un periodo y guillotina",
    "time-control.two-periods": "Dos periodos y guillotina",
    "time-control.repeated": "Un periodo y otro que se repite",
    "time-control.fide": "Fide: tiempo por jugada al agotarse el primero",
    "time-control.fide-tournament": "Fide Torneo: tiempo por jugada desde el último periodo",
    "time-control.fischer": "Fischer: un tiempo y más por jugada",
    "time-control.fischer-tournament": "Fischer Torneo: periodos y más por jugada",
    "time-control.bronstein": "Bronstein: con demora en cada jugada",
    "time-control.hourglass": "Reloj de arena",
    "time-control.gong": "Gong: el mismo tiempo para cada jugada",
    "time-control.byo-yomi": "Go con byo-yomi",
    "regulations.laws.fide": "Las partidas se rigen por las Leyes del Ajedrez de la FIDE.",
    "regulations.laws.other": "Las partidas se rigen por las reglas que aquí se dicen.",
    "regulations.default.at-once": (
        "Quien no está al empezar la ronda pierde la partida por incomparecencia."
    ),
    "regulations.default.after": (
        "Quien no ha llegado a los {minutes} {minutes:minuto|minutos} de empezar la ronda pierde "
        "la partida por incomparecencia."
    ),
    "regulations.no-shows": (
        "Quien falta a {n} {n:partida|partidas} sin avisar queda descalificado y no se le empareja "
        "más."
    ),
    "regulations.tiebreaks": (
        "Los empates a puntos se deshacen con estos desempates ({edition:@regulations.edition}); "
        "{mode:@mode}:"
    ),
    "regulations.tiebreaks.none": "Quienes empatan a puntos comparten el puesto.",
    "regulations.edition.libro": "según el libro",
    "regulations.edition.fide-2024-08": "FIDE C.07 de agosto de 2024",
    "regulations.edition.fide-2026-03": "FIDE C.07 del 1 de marzo de 2026",
    "regulations.fund": "El fondo de premios es de {fund}:",
    "regulations.prizes.general": "General",
    "regulations.prizes.from": "Elo desde {rating}",
    "regulations.prizes.to": "Elo hasta {rating}",
    "regulations.prizes.unrated": "y quienes no tienen Elo",
    "regulations.sharing.fixed": "a cada uno el premio de su puesto tras los desempates",
    "regulations.sharing.shared": "los empatados a puntos se reparten sus premios por igual",
    "regulations.sharing.hort": (
        "sistema Hort: la mitad se reparte entre los empatados a puntos y la mitad por puestos"
    ),
    "regulations.taking.highest": (
        "Nadie se lleva más de un premio: cada uno el de mayor cuantía que le toque."
    ),
    "regulations.taking.every": "Cada jugador se lleva todos los premios que gana.",
    "regulations.committee.none": "No hay comité de apelación: decide el árbitro principal.",
    "regulations.committee.named": "Los miembros del comité de apelación se dicen aquí.",
    "regulations.committee.lot": "El comité de apelación se sortea entre los jugadores.",
    "regulations.committee.vote": "Los jugadores eligen el comité de apelación por votación.",
    "regulations.committee.rules": (
        "El comité de apelación se forma con jugadores mediante normas: mayor de edad, de otra "
        "federación que los demás, con título de árbitro, y después por Elo, por edad y por orden "
        "alfabético."
    ),
    "regulations.appeal": (
        "Se puede apelar hasta {minutes} {minutes:minuto|minutos} después de acabar la ronda."
    ),
    "regulations.deposit": "El depósito es de {deposit} y se devuelve si se estima la apelación.",
    "regulations.published": (
        "Se publican los nombres, los emparejamientos, los resultados y la clasificación."
    ),
    "regulations.published.also": (
        "Se publican los nombres, los emparejamientos, los resultados y la clasificación; además, "
        "{what:@regulations.publishing}."
    ),
    "regulations.publishing.ratings": "Elos con títulos",
    "regulations.publishing.federations": "federaciones",
    "regulations.publishing.clubs": "clubes",
    "regulations.publishing.games": "las jugadas de las partidas",
    "regulations.publishing.photos": "fotografías",
    "regulations.consent": (
        "Los participantes autorizan la publicación de estos datos en los medios que la "
        "organización considere oportunos para la necesaria difusión del torneo."
    ),
    "regulations.minors": (
        "De los jugadores de {categories}, y de quienes por su fecha de nacimiento tengan menos de "
        "18 años, solo se publican el nombre de pila y la inicial del apellido: ni el nombre "
        "entero, ni la fecha de nacimiento, ni el código de federado. Los árbitros ven los datos "
        "enteros."
    ),
    "regulations.minors.by-age": (
        "De los jugadores que por su fecha de nacimiento tengan menos de 18 años solo se publican "
        "el nombre de pila y la inicial del apellido: ni el nombre entero, ni la fecha de "
        "nacimiento, ni el código de federado. Los árbitros ven los datos enteros."
    ),
    "regulations.minors.full": (
        "De los menores se publican los mismos datos que de los demás, con el consentimiento de "
        "quienes ejercen la patria potestad o la tutela."
    ),
    "regulations.private": (
        "Las fechas de nacimiento y los datos de contacto solo los ven los árbitros. A quien lo "
        "pide se le borran los datos personales; los resultados quedan, con un número."
    ),
    "regulations.weekday.0": "lunes",
    "regulations.weekday.1": "martes",
    "regulations.weekday.2": "miércoles",
    "regulations.weekday.3": "jueves",
    "regulations.weekday.4": "viernes",
    "regulations.weekday.5": "sábado",
    "regulations.weekday.6": "domingo",
    # lo que se contradice
    "refusal.number-out-of-range": (
        "{field:@regulations.field}: {value} no puede ser; va de {smallest} a {largest}."
    ),
    "refusal.local-time-wanted": (
        "{field:@regulations.field}: «{value}» lleva zona horaria. Escriba la hora local del lugar "
        "de juego, sin zona."
    ),
    "refusal.no-such-code": (
        "{field:@regulations.field}: «{value}» no es un código. Escríbelo como "
        "{field:@regulations.code}."
    ),
    "refusal.category-twice": "Hay dos categorías «{category}»: dé a cada una un código distinto.",
    "refusal.minimum-above-maximum": (
        "Un mínimo de {minimum} jugadores y un máximo de {maximum} no puede ser: baje el mínimo o "
        "suba el máximo."
    ),
    "refusal.too-many-rounds": (
        "{players} jugadores no pueden jugar {rounds} rondas sin repetir rival: anuncia menos "
        "rondas que jugadores."
    ),
    "refusal.entries-close-before-they-open": (
        "La inscripción acaba el {closes} y empieza el {opens}: póngale un final posterior."
    ),
    "refusal.entries-close-too-late": (
        "La inscripción acaba el {closes} y la ronda 1 empieza el {starts}: póngale un final "
        "anterior."
    ),
    "refusal.schedule-incomplete": (
        "El calendario tiene {starts} {starts:comienzo|comienzos} y hay {rounds} rondas: escriba "
        "un comienzo para cada ronda."
    ),
    "refusal.rounds-overlap": (
        "La ronda {round} empieza el {starts} y para la anterior se cuenta hasta el {ends}: "
        "póngale un comienzo posterior."
    ),
    "refusal.time-control-impossible": (
        "El ritmo «{kind:@time-control}» no va con lo que se dice de él: {part:@regulations.part}."
    ),
    "refusal.time-control-not-rated": (
        "La FIDE no valora partidas con este ritmo: elija uno con el mismo tiempo para ambos y de "
        "más de 3 minutos para 60 jugadas, o quite la FIDE."
    ),
    "refusal.no-such-rating-rules": ("No hay reglas de valoración «{rules}». Hay estas: {known}."),
    "refusal.no-such-category": (
        "Hay premios para la categoría «{category}», que el torneo no tiene. Tiene: {known}."
    ),
    "refusal.regulations-fixed": (
        "{field:@regulations.field}: una vez emparejada la ronda 1 queda como se anunció "
        "({announced}); no puede pasar a {wanted}."
    ),
    "refusal.not-a-moment": "«{text}» no es una fecha con hora. Escríbela así: 2026-07-04 16:30.",
    "refusal.not-a-day": "«{text}» no es una fecha. Escríbela así: 2026-07-04.",
    "refusal.not-a-time-control": (
        "«{text}» no son periodos. Escriba minutos, detrás del número de jugadas donde lo haya: "
        "40/100 + 15."
    ),
    "regulations.part.periods": "necesita otro número de periodos",
    "regulations.part.seconds": "cada periodo dura de un segundo a un día",
    "regulations.part.moves": (
        "las jugadas de un periodo van delante de una barra, y el último no las tiene"
    ),
    "regulations.part.each": "necesita un tiempo por jugada, o no lo tiene",
    "regulations.part.repeats": "solo el byo-yomi tiene un número de periodos finales",
    "regulations.part.black": "el tiempo de las negras no vale",
    "regulations.code.entries.currency": "tres mayúsculas: EUR",
    "regulations.code.schedule.time_zone": "un nombre de la base de datos tz: Europe/Madrid",
    "regulations.code.venue.city": "una línea de 80 caracteres como máximo",
    "regulations.code.venue.federation": "tres mayúsculas: ESP",
    "regulations.code.rating.federations": "FIDE, o tres mayúsculas: ESP",
    "regulations.code.categories": "hasta 40 caracteres: Sub-14",
}
