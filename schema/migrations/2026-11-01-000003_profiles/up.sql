create table public.profiles (
  id uuid not null primary key references auth.users on delete cascade,
  email text not null check (char_length(email) between 3 and 255),
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  phone text not null default '' check (char_length(phone) <= 40),
  address text not null default '' check (char_length(address) <= 200),
  city text not null default '' check (char_length(city) <= 100),
  postal_code text not null default '' check (char_length(postal_code) <= 20),
  country text not null default 'France' check (char_length(country) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles is 'What an account''s owner told at registration; one row an account.';

alter table public.profiles enable row level security;
create policy "a user reads their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "administrators read profiles" on public.profiles
  for select to authenticated using ((select auth.is_admin()));

revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant all on public.profiles to service_role;
-- Registration writes the account and its profile in one transaction.
grant select, insert, update on public.profiles to supabase_auth_admin;
create policy "the auth service writes profiles" on public.profiles
  for all to supabase_auth_admin using (true) with check (true);
