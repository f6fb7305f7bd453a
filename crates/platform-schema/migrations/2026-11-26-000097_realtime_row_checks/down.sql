set local role supabase_realtime_admin;

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
create or replace function realtime.apply_rls(wal jsonb, max_record_bytes integer default 1024 * 1024)
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

drop function realtime.may_read_row(text, jsonb);
drop function realtime.prepare_row_check(regclass, text, text);

reset role;
