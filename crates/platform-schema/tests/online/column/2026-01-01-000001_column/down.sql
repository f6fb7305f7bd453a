alter table public.busy drop column more;
