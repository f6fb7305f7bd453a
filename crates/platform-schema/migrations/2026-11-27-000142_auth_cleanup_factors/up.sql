-- Not Supabase's: see 2026-11-27-000140_auth_cleanup.
create index concurrently if not exists mfa_factors_unverified_created_at_idx on auth.mfa_factors (created_at) where status = 'unverified';
