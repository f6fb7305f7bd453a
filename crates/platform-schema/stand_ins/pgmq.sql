-- Stand-in for the extension pgmq: message queues in tables, with its names and types. There are no partitioned queues.
-- As in pgmq, the table of a new queue has no row-level security: a role with privileges on the schema and the table can
-- send and read. Needs the schema `pgmq`.
comment on schema pgmq is 'Stand-in for the extension pgmq.';

create table pgmq.meta (
  queue_name varchar unique not null,
  is_partitioned boolean not null,
  is_unlogged boolean not null,
  created_at timestamptz not null default now()
);

create type pgmq.message_record as (
  msg_id bigint, read_ct integer, enqueued_at timestamptz, vt timestamptz, message jsonb, headers jsonb
);
create type pgmq.queue_record as (
  queue_name varchar, is_partitioned boolean, is_unlogged boolean, created_at timestamptz
);
create type pgmq.metrics_result as (
  queue_name text,
  queue_length bigint,
  newest_msg_age_sec int,
  oldest_msg_age_sec int,
  total_messages bigint,
  scrape_time timestamptz,
  queue_visible_length bigint
);

create function pgmq.format_table_name(queue_name text, prefix text) returns text
language plpgsql immutable set search_path = ''
as $f$
begin
  if queue_name ~ '\$|;|--|''' then
    raise exception 'queue name contains invalid characters: $, ;, --, or ''';
  end if;
  return lower(prefix || '_' || queue_name);
end
$f$;

create function pgmq.validate_queue_name(queue_name text) returns void
language plpgsql set search_path = ''
as $f$
begin
  if length(queue_name) > 47 then
    raise exception 'queue name is too long, maximum length is 47 characters';
  end if;
end
$f$;

-- Serialises sessions that create or drop the same queue.
create function pgmq.acquire_queue_lock(queue_name text) returns void
language sql set search_path = ''
as $f$ select pg_advisory_xact_lock(hashtext('pgmq.queue_' || queue_name)) $f$;

-- Where this script is an extension, the tables of queues become its members, as in pgmq.
create function pgmq._adopt(relation text) returns void
language plpgsql set search_path = ''
as $f$
begin
  if exists (select from pg_extension where extname = 'pgmq') and not exists (
    select from pg_depend where objid = format('pgmq.%I', relation)::regclass and deptype = 'e'
  ) then
    execute format('alter extension pgmq add table pgmq.%I', relation);
  end if;
end
$f$;

create function pgmq._release(relation text) returns void
language plpgsql set search_path = ''
as $f$
begin
  if exists (
    select from pg_depend where objid = to_regclass(format('pgmq.%I', relation)) and deptype = 'e'
  ) then
    execute format('alter extension pgmq drop table pgmq.%I', relation);
  end if;
end
$f$;

create function pgmq._create(queue_name text, is_unlogged boolean) returns void
language plpgsql set search_path = ''
as $f$
declare
  queue constant text := pgmq.format_table_name(queue_name, 'q');
  archive constant text := pgmq.format_table_name(queue_name, 'a');
begin
  perform pgmq.validate_queue_name(queue_name);
  perform pgmq.acquire_queue_lock(queue_name);
  execute format(
    'create %s table if not exists pgmq.%I (
       msg_id bigint primary key generated always as identity,
       read_ct int not null default 0,
       enqueued_at timestamptz not null default now(),
       vt timestamptz not null,
       message jsonb,
       headers jsonb
     )',
    case when is_unlogged then 'unlogged' else '' end, queue
  );
  execute format(
    'create table if not exists pgmq.%I (
       msg_id bigint primary key,
       read_ct int not null default 0,
       enqueued_at timestamptz not null default now(),
       archived_at timestamptz not null default now(),
       vt timestamptz not null,
       message jsonb,
       headers jsonb
     )',
    archive
  );
  execute format('create index if not exists %I on pgmq.%I (vt)', queue || '_vt_idx', queue);
  execute format('create index if not exists %I on pgmq.%I (archived_at)', 'archived_at_idx_' || queue_name, archive);
  perform pgmq._adopt(queue), pgmq._adopt(archive);
  insert into pgmq.meta (queue_name, is_partitioned, is_unlogged) values (queue_name, false, is_unlogged)
  on conflict do nothing;
end
$f$;

create function pgmq.create(queue_name text) returns void
language sql set search_path = '' as $f$ select pgmq._create(queue_name, false) $f$;
create function pgmq.create_non_partitioned(queue_name text) returns void
language sql set search_path = '' as $f$ select pgmq._create(queue_name, false) $f$;
create function pgmq.create_unlogged(queue_name text) returns void
language sql set search_path = '' as $f$ select pgmq._create(queue_name, true) $f$;

create function pgmq.create_partitioned(
  queue_name text, partition_interval text default '10000', retention_interval text default '100000'
) returns void
language plpgsql set search_path = ''
as $f$
begin
  raise exception 'this stand-in for pgmq has no partitioned queues; use pgmq.create'
    using errcode = 'feature_not_supported';
end
$f$;

create function pgmq.drop_queue(queue_name text) returns boolean
language plpgsql set search_path = ''
as $f$
declare
  queue constant text := pgmq.format_table_name(queue_name, 'q');
  archive constant text := pgmq.format_table_name(queue_name, 'a');
begin
  perform pgmq.acquire_queue_lock(queue_name);
  if to_regclass(format('pgmq.%I', queue)) is null then
    raise notice 'pgmq queue `%` does not exist', queue_name;
    return false;
  end if;
  perform pgmq._release(queue), pgmq._release(archive);
  execute format('drop table pgmq.%I', queue);
  execute format('drop table if exists pgmq.%I', archive);
  delete from pgmq.meta where meta.queue_name = drop_queue.queue_name;
  return true;
end
$f$;

create function pgmq.drop_queue(queue_name text, partitioned boolean) returns boolean
language sql set search_path = '' as $f$ select pgmq.drop_queue(queue_name) $f$;

-- The archive then stays when the extension is dropped.
create function pgmq.detach_archive(queue_name text) returns void
language sql set search_path = ''
as $f$ select pgmq._release(pgmq.format_table_name(queue_name, 'a')) $f$;

create function pgmq.send(queue_name text, msg jsonb, headers jsonb, delay timestamptz) returns setof bigint
language plpgsql set search_path = ''
as $f$
begin
  return query execute format(
    'insert into pgmq.%I (vt, message, headers) values ($1, $2, $3) returning msg_id',
    pgmq.format_table_name(queue_name, 'q')
  ) using delay, msg, headers;
end
$f$;
create function pgmq.send(queue_name text, msg jsonb) returns setof bigint
language sql set search_path = ''
as $f$ select pgmq.send(queue_name, msg, null::jsonb, clock_timestamp()) $f$;
create function pgmq.send(queue_name text, msg jsonb, headers jsonb) returns setof bigint
language sql set search_path = ''
as $f$ select pgmq.send(queue_name, msg, headers, clock_timestamp()) $f$;
create function pgmq.send(queue_name text, msg jsonb, delay integer) returns setof bigint
language sql set search_path = ''
as $f$ select pgmq.send(queue_name, msg, null::jsonb, clock_timestamp() + make_interval(secs => delay)) $f$;
create function pgmq.send(queue_name text, msg jsonb, delay timestamptz) returns setof bigint
language sql set search_path = ''
as $f$ select pgmq.send(queue_name, msg, null::jsonb, delay) $f$;
create function pgmq.send(queue_name text, msg jsonb, headers jsonb, delay integer) returns setof bigint
language sql set search_path = ''
as $f$ select pgmq.send(queue_name, msg, headers, clock_timestamp() + make_interval(secs => delay)) $f$;

create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay timestamptz)
returns setof bigint
language plpgsql set search_path = ''
as $f$
begin
  return query execute format(
    'insert into pgmq.%I (vt, message, headers)
     select $1, message, header from unnest($2, $3) with ordinality as messages (message, header, place)
     where place <= cardinality($2) order by place
     returning msg_id',
    pgmq.format_table_name(queue_name, 'q')
  ) using delay, msgs, coalesce(headers, '{}');
end
$f$;
create function pgmq.send_batch(queue_name text, msgs jsonb[]) returns setof bigint
language sql set search_path = ''
as $f$ select pgmq.send_batch(queue_name, msgs, null::jsonb[], clock_timestamp()) $f$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[]) returns setof bigint
language sql set search_path = ''
as $f$ select pgmq.send_batch(queue_name, msgs, headers, clock_timestamp()) $f$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], delay integer) returns setof bigint
language sql set search_path = ''
as $f$ select pgmq.send_batch(queue_name, msgs, null::jsonb[], clock_timestamp() + make_interval(secs => delay)) $f$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], delay timestamptz) returns setof bigint
language sql set search_path = ''
as $f$ select pgmq.send_batch(queue_name, msgs, null::jsonb[], delay) $f$;
create function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay integer) returns setof bigint
language sql set search_path = ''
as $f$ select pgmq.send_batch(queue_name, msgs, headers, clock_timestamp() + make_interval(secs => delay)) $f$;

create function pgmq.read(queue_name text, vt integer, qty integer, conditional jsonb default '{}')
returns setof pgmq.message_record
language plpgsql set search_path = ''
as $f$
begin
  return query execute format(
    'with visible as (
       select msg_id from pgmq.%1$I
       where vt <= clock_timestamp() and ($3 = ''{}'' or message @> $3)
       order by msg_id limit $1 for update skip locked
     )
     update pgmq.%1$I as queued
     set vt = clock_timestamp() + make_interval(secs => $2), read_ct = read_ct + 1
     from visible where queued.msg_id = visible.msg_id
     returning queued.msg_id, queued.read_ct, queued.enqueued_at, queued.vt, queued.message, queued.headers',
    pgmq.format_table_name(queue_name, 'q')
  ) using qty, vt, conditional;
end
$f$;

create function pgmq.read_with_poll(
  queue_name text,
  vt integer,
  qty integer,
  max_poll_seconds integer default 5,
  poll_interval_ms integer default 100,
  conditional jsonb default '{}'
) returns setof pgmq.message_record
language plpgsql set search_path = ''
as $f$
declare
  deadline constant timestamptz := clock_timestamp() + make_interval(secs => max_poll_seconds);
begin
  while clock_timestamp() < deadline loop
    return query select * from pgmq.read(queue_name, vt, qty, conditional);
    if found then
      return;
    end if;
    perform pg_sleep(poll_interval_ms / 1000.0);
  end loop;
end
$f$;

create function pgmq.pop(queue_name text) returns setof pgmq.message_record
language plpgsql set search_path = ''
as $f$
begin
  return query execute format(
    'delete from pgmq.%1$I where msg_id = (
       select msg_id from pgmq.%1$I where vt <= clock_timestamp() order by msg_id limit 1 for update skip locked
     )
     returning msg_id, read_ct, enqueued_at, vt, message, headers',
    pgmq.format_table_name(queue_name, 'q')
  );
end
$f$;

create function pgmq.set_vt(queue_name text, msg_id bigint, vt integer) returns setof pgmq.message_record
language plpgsql set search_path = ''
as $f$
begin
  return query execute format(
    'update pgmq.%I set vt = clock_timestamp() + make_interval(secs => $1) where msg_id = $2
     returning msg_id, read_ct, enqueued_at, vt, message, headers',
    pgmq.format_table_name(queue_name, 'q')
  ) using vt, msg_id;
end
$f$;

create function pgmq.delete(queue_name text, msg_ids bigint[]) returns setof bigint
language plpgsql set search_path = ''
as $f$
begin
  return query execute format(
    'delete from pgmq.%I where msg_id = any ($1) returning msg_id', pgmq.format_table_name(queue_name, 'q')
  ) using msg_ids;
end
$f$;
create function pgmq.delete(queue_name text, msg_id bigint) returns boolean
language sql set search_path = ''
as $f$ select exists (select from pgmq.delete(queue_name, array[msg_id])) $f$;

create function pgmq.archive(queue_name text, msg_ids bigint[]) returns setof bigint
language plpgsql set search_path = ''
as $f$
begin
  return query execute format(
    'with taken as (
       delete from pgmq.%I where msg_id = any ($1) returning msg_id, vt, read_ct, enqueued_at, message, headers
     )
     insert into pgmq.%I (msg_id, vt, read_ct, enqueued_at, message, headers) select * from taken returning msg_id',
    pgmq.format_table_name(queue_name, 'q'), pgmq.format_table_name(queue_name, 'a')
  ) using msg_ids;
end
$f$;
create function pgmq.archive(queue_name text, msg_id bigint) returns boolean
language sql set search_path = ''
as $f$ select exists (select from pgmq.archive(queue_name, array[msg_id])) $f$;

create function pgmq.purge_queue(queue_name text) returns bigint
language plpgsql set search_path = ''
as $f$
declare
  queue constant text := pgmq.format_table_name(queue_name, 'q');
  purged bigint;
begin
  execute format('lock table pgmq.%I in access exclusive mode', queue);
  execute format('select count(*) from pgmq.%I', queue) into purged;
  execute format('truncate pgmq.%I', queue);
  return purged;
end
$f$;

create function pgmq.list_queues() returns setof pgmq.queue_record
language sql stable set search_path = ''
as $f$ select queue_name, is_partitioned, is_unlogged, created_at from pgmq.meta $f$;

create function pgmq.metrics(queue_name text) returns pgmq.metrics_result
language plpgsql set search_path = ''
as $f$
declare
  queue constant text := pgmq.format_table_name(queue_name, 'q');
  result pgmq.metrics_result;
begin
  execute format(
    'select $1, count(*),
       extract(epoch from now() - max(enqueued_at))::int, extract(epoch from now() - min(enqueued_at))::int,
       (select case when is_called then last_value else 0 end from pgmq.%I),
       now(), count(*) filter (where vt <= now())
     from pgmq.%I',
    queue || '_msg_id_seq', queue
  ) into result using queue_name;
  return result;
end
$f$;
create function pgmq.metrics_all() returns setof pgmq.metrics_result
language sql set search_path = ''
as $f$ select metrics.* from pgmq.meta, pgmq.metrics(meta.queue_name) as metrics $f$;

grant execute on all functions in schema pgmq to public;
grant usage on schema pgmq to pg_monitor;
grant select on all tables in schema pgmq to pg_monitor;
alter default privileges in schema pgmq grant select on tables to pg_monitor;
alter default privileges in schema pgmq grant select on sequences to pg_monitor;
