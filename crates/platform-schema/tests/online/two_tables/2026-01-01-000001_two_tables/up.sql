alter table public.first add column more integer;
alter table public.busy add column more integer;
