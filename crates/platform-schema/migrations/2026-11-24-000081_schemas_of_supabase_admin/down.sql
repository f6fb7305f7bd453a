alter schema auth owner to supabase_auth_admin;
alter schema storage owner to supabase_storage_admin;
alter schema extensions owner to current_user;
drop function graphql_public.graphql(text, text, jsonb, jsonb);
drop schema if exists vault;
drop schema if exists graphql_public;
drop schema if exists graphql;
-- Another migration may have made objects in it.
do $$
begin
  drop schema if exists realtime;
exception when dependent_objects_still_exist then
  alter schema realtime owner to current_user;
end
$$;
