alter table public.hotel_reviews add column language text check (language ~ '^[a-z]{2}$');
comment on column public.hotel_reviews.language is 'In which the review was written, as far as it is known.';

-- Sample reviews have no account and a time without seconds. Earlier samples were in several languages. The trigger is
-- disabled because no rating or count of a hotel changes.
alter table public.hotel_reviews disable trigger hotel_reviews_updated;
update public.hotel_reviews
set language = case
  when review_title in (
    'A gem of a place', 'Worth every euro', 'Great location on the harbour', 'Like staying with friends',
    'The perfect family house', 'Lovely campsite', 'Mountain air and good food', 'Great base', 'Fine for a night',
    'Total relaxation', 'Kids loved it', 'Rustic and wonderful', 'Woke up to the sea', 'Good value for families',
    'Village life at its best', 'Beautiful setting'
  ) then 'en'
  when review_title in (
    'Wunderschöner Aufenthalt', 'Gepflegter Campingplatz', 'Traumhaftes Ferienhaus', 'Zu Gast bei Freunden',
    'Ideal für Wanderer', 'In Ordnung', 'Erholung pur', 'Praktisch und sauber', 'Blick auf die Boote', 'Toll mit Kindern'
  ) then 'de'
  when review_title in (
    'Soggiorno splendido', 'Ottima base', 'Accoglienza squisita', 'Eleganza vera', 'Campeggio tranquillo',
    'Nella media', 'Casa da sogno', 'A due passi dal mare', 'Pace assoluta'
  ) then 'it'
  when review_title = 'Un lugar precioso' then 'es'
  when review_title in ('Fijne camping', 'Hartelijk ontvangen') then 'nl'
  else 'fr'
end
where user_id is null and stay_date is not null and created_at = date_trunc('minute', created_at);
alter table public.hotel_reviews enable trigger hotel_reviews_updated;
