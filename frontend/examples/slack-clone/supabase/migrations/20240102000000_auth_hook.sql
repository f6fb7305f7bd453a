create function public.custom_access_token_hook(event jsonb) returns jsonb
language plpgsql stable
as $$
declare
  claims jsonb := event -> 'claims';
  user_role public.app_role;
begin
  select role into user_role from public.user_roles where user_id = (event ->> 'user_id')::uuid;
  claims := jsonb_set(claims, '{user_role}', coalesce(to_jsonb(user_role), 'null'));
  return jsonb_set(event, '{claims}', claims);
end
$$;
grant usage on schema public to supabase_auth_admin;
grant execute on function public.custom_access_token_hook to supabase_auth_admin;
revoke execute on function public.custom_access_token_hook from authenticated, anon, public;
grant all on table public.user_roles to supabase_auth_admin;
create policy "the hook reads roles" on public.user_roles for select to supabase_auth_admin using (true);
