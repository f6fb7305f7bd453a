-- The roles of a hosted project. Roles belong to the cluster, not to the database, so each is created only where it is
-- missing. No lock of Postgres spans the databases of a cluster: when another one creates a role at the same time, this
-- migration fails and the runner repeats it. The stack sets the passwords of login roles, never a migration. The
-- statement timeouts are those of a hosted project; without them one visitor could hold every connection of the REST
-- engine.
do $$
declare
  wanted record;
begin
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

-- The authenticator and storage run each request as the caller's role. A role that is granted already is not granted
-- again, because that needs privileges that the owner of the database may not have.
do $$
declare
  wanted record;
begin
  for wanted in
    select callers.name as role, logins.name as login
    from unnest(array['anon', 'authenticated', 'service_role']) as callers (name),
      unnest(array['authenticator', 'supabase_storage_admin']) as logins (name)
    where not exists (
      select from pg_auth_members
      where roleid = callers.name::regrole and member = logins.name::regrole
    )
  loop
    execute format('grant %I to %I', wanted.role, wanted.login);
  end loop;
end
$$;

-- The migrating role gives tables to these two roles and still changes them afterwards. A superuser needs no
-- membership; the owner of the database grants itself one, which since Postgres 16 creating the role does not imply.
do $$
declare
  role text;
  by_16 constant boolean := current_setting('server_version_num')::integer >= 160000;
  may_set constant text := case when by_16 then 'SET' else 'MEMBER' end;
begin
  foreach role in array array['supabase_auth_admin', 'supabase_storage_admin'] loop
    if not (pg_has_role(role, 'USAGE') and pg_has_role(role, may_set)) then
      execute format(
        'grant %I to current_user%s', role, case when by_16 then ' with inherit true, set true' end
      );
    end if;
  end loop;
end
$$;

create schema if not exists extensions;
grant usage on schema extensions to public;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin;

-- Nothing is accessible that a later migration does not grant.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges revoke execute on functions from public;
