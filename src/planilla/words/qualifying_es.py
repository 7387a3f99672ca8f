"""What is said of the places that qualify, in Spanish."""

QUALIFYING: dict[str, str] = {
    "stage.next-stage": "la fase siguiente",
    "stage.final": "la final",
    "event.QualifyingPlacesSet": (
        "{places:El primer puesto clasifica|Los {places} primeros puestos clasifican} para "
        "{stage:@stage}."
    ),
    "event.QualifyingPlacesSet.none": "Ningún puesto clasifica ya para otra fase.",
    "refusal.qualifying-places-out-of-range": (
        "No puede haber {places} puestos que clasifiquen: elija entre {smallest} y {largest}."
    ),
    "confirm.act.set-qualifying-places": "Fijar los puestos que clasifican",
    "impact.topic.qualifying.set": (
        "Para {stage:@stage}: {top:el primer puesto|los {top} primeros puestos}"
    ),
    "impact.topic.qualifying.none": "Ningún puesto clasifica ya",
    "qualifying.title": "Puestos que clasifican",
    "qualifying.rule": (
        "{places:El primer puesto|Los {places} primeros puestos} de la clasificación final "
        "{places:clasifica|clasifican} para {stage:@stage}."
    ),
    "qualifying.none": "Ningún puesto de este torneo clasifica para otra fase.",
    "qualifying.line": (
        "Hasta aquí {places:el puesto que clasifica|los {places} puestos que clasifican}"
    ),
    "qualifying.line.tied": (
        "Hasta aquí {places:el puesto que clasifica|los {places} puestos que clasifican}; "
        "{sharing} jugadores empatan por {left:uno de ellos|{left} de ellos}"
    ),
    "qualifying.tied": (
        "{sharing} jugadores siguen iguales tras todos los desempates y para ellos "
        "{left:queda un puesto|quedan {left} puestos}. Todos están por encima de la línea; quién "
        "de ellos pasa lo dicen las bases."
    ),
    "qualifying.all": "No hay más jugadores que puestos.",
    "qualifying.handed": (
        "Se cuentan puestos: ninguno pasa al siguiente si quien lo ocupa no puede o no quiere "
        "continuar."
    ),
    "qualifying.within": "se clasifica",
    "qualifying.sharing": "empata por el último puesto",
    "qualifying.outside": "no se clasifica",
    "qualifying.now": "Tal como va",
    "qualifying.final": "Quién se clasifica",
    "qualifying.chance": "Probabilidad de clasificarse",
    "qualifying.chance.short": "Pasa",
    "qualifying.chance.help": (
        "Es la probabilidad de {places:quedar en el primer puesto|quedar entre los {places} "
        "primeros}; quienes empaten definitivamente tienen la misma de cada puesto del empate."
    ),
    "qualifying.set.stage": "Clasifican para",
    "qualifying.set.help": (
        "La clasificación se divide tras el último de estos puestos; las correcciones y el «qué "
        "pasaría si» dicen quién entra y quién sale. Con 0 no clasifica ninguno."
    ),
    "qualifying.set.do": "Fijar los puestos",
}
