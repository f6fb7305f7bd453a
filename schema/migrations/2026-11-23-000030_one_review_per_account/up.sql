-- An account has one review for each establishment. Of several from before this migration, the newest one is kept.
delete from public.hotel_reviews as older
using public.hotel_reviews as newer
where older.user_id = newer.user_id
  and older.id <> newer.id
  and coalesce(older.hotel_id::text, 'identifier ' || lower(older.hotel_identifier))
    = coalesce(newer.hotel_id::text, 'identifier ' || lower(newer.hotel_identifier))
  and (older.created_at, older.id) < (newer.created_at, newer.id);

-- A hotel is identified by its id alone. The prefix distinguishes the identifier '105' of a review without a hotel from
-- the hotel 105.
alter table public.hotel_reviews add column establishment text not null generated always as (
  case when hotel_id is null then 'identifier:' || lower(hotel_identifier) else 'hotel:' || hotel_id::text end
) stored;
comment on column public.hotel_reviews.establishment is
  'The establishment that the review is about; an account has one review for each.';

-- Sample reviews have no account. Nulls are distinct in a unique index, so any number of them is allowed.
create unique index hotel_reviews_user_establishment_key on public.hotel_reviews (user_id, establishment);
create index hotel_reviews_lower_identifier_idx on public.hotel_reviews (lower(hotel_identifier), created_at desc, id);

-- Superseded: the first column of the unique index serves the foreign key, the other index serves the listing.
drop index public.hotel_reviews_user_idx;
drop index public.hotel_reviews_identifier_idx;
