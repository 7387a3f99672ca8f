"""Formats for schemathesis, which makes header values of letters and digits alone by itself."""

import schemathesis
from hypothesis import strategies as st

schemathesis.openapi.format("version-tag", st.integers(0, 99).map(lambda version: f'"{version}"'))
