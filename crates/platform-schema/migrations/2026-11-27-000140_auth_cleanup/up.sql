-- Not Supabase's: the auth service finds the rows that nothing reads any more without reading the others.
create index refresh_tokens_revoked_updated_at_idx on auth.refresh_tokens (updated_at) where revoked;
create index sessions_created_at_idx on auth.sessions (created_at);
create index mfa_factors_unverified_created_at_idx on auth.mfa_factors (created_at) where status = 'unverified';
create index one_time_tokens_created_at_idx on auth.one_time_tokens (created_at);
