-- The roles remain: other databases of the cluster may use them.
alter default privileges grant execute on functions to public;
alter default privileges in schema public revoke all on tables from service_role;
alter default privileges in schema public revoke all on sequences from service_role;
-- The schema `extensions` remains: it holds the history of migrations.
