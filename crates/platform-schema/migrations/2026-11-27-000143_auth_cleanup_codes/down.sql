drop index auth.one_time_tokens_created_at_idx;
