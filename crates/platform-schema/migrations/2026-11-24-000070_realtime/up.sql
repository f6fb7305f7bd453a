-- Channels, presence and database changes. Schema, tables, types and functions have the names of Supabase's `realtime`
-- schema, so that policies, triggers and migrations written for it work. Who may use a private topic is decided by
-- policies on `realtime.messages`; without one, nobody may. The owner, `supabase_realtime_admin`, is the login of the
-- realtime service, which takes the role of a client's token for each check.
do $$
declare
  -- Only a superuser can create a role that may read the write-ahead log. Without it the service has no broadcasts from
  -- the database and no database changes.
  is_superuser constant boolean := (select rolsuper from pg_roles where rolname = current_user);
  by_16 constant boolean := current_setting('server_version_num')::integer >= 160000;
  may_set constant text := case when by_16 then 'SET' else 'MEMBER' end;
  caller text;
begin
  if not exists (select from pg_roles where rolname = 'supabase_realtime_admin') then
    create role supabase_realtime_admin login noinherit;
  end if;
  if is_superuser and not exists (
    select from pg_roles where rolname = 'supabase_realtime_admin' and rolcanlogin and rolreplication
  ) then
    begin
      alter role supabase_realtime_admin login replication;
    exception when internal_error then
      -- Another database of the cluster is migrated at this moment and has changed the role in the same way.
      null;
    end;
  end if;
  foreach caller in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (
      select from pg_auth_members
      where roleid = caller::regrole and member = 'supabase_realtime_admin'::regrole
    ) then
      execute format('grant %I to supabase_realtime_admin', caller);
    end if;
  end loop;
  if not (pg_has_role('supabase_realtime_admin', 'USAGE') and pg_has_role('supabase_realtime_admin', may_set)) then
    execute format(
      'grant supabase_realtime_admin to current_user%s',
      case when by_16 then ' with inherit true, set true' end
    );
  end if;
end
$$;

create schema realtime authorization supabase_realtime_admin;
grant usage on schema realtime to anon, authenticated, service_role;

-- What follows belongs to the service.
set local role supabase_realtime_admin;

create type realtime.action as enum ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'ERROR');
create type realtime.equality_op as enum (
  'eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'match', 'imatch', 'isdistinct'
);
create type realtime.user_defined_filter as (
  column_name text,
  op realtime.equality_op,
  value text,
  negate boolean
);
create type realtime.wal_column as (
  name text,
  type_name text,
  type_oid oid,
  value jsonb,
  is_pkey boolean,
  is_selectable boolean
);
create type realtime.wal_rls as (
  wal jsonb,
  is_rls_enabled boolean,
  subscription_ids uuid[],
  errors text[]
);

-- The version of Supabase's schema that this one equals, for programs that look it up.
create table realtime.schema_migrations (
  version bigint not null primary key,
  inserted_at timestamp(0)
);
alter table realtime.schema_migrations enable row level security;
insert into realtime.schema_migrations (version, inserted_at) values (20260709120000, now() at time zone 'utc');

-- Broadcasts that are sent from the database, for three days: the service makes and drops a partition for each day. Its
-- probes of policies insert rows, too, and roll them back.
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at),
  constraint messages_payload_exclusive check (payload is null or binary_payload is null)
) partition by range (inserted_at);
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private is true;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create function realtime.topic() returns text
language sql stable
return nullif(current_setting('realtime.topic', true), '');

-- Sends a broadcast when the transaction commits, if the caller's policies allow it. An error becomes a warning, because
-- a lost message must not fail the transaction that sends it.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql
as $$
declare
  message_id constant uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (id, topic, extension, event, private, payload)
  values (
    message_id,
    send.topic,
    'broadcast',
    send.event,
    send.private,
    case
      when send.payload ? 'id' then send.payload
      else jsonb_set(send.payload, '{id}', to_jsonb(message_id))
    end
  );
exception
  when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;

create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql
as $$
begin
  perform set_config('realtime.topic', send_binary.topic, true);
  insert into realtime.messages (topic, extension, event, private, binary_payload)
  values (send_binary.topic, 'broadcast', send_binary.event, send_binary.private, send_binary.payload);
exception
  when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- For triggers: broadcasts a changed row in a private topic.
create function realtime.broadcast_changes(
  topic_name text,
  event_name text,
  operation text,
  table_name text,
  table_schema text,
  new record,
  old record,
  level text default 'ROW'
) returns void
language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old,
      'record', new,
      'operation', operation,
      'table', table_name,
      'schema', table_schema
    ),
    event_name,
    topic_name
  );
exception
  when others then
    raise exception 'Failed to process the row: %', sqlerrm;
end
$$;

create function realtime.to_regrole(role_name text) returns regrole
language sql immutable
return role_name::regrole;

-- A value's text as JSON of its type.
create function realtime.cast(val text, type_ regtype) returns jsonb
language plpgsql immutable
as $$
declare
  converted jsonb;
begin
  if type_ = 'bytea'::regtype then
    return to_jsonb(val);
  end if;
  execute format('select to_jsonb($1::text::%s)', type_) into converted using val;
  return converted;
end
$$;

-- Whether `val_1 op val_2` holds, both taken as the type. Null counts as neither true nor false.
create function realtime.check_equality_op(
  op realtime.equality_op,
  type_ regtype,
  val_1 text,
  val_2 text,
  negate boolean
) returns boolean
language plpgsql stable
as $$
declare
  symbols constant jsonb := '{
    "eq": "=", "neq": "<>", "lt": "<", "lte": "<=", "gt": ">", "gte": ">=",
    "like": "like", "ilike": "ilike", "match": "~", "imatch": "~*"
  }';
  condition text;
  holds boolean;
begin
  if op = 'is' then
    if val_2 is null or val_2 not in ('null', 'true', 'false', 'unknown') then
      raise exception 'invalid value for is filter: must be null, true, false, or unknown';
    end if;
    condition := format('$1::text::%s is %s %s', type_, case when negate then 'not' else '' end, val_2);
  elsif op = 'isdistinct' then
    condition := format(
      '$1::text::%1$s is %2$s distinct from $2::text::%1$s', type_, case when negate then 'not' else '' end
    );
  else
    if op = 'in' then
      condition := format('$1::text::%1$s = any ($2::text::%1$s[])', type_);
    else
      condition := format('$1::text::%1$s %2$s $2::text::%1$s', type_, symbols ->> op::text);
    end if;
    if negate then
      condition := format('not (%s)', condition);
    end if;
  end if;
  execute 'select ' || condition into holds using val_1, val_2;
  return holds;
end
$$;

create function realtime.check_equality_op(
  op realtime.equality_op,
  type_ regtype,
  val_1 text,
  val_2 text
) returns boolean
language sql stable
return realtime.check_equality_op(op, type_, val_1, val_2, false);

-- Whether all filters hold. One on a column that is missing does not.
create function realtime.is_visible_through_filters(
  columns realtime.wal_column[],
  filters realtime.user_defined_filter[]
) returns boolean
language sql stable
return not exists (
  select from unnest(filters) as wanted
  where not coalesce((
    select realtime.check_equality_op(
      wanted.op,
      coalesce(found.type_oid::regtype, found.type_name::regtype),
      found.value #>> '{}',
      wanted.value,
      coalesce(wanted.negate, false)
    )
    from unnest(columns) as found
    where found.name = wanted.column_name
    limit 1
  ), false)
);

-- Which changes a connected client wants: one row for each table and requested entry. Only the service reads them, since
-- claims are personal.
create table realtime.subscription (
  id bigint generated always as identity,
  subscription_id uuid not null,
  entity regclass not null,
  filters realtime.user_defined_filter[] not null default '{}',
  claims jsonb not null,
  claims_role regrole not null generated always as (realtime.to_regrole(claims ->> 'role')) stored,
  created_at timestamp not null default (now() at time zone 'utc'),
  action_filter text default '*' check (action_filter in ('*', 'INSERT', 'UPDATE', 'DELETE')),
  selected_columns text[],
  constraint pk_subscription primary key (id)
);
create index ix_realtime_subscription_entity on realtime.subscription (entity);
create unique index subscription_subscription_id_entity_filters_action_filter_selec
  on realtime.subscription (subscription_id, entity, filters, action_filter, coalesce(selected_columns, '{}'));
alter table realtime.subscription enable row level security;
grant select on realtime.subscription to anon, authenticated, service_role;

-- Rejects a subscription whose filters or columns cannot apply, or name a column that its role may not read.
create function realtime.subscription_check_filters() returns trigger
language plpgsql
as $$
declare
  readable constant text[] := array(
    select attname from pg_attribute
    where attrelid = new.entity and attnum > 0 and not attisdropped
      and has_column_privilege(new.claims ->> 'role', attrelid, attnum, 'SELECT')
  );
  wanted realtime.user_defined_filter;
  selected text;
  column_type regtype;
  operator text;
begin
  foreach wanted in array new.filters loop
    if wanted.column_name is null or wanted.column_name <> all (readable) then
      raise exception 'invalid column for filter %', wanted.column_name;
    end if;
    column_type := (
      select atttypid from pg_attribute where attrelid = new.entity and attname = wanted.column_name
    );
    if column_type is null then
      raise exception 'failed to lookup type for column %', wanted.column_name;
    end if;
    case
      when wanted.op = 'in' then
        if jsonb_array_length(realtime.cast(wanted.value, format('%s[]', column_type)::regtype)) > 100 then
          raise exception 'too many values for `in` filter. Maximum 100';
        end if;
      when wanted.op = 'is' then
        if wanted.value not in ('null', 'true', 'false', 'unknown') then
          raise exception 'invalid value for is filter: must be null, true, false, or unknown';
        end if;
        if wanted.value <> 'null' and column_type <> 'boolean'::regtype then
          raise exception 'is % filter requires a boolean column, got %', wanted.value, column_type;
        end if;
      when wanted.op in ('like', 'ilike', 'match', 'imatch') then
        operator := case wanted.op when 'match' then '~' when 'imatch' then '~*' else '~~' end;
        if not exists (
          select from pg_operator
          where oprname = operator and oprleft = column_type and oprresult = 'boolean'::regtype
            and (oprright = column_type or operator = '~~')
        ) then
          raise exception 'operator % requires a text-compatible column type, got %', wanted.op, column_type;
        end if;
        if wanted.op in ('match', 'imatch') then
          begin
            perform '' ~ wanted.value;
          exception
            when others then
              raise exception 'invalid regular expression for % filter: %', wanted.op, sqlerrm;
          end;
        end if;
      when wanted.op <> 'isdistinct' then
        perform realtime.cast(wanted.value, column_type);
      else
        null;
    end case;
  end loop;

  foreach selected in array coalesce(new.selected_columns, '{}') loop
    if selected is null or selected <> all (readable) then
      raise exception 'invalid column for select %', selected;
    end if;
  end loop;

  -- In one order, so that the index finds an equal subscription.
  new.filters := array(
    select it from unnest(new.filters) as it
    order by it.column_name, it.op, it.value, it.negate
  );
  new.selected_columns := (select array_agg(it order by it) from unnest(new.selected_columns) as it);
  return new;
end
$$;
create trigger tr_check_filters before insert or update on realtime.subscription
  for each row execute function realtime.subscription_check_filters();

-- The columns of a change as typed values. `described` is a member of the change in the form of wal2json.
create function realtime.typed_columns(described jsonb, key_columns jsonb) returns realtime.wal_column[]
language sql stable
return array(
  select (
    it ->> 'name',
    it ->> 'type',
    (it ->> 'typeoid')::oid,
    realtime.cast(it ->> 'value', coalesce((it ->> 'typeoid')::oid::regtype, (it ->> 'type')::regtype)),
    key_columns @> jsonb_build_array(jsonb_build_object('name', it -> 'name')),
    true
  )::realtime.wal_column
  from jsonb_array_elements(described) as it
);

-- Whether a role with these claims may read the row. A policy that fails hides it. The role must be reset by the caller.
create function realtime.may_read_row(entity regclass, role_name text, claims jsonb, condition text) returns boolean
language plpgsql
as $$
declare
  may_read boolean;
begin
  perform set_config('request.jwt.claims', claims::text, true), set_config('role', role_name, true);
  execute format('select exists (select from %s where %s)', entity, condition) into may_read;
  return may_read;
exception
  when others then
    return false;
end
$$;

-- Returns the subscriptions that may see a change, with its visible columns: one row for each role and selection of
-- columns. `wal` describes the change in the form of wal2json. Subscriptions with equal claims and filters are checked
-- once.
create function realtime.apply_rls(wal jsonb, max_record_bytes integer default 1024 * 1024)
returns setof realtime.wal_rls
language plpgsql
as $$
declare
  entity_ constant regclass := format('%I.%I', wal ->> 'schema', wal ->> 'table')::regclass;
  action_ constant text := case wal ->> 'action' when 'I' then 'INSERT' when 'U' then 'UPDATE' when 'D' then 'DELETE' end;
  is_protected constant boolean := (select relrowsecurity from pg_class where oid = entity_);
  is_too_large constant boolean := octet_length(wal::text) > max_record_bytes;
  new_columns constant realtime.wal_column[] := realtime.typed_columns(wal -> 'columns', wal -> 'pk');
  old_columns constant realtime.wal_column[] := realtime.typed_columns(wal -> 'identity', wal -> 'pk');
  filtered constant realtime.wal_column[] := case action_ when 'DELETE' then old_columns else new_columns end;
  key_columns constant text[] := array(select it ->> 'name' from jsonb_array_elements(wal -> 'pk') as it);
  key_condition constant text := (
    select string_agg(format('%I = %L::%s', it ->> 'name', found.value #>> '{}', found.type_oid::regtype), ' and ')
    from jsonb_array_elements(wal -> 'pk') as it
    join unnest(new_columns) as found on found.name = it ->> 'name'
  );
  described jsonb := jsonb_build_object('schema', wal ->> 'schema', 'table', wal ->> 'table', 'type', action_);
  readable text[];
  shown text[];
  visible uuid[];
  problem text;
  role_ regrole;
  candidate record;
  selection record;
begin
  for role_ in
    select distinct claims_role from realtime.subscription
    where entity = entity_ and action_filter in ('*', action_)
  loop
    readable := array(
      select attname from pg_attribute
      where attrelid = entity_ and attnum > 0 and not attisdropped
        and has_column_privilege(role_, attrelid, attnum, 'SELECT')
      order by attnum
    );
    problem := case
      when action_ = 'DELETE' then null
      when key_columns = '{}' then 'Error 400: Bad Request, no primary key'
      when not key_columns <@ readable then 'Error 401: Unauthorized'
    end;

    visible := '{}';
    for candidate in
      select claims, filters, array_agg(subscription_id) as ids from realtime.subscription
      where entity = entity_ and claims_role = role_ and action_filter in ('*', action_)
      group by claims, filters
    loop
      if problem is not null then
        visible := visible || candidate.ids;
      elsif realtime.is_visible_through_filters(filtered, candidate.filters) then
        if not is_protected or action_ = 'DELETE'
          or realtime.may_read_row(
            entity_, (select rolname from pg_roles where oid = role_), candidate.claims, key_condition
          )
        then
          visible := visible || candidate.ids;
        end if;
        perform set_config('role', 'none', true);
      end if;
    end loop;
    continue when visible = '{}';

    for selection in
      select selected_columns, array_agg(subscription_id) as ids from realtime.subscription
      where entity = entity_ and claims_role = role_ and subscription_id = any (visible)
        and action_filter in ('*', action_)
      group by selected_columns
    loop
      if problem is not null then
        return next row(described, is_protected, selection.ids, array[problem])::realtime.wal_rls;
        continue;
      end if;
      shown := array(
        select name from unnest(readable) as name
        where selection.selected_columns is null or name = any (selection.selected_columns || key_columns)
      );
      return next row(
        described
        || jsonb_build_object(
          'commit_timestamp',
          to_char((wal ->> 'timestamp')::timestamptz at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'columns',
          (
            select coalesce(jsonb_agg(jsonb_build_object('name', attname, 'type', typname) order by attnum), '[]')
            from pg_attribute join pg_type on pg_type.oid = atttypid
            where attrelid = entity_ and attname = any (shown)
          )
        )
        || case
          when action_ = 'DELETE' then '{}'
          else jsonb_build_object('record', (
            -- A large value that the statement has not changed is in the old row alone.
            select coalesce(jsonb_object_agg(it.name, it.value), '{}')
            from (
              select name, value from unnest(new_columns)
              union all
              select name, value from unnest(old_columns)
              where name not in (select name from unnest(new_columns))
            ) as it
            where it.name = any (shown) and not (is_too_large and octet_length(it.value::text) > 64)
          ))
        end
        || case
          when action_ = 'INSERT' then '{}'
          else jsonb_build_object('old_record', (
            select coalesce(jsonb_object_agg(it.name, it.value), '{}') from unnest(old_columns) as it
            where it.name = any (shown) and not (is_too_large and octet_length(it.value::text) > 64)
              and not (action_ = 'DELETE' and is_protected and not it.is_pkey)
          ))
        end,
        is_protected,
        selection.ids,
        case when is_too_large then array['Error 413: Payload Too Large'] else '{}' end
      )::realtime.wal_rls;
    end loop;
  end loop;
end
$$;

reset role;

-- The tables whose changes clients may get. Projects and the dashboard add them.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  if not exists (select from pg_publication where pubname = 'supabase_realtime_messages_publication') then
    create publication supabase_realtime_messages_publication for table realtime.messages;
  end if;
end
$$;
