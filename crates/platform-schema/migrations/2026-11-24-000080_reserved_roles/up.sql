-- The other roles of a hosted project, which grants, policies and dumps of projects name. They cannot log in and have no
-- privileges here; a local stack raises `supabase_admin` to a superuser. A role that the login may not create is left
-- out, because the platform itself needs none of them.
do $$
declare
  wanted text;
begin
  foreach wanted in array array[
    'supabase_admin', 'supabase_functions_admin', 'supabase_realtime_admin', 'supabase_replication_admin',
    'supabase_etl_admin', 'supabase_read_only_user', 'dashboard_user', 'pgbouncer'
  ] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
      exception when insufficient_privilege then null;
      end;
    end if;
  end loop;
end
$$;
