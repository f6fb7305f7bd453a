-- Not Supabase's: see 2026-11-27-000140_auth_cleanup.
create index concurrently if not exists one_time_tokens_created_at_idx on auth.one_time_tokens (created_at);
