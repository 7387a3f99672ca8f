"""Los enlaces secretos, en español: la página, la orden y lo que se puede rechazar."""

LINKS = {
    "links.title": "Enlaces secretos",
    "links.what": (
        "Quien tiene uno de estos enlaces puede actuar aquí. Si uno se ha perdido o lo ha visto "
        "otra persona, cree uno nuevo y anule el anterior: deja de servir al momento, en todos "
        "los dispositivos."
    ),
    "links.organiser": "organización: todos los torneos",
    "links.since": "desde",
    "links.own": "el de este navegador",
    "links.revoke": "Anular",
    "links.revoke-own": "Anular y salir",
    "links.revoked": "Anulados",
    "links.renew-organiser": (
        "El enlace de la organización se sustituye en el equipo donde funciona Planilla, para que "
        "nadie pueda dejar fuera a la organización:"
    ),
    "refusal.no-such-link": "Aquí no hay ningún enlace {link}.",
    "refusal.organisers-link": (
        "{link} es el enlace de la organización. Sustitúyalo en el equipo donde funciona "
        "Planilla: planilla link organiser --renew"
    ),
    "links.cli": "listar, crear y anular los enlaces secretos con los que se puede actuar",
    "links.cli.list": "listar los enlaces de un torneo, o todos",
    "links.cli.list-tournament": "el torneo; sin él, todos los enlaces",
    "links.cli.new": "crear un enlace para un árbitro de un torneo, y mostrarlo una sola vez",
    "links.cli.revoke": "anular un enlace definitivamente",
    "links.cli.id": "el identificador del enlace, como lo muestra «planilla link list»",
    "links.cli.organiser": "mostrar el enlace de la organización",
    "links.cli.renew": "crear un enlace nuevo de la organización y anular el que había",
    "links.cli.line": "{id}  {scope}  {actor}  desde {since:moment}",
    "links.cli.revoked-line": (
        "{id}  {scope}  {actor}  desde {since:moment}, anulado {revoked:moment}"
    ),
    "links.cli.accept": "firmar todos los enlaces como propios, después de revisar la lista",
    "links.cli.accepted": "{links} {links:enlace firmado|enlaces firmados}.",
    "links.cli.none": "No hay enlaces.",
    "links.cli.revoked": "{id} queda anulado: ya no abre nada.",
    "links.cli.already": "{id} ya estaba anulado.",
    "links.cli.not-served": (
        "Todavía no hay enlace de la organización: «planilla serve» crea uno la primera vez."
    ),
}
