create table public.user_searches (
  id uuid not null primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  destination text not null check (char_length(destination) between 1 and 200),
  checkin date,
  checkout date,
  guests smallint not null default 1 check (guests between 1 and 20),
  created_at timestamptz not null default clock_timestamp(),
  check (checkout > checkin)
);
comment on table public.user_searches is 'Searches of signed-in users, newest first in their history.';
create index user_searches_history_idx on public.user_searches (user_id, created_at desc, id);

alter table public.user_searches enable row level security;
create policy "a user reads their own searches" on public.user_searches
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a user saves their own searches" on public.user_searches
  for insert to authenticated with check (user_id = (select auth.uid()));

revoke all on public.user_searches from anon, authenticated;
grant select on public.user_searches to authenticated;
grant insert (destination, checkin, checkout, guests) on public.user_searches to authenticated;
grant all on public.user_searches to service_role;
