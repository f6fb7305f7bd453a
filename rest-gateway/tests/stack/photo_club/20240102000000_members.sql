create type public.member_role as enum ('guest', 'member');
create table public.members (
  id uuid primary key references auth.users on delete cascade,
  nickname text,
  role public.member_role not null default 'guest',
  card uuid not null default uuid_generate_v4(),
  updated_at timestamptz not null default '2000-01-01'
);
alter table public.members enable row level security;
create policy "Members see and change themselves" on public.members to authenticated
  using ((select auth.uid()) = id) with check ((select auth.uid()) = id);
create trigger members_updated before update on public.members
  for each row execute procedure moddatetime(updated_at);

create function public.handle_new_user() returns trigger language plpgsql security definer set search_path = public
as $$
begin
  insert into members (id, nickname) values (new.id, club.unaccent(new.raw_user_meta_data ->> 'nickname'));
  return new;
end
$$;
create trigger on_auth_user_created after insert on auth.users
  for each row execute procedure public.handle_new_user();
