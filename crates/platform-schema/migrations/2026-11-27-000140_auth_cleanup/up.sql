-- Not Supabase's: the auth service finds the rows that nothing reads any more without reading the others.
create index concurrently if not exists refresh_tokens_revoked_updated_at_idx on auth.refresh_tokens (updated_at) where revoked;
