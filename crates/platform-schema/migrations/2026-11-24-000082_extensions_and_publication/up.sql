-- What the SQL of nearly every project calls: `uuid_generate_v4`, `crypt`, `gen_random_bytes`. An extension that this
-- Postgres does not have, or that the login may not create, is left out.
do $$
declare
  extension text;
  -- The defaults of this login may be closed; the functions of an extension are for everybody, as their scripts say.
  is_closed constant boolean := exists (
    select from pg_default_acl
    where defaclrole = current_user::regrole and defaclnamespace = 0 and defaclobjtype = 'f'
  );
begin
  alter default privileges grant execute on functions to public;
  foreach extension in array array['uuid-ossp', 'pgcrypto', 'pg_stat_statements'] loop
    if exists (select from pg_available_extensions as available where available.name = extension) then
      begin
        execute format('create extension if not exists %I with schema extensions', extension);
      exception when insufficient_privilege then null;
      end;
    end if;
  end loop;
  if is_closed then
    alter default privileges revoke execute on functions from public;
  end if;
end
$$;

-- Realtime reads the changes of its tables. Projects add theirs, or make it anew.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
exception when insufficient_privilege then null;
end
$$;
