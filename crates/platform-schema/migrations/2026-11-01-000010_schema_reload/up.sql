-- The REST engine reloads its schema cache after each change of the schema, as on the hosted platform. Only a superuser
-- can create event triggers; without one, run `NOTIFY pgrst, 'reload schema'` by hand.
create function extensions.pgrst_ddl_watch() returns event_trigger
language plpgsql
as $$
begin
  perform from pg_event_trigger_ddl_commands()
  where schema_name is distinct from 'pg_temp'
    and command_tag not in ('CREATE ROLE', 'ALTER ROLE', 'DROP ROLE', 'REFRESH MATERIALIZED VIEW');
  if found then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create function extensions.pgrst_drop_watch() returns event_trigger
language plpgsql
as $$
begin
  perform from pg_event_trigger_dropped_objects() where not is_temporary;
  if found then
    notify pgrst, 'reload schema';
  end if;
end
$$;

do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
    create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
  end if;
end
$$;
