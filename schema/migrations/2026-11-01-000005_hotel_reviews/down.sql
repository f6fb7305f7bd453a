drop table public.hotel_reviews;
drop function public.refresh_hotel_ratings();
drop index public.hotels_name_idx;
