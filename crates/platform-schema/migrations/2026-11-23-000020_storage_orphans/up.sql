-- The orphan sweep claims a row before its call to S3 and deletes the row afterwards, so that no transaction waits for
-- S3.
alter table storage.loose_versions rename to orphaned_blobs;
alter index storage.loose_versions_pkey rename to orphaned_blobs_pkey;
alter index storage.loose_versions_expires_at_idx rename to orphaned_blobs_expires_at_idx;

alter table storage.orphaned_blobs
  add column removing boolean not null default false,
  add column attempts integer not null default 0 check (attempts >= 0),
  add column last_error text;
comment on table storage.orphaned_blobs is
  'Bytes in S3 that no object names: uploads under way, failed uploads, and replaced or deleted versions.';
comment on column storage.orphaned_blobs.expires_at is
  'When the sweeper may remove the bytes. An upload under way moves it ahead; a failed removal sets it to the next attempt.';
comment on column storage.orphaned_blobs.removing is
  'Set once a removal has begun: the bytes may be gone, so no upload can complete with them any more.';
comment on column storage.orphaned_blobs.attempts is 'Removals begun so far.';
comment on column storage.orphaned_blobs.last_error is 'Why the last removal failed.';
