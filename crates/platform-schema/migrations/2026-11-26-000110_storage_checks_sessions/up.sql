-- The gateway does not read the body of a request. The storage service itself checks the session of a token in an S3 POST
-- form, with the same function.
grant execute on function auth.is_session_live(uuid, uuid) to supabase_storage_admin;
