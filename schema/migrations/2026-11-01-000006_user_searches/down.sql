drop table public.user_searches;
