drop index auth.sessions_created_at_idx;
