alter table storage.orphaned_blobs drop column last_error, drop column attempts, drop column removing;
alter index storage.orphaned_blobs_expires_at_idx rename to loose_versions_expires_at_idx;
alter index storage.orphaned_blobs_pkey rename to loose_versions_pkey;
alter table storage.orphaned_blobs rename to loose_versions;
comment on table storage.loose_versions is null;
