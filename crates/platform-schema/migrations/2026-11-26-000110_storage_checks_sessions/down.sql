revoke execute on function auth.is_session_live(uuid, uuid) from supabase_storage_admin;
