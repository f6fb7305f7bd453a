SET default_transaction_read_only = off;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
-- CREATE ROLE "anon";
CREATE ROLE "import_chef";
ALTER ROLE "import_chef" WITH INHERIT NOCREATEROLE NOCREATEDB NOLOGIN NOBYPASSRLS;
ALTER ROLE "anon" SET "statement_timeout" TO '5s';
GRANT "import_chef" TO "authenticator" WITH INHERIT FALSE GRANTED BY "postgres";
RESET ALL;
