-- What an owner's application says of the rooms; null and empty for hotels without one.
alter table public.hotels
  add column max_guests integer check (max_guests between 1 and 100000),
  add column number_of_rooms integer check (number_of_rooms between 1 and 10000),
  add column room_types text[] not null default '{}' check (cardinality(room_types) <= 100);
comment on column public.hotels.room_types is 'French names of the types that the application form offers.';

-- Copies them when a hotel is recorded as that of an application, by the role that records it.
create function public.copy_rooms_to_hotel() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.hotels
  set max_guests = new.max_guests, number_of_rooms = new.number_of_rooms, room_types = new.room_types
  where id = new.hotel_id;
  return null;
end
$$;
revoke execute on function public.copy_rooms_to_hotel() from public;

create trigger host_applications_hotel_recorded after update of hotel_id on public.host_applications
  for each row when (new.hotel_id is not null and new.hotel_id is distinct from old.hotel_id)
  execute function public.copy_rooms_to_hotel();

update public.hotels
set max_guests = application.max_guests, number_of_rooms = application.number_of_rooms, room_types = application.room_types
from public.host_applications as application
where application.hotel_id = hotels.id;
