-- Buckets and objects. Tables, columns and functions have the names of Supabase's `storage` schema, so that policies
-- written for it work. The bytes are in S3 under the object's `version`. Row-level security does not apply to the
-- owner, `supabase_storage_admin`; without a policy, every other role has access to nothing.
create schema storage authorization supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text not null primary key,
  name text not null,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  file_size_limit bigint check (file_size_limit >= 0),
  allowed_mime_types text[],
  type storage.buckettype not null default 'STANDARD',
  versioning_status text not null default 'DISABLED',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column storage.buckets.owner is 'Kept for older dumps and policies; owner_id is the one to read.';
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid not null primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets,
  name text not null check (octet_length(name) <= 1024),
  owner uuid,
  owner_id text,
  version text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  archived_at timestamptz,
  is_delete_marker boolean not null default false,
  is_versioned boolean not null default false
);
comment on column storage.objects.owner is 'Kept for older dumps and policies; owner_id is the one to read.';
comment on column storage.objects.version is 'Names the bytes in S3; every write gets a new one.';
create unique index bucketid_objname on storage.objects (bucket_id, name);
-- For listings, which compare names byte by byte: version 2 with case, version 1 without.
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index idx_objects_bucket_id_name_lower on storage.objects (bucket_id, lower(name) collate "C");

-- Blobs in S3 that no object refers to: uploads in progress, and versions that were replaced or deleted. A row is
-- inserted before its blob can become orphaned, and deleted by the transaction that refers to the blob, so that a crash
-- leaves no orphan unlisted.
create table storage.loose_versions (
  version text not null primary key,
  s3_upload_id text,
  expires_at timestamptz not null
);
comment on column storage.loose_versions.expires_at is
  'Until then the bytes belong to an upload under way, which moves it ahead; afterwards anybody may remove them.';
create index loose_versions_expires_at_idx on storage.loose_versions (expires_at);

create function storage.foldername(name text) returns text[]
language sql immutable parallel safe
as $$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$$;

create function storage.filename(name text) returns text
language sql immutable parallel safe
as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;

create function storage.extension(name text) returns text
language sql immutable parallel safe
as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

create function storage.operation() returns text
language sql stable parallel safe
as $$
  select current_setting('storage.operation', true)
$$;

-- Policies may name an operation with or without the prefix.
create function storage.allow_only_operation(expected_operation text) returns boolean
language sql stable parallel safe
as $$
  select coalesce(
    nullif(regexp_replace(lower(storage.operation()), '^storage\.', ''), '')
      = nullif(regexp_replace(lower(expected_operation), '^storage\.', ''), ''),
    false
  )
$$;

create function storage.allow_any_operation(expected_operations text[]) returns boolean
language sql stable parallel safe
as $$
  select coalesce(bool_or(storage.allow_only_operation(expected)), false)
  from unnest(expected_operations) as expected
$$;

-- Lists one level of a folder: its files, and its folders as rows with the name alone. The caller's row-level security
-- applies. Names are compared without case and returned without the prefix.
create function storage.search(
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
  sort_column constant text := case
    when sortcolumn in ('updated_at', 'created_at', 'last_accessed_at') then sortcolumn
    else 'name'
  end;
  sort_order constant text := case when lower(sortorder) = 'desc' then 'desc' else 'asc' end;
begin
  return query execute format(
    $query$
      with entries as (
        select path_tokens[$3] as name, id, updated_at, created_at, last_accessed_at, metadata
        from storage.objects
        where bucket_id = $1
          and lower(name) collate "C" ^@ $2
          and array_length(path_tokens, 1) = $3
        union all
        select distinct path_tokens[$3], null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
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
  using bucketname, wanted, levels, least(limits, 1500), offsets;
end
$$;

-- Lists with keyset pagination: every key under the prefix, or, with levels, the keys and the folders of that level.
-- The caller's row-level security applies. `start_after` is the last key of the previous page; in an order by time,
-- `sort_column_after` is that row's time.
create function storage.search_v2(
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
        select name as key, id, updated_at, created_at, last_accessed_at, metadata
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
      select key, key as name, id, updated_at, created_at, last_accessed_at, metadata
      from entries
      where %s
      order by %s
      limit $6
    $query$,
    case
      when coalesce(start_after, '') = '' then 'true'
      when by_time then format(
        '(date_trunc(''milliseconds'', coalesce(%1$I, %3$L::timestamptz)), key collate "C") %2$s (date_trunc(''milliseconds'', $5::timestamptz), $4)',
        sort_column, comparison, folder_time
      )
      else format('key collate "C" %s $4', comparison)
    end,
    case
      -- As fine as the times in answers and cursors are.
      when by_time then format(
        'date_trunc(''milliseconds'', coalesce(%1$I, %3$L::timestamptz)) %2$s, key collate "C" %2$s',
        sort_column, wanted_order, folder_time
      )
      else format('key collate "C" %s', wanted_order)
    end
  )
  using bucket_name, coalesce(prefix, ''), coalesce(levels, 0), start_after,
    coalesce(nullif(sort_column_after, ''), folder_time), least(limits, 1500);
end
$$;

create function storage.update_updated_at_column() returns trigger
language plpgsql
as $$
begin
  new.updated_at = now();
  return new;
end
$$;
create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();
create trigger update_buckets_updated_at before update on storage.buckets
  for each row execute function storage.update_updated_at_column();

-- A row that is deleted by SQL alone would leave its blob behind.
create function storage.protect_delete() returns trigger
language plpgsql
as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501', hint = 'This prevents accidental data loss from orphaned objects.';
  end if;
  return null;
end
$$;
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();

alter type storage.buckettype owner to supabase_storage_admin;
alter table storage.buckets owner to supabase_storage_admin;
alter table storage.objects owner to supabase_storage_admin;
alter table storage.loose_versions owner to supabase_storage_admin;
alter function storage.foldername(text) owner to supabase_storage_admin;
alter function storage.filename(text) owner to supabase_storage_admin;
alter function storage.extension(text) owner to supabase_storage_admin;
alter function storage.operation() owner to supabase_storage_admin;
alter function storage.allow_only_operation(text) owner to supabase_storage_admin;
alter function storage.allow_any_operation(text[]) owner to supabase_storage_admin;
alter function storage.search(text, text, integer, integer, integer, text, text, text) owner to supabase_storage_admin;
alter function storage.search_v2(text, text, integer, integer, text, text, text, text) owner to supabase_storage_admin;
alter function storage.update_updated_at_column() owner to supabase_storage_admin;
alter function storage.protect_delete() owner to supabase_storage_admin;

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.loose_versions enable row level security;

-- TRUNCATE is not subject to policies, so it is granted to no role.
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;
grant execute on all functions in schema storage to anon, authenticated, service_role;
