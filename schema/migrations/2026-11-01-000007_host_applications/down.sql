alter table public.hotels drop column host_application_id;
drop table public.host_applications;
