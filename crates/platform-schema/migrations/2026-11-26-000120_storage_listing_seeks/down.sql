-- The earlier functions.
create or replace function storage.search(
  prefix text,
  bucketname text,
  limits integer default 100,
  levels integer default 1,
  offsets integer default 0,
  search text default '',
  sortcolumn text default 'name',
  sortorder text default 'asc'
) returns table (
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
language plpgsql stable
as $$
#variable_conflict use_column
declare
  wanted constant text := lower(coalesce(prefix, '') || coalesce(search, ''));
  first_level constant integer := 1 + length(coalesce(prefix, '')) - length(replace(coalesce(prefix, ''), '/', ''));
  level constant integer := 1 + length(wanted) - length(replace(wanted, '/', ''));
  sort_column constant text := case
    when sortcolumn in ('updated_at', 'created_at', 'last_accessed_at') then sortcolumn
    else 'name'
  end;
  sort_order constant text := case when lower(sortorder) = 'desc' then 'desc' else 'asc' end;
begin
  return query execute format(
    $query$
      with entries as (
        select array_to_string(path_tokens[$6:$3], '/') as name, id, updated_at, created_at, last_accessed_at, metadata
        from storage.objects
        where bucket_id = $1
          and lower(name) collate "C" ^@ $2
          and array_length(path_tokens, 1) = $3
        union all
        select distinct array_to_string(path_tokens[$6:$3], '/'), null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
        from storage.objects
        where bucket_id = $1
          and lower(name) collate "C" ^@ $2
          and array_length(path_tokens, 1) > $3
      )
      select name, id, updated_at, created_at, last_accessed_at, metadata
      from entries
      order by %s
      limit $4 offset $5
    $query$,
    case sort_column
      when 'name' then format('lower(name) collate "C" %1$s, name collate "C" %1$s, id nulls first', sort_order)
      -- Folders have no times; they come first, as in a file manager.
      else format('(id is null) desc, %I %s, lower(name) collate "C", name collate "C"', sort_column, sort_order)
    end
  )
  using bucketname, wanted, level, least(limits, 1500), offsets, first_level;
end
$$;

-- The key of an entry is its last segment when folders are listed, without the slash that ends a folder's name.
create or replace function storage.search_v2(
  prefix text,
  bucket_name text,
  limits integer default 100,
  levels integer default 1,
  start_after text default '',
  sort_order text default 'asc',
  sort_column text default 'name',
  sort_column_after text default ''
) returns table (
  key text,
  name text,
  id uuid,
  updated_at timestamptz,
  created_at timestamptz,
  last_accessed_at timestamptz,
  metadata jsonb
)
language plpgsql stable
as $$
#variable_conflict use_column
declare
  wanted_order constant text := case when lower(sort_order) = 'desc' then 'desc' else 'asc' end;
  comparison constant text := case when wanted_order = 'desc' then '<' else '>' end;
  by_time constant boolean := sort_column in ('updated_at', 'created_at');
  -- Folders have no time of their own; they come before every file, in either order.
  folder_time constant text := case when wanted_order = 'desc' then 'infinity' else '-infinity' end;
begin
  return query execute format(
    $query$
      with entries as (
        select name, id, updated_at, created_at, last_accessed_at, metadata
        from storage.objects
        where bucket_id = $1
          and name collate "C" ^@ $2
          and ($3 = 0 or array_length(path_tokens, 1) = $3)
        union all
        select distinct array_to_string(path_tokens[1:$3], '/') || '/',
          null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
        from storage.objects
        where bucket_id = $1
          and name collate "C" ^@ $2
          and $3 > 0
          and array_length(path_tokens, 1) > $3
      )
      select case when $3 = 0 then name else split_part(name, '/', $3) end, name, id, updated_at, created_at, last_accessed_at, metadata
      from entries
      where %s
      order by %s
      limit $6
    $query$,
    case
      when coalesce(start_after, '') = '' then 'true'
      when by_time then format(
        '(date_trunc(''milliseconds'', coalesce(%1$I, %3$L::timestamptz)), name collate "C") %2$s (date_trunc(''milliseconds'', $5::timestamptz), $4)',
        sort_column, comparison, folder_time
      )
      else format('name collate "C" %s $4', comparison)
    end,
    case
      -- As fine as the times in answers and cursors are.
      when by_time then format(
        'date_trunc(''milliseconds'', coalesce(%1$I, %3$L::timestamptz)) %2$s, name collate "C" %2$s',
        sort_column, wanted_order, folder_time
      )
      else format('name collate "C" %s', wanted_order)
    end
  )
  using bucket_name, coalesce(prefix, ''), coalesce(levels, 0), start_after,
    coalesce(nullif(sort_column_after, ''), folder_time), least(limits, 1500);
end
$$;
