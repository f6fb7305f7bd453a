-- For the list of what administrators have yet to do, however much they have done.
create index host_applications_without_hotel_idx on public.host_applications (status, created_at desc, id)
  where hotel_id is null;
