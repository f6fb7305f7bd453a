update public.hotels
set property_type = case property_type when 'guest_house' then 'guest_room' else 'hotel' end
where property_type in ('guest_house', 'other');

alter table public.hotels
  drop constraint hotels_property_type_check,
  add constraint hotels_property_type_check check (property_type in (
    'hotel', 'luxury_hotel', 'club_hotel', 'villa', 'spa_hotel', 'guest_room',
    'campsite', 'residence', 'apartment', 'gite'
  ));
