create index concurrently busy_id on public.busy (id);
