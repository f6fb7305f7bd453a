-- The application form also offers a guest house, and `other` for what is none of the kinds.
alter table public.hotels
  drop constraint hotels_property_type_check,
  add constraint hotels_property_type_check check (property_type in (
    'hotel', 'luxury_hotel', 'club_hotel', 'villa', 'spa_hotel', 'guest_house', 'guest_room',
    'campsite', 'residence', 'apartment', 'gite', 'other'
  ));

-- Corrects hotels that were created as the nearest kind and were not changed since.
update public.hotels
set property_type = kind.own
from public.host_applications as application
join (values ('maison d''hôtes', 'guest_room', 'guest_house'), ('autre', 'hotel', 'other')) as kind (named, nearest, own)
  on kind.named = replace(lower(btrim(application.property_type)), '’', '''')
where application.hotel_id = hotels.id and hotels.property_type = kind.nearest;
