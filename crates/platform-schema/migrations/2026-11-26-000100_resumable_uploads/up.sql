-- Resumable uploads (TUS) that are under way, and those that ended until they expire. Not Supabase's: its service keeps
-- this state in S3. The bytes of an upload and of its remainder are listed in `storage.orphaned_blobs` until an object
-- names them, so that the orphan sweep removes those of an expired upload.
create table storage.resumable_uploads (
  version text primary key,
  bucket_id text not null references storage.buckets on delete cascade,
  name text not null collate "C",
  metadata text not null,
  length bigint check (length >= 0),
  upload_offset bigint not null default 0 check (upload_offset >= 0),
  part_bytes bigint not null check (part_bytes > 0),
  phase text not null default 'receiving' check (phase in ('receiving', 'completing', 'completed')),
  s3_upload_id text,
  remainder_version text,
  remainder_bytes bigint not null default 0 check (remainder_bytes >= 0),
  owner_id text,
  overwrite boolean not null default false,
  lock_id uuid,
  locked_until timestamptz,
  release_requested boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index resumable_uploads_bucket_id_idx on storage.resumable_uploads (bucket_id);
create index resumable_uploads_expires_at_idx on storage.resumable_uploads (expires_at);
create index resumable_uploads_completing_idx on storage.resumable_uploads (version) where phase = 'completing';
comment on column storage.resumable_uploads.version is 'The version of the object that the upload will create.';
comment on column storage.resumable_uploads.metadata is 'The header Upload-Metadata of the creation.';
comment on column storage.resumable_uploads.length is 'Null until the client has declared it.';
comment on column storage.resumable_uploads.upload_offset is 'The bytes that S3 has, which need not be sent again.';
comment on column storage.resumable_uploads.part_bytes is 'The size of every part but the last.';
comment on column storage.resumable_uploads.phase is
  'completing: S3 has all bytes, and whoever has the lock completes the upload. completed: the object exists.';
comment on column storage.resumable_uploads.remainder_version is
  'Names the bytes in S3 that follow the last part and are too few for a part.';
comment on column storage.resumable_uploads.owner_id is 'The owner of the object, known from the phase completing on.';
comment on column storage.resumable_uploads.overwrite is 'Whether the object may replace another of its name.';
comment on column storage.resumable_uploads.lock_id is 'The request that has the lock, until locked_until.';
comment on column storage.resumable_uploads.release_requested is 'Whether another request waits for the lock.';

create table storage.resumable_upload_parts (
  version text not null references storage.resumable_uploads on delete cascade,
  part_number integer not null,
  etag text not null,
  primary key (version, part_number)
);
comment on table storage.resumable_upload_parts is 'The parts of resumable uploads that S3 has.';

alter table storage.resumable_uploads owner to supabase_storage_admin;
alter table storage.resumable_uploads enable row level security;
alter table storage.resumable_upload_parts owner to supabase_storage_admin;
alter table storage.resumable_upload_parts enable row level security;
