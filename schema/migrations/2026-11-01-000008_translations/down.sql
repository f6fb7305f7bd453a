drop table public.translations;
