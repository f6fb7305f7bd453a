create table profiles (
  id uuid primary key references auth.users on delete cascade,
  username text not null unique check (username ~* '^[A-Za-z0-9_]{3,24}$')
);
create table projects (id uuid primary key default gen_random_uuid(), name text not null default 'new project');
create table project_members (
  profile_id uuid not null references profiles on delete cascade,
  project_id uuid not null references projects on delete cascade,
  primary key (profile_id, project_id)
);
create function handle_new_user() returns trigger language plpgsql security definer as $$
begin
  insert into public.profiles (id, username) values (new.id, new.raw_user_meta_data ->> 'username');
  return new;
end
$$;
create trigger on_auth_user_created after insert on auth.users for each row execute function handle_new_user();
create function is_project_member(project_id uuid) returns boolean language sql security definer as $$
  select exists (
    select from project_members
    where project_id = is_project_member.project_id and profile_id = auth.uid()
  )
$$;
create function create_new_project() returns uuid language plpgsql security definer as $$
declare
  new_project_id uuid;
begin
  insert into projects default values returning id into new_project_id;
  insert into project_members (profile_id, project_id) values (auth.uid(), new_project_id);
  return new_project_id;
end
$$;
alter table profiles enable row level security;
alter table projects enable row level security;
alter table project_members enable row level security;
create policy "profiles are public" on profiles for select using (true);
create policy "members read" on projects for select using (is_project_member(id));
create policy "members read" on project_members for select using (is_project_member(project_id));
create policy "members invite" on project_members for insert with check (is_project_member(project_id));
create policy "members receive" on realtime.messages for select using (is_project_member(realtime.topic()::uuid));
create policy "members send" on realtime.messages for insert with check (is_project_member(realtime.topic()::uuid));
