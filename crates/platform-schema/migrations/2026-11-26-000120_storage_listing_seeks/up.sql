-- Lists by name read one index entry for each name that they return, and none of those in folders, which are returned as
-- one entry: after the first name in a folder, the scan goes on behind the folder. So the size of a bucket does not
-- matter. '0' follows '/' in the order of bytes, so that <folder>0 is behind all names in the folder. No name has the last
-- character of Unicode. Lists by time read all names that begin with the prefix.

-- Row-level security lets no condition with lower() choose a place in the index, because lower() is not leakproof. Under
-- it, a list by name reads the bucket from its beginning to the end of the page.
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
  descending constant boolean := coalesce(lower(sortorder) = 'desc', false);
  page_limit constant integer := least(coalesce(limits, 100), 1500);
  page_start constant integer := coalesce(offsets, 0);
  can_seek constant boolean := not row_security_active('storage.objects');
  after_all constant text := wanted || chr(1114111);
  place text := case when descending then after_all else wanted end;
  entries refcursor;
  entry record;
  folder text;
  last_folder text;
  seen integer := 0;
begin
  if sort_column <> 'name' then
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
        -- Folders have no times; they come first, as in a file manager.
        order by (id is null) desc, %I %s, lower(name) collate "C", name collate "C"
        limit $4 offset $5
      $query$,
      sort_column, case when descending then 'desc' else 'asc' end
    )
    using bucketname, wanted, level, page_limit, page_start, first_level;
    return;
  end if;

  loop
    if descending then
      open entries for
        select object.name, object.id, object.updated_at, object.created_at, object.last_accessed_at, object.metadata,
          object.path_tokens
        from storage.objects as object
        where object.bucket_id = bucketname
          and lower(object.name) collate "C" >= wanted
          and lower(object.name) collate "C" < place
        order by lower(object.name) collate "C" desc, object.name collate "C" desc
        limit case when can_seek then page_start + page_limit - seen end;
    else
      open entries for
        select object.name, object.id, object.updated_at, object.created_at, object.last_accessed_at, object.metadata,
          object.path_tokens
        from storage.objects as object
        where object.bucket_id = bucketname
          and lower(object.name) collate "C" >= place
          and lower(object.name) collate "C" < after_all
        order by lower(object.name) collate "C", object.name collate "C"
        limit case when can_seek then page_start + page_limit - seen end;
    end if;
    loop
      fetch entries into entry;
      exit when not found or seen >= page_start + page_limit;
      -- Without a seek, more names of the same folder follow.
      continue when lower(entry.name) ^@ last_folder;
      folder := case
        when array_length(entry.path_tokens, 1) > level
        then array_to_string((string_to_array(lower(entry.name), '/'))[1:level], '/')
      end;
      seen := seen + 1;
      if seen > page_start then
        name := array_to_string(entry.path_tokens[first_level:level], '/');
        id := case when folder is null then entry.id end;
        updated_at := case when folder is null then entry.updated_at end;
        created_at := case when folder is null then entry.created_at end;
        last_accessed_at := case when folder is null then entry.last_accessed_at end;
        metadata := case when folder is null then entry.metadata end;
        return next;
      end if;
      exit when can_seek and folder is not null;
      last_folder := folder || '/';
    end loop;
    close entries;
    exit when not found or seen >= page_start + page_limit;
    place := folder || case when descending then '/' else '0' end;
  end loop;
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
  wanted constant text := coalesce(prefix, '');
  level constant integer := coalesce(levels, 0);
  after constant text := coalesce(start_after, '');
  page_limit constant integer := least(coalesce(limits, 100), 1500);
  descending constant boolean := coalesce(lower(sort_order) = 'desc', false);
  after_all constant text := wanted || chr(1114111);
  -- Folders have no time of their own; they come before every file, in either order.
  folder_time constant text := case when descending then 'infinity' else '-infinity' end;
  place text;
  entries refcursor;
  entry record;
  folder text;
  seen integer := 0;
begin
  if sort_column in ('updated_at', 'created_at') then
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
        -- As fine as the times in answers and cursors are.
        where $4 = '' or (date_trunc('milliseconds', coalesce(%1$I, $5)), name collate "C") %2$s (date_trunc('milliseconds', $6), $4)
        order by date_trunc('milliseconds', coalesce(%1$I, $5)) %3$s, name collate "C" %3$s
        limit $7
      $query$,
      sort_column, case when descending then '<' else '>' end, case when descending then 'desc' else 'asc' end
    )
    using bucket_name, wanted, level, after, folder_time::timestamptz,
      coalesce(nullif(sort_column_after, ''), folder_time)::timestamptz, page_limit;
    return;
  end if;

  place := case
    when descending and after = '' then after_all
    when descending then least(after_all, after collate "C")
    when after = '' then wanted
    -- Behind the names in the folder that ended the last page. A file's name may end with a slash too.
    when level > 0 and right(after, 1) = '/' and array_length(string_to_array(after, '/'), 1) = level + 1
      then greatest(wanted, left(after, -1) || '0' collate "C")
    -- The next text in the order of bytes.
    else greatest(wanted, after || chr(1) collate "C")
  end;
  loop
    if descending then
      open entries for
        select object.name, object.id, object.updated_at, object.created_at, object.last_accessed_at, object.metadata,
          object.path_tokens
        from storage.objects as object
        where object.bucket_id = bucket_name
          and object.name collate "C" >= wanted
          and object.name collate "C" < place
        order by object.name collate "C" desc
        limit page_limit - seen;
    else
      open entries for
        select object.name, object.id, object.updated_at, object.created_at, object.last_accessed_at, object.metadata,
          object.path_tokens
        from storage.objects as object
        where object.bucket_id = bucket_name
          and object.name collate "C" >= place
          and object.name collate "C" < after_all
        order by object.name collate "C"
        limit page_limit - seen;
    end if;
    loop
      fetch entries into entry;
      exit when not found or seen >= page_limit;
      folder := case
        when level > 0 and array_length(entry.path_tokens, 1) > level
        then array_to_string(entry.path_tokens[1:level], '/')
      end;
      name := coalesce(folder || '/', entry.name);
      -- A page may begin inside a folder, whose entry is before it.
      if descending or name collate "C" > after then
        key := case when level = 0 then name else split_part(name, '/', level) end;
        id := case when folder is null then entry.id end;
        updated_at := case when folder is null then entry.updated_at end;
        created_at := case when folder is null then entry.created_at end;
        last_accessed_at := case when folder is null then entry.last_accessed_at end;
        metadata := case when folder is null then entry.metadata end;
        seen := seen + 1;
        return next;
      end if;
      exit when folder is not null;
    end loop;
    close entries;
    exit when not found or seen >= page_limit;
    place := folder || case when descending then '/' else '0' end;
  end loop;
end
$$;
