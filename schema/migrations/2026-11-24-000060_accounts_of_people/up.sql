-- A person sees where they are signed in and ends single sessions. The functions answer for the account of the token
-- alone, because nobody but the auth service reads the table.
create function auth.own_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, address text)
language sql stable security definer set search_path = ''
as $$
  select session.id, session.created_at, coalesce(session.refreshed_at at time zone 'utc', session.created_at),
    session.user_agent, host(session.ip)
  from auth.sessions as session
  where session.user_id = (select auth.uid()) and (session.not_after is null or session.not_after > now())
  order by 3 desc nulls last, session.id
  limit 100
$$;
comment on function auth.own_sessions() is 'The live sessions of the caller''s account, last used first.';

create function auth.end_own_session(session_id uuid) returns boolean
language sql volatile security definer set search_path = ''
as $$
  with ended as (
    delete from auth.sessions as session
    where session.id = $1 and session.user_id = (select auth.uid())
    returning session.id
  )
  select exists (select from ended)
$$;
comment on function auth.end_own_session(uuid) is
  'Ends a session of the caller''s account. False if the account has no such session.';

alter function auth.own_sessions() owner to supabase_auth_admin;
alter function auth.end_own_session(uuid) owner to supabase_auth_admin;
revoke execute on function auth.own_sessions(), auth.end_own_session(uuid) from public;
grant execute on function auth.own_sessions(), auth.end_own_session(uuid) to authenticated;

-- A review names its author, so it is deleted with the account. Triggers update the figures of its hotel.
alter table public.hotel_reviews
  drop constraint hotel_reviews_user_id_fkey,
  add constraint hotel_reviews_user_id_fkey foreign key (user_id) references auth.users on delete cascade;
