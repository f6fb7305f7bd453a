-- The roles of a hosted project. They belong to the cluster, not to the database, so each is made only where
-- it is missing. Login roles get their passwords from whoever starts the stack, never from a migration. How long a
-- statement of the public may run is what a hosted project allows; without a limit one visitor could hold every
-- connection of the REST engine.
do $$
declare
  wanted record;
begin
  -- Two databases of one cluster may be migrated at once.
  perform pg_advisory_xact_lock(hashtext('isula_roles'));
  for wanted in
    select * from (values
      ('anon',                   'nologin noinherit',           '3s'),
      ('authenticated',          'nologin noinherit',           '8s'),
      ('service_role',           'nologin noinherit bypassrls', null),
      ('authenticator',          'login noinherit',             null),
      ('supabase_auth_admin',    'login noinherit',             null),
      ('supabase_storage_admin', 'login noinherit',             null)
    ) as roles (name, options, statement_timeout)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.options);
      if wanted.statement_timeout is not null then
        execute format('alter role %I set statement_timeout = %L', wanted.name, wanted.statement_timeout);
      end if;
    end if;
  end loop;
end
$$;

grant anon, authenticated, service_role to authenticator;
-- Storage runs each request as the caller's role.
grant anon, authenticated, service_role to supabase_storage_admin;

create schema if not exists extensions;
grant usage on schema extensions to public;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin;

-- What a later migration forgets to grant stays closed.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges revoke execute on functions from public;

-- The list of migrations lies in the exposed schema; nobody needs to read it over HTTP.
alter table if exists public.__diesel_schema_migrations enable row level security;
revoke all on table public.__diesel_schema_migrations from service_role;
