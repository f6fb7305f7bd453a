create table profiles (
  id uuid primary key references auth.users on delete cascade,
  updated_at timestamptz,
  username text unique check (char_length(username) >= 3),
  full_name text,
  avatar_url text,
  website text
);
alter table profiles enable row level security;
create policy "profiles are public" on profiles for select using (true);
create policy "own profile is created" on profiles for insert with check ((select auth.uid()) = id);
create policy "own profile is changed" on profiles for update using ((select auth.uid()) = id);

create function public.handle_new_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name, avatar_url)
  values (new.id, new.raw_user_meta_data ->> 'full_name', new.raw_user_meta_data ->> 'avatar_url');
  return new;
end
$$;
create trigger on_auth_user_created after insert on auth.users
  for each row execute procedure public.handle_new_user();

insert into storage.buckets (id, name) values ('avatars', 'avatars');
create policy "avatars are public" on storage.objects for select using (bucket_id = 'avatars');
create policy "everybody uploads an avatar" on storage.objects for insert with check (bucket_id = 'avatars');
create policy "own avatar is changed" on storage.objects for update
  using ((select auth.uid()) = owner) with check (bucket_id = 'avatars');
