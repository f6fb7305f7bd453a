drop trigger host_applications_hotel_recorded on public.host_applications;
drop function public.copy_rooms_to_hotel();
alter table public.hotels drop column max_guests, drop column number_of_rooms, drop column room_types;
