-- Objects lie in S3 under `tenant/bucket/name/version`, as supabase/storage stores them. Until now they lay under their
-- version alone, where bytes without a name still do: rendered images, and remainders of resumable uploads.
alter table storage.orphaned_blobs add column path text;
comment on column storage.orphaned_blobs.path is
  'Bucket and name of the object, which are part of the key in S3. Null for bytes that lie under their version alone.';

-- The objects and uploads in progress whose bytes the storage service has yet to move.
create table storage.unmoved_blobs (
  version text primary key
);
comment on table storage.unmoved_blobs is
  'The objects and uploads whose bytes lie in S3 under their version alone. The storage service moves them, and deletes the rows.';
alter table storage.unmoved_blobs owner to supabase_storage_admin;
alter table storage.unmoved_blobs enable row level security;
insert into storage.unmoved_blobs (version)
select version from storage.objects where version is not null
union select version from storage.s3_multipart_uploads
union select version from storage.resumable_uploads where phase <> 'completed'
union select version from storage.orphaned_blobs;
