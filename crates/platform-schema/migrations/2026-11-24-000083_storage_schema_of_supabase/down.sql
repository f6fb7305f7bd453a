drop function storage.can_insert_object(text, text, uuid, jsonb);
drop function storage.get_size_by_bucket();
drop table storage.vector_indexes, storage.buckets_vectors, storage.iceberg_tables, storage.iceberg_namespaces,
  storage.buckets_analytics, storage.s3_multipart_uploads_parts, storage.s3_multipart_uploads, storage.migrations;

-- Rows that the earlier layout could not hold get its defaults; an object without a name or a bucket is no object.
set local storage.allow_delete_query = 'true';
delete from storage.objects where bucket_id is null or name is null;
update storage.objects
set created_at = coalesce(created_at, now()), updated_at = coalesce(updated_at, now()),
  last_accessed_at = coalesce(last_accessed_at, now())
where num_nulls(created_at, updated_at, last_accessed_at) > 0;
update storage.buckets
set public = coalesce(public, false), avif_autodetection = coalesce(avif_autodetection, false),
  created_at = coalesce(created_at, now()), updated_at = coalesce(updated_at, now())
where num_nulls(public, avif_autodetection, created_at, updated_at) > 0;
alter table storage.objects
  alter column bucket_id set not null,
  alter column name set not null,
  alter column created_at set not null,
  alter column updated_at set not null,
  alter column last_accessed_at set not null;
alter table storage.buckets
  alter column public set not null,
  alter column avif_autodetection set not null,
  alter column created_at set not null,
  alter column updated_at set not null;
