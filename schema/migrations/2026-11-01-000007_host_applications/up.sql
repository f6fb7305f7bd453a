create table public.host_applications (
  id uuid not null primary key default gen_random_uuid(),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  first_name text not null check (char_length(first_name) between 1 and 100),
  last_name text not null check (char_length(last_name) between 1 and 100),
  email text not null check (char_length(email) between 3 and 255),
  phone text not null check (char_length(phone) between 1 and 40),
  property_type text not null check (char_length(property_type) between 1 and 100),
  property_name text not null check (char_length(property_name) between 1 and 200),
  address text not null check (char_length(address) between 1 and 200),
  city text not null check (char_length(city) between 1 and 100),
  postal_code text not null default '' check (char_length(postal_code) <= 20),
  description text not null default '' check (char_length(description) <= 500),
  number_of_rooms integer not null default 1 check (number_of_rooms between 1 and 10000),
  max_guests integer not null default 2 check (max_guests between 1 and 100000),
  price_per_night numeric(10, 2) not null default 0 check (price_per_night >= 0),
  availability_start date,
  availability_end date,
  experience_years integer not null default 0 check (experience_years between 0 and 200),
  previous_hosting text not null default '' check (char_length(previous_hosting) <= 500),
  motivation text not null default '' check (char_length(motivation) <= 500),
  amenities text[] not null default '{}' check (cardinality(amenities) <= 100),
  room_types text[] not null default '{}' check (cardinality(room_types) <= 100),
  additional_services text not null default '' check (char_length(additional_services) <= 500),
  -- Keys in the private bucket, in the order in which the photos came.
  photos_urls text[] not null check (cardinality(photos_urls) between 3 and 8),
  -- The hotel that was created from the application; one at most.
  hotel_id bigint unique references public.hotels on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (availability_end >= availability_start)
);
comment on table public.host_applications is 'Owners'' applications; written only by the host-application functions.';
create index host_applications_created_idx on public.host_applications (created_at desc, id);
create index host_applications_status_idx on public.host_applications (status, created_at desc);

alter table public.host_applications enable row level security;
create policy "administrators read applications" on public.host_applications
  for select to authenticated using ((select auth.is_admin()));
create policy "administrators update applications" on public.host_applications
  for update to authenticated using ((select auth.is_admin())) with check ((select auth.is_admin()));

revoke all on public.host_applications from anon, authenticated;
grant select, update on public.host_applications to authenticated;
grant all on public.host_applications to service_role;
