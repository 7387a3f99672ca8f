"""Secret links, in English: the page, the command, and what may be refused."""

LINKS = {
    "links.title": "Secret links",
    "links.what": (
        "Anyone who has one of these links can act here. If one was lost, or seen by somebody "
        "else, make a new one and revoke the old one: it stops working at once, on every device."
    ),
    "links.organiser": "organiser: all tournaments",
    "links.since": "since",
    "links.own": "used by this browser",
    "links.revoke": "Revoke",
    "links.revoke-own": "Revoke and leave",
    "links.revoked": "Revoked",
    "links.renew-organiser": (
        "The organiser’s link is replaced on the machine where Planilla runs, so that nobody can "
        "lock the organiser out:"
    ),
    "refusal.no-such-link": "There is no link {link} here.",
    "refusal.organisers-link": (
        "{link} is the organiser’s link. Replace it on the machine where Planilla runs: planilla "
        "link organiser --renew"
    ),
    "links.cli": "list, make and revoke the secret links by which people may act",
    "links.cli.list": "list the links of a tournament, or of all",
    "links.cli.list-tournament": "the tournament; without it, all links",
    "links.cli.new": "make a link for an arbiter of a tournament, and show it once",
    "links.cli.revoke": "close a link for good",
    "links.cli.id": "the id of the link, as “planilla link list” shows it",
    "links.cli.organiser": "show the organiser’s link",
    "links.cli.renew": "make a new organiser’s link, and revoke the one there was",
    "links.cli.line": "{id}  {scope}  {actor}  since {since:moment}",
    "links.cli.revoked-line": (
        "{id}  {scope}  {actor}  since {since:moment}, revoked {revoked:moment}"
    ),
    "links.cli.accept": "sign all links as this Planilla's own, once you have looked at the list",
    "links.cli.accepted": "{links} {links:link|links} signed.",
    "links.cli.none": "There are no links.",
    "links.cli.revoked": "{id} is revoked: it opens nothing any more.",
    "links.cli.already": "{id} was revoked before.",
    "links.cli.not-served": (
        "No organiser’s link was made yet: “planilla serve” makes one when it first starts."
    ),
}
