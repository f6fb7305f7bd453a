-- The functions through which the API uses queues, with the names and arguments of the hosted service. They run with the
-- rights of the caller, who needs privileges on the tables of the queue, and policies if these have row-level security.
do $$
begin
  if to_regprocedure('pgmq_public.pop(text)') is not null then
    return;
  end if;
  create schema if not exists pgmq_public;
  comment on schema pgmq_public is 'Functions of pgmq for the API.';

  create or replace function pgmq_public.pop(queue_name text) returns setof pgmq.message_record
  language sql set search_path = '' as $f$ select * from pgmq.pop(queue_name) $f$;

  create or replace function pgmq_public.send(queue_name text, message jsonb, sleep_seconds integer default 0) returns setof bigint
  language sql set search_path = ''
  as $f$ select pgmq.send(queue_name, message, sleep_seconds) $f$;

  create or replace function pgmq_public.send_batch(queue_name text, messages jsonb[], sleep_seconds integer default 0)
  returns setof bigint
  language sql set search_path = ''
  as $f$ select pgmq.send_batch(queue_name, messages, sleep_seconds) $f$;

  create or replace function pgmq_public.archive(queue_name text, message_id bigint) returns boolean
  language sql set search_path = '' as $f$ select pgmq.archive(queue_name, message_id) $f$;

  create or replace function pgmq_public.delete(queue_name text, message_id bigint) returns boolean
  language sql set search_path = '' as $f$ select pgmq.delete(queue_name, message_id) $f$;

  create or replace function pgmq_public.read(queue_name text, sleep_seconds integer, n integer) returns setof pgmq.message_record
  language sql set search_path = '' as $f$ select * from pgmq.read(queue_name, sleep_seconds, n) $f$;

  grant usage on schema pgmq_public, pgmq to anon, authenticated, service_role;
  revoke all on all functions in schema pgmq_public from public;
  grant execute on all functions in schema pgmq_public to anon, authenticated, service_role;
  -- The service role uses every queue; others need grants on the tables of theirs.
  grant all on all tables in schema pgmq to service_role;
  grant all on all sequences in schema pgmq to service_role;
  alter default privileges in schema pgmq grant all on tables to service_role;
  alter default privileges in schema pgmq grant all on sequences to service_role;
end
$$;
