-- The privileges that the current role lacks for the migrations, as the statements that a superuser must run, in order.
-- No rows when nothing is missing, and for a superuser.
with me as (
  select
    rolname as name,
    rolsuper as superuser,
    rolcreaterole as can_create_roles,
    rolbypassrls as bypasses_rls,
    current_setting('server_version_num')::integer >= 160000 as by_16
  from pg_roles
  where rolname = current_user
),
wanted (place, name, options, statement_timeout, kind) as (
  values
    (1, 'anon', 'nologin noinherit', '3s', 'caller'),
    (2, 'authenticated', 'nologin noinherit', '8s', 'caller'),
    (3, 'service_role', 'nologin noinherit bypassrls', null, 'caller'),
    (4, 'authenticator', 'login noinherit', null, 'login'),
    (5, 'supabase_auth_admin', 'login noinherit', null, 'owner'),
    (6, 'supabase_storage_admin', 'login noinherit', null, 'owner'),
    (7, 'supabase_realtime_admin', 'login noinherit replication', null, 'owner')
),
roles as (
  select
    wanted.*,
    found.oid,
    -- Until Postgres 15 only a superuser can create a role with BYPASSRLS, since 16 also a role that has it.
    found.oid is null and not (
      me.can_create_roles and (wanted.name <> 'service_role' or me.by_16 and me.bypasses_rls)
    ) as uncreatable,
    -- Until Postgres 15 a role with CREATEROLE can grant every role, since 16 only those it has WITH ADMIN OPTION.
    found.oid is not null and (
      not me.by_16 and me.can_create_roles or pg_has_role(found.oid, 'MEMBER WITH ADMIN OPTION')
    ) as grantable
  from wanted cross join me left join pg_roles as found on found.rolname = wanted.name
),
missing (place, statement) as (
  select place, format('create role %I %s;', name, options) from roles where uncreatable
  union all
  select place, format('alter role %I set statement_timeout = %L;', name, statement_timeout) from roles
  where uncreatable and statement_timeout is not null
  union all
  select 10 + roles.place, format('grant %I to %I with admin option;', roles.name, me.name)
  from roles cross join me
  where kind = 'caller'
    and not grantable
    and (uncreatable and (me.by_16 or not me.can_create_roles) or oid is not null and exists (
      select from roles as logins
      where logins.name in ('authenticator', 'supabase_storage_admin', 'supabase_realtime_admin')
        and not exists (select from pg_auth_members where roleid = roles.oid and member = logins.oid)
    ))
  union all
  select 20 + roles.place, format('grant %I to %I;', roles.name, me.name)
  from roles cross join me
  where kind = 'owner'
    and not grantable
    and (uncreatable or oid is not null and not (
      pg_has_role(oid, 'USAGE') and pg_has_role(oid, case when me.by_16 then 'SET' else 'MEMBER' end)
    ))
  union all
  select 30, format('grant create on database %I to %I;', current_database(), me.name)
  from me
  where not has_database_privilege(current_database(), 'CREATE')
  union all
  select 31, format('grant create on schema %I to %I;', nspname, me.name)
  from pg_namespace cross join me
  where nspname in ('public', 'extensions') and not has_schema_privilege(pg_namespace.oid, 'CREATE')
)
select statement from missing cross join me where not me.superuser order by place, statement like 'alter%', statement
