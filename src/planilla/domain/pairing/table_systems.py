"""Systems whose rounds are known before the first game, by name.

To add one: write a module that ends with its `TableSystem`, and name that in `SYSTEMS_BY_TABLE`.
"""

from planilla.domain.pairing.closed.amsterdam import AMSTERDAM_TABLE
from planilla.domain.pairing.closed.berger import ROUND_ROBIN_TABLE
from planilla.domain.pairing.closed.nagarajan import NAGARAJAN_TABLE
from planilla.domain.pairing.closed.team_tables import (
    DJAJA,
    HILTON,
    HUTTON,
    SCHEVENINGEN,
    SCHEVENINGEN_BERGER,
    SKALITZKA,
)
from planilla.domain.pairing.closed.varma import ROUND_ROBIN_VARMA_TABLE
from planilla.domain.pairing.knockout import KNOCKOUT_TABLES
from planilla.domain.pairing.table import TableSystem

SYSTEMS_BY_TABLE: dict[str, TableSystem] = {
    system.name: system
    for system in (
        ROUND_ROBIN_TABLE,
        ROUND_ROBIN_VARMA_TABLE,
        NAGARAJAN_TABLE,
        AMSTERDAM_TABLE,
        SCHEVENINGEN,
        SCHEVENINGEN_BERGER,
        DJAJA,
        HUTTON,
        HILTON,
        SKALITZKA,
        *KNOCKOUT_TABLES,
    )
}
"""The systems by their names, in the order in which they are listed."""
