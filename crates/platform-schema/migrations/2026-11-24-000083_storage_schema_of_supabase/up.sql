-- The `storage` schema in the layout of supabase/storage (August 2026), so that seeds and dumps of projects fit:
-- columns that are null there may be null here, and its other tables exist. The storage service uses none of these;
-- comments mark indexes that are not Supabase's.
alter table storage.buckets
  alter column public drop not null,
  alter column avif_autodetection drop not null,
  alter column created_at drop not null,
  alter column updated_at drop not null;
alter table storage.objects
  alter column bucket_id drop not null,
  alter column name drop not null,
  alter column created_at drop not null,
  alter column updated_at drop not null,
  alter column last_accessed_at drop not null;

create table storage.migrations (
  id integer primary key,
  name varchar(100) not null unique,
  hash varchar(40) not null,
  executed_at timestamp default current_timestamp
);

create table storage.s3_multipart_uploads (
  id text primary key,
  in_progress_size bigint not null default 0,
  upload_signature text not null,
  bucket_id text not null references storage.buckets,
  key text not null collate "C",
  version text not null,
  owner_id text,
  created_at timestamptz not null default now(),
  user_metadata jsonb,
  metadata jsonb
);
create index idx_multipart_uploads_list on storage.s3_multipart_uploads (bucket_id, key, created_at);

create table storage.s3_multipart_uploads_parts (
  id uuid primary key default gen_random_uuid(),
  upload_id text not null references storage.s3_multipart_uploads on delete cascade,
  size bigint not null default 0,
  part_number integer not null,
  bucket_id text not null references storage.buckets,
  key text not null collate "C",
  etag text not null,
  owner_id text,
  version text not null,
  created_at timestamptz not null default now()
);
-- Not Supabase's: deleting an upload or a bucket finds its parts.
create index s3_multipart_uploads_parts_upload_id_idx on storage.s3_multipart_uploads_parts (upload_id);
create index s3_multipart_uploads_parts_bucket_id_idx on storage.s3_multipart_uploads_parts (bucket_id);

create table storage.buckets_analytics (
  name text not null,
  type storage.buckettype not null default 'ANALYTICS',
  format text not null default 'ICEBERG',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  id uuid primary key default gen_random_uuid(),
  deleted_at timestamptz
);
create unique index buckets_analytics_unique_name_idx on storage.buckets_analytics (name) where deleted_at is null;

create table storage.iceberg_namespaces (
  id uuid primary key default gen_random_uuid(),
  bucket_name text not null,
  name text not null collate "C",
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata jsonb not null default '{}',
  catalog_id uuid not null references storage.buckets_analytics on delete cascade
);
create unique index idx_iceberg_namespaces_bucket_id on storage.iceberg_namespaces (catalog_id, name);

create table storage.iceberg_tables (
  id uuid primary key default gen_random_uuid(),
  namespace_id uuid not null references storage.iceberg_namespaces on delete cascade,
  bucket_name text not null,
  name text not null collate "C",
  location text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  remote_table_id text,
  shard_key text,
  shard_id text,
  catalog_id uuid not null references storage.buckets_analytics on delete cascade
);
create unique index idx_iceberg_tables_namespace_id on storage.iceberg_tables (catalog_id, namespace_id, name);
create unique index idx_iceberg_tables_location on storage.iceberg_tables (location);
-- Not Supabase's: deleting a namespace finds its tables.
create index iceberg_tables_namespace_id_idx on storage.iceberg_tables (namespace_id);

create table storage.buckets_vectors (
  id text primary key,
  type storage.buckettype not null default 'VECTOR',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.vector_indexes (
  id text primary key default gen_random_uuid(),
  name text not null collate "C",
  bucket_id text not null references storage.buckets_vectors,
  data_type text not null,
  dimension integer not null,
  distance_metric text not null,
  metadata_configuration jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index vector_indexes_name_bucket_id_idx on storage.vector_indexes (name, bucket_id);
-- Not Supabase's: deleting a bucket finds its indexes.
create index vector_indexes_bucket_id_idx on storage.vector_indexes (bucket_id);

create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
language sql stable
as $$
  select sum((object.metadata ->> 'size')::bigint)::bigint, object.bucket_id
  from storage.objects as object group by object.bucket_id
$$;
comment on function storage.get_size_by_bucket() is 'Bytes of the objects that the caller sees, for each bucket.';

-- Whether the caller could upload an object: inserts its row, and fails either way, so that nothing remains.
create function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb) returns void
language plpgsql
as $$
begin
  insert into storage.objects (bucket_id, name, owner, metadata) values ($1, $2, $3, $4);
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
end
$$;

do $$
declare
  named text;
begin
  foreach named in array array[
    'migrations', 's3_multipart_uploads', 's3_multipart_uploads_parts', 'buckets_analytics', 'iceberg_namespaces',
    'iceberg_tables', 'buckets_vectors', 'vector_indexes'
  ] loop
    execute format('alter table storage.%I owner to supabase_storage_admin', named);
    execute format('alter table storage.%I enable row level security', named);
  end loop;
end
$$;
alter function storage.get_size_by_bucket() owner to supabase_storage_admin;
alter function storage.can_insert_object(text, text, uuid, jsonb) owner to supabase_storage_admin;
grant execute on function storage.get_size_by_bucket(), storage.can_insert_object(text, text, uuid, jsonb)
  to anon, authenticated, service_role;
grant select on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts to anon, authenticated;
grant all on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts to service_role;
grant select on storage.iceberg_namespaces, storage.iceberg_tables, storage.buckets_vectors, storage.vector_indexes
  to anon, authenticated, service_role;
grant select, insert, update, delete on storage.buckets_analytics to anon, authenticated, service_role;
