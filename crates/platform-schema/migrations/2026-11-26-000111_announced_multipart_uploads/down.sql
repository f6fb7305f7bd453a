alter table storage.orphaned_blobs drop column multipart_announced;
