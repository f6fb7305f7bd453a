drop table public.host_applications;
