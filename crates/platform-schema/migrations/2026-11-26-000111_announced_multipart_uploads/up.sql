-- The id of a multipart upload in S3 is recorded after its creation. A crash in between leaves an upload whose id is not
-- known; the orphan sweep looks for it by its key.
alter table storage.orphaned_blobs add column multipart_announced boolean not null default false;
comment on column storage.orphaned_blobs.multipart_announced is
  'Set before a multipart upload of these bytes is created. s3_upload_id is its id, once it is known.';
