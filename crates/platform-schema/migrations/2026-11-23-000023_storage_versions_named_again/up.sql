-- For the orphan sweep, which checks whether an object refers to a version again, as after a restore of deleted rows.
create index objects_version_idx on storage.objects (version);
