-- Not Supabase's: see 2026-11-27-000140_auth_cleanup.
create index concurrently if not exists sessions_created_at_idx on auth.sessions (created_at);
