#!/usr/bin/env bash
# Run by the PostgreSQL image when it makes its data folder: the two roles, and their passwords.
set -euo pipefail

psql -U postgres -v owner=planilla_owner -v serving=planilla_serve -v database=planilla \
  -f /planilla/roles.sql
psql -U postgres -v ON_ERROR_STOP=1 \
  -v owner_password="$OWNER_PASSWORD" -v serving_password="$SERVING_PASSWORD" <<'SQL'
ALTER ROLE planilla_owner PASSWORD :'owner_password';
ALTER ROLE planilla_serve PASSWORD :'serving_password';
SQL
