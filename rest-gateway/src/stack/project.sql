-- What the SQL of a Supabase project takes for granted in its local database, for the stack's own Postgres. Each statement
-- leaves alone what is there.

-- The platform's own migrations revoke it. Functions of extensions are called by everybody, in defaults of columns for one.
alter default privileges grant execute on functions to public;

do $$
declare
    extension text;
begin
    foreach extension in array array['uuid-ossp', 'pgcrypto'] loop
        if exists (select from pg_available_extensions as available where available.name = extension) then
            execute format('create extension if not exists %I with schema extensions', extension);
        end if;
    end loop;
    if not exists (select from pg_publication where pubname = 'supabase_realtime') then
        create publication supabase_realtime;
    end if;
end
$$;
