create policy "a user saves their own searches" on public.user_searches
  for insert to authenticated with check (user_id = (select auth.uid()));
grant insert (destination, checkin, checkout, guests) on public.user_searches to authenticated;
