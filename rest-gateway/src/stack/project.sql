-- Objects and privileges that the SQL of a Supabase project expects in its local database, for the stack's own Postgres.
-- Each statement keeps what exists.

-- The platform's migrations revoke this privilege. Every role calls functions of extensions, e.g. in column defaults.
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
