"""Los problemas que encuentran los programas, en español, y la página que explica un código."""

PROBLEMS: dict[str, str] = {
    "refusal.no-credentials": (
        "La petición no trae ningún enlace. Envíe su clave como «Authorization: Bearer …»."
    ),
    "refusal.unknown-link": "Este enlace no sirve, o ha dejado de servir. Pida otro.",
    "refusal.no-such-problem": "No hay ningún problema con el código «{code}».",
    "refusal.no-such-choice": "No existe {name} «{text}». Elija entre: {known}.",
    "refusal.no-such-channel": "El torneo no tiene ninguna vista con ese nombre.",
    "refusal.no-such-version": "El torneo no tiene esa versión.",
    "refusal.bad-version": "Eso no es un momento del torneo. Las versiones se escriben así: v61.",
    "refusal.too-many-channels": (
        "Se están siguiendo demasiados torneos. Inténtelo dentro de un momento."
    ),
    "refusal.too-many-watchers": (
        "Hay demasiados lectores conectados. Inténtelo dentro de un momento."
    ),
    "refusal.projection-stopped": (
        "La vista se está reconstruyendo. Inténtelo dentro de un momento."
    ),
    "problem.title": "Códigos de problemas",
    "problem.intro": (
        "El servidor da un código a cada problema. Un código no cambia nunca de significado. Las "
        "palabras entre ‹comillas› representan lo que indica cada problema concreto."
    ),
    "problem.code": "Código",
    "problem.status": "Estado HTTP",
    "problem.meaning": "Significado",
    "problem.advice": "Qué hacer",
    "problem.article": "Artículo",
    "problem.fields": "Campos",
    "problem.all": "Todos los códigos",
    "problem.advice.400": (
        "Corrija la forma de la petición: el título del problema dice en qué lugar. "
        "Repetirla tal cual no sirve."
    ),
    "problem.advice.401": (
        "Envíe la clave de un enlace que abra este torneo en la cabecera «Authorization»."
    ),
    "problem.advice.403": (
        "Use un enlace que lo permita: el de un árbitro para un torneo, el de la organización para "
        "todos."
    ),
    "problem.advice.404": (
        "Compruebe la dirección y los identificadores que contiene. Vuelva a leer el torneo: puede "
        "que lo que nombran ya no exista."
    ),
    "problem.advice.405": "Use uno de los métodos de la cabecera «Allow».",
    "problem.advice.409": (
        "Lea otra vez el torneo y decida según su estado actual. "
        "Repetir la petición no sirve mientras ese estado no cambie."
    ),
    "problem.advice.412": (
        "Lea otra vez el torneo, decida si el cambio sigue haciendo falta "
        "y envíelo con la versión nueva en «If-Match»."
    ),
    "problem.advice.413": "Envíe menos, o en varias partes.",
    "problem.advice.414": "Quite de la dirección lo que la página no necesita.",
    "problem.advice.422": (
        "Corrija lo que pide: el título y los campos del problema dicen qué no encaja."
    ),
    "problem.advice.429": (
        "Espere lo que indica la cabecera «Retry-After» y después pregunte menos a menudo."
    ),
    "problem.advice.431": "Borre las «cookies» de este sitio web o envíe menos cabeceras.",
    "problem.advice.500": (
        "No se ha anotado nada. Repita la petición una vez; si vuelve a fallar, avise a quien "
        "lleva este servidor."
    ),
    "problem.advice.503": (
        "Espere un poco y repita la misma petición: con la misma «Idempotency-Key» se anota como "
        "mucho una vez."
    ),
}
