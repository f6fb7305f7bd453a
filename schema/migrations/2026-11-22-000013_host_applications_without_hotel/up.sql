-- Keeps the administrators' list of open applications fast, however many have been handled.
create index host_applications_without_hotel_idx on public.host_applications (status, created_at desc, id)
  where hotel_id is null;
