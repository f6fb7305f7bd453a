-- Database webhooks: a trigger that queues an HTTP request about a row, with the names and the payload of the hosted
-- service. `hooks` records which trigger queued which request.
do $$
declare
  by_16 constant boolean := current_setting('server_version_num')::integer >= 160000;
begin
  if to_regnamespace('supabase_functions') is not null then
    return;
  end if;
  if exists (select from pg_roles where rolname = 'supabase_admin')
    and pg_has_role('supabase_admin', case when by_16 then 'SET' else 'MEMBER' end)
  then
    create schema supabase_functions authorization supabase_admin;
    set local role supabase_admin;
  else
    create schema supabase_functions;
  end if;
  comment on schema supabase_functions is 'Database webhooks.';

  create table supabase_functions.migrations (
    version text primary key,
    inserted_at timestamptz not null default now()
  );
  insert into supabase_functions.migrations (version) values ('initial'), ('20210809183423_update_grants');
  create table supabase_functions.hooks (
    id bigserial primary key,
    hook_table_id integer not null,
    hook_name text not null,
    created_at timestamptz not null default now(),
    request_id bigint
  );
  create index supabase_functions_hooks_request_id_idx on supabase_functions.hooks (request_id);
  create index supabase_functions_hooks_h_table_id_h_name_idx on supabase_functions.hooks (hook_table_id, hook_name);
  alter table supabase_functions.migrations enable row level security;
  alter table supabase_functions.hooks enable row level security;

  create function supabase_functions.http_request() returns trigger
  language plpgsql security definer set search_path = ''
  as $f$
  declare
    url constant text := nullif(tg_argv[0], 'null');
    method constant text := nullif(tg_argv[1], 'null');
    headers constant jsonb := coalesce(nullif(tg_argv[2], 'null'), '{"Content-Type": "application/json"}');
    params constant jsonb := coalesce(nullif(tg_argv[3], 'null'), '{}');
    timeout constant integer := coalesce(nullif(tg_argv[4], 'null'), '1000');
    queued bigint;
  begin
    if url is null then
      raise exception 'url argument is missing';
    elsif method is null then
      raise exception 'method argument is missing';
    elsif method = 'GET' then
      queued := net.http_get(url, params, headers, timeout);
    elsif method = 'POST' then
      queued := net.http_post(
        url,
        jsonb_build_object(
          'type', tg_op, 'table', tg_table_name, 'schema', tg_table_schema, 'record', new, 'old_record', old
        ),
        params, headers, timeout
      );
    else
      raise exception 'method argument % is invalid', method;
    end if;
    insert into supabase_functions.hooks (hook_table_id, hook_name, request_id) values (tg_relid, tg_name, queued);
    return new;
  end
  $f$;

  revoke all on function supabase_functions.http_request() from public;
  grant usage on schema supabase_functions to anon, authenticated, service_role;
  grant execute on function supabase_functions.http_request() to anon, authenticated, service_role;
  -- Without TRIGGER: a trigger on `hooks` would run with the rights of the owner of `http_request`.
  grant select, insert, update, delete on all tables in schema supabase_functions to service_role;
  grant all on all sequences in schema supabase_functions to service_role;
  execute format('grant all on schema supabase_functions to %I', session_user);
  execute format('grant all on all tables in schema supabase_functions to %I', session_user);
  execute format('grant all on all functions in schema supabase_functions to %I', session_user);
  if exists (select from pg_roles where rolname = 'supabase_functions_admin') then
    grant all on schema supabase_functions to supabase_functions_admin;
    grant select, insert, update, delete on all tables in schema supabase_functions to supabase_functions_admin;
    grant all on all sequences in schema supabase_functions to supabase_functions_admin;
    grant all on all functions in schema supabase_functions to supabase_functions_admin;
  end if;
end
$$;
reset role;
