"""`planilla` whose visitors may ask very often, for tests that do."""

from planilla.adapters.http.limits import RATES, RequestRate
from planilla.main import main

if __name__ == "__main__":
    RATES.update(dict.fromkeys(RATES, RequestRate(1_000_000, 1_000_000)))
    raise SystemExit(main())
