create table public.hotel_reviews (
  id uuid not null primary key default gen_random_uuid(),
  -- Null for resorts: they have a slug and no row in hotels.
  hotel_id bigint references public.hotels on delete cascade,
  hotel_identifier text not null check (char_length(hotel_identifier) between 1 and 200),
  hotel_name text not null default '' check (char_length(hotel_name) <= 200),
  user_id uuid references auth.users on delete set null,
  user_name text not null check (char_length(user_name) between 1 and 120),
  rating smallint not null check (rating between 1 and 5),
  review_title text not null default '' check (char_length(review_title) <= 100),
  review_text text not null default '' check (char_length(review_text) <= 500),
  stay_date date,
  is_verified boolean not null default false,
  created_at timestamptz not null default now(),
  check (stay_date <= (created_at at time zone 'Europe/Paris')::date)
);
comment on table public.hotel_reviews is 'Guests'' reviews; written only by the function hotel-reviews.';
comment on column public.hotel_reviews.hotel_identifier is 'The hotel''s id as text, or the slug or name of an establishment without a row.';
create index hotel_reviews_hotel_idx on public.hotel_reviews (hotel_id, created_at desc, id);
create index hotel_reviews_identifier_idx on public.hotel_reviews (hotel_identifier, created_at desc, id);
create index hotel_reviews_user_idx on public.hotel_reviews (user_id);

-- A review may name its hotel.
create index hotels_name_idx on public.hotels (lower(name), id);

-- Updates a hotel's rating and count in the transaction that changes its reviews. Locks the hotels' rows in the order
-- of their ids before it counts, so that the second of two concurrent reviews counts the first.
create function public.refresh_hotel_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  touched bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct hotel_id) into touched from new_reviews where hotel_id is not null;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct hotel_id) into touched from old_reviews where hotel_id is not null;
  else
    select array_agg(distinct hotel_id) into touched
    from (select hotel_id from new_reviews union select hotel_id from old_reviews) as changed
    where hotel_id is not null;
  end if;
  if touched is null then
    return null;
  end if;
  perform from public.hotels where id = any (touched) order by id for no key update;
  update public.hotels
  set rating = coalesce(figures.mean, 0), reviews_count = coalesce(figures.total, 0), updated_at = now()
  from unnest(touched) as wanted (id)
  left join (
    select hotel_id, round(avg(rating), 2) as mean, count(*)::integer as total
    from public.hotel_reviews where hotel_id = any (touched) group by hotel_id
  ) as figures on figures.hotel_id = wanted.id
  where hotels.id = wanted.id;
  return null;
end
$$;

create trigger hotel_reviews_inserted after insert on public.hotel_reviews
  referencing new table as new_reviews
  for each statement execute function public.refresh_hotel_ratings();
create trigger hotel_reviews_updated after update on public.hotel_reviews
  referencing new table as new_reviews old table as old_reviews
  for each statement execute function public.refresh_hotel_ratings();
create trigger hotel_reviews_deleted after delete on public.hotel_reviews
  referencing old table as old_reviews
  for each statement execute function public.refresh_hotel_ratings();

alter table public.hotel_reviews enable row level security;
create policy "administrators manage reviews" on public.hotel_reviews
  for all to authenticated using ((select auth.is_admin())) with check ((select auth.is_admin()));

revoke all on public.hotel_reviews from anon, authenticated;
grant select, update, delete on public.hotel_reviews to authenticated;
grant all on public.hotel_reviews to service_role;
