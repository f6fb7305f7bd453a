alter table public.busy add column more integer;
