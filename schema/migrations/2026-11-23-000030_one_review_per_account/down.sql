create index hotel_reviews_identifier_idx on public.hotel_reviews (hotel_identifier, created_at desc, id);
create index hotel_reviews_user_idx on public.hotel_reviews (user_id);
drop index public.hotel_reviews_lower_identifier_idx;
drop index public.hotel_reviews_user_establishment_key;
alter table public.hotel_reviews drop column establishment;
