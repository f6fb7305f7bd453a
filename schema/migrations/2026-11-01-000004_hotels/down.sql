drop table public.hotels;
