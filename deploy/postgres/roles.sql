-- Two roles for one database: the owner migrates, the serving role appends and reads.
-- Run as a superuser, once, in the database `postgres`:
--
--   psql -v owner=planilla_owner -v serving=planilla_serve -v database=planilla -f deploy/postgres/roles.sql
--
-- The roles have no password: set one with \password, or use pg_hba.conf (peer, cert, scram).
-- After each `planilla migrate` run grants.sql as the owner.
\set ON_ERROR_STOP on

SELECT format('CREATE ROLE %I LOGIN', :'owner')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'owner') \gexec
SELECT format('CREATE ROLE %I LOGIN', :'serving')
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'serving') \gexec
SELECT format('CREATE DATABASE %I OWNER %I', :'database', :'owner')
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'database') \gexec

REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO :"serving";
