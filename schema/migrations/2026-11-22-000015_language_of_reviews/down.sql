alter table public.hotel_reviews drop column language;
