drop schema supabase_functions cascade;
