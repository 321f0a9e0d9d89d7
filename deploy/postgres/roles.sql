-- Roles and database, once, by the superuser of PostgreSQL. The passwords come by the environment and are printed nowhere:
--   set -a; . /etc/eyrie/setup.env; set +a
--   sudo --preserve-env=OWNER_PASSWORD,SERVER_PASSWORD -u postgres psql -v ON_ERROR_STOP=1 -f roles.sql
\set QUIET on
\getenv owner_password OWNER_PASSWORD
\getenv server_password SERVER_PASSWORD

-- Owns the schema. Only `eyrie migrate` and `eyrie restore` sign in with it.
create role eyrie_owner login password :'owner_password'
  nosuperuser nocreatedb nocreaterole noreplication;
-- The servers. It reads and writes rows, adds to the audit log without changing it, and owns nothing but the queue's schema.
create role eyrie_server login password :'server_password'
  nosuperuser nocreatedb nocreaterole noreplication;

-- `eyrie migrate --grant eyrie_server` hands the queue's schema over, which only a member of the new owner may do.
grant eyrie_server to eyrie_owner;

create database eyrie owner eyrie_owner encoding 'UTF8' locale 'C.UTF-8' template template0;
revoke all on database eyrie from public;
grant connect, temporary on database eyrie to eyrie_server;
