-- Drops what the migrations of a project can have made, by the rules of Supabase's command line: everything that is not
-- the platform's. The platform's schemas are those of `supabase_admin`, or have a reserved name.
do $clear$
declare
  found record;
  -- For systems whose owner of the platform is another role.
  kept_schemas constant text[] := array[
    'auth', 'storage', 'realtime', 'extensions', 'graphql', 'graphql_public', 'vault', 'pgbouncer', 'pgmq', 'pgsodium',
    'pgtle', 'public', 'information_schema', 'supabase_functions', 'supabase_migrations', '_analytics', '_realtime',
    '_supavisor'
  ];
  kept_extensions constant text[] := array[
    'plpgsql', 'pg_graphql', 'pg_net', 'pg_stat_statements', 'pgcrypto', 'pgjwt', 'pgsodium', 'supabase_vault', 'uuid-ossp'
  ];
begin
  -- A schema that an extension has made goes with it.
  for found in
    select nspname as name from pg_namespace
    where nspname <> all (kept_schemas) and nspname !~ '^pg_' and nspowner::regrole::text <> 'supabase_admin'
      and not exists (select from pg_depend where classid = 'pg_namespace'::regclass and objid = pg_namespace.oid and deptype = 'e')
  loop
    execute format('drop schema %I cascade', found.name);
  end loop;

  for found in select extname as name from pg_extension where extname <> all (kept_extensions) loop
    execute format('drop extension if exists %I cascade', found.name);
  end loop;
  -- The queues of a stand-in, which is no extension.
  if to_regclass('pgmq.meta') is not null then
    drop schema pgmq cascade;
  end if;

  -- Dropping one object may drop others, hence `if exists`.
  for found in
    select relname as name,
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        when 'f' then 'foreign table' else 'table' end as kind
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by relkind = 'S'
  loop
    execute format('drop %s if exists public.%I cascade', found.kind, found.name);
  end loop;
  for found in
    select oid::regprocedure::text as name, oid from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  loop
    if exists (select from pg_proc where oid = found.oid) then
      execute format('drop routine %s cascade', found.name);
    end if;
  end loop;
  for found in
    select typname as name, typtype from pg_type where typnamespace = 'public'::regnamespace and typtype in ('c', 'd', 'e', 'r')
  loop
    execute format('drop %s if exists public.%I cascade', case found.typtype when 'd' then 'domain' else 'type' end, found.name);
  end loop;

  -- Those on the tables of the platform.
  for found in select policyname, schemaname, tablename from pg_policies loop
    execute format('drop policy %I on %I.%I', found.policyname, found.schemaname, found.tablename);
  end loop;
  for found in
    select tgname, tgrelid::regclass as on_table from pg_trigger
    join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and pronamespace = 'public'::regnamespace
  loop
    execute format('drop trigger if exists %I on %s', found.tgname, found.on_table);
  end loop;

  for found in
    select pubname as name from pg_publication
    where pubname not like 'supabase\_realtime%' and pubname not like 'realtime\_messages%'
  loop
    execute format('drop publication %I', found.name);
  end loop;

  -- The product's migrations of a version that had one history with the platform: their tables are gone.
  drop table if exists extensions.migrations_before_the_split;

  for found in
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'auth' and tablename <> 'schema_migrations'
      or schemaname = 'supabase_functions' and tablename <> 'migrations'
      or schemaname = 'supabase_migrations'
  loop
    execute format('truncate %s cascade', found.name);
  end loop;
end
$clear$;
