-- What the serving role may do: on events read and append, nothing else; it owns nothing.
-- Run as the owner, in Planilla's database, after each `planilla migrate`:
--
--   psql -v serving=planilla_serve -f deploy/postgres/grants.sql "$OWNERS_URL"
\set ON_ERROR_STOP on

BEGIN;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM :"serving";
GRANT USAGE ON SCHEMA public TO :"serving";
GRANT SELECT ON meta, alembic_version TO :"serving";
GRANT SELECT, INSERT ON event TO :"serving";
GRANT SELECT, INSERT, UPDATE, DELETE ON log_head, stream, command, timer, person, text, evidence, secret_link, account, account_session, passkey, sign_in, push_subscription, push_told TO :"serving";
COMMIT;
