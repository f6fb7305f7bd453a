drop function storage.add_missing_references();
drop function storage.forget_references();
drop function storage.track_references();
drop function storage.set_references(text, text, text, text[]);
drop function storage.referenced_names(text, text[]);
drop table storage.unreferenced_objects;
drop table storage.object_references;
drop table storage.reference_scopes;
