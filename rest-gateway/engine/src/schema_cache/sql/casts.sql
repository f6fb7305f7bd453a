-- User-defined implicit casts whose functions this role may execute.
select c.castsource, c.casttarget, n.nspname, f.proname
from pg_catalog.pg_cast c
join pg_catalog.pg_proc f on f.oid = c.castfunc
join pg_catalog.pg_namespace n on n.oid = f.pronamespace
where c.oid >= 16384
  and c.castcontext = 'i' and c.castmethod = 'f'
  and pg_catalog.has_function_privilege(f.oid, 'execute')
