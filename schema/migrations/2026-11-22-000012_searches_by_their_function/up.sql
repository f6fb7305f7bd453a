-- Searches are saved through the function alone, which validates them and applies a rate limit: a table can do neither.
drop policy "a user saves their own searches" on public.user_searches;
revoke insert (destination, checkin, checkout, guests) on public.user_searches from authenticated;
