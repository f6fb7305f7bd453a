revoke usage on schema auth from supabase_realtime_admin;
drop function auth.ended_sessions(uuid[], uuid[]);
