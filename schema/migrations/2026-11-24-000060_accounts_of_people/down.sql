alter table public.hotel_reviews
  drop constraint hotel_reviews_user_id_fkey,
  add constraint hotel_reviews_user_id_fkey foreign key (user_id) references auth.users on delete set null;

drop function auth.end_own_session(uuid);
drop function auth.own_sessions();
