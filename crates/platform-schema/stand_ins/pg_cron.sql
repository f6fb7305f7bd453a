-- Stand-in for the extension pg_cron: its tables and functions, with jobs that a worker of the gateway runs. Schedules
-- follow pg_cron's rules: five fields as in Vixie cron, `$` for the last day of a month, names such as `@daily`, or
-- `1-59 seconds`. Times are in the time zone `cron.timezone`, by default GMT.
create schema cron;
comment on schema cron is 'Stand-in for the extension pg_cron: the gateway runs the jobs.';

create sequence cron.jobid_seq;
create table cron.job (
  jobid bigint primary key default nextval('cron.jobid_seq'),
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport int not null default coalesce(inet_server_port(), 5432),
  database text not null default current_database(),
  username text not null default current_user,
  active boolean not null default true,
  jobname text,
  constraint jobname_username_uniq unique (jobname, username)
);
create sequence cron.runid_seq;
create table cron.job_run_details (
  jobid bigint,
  runid bigint primary key default nextval('cron.runid_seq'),
  job_pid integer,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);

-- The values that a list such as `1,5-10/2,mon` stands for; null if it is not valid. `names` are those of the values from
-- `low` on.
create function cron._values(list text, low int, high int, names text[] default '{}') returns int[]
language plpgsql immutable strict set search_path = ''
as $f$
declare
  item text;
  parts text[];
  bounds int[];
  step int;
  found_values int[] := '{}';
begin
  foreach item in array string_to_array(lower(list), ',') loop
    parts := regexp_match(item, '^(?:(\*)|([a-z]+|\d{1,9})(?:-([a-z]+|\d{1,9}))?)(?:/(\d{1,9}))?$');
    if parts is null or parts[1] is null and parts[3] is null and parts[4] is not null then
      return null;
    end if;
    if parts[1] is not null then
      bounds := array[low, high];
    else
      select array_agg(
        case when bound ~ '^\d' then bound::int else low - 1 + array_position(names, bound) end order by place
      )
      into bounds
      from unnest(array[parts[2], coalesce(parts[3], parts[2])]) with ordinality as bounds (bound, place);
    end if;
    step := coalesce(parts[4], '1')::int;
    if array_position(bounds, null) is not null
      or bounds[1] not between low and high or bounds[2] not between low and high or step not between 1 and high
    then
      return null;
    end if;
    found_values := found_values || array(select generate_series(bounds[1], bounds[2], step));
  end loop;
  return found_values;
end
$f$;

-- The five fields of a schedule. Empty for one that is not read by the clock; null if there are not five.
create function cron._fields(schedule text) returns text[]
language sql immutable set search_path = ''
as $f$
  select case
    when schedule ~* '^\s*0*([1-9]|[1-5]\d)\s*seconds?\s*$' then '{}'
    when parts[1] in ('@reboot', '@restart') and cardinality(parts) = 1 then '{}'
    when cardinality(parts) = 1 then case parts[1]
      when '@yearly' then '{0,0,1,1,*}' when '@annually' then '{0,0,1,1,*}'
      when '@monthly' then '{0,0,1,*,*}' when '@weekly' then '{0,0,*,*,0}'
      when '@daily' then '{0,0,*,*,*}' when '@midnight' then '{0,0,*,*,*}'
      when '@hourly' then '{0,*,*,*,*}'
    end::text[]
    when cardinality(parts) = 5 then parts
  end
  from regexp_split_to_array(btrim(schedule, E' \t\n\r'), '\s+') as parts
$f$;

create function cron._days_of_month(field text) returns int[]
language sql immutable set search_path = ''
as $f$ select case field when '$' then '{}' else cron._values(field, 1, 31) end $f$;

create function cron._months(field text) returns int[]
language sql immutable set search_path = ''
as $f$ select cron._values(field, 1, 12, '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}') $f$;

-- Sunday is 0 and 7.
create function cron._days_of_week(field text) returns int[]
language sql immutable set search_path = ''
as $f$
  select array(select day % 7 from unnest(days) as day)
  from cron._values(field, 0, 7, '{sun,mon,tue,wed,thu,fri,sat}') as days
  where days is not null
$f$;

create function cron._is_valid(schedule text) returns boolean
language sql immutable set search_path = ''
as $f$
  select coalesce(
    length(schedule) < 1000 and (cardinality(fields) = 0 or (
      cron._values(fields[1], 0, 59) is not null and cron._values(fields[2], 0, 23) is not null
      and cron._days_of_month(fields[3]) is not null and cron._months(fields[4]) is not null
      and cron._days_of_week(fields[5]) is not null
    )),
    false
  )
  from cron._fields(schedule) as fields
$f$;

-- Seconds between two runs; null for a schedule of five fields.
create function cron._interval(schedule text) returns int
language sql immutable set search_path = ''
as $f$ select (regexp_match(schedule, '^\s*0*(\d{1,2})\s*seconds?\s*$', 'i'))[1]::int $f$;

-- Whether a job starts in the minute of `at`. After a jump of the clock, jobs with an asterisk for minute or hour
-- (`wildcard`) are treated differently from those at fixed times (`fixed`).
create function cron._is_due(schedule text, at timestamptz, wildcard boolean default true, fixed boolean default true)
returns boolean
language plpgsql stable set search_path = ''
as $f$
declare
  fields constant text[] := cron._fields(schedule);
  local_time constant timestamp := at at time zone coalesce(nullif(current_setting('cron.timezone', true), ''), 'GMT');
  is_wildcard constant boolean := left(fields[1], 1) = '*' or left(fields[2], 1) = '*';
  on_day boolean;
  on_weekday boolean;
begin
  if coalesce(cardinality(fields), 0) = 0 or not (case when is_wildcard then wildcard else fixed end) then
    return false;
  end if;
  on_day := extract(day from local_time) = any (cron._days_of_month(fields[3]))
    or fields[3] = '$' and extract(day from local_time + interval '1 day') = 1;
  on_weekday := extract(dow from local_time) = any (cron._days_of_week(fields[5]));
  return extract(minute from local_time) = any (cron._values(fields[1], 0, 59))
    and extract(hour from local_time) = any (cron._values(fields[2], 0, 23))
    and extract(month from local_time) = any (cron._months(fields[4]))
    -- Of two lists of days, one suffices.
    and case
      when left(fields[3], 1) = '*' or left(fields[5], 1) = '*' then on_day and on_weekday
      else on_day or on_weekday
    end;
end
$f$;

-- Every way to write a job passes this check, so that the table itself can be open to all roles, each for its own jobs.
-- The policy of the table does not bind roles that bypass row-level security, such as `service_role`.
create function cron._check_job() returns trigger
language plpgsql set search_path = ''
as $f$
begin
  if not cron._is_valid(new.schedule) then
    raise exception 'invalid schedule: %', new.schedule using
      errcode = 'invalid_parameter_value',
      hint = 'Use cron format (e.g. 5 4 * * *), or interval format ''[1-59] seconds''';
  end if;
  if new.username <> current_user
    and not pg_has_role(current_user, (select relowner from pg_catalog.pg_class where oid = tg_relid), 'usage')
  then
    raise exception 'only a superuser or the owner of cron.job can write a job of another role'
      using errcode = 'insufficient_privilege';
  end if;
  if not has_database_privilege(new.username, new.database, 'connect') then
    raise exception 'User % does not have CONNECT privilege on %', new.username, new.database;
  end if;
  return new;
end
$f$;
create trigger cron_job_check before insert or update on cron.job for each row execute function cron._check_job();

create function cron.job_cache_invalidate() returns trigger
language plpgsql set search_path = ''
as $f$
begin
  perform pg_notify('extension_workers', 'cron');
  return null;
end
$f$;
create trigger cron_job_cache_invalidate after insert or update or delete or truncate on cron.job
  for each statement execute function cron.job_cache_invalidate();

create function cron._schedule(
  job_name text, schedule text, command text, database text, username text, active boolean
) returns bigint
language plpgsql set search_path = ''
as $f$
declare
  found_id bigint;
begin
  if schedule is null then
    raise exception 'schedule can not be NULL';
  elsif command is null then
    raise exception 'command can not be NULL';
  end if;
  insert into cron.job as existing (jobname, schedule, command, database, username, active)
  values (job_name, schedule, command, database, username, active)
  on conflict on constraint jobname_username_uniq do update
    set schedule = excluded.schedule, command = excluded.command, database = excluded.database
  returning existing.jobid into found_id;
  return found_id;
end
$f$;

create function cron.schedule(schedule text, command text) returns bigint
language sql strict set search_path = ''
as $f$ select cron._schedule(null, schedule, command, current_database(), current_user, true) $f$;

create function cron.schedule(job_name text, schedule text, command text) returns bigint
language plpgsql set search_path = ''
as $f$
begin
  if job_name is null then
    raise exception 'job_name can not be NULL';
  end if;
  return cron._schedule(job_name, schedule, command, current_database(), current_user, true);
end
$f$;

create function cron._may_choose_role() returns boolean
language sql stable set search_path = ''
as $f$ select rolsuper from pg_catalog.pg_roles where rolname = current_user $f$;

create function cron.schedule_in_database(
  job_name text,
  schedule text,
  command text,
  database text,
  username text default null,
  active boolean default true
) returns bigint
language plpgsql set search_path = ''
as $f$
begin
  if job_name is null then
    raise exception 'job_name can not be NULL';
  elsif username is not null and not cron._may_choose_role() then
    raise exception 'must be superuser to create a job for another role';
  end if;
  return cron._schedule(job_name, schedule, command, database, coalesce(username, current_user), active);
end
$f$;

create function cron.unschedule(job_id bigint) returns bool
language plpgsql strict set search_path = ''
as $f$
begin
  delete from cron.job where jobid = job_id;
  if not found then
    raise exception 'could not find valid entry for job %', job_id;
  end if;
  return true;
end
$f$;

create function cron.unschedule(job_name text) returns bool
language plpgsql strict set search_path = ''
as $f$
begin
  delete from cron.job where jobname = job_name and username = current_user;
  if not found then
    raise exception 'could not find valid entry for job ''%''', job_name;
  end if;
  return true;
end
$f$;

create function cron.alter_job(
  job_id bigint,
  schedule text default null,
  command text default null,
  database text default null,
  username text default null,
  active boolean default null
) returns void
language plpgsql set search_path = ''
as $f$
begin
  if job_id is null then
    raise exception 'job_id can not be NULL';
  elsif num_nonnulls(schedule, command, database, username, active) = 0 then
    raise exception 'no updates specified' using
      hint = 'You must specify at least one job attribute to change when calling alter_job';
  elsif username is not null and not cron._may_choose_role() then
    raise exception 'must be superuser to alter username';
  end if;
  update cron.job as existing
  set
    schedule = coalesce(alter_job.schedule, existing.schedule),
    command = coalesce(alter_job.command, existing.command),
    database = coalesce(alter_job.database, existing.database),
    username = coalesce(alter_job.username, existing.username),
    active = coalesce(alter_job.active, existing.active)
  where existing.jobid = job_id and (existing.username = current_user or cron._may_choose_role());
  if not found then
    raise exception 'Job % does not exist or you don''t own it', job_id;
  end if;
end
$f$;

alter table cron.job enable row level security;
create policy cron_job_policy on cron.job using (username = current_user);
alter table cron.job_run_details enable row level security;
create policy cron_job_run_details_policy on cron.job_run_details using (username = current_user);

-- Roles with usage on the schema can schedule jobs of their own. At first only the owner of the schema has it.
grant select, insert, update, delete on cron.job to public;
grant select, delete on cron.job_run_details to public;
grant usage, select on sequence cron.jobid_seq to public;
grant select on sequence cron.runid_seq to public;
grant execute on all functions in schema cron to public;
revoke execute on function
  cron.alter_job(bigint, text, text, text, text, boolean),
  cron.schedule_in_database(text, text, text, text, text, boolean)
  from public;

select pg_notify('extension_workers', 'cron');
