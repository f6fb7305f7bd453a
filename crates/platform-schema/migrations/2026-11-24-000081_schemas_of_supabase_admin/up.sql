-- The schemas of a hosted project belong to `supabase_admin`: a reset by Supabase's command line drops every schema that
-- does not. The services keep all rights on theirs, because foreign keys are checked as the owner of the table.
create schema if not exists realtime;
create schema if not exists graphql;
create schema if not exists graphql_public;
create schema if not exists vault;

grant usage on schema realtime, graphql_public to anon, authenticated, service_role;

-- The API exposes this function in every project. There is no GraphQL here, which it says as a project without the
-- extension does.
create function graphql_public.graphql(
  "operationName" text default null,
  query text default null,
  variables jsonb default null,
  extensions jsonb default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select '{"errors": [{"message": "pg_graphql extension is not enabled."}]}'::jsonb
$$;
grant execute on function graphql_public.graphql(text, text, jsonb, jsonb) to anon, authenticated, service_role;

do $$
declare
  is_superuser constant boolean := rolsuper from pg_roles where rolname = current_user;
  by_16 constant boolean := current_setting('server_version_num')::integer >= 160000;
  schema_name text;
begin
  if not exists (select from pg_roles where rolname = 'supabase_admin') then
    return;
  end if;
  -- An owner of the database must be a member of the new owner. If that role is another's, the schemas stay with theirs.
  if not is_superuser then
    begin
      execute format(
        'grant supabase_admin to current_user%s', case when by_16 then ' with inherit true, set true' end
      );
      execute format('grant create on database %I to supabase_admin', current_database());
    exception when insufficient_privilege then
      return;
    end;
  end if;
  foreach schema_name in array array[
    'auth', 'storage', 'realtime', 'extensions', 'graphql', 'graphql_public', 'vault'
  ] loop
    execute format('alter schema %I owner to supabase_admin', schema_name);
    execute format('grant all on schema %I to %I', schema_name, session_user);
  end loop;
end
$$;
grant all on schema auth to supabase_auth_admin;
grant all on schema storage to supabase_storage_admin;
do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_realtime_admin') then
    grant all on schema realtime to supabase_realtime_admin;
  end if;
end
$$;
