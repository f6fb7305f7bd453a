-- The first migrations of many projects say `create extension pgsodium with schema pgsodium`, which needs the schema.
do $$
declare
  by_16 constant boolean := current_setting('server_version_num')::integer >= 160000;
begin
  if to_regnamespace('pgsodium') is null then
    create schema pgsodium;
    if exists (select from pg_roles where rolname = 'supabase_admin')
      and pg_has_role('supabase_admin', case when by_16 then 'SET' else 'MEMBER' end)
    then
      alter schema pgsodium owner to supabase_admin;
    end if;
    execute format('grant all on schema pgsodium to %I', session_user);
  end if;
end
$$;
