drop table storage.resumable_upload_parts;
drop table storage.resumable_uploads;
