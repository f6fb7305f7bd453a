alter table public.first drop column more;
alter table public.busy drop column more;
