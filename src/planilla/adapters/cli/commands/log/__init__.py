"""The command `log`: read, verify, export, import, sign and prove the log of a tournament."""

from planilla.adapters.cli.command_line import Group
from planilla.adapters.cli.commands.log import archives, facts, heads, inspection

log = Group("log", help="cli.log")
for each in (
    facts.show,
    inspection.verify,
    archives.export,
    archives.import_,
    archives.verifier,
    heads.head,
    heads.proof,
    heads.check_proof,
    heads.check_head,
    heads.key,
):
    log.add_command(each)
