drop index public.busy_id;
