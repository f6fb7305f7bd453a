drop publication if exists supabase_realtime_messages_publication;
drop publication if exists supabase_realtime;
drop schema realtime cascade;
