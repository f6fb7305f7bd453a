-- The extensions remain: other objects may use them.
drop publication if exists supabase_realtime;
