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
  -- Two databases of one cluster may be migrated at once.
  perform pg_advisory_xact_lock(hashtext('isula_roles'));
  if not exists (select from pg_roles where rolname = 'supabase_realtime_admin') then
    create role supabase_realtime_admin login noinherit;
  end if;
  if is_superuser then
    alter role supabase_realtime_admin login replication;
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

-- Sends a broadcast when the transaction commits. The caller's policies decide. An error is only a warning, because a
-- message that is lost must not fail the transaction that it tells of.
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
