-- Bytes that have been moved stay where they are, so an earlier release finds them only if none had been moved.
drop table storage.unmoved_blobs;
alter table storage.orphaned_blobs drop column path;
