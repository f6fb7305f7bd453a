-- The sweeper asks for each version whether an object names it again, as after a restore of deleted rows.
create index objects_version_idx on storage.objects (version);
